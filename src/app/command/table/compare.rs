//! Commands that compare the open scene with another state.

use crate::workspace::comparison::ComparisonLook;

/// A command of the submenu Compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum CompareCommand {
    File,
    Saved,
    Revision,
    Next,
    Previous,
    /// How the view shows the two states.
    Look(ComparisonLook),
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
        Self::Look(ComparisonLook::Before),
        Self::Look(ComparisonLook::After),
        Self::Look(ComparisonLook::Blink),
        Self::Look(ComparisonLook::SideBySide),
        Self::End,
    ];
}
