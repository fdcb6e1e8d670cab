//! The selection: the querier, the ordered sets of selected queriers and subjects, the active thing, and the open step.
//!
//! The selection holds ids. So it stays with its things when they are renamed or moved in their lists, and when an edit is
//! undone or a file is read again. [`Selected`] is the same selection as indices of the world that is shown now.
//!
//! There are two sets, because an answer needs a camera or ray and an object, both of which are selected: the queriers
//! (cameras, rays, agents, occlusion queries, sessions, taps, cuts) and the subjects (objects, images, models). The
//! last thing of a set determines the answer that is shown. The last thing of the set that was changed last is the
//! active one, and commands change all things of that set.

use std::cell::OnceCell;
use std::sync::Arc;

use indexmap::IndexSet;

use super::Session;
use crate::picture::selected::asks_skin;
use crate::picture::{Querier, Selected};
use crate::report::explain::ExplainError;
use crate::scene::{Entry, ThingId};
use crate::world::{Thing, ThingKind, World};

/// The selected things by their ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Selection {
    /// The camera or ray whose answers are shown. It need not be in the set of queriers.
    querier: Option<ThingId>,
    /// The agent whose tree is shown.
    agent: Option<ThingId>,
    /// The occlusion query whose steps and depth cameras are shown.
    occlusion: Option<ThingId>,
    /// The session, tap or cut whose answer is shown, or the object whose skin is explained.
    explained_alone: Option<ThingId>,
    /// The selected cameras, rays, agents, occlusion queries, sessions, taps and cuts, in the order of their selection.
    queriers: IndexSet<ThingId>,
    /// The selected objects, images and models, in the order of their selection. The querier's answer is shown for the last.
    subjects: IndexSet<ThingId>,
    /// The pinned camera or ray: it stays the querier while other cameras and rays are selected.
    pinned: Option<ThingId>,
    /// The set that was changed last.
    active: Option<Role>,
    /// The same as indices of the world, with the open step.
    pub(super) selected: Selected,
}

/// The role of a thing in a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// A camera, ray, agent, occlusion query, session, tap or cut.
    Querier,
    /// An object, image or model, which the answers of a querier are about.
    Subject,
}

impl Role {
    fn of(thing: Thing) -> Self {
        match thing {
            Thing::Object(_) | Thing::Unplaced(_) | Thing::Model(_) | Thing::Image(_) => Self::Subject,
            _ => Self::Querier,
        }
    }
}

/// A set of one thing, or of none.
pub(super) fn only(id: Option<ThingId>) -> IndexSet<ThingId> {
    id.into_iter().collect()
}

impl Selection {
    /// The selection of a scene that was just opened: the one in the scene file, else the first camera or ray. In the
    /// second case no item is active.
    pub(super) fn opening(world: &World, names: &[String]) -> Self {
        let selection = Self::on(world, names).unwrap_or_else(|_| Self::of(world, &Selected::of(world)));
        if names.is_empty() { Self { active: None, queriers: IndexSet::new(), ..selection } } else { selection }
    }

    /// The selection of the items with these names.
    pub(super) fn on(world: &World, names: &[String]) -> Result<Self, ExplainError> {
        Ok(Self::of(world, &Selected::on(world, names)?))
    }

    fn of(world: &World, selected: &Selected) -> Self {
        let querier = selected.querier.and_then(|querier| world.id_of(querier.into()));
        let agent = selected.agent.and_then(|agent| world.id_of(Thing::Agent(agent)));
        let occlusion = selected.occlusion.and_then(|query| world.id_of(Thing::Occlusion(query)));
        let explained_alone = selected.explained_alone.and_then(|explained_alone| world.id_of(explained_alone));
        let subjects = only(selected.subject_thing().and_then(|thing| world.id_of(thing)));
        let queriers = only(agent.or(occlusion).or(explained_alone).or(querier).filter(|_| subjects.is_empty()));
        let active = match (subjects.is_empty(), queriers.is_empty()) {
            (false, _) => Some(Role::Subject),
            (true, false) => Some(Role::Querier),
            (true, true) => None,
        };
        let selected = selected.clone();
        Self { querier, agent, occlusion, explained_alone, queriers, subjects, pinned: None, active, selected }
    }

