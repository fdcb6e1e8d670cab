//! Commands on the answers of a program that differ.

/// A command on the list of disagreements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum DisagreementCommand {
    /// Brings the panel to the front.
    Show,
    /// Selects what the next row is about.
    Next,
    Previous,
    /// To the next tick at which an answer begins to differ.
    NextTick,
    PreviousTick,
    /// Brings the explanation of the selected answer to the front.
    Explain,
}

impl DisagreementCommand {
    /// All commands.
    pub(in crate::app) const ALL: [Self; 6] =
        [Self::Show, Self::Next, Self::Previous, Self::NextTick, Self::PreviousTick, Self::Explain];
}
