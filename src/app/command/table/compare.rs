//! Commands that compare the open scene with another state.

use crate::workspace::comparison::{ComparisonLook, SceneVariant};

/// A command of the submenu Compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum CompareCommand {
    File,
    Saved,
    Revision,
    /// The open scene with another rule.
    Variant(SceneVariant),
    Next,
    Previous,
    /// How the view shows the two states.
    Look(ComparisonLook),
    End,
}

impl CompareCommand {
    /// All commands.
    pub(in crate::app) const ALL: [Self; 14] = [
        Self::File,
        Self::Saved,
        Self::Revision,
        Self::Variant(SceneVariant::RightRule),
        Self::Variant(SceneVariant::OtherOctree),
        Self::Variant(SceneVariant::OtherTapRule),
        Self::Variant(SceneVariant::Program),
        Self::Next,
        Self::Previous,
        Self::Look(ComparisonLook::Before),
        Self::Look(ComparisonLook::After),
        Self::Look(ComparisonLook::Blink),
        Self::Look(ComparisonLook::SideBySide),
        Self::End,
    ];
}
