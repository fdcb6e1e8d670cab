//! The table of the document's lists, and their entries: ids to indices, and back.
//!
//! A new kind of entry is a line of `entries!`. Its type has the fields `id` and `name`.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::document::Scene;
use super::id::{EntryId, ItemId, LastIndices};
use crate::source::place::ValuePath;

/// An object with other keys. `null` deletes a key.
fn with_keys(mut object: Value, keys: &Map<String, Value>) -> Value {
    if let Value::Object(all) = &mut object {
        for (key, value) in keys {
            if value.is_null() {
                all.shift_remove(key);
            } else {
                all.insert(key.clone(), value.clone());
            }
        }
    }
    object
}

/// Defines the kinds of entries: each with its type, its list in a [`Scene`], which is its key of the file too, and its
/// word.
macro_rules! entries {
    ($($kind:ident in $list:ident, $word:literal;)+) => {
        /// An entry of a document, by its index in the list of its kind. The index is valid until the document
        /// changes; the [`ItemId`] stays valid.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Entry {
            $(#[doc = concat!("An index in `", stringify!($list), "`.")] $kind(usize),)+
        }

        /// A kind of entries.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum EntryKind {
            $(#[doc = concat!("Of the list `", stringify!($list), "`.")] $kind,)+
        }

        impl EntryKind {
            /// All of them, in the order of the document.
            pub const ALL: [Self; [$(stringify!($kind)),+].len()] = [$(Self::$kind),+];

            /// Its word, such as "camera".
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$kind => $word,)+
                }
            }

            /// The key of its list in the file, such as "cameras".
            pub fn list(self) -> &'static str {
                match self {
                    $(Self::$kind => stringify!($list),)+
                }
            }

            /// The entry with this index, which the document need not have.
            pub fn entry(self, index: usize) -> Entry {
                match self {
                    $(Self::$kind => Entry::$kind(index),)+
                }
            }

            /// The number of entries in its list.
            pub fn count(self, scene: &Scene) -> usize {
                match self {
                    $(Self::$kind => scene.$list.len(),)+
                }
            }

            /// The index of the entry with this id.
            fn position(self, scene: &Scene, id: ItemId) -> Option<usize> {
                match self {
                    $(Self::$kind => scene.$list.iter().position(|entry| entry.id.get() == id),)+
                }
            }

            /// Its names, in the order of its list.
            pub(crate) fn names(self, scene: &Scene) -> Box<dyn Iterator<Item = &str> + '_> {
                match self {
                    $(Self::$kind => Box::new(scene.$list.iter().map(|entry| &*entry.name)),)+
                }
            }
        }

        impl Entry {
            /// Its kind.
            pub fn kind(self) -> EntryKind {
                match self {
                    $(Self::$kind(_) => EntryKind::$kind,)+
                }
            }

            /// The index in its list.
            pub fn index(self) -> usize {
                match self {
                    $(Self::$kind(index) => index,)+
                }
            }

            /// The id of the entry, if the entry exists.
            pub fn id(self, scene: &Scene) -> Option<ItemId> {
                match self {
                    $(Self::$kind(i) => scene.$list.get(i).map(|entry| entry.id.get()),)+
                }
            }

            /// The name of the entry, if the entry exists.
            pub fn name(self, scene: &Scene) -> Option<&str> {
                match self {
                    $(Self::$kind(i) => scene.$list.get(i).map(|entry| &*entry.name),)+
                }
            }

            /// Gives the entry another name, if the entry exists. References keep the old one.
            pub(crate) fn set_name(self, scene: &mut Scene, name: &str) {
                match self {
                    $(Self::$kind(i) => {
                        if let Some(entry) = scene.$list.get_mut(i) {
                            name.clone_into(&mut entry.name);
                        }
                    })+
                }
            }

            /// Gives the entry, if it exists, other keys as in the file. `null` deletes a key. References to it and its id stay.
            pub(crate) fn set_keys(self, scene: &mut Scene, keys: &Map<String, Value>) -> Result<(), serde_json::Error> {
                match self {
                    $(Self::$kind(i) => {
                        if let Some(entry) = scene.$list.get_mut(i) {
                            let mut changed = entry.clone();
                            changed.clone_from(&serde_json::from_value(with_keys(serde_json::to_value(&*entry)?, keys))?);
                            changed.id = entry.id.clone();
                            *entry = changed;
                        }
                    })+
                }
                Ok(())
            }

            /// Inserts a copy after the entry, if the entry exists, and returns the copy's id.
            pub(crate) fn copy(self, scene: &mut Scene, name: String) -> Option<ItemId> {
                let id = EntryId::default();
                match self {
                    $(Self::$kind(i) => {
                        let mut copy = scene.$list.get(i)?.clone();
                        (copy.id, copy.name) = (id, name);
                        scene.$list.insert(i + 1, copy);
                    })+
                }
                Some(id.get())
            }

            /// Removes the entry, if the entry exists. References to it stay.
            pub(crate) fn remove(self, scene: &mut Scene) {
                if self.index() < self.count(scene) {
                    match self {
                        $(Self::$kind(i) => drop(scene.$list.remove(i)),)+
                    }
                }
            }

            /// Exchanges the entry with another one of its list, if both exist.
            pub(crate) fn swap(self, scene: &mut Scene, other: usize) {
                if self.index().max(other) < self.count(scene) {
                    match self {
                        $(Self::$kind(i) => scene.$list.swap(i, other),)+
                    }
                }
            }
        }

        impl Scene {
            /// Adds copies of the entries of another document that meet a condition to the ends of the lists. Returns
            /// the ids of the copies.
            pub(crate) fn append(&mut self, from: &Self, is_taken: impl Fn(ItemId) -> bool) -> Vec<ItemId> {
                let mut copies = Vec::new();
                $(for entry in from.$list.iter().filter(|entry| is_taken(entry.id.get())) {
                    let mut copy = entry.clone();
                    copy.id = EntryId::default();
                    copies.push(copy.id.get());
                    self.$list.push(copy);
                })+
                copies
            }

            /// Removes all entries whose ids do not meet a condition. References to them stay.
            pub(crate) fn retain(&mut self, is_kept: impl Fn(ItemId) -> bool) {
                $(self.$list.retain(|entry| is_kept(entry.id.get()));)+
            }

            /// Gives every entry the id of the same entry in another document: the entry with its name in the same
            /// list. An entry without such a partner was renamed if the lists are equally long and the entry at its
            /// index has no partner either; it then gets the id of that entry. All other entries keep their ids. The
            /// nodes of trees adopt ids in the same way.
            pub fn adopt_ids(&mut self, before: &Self) {
                $({
                    let now: Vec<_> = self.$list.iter().map(|entry| (&*entry.name, entry.id)).collect();
                    let old: Vec<_> = before.$list.iter().map(|entry| (&*entry.name, entry.id)).collect();
                    for (i, id) in adopted(&now, &old) {
                        self.$list[i].id = id;
                    }
                })+
                self.adopt_ids_of_nodes(before);
            }
        }
    };
}

