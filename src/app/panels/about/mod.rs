//! The About panel: the scene's `about` text. Names in it select the item; names of fields show the field, and those of
//! nodes show the node in its behaviour tree.
//!
//! ```text
//! panel       the text, and what a click does
//! text        the blocks and lines of the text
//! links       what a run leads to
//! lesson_bar  the way to other lessons
//! ```

mod lesson_bar;
mod links;
mod panel;
mod text;

pub(in crate::app) use panel::show;
