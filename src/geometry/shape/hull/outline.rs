//! The outline of the hull.

use glam::{DVec3, Vec3};

use super::solid::Hull;
use crate::geometry::shape::outline::{Outline, Rim};
use crate::geometry::shape::part::SolidPart;

impl Outline for &Hull {
    fn parts(self) -> Vec<(SolidPart, Vec3, Vec3)> {
        Vec::new()
    }

    fn rims(self) -> Vec<Rim> {
        self.edges.iter().map(|edge| Rim::Edge(*edge)).collect()
    }

    fn facet_count(self, _: impl Fn(f32) -> u32) -> u64 {
        self.mesh().triangles().len() as u64
    }

    fn facets(self, _: impl Fn(f32) -> u32, push: &mut impl FnMut([DVec3; 3])) {
        let mesh = self.mesh();
        (0..mesh.triangles().len()).for_each(|i| push(mesh.corners(i).map(Vec3::as_dvec3)));
    }
}
