//! What a session does with its selection: selects items, extends the selection, and gives the items that commands change.

use std::cell::OnceCell;

use super::{Role, Selection};
use crate::picture::Querier;
use crate::report::explain::ExplainError;
use crate::scene::{Entry, ItemId, ItemSet};
use crate::workspace::Workspace;
use crate::world::{Item, ItemKind};

impl Workspace {
    /// Selects an item as a click does. A camera or ray is selected without a subject, or with `keeps_subject` with the
    /// current ones.
    pub fn choose(&mut self, item: Item, keeps_subject: bool) {
        match item {
            Item::Camera(i) => self.choose_querier(Querier::Camera(i), keeps_subject),
            Item::Ray(i) => self.choose_querier(Querier::Ray(i), keeps_subject),
            Item::Agent(i) => self.show_agent(i),
            Item::Occlusion(i) => self.select_occlusion(i),
            // The querier stays, and is asked about it where it has answers about such items.
            _ if Role::of(item) == Role::Subject => {
                self.set_selection(self.selection.clone().about(Some(item), &self.world));
            }
            _ => self.set_selection(Selection::of_lone_querier(item, &self.world)),
        }
    }

    /// Selects an object to show the answer about its skin, without a camera or ray.
    pub fn select_skin(&mut self, object: usize) {
        self.set_selection(Selection::on_skin(object, &self.world));
    }

    /// Adds an item to the selected ones as Ctrl + click does, or removes it. A camera or ray that is added becomes the
    /// querier about the selected objects, which stay.
    pub fn toggle(&mut self, item: Item) {
        let Some(id) = self.world.id_of(item) else { return };
        if !self.selection.changes(id) {
            self.extend(&[item]);
        } else if self.set_len() > 1 || Role::of(item) == Role::Subject {
            // The last querier cannot be deselected.
            self.set_selection(self.selection.clone().without(id, &self.world));
        }
    }

    /// Adds items to the selected ones. The last one becomes the active one.
    pub fn extend(&mut self, items: &[Item]) {
        self.set_selection(self.selection.clone().extended(items, &self.world));
    }

    /// Selects all items of all kinds, models as a whole. The active one stays the active one; without one it is an object.
    pub fn select_all(&mut self) {
        let active = self.active_item();
        let subjects = [ItemKind::Unplaced, ItemKind::Image, ItemKind::Model, ItemKind::Object];
        let kinds = ItemKind::ALL.into_iter().filter(|kind| !subjects.contains(kind)).chain(subjects);
        let of_kind = |kind: ItemKind| (0..self.world.own_count(kind)).map(move |index| kind.item(index));
        let items: Vec<Item> = kinds.flat_map(of_kind).filter(|item| Some(*item) != active).chain(active).collect();
        self.extend(&items);
    }

    /// Selects these items and no others. The active item stays the active one if it is among them, else it is the last.
    pub fn select_only(&mut self, items: &[Item]) {
        let Some(&first) = items.first() else { return };
        let active = self.active_item().filter(|active| items.contains(active));
        self.choose(first, false);
        let others = items.iter().copied().filter(|item| Some(*item) != active);
        let items: Vec<Item> = others.chain(active).collect();
        self.extend(&items);
    }

    /// Makes a selected item the active one, as a right click does. Other items are selected alone.
    pub(crate) fn activate(&mut self, item: Item, keeps_subject: bool) {
        match self.world.id_of(item) {
            Some(id) if self.set_len() > 1 && self.selection.changes(id) => {
                self.extend(&[item]);
            }
            _ => self.choose(item, keeps_subject),
        }
    }

    /// The items that commands change, in the order of their selection. The active one is the last.
    pub(crate) fn selected_ids(&self) -> impl Iterator<Item = ItemId> {
        self.selection.changed()
    }

    /// Whether commands change an item.
    pub(crate) fn is_changed(&self, id: ItemId) -> bool {
        self.selection.changes(id)
    }

    /// Hides the items that commands change, or shows them again, as one undo step.
    pub(crate) fn hide_selected(&mut self) {
        let set: ItemSet = self.selected_ids().collect();
        let is_hidden = set.last().is_some_and(|active| self.hidden().contains(*active));
        self.set_all_hidden(&set, !is_hidden);
    }

    /// How many items commands change.
    pub(crate) fn set_len(&self) -> usize {
        [self.selection.set(), self.selection.joined_set()].into_iter().flatten().map(ItemSet::len).sum()
    }