    /// The set that commands change. The active thing is its last.
    fn set(&self) -> Option<&IndexSet<ThingId>> {
        match self.active? {
            Role::Querier => Some(&self.queriers),
            Role::Subject => Some(&self.subjects),
        }
    }

    /// The active thing. Keys and menus act on it.
    fn active(&self) -> Option<ThingId> {
        self.set()?.last().copied()
    }

    /// The same with another querier. Any thing that is neither a camera nor a ray replaces the camera or ray. A pinned
    /// camera or ray stays the querier when another camera or ray is selected.
    fn with_querier(self, thing: Thing, world: &World) -> Self {
        let id = world.id_of(thing);
        let none = Self { querier: None, agent: None, occlusion: None, explained_alone: None, ..self };
        match thing {
            Thing::Agent(_) => Self { agent: id, ..none },
            Thing::Occlusion(_) => Self { occlusion: id, ..none },
            Thing::Camera(_) | Thing::Ray(_) => Self { querier: none.pinned.or(id), ..none },
            _ => Self { explained_alone: id, ..none },
        }
    }

    /// The same with a camera or ray alone as the querier.
    fn with_querier_only(self, querier: Querier, world: &World) -> Self {
        let queriers = only(world.id_of(querier.into()));
        Self { queriers, active: Some(Role::Querier), ..self.with_querier(querier.into(), world) }.placed(world)
    }

    /// The selection of one thing alone that is neither a camera, a ray nor a subject.
    fn of_lone_querier(thing: Thing, world: &World) -> Self {
        let queriers = only(world.id_of(thing));
        Self { queriers, active: Some(Role::Querier), ..Self::default().with_querier(thing, world) }.placed(world)
    }

    /// An object alone, which is asked about its skin.
    fn on_skin(object: usize, world: &World) -> Self {
        let explained_alone = world.id_of(Thing::Object(object));
        Self { explained_alone, subjects: only(explained_alone), active: Some(Role::Subject), ..Self::default() }
            .placed(world)
    }

    /// The same with another subject alone, or none.
    fn about(mut self, thing: Option<Thing>, world: &World) -> Self {
        if self.explained_alone.is_some_and(|id| matches!(world.find(id), Some(Thing::Object(_)))) {
            self = Self::of(world, &Selected::of(world));
        }
        let subjects = only(thing.and_then(|thing| world.id_of(thing)));
        let active = (!subjects.is_empty()).then_some(Role::Subject);
        Self { subjects, queriers: IndexSet::new(), active, ..self }.with_its_querier(thing, world).placed(world)
    }

    /// The same after a change of the last subject.
    fn with_its_querier(self, last: Option<Thing>, world: &World) -> Self {
        // While an agent is selected, its camera is the querier of a selected object.
        let camera = || world.id_of(Thing::Camera(self.selected.agent_camera(world)?));
        match last {
            Some(Thing::Model(_)) => Self { agent: None, ..self },
            Some(Thing::Image(_)) => self,
            _ => Self { querier: self.querier.or_else(camera), ..self },
        }
    }

    /// The same with all these things, of which the last becomes the active one. Things with another role than the last are
    /// left out, and so are those that the world does not have.
    fn extended(mut self, things: &[Thing], world: &World) -> Self {
        let Some(&last) = things.last() else { return self };
        let role = Role::of(last);
        let ids = things.iter().filter(|thing| Role::of(**thing) == role).filter_map(|thing| world.id_of(*thing));
        let set = match role {
            Role::Querier => &mut self.queriers,
            Role::Subject => &mut self.subjects,
        };
        set.extend(ids);
        if let Some((place, _)) = world.id_of(last).and_then(|id| set.get_full(&id)) {
            set.move_index(place, set.len() - 1);
        }
        if role == Role::Subject {
            self.queriers.clear();
        }
        self.active = Some(role);
        self.settled(world)
    }

