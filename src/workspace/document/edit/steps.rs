//! Edits of the scene's lists as undo steps. Each selects the changed item.

use super::add::{NewItemKind, ViewPlacement, add};
use super::delete::delete_all;
use super::duplicate::duplicate;
use super::paste::{cut_out, paste};
use super::query;
use super::rename::rename;
use super::reorder::{MoveDirection, step_all};
use crate::budget::Budget;
use crate::scene::{Entry, ItemId, Scene, WrittenScene, write};
use crate::workspace::document::edits::Edits;
use crate::workspace::notices::notice::{Notice, NoticeKind};
use crate::workspace::selection::items::SelectionRef;
use crate::world::{Item, ItemKind};

impl Edits<'_> {
    /// Adds an item in the middle of the view; an occlusion query, a cut and an agent are about the selected object or model.
    pub(crate) fn add(&mut self, new: NewItemKind, spot: &ViewPlacement) {
        self.add_placed(new, spot, |_, _| ());
    }

    /// The same with a function that changes the new item in the same step.
    pub(crate) fn add_placed(&mut self, new: NewItemKind, spot: &ViewPlacement, place: impl FnOnce(&mut Scene, Entry)) {
        let mut added = None;
        let found = self.workspace.world().find_all(&self.workspace.selection().selected_ids().collect());
        let of_set = self.workspace.selection().selected_ids().filter_map(|id| found.get(&id).copied());
        let chosen: Vec<Item> = self.workspace.selection().query_bodies(of_set).collect();
        self.workspace.command(&format!("add {}", new.word()), |scene, world| {
            added = add(scene, new, spot, world, &chosen);
            if let Some(entry) = added {
                place(scene, entry);
            }
        });
        self.then_select(added);
    }

    /// Duplicates entries in one step. The copies are selected.
    pub(crate) fn duplicate(&mut self, ids: &[ItemId]) {
        let Some(name) = self.workspace.selection().in_words(ids) else { return };
        let mut copies = Vec::new();
        let is_done = self.workspace.command(&format!("duplicate {name}"), |scene, _| copies = duplicate(scene, ids));
        if !is_done {
            return;
        }
        self.select_entries(&copies);
    }

    /// Selects entries, the last one as the active one.
    pub(in crate::workspace) fn select_entries(&mut self, copies: &[ItemId]) {
        if let Some(first) = copies.first() {
            self.workspace.selection_mut().select(*first);
        }
        if copies.len() > 1 {
            let found = self.workspace.world().find_all(&copies.iter().copied().collect());
            let items: Vec<_> = copies.iter().filter_map(|copy| found.get(copy).copied()).collect();
            self.workspace.selection_mut().extend(&items);
        }
    }

    /// Adds the entries of a scene, given as text, in one step. The new entries are selected. When the text is not that of
    /// a scene, and when an entry does not fit into this scene, a notice says why and nothing changes.
    pub(crate) fn paste(&mut self, text: &str) {
        let refused = |text: String| Notice::error(NoticeKind::NotPasted, text);
        let from = match WrittenScene::parse(text, "the clipboard", &Budget::default()) {
            Ok((from, _)) => from,
            Err(error) => {
                let text = format!("The clipboard has no items of a scene: {}.", error.message.trim_end_matches('.'));
                return self.workspace.notify(refused(text));
            }
        };
        let mut copies = Vec::new();
        let is_done = self.workspace.step("paste", |scene, _| copies = paste(scene, from));
        if is_done {
            self.select_entries(&copies);
            let words = self.workspace.selection().set_words();
            return self.workspace.notices_mut().say(format!("Pasted {words}"));
        }
        let reason = self
            .workspace
            .document()
            .refusal()
            .map_or_else(|| "it has no items".to_owned(), |refusal| refusal.reason.clone());
        self.dismiss_refusal();
        self.workspace.notify(refused(format!("The items of the clipboard do not fit into this scene: {reason}.")));
    }

    /// Renames an entry and every reference to it. Returns whether the name was accepted; else `OpenDocument::refusal` has
    /// the reason, under "name of" and the old name.
    pub(crate) fn rename(&mut self, id: ItemId, name: &str) -> bool {
        let Some((entry, old)) = self.entry_with_name(id) else { return false };
        self.workspace.step(&format!("name of {old}"), |scene, _| rename(scene, entry, name))
    }

    /// Deletes entries and every reference to them in one step. Locked entries stay, and a notice names them.
    pub(crate) fn delete(&mut self, ids: &[ItemId]) -> bool {
        let (locked, ids): (Vec<ItemId>, Vec<ItemId>) =
            ids.iter().partition(|id| self.workspace.marks().locked().contains(**id));
        if let Some(words) = self.workspace.selection().in_words(&locked) {
            let (name, is, it) =
                if locked.len() == 1 { (format!("“{words}”"), "is", "it") } else { (words, "are", "them") };
            let text = format!("{name} {is} locked. Unlock {it} to delete {it} (Ctrl+L).");
            self.workspace.notify(Notice::warning(NoticeKind::LockedNotDeleted, text));
        }
        let Some(name) = self.workspace.selection().in_words(&ids) else { return false };
        let selected: Vec<ItemId> = self.workspace.selection().selected_ids().collect();
        let is_done = self.workspace.command(&format!("delete {name}"), |scene, world| delete_all(scene, &ids, world));
        if is_done {
            self.workspace.document.history.keep_selected(selected);
        }
        is_done
    }

    /// Moves entries one place up or down in their lists, in one step.
    pub(crate) fn step_in_list(&mut self, ids: &[ItemId], way: MoveDirection) {
        let Some(name) = self.workspace.selection().in_words(ids) else { return };
        let is_moved = self.workspace.command(&format!("move {name}"), |scene, _| step_all(scene, ids, way));
        if let ([id], true) = (ids, is_moved && self.workspace.selection().set_len() < 2) {
            self.workspace.selection_mut().select(*id);
        }
    }

    fn entry_with_name(&self, id: ItemId) -> Option<(Entry, String)> {
        let entry = self.workspace.scene().find(id)?;
        Some((entry, entry.name(self.workspace.scene())?.to_owned()))
    }

    fn then_select(&mut self, entry: Option<Entry>) {
        if let Some(id) = entry.and_then(|entry| entry.id(self.workspace.scene())) {
            self.workspace.selection_mut().select(id);
        }
    }
}

