//! The kinds of shapes.

use std::sync::Arc;

use glam::Vec3;

use super::hull::Hull;
use crate::geometry::mesh::Mesh;

/// A solid in local space. Sizes are positive and finite; the pose gives place, rotation and scale. All but the mesh
/// are convex.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Centred, `half_extents` along X, Y and Z.
    Box {
        /// Half the edge lengths.
        half_extents: Vec3,
    },
    /// Centred.
    Sphere {
        /// Radius.
        radius: f32,
    },
    /// Centred, axis Y, from `-half_height` to `half_height`.
    Cylinder {
        /// Radius in XZ.
        radius: f32,
        /// Half the height.
        half_height: f32,
    },
    /// Apex at the origin, opening towards −Y, base disc at `y = -height`.
    Cone {
        /// Radius of the base disc.
        radius: f32,
        /// Full height from apex to base.
        height: f32,
    },
    /// Centred: all points within `radius` of the segment from `(0, -half_height, 0)` to `(0, half_height, 0)`.
    Capsule {
        /// Radius.
        radius: f32,
        /// Half the length of the inner segment, without the caps.
        half_height: f32,
    },
    /// The convex hull of points; its faces belong to it. All objects with this hull share it.
    Hull(Arc<Hull>),
    /// A triangle mesh, which is solid if it is closed. All objects with this mesh share it.
    Mesh(Arc<Mesh>),
}

impl Shape {
    /// The mesh of its faces, for a shape that is drawn by them.
    pub fn faces(&self) -> Option<&Arc<Mesh>> {
        match self {
            Self::Mesh(mesh) => Some(mesh),
            Self::Hull(hull) => Some(hull.mesh()),
            _ => None,
        }
    }

    /// The number of solids that take as long to answer, see [`Mesh::weight`].
    #[cfg(feature = "scene")]
    pub(crate) fn weight(&self) -> usize {
        if let Self::Mesh(mesh) = self { mesh.weight() } else { 1 }
    }
}
