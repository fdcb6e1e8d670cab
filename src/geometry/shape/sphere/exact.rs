//! The sphere of the exact references.

use glam::DVec3;

use super::Sphere;
use crate::geometry::exact::double_double::{DoubleDouble, Vector};
use crate::geometry::shape::exact_solid::ExactSolid;

impl ExactSolid for Sphere {
    fn reach(self) -> f64 {
        self.radius.into()
    }

    fn least_size(self) -> f64 {
        self.radius.into()
    }

    fn distance(self, p: DVec3) -> f64 {
        p.length() - f64::from(self.radius)
    }

    fn fine_distance(self, p: Vector) -> DoubleDouble {
        p.length() - self.radius.into()
    }

    fn support(self, along: DVec3) -> DVec3 {
        along.normalize_or_zero() * f64::from(self.radius)
    }
}
