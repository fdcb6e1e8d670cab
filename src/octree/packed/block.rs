//! Sixteen boxes, compared with one other box at once.
//!
//! The boxes are stored coordinate by coordinate, so that one comparison uses a whole vector register. `fearless_simd`
//! selects the widest registers of the machine. An unused lane is NaN, so it overlaps nothing.

#![expect(clippy::inline_always, reason = "a call is not compiled for the instruction set of its caller")]

use fearless_simd::{Simd, SimdBase, SimdMask, f32x16};
use glam::Vec3;

use crate::geometry::Aabb;

/// Boxes in a block.
pub(super) const LANES: usize = 16;

/// Sixteen boxes or unused lanes.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct BoxBlock {
    min: [[f32; LANES]; 3],
    max: [[f32; LANES]; 3],
}

/// A box with each coordinate repeated in all lanes of a register.
pub(super) struct Query<S: Simd> {
    min: [f32x16<S>; 3],
    max: [f32x16<S>; 3],
}

impl<S: Simd> Query<S> {
    #[inline(always)]
    pub(super) fn new(simd: S, aabb: &Aabb) -> Self {
        let splat = |v: Vec3| [v.x, v.y, v.z].map(|x| f32x16::splat(simd, x));
        Self { min: splat(aabb.min), max: splat(aabb.max) }
    }
}

/// The least or greatest lane: half of the lanes are compared with the other half until one is left. `none` replaces NaN.
#[inline(always)]
fn reduced(mut lanes: [f32; LANES], none: f32, of: impl Fn(f32, f32) -> f32) -> f32 {
    for x in &mut lanes {
        *x = if x.is_nan() { none } else { *x };
    }
    let mut half = LANES / 2;
    while half > 0 {
        for i in 0..half {
            lanes[i] = of(lanes[i], lanes[i + half]);
        }
        half /= 2;
    }
    lanes[0]
}

impl BoxBlock {
    /// No boxes.
    pub(super) const EMPTY: Self = Self { min: [[f32::NAN; LANES]; 3], max: [[f32::NAN; LANES]; 3] };

    /// Some boxes, at most sixteen, one in each lane. As [`Self::set`] for each.
    #[inline(always)]
    pub(super) fn of<'b>(boxes: impl Iterator<Item = &'b Aabb>) -> Self {
        let mut block = Self::EMPTY;
        for (lane, aabb) in boxes.enumerate().take(LANES) {
            for axis in 0..3 {
                block.min[axis][lane] = aabb.min[axis];
                block.max[axis][lane] = aabb.max[axis];
            }
        }
        // Each number is tested: the sum of a lane would be NaN for opposite infinities too.
        let mut unused = [0_u32; LANES];
        for axis in block.min.iter().chain(&block.max) {
            for (unused, x) in unused.iter_mut().zip(axis) {
                *unused |= u32::from(x.is_nan());
            }
        }
        for axis in block.min.iter_mut().chain(&mut block.max) {
            for (unused, x) in unused.iter().zip(axis) {
                *x = if *unused == 0 { *x } else { f32::NAN };
            }
        }
        block
    }

    /// Sets the box of a lane. A box with a NaN overlaps nothing, so its lane is unused.
    #[inline(always)]
    pub(super) fn set(&mut self, lane: usize, aabb: &Aabb) {
        let is_used = !(aabb.min.is_nan() || aabb.max.is_nan());
        let aabb = if is_used { *aabb } else { Aabb { min: Vec3::NAN, max: Vec3::NAN } };
        for axis in 0..3 {
            self.min[axis][lane] = aabb.min[axis];
            self.max[axis][lane] = aabb.max[axis];
        }
    }

    /// The box of a lane.
    #[inline(always)]
    pub(super) fn get(&self, lane: usize) -> Aabb {
        let corner = |axes: &[[f32; LANES]; 3]| Vec3::new(axes[0][lane], axes[1][lane], axes[2][lane]);
        Aabb { min: corner(&self.min), max: corner(&self.max) }
    }

    /// The box around all lanes. When all are unused, it has no points: from ∞ to −∞.
    #[inline(always)]
    pub(super) fn bounds(&self) -> Aabb {
        let min = self.min.map(|lanes| reduced(lanes, f32::INFINITY, |a, b| if b < a { b } else { a }));
        let max = self.max.map(|lanes| reduced(lanes, f32::NEG_INFINITY, |a, b| if b > a { b } else { a }));
        Aabb { min: min.into(), max: max.into() }
    }

    /// Bit i is set if box i overlaps or touches the other. The rule of [`Aabb::overlaps`].
    #[inline(always)]
    pub(super) fn overlapping<S: Simd>(&self, simd: S, query: &Query<S>) -> u32 {
        let load = |lanes: &[f32; LANES]| f32x16::load_array_ref(simd, lanes);
        let x = load(&self.min[0]).simd_le(query.max[0]) & query.min[0].simd_le(load(&self.max[0]));
        let y = load(&self.min[1]).simd_le(query.max[1]) & query.min[1].simd_le(load(&self.max[1]));
        let z = load(&self.min[2]).simd_le(query.max[2]) & query.min[2].simd_le(load(&self.max[2]));
        #[expect(clippy::cast_possible_truncation, reason = "sixteen bits")]
        let hits = (x & y & z).to_bitmask() as u32;
        hits
    }
}
