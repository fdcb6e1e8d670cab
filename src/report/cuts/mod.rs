//! The answers about cuts: their section of a report, their sentence, and their explanation. The world computes the halves.

mod answers;
mod brief;
mod explain;
mod headline;
mod json;
pub(super) mod question;
mod steps;
mod unanswered;
mod values;

pub use headline::headline;
pub use unanswered::unanswered;

#[cfg(test)]
mod tests;
