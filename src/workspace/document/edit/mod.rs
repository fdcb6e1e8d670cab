//! Edits of the scene's lists: add, duplicate, copy and paste, rename, delete and move.
//!
//! ```text
//! command ─► Change ─► Editor ─► one step of Edits ─► add, duplicate, rename, delete, move_to: pure functions
//! ```
//!
//! The functions change only the document. They keep every reference valid: references to a renamed item are renamed
//! too, and references to a deleted item are removed.

mod add;
pub(crate) mod align;
mod attach;
pub(crate) mod colliders;
mod delete;
mod duplicate;
mod expectations;
mod lesson_steps;
pub(crate) mod matrix_text;
pub(crate) mod names;
mod paste;
pub(crate) mod projection;
pub(crate) mod query;
mod references;
mod rename;
mod reorder;
pub(crate) mod resize;
mod starter;
mod steps;
mod tap;
pub(crate) mod transform;
#[cfg(test)]
mod undo_tests;

#[cfg(test)]
use add::add;
pub(crate) use add::{NewItemKind, ViewPlacement, far_beyond};
pub(crate) use attach::attach;
pub(crate) use delete::consequences_of_all;
pub(crate) use rename::why_not;
pub(crate) use reorder::MoveDirection;
pub(crate) use starter::starter;
