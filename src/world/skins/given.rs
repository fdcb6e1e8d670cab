//! A skinned mesh with a box that is given by hand.

use glam::{DMat4, DVec3};

use super::box64::Box64;
use super::skin_at::SkinAt;
use crate::scene::SkinBounds;
use crate::world::given_box::GivenBox;

/// The corners of a box in its own space.
pub(super) fn corners(given: GivenBox) -> [DVec3; 8] {
    Box64 { min: given.min, max: given.max }.corners()
}

impl SkinAt {
    /// From the space of a box that is given by hand to world space.
    pub(super) fn world_from_box(&self, given: GivenBox) -> DMat4 {
        match given.joint {
            None => DMat4::from(self.world_from_node()),
            Some(node) => {
                let level_from_joint = self.pose.level_from_node.get(node).copied().unwrap_or(DMat4::IDENTITY);
                DMat4::from(self.world_from_level) * level_from_joint
            }
        }
    }

    /// The box that is given by hand, in world space; a box around nothing without one.
    pub(super) fn given_box(&self) -> Box64 {
        let Some(given) = self.given else { return Box64::EMPTY };
        let matrix = self.world_from_box(given);
        Box64::of_points(corners(given).into_iter().map(|at| matrix.transform_point3(at)))
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
