//! The verdict of one small query without the narrator, for the comparison with `Silent`: the arithmetic is the library's own
//! file, and the few lines that decide are written here without steps. The check in `narration.rs` fails when both do not give
//! the same answers.

#[path = "../../src/geometry/frustum/classify/three_planes.rs"]
mod three_planes;

use eyeline::geometry::frustum::{Classification, Frustum, PlaneDistances, Side, Verdict};
use eyeline::geometry::{Aabb, Plane};
use glam::Vec3A;

use self::three_planes::ThreePlanes;

/// `geometry/frustum/classify/mod.rs`.
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
