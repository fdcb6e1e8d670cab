//! The marks of items that are not part of the scene: hidden and locked. They are not saved, but they can be undone.

use crate::picture::Hidden;
use crate::scene::{ItemId, ItemSet};

/// The marked items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::workspace) struct Marks {
    pub(in crate::workspace) hidden: Hidden,
    pub(in crate::workspace) locked: Locked,
}

/// Items that cannot be selected or moved in the 3D view, by their ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Locked(ItemSet);

impl Locked {
    /// Whether the item is locked.
    pub fn contains(&self, id: ItemId) -> bool {
        !self.0.is_empty() && self.0.contains(&id)
    }

    /// Whether no item is locked.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Locks or unlocks the item.
    pub(in crate::workspace) fn set(&mut self, id: ItemId, is_locked: bool) {
        if is_locked {
            self.0.insert(id);
        } else {
            self.0.swap_remove(&id);
        }
    }
}
