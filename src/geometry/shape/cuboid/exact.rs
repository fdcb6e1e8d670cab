//! The box of the exact references.

use glam::DVec3;

use super::Cuboid;
use crate::geometry::exact::double_double::{DoubleDouble, Vector};
use crate::geometry::shape::exact_solid::{ExactSolid, signs};

impl ExactSolid for Cuboid {
    fn reach(self) -> f64 {
        self.half_extents.as_dvec3().length()
    }

    fn least_size(self) -> f64 {
        self.half_extents.min_element().into()
    }

    fn distance(self, p: DVec3) -> f64 {
        (p.abs() - self.half_extents.as_dvec3()).max_element()
    }

    fn fine_distance(self, p: Vector) -> DoubleDouble {
        let [x, y, z] = p.0;
        let [a, b, c] = self.half_extents.to_array().map(DoubleDouble::from);
        (x.abs() - a).max(y.abs() - b).max(z.abs() - c)
    }

    fn support(self, along: DVec3) -> DVec3 {
        self.half_extents.as_dvec3() * signs(along)
    }
}
