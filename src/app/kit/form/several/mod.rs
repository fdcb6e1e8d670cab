//! Several selected items of a kind: a change of a field of the shown item is made in the others too.
//!
//! ```text
//! part       macros for the parts of an entry
//! entry      an entry with its parts, and a field that was changed
//! together   the items that a form changes together, and where they differ
//! change     changes them
//! ```
//!
//! Only the parts that have changed are written to the other items, such as one coordinate of a vector. Names, points
//! of paths, and the form of a camera's direction are changed in the shown item alone. What a camera is attached to, and
//! whether an object moves along a path, is changed in each item by its own values.

#[macro_use]
mod part;
mod change;
mod entry;
mod together;

pub(in crate::app) use change::{change, change_each, name_level};
pub(in crate::app) use entry::{Changed, ItemPart, MultiEdit};
pub(in crate::app) use part::{differ, owned};
pub(in crate::app) use together::{ItemsChangedTogether, together};
