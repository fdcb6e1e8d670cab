//! The keys of a list below a text field.

use eframe::egui::{Context, Key};

use super::keys;

/// The keys of a list below a text field, in the palette and in the path field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum ListKey {
    Up,
    Down,
    Complete,
    Accept,
    Cancel,
}

impl ListKey {
    /// The keys as the shortcut sheet shows them.
    pub(in crate::app) const WORDS: [(&'static str, &'static str); 4] =
        [("Next in the list", "↑ ↓"), ("Accept", "Enter"), ("Complete the path", "Tab"), ("Cancel", "Esc")];

    fn of(key: Key) -> Option<Self> {
        Some(match key {
            Key::ArrowUp => Self::Up,
            Key::ArrowDown => Self::Down,
            Key::Tab => Self::Complete,
            Key::Enter => Self::Accept,
            Key::Escape => Self::Cancel,
            _ => return None,
        })
    }
}

/// Removes and returns the presses of those keys for which `is_taken` is true, in their order.
pub(in crate::app) fn take_list_keys(ctx: &Context, is_taken: impl Fn(ListKey) -> bool) -> Vec<ListKey> {
    keys::take(ctx, |key, held| ListKey::of(key).filter(|key| held.is_none() && is_taken(*key)))
}
