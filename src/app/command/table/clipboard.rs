//! Commands on the clipboard: the selected items as the JSON text of a scene.

use std::sync::Arc;

/// A command on the clipboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) enum ClipboardCommand {
    Copy,
    Cut,
    /// Asks the system for the contents of the clipboard.
    Paste,
    /// Adds the items of this text.
    PasteText(Arc<str>),
}

impl ClipboardCommand {
    /// All commands without a text.
    pub(in crate::app) const ALL: [Self; 3] = [Self::Cut, Self::Copy, Self::Paste];
}
