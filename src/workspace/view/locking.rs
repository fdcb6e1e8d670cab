//! Locked items. A click or a rectangle in the 3D view does not select them, and the gizmo does not move them.

use super::hiding::words_of;
use super::marked_items::MarksMut;
use super::marks::{Locked, Marks};
use crate::scene::{ItemId, ItemSet};
use crate::workspace::selection::state::only;

impl MarksMut<'_> {
    /// Locks or unlocks an item, as an undo step.
    pub(crate) fn set_locked(&mut self, id: ItemId, is_locked: bool) {
        self.set_all_locked(&only(Some(id)), is_locked);
    }

    /// Locks the selected items, or unlocks them if the active one is locked, as one undo step.
    pub(crate) fn lock_selected(&mut self) {
        let ids: ItemSet = self.selection.changed().collect();
        let is_locked = ids.last().is_some_and(|active| self.history.marks().locked.contains(*active));
        self.set_all_locked(&ids, !is_locked);
    }

    /// Unlocks all items, as one undo step.
    pub(crate) fn unlock_all(&mut self) {
        self.replace_locked("unlock all", Locked::default());
    }

    fn set_all_locked(&mut self, ids: &ItemSet, is_locked: bool) {
        let mut locked = self.history.marks().locked.clone();
        for id in ids {
            locked.set(*id, is_locked);
        }
        let verb = if is_locked { "lock" } else { "unlock" };
        self.replace_locked(&format!("{verb} {}", words_of(self.world, ids)), locked);
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
    use crate::scene::parse;
    use crate::workspace::open_scene::Workspace;
    use crate::world::Item;

    #[test]
    fn items_are_locked_and_undo_unlocks_them() {
        let text = r#"{ "eyeline": 1, "objects": [
            { "name": "a", "shape": { "sphere": { "radius": 1 } } },
            { "name": "b", "shape": { "sphere": { "radius": 1 } } } ] }"#;
        let mut workspace = Workspace::new(parse(text, "test").unwrap(), None);
        let locked = |workspace: &Workspace| [0, 1].map(|i| workspace.marks().is_locked(Item::Object(i)));
        workspace.selection_mut().extend(&[Item::Object(0), Item::Object(1)]);
        workspace.marks_mut().lock_selected();
        assert_eq!((locked(&workspace), workspace.document().undo_label()), ([true, true], Some("lock 2 objects")));
        workspace.selection_mut().choose(Item::Object(0), false);
        workspace.marks_mut().lock_selected();
        assert_eq!((locked(&workspace), workspace.document().undo_label()), ([false, true], Some("unlock a")));
        workspace.marks_mut().unlock_all();
        assert_eq!(locked(&workspace), [false, false]);
        assert!(!workspace.is_dirty(), "locks are not part of the scene");
        for expected in [[false, true], [true, true], [false, false]] {
            workspace.undo();
            assert_eq!(locked(&workspace), expected);
        }
    }
}
