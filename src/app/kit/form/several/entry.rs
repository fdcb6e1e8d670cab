//! An entry whose fields can be changed for several of its kind: its parts, and a field that was changed.

use crate::scene::{EntryKind, Scene};

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
