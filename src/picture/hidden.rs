//! Items that the picture does not show.

use super::selected::Selected;
use crate::scene::{ItemId, ItemSet};
use crate::world::{Item, World};

/// Items that are not drawn, by their ids. They keep their answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hidden(ItemSet);

impl Hidden {
    /// Whether the item is hidden.
    pub fn contains(&self, id: ItemId) -> bool {
        !self.0.is_empty() && self.0.contains(&id)
    }

    /// Hides or shows the item. Returns whether its state changed.
    pub fn set(&mut self, id: ItemId, is_hidden: bool) -> bool {
        if is_hidden { self.0.insert(id) } else { self.0.swap_remove(&id) }
    }

    /// Whether nothing is hidden.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a selected item is hidden.
    pub(super) fn concerns(&self, world: &World, selected: &Selected) -> bool {
        let subject = selected.subject.filter(|item| !matches!(item, Item::Model(_)));
        let items = [selected.querier(), subject];
        items.into_iter().flatten().filter_map(|item| world.id_of(item)).any(|id| self.contains(id))
    }
}
