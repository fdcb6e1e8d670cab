//! The box: three slabs.

#![expect(clippy::inline_always, reason = "a call is not vectorised, see `LaneCast`")]
#![expect(clippy::needless_bitwise_bool, reason = "a lazy operator is a branch")]

use glam::Vec3;

use super::Cuboid;
use crate::geometry::interval::Interval;
use crate::geometry::ray::batch::choice::{BatchAnswer, EndChoice};
use crate::geometry::ray::batch::lane_cast::LaneCast;
use crate::geometry::ray::batch::quadratic::slab;

impl LaneCast for Cuboid {
    const CHECKS: bool = false;

    /// The slab test (Kay and Kajiya, "Ray Tracing Complex Scenes", 1986); the normal is that of the slab entered
    /// last, or left first.
    #[inline(always)]
    fn lanes(self, o: Vec3, d: Vec3, choice: EndChoice) -> BatchAnswer {
        let half_extents = Vec3::from(self.half_extents);
        let x = slab(o.x, d.x, -half_extents.x, half_extents.x);
        let y = slab(o.y, d.y, -half_extents.y, half_extents.y);
        let z = slab(o.z, d.z, -half_extents.z, half_extents.z);
        let chosen = choice.choose(x.intersection(y).intersection(z));
        let decides = |slab: Interval<f32>| if chosen.leaving { slab.far <= chosen.t } else { slab.near >= chosen.t };
        let on_x = decides(x);
        let on_y = !on_x & decides(y);
        let on_z = !on_x & !on_y;
        let outward = if chosen.leaving { d } else { -d };
        let face = |on: bool, outward: f32| if on { 1.0_f32.copysign(outward) } else { 0.0 };
        chosen.with_normal(Vec3::new(face(on_x, outward.x), face(on_y, outward.y), face(on_z, outward.z)))
    }
}
