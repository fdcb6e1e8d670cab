//! A copy of one small query without the narrator, line for line, for the comparison with `Silent`. The check in
//! `narration.rs` fails when the copy does not give the same answers.

use eyeline::geometry::frustum::{Classification, Frustum, PlaneDistances, Side, Verdict};
use eyeline::geometry::{Aabb, Plane};
use glam::{Mat3A, Vec3A};

/// `geometry/frustum/classify.rs`.
#[inline]
pub(crate) fn classify(frustum: &Frustum, aabb: &Aabb) -> Classification {
    const FIRST: [Option<Side>; 7] = {
        let [a, b, c, d, e, f] = Side::ALL;
        [Some(a), Some(b), Some(c), Some(d), Some(e), Some(f), None]
    };
    let [left, right, bottom, top, near, far] = &frustum.planes;
    let first = ThreePlanes::new(left, right, bottom).distances(aabb);
    let second = ThreePlanes::new(top, near, far).distances(aabb);
    let behind = |a: Vec3A, b: Vec3A| a.cmplt(Vec3A::ZERO).bitmask() | b.cmplt(Vec3A::ZERO).bitmask() << 3;
    let (rejecting, cutting) = (behind(first.p, second.p), behind(first.n, second.n));
    Classification {
        verdict: match (rejecting, cutting) {
            (0, 0) => Verdict::Inside,
            (0, _) => Verdict::Intersect,
            _ => Verdict::Outside,
        },
        rejected_by: FIRST[(rejecting | 1 << 6).trailing_zeros() as usize],
        margin: first.p.min(second.p).min_element(),
        distances: [first.of(0), first.of(1), first.of(2), second.of(0), second.of(1), second.of(2)],
    }
}

struct ThreePlanes {
    normals: Mat3A,
    d: Vec3A,
}

struct ThreeDistances {
    p: Vec3A,
    n: Vec3A,
}

impl ThreePlanes {
    #[inline]
    fn new(a: &Plane, b: &Plane, c: &Plane) -> Self {
        let normals = Mat3A::from_cols(a.normal.into(), b.normal.into(), c.normal.into()).transpose();
        Self { normals, d: Vec3A::new(a.d, b.d, c.d) }
    }

    #[inline]
    fn distances(&self, aabb: &Aabb) -> ThreeDistances {
        let Mat3A { x_axis, y_axis, z_axis } = self.normals;
        let products = |normal: Vec3A, min: f32, max: f32| {
            let (a, b) = (normal * min, normal * max);
            (a.max(b), a.min(b))
        };
        let (px, nx) = products(x_axis, aabb.min.x, aabb.max.x);
        let (py, ny) = products(y_axis, aabb.min.y, aabb.max.y);
        let (pz, nz) = products(z_axis, aabb.min.z, aabb.max.z);
        ThreeDistances { p: px + py + pz + self.d, n: nx + ny + nz + self.d }
    }
}

impl ThreeDistances {
    #[inline]
    fn of(&self, lane: usize) -> PlaneDistances {
        PlaneDistances { p: self.p[lane], n: self.n[lane] }
    }
}
