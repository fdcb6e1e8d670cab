//! Cameras, objects, rays and the octree of a scene, placed in world space.

use std::sync::Arc;

use glam::{DAffine3, DQuat, Mat3, Vec3, Vec3A};

use super::skins::SkinAt;
use crate::geometry::camera::Camera;
use crate::geometry::frustum::Frustum;
use crate::geometry::ray::{Ray, RayQuery};
use crate::geometry::{Aabb, Pose, Shape};
use crate::mistakes::Mistake;
use crate::octree::{Method, Region};
use crate::scene::{self, ItemId};

/// A camera in world space.
#[derive(Clone, Debug, PartialEq)]
pub struct CameraAt {
    /// Its identity.
    pub id: ItemId,
    /// Unique in the scene.
    pub name: Arc<str>,
    /// Pose and projection.
    pub camera: Camera,
    /// The planes of its view volume.
    pub frustum: Frustum,
    /// The layers that it sees: bit n is layer n; all ones without a mask.
    pub mask: u64,
    /// Width and height of its picture in pixels.
    pub size: [u32; 2],
    /// The bits of its depth buffer; 32 bits are a float.
    pub depth_bits: u32,
    /// The wrong rule whose answers are beside the right ones.
    pub mistake: Option<&'static Mistake>,
    /// Why it has no answers: it is attached to an unplaced object, so its pose is wrong.
    pub error: Option<Arc<str>>,
}

/// An object in world space.
#[derive(Clone, Debug)]
pub struct ObjectAt {
    /// Its identity.
    pub id: ItemId,
    /// Unique in the scene.
    pub name: Arc<str>,
    /// In local space.
    pub shape: Shape,
    /// From local to world space and back.
    pub pose: Pose,
    /// The pose's rotation without its scale.
    pub rotation: DQuat,
    /// Tight bounds in world space.
    pub aabb: Aabb,
    /// The box that frustum tests use: the tight bounds, or another box of a skinned mesh.
    pub view_box: Aabb,
    /// The skin of an object of a model; `None` without one.
    pub skin: Option<Arc<SkinAt>>,
    /// Bit n is layer n.
    pub layers: u64,
    /// The colour in pictures; the default without one.
    pub color: Option<scene::Color>,
    /// Its path, in world space.
    pub path: Option<Arc<scene::Path>>,
    /// Whether time moves it: a path, a session, an agent, or the animation of its model.
    pub moves: bool,
}

impl ObjectAt {
    /// The same object, moved by a vector in metres. `None` when the pose has no inverse in 32-bit numbers.
    pub fn moved(&self, way: Vec3) -> Option<Self> {
        let mut world_from_local = self.pose.world_from_local();
        world_from_local.translation += Vec3A::from(way);
        let linear = Mat3::from(world_from_local.matrix3).as_dmat3();
        let translation = Vec3::from(world_from_local.translation).as_dvec3();
        let pose = Pose::from_affine(DAffine3::from_mat3_translation(linear, translation))?;
        let shift = |aabb: Aabb| Aabb { min: aabb.min + way, max: aabb.max + way };
        let skin = self.skin.as_ref().map(|skin| Arc::new(skin.moved(way.as_dvec3())));
        Some(Self { pose, aabb: shift(self.aabb), view_box: shift(self.view_box), skin, ..self.clone() })
    }
}

/// An unplaced object of the scene: its mesh cannot be read, or its pose has no inverse in 32-bit numbers. It has no
/// answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unplaced {
    /// Its identity.
    pub id: ItemId,
    /// Unique in the scene.
    pub name: Arc<str>,
    /// Its index in the scene's list.
    pub written: usize,
    /// The reason, as a part of a sentence.
    pub error: Arc<str>,
}

/// A ray in world space.
#[derive(Clone, Debug, PartialEq)]
pub struct RayAt {
    /// Its identity.
    pub id: ItemId,
    /// Unique in the scene.
    pub name: Arc<str>,
    /// Origin and direction as given.
    pub ray: Ray,
    /// Kind, and treatment of a start inside.
    pub query: RayQuery,
    /// Bit n is layer n; all ones without a mask.
    pub mask: u64,
    /// The wrong rule whose answers are beside the right ones.
    pub mistake: Option<&'static Mistake>,
}

/// The region and method of the octree over all objects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OctreeAt {
    /// As in the file, or around all objects at this tick.
    pub region: Region,
    /// How an object's cell is chosen.
    pub method: Method,
}
