//! The selection: the querier, the ordered sets of selected queriers and subjects, the active thing, and the open step.
//!
//! The selection holds ids. So it stays with its things when they are renamed or moved in their lists, and when an edit is
//! undone or a file is read again. [`Selected`] is the same selection as indices of the world that is shown now.
//!
//! There are two sets, because an answer needs a camera or ray and an object, both of which are selected: the queriers
//! (cameras, rays, agents, occlusion queries, sessions, taps, cuts) and the subjects (objects, images, models). The
//! last thing of a set determines the answer that is shown. The last thing of the set that was changed last is the
//! active one, and commands change all things of that set. When things of one role were added to selected things of the
//! other role, the sets are joined: commands then change the things of both. Any selection of one thing alone separates
//! them, so that the querier whose answer is read is not changed together with its subject.

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
    /// Whether commands change the things of both sets. Only while neither is empty.
    is_joined: bool,
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

    fn other(self) -> Self {
        match self {
            Self::Querier => Self::Subject,
            Self::Subject => Self::Querier,
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
        let shown = Self { querier, agent, occlusion, explained_alone, ..Self::default() };
        Self { queriers, subjects, active, selected: selected.clone(), ..shown }
    }

    fn of_role(&self, role: Role) -> &IndexSet<ThingId> {
        match role {
            Role::Querier => &self.queriers,
            Role::Subject => &self.subjects,
        }
    }

    fn of_role_mut(&mut self, role: Role) -> &mut IndexSet<ThingId> {
        match role {
            Role::Querier => &mut self.queriers,
            Role::Subject => &mut self.subjects,
        }
    }

    /// The active set. The active thing is its last.
    fn set(&self) -> Option<&IndexSet<ThingId>> {
        Some(self.of_role(self.active?))
    }

    /// The other set, when commands change it too.
    fn joined_set(&self) -> Option<&IndexSet<ThingId>> {
        Some(self.of_role(self.active?.other())).filter(|_| self.is_joined)
    }

    /// The things that commands change. The active one is the last.
    fn changed(&self) -> impl Iterator<Item = ThingId> {
        self.joined_set().into_iter().chain(self.set()).flatten().copied()
    }

    /// Whether commands change a thing.
    fn changes(&self, id: ThingId) -> bool {
        self.joined_set().into_iter().chain(self.set()).any(|set| set.contains(&id))
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
        let active = Some(Role::Querier);
        Self { queriers, active, is_joined: false, ..self.with_querier(querier.into(), world) }.placed(world)
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
        let (queriers, is_joined) = (IndexSet::new(), false);
        Self { queriers, subjects, active, is_joined, ..self }.with_its_querier(thing, world).placed(world)
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

    /// The same with all these things, of which the last becomes the active one. Those that the world does not have are
    /// left out. Things of both roles, and things of the other role than the selected ones, join the sets.
    fn extended(mut self, things: &[Thing], world: &World) -> Self {
        let Some(&last) = things.last() else { return self };
        let role = Role::of(last);
        let has_both = things.iter().any(|thing| Role::of(*thing) != role);
        let is_of_other_role = self.active != Some(role) && self.set().is_some_and(|set| !set.is_empty());
        for added in [Role::Querier, Role::Subject] {
            let of_role = things.iter().filter(|thing| Role::of(**thing) == added);
            let mut ids = of_role.filter_map(|thing| world.id_of(*thing));
            let Some(first) = ids.next() else { continue };
            // Commands did not change the things of this set: they were selected for the answer that is shown.
            let is_shown_only = !self.is_joined && self.active != Some(added);
            let set = self.of_role_mut(added);
            if is_shown_only {
                set.clear();
            }
            set.insert(first);
            set.extend(ids);
        }
        let set = self.of_role_mut(role);
        if let Some((place, _)) = world.id_of(last).and_then(|id| set.get_full(&id)) {
            set.move_index(place, set.len() - 1);
        }
        self.is_joined |= has_both || is_of_other_role;
        self.active = Some(role);
        self.settled(world)
    }

    /// The same without a thing of its sets. The one that was selected before it becomes the active one.
    fn without(mut self, id: ThingId, world: &World) -> Self {
        self.queriers.shift_remove(&id);
        self.subjects.shift_remove(&id);
        self.settled(world)
    }

    /// Makes the other joined set the active one when the active set is empty. Joined sets are never empty.
    fn drop_empty(&mut self) {
        if self.set().is_some_and(IndexSet::is_empty) {
            self.active = self.joined_set().filter(|set| !set.is_empty()).and(self.active).map(Role::other);
        }
        self.is_joined &= !self.queriers.is_empty() && !self.subjects.is_empty();
    }

    /// The same with its querier updated to the last things of its sets.
    fn settled(mut self, world: &World) -> Self {
        self.drop_empty();
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
        self.drop_empty();
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
        // While another querier is pinned, or sets are joined, the last selected querier may be another than the shown one.
        let shown = [self.querier, self.agent, self.occlusion, self.explained_alone];
        let beside = self.queriers.last().copied().filter(|id| !shown.contains(&Some(*id)));
        if let Some(thing) = find(beside) {
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

    /// Adds an item to the selected ones as Ctrl + click does, or removes it. A camera or ray that is added becomes the
    /// querier about the selected objects, which stay.
    pub fn toggle(&mut self, thing: Thing) {
        let Some(id) = self.world.id_of(thing) else { return };
        if !self.selection.changes(id) {
            self.extend(&[thing]);
        } else if self.set_len() > 1 || Role::of(thing) == Role::Subject {
            // The last querier cannot be deselected.
            self.set_selection(self.selection.clone().without(id, &self.world));
        }
    }

    /// Adds items to the selected ones. The last one becomes the active one.
    pub fn extend(&mut self, things: &[Thing]) {
        self.set_selection(self.selection.clone().extended(things, &self.world));
    }

    /// Selects all items of all kinds, models as a whole. The active one stays the active one; without one it is an object.
    pub fn select_all(&mut self) {
        let active = self.active_thing();
        let subjects = [ThingKind::Unplaced, ThingKind::Image, ThingKind::Model, ThingKind::Object];
        let kinds = ThingKind::ALL.into_iter().filter(|kind| !subjects.contains(kind)).chain(subjects);
        let of_kind = |kind: ThingKind| (0..self.world.own_count(kind)).map(move |index| kind.thing(index));
        let things: Vec<Thing> = kinds.flat_map(of_kind).filter(|thing| Some(*thing) != active).chain(active).collect();
        self.extend(&things);
    }

    /// Makes a selected item the active one, as a right click does. Other items are selected alone.
    pub(crate) fn activate(&mut self, thing: Thing, keeps_subject: bool) {
        match self.world.id_of(thing) {
            Some(id) if self.set_len() > 1 && self.selection.changes(id) => {
                self.extend(&[thing]);
            }
            _ => self.choose(thing, keeps_subject),
        }
    }

    /// The items that commands change, in the order of their selection. The active one is the last.
    pub(crate) fn selected_ids(&self) -> impl Iterator<Item = ThingId> {
        self.selection.changed()
    }

    /// Whether commands change an item.
    pub(crate) fn is_changed(&self, id: ThingId) -> bool {
        self.selection.changes(id)
    }

    /// Hides the items that commands change, or shows them again, as one undo step.
    pub(crate) fn hide_selected(&mut self) {
        let set: IndexSet<ThingId> = self.selected_ids().collect();
        let is_hidden = set.last().is_some_and(|active| self.hidden().contains(*active));
        self.set_all_hidden(&set, !is_hidden);
    }

    /// How many items commands change.
    pub(crate) fn set_len(&self) -> usize {
        [self.selection.set(), self.selection.joined_set()].into_iter().flatten().map(IndexSet::len).sum()
    }

    /// The number of items that commands change, in words: "3 objects", or "3 items" of several kinds.
    pub(crate) fn set_words(&self) -> String {
        let Some(active) = self.active_thing() else { return ThingKind::count_words(std::iter::empty()) };
        let joined = self.selection.joined_set();
        let selected = &self.selection.selected;
        // The last item of the joined set is the shown querier or subject, and then it is not among the others.
        let last = joined.and_then(|set| self.world.find(*set.last()?)).filter(|last| !selected.is_other(*last));
        let is_in_set = |other: Thing| joined.is_some() || Role::of(other) == Role::of(active);
        let others = selected.others.iter().copied().filter(|other| *other != active && is_in_set(*other));
        ThingKind::count_words(std::iter::once(active).chain(last).chain(others).map(Thing::kind))
    }

    /// The entries of the document that commands change: for a part its model, for a half the object that is cut. Each is
    /// there once, the entry of the active item last.
    pub(crate) fn selected_entries(&self) -> Vec<ThingId> {
        let set: IndexSet<ThingId> = self.selected_ids().collect();
        let found = self.world.find_all(&set);
        let entry = |id: &ThingId| self.world.owner(*found.get(id)?).or(Some(*id));
        // From the end: an entry that several items stand for is at the place of the last one.
        let entries: IndexSet<ThingId> = set.iter().rev().filter_map(entry).collect();
        entries.into_iter().rev().collect()
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

    /// The entry of the document that is edited for the active item. For a part of a model it is the model, for a half the
    /// object that is cut.
    pub(crate) fn active_entry(&self) -> Option<Entry> {
        self.entry_for(self.active_thing()?)
    }

    /// Whether the active item is a part of a model or a half of a cut. It cannot be edited separately.
    pub(crate) fn is_part_active(&self) -> bool {
        self.selection.active().is_some_and(ThingId::is_part)
    }

    /// The entry of an item of the world. For a part of a model it is the model. A half of an object has no entry.
    pub(crate) fn entry_of(&self, thing: Thing) -> Option<Entry> {
        self.entry_for(thing).filter(|_| !self.world.is_half(thing))
    }

    /// The entry that commands change for an item of the world: as [`entry_of`](Self::entry_of), and for a half of an object
    /// the object that is cut.
    pub(crate) fn entry_for(&self, thing: Thing) -> Option<Entry> {
        let id = self.world.owner(thing).or_else(|| self.world.id_of(thing))?;
        self.scene().find(id)
    }
}

#[cfg(test)]
mod tests;
