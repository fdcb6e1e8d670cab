//! The keys of commands: the presses that they match, and how they are written.

use eframe::egui::{Key, KeyboardShortcut, ModifierNames, Modifiers};

/// A key combination that gives a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Shortcut {
    /// A key with exactly these modifiers.
    Key(KeyboardShortcut),
    /// A key with exactly these modifiers, ignoring Shift, which some keyboards need for the key.
    AnyShift(KeyboardShortcut),
    /// A character, typed with any keys.
    Character(&'static str),
}

/// A press that may match a shortcut.
#[derive(Clone, Copy, Debug)]
pub(in crate::app) enum Press<'e> {
    /// A key and the modifiers at the time of the press.
    Key(Key, Modifiers),
    /// A typed character.
    Text(&'e str),
}

/// A key alone.
pub(in crate::app) const fn plain(key: Key) -> Shortcut {
    Shortcut::Key(KeyboardShortcut::new(Modifiers::NONE, key))
}

/// A key with Alt.
pub(in crate::app) const fn alt(key: Key) -> Shortcut {
    Shortcut::Key(KeyboardShortcut::new(Modifiers::ALT, key))
}

/// A key with Ctrl and Alt.
pub(in crate::app) const fn ctrl_alt(key: Key) -> Shortcut {
    Shortcut::Key(KeyboardShortcut::new(Modifiers { alt: true, ..Modifiers::COMMAND }, key))
}

/// A key with Shift.
pub(in crate::app) const fn shift(key: Key) -> Shortcut {
    Shortcut::Key(KeyboardShortcut::new(Modifiers::SHIFT, key))
}

/// A key with Ctrl, on a Mac with Command.
pub(in crate::app) const fn ctrl(key: Key) -> Shortcut {
    Shortcut::Key(KeyboardShortcut::new(Modifiers::COMMAND, key))
}

/// A key with Ctrl and Shift.
pub(in crate::app) const fn ctrl_shift(key: Key) -> Shortcut {
    Shortcut::Key(KeyboardShortcut::new(Modifiers { shift: true, ..Modifiers::COMMAND }, key))
}

impl Shortcut {
    /// A key with Ctrl, ignoring Shift.
    pub(in crate::app) const fn with_any_shift(self) -> Self {
        match self {
            Self::Key(shortcut) => Self::AnyShift(shortcut),
            other => other,
        }
    }

    /// Whether a press is that of the shortcut. Ctrl+H is not H, and Ctrl+Shift+S is not Ctrl+S.
    pub(in crate::app) fn matches(self, press: Press<'_>) -> bool {
        match (self, press) {
            (Self::Key(shortcut), Press::Key(key, held)) => {
                key == shortcut.logical_key && held.matches_exact(shortcut.modifiers)
            }
            (Self::AnyShift(shortcut), Press::Key(key, held)) => {
                let held = Modifiers { shift: shortcut.modifiers.shift, ..held };
                key == shortcut.logical_key && held.matches_exact(shortcut.modifiers)
            }
            (Self::Character(character), Press::Text(text)) => character == text,
            _ => false,
        }
    }

    /// As menus and the sheet show it, such as “Ctrl+Shift+S”.
    pub(in crate::app) fn words(self, is_mac: bool) -> String {
        let (Self::Key(shortcut) | Self::AnyShift(shortcut)) = self else {
            let Self::Character(character) = self else { return String::new() };
            return character.to_owned();
        };
        let modifiers = ModifierNames::NAMES.format(&shortcut.modifiers, is_mac);
        let key = key_words(shortcut.logical_key);
        if modifiers.is_empty() { key.to_owned() } else { format!("{modifiers}+{key}") }
    }

    /// Whether one press would match both.
    #[cfg(test)]
    pub(in crate::app) fn collides(self, other: Self) -> bool {
        let presses = |shortcut: Self| match shortcut {
            Self::Key(keys) => vec![keys],
            Self::AnyShift(keys) => [false, true]
                .map(|shift| KeyboardShortcut { modifiers: Modifiers { shift, ..keys.modifiers }, ..keys })
                .to_vec(),
            Self::Character(_) => Vec::new(),
        };
        self == other || presses(self).iter().any(|keys| presses(other).contains(keys))
    }
}

fn key_words(key: Key) -> &'static str {
    match key {
        Key::ArrowUp => "↑",
        Key::ArrowDown => "↓",
        Key::ArrowLeft => "←",
        Key::ArrowRight => "→",
        Key::Comma => ",",
        Key::Period => ".",
        Key::Plus => "+",
        Key::Minus => "−",
        Key::Equals => "=",
        Key::Escape => "Esc",
        key => key.name(),
    }
}
