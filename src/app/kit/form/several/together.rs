//! The items that a form changes together, and the parts in which they differ.

use std::collections::HashSet;
use std::sync::Arc;

use eframe::egui::{Context, Id};

use super::entry::{ItemPart, MultiEdit};
use crate::scene::{ItemId, ItemSet};
use crate::workspace::Workspace;
use crate::world::ItemKind;

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
pub(super) fn others<T: MultiEdit>(workspace: &Workspace, index: usize) -> Vec<usize> {
    let scene = workspace.scene();
    let selected: ItemSet = workspace.selection().selected_entries().into_iter().collect();
    let is_selected = |index: usize| T::KIND.entry(index).id(scene).is_some_and(|id| selected.contains(&id));
    if !is_selected(index) {
        return Vec::new();
    }
    (0..T::KIND.count(scene)).filter(|other| *other != index && is_selected(*other)).collect()
}
