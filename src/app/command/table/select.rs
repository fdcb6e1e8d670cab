//! Commands that select, in the outliner and in the table.

/// A command on the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum SelectCommand {
    All,
    Deselect,
    Next,
    Previous,
    /// Extends the selection to the item above or below in the outliner.
    ExtendUp,
    ExtendDown,
    /// Moves the cursor of the outliner, which selects nothing.
    CursorUp,
    CursorDown,
    /// Adds the item at the cursor to the selected ones, or removes it.
    Toggle,
    Collapse,
    Expand,
    /// Copies the rows of the table.
    CopyTable,
}

impl SelectCommand {
    /// All of them.
    pub(in crate::app) const ALL: [Self; 12] = [
        Self::All,
        Self::Deselect,
        Self::Previous,
        Self::Next,
        Self::ExtendUp,
        Self::ExtendDown,
        Self::CursorUp,
        Self::CursorDown,
        Self::Toggle,
        Self::Collapse,
        Self::Expand,
        Self::CopyTable,
    ];
}
