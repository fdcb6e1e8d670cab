//! Commands that compare the open scene with another state.

use crate::workspace::comparison::Look;

/// A command of the submenu Compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum CompareCommand {
    File,
    Saved,
    Revision,
    Next,
    Previous,
    /// How the view shows the two states.
    Look(Look),
    End,
}

impl CompareCommand {
    /// All commands.
    pub(in crate::app) const ALL: [Self; 10] = [
        Self::File,
        Self::Saved,
        Self::Revision,
        Self::Next,
        Self::Previous,
        Self::Look(Look::Before),
        Self::Look(Look::After),
        Self::Look(Look::Blink),
        Self::Look(Look::SideBySide),
        Self::End,
    ];
}
