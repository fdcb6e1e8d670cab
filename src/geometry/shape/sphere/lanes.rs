//! The sphere: one quadratic.

#![expect(clippy::inline_always, reason = "a call is not vectorised, see `LaneCast`")]

use glam::Vec3;

use super::Sphere;
use crate::geometry::interval::Interval;
use crate::geometry::ray::batch::choice::{BatchAnswer, EndChoice};
use crate::geometry::ray::batch::lane_cast::LaneCast;
use crate::geometry::ray::batch::quadratic::between_roots;

impl LaneCast for Sphere {
    /// `|o + t d|² ≤ r²`.
    #[inline(always)]
    fn lanes(self, o: Vec3, d: Vec3, choice: EndChoice) -> BatchAnswer {
        let Self { radius } = self;
        let chosen = choice.choose(ball(o, d, radius));
        chosen.with_normal(o + d * chosen.t)
    }
}

/// Where the line is inside the ball around the local origin.
///
/// The discriminant `(o·d)² − d·d (o·o − r²)` is `d·d r² − |o × d|²` (Lagrange's identity), which loses nothing
/// when the ray starts far away.
#[inline(always)]
pub(crate) fn ball(o: Vec3, d: Vec3, radius: f32) -> Interval<f32> {
    let a = d.dot(d);
    let c = o.dot(o) - radius * radius;
    let moment = o.cross(d);
    between_roots(a, o.dot(d), c, a * (radius * radius) - moment.dot(moment))
}
