//! The selection: what asks, the selected items in the order of their selection, and the pinned querier.
//!
//! The selection holds ids. So it stays with its items when they are renamed or moved in their lists, and when an edit is
//! undone or a file is read again. [`Selected`] is the same selection as indices of the world that is shown now, with the open
//! step and the explained vertex of the subject.
//!
//! An answer needs a camera or ray and an object, both of which are selected. So each item has a [`Role`]: queriers
//! (cameras, rays, agents, occlusion queries, sessions, taps, cuts) ask, and subjects (objects, images, models) are what
//! they are asked about. The last item of a role determines the answer that is shown. The last item of all is the active
//! one, and the items of its role come last. Commands change all selected items, except the subjects that were selected
//! before a querier alone: they stay only for the answer that is shown, so that the querier whose answer is read is not
//! changed together with its subject.

use std::sync::Arc;

use crate::picture::Selected;
use crate::report::explain::ExplainError;
use crate::scene::{ItemId, ItemSet};
use crate::world::{Item, World};

/// The selected items by their ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::workspace) struct Selection {
    /// The item whose answers are shown: one that asks, or the object whose skin is explained. It need not be selected.
    pub(super) asker: Option<ItemId>,
    /// The camera of the asking agent, from the moment at which an object is selected beside the agent until another item
    /// asks. It is a field because it stays the querier when the object is deselected or the agent gets another camera.
    pub(super) asking_camera: Option<ItemId>,
    /// The last selected object, image or model. Set by [`placed`](Self::placed).
    pub(super) subject: Option<ItemId>,
    /// The selected items in the order of their selection, those with the role of the last one at the end.
    pub(super) selected: ItemSet,
    /// How many of the first selected items are subjects that commands do not change. The order does not say it: an object
    /// before a camera may have been selected with it, or only for its answer.
    pub(super) shown_only: usize,
    /// The pinned camera or ray: it stays the querier while other cameras and rays are selected.
    pub(super) pinned: Option<ItemId>,
    /// The agent that was shown last. Its tree is shown while no agent is selected.
    pub(super) shown_agent: Option<ItemId>,
    /// Whether a camera is asked what it sees of an object.
    pub(super) asks_why: bool,
    /// The number of selections so far.
    pub(super) count: u64,
    /// The same as indices of the world, with the open step and the explained vertex.
    pub(in crate::workspace) in_world: Selected,
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
        if names.is_empty() { Self { selected: ItemSet::default(), ..selection } } else { selection }
    }

    /// The selection of the items with these names.
    pub(in crate::workspace) fn on(world: &World, names: &[String]) -> Result<Self, ExplainError> {
        Ok(Self::of(world, &Selected::on(world, names)?))
    }

    fn of(world: &World, selected: &Selected) -> Self {
        let id = |item: Option<Item>| item.and_then(|item| world.id_of(item));
        let (asker, subject) = (id(selected.asker), id(selected.subject));
        let (selected, in_world) = (only(subject.or(asker)), selected.clone());
        Self { asker, subject, selected, asks_why: in_world.asks_why, in_world, ..Self::default() }
    }

    /// The items that commands change. The active one is the last.
    pub(in crate::workspace) fn changed(&self) -> impl Iterator<Item = ItemId> {
        self.selected.iter().skip(self.shown_only).copied()
    }

    /// How many items commands change.
    pub(super) fn changed_len(&self) -> usize {
        self.selected.len() - self.shown_only
    }

    /// Whether commands change an item.
    pub(in crate::workspace) fn changes(&self, id: ItemId) -> bool {
        self.selected.get_index_of(&id).is_some_and(|place| place >= self.shown_only)
    }

    /// The active item. Keys and menus act on it.
    pub(in crate::workspace) fn active(&self) -> Option<ItemId> {
        self.selected.last().copied().filter(|_| self.changed_len() > 0)
    }

    /// The camera or ray whose answers are shown.
    pub(super) fn querier(&self, world: &World) -> Option<ItemId> {
        self.asking_camera.or(self.asker.filter(|id| matches!(world.find(*id), Some(Item::Camera(_) | Item::Ray(_)))))
    }

    /// The last selected item that asks.
    pub(super) fn last_querier(&self, world: &World) -> Option<Item> {
        self.items_in(world).into_iter().map(|(_, item)| item).rfind(|item| Role::of(*item) == Role::Querier)
    }

    /// The same with another asker. A pinned camera or ray stays the querier when another camera or ray is selected.
    pub(super) fn asked_by(self, item: Item, world: &World) -> Self {
        let id = world.id_of(item);
        let asker = match item {
            Item::Camera(_) | Item::Ray(_) => self.pinned.or(id),
            _ => id,
        };
        Self { asker, asking_camera: None, ..self }
    }

    /// The same with a camera or ray alone as the querier. The subjects stay for its answer.
    pub(super) fn with_querier_only(self, querier: Item, world: &World) -> Self {
        let subjects = self.items_in(world).into_iter().filter(|(_, item)| Role::of(*item) == Role::Subject);
        let mut selected: ItemSet = subjects.map(|(id, _)| id).collect();
        let shown_only = selected.len();
        selected.extend(world.id_of(querier));
        Self { selected, shown_only, asks_why: false, ..self.asked_by(querier, world) }.placed(world)
    }

    /// The selection of one item alone that is neither a camera, a ray nor a subject.
    pub(super) fn of_lone_querier(item: Item, world: &World) -> Self {
        Self { selected: only(world.id_of(item)), ..Self::default().asked_by(item, world) }.placed(world)
    }

    /// An object alone, which is asked about its skin.
    pub(super) fn on_skin(object: usize, world: &World) -> Self {
        let asker = world.id_of(Item::Object(object));
        Self { asker, selected: only(asker), ..Self::default() }.placed(world)
    }

    /// The same with another subject alone, or none.
    pub(super) fn about(mut self, item: Option<Item>, world: &World) -> Self {
        if self.asker.is_some_and(|id| matches!(world.find(id), Some(Item::Object(_)))) {
            self = Self::of(world, &Selected::of(world));
        }
        let selected = only(item.and_then(|item| world.id_of(item)));
        Self { selected, shown_only: 0, ..self }.with_its_asker(item, world).placed(world)
    }

    /// The same after a change of the last subject.
    fn with_its_asker(self, last: Option<Item>, world: &World) -> Self {
        let Some(Item::Agent(agent)) = self.asker.and_then(|id| world.find(id)) else { return self };
        match last {
            // An agent is not asked about a model.
            Some(Item::Model(_)) => Self { asker: self.asking_camera, asking_camera: None, ..self },
            Some(Item::Image(_)) => self,
            // While an agent is selected, its camera is the querier of a selected object.
            _ => {
                let camera = || world.id_of(Item::Camera(world.agents.get(agent)?.camera?));
                Self { asking_camera: self.asking_camera.or_else(camera), ..self }
            }
        }
    }

    /// The same with all these items, of which the last becomes the active one. Those that the world does not have are
    /// left out.
    pub(super) fn extended(mut self, items: &[Item], world: &World) -> Self {
        let Some(&last) = items.last() else { return self };
        if items.iter().any(|item| Role::of(*item) == Role::Subject) {
            // Other subjects replace those that were selected only for the answer that is shown.
            self.selected.drain(..self.shown_only);
            self.shown_only = 0;
        }
        self.selected.extend(items.iter().filter_map(|item| world.id_of(*item)));
        if self.shown_only == 0 {
            let role = Role::of(last);
            let found = world.find_all(&self.selected);
            self.selected.sort_by_cached_key(|id| found.get(id).is_some_and(|item| Role::of(*item) == role));
        }
        if let Some(place) = world.id_of(last).and_then(|id| self.selected.get_index_of(&id)) {
            self.selected.move_index(place, self.selected.len() - 1);
        }
        self.settled(world)
    }

    /// The same without an item. The one that was selected before it becomes the active one.
    pub(super) fn without(mut self, id: ItemId, world: &World) -> Self {
        self.keep(|other| other != id);
        self.settled(world)
    }

    /// Deselects the items for which the condition does not hold.
    fn keep(&mut self, mut is_kept: impl FnMut(ItemId) -> bool) {
        let (mut place, mut shown_only) = (0, 0);
        self.selected.retain(|id| {
            let is_kept = is_kept(*id);
            shown_only += usize::from(is_kept && place < self.shown_only);
            place += 1;
            is_kept
        });
        self.shown_only = shown_only;
    }

    /// The same with the active item as the asker or the subject.
    fn settled(self, world: &World) -> Self {
        match self.active().and_then(|id| world.find(id)) {
            Some(item) if Role::of(item) == Role::Querier => self.asked_by(item, world),
            Some(item) => self.with_its_asker(Some(item), world),
            None => self,
        }
        .placed(world)
    }

    /// Deselects items that are not in the world. If nothing is left that asks, the last selected querier, or else the
    /// first camera or ray, does.
    pub(super) fn retain(&mut self, world: &World) {
        let is_gone = |id: &mut ItemId| world.find(*id).is_none();
        self.asker.take_if(is_gone);
        self.asking_camera.take_if(is_gone);
        self.pinned.take_if(is_gone);
        let found = world.find_all(&self.selected);
        self.keep(|id| found.contains_key(&id));
        self.asker = self.asker.or_else(|| self.asking_camera.take());
        if self.asker.is_none()
            && let Some(item) = self.last_querier(world).or_else(|| Selected::of(world).asker)
        {
            *self = std::mem::take(self).asked_by(item, world);
        }
    }

    /// The selected items that the world has, in their order.
    fn items_in(&self, world: &World) -> Vec<(ItemId, Item)> {
        let found = world.find_all(&self.selected);
        self.selected.iter().filter_map(|id| Some((*id, *found.get(id)?))).collect()
    }

    /// The same with its subject, and with its indices in a world.
    pub(super) fn placed(self, world: &World) -> Self {
        let items = self.items_in(world);
        let (subjects, queriers): (Vec<_>, Vec<_>) =
            items.into_iter().partition(|(_, item)| Role::of(*item) == Role::Subject);
        let (subject, queried) = (subjects.last().copied(), queriers.last().copied());
        let before = |items: &[(ItemId, Item)]| items.len().saturating_sub(1);
        let others = subjects[..before(&subjects)].iter().chain(&queriers[..before(&queriers)]);
        // While another querier is pinned, or items of both roles are selected, the last selected querier may be another
        // than the one whose answer is shown.
        let shown = [self.asker, self.asking_camera];
        let beside = queried.as_ref().filter(|(id, _)| !shown.contains(&Some(*id)));
        let find = |id: Option<ItemId>| id.and_then(|id| world.find(id));
        let in_world = Selected {
            asker: find(self.asker),
            asking_camera: match find(self.asking_camera) {
                Some(Item::Camera(camera)) => Some(camera),
                _ => None,
            },
            subject: subject.map(|(_, item)| item).filter(|item| !matches!(item, Item::Unplaced(_))),
            vertex: None,
            asks_why: self.asks_why,
            others: Arc::new(others.chain(beside).map(|(_, item)| *item).collect()),
            step: None,
        };
        Self { subject: subject.map(|(id, _)| id), in_world, ..self }
    }
}