    /// The same without a thing of its set. The one that was selected before it becomes the active one.
    fn without(mut self, id: ThingId, world: &World) -> Self {
        self.queriers.shift_remove(&id);
        self.subjects.shift_remove(&id);
        self.settled(world)
    }

    /// The same with its querier updated to the last things of its sets.
    fn settled(mut self, world: &World) -> Self {
        if self.set().is_some_and(IndexSet::is_empty) {
            self.active = None;
        }
        let last = |set: &IndexSet<ThingId>| world.find(*set.last()?);
        match self.active {
            Some(Role::Querier) => match last(&self.queriers) {
                Some(thing) => self.with_querier(thing, world),
                None => self,
            },
            Some(Role::Subject) => {
                let subject = last(&self.subjects);
                self.with_its_querier(subject, world)
            }
            None => self,
        }
        .placed(world)
    }

    /// Deselects items that are not in the world. If no querier is left, the last selected one, or else the first
    /// camera or ray, becomes the querier.
    fn retain(&mut self, world: &World) {
        let is_gone = |id: &mut ThingId| world.find(*id).is_none();
        self.querier.take_if(is_gone);
        self.agent.take_if(is_gone);
        self.occlusion.take_if(is_gone);
        self.explained_alone.take_if(is_gone);
        self.pinned.take_if(is_gone);
        for set in [&mut self.queriers, &mut self.subjects] {
            let found = world.find_all(set);
            set.retain(|id| found.contains_key(id));
        }
        if self.set().is_some_and(IndexSet::is_empty) {
            self.active = None;
        }
        if [self.querier, self.agent, self.occlusion, self.explained_alone].iter().all(Option::is_none) {
            let querier = self.queriers.last().and_then(|id| world.find(*id));
            if let Some(thing) = querier.or_else(|| Selected::of(world).querier.map(Thing::from)) {
                *self = std::mem::take(self).with_querier(thing, world);
            }
        }
    }

    /// The selection with its indices in a world.
    fn placed(self, world: &World) -> Self {
        Self { selected: self.selected_in(world), ..self }
    }

    /// The selection as indices of the world.
    fn selected_in(&self, world: &World) -> Selected {
        let find = |id: Option<ThingId>| id.and_then(|id| world.find(id));
        let querier = match find(self.querier) {
            Some(Thing::Camera(i)) => Some(Querier::Camera(i)),
            Some(Thing::Ray(i)) => Some(Querier::Ray(i)),
            _ => None,
        };
        let mut selected = Selected { querier, ..Selected::default() };
        if let Some(Thing::Agent(i)) = find(self.agent) {
            selected.agent = Some(i);
        }
        if let Some(Thing::Occlusion(i)) = find(self.occlusion) {
            selected.occlusion = Some(i);
        }
        selected.explained_alone = find(self.explained_alone);
        match find(self.subjects.last().copied()) {
            Some(Thing::Object(i)) => (selected.object, selected.has_skin) = (Some(i), asks_skin(world, i)),
            Some(Thing::Image(i)) => selected.image = Some(i),
            Some(Thing::Model(i)) => selected.model = Some(i),
            _ => {}
        }
        if self.queriers.len() > 1 || self.subjects.len() > 1 {
            let others = |set: &IndexSet<ThingId>| {
                let found = world.find_all(set);
                let before = set.len().saturating_sub(1);
                set.iter().take(before).filter_map(|id| found.get(id).copied()).collect::<Vec<_>>()
            };
            selected.others = Arc::new(others(&self.subjects).into_iter().chain(others(&self.queriers)).collect());
        }
        // While another querier is pinned, a selected camera or ray is shown as selected too.
        let beside = self.pinned.and(self.queriers.last().copied()).filter(|id| Some(*id) != self.querier);
        if let Some(thing @ (Thing::Camera(_) | Thing::Ray(_))) = find(beside) {
            Arc::make_mut(&mut selected.others).insert(thing);
        }
        selected
    }
}

