//! The cylinder: a slab in Y and a circle in XZ.

#![expect(clippy::inline_always, reason = "a call is not vectorised, see `LaneCast`")]

use glam::Vec3;

use super::Cylinder;
use crate::geometry::interval::Interval;
use crate::geometry::ray::batch::choice::{BatchAnswer, EndChoice};
use crate::geometry::ray::batch::lane_cast::LaneCast;
use crate::geometry::ray::batch::quadratic::{between_roots, slab};

impl LaneCast for Cylinder {
    /// `x² + z² ≤ r²` and `|y| ≤ h`.
    #[inline(always)]
    fn lanes(self, o: Vec3, d: Vec3, choice: EndChoice) -> BatchAnswer {
        let Self { radius, half_height } = self;
        let side = tube(o, d, radius);
        let discs = slab(o.y, d.y, -half_height, half_height);
        let chosen = choice.choose(side.intersection(discs));
        let on_disc = if chosen.leaving { discs.far <= side.far } else { discs.near >= side.near };
        let outward = if chosen.leaving { d.y } else { -d.y };
        let p = o + d * chosen.t;
        chosen.with_normal(Vec3::new(
            if on_disc { 0.0 } else { p.x },
            if on_disc { 1.0_f32.copysign(outward) } else { 0.0 },
            if on_disc { 0.0 } else { p.z },
        ))
    }
}

/// Where the line is inside the endless cylinder around the Y axis; the discriminant as for the sphere, in XZ.
#[inline(always)]
pub(crate) fn tube(o: Vec3, d: Vec3, radius: f32) -> Interval<f32> {
    let a = d.x * d.x + d.z * d.z;
    let b = o.x * d.x + o.z * d.z;
    let c = o.x * o.x + o.z * o.z - radius * radius;
    let moment = o.z * d.x - o.x * d.z;
    between_roots(a, b, c, a * (radius * radius) - moment * moment)
}
