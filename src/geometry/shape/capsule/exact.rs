//! The capsule of the exact references.

use glam::DVec3;

use super::Capsule;
use crate::geometry::exact::double_double::{DoubleDouble, Vector};
use crate::geometry::shape::exact_solid::{ExactSolid, signs};

impl ExactSolid for Capsule {
    fn reach(self) -> f64 {
        f64::from(self.radius) + f64::from(self.half_height)
    }

    fn least_size(self) -> f64 {
        self.radius.min(self.half_height).into()
    }

    fn distance(self, p: DVec3) -> f64 {
        let h = f64::from(self.half_height);
        (p - DVec3::Y * p.y.clamp(-h, h)).length() - f64::from(self.radius)
    }

    fn fine_distance(self, p: Vector) -> DoubleDouble {
        let [x, y, z] = p.0;
        let h = DoubleDouble::from(self.half_height);
        let beyond = y - y.min(h).max(-h);
        (x * x + beyond * beyond + z * z).sqrt() - self.radius.into()
    }

    fn support(self, along: DVec3) -> DVec3 {
        let ball = along.normalize_or_zero() * f64::from(self.radius);
        ball + DVec3::Y * f64::from(self.half_height) * signs(along).y
    }
}
