//! The box.

pub(crate) mod cast;
mod exact;
pub(crate) mod lanes;
mod outline;

use glam::{Affine3A, Mat3, Vec3, Vec3A};

use super::size::{Size, SizeHandle};
use super::solid::Solid;
use crate::geometry::bounds::Aabb;

/// Centred.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cuboid {
    /// Padded to a vector register, as rays use it.
    pub(crate) half_extents: Vec3A,
}

impl Solid for Cuboid {
    const WORD: &'static str = "box";
    const SIZES: &'static [Size] =
        &[Size { key: "half_extents", label: "half extents", help: "Half the edge lengths." }];
    const BOUNDS_FORMULA: &'static str = "reach = |M| · half_extents";

    fn bounds(self, world_from_local: &Affine3A) -> Aabb {
        let m = Mat3::from(world_from_local.matrix3);
        Aabb::around(world_from_local.translation.into(), m.abs() * Vec3::from(self.half_extents))
    }

    fn half_size(self) -> Vec3 {
        self.half_extents.into()
    }

    fn numbers(self) -> Vec<f32> {
        self.half_extents.to_array().to_vec()
    }

    fn handles(self) -> Vec<SizeHandle> {
        let names = ["size X", "size Y", "size Z"];
        let each = |axis: usize| SizeHandle::both(names[axis], [0, axis], axis, self.half_extents[axis], 0.0);
        (0..3).flat_map(each).collect()
    }
}
