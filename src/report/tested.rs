//! The objects that the questions of a report are about.

use std::sync::Arc;

use crate::geometry::{Aabb, Mesh, Pose, Shape};
use crate::mistakes::Mistake;
use crate::world::{ObjectAt, World};

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
    /// The shape in local space, from which a wrong rule makes its own world box. `None` when no camera has such a rule, and for the
    /// vertices of a posed skin, which are in world space.
    pub local: Option<Box<LocalBody>>,
}

/// The box of a shape in local space, with its pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalBody {
    /// The box.
    pub bounds: Aabb,
    /// The pose of the shape in the world.
    pub pose: Pose,
    /// Whether the shape is a sphere.
    pub is_sphere: bool,
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
    /// The data of an object, with its local body when a wrong rule of a camera needs it.
    pub(super) fn of(object: &ObjectAt, has_local: bool) -> Self {
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
            local: (has_local && object.skin.is_none()).then(|| Box::new(LocalBody::of(object))),
        }
    }

    /// The number of boxes that take as long as the answer about it.
    pub(super) fn weight(&self) -> usize {
        self.mesh.as_deref().map_or(1, |at| at.mesh.weight())
    }
}

impl LocalBody {
    fn of(object: &ObjectAt) -> Self {
        Self {
            bounds: Aabb::of(&object.shape, &Pose::IDENTITY),
            pose: object.pose,
            is_sphere: matches!(object.shape, Shape::Sphere { .. }),
        }
    }

    /// Whether the rule of some camera needs the local bodies.
    pub(super) fn is_needed(world: &World) -> bool {
        world.cameras.iter().any(|camera| camera.mistake.is_some_and(Mistake::is_of_bodies))
    }
}
