//! Many rays against the hull.

#![expect(clippy::inline_always, reason = "a call is not vectorised, see `LaneCast`")]
#![expect(clippy::needless_bitwise_bool, reason = "a lazy operator is a branch")]

use glam::Vec3;

use super::solid::Hull;
use crate::geometry::interval::Interval;
use crate::geometry::ray::batch::choice::{BatchAnswer, EndChoice};
use crate::geometry::ray::batch::lane_cast::LaneCast;

impl LaneCast for &Hull {
    const CHECKS: bool = false;

    /// The planes one by one: their number is not known when the kernel is compiled.
    #[inline(always)]
    fn lanes(self, o: Vec3, d: Vec3, choice: EndChoice) -> BatchAnswer {
        let (o, d) = (o.as_dvec3(), d.as_dvec3());
        let mut t = Interval::<f64>::ALL;
        let mut normals = [Vec3::ZERO; 2];
        let mut is_beside = false;
        for plane in &self.planes {
            let (height, speed) = (plane.normal.dot(o), plane.normal.dot(d));
            let tau = (plane.offset - height) / speed;
            if (speed < 0.0) & (tau > t.near) {
                (t.near, normals[0]) = (tau, plane.normal.as_vec3());
            }
            if (speed > 0.0) & (tau < t.far) {
                (t.far, normals[1]) = (tau, plane.normal.as_vec3());
            }
            is_beside |= (speed == 0.0) & (height > plane.offset);
        }
        #[expect(clippy::cast_possible_truncation, reason = "rounding is what it is for")]
        let chord = if is_beside { Interval::EMPTY } else { t.map(|t| t as f32) };
        let chosen = choice.choose(chord);
        chosen.with_normal(normals[usize::from(chosen.leaving)])
    }
}
