//! What is drawn, in a space of its own: a unit mesh or the triangles of a level.

use std::sync::Arc;

use super::Part;
use crate::geometry::Mesh;

/// Of what a solid is an affine image.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A unit mesh.
    Part(Part),
    /// Triangles in local space. That they are the same is known by the pointer.
    Mesh(Arc<Mesh>),
}

impl From<Part> for Form {
    fn from(part: Part) -> Self {
        Self::Part(part)
    }
}