impl Session {
    /// Selects an item as a click does. A camera or ray is selected without a subject, or with `keeps_subject` with the
    /// current ones.
    pub fn choose(&mut self, thing: Thing, keeps_subject: bool) {
        match thing {
            Thing::Camera(i) => self.choose_querier(Querier::Camera(i), keeps_subject),
            Thing::Ray(i) => self.choose_querier(Querier::Ray(i), keeps_subject),
            Thing::Agent(i) => self.show_agent(i),
            Thing::Occlusion(i) => self.select_occlusion(i),
            // The querier stays, and is asked about it where it has answers about such things.
            _ if Role::of(thing) == Role::Subject => {
                self.set_selection(self.selection.clone().about(Some(thing), &self.world));
            }
            _ => self.set_selection(Selection::of_lone_querier(thing, &self.world)),
        }
    }

    /// Selects an object to show the answer about its skin, without a camera or ray.
    pub fn select_skin(&mut self, object: usize) {
        self.set_selection(Selection::on_skin(object, &self.world));
    }

    /// Adds an item to the selected ones as Ctrl + click does, or removes it. While an object, image or model is the active
    /// item, a camera or ray becomes the querier about it; further ones are then added to that one.
    pub fn toggle(&mut self, thing: Thing) {
        let Some(id) = self.world.id_of(thing) else { return };
        let set = self.selection.set().filter(|set| set.contains(&id));
        match (Role::of(thing), set) {
            (Role::Querier, _) if self.selection.active == Some(Role::Subject) => self.choose(thing, true),
            // The last querier cannot be deselected.
            (Role::Querier, Some(set)) if set.len() == 1 => {}
            (_, Some(_)) => self.set_selection(self.selection.clone().without(id, &self.world)),
            (_, None) => self.extend(&[thing]),
        }
    }

    /// Adds items to the selected ones. The last one becomes the active one.
    pub fn extend(&mut self, things: &[Thing]) {
        self.set_selection(self.selection.clone().extended(things, &self.world));
    }

    /// Selects all items of the kind of the active one, or all objects. The active one stays the active one.
    pub fn select_all(&mut self) {
        let active = self.active_thing();
        let kind = active.map_or(ThingKind::Object, Thing::kind);
        let all = (0..self.world.count(kind)).map(|index| kind.thing(index));
        let things: Vec<Thing> = all.filter(|thing| Some(*thing) != active).chain(active).collect();
        self.extend(&things);
    }

    /// Makes a selected item the active one, as a right click does. Other items are selected alone.
    pub(crate) fn activate(&mut self, thing: Thing, keeps_subject: bool) {
        match self.world.id_of(thing) {
            Some(id) if self.set_len() > 1 && self.selected_ids().any(|selected| selected == id) => {
                self.extend(&[thing]);
            }
            _ => self.choose(thing, keeps_subject),
        }
    }

    /// The items that commands change, in the order of their selection. The active one is the last.
    pub(crate) fn selected_ids(&self) -> impl Iterator<Item = ThingId> {
        self.selection.set().into_iter().flatten().copied()
    }

    /// Hides the items that commands change, or shows them again, as one undo step.
    pub(crate) fn hide_selected(&mut self) {
        let Some(set) = self.selection.set().cloned() else { return };
        let is_hidden = set.last().is_some_and(|active| self.hidden().contains(*active));
        self.set_all_hidden(&set, !is_hidden);
    }

    /// How many items commands change.
    pub(crate) fn set_len(&self) -> usize {
        self.selection.set().map_or(0, IndexSet::len)
    }

    /// The number of items that commands change, in words: "3 objects", or "3 items" of several kinds.
    pub(crate) fn set_words(&self) -> String {
        let Some(active) = self.active_thing() else { return ThingKind::count_words(std::iter::empty()) };
        let others = self.selection.selected.others.iter();
        let same_set = others.filter(|other| Role::of(**other) == Role::of(active)).map(|other| other.kind());
        ThingKind::count_words(std::iter::once(active.kind()).chain(same_set))
    }