    /// The number of items that commands change, in words: "3 objects", or "3 items" of several kinds.
    pub(crate) fn set_words(&self) -> String {
        let Some(active) = self.active_item() else { return ItemKind::count_words(std::iter::empty()) };
        let joined = self.selection.joined_set();
        let selected = &self.selection.selected;
        // The last item of the joined set is the shown querier or subject, and then it is not among the others.
        let last = joined.and_then(|set| self.world.find(*set.last()?)).filter(|last| !selected.is_other(*last));
        let is_in_set = |other: Item| joined.is_some() || Role::of(other) == Role::of(active);
        let others = selected.others.iter().copied().filter(|other| *other != active && is_in_set(*other));
        ItemKind::count_words(std::iter::once(active).chain(last).chain(others).map(Item::kind))
    }

    /// The entries of the document that commands change: for a part its model, for a half the object that is cut. Each is
    /// there once, the entry of the active item last.
    pub(crate) fn selected_entries(&self) -> Vec<ItemId> {
        let set: ItemSet = self.selected_ids().collect();
        let found = self.world.find_all(&set);
        let entry = |id: &ItemId| self.world.owner(*found.get(id)?).or(Some(*id));
        // From the end: an entry that several items stand for is at the place of the last one.
        let entries: ItemSet = set.iter().rev().filter_map(entry).collect();
        entries.into_iter().rev().collect()
    }

    /// Deselects the subjects; without subjects, all items but the active one.
    pub(crate) fn deselect(&mut self) {
        if self.is_about_something() {
            self.clear_subjects();
        } else if let Some(active) = self.active_item() {
            self.choose(active, false);
        }
    }

    /// Selects a camera or ray as a click does: for all objects, or with `keeps_subject` for the selected one.
    pub fn choose_querier(&mut self, querier: Querier, keeps_subject: bool) {
        if !keeps_subject {
            self.clear_subjects();
        }
        self.select_querier(querier);
    }

    /// Deselects all objects, images and models. The querier stays.
    pub fn clear_subjects(&mut self) {
        if self.is_about_something() {
            self.select_object(None);
        }
    }

    /// Pins the querier: its answers stay while other cameras and rays are selected, moved and looked through. The
    /// second call unpins it, and the active camera or ray becomes the querier.
    pub fn pin_querier(&mut self) {
        if self.selection.pinned.take().is_none() {
            self.selection.pinned = self.selection.querier;
            return;
        }
        let active = self.selection.queriers.last().and_then(|id| self.world.find(*id));
        let selection = match active {
            Some(item @ (Item::Camera(_) | Item::Ray(_))) => self.selection.clone().with_querier(item, &self.world),
            _ => self.selection.clone(),
        };
        self.set_selection(selection.placed(&self.world));
    }

    /// The pinned camera or ray: it stays the querier while others are selected.
    pub fn pinned_querier(&self) -> Option<Item> {
        self.world.find(self.selection.pinned?)
    }

    /// The selected camera or ray: the active one, or the querier.
    pub(crate) fn active_querier(&self) -> Option<Querier> {
        match self.active_item() {
            Some(Item::Camera(camera)) => Some(Querier::Camera(camera)),
            Some(Item::Ray(ray)) => Some(Querier::Ray(ray)),
            _ => self.selected().querier,
        }
    }

    /// The selected camera: the active one, or the querier.
    pub(crate) fn active_camera(&self) -> Option<usize> {
        match self.active_querier()? {
            Querier::Camera(camera) => Some(camera),
            Querier::Ray(_) => None,
        }
    }

    /// Whether an object, an image or a model is selected.
    pub fn is_about_something(&self) -> bool {
        !self.selection.subjects.is_empty()
    }

    /// Makes a camera or ray the querier. The selected objects stay.
    pub fn select_querier(&mut self, querier: Querier) {
        self.set_selection(self.selection.clone().with_querier_only(querier, &self.world));
    }

    /// Selects an agent. The explanation is then about it.
    pub fn select_agent(&mut self, agent: usize) {
        self.set_selection(Selection::of_lone_querier(Item::Agent(agent), &self.world));
    }

    /// Selects an occlusion query. The explanation is then about it.
    pub fn select_occlusion(&mut self, query: usize) {
        self.set_selection(Selection::of_lone_querier(Item::Occlusion(query), &self.world));
    }

    /// Selects an object, or with `None` deselects it. The querier stays.
    pub fn select_object(&mut self, object: Option<usize>) {
        self.set_selection(self.selection.clone().about(object.map(Item::Object), &self.world));
    }

    /// Selects an image in place of an object, or with `None` deselects it. The querier stays.
    pub fn select_image(&mut self, image: Option<usize>) {
        self.set_selection(self.selection.clone().about(image.map(Item::Image), &self.world));
    }

