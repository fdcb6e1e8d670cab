//! Commands that change the scene.

use crate::app::command::change::SceneChange;
use crate::workspace::edit::NewItemKind;

/// A command of the Edit and Insert menus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum EditCommand {
    Undo,
    Redo,
    /// Adds the selected answer to the expectations of the scene.
    Expect,
    /// Adds the answers in the table of verdicts.
    ExpectTable,
    /// Removes the expectation of the selected answer.
    RemoveExpectation,
    /// Hides everything but the selected items.
    Isolate,
    /// Shows all hidden items.
    ShowAll,
    /// Unlocks all locked items.
    UnlockAll,
    /// Adds comparisons of the colliders that are found by name.
    CompareColliders,
    /// Opens the palette on the commands that add an item.
    Add,
    /// Adds an item, or changes the selected item.
    Change(SceneChange),
}

impl EditCommand {
    /// All commands.
    pub(in crate::app) fn all() -> impl Iterator<Item = Self> {
        let item = SceneChange::OF_ITEM.into_iter().map(Self::Change);
        let new = NewItemKind::ALL.into_iter().map(|new| Self::Change(SceneChange::Add(new)));
        let others = [
            Self::Undo,
            Self::Redo,
            Self::Expect,
            Self::ExpectTable,
            Self::RemoveExpectation,
            Self::Isolate,
            Self::ShowAll,
            Self::UnlockAll,
            Self::CompareColliders,
            Self::Add,
        ];
        others.into_iter().chain(item).chain(new)
    }
}
