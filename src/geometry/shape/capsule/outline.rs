//! The outline of the capsule.

use glam::{DVec3, Vec3};

use super::Capsule;
use crate::geometry::shape::outline::{Outline, Rim, ball_facets};
use crate::geometry::shape::part::SolidPart;

impl Outline for Capsule {
    fn parts(self) -> Vec<(SolidPart, Vec3, Vec3)> {
        let Self { radius, half_height } = self;
        vec![
            (SolidPart::Tube, Vec3::ZERO, Vec3::new(radius, half_height, radius)),
            (SolidPart::Dome, Vec3::Y * half_height, Vec3::splat(radius)),
            (SolidPart::Dome, Vec3::NEG_Y * half_height, Vec3::new(radius, -radius, radius)),
        ]
    }

    fn rims(self) -> Vec<Rim> {
        [self.half_height, -self.half_height].map(|y| Rim::Circle { radius: self.radius, y }).to_vec()
    }

    fn facet_count(self, segments: impl Fn(f32) -> u32) -> u64 {
        // As for the sphere, with one row more.
        u64::from(segments(self.radius)).pow(2)
    }

    fn facets(self, segments: impl Fn(f32) -> u32, push: &mut impl FnMut([DVec3; 3])) {
        ball_facets(self.radius, self.half_height, segments(self.radius), push);
    }
}
