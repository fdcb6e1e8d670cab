//! Names in eyeline, which are unique among objects and cameras. Names of entities need not be.

use std::collections::HashSet;

use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::*;
use eyeline_client::Client;

/// All names in use.
#[derive(Default)]
pub(crate) struct Names(HashSet<String>);

impl Names {
    /// A new name for an entity: its own, with its bits after it when another entity has that.
    fn take(&mut self, entity: Entity, own: Option<&str>) -> String {
        let bits = entity.to_bits();
        let own = own.filter(|name| !name.trim().is_empty());
        let mut unique = own.map_or_else(|| bits.to_string(), str::to_owned);
        while !self.0.insert(unique.clone()) {
            unique = format!("{unique}#{bits}");
        }
        unique
    }
}

/// The entities of one kind that are in eyeline's world, and their names there.
#[derive(Default)]
pub(crate) struct Known {
    entries: EntityHashMap<Entry>,
    frame: u32,
    /// Entities that get a name in this frame, with their own.
    new: Vec<(Entity, Option<String>)>,
}

struct Entry {
    name: String,
    frame: u32,
    is_new: bool,
}

impl Known {
    /// Makes the known entities those that are present. Others, and those whose `Name` has changed, are removed first, so that their names
    /// are free.
    pub(crate) fn update<'a>(
        &mut self,
        client: &mut Client,
        names: &mut Names,
        present: impl Iterator<Item = (Entity, Option<Ref<'a, Name>>)>,
    ) {
        let frame = self.frame.wrapping_add(1);
        self.frame = frame;
        let mut kept = 0;
        for (entity, name) in present {
            match self.entries.get_mut(&entity) {
                Some(entry) if !name.as_ref().is_some_and(Ref::is_changed) => {
                    (entry.frame, entry.is_new) = (frame, false);
                    kept += 1;
                }
                _ => self.new.push((entity, name.map(|name| name.as_str().to_owned()))),
            }
        }
        if kept < self.entries.len() {
            self.entries.retain(|_, entry| {
                let is_kept = entry.frame == frame;
                if !is_kept {
                    client.remove(&entry.name);
                    names.0.remove(&entry.name);
                }
                is_kept
            });
        }
        for (entity, own) in self.new.drain(..) {
            let name = names.take(entity, own.as_deref());
            self.entries.insert(entity, Entry { name, frame, is_new: true });
        }
    }

    /// The name of a known entity.
    pub(crate) fn name(&self, entity: Entity) -> Option<&str> {
        self.entries.get(&entity).map(|entry| &*entry.name)
    }

    /// The name of a known entity, and whether it is new in this frame.
    pub(crate) fn entry(&self, entity: Entity) -> Option<(&str, bool)> {
        self.entries.get(&entity).map(|entry| (&*entry.name, entry.is_new))
    }
}
