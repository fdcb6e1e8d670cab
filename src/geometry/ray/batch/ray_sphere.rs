//! The sphere: one quadratic.

use glam::Vec3;

use super::choice::{Answer, Choice};
use super::quadratic::between_roots;
use crate::geometry::interval::Interval;

/// `|o + t d|² ≤ r²`.
#[inline(always)]
pub(super) fn cast(o: Vec3, d: Vec3, radius: f32, choice: Choice) -> Answer {
    let chosen = choice.choose(ball(o, d, radius));
    chosen.with_normal(o + d * chosen.t)
}

/// Where the line is inside the ball around the local origin.
///
/// The discriminant `(o·d)² − d·d (o·o − r²)` is `d·d r² − |o × d|²` (Lagrange's identity), which loses nothing
/// when the ray starts far away.
#[inline(always)]
pub(super) fn ball(o: Vec3, d: Vec3, radius: f32) -> Interval<f32> {
    let a = d.dot(d);
    let c = o.dot(o) - radius * radius;
    let moment = o.cross(d);
    between_roots(a, o.dot(d), c, a * (radius * radius) - moment.dot(moment))
}
