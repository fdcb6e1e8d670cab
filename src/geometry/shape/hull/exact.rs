//! The hull of the exact references: the greatest of the distances from the planes of its triangles.

use glam::{DVec3, Vec3};

use super::solid::Hull;
use crate::geometry::exact::double_double::{DoubleDouble, Vector};
use crate::geometry::shape::exact_solid::ExactSolid;

impl ExactSolid for &Hull {
    fn reach(self) -> f64 {
        self.reach
    }

    fn least_size(self) -> f64 {
        self.width
    }

    fn distance(self, p: DVec3) -> f64 {
        let distances = self.planes.iter().map(|plane| (plane.normal.dot(p) - plane.offset) / plane.normal.length());
        distances.fold(f64::NEG_INFINITY, f64::max)
    }

    fn fine_distance(self, p: Vector) -> DoubleDouble {
        let planes = self.fine_planes.get_or_init(|| {
            let fine = |[a, b, c]: [Vec3; 3]| {
                let [start, second, third] = [a, b, c].map(Vector::from);
                let normal = (second - start).cross(third - start);
                (normal, a, normal.length())
            };
            self.planes.iter().map(|plane| fine(plane.corners)).collect()
        });
        let distance =
            |(normal, start, length): &(Vector, Vec3, DoubleDouble)| normal.dot(p - Vector::from(*start)) / *length;
        planes.iter().map(distance).fold(f64::NEG_INFINITY.into(), DoubleDouble::max)
    }

    fn support(self, along: DVec3) -> DVec3 {
        let corners = self.mesh().positions().iter().map(|corner| corner.as_dvec3());
        corners.max_by(|a, b| a.dot(along).total_cmp(&b.dot(along))).unwrap_or_default()
    }
}
