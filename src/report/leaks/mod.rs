//! The answers about leaks: their section of a report, their sentence, and their explanation. [`crate::clearance::leak`] searches.

mod answers;
mod brief;
mod explain;
mod headline;
mod json;
mod lines;
pub(super) mod question;

pub use answers::{LeakInput, LeakWork, answer_now};
pub use headline::headline;
pub use lines::{PathFormat, path_text};

#[cfg(test)]
mod tests;
