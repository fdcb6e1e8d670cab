//! The open scene's octree: its answers, and the parts of it that are drawn.

use super::Workspace;
use crate::picture::{OctreeLook, shows_octree};
use crate::report::OctreeAnswers;

/// The state of the octree's view. It is not part of the scene.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OctreeView {
    look: OctreeLook,
    /// Whether its panel is open.
    is_open: bool,
}

impl Workspace {
    /// The octree's answers, if the scene has one.
    pub fn octree(&self) -> Option<&OctreeAnswers> {
        self.report.octree.as_ref()
    }

    /// The octree's answers, when they are drawn: while its panel is open, or while no object is selected together with
    /// a camera or ray.
    pub fn octree_in_view(&self) -> Option<&OctreeAnswers> {
        self.octree().filter(|_| self.view.octree.is_open || shows_octree(&self.selection.selected))
    }

    /// Whether the octree's panel is open.
    pub(crate) fn is_octree_open(&self) -> bool {
        self.view.octree.is_open
    }

    /// The parts of the octree that are drawn.
    pub fn octree_look(&self) -> &OctreeLook {
        &self.view.octree.look
    }

    /// Sets the parts of the octree that are drawn. This is not a change of the scene.
    pub fn set_octree_look(&mut self, look: OctreeLook) {
        if look != self.view.octree.look {
            self.view.octree.look = look;
            self.view.appearance_revision += 1;
        }
    }

    /// Sets whether the octree's panel is open. While it is closed, no cell is highlighted.
    pub fn open_octree(&mut self, is_open: bool) {
        if is_open != self.view.octree.is_open {
            self.view.octree.is_open = is_open;
            self.view.appearance_revision += 1;
        }
        if !is_open {
            self.set_octree_look(OctreeLook { pointed: None, ..self.view.octree.look });
        }
    }
}
