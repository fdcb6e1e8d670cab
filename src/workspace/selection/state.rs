//! The selection: the querier, the ordered sets of selected queriers and subjects, the active item, and the open step.
//!
//! The selection holds ids. So it stays with its items when they are renamed or moved in their lists, and when an edit is
//! undone or a file is read again. [`Selected`] is the same selection as indices of the world that is shown now.
//!
//! There are two sets, because an answer needs a camera or ray and an object, both of which are selected: the queriers
//! (cameras, rays, agents, occlusion queries, sessions, taps, cuts) and the subjects (objects, images, models). The
//! last item of a set determines the answer that is shown. The last item of the set that was changed last is the
//! active one, and commands change all items of that set. When items of one role were added to selected items of the
//! other role, the sets are joined: commands then change the items of both. Any selection of one item alone separates
//! them, so that the querier whose answer is read is not changed together with its subject.

pub(in crate::workspace) use std::sync::Arc;

use crate::picture::selected::asks_skin;
use crate::picture::{Querier, Selected};
use crate::report::explain::ExplainError;
use crate::scene::{ItemId, ItemSet};
use crate::world::{Item, World};

/// The selected items by their ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::workspace) struct Selection {
    /// The camera or ray whose answers are shown. It need not be in the set of queriers.
    pub(super) querier: Option<ItemId>,
    /// The agent whose tree is shown.
    pub(super) agent: Option<ItemId>,
    /// The occlusion query whose steps and depth cameras are shown.
    pub(super) occlusion: Option<ItemId>,
    /// The session, tap or cut whose answer is shown, or the object whose skin is explained.
    pub(super) explained_alone: Option<ItemId>,
    /// The selected cameras, rays, agents, occlusion queries, sessions, taps and cuts, in the order of their selection.
    pub(super) queriers: ItemSet,
    /// The selected objects, images and models, in the order of their selection. The querier's answer is shown for the last.
    pub(super) subjects: ItemSet,
    /// The pinned camera or ray: it stays the querier while other cameras and rays are selected.
    pub(super) pinned: Option<ItemId>,
    /// The set that was changed last.
    pub(super) active: Option<Role>,
    /// Whether commands change the items of both sets. Only while neither is empty.
    pub(super) is_joined: bool,
    /// The agent that was shown last. Its tree is shown while no agent is selected.
    pub(super) shown_agent: Option<ItemId>,
    /// The number of selections so far.
    pub(super) count: u64,
    /// The same as indices of the world, with the open step.
    pub(in crate::workspace) selected: Selected,
}

/// The role of an item in a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A camera, ray, agent, occlusion query, session, tap or cut.
    Querier,
    /// An object, image or model, which the answers of a querier are about.
    Subject,
}

impl Role {
    pub(super) fn of(item: Item) -> Self {
        match item {
            Item::Object(_) | Item::Unplaced(_) | Item::Model(_) | Item::Image(_) => Self::Subject,
            _ => Self::Querier,
        }
    }

    pub(super) fn other(self) -> Self {
        match self {
            Self::Querier => Self::Subject,
            Self::Subject => Self::Querier,
        }
    }
}

/// A set of one item, or of none.
pub(in crate::workspace) fn only(id: Option<ItemId>) -> ItemSet {
    id.into_iter().collect()
}

impl Selection {
    /// The selection of a scene that was just opened: the one in the scene file, else the first camera or ray. In the
    /// second case no item is active.
    pub(in crate::workspace) fn opening(world: &World, names: &[String]) -> Self {
        let selection = Self::on(world, names).unwrap_or_else(|_| Self::of(world, &Selected::of(world)));
        if names.is_empty() { Self { active: None, queriers: ItemSet::default(), ..selection } } else { selection }
    }

    /// The selection of the items with these names.
    pub(in crate::workspace) fn on(world: &World, names: &[String]) -> Result<Self, ExplainError> {
        Ok(Self::of(world, &Selected::on(world, names)?))
    }

