//! Ids of items, which stay the same when a name, a position in a list or a value changes.
//!
//! Every entry of a [`Scene`](super::Scene) gets an [`ItemId`] when it is made, read or duplicated. A copy of the document keeps the
//! ids of its entries, so undo and redo keep them too. A file that is read again adopts the ids of the previous
//! document ([`Scene::adopt_ids`](super::Scene::adopt_ids)). A scene file contains no ids. Ids are unique in the process and have no meaning
//! outside it.

use std::cell::Cell;
use std::collections::HashMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// The identity of an entry of a document, or of a part of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ItemId(u64);

/// Ids in the order of their insertion.
pub type ItemSet = IndexSet<ItemId, FxBuildHasher>;

/// Values by id.
pub type ItemMap<T> = HashMap<ItemId, T, FxBuildHasher>;

/// Ids of parts have this bit; ids of entries do not.
const PART: u64 = 1 << 63;

impl ItemId {
    /// A new unique id.
    fn fresh() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// The id of a part of the model with this id, made from the part's name in its file. When the model is read again,
    /// a part with the same name gets the same id.
    #[must_use]
    pub fn part(self, kind: PartKind, name: &str) -> Self {
        // `new` has fixed keys, so the id depends only on the arguments.
        let mut hasher = DefaultHasher::new();
        (self, kind, name).hash(&mut hasher);
        Self(hasher.finish() | PART)
    }

    /// Whether this is the id of a part of a model.
    pub fn is_part(self) -> bool {
        self.0 & PART != 0
    }
}

/// The number of ids whose indices are remembered.
const REMEMBERED: usize = 16;

/// The indices at which the ids that were searched last were found in one kind of long list. An index is compared with
/// the list before it is used, so these indices may belong to another list or to a state before an edit.
pub(crate) struct LastIndices([Cell<usize>; REMEMBERED]);

impl LastIndices {
    /// No indices yet.
    pub(crate) const fn new() -> Self {
        Self([const { Cell::new(0) }; REMEMBERED])
    }

    /// The index of an id. `id_at` gives the id at an index; `search` is called when the id is not at the last index.
    pub(crate) fn find(
        &self,
        id: ItemId,
        id_at: impl FnOnce(usize) -> Option<ItemId>,
        search: impl FnOnce() -> Option<usize>,
    ) -> Option<usize> {
        #[expect(clippy::cast_possible_truncation, reason = "the remainder is small")]
        let last = &self.0[(id.0 % REMEMBERED as u64) as usize];
        if id_at(last.get()) == Some(id) {
            return Some(last.get());
        }
        let found = search();
        if let Some(index) = found {
            last.set(index);
        }
        found
    }
}

/// The kind of a part of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PartKind {
    /// A node with a mesh.
    Object,
    /// A node with a camera.
    Camera,
    /// A collider of nodes with meshes.
    Collider,
}

/// The id of an entry of a document. Every new value has a new id; a clone has the same one.
///
/// Entries that differ only in their ids are equal, because their files are equal.
#[derive(Clone, Copy)]
pub struct EntryId(ItemId);

impl EntryId {
    /// The id.
    pub fn get(self) -> ItemId {
        self.0
    }
}

/// An id for a value that belongs to no document, such as the camera of a model as a document would write it.
impl From<ItemId> for EntryId {
    fn from(id: ItemId) -> Self {
        Self(id)
    }
}

impl Default for EntryId {
    fn default() -> Self {
        Self(ItemId::fresh())
    }
}

impl PartialEq for EntryId {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The output contains no number, so that snapshots of documents do not depend on ids.
impl fmt::Debug for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EntryId")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    fn scene(names: &[&str]) -> Scene {
        let objects =
            names.iter().map(|name| serde_json::json!({ "name": name, "shape": { "sphere": { "radius": 1 } } }));
        let cameras = [serde_json::json!({ "name": "eye" })];
        let scene = serde_json::json!({ "eyeline": 1, "cameras": cameras, "objects": objects.collect::<Vec<_>>() });
        serde_json::from_value(scene).unwrap()
    }

    fn ids(scene: &Scene) -> Vec<ItemId> {
        scene.objects.iter().map(|object| object.id.get()).collect()
    }

    #[test]
    fn every_entry_has_a_unique_id_and_a_copy_keeps_it() {
        let scene = scene(&["a", "b"]);
        let [a, b] = ids(&scene)[..] else { panic!() };
        assert_ne!(a, b);
        assert_ne!(a, scene.cameras[0].id.get());
        assert_eq!(ids(&scene.clone()), [a, b]);
    }

    #[test]
    fn ids_are_no_part_of_the_content() {
        assert_eq!(scene(&["a"]), scene(&["a"]));
        assert_ne!(ids(&scene(&["a"])), ids(&scene(&["a"])));
    }

    #[test]
    fn a_scene_that_is_read_again_has_the_ids_of_the_one_before() {
        let before = scene(&["a", "b", "c"]);
        let [a, b, c] = ids(&before)[..] else { panic!() };
        let adopted = |names: &[&str]| {
            let mut now = scene(names);
            now.adopt_ids(&before);
            ids(&now)
        };
        assert_eq!(adopted(&["a", "b", "c"]), [a, b, c]);
        assert_eq!(adopted(&["c", "a", "b"]), [c, a, b], "another order");
        assert_eq!(adopted(&["a", "new", "c"]), [a, b, c], "renamed");
        assert_eq!(adopted(&["b", "new", "c"])[..2].iter().filter(|id| **id == b).count(), 1, "no id twice");
        let more = adopted(&["a", "new", "b", "c"]);
        assert_eq!((more[0], more[2], more[3]), (a, b, c));
        assert!(!ids(&before).contains(&more[1]), "inserted");
        assert_eq!(adopted(&["c"]), [c], "deleted");
    }

    #[test]
    fn the_id_of_a_part_depends_on_its_model_its_kind_and_its_name() {
        let [a, b] = ids(&scene(&["a", "b"]))[..] else { panic!() };
        assert_eq!(a.part(PartKind::Object, "wall"), a.part(PartKind::Object, "wall"));
        let others =
            [b.part(PartKind::Object, "wall"), a.part(PartKind::Camera, "wall"), a.part(PartKind::Object, "floor"), a];
        assert!(others.iter().all(|other| *other != a.part(PartKind::Object, "wall")), "{others:?}");
        assert!(a.part(PartKind::Object, "wall").is_part() && !a.is_part());
    }
}
