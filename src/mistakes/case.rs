//! Cases: inputs of questions.

use glam::{DMat3, DVec3};

use super::question::SpatialQuestion;
use crate::geometry::camera::DepthRange;

/// An input of a question. All numbers are finite.
#[derive(Clone, Debug, PartialEq)]
pub enum Case {
    /// A box and a view volume.
    FrustumBox {
        /// The matrix, column by column.
        clip_from_world: [f32; 16],
        /// The depths of near and far plane in clip space.
        depth: DepthRange,
        /// The least corner of the box.
        min: [f32; 3],
        /// The greatest corner of the box.
        max: [f32; 3],
    },
    /// A sphere and a view volume.
    FrustumSphere {
        /// The matrix, column by column.
        clip_from_world: [f32; 16],
        /// The depths of near and far plane in clip space.
        depth: DepthRange,
        /// The centre of the sphere.
        center: [f32; 3],
        /// Its radius, at least 0.
        radius: f32,
    },
    /// A ray and a solid in a pose.
    RaySolid(RayCase),
    /// A ray and a triangle; both sides count.
    RayTriangle {
        /// The start of the ray.
        origin: [f32; 3],
        /// Its direction, of any length but 0.
        direction: [f32; 3],
        /// The three corners.
        corners: [[f32; 3]; 3],
    },
    /// Two boxes, each by its least and its greatest corner.
    BoxBox {
        /// One box.
        a: [[f32; 3]; 2],
        /// The other box.
        b: [[f32; 3]; 2],
    },
    /// A local box and its pose.
    TransformedBox {
        /// The matrix, column by column; its last row is 0, 0, 0, 1.
        world_from_local: [f32; 16],
        /// The least corner.
        min: [f32; 3],
        /// The greatest corner.
        max: [f32; 3],
    },
    /// A cell of an octree.
    Morton {
        /// Its place along each axis, below 2 to the power of `depth`.
        cell: [u32; 3],
        /// The depth of the tree, 1 to 21.
        depth: u32,
    },
}

/// A ray and a solid in a pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayCase {
    /// The start of the ray.
    pub origin: [f32; 3],
    /// Its direction, of any length but 0.
    pub direction: [f32; 3],
    /// The kind of the solid.
    pub kind: SolidKind,
    /// Its sizes, in the order of [`SolidKind::size_names`]; unused ones are 0.
    pub sizes: [f32; 3],
    /// The pose, column by column; its last row is 0, 0, 0, 1.
    pub world_from_local: [f32; 16],
}

/// The kinds of solids that are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolidKind {
    /// Half extents along X, Y and Z.
    Box,
    /// A radius.
    Sphere,
    /// A radius and half the height along Y.
    Cylinder,
    /// The radius of the base and the height; the apex is at the origin, the base at `y = -height`.
    Cone,
    /// A radius and half the length of the inner segment along Y.
    Capsule,
}

impl SolidKind {
    /// The word of the shape in a scene file.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Box => "box",
            Self::Sphere => "sphere",
            Self::Cylinder => "cylinder",
            Self::Cone => "cone",
            Self::Capsule => "capsule",
        }
    }

    /// The keys of its sizes in a scene file. Those of a box are one key, `half_extents`, with three numbers.
    pub const fn size_names(self) -> &'static [&'static str] {
        match self {
            Self::Box => &["half_extents"],
            Self::Sphere => &["radius"],
            Self::Cylinder | Self::Capsule => &["radius", "half_height"],
            Self::Cone => &["radius", "height"],
        }
    }

    /// The number of its sizes.
    pub const fn size_count(self) -> usize {
        match self {
            Self::Box => 3,
            _ => self.size_names().len(),
        }
    }

    /// The question about it.
    pub const fn question(self) -> SpatialQuestion {
        match self {
            Self::Box => SpatialQuestion::RayBox,
            Self::Sphere => SpatialQuestion::RaySphere,
            Self::Cylinder => SpatialQuestion::RayCylinder,
            Self::Cone => SpatialQuestion::RayCone,
            Self::Capsule => SpatialQuestion::RayCapsule,
        }
    }

    /// The solid of a question about a ray and a solid.
    pub fn of_question(question: SpatialQuestion) -> Option<Self> {
        let all = [Self::Box, Self::Sphere, Self::Cylinder, Self::Cone, Self::Capsule];
        all.into_iter().find(|kind| kind.question() == question)
    }
}

impl Case {
    /// The question that it is an input of.
    pub fn question(&self) -> SpatialQuestion {
        match self {
            Self::FrustumBox { .. } => SpatialQuestion::FrustumBox,
            Self::FrustumSphere { .. } => SpatialQuestion::FrustumSphere,
            Self::RaySolid(ray) => ray.kind.question(),
            Self::RayTriangle { .. } => SpatialQuestion::RayTriangle,
            Self::BoxBox { .. } => SpatialQuestion::BoxBox,
            Self::TransformedBox { .. } => SpatialQuestion::TransformedBox,
            Self::Morton { .. } => SpatialQuestion::Morton,
        }
    }

    /// Its `f32` numbers, to be changed. Those of a cell are whole numbers and are left out.
    pub fn numbers_mut(&mut self) -> Vec<&mut f32> {
        match self {
            Self::FrustumBox { clip_from_world, min, max, .. } => {
                clip_from_world.iter_mut().chain(min).chain(max).collect()
            }
            Self::FrustumSphere { clip_from_world, center, radius, .. } => {
                clip_from_world.iter_mut().chain(center).chain([radius]).collect()
            }
            Self::RaySolid(ray) => ray.numbers_mut(),
            Self::RayTriangle { origin, direction, corners } => {
                origin.iter_mut().chain(direction).chain(corners.iter_mut().flatten()).collect()
            }
            Self::BoxBox { a, b } => a.iter_mut().flatten().chain(b.iter_mut().flatten()).collect(),
            Self::TransformedBox { world_from_local, min, max } => {
                world_from_local.iter_mut().chain(min).chain(max).collect()
            }
            Self::Morton { .. } => Vec::new(),
        }
    }
}

impl RayCase {
    /// Its numbers, to be changed, without sizes that its solid does not have and without the last row of the pose.
    pub fn numbers_mut(&mut self) -> Vec<&mut f32> {
        let sizes = self.sizes.iter_mut().take(self.kind.size_count());
        let rows = |i: usize| i % 4 != 3;
        let pose = self.world_from_local.iter_mut().enumerate().filter(move |(i, _)| rows(*i)).map(|(_, x)| x);
        self.origin.iter_mut().chain(&mut self.direction).chain(sizes).chain(pose).collect()
    }

    /// The linear part and the translation of the pose.
    pub fn pose(&self) -> (DMat3, DVec3) {
        affine(&self.world_from_local)
    }
}

/// The linear part and the translation of an affine matrix.
pub(super) fn affine(m: &[f32; 16]) -> (DMat3, DVec3) {
    let column = |i: usize| DVec3::new(m[4 * i].into(), m[4 * i + 1].into(), m[4 * i + 2].into());
    (DMat3::from_cols(column(0), column(1), column(2)), column(3))
}

/// A vector of three `f32`.
pub(super) fn vector(v: [f32; 3]) -> DVec3 {
    DVec3::from_array(v.map(f64::from))
}
