//! The triangles of a drawn piece in local space: a unit mesh or the triangles of a level.

use std::sync::Arc;

use super::part::Part;
use crate::geometry::Mesh;

/// The triangles that an affine map transforms to a solid.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A unit mesh.
    Part(Part),
    /// Triangles in local space, compared by pointer.
    Mesh(Arc<Mesh>),
}

impl Form {
    /// Whether it has materials.
    pub fn has_material(&self) -> bool {
        matches!(self, Self::Mesh(mesh) if mesh.surface().is_some())
    }
}

impl From<Part> for Form {
    fn from(part: Part) -> Self {
        Self::Part(part)
    }
}
