//! Why a search ended without an answer.

use std::fmt;

use crate::budget::OverBudget;

/// Why a search decided nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UndecidedReason {
    /// The smallest cells are not decided: an opening is within 15 % of the size of the sphere.
    TooClose,
    /// The search needs more memory than the budget has left.
    Memory(OverBudget),
    /// The search needs more cells or pieces than it may have.
    TooManyCells,
    /// It was cancelled.
    Cancelled,
}

/// The reason as a sentence without its full stop.
impl fmt::Display for UndecidedReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooClose => {
                f.write_str("an opening differs from the size of the sphere by less than the search resolves")
            }
            Self::Memory(over) => write!(f, "the search {over}: {}", over.help()),
            Self::TooManyCells => f.write_str("the search needs more cells than it may have"),
            Self::Cancelled => f.write_str("the search was cancelled"),
        }
    }
}
