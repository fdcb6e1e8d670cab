//! What comes, goes, is renamed or takes another place: changes of what a scene is made of.
//!
//! ```text
//! command ─► Change ─► Editor ─► one step of Session ─► add, duplicate, rename, delete, move_to: pure functions
//! ```
//!
//! The functions work on the document alone. They keep every reference whole: a new name is followed by whoever uses
//! the old one, and nobody goes on naming what is gone.

mod add;
mod delete;
mod duplicate;
pub(crate) mod names;
mod references;
mod rename;
mod reorder;
mod starter;
mod steps;

pub(crate) use add::{New, Spot};
pub(crate) use delete::consequences;
pub(crate) use rename::why_not;
pub(crate) use reorder::Way;
pub(crate) use starter::starter;
