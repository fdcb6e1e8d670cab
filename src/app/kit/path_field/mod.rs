//! The path field: a dialog with a text field for a path and the matching entries of its folder.
//!
//! ```text
//! dialog    the dialog: its field, its list, its keys
//! typed     the text as a path, and the effect of choosing it
//! listing   the entries of a folder, and those that match
//! ```
//!
//! It replaces the file dialog on a system that has none, and a command can also open it. Up and down choose an entry,
//! Tab completes, Enter accepts, Esc cancels. It asks before it replaces an existing file.

mod dialog;
mod listing;
mod typed;

pub(in crate::app) use dialog::{Done, PathField};
