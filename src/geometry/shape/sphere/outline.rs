//! The outline of the sphere.

use glam::{DVec3, Vec3};

use super::Sphere;
use crate::geometry::shape::outline::{Outline, Rim, ball_facets};
use crate::geometry::shape::part::SolidPart;

impl Outline for Sphere {
    fn parts(self) -> Vec<(SolidPart, Vec3, Vec3)> {
        vec![(SolidPart::Ball, Vec3::ZERO, Vec3::splat(self.radius))]
    }

    fn rims(self) -> Vec<Rim> {
        vec![Rim::Circle { radius: self.radius, y: 0.0 }]
    }

    fn facet_count(self, segments: impl Fn(f32) -> u32) -> u64 {
        // As many rows as half a turn has segments; those at the ends are of single triangles.
        let segments = u64::from(segments(self.radius));
        segments * (segments - 2)
    }

    fn facets(self, segments: impl Fn(f32) -> u32, push: &mut impl FnMut([DVec3; 3])) {
        ball_facets(self.radius, 0.0, segments(self.radius), push);
    }
}