    pub(super) fn of(world: &World, selected: &Selected) -> Self {
        let querier = selected.querier.and_then(|querier| world.id_of(querier.into()));
        let agent = selected.agent.and_then(|agent| world.id_of(Item::Agent(agent)));
        let occlusion = selected.occlusion.and_then(|query| world.id_of(Item::Occlusion(query)));
        let explained_alone = selected.explained_alone.and_then(|explained_alone| world.id_of(explained_alone));
        let subjects = only(selected.subject_item().and_then(|item| world.id_of(item)));
        let queriers = only(agent.or(occlusion).or(explained_alone).or(querier).filter(|_| subjects.is_empty()));
        let active = match (subjects.is_empty(), queriers.is_empty()) {
            (false, _) => Some(Role::Subject),
            (true, false) => Some(Role::Querier),
            (true, true) => None,
        };
        let shown = Self { querier, agent, occlusion, explained_alone, ..Self::default() };
        Self { queriers, subjects, active, selected: selected.clone(), ..shown }
    }

    pub(super) fn of_role(&self, role: Role) -> &ItemSet {
        match role {
            Role::Querier => &self.queriers,
            Role::Subject => &self.subjects,
        }
    }

    pub(super) fn of_role_mut(&mut self, role: Role) -> &mut ItemSet {
        match role {
            Role::Querier => &mut self.queriers,
            Role::Subject => &mut self.subjects,
        }
    }

    /// The active set. The active item is its last.
    pub(super) fn set(&self) -> Option<&ItemSet> {
        Some(self.of_role(self.active?))
    }

    /// The other set, when commands change it too.
    pub(super) fn joined_set(&self) -> Option<&ItemSet> {
        Some(self.of_role(self.active?.other())).filter(|_| self.is_joined)
    }

    /// The items that commands change. The active one is the last.
    pub(in crate::workspace) fn changed(&self) -> impl Iterator<Item = ItemId> {
        self.joined_set().into_iter().chain(self.set()).flatten().copied()
    }

    /// Whether commands change an item.
    pub(in crate::workspace) fn changes(&self, id: ItemId) -> bool {
        self.joined_set().into_iter().chain(self.set()).any(|set| set.contains(&id))
    }

    /// The active item. Keys and menus act on it.
    pub(in crate::workspace) fn active(&self) -> Option<ItemId> {
        self.set()?.last().copied()
    }

    /// The same with another querier. Any item that is neither a camera nor a ray replaces the camera or ray. A pinned
    /// camera or ray stays the querier when another camera or ray is selected.
    pub(super) fn with_querier(self, item: Item, world: &World) -> Self {
        let id = world.id_of(item);
        let none = Self { querier: None, agent: None, occlusion: None, explained_alone: None, ..self };
        match item {
            Item::Agent(_) => Self { agent: id, ..none },
            Item::Occlusion(_) => Self { occlusion: id, ..none },
            Item::Camera(_) | Item::Ray(_) => Self { querier: none.pinned.or(id), ..none },
            _ => Self { explained_alone: id, ..none },
        }
    }

    /// The same with a camera or ray alone as the querier.
    pub(super) fn with_querier_only(self, querier: Querier, world: &World) -> Self {
        let queriers = only(world.id_of(querier.into()));
        let active = Some(Role::Querier);
        Self { queriers, active, is_joined: false, ..self.with_querier(querier.into(), world) }.placed(world)
    }

    /// The selection of one item alone that is neither a camera, a ray nor a subject.
    pub(super) fn of_lone_querier(item: Item, world: &World) -> Self {
        let queriers = only(world.id_of(item));
        Self { queriers, active: Some(Role::Querier), ..Self::default().with_querier(item, world) }.placed(world)
    }

    /// An object alone, which is asked about its skin.
    pub(super) fn on_skin(object: usize, world: &World) -> Self {
        let explained_alone = world.id_of(Item::Object(object));
        Self { explained_alone, subjects: only(explained_alone), active: Some(Role::Subject), ..Self::default() }
            .placed(world)
    }

    /// The same with another subject alone, or none.
    pub(super) fn about(mut self, item: Option<Item>, world: &World) -> Self {
        if self.explained_alone.is_some_and(|id| matches!(world.find(id), Some(Item::Object(_)))) {
            self = Self::of(world, &Selected::of(world));
        }
        let subjects = only(item.and_then(|item| world.id_of(item)));
        let active = (!subjects.is_empty()).then_some(Role::Subject);
        let (queriers, is_joined) = (ItemSet::default(), false);
        Self { queriers, subjects, active, is_joined, ..self }.with_its_querier(item, world).placed(world)
    }

    /// The same after a change of the last subject.
    pub(super) fn with_its_querier(self, last: Option<Item>, world: &World) -> Self {
        // While an agent is selected, its camera is the querier of a selected object.
        let camera = || world.id_of(Item::Camera(self.selected.agent_camera(world)?));
        match last {
            Some(Item::Model(_)) => Self { agent: None, ..self },
            Some(Item::Image(_)) => self,
            _ => Self { querier: self.querier.or_else(camera), ..self },
        }
    }

