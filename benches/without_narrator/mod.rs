//! The verdict of one small query without the narrator, for the comparison with `Silent`: the arithmetic is the library's own
//! file, and the few lines that decide are written here without steps. The check in `narration.rs` fails when both do not give
//! the same answers.

#[path = "../../src/geometry/frustum/three_planes.rs"]
mod three_planes;

use eyeline::geometry::frustum::{Classification, Frustum, PlaneDistances, Side, Verdict};
use eyeline::geometry::{Aabb, Plane};
use glam::Vec3A;

use self::three_planes::{ThreeDistances, ThreePlanes};

/// `geometry/frustum/classify.rs`.
#[inline]
pub(crate) fn classify(frustum: &Frustum, aabb: &Aabb) -> Classification {
    const FIRST: [Option<Side>; 7] = {
        let [a, b, c, d, e, f] = Side::ALL;
        [Some(a), Some(b), Some(c), Some(d), Some(e), Some(f), None]
    };
    let [left, right, bottom, top, near, far] = &frustum.planes;
    let parts = |plane: &Plane| (plane.normal, plane.d);
    let first = ThreePlanes::new(parts(left), parts(right), parts(bottom)).distances(aabb.min, aabb.max);
    let second = ThreePlanes::new(parts(top), parts(near), parts(far)).distances(aabb.min, aabb.max);
    let of = |distances: &ThreeDistances, lane: usize| PlaneDistances { p: distances.p[lane], n: distances.n[lane] };
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
        distances: [of(&first, 0), of(&first, 1), of(&first, 2), of(&second, 0), of(&second, 1), of(&second, 2)],
    }
}
