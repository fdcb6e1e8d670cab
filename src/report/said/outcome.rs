//! What came of an answer of a program.

use super::disagreement::Disagreement;

/// What came of an answer of the program.
pub(super) enum Outcome {
    /// It names something that the world does not have.
    Unmatched,
    /// It agrees with ours.
    Agrees,
    /// It differs.
    Differs(Box<Disagreement>),
}
