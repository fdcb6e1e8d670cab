//! The sphere.

pub(crate) mod cast;
mod exact;
pub(crate) mod lanes;
mod outline;

use glam::{Affine3A, Mat3, Vec3};

use super::size::{Size, SizeHandle};
use super::solid::{Solid, ball_reach};
use crate::geometry::bounds::Aabb;

/// Centred.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sphere {
    /// Radius.
    pub(crate) radius: f32,
}

impl Solid for Sphere {
    const WORD: &'static str = "sphere";
    const SIZES: &'static [Size] = &[Size { key: "radius", label: "radius", help: "Radius before the scale." }];
    const BOUNDS_FORMULA: &'static str = "reach = radius · length of each row of M   (an ellipsoid under scale)";

    fn bounds(self, world_from_local: &Affine3A) -> Aabb {
        let m = Mat3::from(world_from_local.matrix3);
        Aabb::around(world_from_local.translation.into(), ball_reach(m, self.radius))
    }

    fn half_size(self) -> Vec3 {
        Vec3::splat(self.radius)
    }

    fn numbers(self) -> Vec<f32> {
        vec![self.radius]
    }

    fn handles(self) -> Vec<SizeHandle> {
        vec![SizeHandle::radius(0, self.radius, 0.0)]
    }
}
