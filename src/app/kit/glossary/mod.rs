//! The glossary: terms of the field, each explained in one or two sentences, most with a small picture.
//!
//! ```text
//! term      the terms; their texts, and their spellings in running text, are in `terms.json`
//! find      finds terms in a text
//! hover     terms with a tooltip, marked by a dotted line below
//! picture   the small pictures, SVG files in `pictures/`
//! window    the window with all terms and a search
//! ```
//!
//! Every term in the window is shown with [`explain`] or [`label`].

mod find;
mod hover;
mod picture;
mod term;
mod window;

pub(in crate::app) use hover::{explain, label, tooltip, underline};
pub(in crate::app) use term::Term;
pub(in crate::app) use window::Glossary;
