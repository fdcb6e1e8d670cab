//! The box of a skinned mesh that a scene gives by hand, as engines keep it.

use glam::{DMat4, DVec3};

use super::{Box64, SkinAt};
use crate::import::level::{Rig, Rigged};
use crate::scene::{GivenBounds, SkinBounds};

/// A box in the space of the skinned node, or of a joint. What the planes test is the box around its moved corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GivenBox {
    /// The least coordinates.
    pub min: DVec3,
    /// The greatest coordinates.
    pub max: DVec3,
    /// The node of the joint that moves it; `None` for the node of the mesh.
    pub joint: Option<usize>,
}

impl GivenBox {
    /// `None` for a joint that the skin of a mesh does not have.
    pub(in crate::world) fn of(given: &GivenBounds, rig: &Rig, rigged: &Rigged) -> Option<Self> {
        let joint = match &given.joint {
            None => None,
            Some(name) => {
                let skin = rig.skins.get(rigged.skin.as_ref()?.skin)?;
                Some(
                    *skin
                        .skin
                        .joints
                        .iter()
                        .find(|node| rig.nodes.get(**node).is_some_and(|node| *node.name == **name))?,
                )
            }
        };
        let corner = |corner: [f32; 3]| DVec3::from(corner.map(f64::from));
        Some(Self { min: corner(given.min), max: corner(given.max), joint })
    }

    /// Its corners in its own space.
    pub(super) fn corners(&self) -> [DVec3; 8] {
        Box64 { min: self.min, max: self.max }.corners()
    }

    /// From its own space to world space, at the tick of a skin.
    pub(super) fn world_from_box(&self, skin: &SkinAt) -> DMat4 {
        match self.joint {
            None => DMat4::from(skin.world_from_node()),
            Some(node) => {
                let level_from_joint = skin.pose.level_from_node.get(node).copied().unwrap_or(DMat4::IDENTITY);
                DMat4::from(skin.world_from_level) * level_from_joint
            }
        }
    }

    /// What the answers about it depend on.
    pub(super) fn key(&self) -> [u64; 7] {
        let [a, b, c] = self.min.to_array().map(f64::to_bits);
        let [d, e, f] = self.max.to_array().map(f64::to_bits);
        [a, b, c, d, e, f, self.joint.map_or(u64::MAX, |joint| joint as u64)]
    }
}

impl SkinAt {
    /// The box that is given by hand, in world space; a box around nothing without one.
    pub(super) fn given_box(&self) -> Box64 {
        let Some(given) = self.given else { return Box64::EMPTY };
        let matrix = given.world_from_box(self);
        Box64::of_points(given.corners().into_iter().map(|at| matrix.transform_point3(at)))
    }

    /// The boxes that may not enclose the mesh, in the order of the report: those that are computed, and the one that is given.
    pub fn judged_boxes(&self) -> impl Iterator<Item = SkinBounds> {
        let computed = SkinBounds::ALL.into_iter().filter(|method| *method != SkinBounds::Exact);
        computed.chain(self.given.map(|_| SkinBounds::Given))
    }

    /// All boxes of the mesh: those of [`SkinAt::judged_boxes`], and the exact one last.
    pub fn all_boxes(&self) -> impl Iterator<Item = SkinBounds> {
        self.judged_boxes().chain([SkinBounds::Exact])
    }
}
