//! Hidden items. Hiding does not change the scene or its answers and is not saved, but it can be undone.

use super::Workspace;
use super::marks::Marks;
use super::selection::only;
use crate::picture::Hidden;
use crate::scene::{ItemId, ItemSet};
use crate::world::{Item, ItemKind};

impl Workspace {
    /// The hidden items.
    pub fn hidden(&self) -> &Hidden {
        &self.history.marks().hidden
    }

    /// Hides or shows an item, as an undo step. A model is hidden or shown with all its objects and cameras. Showing
    /// one of these also shows the model, but not its other parts. A half of an object is hidden and shown by itself.
    pub fn set_hidden(&mut self, id: ItemId, is_hidden: bool) {
        self.set_all_hidden(&only(Some(id)), is_hidden);
    }

    /// The same for several items, as one undo step.
    pub(crate) fn set_all_hidden(&mut self, ids: &ItemSet, is_hidden: bool) {
        let found = self.world.find_all(ids);
        let mut hidden = self.hidden().clone();
        for id in ids {
            self.hide_in(&mut hidden, *id, found.get(id).copied(), is_hidden);
        }
        if hidden != *self.hidden() {
            let verb = if is_hidden { "hide" } else { "show" };
            self.replace_hidden(&format!("{verb} {}", self.words_of(ids)), hidden);
        }
    }

    /// Hides everything but the selected items, as one undo step. The querier and the parts of a selected model are not
    /// hidden either.
    pub(crate) fn isolate(&mut self) {
        let querier = self.selected().querier.and_then(|querier| self.world.id_of(querier.into()));
        let chosen: Vec<ItemId> = self.selected_ids().chain(querier).collect();
        let mut kept: ItemSet = chosen.iter().copied().collect();
        for id in chosen {
            match self.world.find(id) {
                Some(Item::Model(model)) => kept.extend(self.parts(model)),
                Some(part) => kept.extend(self.world.owner(part)),
                None => {}
            }
        }
        let drawn = [ItemKind::Camera, ItemKind::Ray, ItemKind::Object, ItemKind::Model, ItemKind::Image];
        let items = drawn.into_iter().flat_map(|kind| (0..self.world.count(kind)).map(move |i| kind.item(i)));
        let mut hidden = Hidden::default();
        for id in items.filter_map(|item| self.world.id_of(item)).filter(|id| !kept.contains(id)) {
            hidden.set(id, true);
        }
        self.replace_hidden("isolate", hidden);
    }

    /// Shows all hidden items, as one undo step.
    pub(crate) fn show_all(&mut self) {
        self.replace_hidden("show all", Hidden::default());
    }

    /// The name of an item, or the number of several items: "3 objects".
    pub(super) fn words_of(&self, ids: &ItemSet) -> String {
        let found = self.world.find_all(ids);
        match (ids.len(), found.values().next()) {
            (1, item) => item.and_then(|item| self.world.name_of(*item)).map_or("", |name| name).to_owned(),
            _ => ItemKind::count_words(ids.iter().filter_map(|id| Some(found.get(id)?.kind()))),
        }
    }

    fn replace_hidden(&mut self, label: &str, hidden: Hidden) {
        let marks = self.history.marks();
        if hidden != marks.hidden {
            let marks = Marks { hidden, ..marks.clone() };
            self.history.push_marks(label, marks);
            self.view.appearance_revision += 1;
        }
    }

    fn hide_in(&self, hidden: &mut Hidden, id: ItemId, item: Option<Item>, is_hidden: bool) {
        let has_changed = hidden.set(id, is_hidden);
        match item {
            Some(Item::Model(model)) => {
                for part in self.parts(model) {
                    hidden.set(part, is_hidden);
                }
            }
            Some(part) if has_changed && !is_hidden => {
                if let Some(model) = self.world.owner(part).filter(|_| !self.world.is_half(part)) {
                    hidden.set(model, false);
                }
            }
            _ => {}
        }
    }

    /// Hides new parts of a hidden model after a change of models or their files.
    pub(super) fn hide_new_parts(&mut self) {
        if self.hidden().is_empty() {
            return;
        }
        for model in 0..self.world.models.len() {
            if !self.hidden().contains(self.world.models[model].id) {
                continue;
            }
            for part in self.parts(model) {
                if !self.hidden().contains(part) {
                    self.history.marks_mut().hidden.set(part, true);
                    self.view.appearance_revision += 1;
                }
            }
        }
    }

    /// The ids of all objects and cameras of a model.
    fn parts(&self, model: usize) -> Vec<ItemId> {
        let Some(model) = self.world.models.get(model) else { return Vec::new() };
        let objects = self.world.objects[model.objects.clone()].iter().map(|object| object.id);
        objects.chain(self.world.cameras[model.cameras.clone()].iter().map(|camera| camera.id)).collect()
    }
}