impl SelectionRef<'_> {
    /// Why no occlusion query can be added, a sentence.
    pub(crate) fn why_no_query(self) -> Option<&'static str> {
        query::why_none(self.world, self.query_bodies(self.selected_ids().filter_map(|id| self.world.find(id))))
    }

    /// Those of the selected items that an occlusion query can be about.
    fn query_bodies(self, selected: impl Iterator<Item = Item>) -> impl Iterator<Item = Item> {
        selected.chain(self.selection.in_world.subject).filter(|item| matches!(item, Item::Object(_) | Item::Model(_)))
    }

    /// The selected entries as the text of a scene, for the clipboard. `None` when nothing is selected.
    pub(crate) fn copied(self) -> Option<String> {
        let ids = self.selected_entries();
        (!ids.is_empty()).then(|| write(&cut_out(self.scene, &ids)))
    }

    /// The name of the only entry, or the number of several in words; `None` without any.
    pub(crate) fn in_words(self, ids: &[ItemId]) -> Option<String> {
        match ids {
            [] => None,
            [id] => Some(self.scene.name_of(*id)?.to_owned()),
            _ => {
                let found = self.world.find_all(&ids.iter().copied().collect());
                // The world does not have an object that is cut at this tick.
                let kind = |id: &ItemId| found.get(id).map_or(ItemKind::Object, |item| item.kind());
                Some(ItemKind::count_words(ids.iter().map(kind)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::references::tests::scene;
    use super::*;
    use crate::workspace::open_scene::Workspace;

    type Make = fn(&mut Workspace);

    fn workspace() -> Workspace {
        Workspace::new(scene(), None)
    }

    fn id(workspace: &Workspace, entry: Entry) -> ItemId {
        entry.id(workspace.scene()).unwrap()
    }

    fn named(workspace: &Workspace, name: &str) -> ItemId {
        workspace.world().named(name).unwrap()
    }

    fn selected(workspace: &Workspace) -> Option<&str> {
        workspace.scene().name_of(workspace.selection().active()?)
    }

    #[test]
    fn every_change_is_one_step() {
        let changes: [(&str, Make); 11] = [
            ("add sphere", |s| {
                s.edits().add(NewItemKind::Sphere, &ViewPlacement::default());
            }),
            ("add camera", |s| {
                s.edits().add(NewItemKind::Camera, &ViewPlacement::default());
            }),
            ("duplicate crate", |s| {
                let item = id(s, Entry::Object(0));
                s.edits().duplicate(&[item]);
            }),
            ("name of crate", |s| {
                let item = id(s, Entry::Object(0));
                s.edits().rename(item, "chest");
            }),
            ("delete crate", |s| {
                let item = id(s, Entry::Object(0));
                s.edits().delete(&[item]);
            }),
            ("delete guard", |s| {
                let item = id(s, Entry::Camera(0));
                s.edits().delete(&[item]);
            }),
            ("move ball", |s| {
                let item = id(s, Entry::Object(1));
                s.edits().step_in_list(&[item], MoveDirection::Up);
            }),
            ("duplicate touch", |s| {
                let item = id(s, Entry::Occlusion(0));
                s.edits().duplicate(&[item]);
            }),
            ("name of touch", |s| {
                let item = id(s, Entry::Occlusion(0));
                s.edits().rename(item, "contact");
            }),
            ("delete touch", |s| {
                let item = id(s, Entry::Occlusion(0));
                s.edits().delete(&[item]);
            }),
            ("move other", |s| {
                let item = id(s, Entry::Occlusion(1));
                s.edits().step_in_list(&[item], MoveDirection::Up);
            }),
        ];
        for (label, change) in changes {
            let mut workspace = workspace();
            change(&mut workspace);
            let after = workspace.scene().clone();
            assert_ne!(*after, scene(), "{label}");
            assert_eq!(workspace.document().undo_label(), Some(label));
            workspace.undo();
            assert_eq!(**workspace.scene(), scene(), "{label}");
            assert_eq!(workspace.document().undo_label(), None, "{label}");
            workspace.redo();
            assert_eq!(*workspace.scene(), after, "{label}");
        }
    }

    #[test]
    fn two_copies_are_two_steps() {
        let mut workspace = workspace();
        let item = id(&workspace, Entry::Object(0));
        workspace.edits().duplicate(&[item]);
        let item = id(&workspace, Entry::Object(0));
        workspace.edits().duplicate(&[item]);
        workspace.undo();
        assert_eq!(workspace.scene().objects.len(), 3);
    }

    #[test]
    fn a_used_name_is_refused() {
        let mut workspace = workspace();
        let item = id(&workspace, Entry::Object(0));
        assert!(!workspace.edits().rename(item, "ball"));
        assert_eq!(workspace.document().refusal().unwrap().field, "name of crate");
        assert_eq!(workspace.document().refusal().unwrap().reason, "the name “ball” is taken");
        assert_eq!(**workspace.scene(), scene());
        let item = id(&workspace, Entry::Object(0));
        assert!(workspace.edits().rename(item, "chest"));
        assert_eq!(workspace.scene().cameras[0].attach.as_deref(), Some("chest"));
    }

    #[test]
    fn the_changed_item_is_selected_and_stays_selected() {
        let mut workspace = workspace();
        workspace.selection_mut().select_names(&["guard".to_owned(), "ball".to_owned()]).unwrap();
        workspace.edits().add(NewItemKind::Box, &ViewPlacement::default());
        assert_eq!(selected(&workspace), Some("box"));
        workspace.selection_mut().select_object(Some(1));
        let item = id(&workspace, Entry::Object(0));
        workspace.edits().duplicate(&[item]);
        assert_eq!(selected(&workspace), Some("crate 2"));
        workspace.undo();
        workspace.selection_mut().select_object(Some(1));
        let item = id(&workspace, Entry::Object(0));
        workspace.edits().delete(&[item]);
        assert_eq!(selected(&workspace), Some("ball"), "the ball moved up");
        assert_eq!(workspace.selected().object(), Some(0));
        workspace.undo();
        assert_eq!(selected(&workspace), Some("ball"), "and down again");
        assert_eq!(workspace.selected().object(), Some(1));
        let item = id(&workspace, Entry::Object(1));
        workspace.edits().rename(item, "bowl");
        assert_eq!(selected(&workspace), Some("bowl"));
        let item = id(&workspace, Entry::Object(1));
        workspace.edits().delete(&[item]);
        assert_eq!(workspace.selected().object(), None);
        assert_eq!(workspace.selected().querier(), Some(Item::Camera(0)));
        let item = id(&workspace, Entry::Camera(0));
        workspace.selection_mut().select(item);
        let item = id(&workspace, Entry::Camera(0));
        workspace.edits().delete(&[item]);
        assert_eq!(workspace.selection().active(), None, "the camera became the querier without a click");
        assert_eq!(workspace.selected().querier(), Some(Item::Camera(0)));
    }

    #[test]
    fn hiding_is_a_step_without_a_change_of_the_scene_and_survives_a_rename() {
        let mut workspace = workspace();
        let [crate_, ball] = ["crate", "ball"].map(|name| named(&workspace, name));
        workspace.marks_mut().set_hidden(crate_, true);
        assert!(!workspace.is_dirty());
        assert_eq!(workspace.document().undo_label(), Some("hide crate"));
        workspace.edits().rename(crate_, "chest");
        assert!(workspace.marks().hidden().contains(crate_));
        workspace.undo();
        assert!(workspace.marks().hidden().contains(crate_));
        workspace.edits().rename(crate_, "chest");
        workspace.edits().rename(ball, "crate");
        assert!(
            workspace.marks().hidden().contains(crate_) && !workspace.marks().hidden().contains(ball),
            "the name is not the item"
        );
        workspace.edits().delete(&[crate_]);
        workspace.edits().add(NewItemKind::Box, &ViewPlacement::default());
        assert!(!workspace.marks().hidden().contains(named(&workspace, "box")));
    }

    #[test]
    fn hiding_is_undone_in_order_with_edits() {
        let mut workspace = workspace();
        let items = ["crate", "ball"].map(|name| named(&workspace, name));
        workspace.edit("near of guard", |scene| scene.cameras[0].near = 0.25);
        workspace.marks_mut().set_hidden(items[0], true);
        workspace.marks_mut().set_hidden(items[0], true);
        workspace.marks_mut().set_hidden(items[1], true);
        workspace.edit("near of guard", |scene| scene.cameras[0].near = 0.75);
        let state = |workspace: &Workspace| {
            let hidden = items.map(|id| workspace.marks().hidden().contains(id));
            (workspace.scene().cameras[0].near, hidden)
        };
        let states = [(0.75, [true, true]), (0.25, [true, true]), (0.25, [true, false]), (0.25, [false, false])];
        for (state_then, label) in states.into_iter().zip(["near of guard", "hide ball", "hide crate", "near of guard"])
        {
            assert_eq!((state(&workspace), workspace.document().undo_label()), (state_then, Some(label)));
            workspace.undo();
        }
        for state_then in states.into_iter().rev() {
            workspace.redo();
            assert_eq!(state(&workspace), state_then);
        }
        assert_eq!(workspace.document().redo_label(), None);
        workspace.marks_mut().set_hidden(items[0], false);
        assert_eq!(workspace.document().undo_label(), Some("show crate"));
    }
}
