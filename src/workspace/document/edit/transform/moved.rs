//! An item at the beginning of a change: its part, the space in which it is written, and what a recording gives.

use glam::{DAffine3, DMat3, DQuat, DVec3, Mat3, Vec3};

use crate::behavior::NodeId;
use crate::scene::{Entry, Follow};
use crate::world::World;

/// The part of an item that a change moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum MovedPart {
    /// All of it.
    #[default]
    Whole,
    /// The point of a ray at t = 0. The point at t = 1 stays.
    RayStart,
    /// The point of a ray at t = 1.
    RayEnd,
    /// The point that a camera looks at.
    LookAt,
    /// A point of the path of an object.
    PathPoint(usize),
    /// The goal of a leak.
    LeakGoal,
    /// The tip of the normal of a cut.
    Normal,
    /// A point of a node of an agent's tree, by its index in [`tree_points`](super::tree_points) of this node.
    NodePoint(NodeId, usize),
}

/// An item at the beginning of a change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Moved {
    pub(crate) entry: Entry,
    pub(crate) part: MovedPart,
    /// The space in which a camera is written: that of the object that carries it.
    pub(crate) carrier: Carrier,
    /// The rotation of a camera in world space.
    pub(crate) rotation: DQuat,
}

impl Moved {
    /// All of an item that is written in world space.
    pub(crate) fn in_world(entry: Entry) -> Self {
        Self { entry, part: MovedPart::Whole, carrier: Carrier::WORLD, rotation: DQuat::IDENTITY }
    }
}

/// The space of an object that carries a camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Carrier {
    pub(crate) world_from_local: DAffine3,
    pub(crate) rotation: DQuat,
}

impl Carrier {
    /// The world.
    pub(crate) const WORLD: Self = Self { world_from_local: DAffine3::IDENTITY, rotation: DQuat::IDENTITY };

    /// The space of the object with a name; `None` when the world does not have it.
    pub(crate) fn of(name: Option<&str>, world: &World) -> Option<Self> {
        let object = name.and_then(|name| world.objects.iter().find(|object| *object.name == *name))?;
        let affine = object.pose.world_from_local();
        let matrix = Mat3::from(affine.matrix3).as_dmat3();
        let world_from_local = DAffine3::from_mat3_translation(matrix, Vec3::from(affine.translation).as_dvec3());
        Some(Self { world_from_local, rotation: object.rotation })
    }
}

/// Whether a recording gives the position of an item, and whether it gives the rotation.
pub(crate) fn driven(follow: Option<&Follow>) -> [bool; 2] {
    follow.map_or([false; 2], |follow| [follow.track.has_position(), follow.track.has_rotation()])
}

/// The axes of an item: the columns of its rotation.
pub(crate) fn axes_of(rotation: DQuat) -> [DVec3; 3] {
    let DMat3 { x_axis, y_axis, z_axis } = DMat3::from_quat(rotation);
    [x_axis, y_axis, z_axis]
}
