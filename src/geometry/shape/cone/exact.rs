//! The cone of the exact references.

use glam::DVec3;

use super::Cone;
use crate::geometry::exact::double_double::{DoubleDouble, Vector};
use crate::geometry::shape::exact_solid::{ExactSolid, disc};

impl ExactSolid for Cone {
    fn reach(self) -> f64 {
        libm::hypot(self.radius.into(), self.height.into())
    }

    fn least_size(self) -> f64 {
        self.radius.min(self.height).into()
    }

    fn distance(self, p: DVec3) -> f64 {
        let ring = libm::hypot(p.x, p.z);
        let (r, h) = (f64::from(self.radius), f64::from(self.height));
        ((h * ring + r * p.y) / libm::hypot(r, h)).max(-h - p.y)
    }

    fn fine_distance(self, p: Vector) -> DoubleDouble {
        let [x, y, z] = p.0;
        let ring = (x * x + z * z).sqrt();
        let (r, h) = (DoubleDouble::from(self.radius), DoubleDouble::from(self.height));
        let slant = (r * r + h * h).sqrt();
        ((h * ring + r * y) / slant).max(-h - y)
    }

    fn support(self, along: DVec3) -> DVec3 {
        let rim = disc(along, self.radius) - DVec3::Y * f64::from(self.height);
        if rim.dot(along) > 0.0 { rim } else { DVec3::ZERO }
    }
}
