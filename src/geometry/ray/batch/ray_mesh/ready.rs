//! A ray, precomputed for tests of eight boxes and eight triangles at a time.
//!
//! Boxes by slabs (Kay and Kajiya, 1986), their far sides moved out by the rounding error of `f32` (Ize, "Robust BVH
//! Ray Traversal", 2013). Triangles by the edge functions of Woop, Benthin and Wald (2013) in `f32`: rounding is
//! monotonic, so the sign of the difference of two products is never wrong, at worst 0; and 0 counts as met. So no ray
//! passes between neighbours.

use fearless_simd::{Simd, SimdBase, SimdFrom, SimdMask, f32x8, mask32x8};
use glam::Vec3;

use crate::geometry::interval::Interval;
use crate::geometry::mesh::tree::{BoxNode, Lanes, TriangleBlock};
use crate::geometry::ray::answer::BackFaces;

/// A ray, precomputed for tests of boxes and triangles.
#[derive(Clone, Copy)]
pub(crate) struct Ready<S: Simd> {
    o: [f32x8<S>; 3],
    inverse: [f32x8<S>; 3],
    /// 1 where the ray goes down an axis, so that a box's greatest side comes first.
    near: [usize; 3],
    /// The axis along which it runs most, and the two others.
    axes: [usize; 3],
    /// The start along these.
    aside: [f32x8<S>; 3],
    slopes: [f32x8<S>; 2],
    rate: f32x8<S>,
    /// Whether the area of a triangle that is seen from its front is positive after the shear.
    is_upright: bool,
}

impl<S: Simd> Ready<S> {
    #[inline(always)]
    pub(crate) fn new(simd: S, o: Vec3, d: Vec3) -> Self {
        let most = d.abs().max_position();
        let [x, y] = [(most + 1) % 3, (most + 2) % 3];
        // Instead of 0, a number too small for any box to matter: then no product is 0 · ∞.
        let least = Vec3::splat(d[most].abs() * 1e-18);
        let inverse = d.abs().max(least).copysign(d).recip();
        let is_down = d.is_negative_bitmask() as usize;
        Self {
            o: splat3(simd, o),
            inverse: splat3(simd, inverse),
            near: [is_down & 1, is_down >> 1 & 1, is_down >> 2 & 1],
            axes: [most, x, y],
            aside: splat3(simd, Vec3::new(o[most], o[x], o[y])),
            slopes: [f32x8::splat(simd, d[x] / d[most]), f32x8::splat(simd, d[y] / d[most])],
            rate: f32x8::splat(simd, 1.0 / d[most]),
            is_upright: d[most] > 0.0,
        }
    }

    /// The t at which the ray enters each box of a node, and which boxes it meets up to `last`.
    #[inline(always)]
    pub(super) fn boxes(&self, node: &BoxNode, last: f32) -> (f32x8<S>, mask32x8<S>) {
        let [x, y, z] = &node.planes;
        let [sx, sy, sz] = self.near;
        let near = self.plane(0, &x[sx & 1]).max(self.plane(1, &y[sy & 1])).max(self.plane(2, &z[sz & 1]).max(0.0));
        let far = self.plane(0, &x[!sx & 1]).min(self.plane(1, &y[!sy & 1])).min(self.plane(2, &z[!sz & 1]));
        let far = (far * (1.0 + 8.0 * f32::EPSILON)).min(last);
        (near, near.simd_le(far))
    }

    /// The intervals of the whole line in the boxes of a node, clipped to `range`, and the boxes that it meets there,
    /// with some that it misses within rounding.
    #[inline(always)]
    pub(crate) fn boxes_within(&self, node: &BoxNode, range: Interval<f32>) -> (Lanes, Lanes, u64) {
        const LESS: f32 = 1.0 - 8.0 * f32::EPSILON;
        const MORE: f32 = 1.0 + 8.0 * f32::EPSILON;
        let [x, y, z] = &node.planes;
        let [sx, sy, sz] = self.near;
        let near = self.plane(0, &x[sx & 1]).max(self.plane(1, &y[sy & 1])).max(self.plane(2, &z[sz & 1]));
        let far = self.plane(0, &x[!sx & 1]).min(self.plane(1, &y[!sy & 1])).min(self.plane(2, &z[!sz & 1]));
        let near = (near * LESS).min(near * MORE).max(range.near);
        let far = (far * LESS).max(far * MORE).min(range.far);
        (near.into(), far.into(), near.simd_le(far).to_bitmask())
    }

