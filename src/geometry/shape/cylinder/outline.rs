//! The outline of the cylinder.

use glam::{DVec3, Vec3};

use super::Cylinder;
use crate::geometry::shape::outline::{Outline, Rim, turned};
use crate::geometry::shape::part::SolidPart;

impl Outline for Cylinder {
    fn parts(self) -> Vec<(SolidPart, Vec3, Vec3)> {
        vec![(SolidPart::Cylinder, Vec3::ZERO, Vec3::new(self.radius, self.half_height, self.radius))]
    }

    fn rims(self) -> Vec<Rim> {
        [self.half_height, -self.half_height].map(|y| Rim::Circle { radius: self.radius, y }).to_vec()
    }

    fn facet_count(self, segments: impl Fn(f32) -> u32) -> u64 {
        4 * u64::from(segments(self.radius))
    }

    fn facets(self, segments: impl Fn(f32) -> u32, push: &mut impl FnMut([DVec3; 3])) {
        let (r, h) = (f64::from(self.radius), f64::from(self.half_height));
        let profile = [[0.0, -h], [r, -h], [r, h], [0.0, h]];
        turned(&profile, segments(self.radius), push);
    }
}
