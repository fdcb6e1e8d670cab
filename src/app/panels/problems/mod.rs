//! The Problems panel: errors and warnings of files, problems of objects, and answers where fast and exact differ.
//!
//! ```text
//! panel           the lists, their count and tone, and the whole panel
//! request         what the window should do after a click
//! notices         errors and warnings of files: a row each, with the source line of an error
//! banner          the same above the view, until they are closed
//! expectations    what the author expects of answers: a row each
//! filter          which of these are shown, and the number of the shown one
//! found           faults of objects and meshes: a row each, by kind
//! face_search     the search for problems of faces, on another thread
//! disagreements   answers where fast and exact differ: a row each
//! unanswered      cameras without answers: a row each
//! said            the number of answers of the program of a trace that differ from ours: one row
//! row             one row: symbol, text and place
//! ```
//!
//! A click on a row selects the item of the row. A click on the row of the program opens the panel Disagreements.

mod banner;
mod disagreements;
mod expectations;
mod face_search;
mod filter;
mod found;
mod notices;
mod panel;
mod request;
mod row;
mod said;
mod unanswered;

pub(in crate::app) use banner::{banner, has_banner};
pub(in crate::app) use panel::Problems;
pub(in crate::app) use request::ProblemRequest;