    /// Selects a whole model in place of an object. The querier stays; an agent is deselected.
    pub fn select_model(&mut self, model: usize) {
        self.set_selection(self.selection.clone().about(Some(Item::Model(model)), &self.world));
    }

    /// Shows the previous or the next step of the explanation.
    pub(crate) fn step_in_story(&mut self, is_back: bool) {
        let count = self.explanation().map_or(0, |explanation| explanation.story.steps.len());
        let step = match self.selection.selected.step {
            None if is_back => count.saturating_sub(1),
            None => 0,
            Some(step) if is_back => step.saturating_sub(1),
            Some(step) => step + 1,
        };
        self.show_step(Some(step));
    }

    /// Shows one step of the explanation, or with `None` all steps.
    pub fn show_step(&mut self, step: Option<usize>) {
        let count = self.explanation().map_or(0, |explanation| explanation.story.steps.len());
        self.selection.selected.step = step.filter(|_| count > 0).map(|step| step.min(count.saturating_sub(1)));
    }

    pub(in crate::workspace) fn set_selection(&mut self, selection: Selection) {
        let selection = Selection { pinned: self.selection.pinned, ..selection };
        if selection.selected.subject() != self.selection.selected.subject()
            || selection.subjects.last() != self.selection.subjects.last()
        {
            self.explanation = OnceCell::new();
            self.view.skin.vertex = None;
            self.refusal = None;
            self.clear_problem();
        }
        self.selection = selection;
        self.selection_count += 1;
    }

    /// How many times items were selected since the start. It grows also when the same item is selected again.
    pub(crate) fn selection_count(&self) -> u64 {
        self.selection_count
    }

    /// Updates the selection after a change of the world. Items that still exist stay selected, and the open step stays
    /// open.
    pub(in crate::workspace) fn follow_selection(&mut self) {
        let step = self.selection.selected.step;
        self.selection.retain(&self.world);
        self.selection = std::mem::take(&mut self.selection).placed(&self.world);
        if step.is_some() {
            self.show_step(step);
        }
    }

    /// The names of the selected items, as in the `select` of a scene: the querier and its subject.
    pub(crate) fn selected_names(&self) -> Vec<String> {
        let selected = self.selected();
        let querier = selected.querier.map(Item::from);
        let asking = selected.agent.map(Item::Agent).or(selected.occlusion.map(Item::Occlusion));
        let asking = asking.or(selected.explained_alone).or(querier);
        let subject = selected.subject_item().filter(|subject| Some(*subject) != asking);
        let items = asking.into_iter().chain(subject);
        items.filter_map(|item| Some(self.world.name_of(item)?.to_string())).collect()
    }

    /// Selects by names, as the command line does.
    ///
    /// # Errors
    /// When a name is unknown, or when no answer is about these names.
    pub fn select_names(&mut self, names: &[String]) -> Result<(), ExplainError> {
        self.set_selection(Selection::on(&self.world, names)?);
        Ok(())
    }

    /// Selects an item by its id. Has no effect when the item does not exist.
    pub(crate) fn select(&mut self, id: ItemId) {
        if let Some(item) = self.world.find(id) {
            self.choose(item, false);
        }
    }

    /// The active item: the one that was selected last. Commands on a single item change it.
    pub(crate) fn active(&self) -> Option<ItemId> {
        self.selection.active()
    }

    /// The active item in the world.
    pub(crate) fn active_item(&self) -> Option<Item> {
        self.world.find(self.selection.active()?)
    }

    /// The entry of the document that is edited for the active item. For a part of a model it is the model, for a half the
    /// object that is cut.
    pub(crate) fn active_entry(&self) -> Option<Entry> {
        self.entry_for(self.active_item()?)
    }

    /// Whether the active item is a part of a model or a half of a cut. It cannot be edited separately.
    pub(crate) fn is_part_active(&self) -> bool {
        self.selection.active().is_some_and(ItemId::is_part)
    }

    /// The entry of an item of the world. For a part of a model it is the model. A half of an object has no entry.
    pub(crate) fn entry_of(&self, item: Item) -> Option<Entry> {
        self.entry_for(item).filter(|_| !self.world.is_half(item))
    }

    /// The entry that commands change for an item of the world: as [`entry_of`](Self::entry_of), and for a half of an object
    /// the object that is cut.
    pub(crate) fn entry_for(&self, item: Item) -> Option<Entry> {
        let id = self.world.owner(item).or_else(|| self.world.id_of(item))?;
        self.scene().find(id)
    }
}
