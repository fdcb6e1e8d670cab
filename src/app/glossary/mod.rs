//! The words of the field, each told in a sentence or two, with a small picture where that helps.
//!
//! ```text
//! term      the table: what each word means, and how it is written in running text
//! find      where the terms of the table stand in a text
//! hover     words that explain themselves when pointed at, marked by a dotted line below
//! picture   the small pictures
//! window    all terms, to be searched
//! ```
//!
//! Whatever names a term shows it with [`explain`] or [`label`], so that a word means the same everywhere.

mod find;
mod hover;
mod picture;
mod term;
mod window;

pub(super) use hover::{explain, label, tooltip, underline};
pub(super) use term::Term;
pub(super) use window::Glossary;
