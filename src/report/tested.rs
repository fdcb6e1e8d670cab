//! The objects that the questions of a report are about.

use std::sync::Arc;

use crate::geometry::{Aabb, Mesh, Pose, Shape};
use crate::world::ObjectAt;

/// The data of an object for the questions.
#[derive(Clone, Debug, PartialEq)]
pub struct TestedObject {
    /// Its name.
    pub name: Arc<str>,
    /// The tight box in world space.
    pub aabb: Aabb,
    /// The box that the planes of cameras test: the tight box, or another box of a skinned mesh.
    pub view_box: Aabb,
    /// Bit n is layer n.
    pub layers: u64,
    /// The triangles of a mesh; `None` for other shapes.
    pub mesh: Option<Box<MeshAt>>,
}

/// A mesh with its pose.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshAt {
    /// The mesh in local space.
    pub mesh: Arc<Mesh>,
    /// Its pose in the world.
    pub pose: Pose,
}

impl TestedObject {
    pub(super) fn of(object: &ObjectAt) -> Self {
        let mesh = match &object.shape {
            Shape::Mesh(mesh) => Some(Box::new(MeshAt { mesh: Arc::clone(mesh), pose: object.pose })),
            _ => None,
        };
        Self {
            name: Arc::clone(&object.name),
            aabb: object.aabb,
            view_box: object.view_box,
            layers: object.layers,
            mesh,
        }
    }

    /// The number of boxes that take as long as the answer about it.
    pub(super) fn weight(&self) -> usize {
        self.mesh.as_deref().map_or(1, |at| at.mesh.weight())
    }
}
