//! The parts of the octree that are drawn.

use super::state::View;
use crate::picture::OctreeLook;

impl View {
    /// Whether the octree's panel is open.
    pub(crate) fn is_octree_open(&self) -> bool {
        self.state().is_octree_open
    }

    /// The parts of the octree that are drawn.
    pub fn octree_look(&self) -> &OctreeLook {
        &self.state().octree_look
    }

    /// Sets the parts of the octree that are drawn.
    pub fn set_octree_look(&mut self, look: OctreeLook) {
        self.set(|state| &mut state.octree_look, look);
    }

    /// Sets whether the octree's panel is open. While it is closed, no cell is highlighted.
    pub fn open_octree(&mut self, is_open: bool) {
        self.set(|state| &mut state.is_octree_open, is_open);
        if !is_open {
            self.set_octree_look(OctreeLook { pointed: None, ..*self.octree_look() });
        }
    }
}
