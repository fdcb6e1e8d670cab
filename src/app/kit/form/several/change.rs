//! Changes an item and the other selected items of its kind.

use super::entry::{Changed, ItemPart, MultiEdit};
use super::together::others;
use crate::scene::Entry;
use crate::workspace::Workspace;
use crate::world::World;

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
