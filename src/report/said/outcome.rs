//! What came of an answer of a program.

/// An answer of a program beside ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It is about something that the world does not have.
    Unmatched,
    /// It agrees with ours.
    Agrees,
    /// It differs.
    Differs,
}

impl Outcome {
    /// That of an answer which agrees or differs.
    pub(super) fn of(agrees: bool) -> Self {
        if agrees { Self::Agrees } else { Self::Differs }
    }
}
