//! The difference of two reports: the answers and fields that differ, before and after. [`words`] makes the sentences.
//!
//! Both reports are compared in their [brief](super::brief) form, and nested values leaf by leaf. An answer is identified
//! by its section and its names. An item with another name and the same answers is one difference; of several items with
//! the same answers, and of one whose answers changed too, the answers are vanished and new ones. An answer that has an
//! error now, or depends on such an answer, follows from that error, see [`causes`]. An event of an agent is identified by
//! its tick, the path of its node and its kind, not by the node's index. The names of the files and the time are not compared.

mod answers;
pub mod causes;
mod change;
mod compare;
mod cut;
mod leaves;
mod lists;
mod renames;
pub(super) mod same;
pub mod words;

pub use self::change::{ChangeKind, Difference, DifferenceKind, FieldChange};
pub use self::compare::{differences, differences_of_files};
pub use self::same::{TOLERANCE, is_same};

#[cfg(test)]
mod tests;
