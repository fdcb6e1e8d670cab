//! The triangles of a drawn piece in local space: a unit mesh or the triangles of a level.

use std::sync::Arc;

use super::part::SolidPart;
use crate::geometry::Mesh;

/// The triangles that an affine map transforms to a solid.
#[derive(Clone, Debug, PartialEq)]
pub enum SolidForm {
    /// A unit mesh.
    Part(SolidPart),
    /// Triangles in local space, compared by pointer.
    Mesh(Arc<Mesh>),
}

impl SolidForm {
    /// Whether it has materials.
    pub fn has_material(&self) -> bool {
        matches!(self, Self::Mesh(mesh) if mesh.surface().is_some())
    }
}

impl From<SolidPart> for SolidForm {
    fn from(part: SolidPart) -> Self {
        Self::Part(part)
    }
}