    /// The entries of the document that commands change: for a part, its model. Each is there once.
    pub(crate) fn selected_entries(&self) -> Vec<ThingId> {
        let Some(set) = self.selection.set() else { return Vec::new() };
        let found = self.world.find_all(set);
        let entry = |id: &ThingId| self.world.owner(*found.get(id)?).or(Some(*id));
        set.iter().filter_map(entry).collect::<IndexSet<_>>().into_iter().collect()
    }

    /// Deselects the subjects; without subjects, all items but the active one.
    pub(crate) fn deselect(&mut self) {
        if self.is_about_something() {
            self.clear_subjects();
        } else if let Some(active) = self.active_thing() {
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
            Some(thing @ (Thing::Camera(_) | Thing::Ray(_))) => self.selection.clone().with_querier(thing, &self.world),
            _ => self.selection.clone(),
        };
        self.set_selection(selection.placed(&self.world));
    }

    /// The pinned camera or ray: it stays the querier while others are selected.
    pub fn pinned_querier(&self) -> Option<Thing> {
        self.world.find(self.selection.pinned?)
    }

    /// The selected camera or ray: the active one, or the querier.
    pub(crate) fn active_querier(&self) -> Option<Querier> {
        match self.active_thing() {
            Some(Thing::Camera(camera)) => Some(Querier::Camera(camera)),
            Some(Thing::Ray(ray)) => Some(Querier::Ray(ray)),
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
        self.set_selection(Selection::of_lone_querier(Thing::Agent(agent), &self.world));
    }

    /// Selects an occlusion query. The explanation is then about it.
    pub fn select_occlusion(&mut self, query: usize) {
        self.set_selection(Selection::of_lone_querier(Thing::Occlusion(query), &self.world));
    }

    /// Selects an object, or with `None` deselects it. The querier stays.
    pub fn select_object(&mut self, object: Option<usize>) {
        self.set_selection(self.selection.clone().about(object.map(Thing::Object), &self.world));
    }

    /// Selects an image in place of an object, or with `None` deselects it. The querier stays.
    pub fn select_image(&mut self, image: Option<usize>) {
        self.set_selection(self.selection.clone().about(image.map(Thing::Image), &self.world));
    }

    /// Selects a whole model in place of an object. The querier stays; an agent is deselected.
    pub fn select_model(&mut self, model: usize) {
        self.set_selection(self.selection.clone().about(Some(Thing::Model(model)), &self.world));
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

    pub(super) fn set_selection(&mut self, selection: Selection) {
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
    pub(super) fn follow_selection(&mut self) {
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
        let querier = selected.querier.map(Thing::from);
        let asking = selected.agent.map(Thing::Agent).or(selected.occlusion.map(Thing::Occlusion));
        let asking = asking.or(selected.explained_alone).or(querier);
        let subject = selected.subject_thing().filter(|subject| Some(*subject) != asking);
        let things = asking.into_iter().chain(subject);
        things.filter_map(|thing| Some(self.world.name_of(thing)?.to_string())).collect()
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
    pub(crate) fn select(&mut self, id: ThingId) {
        if let Some(thing) = self.world.find(id) {
            self.choose(thing, false);
        }
    }

    /// The active item: the one that was selected last. Commands on a single item change it.
    pub(crate) fn active(&self) -> Option<ThingId> {
        self.selection.active()
    }

    /// The active item in the world.
    pub(crate) fn active_thing(&self) -> Option<Thing> {
        self.world.find(self.selection.active()?)
    }

    /// The entry of the document that is edited for the active item. For a part of a model it is the model.
    pub(crate) fn active_entry(&self) -> Option<Entry> {
        self.entry_of(self.active_thing()?)
    }

    /// Whether the active item is a part of a model. The model's file defines it, so it cannot be edited separately.
    pub(crate) fn is_part_active(&self) -> bool {
        self.selection.active().is_some_and(ThingId::is_part)
    }

    /// The entry of an item of the world. For a part of a model it is the model.
    pub(crate) fn entry_of(&self, thing: Thing) -> Option<Entry> {
        let id = self.world.owner(thing).or_else(|| self.world.id_of(thing))?;
        self.scene().find(id)
    }
}

#[cfg(test)]
mod tests;
