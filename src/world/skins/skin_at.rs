//! The skin of an object at a tick, with its vertices.

use std::sync::Arc;

use glam::{DAffine3, DMat4, DVec3, Vec3};

use super::super::given_box::GivenBox;
use crate::geometry::Mesh;
use crate::import::level::{NamedSkin, Rig, RigPose, Rigged, Skinned};
use crate::scene::SkinBounds;
use crate::skin::exact;

/// The skin of an object at a tick.
#[derive(Clone, Debug)]
pub struct SkinAt {
    /// From the space of the model's file to world space.
    pub world_from_level: DAffine3,
    /// The nodes and animations of the file.
    pub rig: Arc<Rig>,
    /// The mesh of the object with its joints and weights.
    pub rigged: Arc<Rigged>,
    /// The nodes at this tick.
    pub pose: RigPose,
    /// Whether the mesh is shown as modelled.
    pub is_bind: bool,
    /// The box that the frustum test uses. `given` only with a box.
    pub bounds: SkinBounds,
    /// The box that is given by hand; `None` without one.
    pub given: Option<GivenBox>,
    /// Ticks in a second of the scene.
    pub tick_rate: f64,
}

/// The same skin at the same time and place.
impl PartialEq for SkinAt {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.rigged, &other.rigged)
            && self.pose.at == other.pose.at
            && self.world_from_level == other.world_from_level
            && (self.is_bind, self.bounds, self.given) == (other.is_bind, other.bounds, other.given)
            && self.tick_rate.to_bits() == other.tick_rate.to_bits()
    }
}

impl SkinAt {
    /// The joints and weights of the vertices; `None` for a mesh without a skin, which no object here has.
    pub fn skinned(&self) -> Option<&Skinned> {
        self.rigged.skin.as_ref()
    }

    /// The joints.
    pub fn skin(&self) -> Option<&NamedSkin> {
        self.rig.skins.get(self.skinned()?.skin)
    }

    /// The same skin at another time of an animation.
    #[must_use]
    pub fn at(&self, animation: usize, time: f64) -> Self {
        Self { pose: self.rig.pose(Some((animation, time))), ..self.clone() }
    }

    /// From the space of the mesh to world space, for each joint.
    pub fn matrices(&self) -> Vec<DMat4> {
        let world = DMat4::from(self.world_from_level);
        let skin = self.skinned().map_or(0, |skinned| skinned.skin);
        self.rig.joint_matrices(skin, &self.pose).into_iter().map(|matrix| world * matrix).collect()
    }

    /// The factors of the matrix of a joint: `world_from_joint`, and `inverse_bind` from the space of the mesh to that of the
    /// joint. `None` for a joint that the skin does not have.
    pub fn factors(&self, joint: usize) -> Option<[DMat4; 2]> {
        let [level_from_joint, inverse_bind] = self.skin()?.skin.factors(joint, &self.pose.level_from_node)?;
        Some([DMat4::from(self.world_from_level) * level_from_joint, inverse_bind])
    }

    /// The transform of the node of the mesh to world space.
    pub fn world_from_node(&self) -> DAffine3 {
        self.world_from_level * self.rigged.level_from_node(&self.pose) * self.rigged.node_from_local
    }

    /// The vertices as modelled, with the weights that their morph targets have at this tick. The boxes `bind`, `root` and
    /// `joints` are of these vertices, so an animation of the weights changes the boxes too.
    pub fn bind(&self) -> Vec<Vec3> {
        self.rigged.bind_positions(&self.rig, &self.pose)
    }

    /// The vertices in world space: the sum of `w · world_from_joint · inverse_bind · v` over the joints, or as modelled.
    pub fn posed(&self, bind: &[Vec3], matrices: &[DMat4]) -> Vec<DVec3> {
        if self.is_bind {
            let node = self.world_from_node();
            return bind.iter().map(|at| node.transform_point3(at.as_dvec3())).collect();
        }
        self.skinned().map_or_else(Vec::new, |skinned| exact::pose(matrices, &skinned.influences, bind))
    }

    /// One vertex of [`SkinAt::posed`]. `None` for a vertex that the mesh does not have.
    pub fn posed_vertex(&self, vertex: usize, bind: &[Vec3], matrices: &[DMat4]) -> Option<DVec3> {
        let at = *bind.get(vertex)?;
        if self.is_bind {
            return Some(self.world_from_node().transform_point3(at.as_dvec3()));
        }
        self.by_joints(vertex, bind, matrices)
    }

    /// The vertex where its joints move it, also for a mesh that is shown as modelled: the sum of
    /// `w · world_from_joint · inverse_bind · v`. `None` for a vertex that the mesh does not have.
    pub fn by_joints(&self, vertex: usize, bind: &[Vec3], matrices: &[DMat4]) -> Option<DVec3> {
        let influences = &self.skinned()?.influences;
        let at = *bind.get(vertex).filter(|_| vertex < influences.vertices())?;
        Some(exact::position(matrices, influences, vertex, at))
    }

    /// The mesh as it is shown, in the space of the object; `None` when no triangle has finite corners.
    pub fn mesh(&self) -> Option<Arc<Mesh>> {
        if self.is_bind {
            return self.rigged.bind_mesh(&self.rig, &self.pose);
        }
        self.rigged.mesh(&self.rig, &self.pose, self.world_from_level.inverse().translation)
    }

    /// The skin moved in world space, by metres.
    pub(in crate::world) fn moved(&self, way: DVec3) -> Self {
        let world_from_level = DAffine3::from_translation(way) * self.world_from_level;
        Self { world_from_level, ..self.clone() }
    }

    /// The greatest number of joints that move one vertex.
    pub fn max_influences(&self) -> usize {
        let Some(skinned) = self.skinned() else { return 0 };
        (0..skinned.influences.vertices()).map(|vertex| skinned.influences.of_vertex(vertex).count()).max().unwrap_or(0)
    }
}
