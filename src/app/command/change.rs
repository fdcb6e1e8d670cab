//! The changes of the items of the scene that commands make.

use crate::workspace::edit::{MoveDirection, NewItemKind};

/// A change of the scene's items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum SceneChange {
    /// Adds a new item.
    Add(NewItemKind),
    /// Copies the selected item.
    Duplicate,
    /// Renames the selected item in its row of the outliner.
    Rename,
    /// Moves it in its list.
    Move(MoveDirection),
    /// Hides it, or shows it again.
    Hide,
    /// Locks it, or unlocks it.
    Lock,
    /// Removes it from the scene.
    Delete,
}

impl SceneChange {
    /// The changes of the selected item, in the order of the menus.
    pub(in crate::app) const OF_ITEM: [Self; 7] = [
        Self::Rename,
        Self::Duplicate,
        Self::Move(MoveDirection::Up),
        Self::Move(MoveDirection::Down),
        Self::Hide,
        Self::Lock,
        Self::Delete,
    ];

    /// Whether it adds an item.
    pub(in crate::app) fn is_insertion(self) -> bool {
        matches!(self, Self::Add(_))
    }
}
