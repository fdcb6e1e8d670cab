//! The hidden and the locked items of the open scene, with what their changes need.

use super::marks::{Locked, Marks};
use crate::picture::Hidden;
use crate::workspace::document::history::History;
use crate::workspace::selection::state::Selection;
use crate::world::{Item, World};

/// The marks of the items of a world.
#[derive(Clone, Copy)]
pub struct MarksRef<'a> {
    pub(in crate::workspace) marks: &'a Marks,
    pub(in crate::workspace) world: &'a World,
}

/// The marks with the history, in which each change is a step.
pub struct MarksMut<'a> {
    pub(in crate::workspace) history: &'a mut History,
    pub(in crate::workspace) world: &'a World,
    pub(in crate::workspace) selection: &'a Selection,
}

impl<'a> MarksRef<'a> {
    /// The hidden items.
    pub fn hidden(self) -> &'a Hidden {
        &self.marks.hidden
    }

    /// The locked items.
    pub fn locked(self) -> &'a Locked {
        &self.marks.locked
    }

    /// Whether an item is locked, by itself or with its model.
    pub(crate) fn is_locked(self, item: Item) -> bool {
        if self.locked().is_empty() {
            return false;
        }
        let ids = [self.world.id_of(item), self.world.owner(item)];
        ids.into_iter().flatten().any(|id| self.locked().contains(id))
    }
}
