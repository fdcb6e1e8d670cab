//! What all parts of the drawing of an octree need.

use super::look::OctreeLook;
use crate::picture::hidden::Hidden;
use crate::picture::palette::Palette;
use crate::report::OctreeAnswers;
use crate::world::World;

/// What all parts of the drawing need.
pub(super) struct OctreeDrawing<'a> {
    pub(super) world: &'a World,
    pub(super) answers: &'a OctreeAnswers,
    pub(super) look: &'a OctreeLook,
    /// The selected object.
    pub(super) selected: Option<usize>,
    pub(super) hidden: &'a Hidden,
    pub(super) palette: &'a Palette,
}

impl OctreeDrawing<'_> {
    pub(super) fn has_selected(&self, pair: [u32; 2]) -> bool {
        pair.iter().any(|&one| self.selected == Some(one as usize))
    }

    pub(super) fn is_hidden(&self, object: u32) -> bool {
        self.world.objects.get(object as usize).is_none_or(|object| self.hidden.contains(object.id))
    }
}
