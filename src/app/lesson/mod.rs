//! The bar of a lesson above the panels: the text of the shown step, its question or goal, and the way to other steps.
//!
//! ```text
//! bar        the whole bar
//! text       the text of a step with the values of the report in it
//! question   a question: its choices, its number, its place; then whether the answer was right, and why
//! goal       what a student should change the scene to
//! ```
//!
//! The workspace has the state: which step is shown and what was answered.

pub(in crate::app) mod bar;
mod goal;
mod question;
pub(in crate::app) mod text;
