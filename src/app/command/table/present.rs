//! Commands of presenter mode.

/// A command of presenter mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum PresentCommand {
    /// Begins or ends it.
    Toggle,
    /// To the answer of the question, the next step of the lesson, or the next step of the answer.
    Forward,
    /// To the step before.
    Back,
    /// The pointer draws.
    Pen,
    /// The pointer lights what is near it.
    Spotlight,
    /// Removes what was drawn.
    Clear,
}

impl PresentCommand {
    /// All commands.
    pub(in crate::app) const ALL: [Self; 6] =
        [Self::Toggle, Self::Forward, Self::Back, Self::Pen, Self::Spotlight, Self::Clear];
}
