//! Locked items. A click or a rectangle in the 3D view does not select them, and the gizmo does not move them.

use super::Workspace;
use super::marks::{Locked, Marks};
use super::selection::only;
use crate::scene::{ItemId, ItemSet};
use crate::world::Item;

impl Workspace {
    /// The locked items.
    pub fn locked(&self) -> &Locked {
        &self.history.marks().locked
    }

    /// Whether an item is locked, by itself or with its model.
    pub(crate) fn is_locked(&self, item: Item) -> bool {
        if self.locked().is_empty() {
            return false;
        }
        let ids = [self.world.id_of(item), self.world.owner(item)];
        ids.into_iter().flatten().any(|id| self.locked().contains(id))
    }

    /// Locks or unlocks an item, as an undo step.
    pub(crate) fn set_locked(&mut self, id: ItemId, is_locked: bool) {
        self.set_all_locked(&only(Some(id)), is_locked);
    }

    /// Locks the selected items, or unlocks them if the active one is locked, as one undo step.
    pub(crate) fn lock_selected(&mut self) {
        let ids: ItemSet = self.selected_ids().collect();
        let is_locked = ids.last().is_some_and(|active| self.locked().contains(*active));
        self.set_all_locked(&ids, !is_locked);
    }

    /// Unlocks all items, as one undo step.
    pub(crate) fn unlock_all(&mut self) {
        self.replace_locked("unlock all", Locked::default());
    }

    fn set_all_locked(&mut self, ids: &ItemSet, is_locked: bool) {
        let mut locked = self.locked().clone();
        for id in ids {
            locked.set(*id, is_locked);
        }
        let verb = if is_locked { "lock" } else { "unlock" };
        self.replace_locked(&format!("{verb} {}", self.words_of(ids)), locked);
    }

    fn replace_locked(&mut self, label: &str, locked: Locked) {
        let marks = self.history.marks();
        if locked != marks.locked {
            let marks = Marks { locked, ..marks.clone() };
            self.history.push_marks(label, marks);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Workspace;
    use crate::scene::parse;
    use crate::world::Item;

    #[test]
    fn items_are_locked_and_undo_unlocks_them() {
        let text = r#"{ "eyeline": 1, "objects": [
            { "name": "a", "shape": { "sphere": { "radius": 1 } } },
            { "name": "b", "shape": { "sphere": { "radius": 1 } } } ] }"#;
        let mut workspace = Workspace::new(parse(text, "test").unwrap(), None);
        let locked = |workspace: &Workspace| [0, 1].map(|i| workspace.is_locked(Item::Object(i)));
        workspace.extend(&[Item::Object(0), Item::Object(1)]);
        workspace.lock_selected();
        assert_eq!((locked(&workspace), workspace.undo_label()), ([true, true], Some("lock 2 objects")));
        workspace.choose(Item::Object(0), false);
        workspace.lock_selected();
        assert_eq!((locked(&workspace), workspace.undo_label()), ([false, true], Some("unlock a")));
        workspace.unlock_all();
        assert_eq!(locked(&workspace), [false, false]);
        assert!(!workspace.is_dirty(), "locks are not part of the scene");
        for expected in [[false, true], [true, true], [false, false]] {
            workspace.undo();
            assert_eq!(locked(&workspace), expected);
        }
    }
}
