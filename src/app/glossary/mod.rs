//! The glossary: terms of the field, each explained in one or two sentences, most with a small picture.
//!
//! ```text
//! term      the table: the meaning of each term, and its spellings in running text
//! find      finds terms in a text
//! hover     terms with a tooltip, marked by a dotted line below
//! picture   the small pictures
//! window    the window with all terms and a search
//! ```
//!
//! Every term in the window is shown with [`explain`] or [`label`].

mod find;
mod hover;
mod picture;
mod term;
mod window;

pub(super) use hover::{explain, label, tooltip, underline};
pub(super) use term::Term;
pub(super) use window::Glossary;
