//! The planes of a clip matrix with how far one unit in the last place of each of its numbers can move them.

use glam::{DVec3, DVec4};

use crate::geometry::camera::DepthRange;
use crate::hunt::nudge::ulp;

/// A little more than the first-order error, for the rounding of `f64`.
const SAFETY: f64 = 1.0 + 1e-6;

/// A plane: `plane.xyz · p + plane.w ≥ 0` in front. One unit in the last place of each entry moves the value by at most
/// `error.xyz · |p| + error.w`.
#[derive(Clone, Copy, Debug)]
pub(super) struct CertainPlane {
    pub(super) plane: DVec4,
    pub(super) error: DVec4,
}

impl CertainPlane {
    /// The value at a point whose coordinates may move by `moves`, and the greatest change of it.
    pub(super) fn value(&self, p: DVec3, moves: DVec3) -> [f64; 2] {
        let value = self.plane.truncate().dot(p) + self.plane.w;
        let error = self.error.truncate().dot(p.abs()) + self.error.w + self.plane.truncate().abs().dot(moves);
        [value, error * SAFETY]
    }
}

/// The six planes, in plane order.
pub(super) fn planes(m: &[f32; 16], depth: DepthRange) -> [CertainPlane; 6] {
    let row = |i: usize| [m[i], m[4 + i], m[8 + i], m[12 + i]];
    let (x, y, z, w) = (row(0), row(1), row(2), row(3));
    let plus = |a: [f32; 4], b: [f32; 4]| combined(a, b, 1.0);
    let minus = |a: [f32; 4], b: [f32; 4]| combined(a, b, -1.0);
    let single = |a: [f32; 4]| combined([0.0; 4], a, 1.0);
    let [near, far] = match depth {
        DepthRange::MinusOneToOne => [plus(w, z), minus(w, z)],
        DepthRange::ZeroToOne => [single(z), minus(w, z)],
        DepthRange::Reversed => [minus(w, z), single(z)],
    };
    [plus(w, x), minus(w, x), plus(w, y), minus(w, y), near, far]
}

fn combined(a: [f32; 4], b: [f32; 4], sign: f64) -> CertainPlane {
    let size = |x: f32| if x == 0.0 { 0.0 } else { ulp(x) };
    let plane = [0, 1, 2, 3].map(|i| f64::from(a[i]) + sign * f64::from(b[i]));
    // Equal numbers move together.
    let error = [0, 1, 2, 3].map(|i| if sign < 0.0 && a[i] - b[i] == 0.0 { 0.0 } else { size(a[i]) + size(b[i]) });
    CertainPlane { plane: plane.into(), error: error.into() }
}
