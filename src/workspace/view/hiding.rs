//! Hidden items. Hiding does not change the scene or its answers and is not saved, but it can be undone.

use super::marked_items::MarksMut;
use super::marks::Marks;
use crate::picture::Hidden;
use crate::scene::{ItemId, ItemSet};
use crate::workspace::document::history::History;
use crate::workspace::selection::state::only;
use crate::world::{Item, ItemKind, World};

impl MarksMut<'_> {
    /// Hides or shows an item, as an undo step. A model is hidden or shown with all its objects and cameras. Showing
    /// one of these also shows the model, but not its other parts. A half of an object is hidden and shown by itself.
    pub fn set_hidden(&mut self, id: ItemId, is_hidden: bool) {
        self.set_all_hidden(&only(Some(id)), is_hidden);
    }

    /// The same for several items, as one undo step.
    pub(crate) fn set_all_hidden(&mut self, ids: &ItemSet, is_hidden: bool) {
        let found = self.world.find_all(ids);
        let mut hidden = self.history.marks().hidden.clone();
        for id in ids {
            hide_in(self.world, &mut hidden, *id, found.get(id).copied(), is_hidden);
        }
        if hidden != self.history.marks().hidden {
            let verb = if is_hidden { "hide" } else { "show" };
            self.replace_hidden(&format!("{verb} {}", words_of(self.world, ids)), hidden);
        }
    }

    /// Hides the items that commands change, or shows them again, as one undo step.
    pub(crate) fn hide_selected(&mut self) {
        let set: ItemSet = self.selection.changed().collect();
        let is_hidden = set.last().is_some_and(|active| self.history.marks().hidden.contains(*active));
        self.set_all_hidden(&set, !is_hidden);
    }

    /// Hides everything but the selected items, as one undo step. The querier and the parts of a selected model are not
    /// hidden either.
    pub(crate) fn isolate(&mut self) {
        let querier = self.selection.in_world.querier().and_then(|querier| self.world.id_of(querier));
        let chosen: Vec<ItemId> = self.selection.changed().chain(querier).collect();
        let mut kept: ItemSet = chosen.iter().copied().collect();
        for id in chosen {
            match self.world.find(id) {
                Some(Item::Model(model)) => kept.extend(parts(self.world, model)),
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

    fn replace_hidden(&mut self, label: &str, hidden: Hidden) {
        let marks = self.history.marks();
        if hidden != marks.hidden {
            let marks = Marks { hidden, ..marks.clone() };
            self.history.push_marks(label, marks);
        }
    }
}

/// Hides new parts of a hidden model after a change of models or their files.
pub(in crate::workspace) fn hide_new_parts(history: &mut History, world: &World) {
    if history.marks().hidden.is_empty() {
        return;
    }
    let mut marks = history.marks().clone();
    let is_hidden = |id: &ItemId| history.marks().hidden.contains(*id);
    let models = (0..world.models.len()).filter(|model| is_hidden(&world.models[*model].id));
    let new: Vec<ItemId> = models.flat_map(|model| parts(world, model)).filter(|part| !is_hidden(part)).collect();
    if !new.is_empty() {
        for part in new {
            marks.hidden.set(part, true);
        }
        history.amend_marks(marks);
    }
}

/// The name of an item, or the number of several items: "3 objects".
pub(super) fn words_of(world: &World, ids: &ItemSet) -> String {
    let found = world.find_all(ids);
    match (ids.len(), found.values().next()) {
        (1, item) => item.and_then(|item| world.name_of(*item)).map_or("", |name| name).to_owned(),
        _ => ItemKind::count_words(ids.iter().filter_map(|id| Some(found.get(id)?.kind()))),
    }
}

fn hide_in(world: &World, hidden: &mut Hidden, id: ItemId, item: Option<Item>, is_hidden: bool) {
    let has_changed = hidden.set(id, is_hidden);
    match item {
        Some(Item::Model(model)) => {
            for part in parts(world, model) {
                hidden.set(part, is_hidden);
            }
        }
        Some(part) if has_changed && !is_hidden => {
            if let Some(model) = world.owner(part).filter(|_| !world.is_half(part)) {
                hidden.set(model, false);
            }
        }
        _ => {}
    }
}

/// The ids of all objects and cameras of a model.
fn parts(world: &World, model: usize) -> Vec<ItemId> {
    let Some(model) = world.models.get(model) else { return Vec::new() };
    let objects = world.objects[model.objects.clone()].iter().map(|object| object.id);
    objects.chain(world.cameras[model.cameras.clone()].iter().map(|camera| camera.id)).collect()
}