    /// The same with all these items, of which the last becomes the active one. Those that the world does not have are
    /// left out. Items of both roles, and items of the other role than the selected ones, join the sets.
    pub(super) fn extended(mut self, items: &[Item], world: &World) -> Self {
        let Some(&last) = items.last() else { return self };
        let role = Role::of(last);
        let has_both = items.iter().any(|item| Role::of(*item) != role);
        let is_of_other_role = self.active != Some(role) && self.set().is_some_and(|set| !set.is_empty());
        for added in [Role::Querier, Role::Subject] {
            let of_role = items.iter().filter(|item| Role::of(**item) == added);
            let mut ids = of_role.filter_map(|item| world.id_of(*item));
            let Some(first) = ids.next() else { continue };
            // Commands did not change the items of this set: they were selected for the answer that is shown.
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

    /// The same without an item of its sets. The one that was selected before it becomes the active one.
    pub(super) fn without(mut self, id: ItemId, world: &World) -> Self {
        self.queriers.shift_remove(&id);
        self.subjects.shift_remove(&id);
        self.settled(world)
    }

    /// Makes the other joined set the active one when the active set is empty. Joined sets are never empty.
    pub(super) fn drop_empty(&mut self) {
        if self.set().is_some_and(ItemSet::is_empty) {
            self.active = self.joined_set().filter(|set| !set.is_empty()).and(self.active).map(Role::other);
        }
        self.is_joined &= !self.queriers.is_empty() && !self.subjects.is_empty();
    }

    /// The same with its querier updated to the last items of its sets.
    pub(super) fn settled(mut self, world: &World) -> Self {
        self.drop_empty();
        let last = |set: &ItemSet| world.find(*set.last()?);
        match self.active {
            Some(Role::Querier) => match last(&self.queriers) {
                Some(item) => self.with_querier(item, world),
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
    pub(super) fn retain(&mut self, world: &World) {
        let is_gone = |id: &mut ItemId| world.find(*id).is_none();
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
            if let Some(item) = querier.or_else(|| Selected::of(world).querier.map(Item::from)) {
                *self = std::mem::take(self).with_querier(item, world);
            }
        }
    }

    /// The selection with its indices in a world.
    pub(super) fn placed(self, world: &World) -> Self {
        Self { selected: self.selected_in(world), ..self }
    }

    /// The selection as indices of the world.
    pub(super) fn selected_in(&self, world: &World) -> Selected {
        let find = |id: Option<ItemId>| id.and_then(|id| world.find(id));
        let querier = match find(self.querier) {
            Some(Item::Camera(i)) => Some(Querier::Camera(i)),
            Some(Item::Ray(i)) => Some(Querier::Ray(i)),
            _ => None,
        };
        let mut selected = Selected { querier, ..Selected::default() };
        if let Some(Item::Agent(i)) = find(self.agent) {
            selected.agent = Some(i);
        }
        if let Some(Item::Occlusion(i)) = find(self.occlusion) {
            selected.occlusion = Some(i);
        }
        selected.explained_alone = find(self.explained_alone);
        match find(self.subjects.last().copied()) {
            Some(Item::Object(i)) => (selected.object, selected.has_skin) = (Some(i), asks_skin(world, i)),
            Some(Item::Image(i)) => selected.image = Some(i),
            Some(Item::Model(i)) => selected.model = Some(i),
            _ => {}
        }
        if self.queriers.len() > 1 || self.subjects.len() > 1 {
            let others = |set: &ItemSet| {
                let found = world.find_all(set);
                let before = set.len().saturating_sub(1);
                set.iter().take(before).filter_map(|id| found.get(id).copied()).collect::<Vec<_>>()
            };
            selected.others = Arc::new(others(&self.subjects).into_iter().chain(others(&self.queriers)).collect());
        }
        // While another querier is pinned, or sets are joined, the last selected querier may be another than the shown one.
        let shown = [self.querier, self.agent, self.occlusion, self.explained_alone];
        let beside = self.queriers.last().copied().filter(|id| !shown.contains(&Some(*id)));
        if let Some(item) = find(beside) {
            Arc::make_mut(&mut selected.others).insert(item);
        }
        selected
    }
}
