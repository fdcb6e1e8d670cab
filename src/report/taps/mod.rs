//! The answers about taps: their section of a report, their sentence, and their explanation. The world computes the tests.

mod answers;
mod brief;
mod explain;
mod headline;
mod json;
pub(super) mod question;
mod rules;
pub(crate) mod words;

pub use self::rules::rules_differ;
pub use headline::headline;
