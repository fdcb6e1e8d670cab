//! Several selected items of a kind: a change of a field of the shown item is made in the others too.
//!
//! Only the parts that have changed are written to the other items, such as one coordinate of a vector. Names, points
//! of paths, and the form of a camera's direction are changed in the shown item alone. What a camera is attached to, and
//! whether an object moves along a path, is changed in each item by its own values.

#[macro_use]
mod part;

use std::collections::HashSet;
use std::sync::Arc;

use eframe::egui::{Context, Id};

use crate::scene::{Entry, EntryKind, ItemId, ItemSet, Scene};
use crate::workspace::Workspace;
use crate::world::{ItemKind, World};
pub(in crate::app) use part::{differ, owned};

/// A field that was changed.
pub(in crate::app) struct Changed {
    /// In words for the undo label: "near of guard".
    pub(in crate::app) field: String,
    /// The labels of the parts of the field that get the value of the shown item even when it has not changed.
    pub(in crate::app) set: Vec<String>,
}

/// A part of an item that a field changes.
pub(in crate::app) struct ItemPart<T> {
    /// The label of its field; of a coordinate, with its letter: "position Y".
    pub(in crate::app) label: &'static str,
    pub(in crate::app) differs: fn(&T, &T) -> bool,
    /// Writes what has changed between the first two items, or the part of the second one, to the third one.
    pub(in crate::app) write: fn(&T, &T, &mut T),
}

/// An entry of a scene whose fields can be changed for several of its kind.
pub(in crate::app) trait MultiEdit: Clone + 'static {
    const KIND: EntryKind;

    fn get(scene: &Scene, index: usize) -> Option<&Self>;

    fn get_mut(scene: &mut Scene, index: usize) -> Option<&mut Self>;

    /// All parts that fields change.
    fn parts() -> Vec<ItemPart<Self>>;
}

/// The items that a form changes together.
#[derive(Clone, Debug)]
pub(in crate::app) struct ItemsChangedTogether {
    /// How many, such as "4 objects".
    pub(in crate::app) words: String,
    /// The labels of the parts in which they differ.
    pub(in crate::app) mixed: HashSet<&'static str>,
}

/// What the differences of the selected items depend on.
#[derive(Clone, Debug, PartialEq)]
struct ComparisonKey {
    counts: [u64; 3],
    item: ItemId,
}

/// The items that the form of an item changes together. `None` when it changes this item alone.
pub(in crate::app) fn together<T: MultiEdit>(
    ctx: &Context,
    workspace: &Workspace,
    index: usize,
) -> Option<Arc<ItemsChangedTogether>> {
    type CachedComparison = (ComparisonKey, Option<Arc<ItemsChangedTogether>>);
    if workspace.selection().set_len() < 2 {
        return None;
    }
    let item = T::KIND.entry(index).id(workspace.scene())?;
    let key = ComparisonKey {
        counts: [workspace.disk().generation(), workspace.revision(), workspace.selection().selection_count()],
        item,
    };
    let id = Id::unique(("items changed together", T::KIND.list()));
    if let Some((_, kept)) = ctx.data(|data| data.get_temp::<CachedComparison>(id)).filter(|(kept, _)| *kept == key) {
        return kept;
    }
    let found = compare::<T>(workspace, index).map(Arc::new);
    ctx.data_mut(|data| data.insert_temp::<CachedComparison>(id, (key, found.clone())));
    found
}

fn compare<T: MultiEdit>(workspace: &Workspace, index: usize) -> Option<ItemsChangedTogether> {
    let scene = workspace.scene();
    let shown = T::get(scene, index)?;
    let others = others::<T>(workspace, index);
    if others.is_empty() {
        return None;
    }
    let items: Vec<&T> = others.iter().filter_map(|other| T::get(scene, *other)).collect();
    let is_mixed = |part: &ItemPart<T>| items.iter().any(|item| (part.differs)(shown, item));
    let mixed = T::parts().into_iter().filter(is_mixed).map(|part| part.label).collect();
    let kind = workspace.world().find(T::KIND.entry(index).id(scene)?)?.kind();
    Some(ItemsChangedTogether { words: ItemKind::count_words(std::iter::repeat_n(kind, items.len() + 1)), mixed })
}

/// The other selected items of the kind of a selected item, by their index.
fn others<T: MultiEdit>(workspace: &Workspace, index: usize) -> Vec<usize> {
    let scene = workspace.scene();
    let selected: ItemSet = workspace.selection().selected_entries().into_iter().collect();
    let is_selected = |index: usize| T::KIND.entry(index).id(scene).is_some_and(|id| selected.contains(&id));
    if !is_selected(index) {
        return Vec::new();
    }
    (0..T::KIND.count(scene)).filter(|other| *other != index && is_selected(*other)).collect()
}

/// Changes the level of a model or mesh object, and of the other selected items of its kind.
pub(in crate::app) fn name_level<T: MultiEdit>(workspace: &mut Workspace, index: usize, file: &str) {
    let others = others::<T>(workspace, index);
    let items: Vec<Entry> = std::iter::once(index).chain(others).map(|index| T::KIND.entry(index)).collect();
    workspace.edits().name_level(&items, file);
}

/// Changes an item and the other selected items of its kind, each by its own values, as a separate undo step.
pub(in crate::app) fn change_each<T: MultiEdit>(
    workspace: &mut Workspace,
    index: usize,
    changed: &Changed,
    change: impl Fn(&mut T, &World),
) {
    let others = others::<T>(workspace, index);
    workspace.step(&changed.field, |scene, world| {
        for item in std::iter::once(index).chain(others) {
            if let Some(item) = T::get_mut(scene, item) {
                change(item, world);
            }
        }
    });
}

/// Applies a changed form to the scene: to its item, and what has changed to the other selected items of its kind. A
/// changed name also changes all references.
pub(in crate::app) fn change<T: MultiEdit>(
    workspace: &mut Workspace,
    index: usize,
    changed: &Changed,
    name: &str,
    after: T,
) {
    let item: Entry = T::KIND.entry(index);
    let (id, old) = (item.id(workspace.scene()), item.name(workspace.scene()));
    if let Some(id) = id.filter(|_| old.is_some_and(|old| old != name)) {
        workspace.edits().rename(id, name);
        return;
    }
    let others = others::<T>(workspace, index);
    workspace.edit(&changed.field, |scene| {
        let Some(before) = T::get(scene, index).cloned() else { return };
        let is_written =
            |part: &ItemPart<T>| (part.differs)(&before, &after) || changed.set.iter().any(|set| set == part.label);
        let parts: Vec<ItemPart<T>> = T::parts().into_iter().filter(is_written).collect();
        for other in others {
            if let Some(other) = T::get_mut(scene, other) {
                for part in &parts {
                    (part.write)(&before, &after, other);
                }
            }
        }
        if let Some(target) = T::get_mut(scene, index) {
            *target = after;
        }
    });
}