entries! {
    Camera in cameras, "camera";
    Object in objects, "object";
    Model in models, "model";
    Ray in rays, "ray";
    Agent in agents, "agent";
    Image in images, "image";
    Occlusion in occlusion, "occlusion query";
    Session in sessions, "session";
    Tap in taps, "tap";
    Cut in cuts, "cut";
    Leak in leaks, "leak";
    Collider in colliders, "collider";
}

impl Entry {
    /// The first entry with this name, in the order of the document.
    pub fn named(scene: &Scene, name: &str) -> Option<Self> {
        let of_kind = |kind: EntryKind| Some(kind.entry(kind.names(scene).position(|own| own == name)?));
        EntryKind::ALL.into_iter().find_map(of_kind)
    }
}

impl EntryKind {
    /// The kind of a list of the file.
    pub(super) fn of_list(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.list() == key)
    }

    /// The place of the name of the entry at `index` of its list.
    pub(super) fn name_at(self, index: usize) -> ValuePath {
        ValuePath::default().key(self.list()).index(index).key("name")
    }

    /// Its word with an article.
    pub(crate) fn with_article(self) -> String {
        let word = self.word();
        format!("{} {word}", if word.starts_with(['a', 'i', 'o']) { "an" } else { "a" })
    }
}

impl Entry {
    /// An entry of the same list with another index.
    #[must_use]
    pub fn at(self, index: usize) -> Self {
        self.kind().entry(index)
    }

    /// The number of entries in its list.
    pub fn count(self, scene: &Scene) -> usize {
        self.kind().count(scene)
    }
}

thread_local! {
    /// The indices of objects.
    static LAST: LastIndices = const { LastIndices::new() };
}

impl Scene {
    /// The index of the entry with this id. `None` when the document has no such entry, and for a part of a model.
    pub fn find(&self, id: ItemId) -> Option<Entry> {
        // The object list may be long, so it is searched last.
        let mut others = EntryKind::ALL.into_iter().filter(|kind| *kind != EntryKind::Object);
        let other = others.find_map(|kind| Some(kind.entry(kind.position(self, id)?)));
        other.or_else(|| {
            let id_at = |index: usize| self.objects.get(index).map(|object| object.id.get());
            let search = || EntryKind::Object.position(self, id);
            LAST.with(|last| last.find(id, id_at, search)).map(Entry::Object)
        })
    }

    /// The name of the entry with this id.
    pub fn name_of(&self, id: ItemId) -> Option<&str> {
        self.find(id)?.name(self)
    }

    fn adopt_ids_of_nodes(&mut self, before: &Self) {
        let trees: HashMap<ItemId, _> = before.agents.iter().map(|agent| (agent.id.get(), &agent.tree)).collect();
        for agent in &mut self.agents {
            if let Some(old) = trees.get(&agent.id.get()) {
                agent.tree.adopt_ids(old);
            }
        }
    }
}

/// The entries of a list that adopt an id, each with that id. A list has the name and the id of each entry.
fn adopted(now: &[(&str, EntryId)], before: &[(&str, EntryId)]) -> Vec<(usize, EntryId)> {
    let mut partners: HashMap<&str, EntryId> = before.iter().copied().collect();
    let (mut adopted, mut alone) = (Vec::new(), Vec::new());
    for (i, (name, _)) in now.iter().enumerate() {
        match partners.remove(name) {
            Some(id) => adopted.push((i, id)),
            None => alone.push(i),
        }
    }
    if now.len() == before.len() {
        adopted.extend(alone.into_iter().filter_map(|i| Some((i, partners.remove(before[i].0)?))));
    }
    adopted
}
