//! The scene document: what is written in the file, how it is read and checked, and its schema. What is in the files
//! that it names is not a part of it: see [`crate::files`].
//!
//! ```text
//! text ─ syntax ─► tree ─ decode ─► document ─ check ─► Scene
//! ```
//!
//! Every error on the way is located: [`SceneError`] has file, line and column and can show the source line.

mod changed;
mod check;
mod decode;
mod document;
mod generate;
mod hint;
mod levels;
mod list;
mod names;
pub mod save;
mod schema;
mod subject;
mod tour;
pub mod tree;
mod warn;
mod write;
mod written;

pub use crate::source::folder::Folder;
pub use crate::source::{Place, ReadOptions, SceneError, SceneWarning, Stamp};
pub use changed::Changed;
pub use check::{Before, Problem, check, check_change};
pub use document::*;
pub use generate::{are_our_hills, generate, write_hills};
pub use levels::{InLevel, Levels, NoLevels};
pub use list::List;
pub(crate) use names::names;
pub use save::{SaveError, save, save_bytes, save_with};
pub use schema::schema;
pub use tour::tour;
pub use write::{write, write_to};
pub use written::{Written, parse};
