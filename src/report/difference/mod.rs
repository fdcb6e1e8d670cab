//! The difference of two reports: the answers and fields that differ, before and after. [`words`] makes the sentences.
//!
//! Both reports are compared in their [brief](super::brief) form. An answer is identified by its section and its names,
//! so the answers of a renamed item are vanished and new ones. An event of an agent is identified by its tick, the
//! path of its node and its kind, not by the node's index. The names of the files and the time are not compared.

mod answers;
mod change;
mod compare;
mod lists;
pub(super) mod same;
pub mod words;

pub use self::change::{ChangeKind, Difference, DifferenceKind, FieldChange};
pub use self::compare::differences;
pub use self::same::{TOLERANCE, is_same};

#[cfg(test)]
mod tests;
