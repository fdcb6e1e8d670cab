//! The cylinder.

pub(crate) mod cast;
mod exact;
pub(crate) mod lanes;
mod outline;

use glam::{Affine3A, Mat3, Vec3};

use super::size::{Size, SizeHandle};
use super::solid::{Solid, disc_reach};
use crate::geometry::bounds::Aabb;

/// Centred, axis Y.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cylinder {
    /// Radius.
    pub(crate) radius: f32,
    /// Half the height.
    pub(crate) half_height: f32,
}

impl Solid for Cylinder {
    const WORD: &'static str = "cylinder";
    const SIZES: &'static [Size] = &[
        Size { key: "radius", label: "radius", help: "Radius before the scale." },
        Size { key: "half_height", label: "half height", help: "Half the length along Y." },
    ];
    const BOUNDS_FORMULA: &'static str = "reach = radius · √(Mx² + Mz²) + half_height · |My|   (two discs)";

    fn bounds(self, world_from_local: &Affine3A) -> Aabb {
        let m = Mat3::from(world_from_local.matrix3);
        let reach = disc_reach(m, self.radius) + m.y_axis.abs() * self.half_height;
        Aabb::around(world_from_local.translation.into(), reach)
    }

    fn half_size(self) -> Vec3 {
        Vec3::new(self.radius, self.half_height, self.radius)
    }

    fn numbers(self) -> Vec<f32> {
        vec![self.radius, self.half_height]
    }

    fn handles(self) -> Vec<SizeHandle> {
        let ends = SizeHandle::both("height", [1, 0], 1, self.half_height, 0.0);
        [SizeHandle::radius(0, self.radius, 0.0)].into_iter().chain(ends).collect()
    }
}
