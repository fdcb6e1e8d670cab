//! The problems of a scene as a list for people and other programs: a table, CSV, JSON and SARIF.
//!
//! ```text
//! problems of a report ─ row ─► one row each: severity, place, line of the entry ─► table · csv · json · sarif
//! ```
//!
//! Rows are made while they are written, so that a long list needs little memory.

mod csv;
mod format;
mod json;
mod row;
mod sarif;
mod table;

pub use format::ProblemFormat;
pub use row::{ExportedProblem, ProblemList, ProblemSource};

#[cfg(test)]
mod tests;
