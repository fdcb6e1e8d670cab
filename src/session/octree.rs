//! The open scene's octree: its answers, and how much of it is drawn.

use super::Session;
use crate::picture::{OctreeLook, shows_octree};
use crate::report::OctreeAnswers;

/// What of the octree is seen; no part of the scene.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OctreeView {
    look: OctreeLook,
    /// Whether its panel is open.
    is_open: bool,
}

impl Session {
    /// The octree's answers, if the scene asks for one.
    pub fn octree(&self) -> Option<&OctreeAnswers> {
        self.report.octree.as_ref()
    }

    /// The octree's answers when they are to be drawn: while its panel is open, or when nobody asks about an object.
    pub fn octree_in_view(&self) -> Option<&OctreeAnswers> {
        self.octree().filter(|_| self.view.octree.is_open || shows_octree(&self.selection.selected))
    }

    /// Whether the octree's panel is open.
    pub(super) fn is_octree_open(&self) -> bool {
        self.view.octree.is_open
    }

    /// What of the octree is drawn.
    pub fn octree_look(&self) -> &OctreeLook {
        &self.view.octree.look
    }

    /// Draws other parts of the octree: a matter of the view.
    pub fn set_octree_look(&mut self, look: OctreeLook) {
        if look != self.view.octree.look {
            self.view.octree.look = look;
            self.view.looks += 1;
        }
    }

    /// Tells whether the octree's panel is open. When it is not, nothing is pointed at.
    pub fn open_octree(&mut self, is_open: bool) {
        if is_open != self.view.octree.is_open {
            self.view.octree.is_open = is_open;
            self.view.looks += 1;
        }
        if !is_open {
            self.set_octree_look(OctreeLook { pointed: None, ..self.view.octree.look });
        }
    }
}
