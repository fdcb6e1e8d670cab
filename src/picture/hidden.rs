//! Things that the picture does not show.

use std::collections::HashSet;

use super::Selected;
use crate::scene::ThingId;
use crate::world::{Thing, World};

/// Things that are not drawn, by their ids. They keep their answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hidden(HashSet<ThingId>);

impl Hidden {
    /// Whether the thing is hidden.
    pub fn contains(&self, id: ThingId) -> bool {
        !self.0.is_empty() && self.0.contains(&id)
    }

    /// Hides or shows the thing. Returns whether its state changed.
    pub fn set(&mut self, id: ThingId, is_hidden: bool) -> bool {
        if is_hidden { self.0.insert(id) } else { self.0.remove(&id) }
    }

    /// Whether nothing is hidden.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a selected thing is hidden.
    pub(super) fn concerns(&self, world: &World, selected: &Selected) -> bool {
        let subject = selected.subject_thing().filter(|thing| !matches!(thing, Thing::Model(_)));
        let things = [selected.querier.map(Thing::from), subject];
        things.into_iter().flatten().filter_map(|thing| world.id_of(thing)).any(|id| self.contains(id))
    }
}
