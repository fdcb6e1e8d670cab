//! The cylinder of the exact references.

use glam::DVec3;

use super::Cylinder;
use crate::geometry::exact::double_double::{DoubleDouble, Vector};
use crate::geometry::shape::exact_solid::{ExactSolid, disc, signs};

impl ExactSolid for Cylinder {
    fn reach(self) -> f64 {
        libm::hypot(self.radius.into(), self.half_height.into())
    }

    fn least_size(self) -> f64 {
        self.radius.min(self.half_height).into()
    }

    fn distance(self, p: DVec3) -> f64 {
        let ring = libm::hypot(p.x, p.z);
        (ring - f64::from(self.radius)).max(p.y.abs() - f64::from(self.half_height))
    }

    fn fine_distance(self, p: Vector) -> DoubleDouble {
        let [x, y, z] = p.0;
        let ring = (x * x + z * z).sqrt();
        (ring - self.radius.into()).max(y.abs() - self.half_height.into())
    }

    fn support(self, along: DVec3) -> DVec3 {
        disc(along, self.radius) + DVec3::Y * f64::from(self.half_height) * signs(along).y
    }
}