    /// The triangles of a block that the line may meet: at least all that it meets, if the rounding error of a
    /// projected corner is at most `blur`. Empty places and triangles without area are among them.
    ///
    /// With corners off by e, a product of two coordinates up to s is off by 2 e s + e², and rounding adds 2⁻²³ s².
    #[inline(always)]
    pub(crate) fn may_meet(&self, block: &TriangleBlock, blur: f32) -> u64 {
        let [a, b, c] = &block.corners;
        let ((ax, ay, _), (bx, by, _), (cx, cy, _)) = (self.corner(a), self.corner(b), self.corner(c));
        let (u, v, w) = (cx * by - cy * bx, ax * cy - ay * cx, bx * ay - by * ax);
        let size = |x: f32x8<S>| x.max(x * -1.0);
        let s = size(ax).max(size(ay)).max(size(bx)).max(size(by)).max(size(cx)).max(size(cy));
        let off = s * (4.0 * blur) + s * s * (4.0 * f32::EPSILON) + 2.0 * blur * blur;
        let is_negative = u.min(v).min(w).simd_lt(off * -1.0);
        let is_positive = u.max(v).max(w).simd_gt(off);
        // NaN is neither.
        !(is_negative & is_positive).to_bitmask() & 0xff
    }

    /// The least t from 0 to `last` at which the ray meets a triangle of a block, and its place there.
    #[inline(always)]
    pub(super) fn triangles(&self, block: &TriangleBlock, back_faces: BackFaces, last: f32) -> Option<(f32, usize)> {
        let [a, b, c] = &block.corners;
        let ((ax, ay, at), (bx, by, bt), (cx, cy, ct)) = (self.corner(a), self.corner(b), self.corner(c));
        let (u, v, w) = (cx * by - cy * bx, ax * cy - ay * cx, bx * ay - by * ax);
        let zero = f32x8::splat(self.rate.simd, 0.0);
        let (low, high) = (u.min(v).min(w), u.max(v).max(w));
        let is_met = match (back_faces, self.is_upright) {
            (BackFaces::Hit, _) => low.simd_ge(zero) | high.simd_le(zero),
            (BackFaces::Cull, true) => low.simd_ge(zero),
            (BackFaces::Cull, false) => high.simd_le(zero),
        };
        if is_met.to_bitmask() == 0 {
            return None;
        }
        let sum = u + v + w;
        let t = (u * at + v * bt + w * ct) / sum;
        // NaN, as for empty places, is in no range.
        let is_in_range = t.simd_ge(zero) & t.simd_le(f32x8::splat(self.rate.simd, last)) & is_met;
        let mut met = is_in_range.to_bitmask();
        let ts: Lanes = t.into();
        let mut first: Option<(f32, usize)> = None;
        while met != 0 {
            let i = met.trailing_zeros() as usize & 7;
            met &= met - 1;
            if first.is_none_or(|(t, _)| ts[i] < t) {
                first = Some((ts[i], i));
            }
        }
        first
    }

    /// The t of eight planes across an axis.
    #[inline(always)]
    fn plane(&self, axis: usize, planes: &Lanes) -> f32x8<S> {
        let o = self.o[axis];
        (f32x8::simd_from(o.simd, *planes) - o) * self.inverse[axis]
    }

    /// Eight corners beside the line, and their t.
    #[inline(always)]
    fn corner(&self, corners: &[Lanes; 3]) -> (f32x8<S>, f32x8<S>, f32x8<S>) {
        let [most, x, y] = self.axes;
        let simd = self.rate.simd;
        let along = f32x8::simd_from(simd, corners[most]) - self.aside[0];
        let x = f32x8::simd_from(simd, corners[x]) - self.aside[1];
        let y = f32x8::simd_from(simd, corners[y]) - self.aside[2];
        (x - self.slopes[0] * along, y - self.slopes[1] * along, along * self.rate)
    }
}

#[inline(always)]
fn splat3<S: Simd>(simd: S, v: Vec3) -> [f32x8<S>; 3] {
    [f32x8::splat(simd, v.x), f32x8::splat(simd, v.y), f32x8::splat(simd, v.z)]
}
