//! The outline of the cone.

use glam::{DVec3, Vec3};

use super::Cone;
use crate::geometry::shape::outline::{Outline, Rim, turned};
use crate::geometry::shape::part::SolidPart;

impl Outline for Cone {
    fn parts(self) -> Vec<(SolidPart, Vec3, Vec3)> {
        vec![(SolidPart::Cone, Vec3::ZERO, Vec3::new(self.radius, self.height, self.radius))]
    }

    fn rims(self) -> Vec<Rim> {
        vec![Rim::Circle { radius: self.radius, y: -self.height }]
    }

    fn facet_count(self, segments: impl Fn(f32) -> u32) -> u64 {
        2 * u64::from(segments(self.radius))
    }

    fn facets(self, segments: impl Fn(f32) -> u32, push: &mut impl FnMut([DVec3; 3])) {
        let (r, h) = (f64::from(self.radius), f64::from(self.height));
        turned(&[[0.0, -h], [r, -h], [0.0, 0.0]], segments(self.radius), push);
    }
}
