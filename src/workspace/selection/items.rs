//! The selected items in the scene, and those that commands change.

use super::state::{Role, Selection};
use crate::picture::Selected;
use crate::scene::{Entry, ItemId, ItemSet, Scene};
use crate::world::{Item, ItemKind, World};

/// The selection in its scene.
#[derive(Clone, Copy)]
pub struct SelectionRef<'a> {
    pub(in crate::workspace) selection: &'a Selection,
    pub(in crate::workspace) world: &'a World,
    pub(in crate::workspace) scene: &'a Scene,
}

impl<'a> SelectionRef<'a> {
    /// The items that commands change, in the order of their selection. The active one is the last.
    pub(crate) fn selected_ids(self) -> impl Iterator<Item = ItemId> + use<'a> {
        self.selection.changed()
    }

    /// Whether commands change an item.
    pub(crate) fn is_changed(self, id: ItemId) -> bool {
        self.selection.changes(id)
    }

    /// How many items commands change.
    pub(crate) fn set_len(self) -> usize {
        self.selection.changed_len()
    }

    /// The number of items that commands change, in words: "3 objects", or "3 items" of several kinds.
    pub(crate) fn set_words(self) -> String {
        let Some(active) = self.active_item() else { return ItemKind::count_words(std::iter::empty()) };
        let Selection { asker, asking_camera, subject, shown_only, ref in_world, .. } = *self.selection;
        // The asker and its subject are not among the others.
        let shown = [asker, asking_camera, subject].into_iter().flatten().filter(|id| self.selection.changes(*id));
        let shown = shown.filter_map(|id| self.world.find(id)).filter(|shown| !in_world.is_other(*shown));
        let is_changed = |other: &Item| shown_only == 0 || Role::of(*other) == Role::of(active);
        let others = in_world.others.iter().copied().filter(is_changed);
        let beside = shown.chain(others).filter(|item| *item != active);
        ItemKind::count_words(std::iter::once(active).chain(beside).map(Item::kind))
    }

    /// The entries of the document that commands change: for a part its model, for a half the object that is cut. Each is
    /// there once, the entry of the active item last.
    pub(crate) fn selected_entries(self) -> Vec<ItemId> {
        let set: ItemSet = self.selected_ids().collect();
        let found = self.world.find_all(&set);
        let entry = |id: &ItemId| self.world.owner(*found.get(id)?).or(Some(*id));
        // From the end: an entry with several items is at the place of the last one.
        let entries: ItemSet = set.iter().rev().filter_map(entry).collect();
        entries.into_iter().rev().collect()
    }

    /// The pinned camera or ray: it stays the querier while others are selected.
    pub fn pinned_querier(self) -> Option<Item> {
        self.world.find(self.selection.pinned?)
    }

    /// The selected camera or ray: the active one, or the querier.
    pub(crate) fn active_querier(self) -> Option<Item> {
        let active = self.active_item().filter(|item| matches!(item, Item::Camera(_) | Item::Ray(_)));
        active.or(self.selection.in_world.querier())
    }

    /// The selected camera: the active one, or the querier.
    pub(crate) fn active_camera(self) -> Option<usize> {
        match self.active_querier()? {
            Item::Camera(camera) => Some(camera),
            _ => None,
        }
    }

    /// Whether an object, an image or a model is selected.
    pub fn is_about_something(self) -> bool {
        self.selection.subject.is_some()
    }

    /// How many times items were selected since the start. It grows also when the same item is selected again.
    pub(crate) fn selection_count(self) -> u64 {
        self.selection.count
    }

    /// The names of the selected items, as in the `select` of a scene: the querier and its subject.
    pub(crate) fn selected_names(self) -> Vec<String> {
        let Selected { asker, subject, .. } = self.selection.in_world;
        let items = asker.into_iter().chain(subject.filter(|_| subject != asker));
        items.filter_map(|item| Some(self.world.name_of(item)?.to_string())).collect()
    }

    /// The names that select what is selected now, when a scene or a step of a lesson opens: the active item, or a camera or ray and its
    /// object, or a ray and its image. `None` for a model, which a scene cannot select.
    pub(crate) fn opening_names(self) -> Option<Vec<String>> {
        let selected = &self.selection.in_world;
        let querier = selected.querier();
        let items = match selected.subject {
            Some(Item::Model(_)) => return None,
            Some(object @ Item::Object(_)) => vec![querier, Some(object)],
            Some(image) => vec![querier.filter(|querier| matches!(querier, Item::Ray(_))), Some(image)],
            None => vec![self.active_item()],
        };
        Some(items.into_iter().flatten().filter_map(|item| Some(self.world.name_of(item)?.to_string())).collect())
    }

    /// The active item: the one that was selected last. Commands on a single item change it.
    pub(crate) fn active(self) -> Option<ItemId> {
        self.selection.active()
    }

    /// The active item in the world.
    pub(crate) fn active_item(self) -> Option<Item> {
        self.world.find(self.selection.active()?)
    }

    /// The entry of the document that is edited for the active item. For a part of a model it is the model, for a half the
    /// object that is cut.
    pub(crate) fn active_entry(self) -> Option<Entry> {
        self.entry_for(self.active_item()?)
    }

    /// Whether the active item is a part of a model or a half of a cut. It cannot be edited separately.
    pub(crate) fn is_part_active(self) -> bool {
        self.selection.active().is_some_and(ItemId::is_part)
    }

    /// The entry of an item of the world. For a part of a model it is the model. A half of an object has no entry.
    pub(crate) fn entry_of(self, item: Item) -> Option<Entry> {
        self.entry_for(item).filter(|_| !self.world.is_half(item))
    }

    /// The entry that commands change for an item of the world: as [`entry_of`](Self::entry_of), and for a half of an object
    /// the object that is cut.
    pub(crate) fn entry_for(self, item: Item) -> Option<Entry> {
        let id = self.world.owner(item).or_else(|| self.world.id_of(item))?;
        self.scene.find(id)
    }

    /// The agent whose tree is shown: the selected one, or the last selected, or else the first.
    pub(crate) fn shown_agent(self) -> Option<usize> {
        let agents = &self.world.agents;
        let last = self.selection.shown_agent.and_then(|id| agents.iter().position(|agent| agent.id == id));
        let selected = self.selection.in_world.agent().filter(|&agent| agent < agents.len());
        selected.or(last).or((!agents.is_empty()).then_some(0))
    }
}
