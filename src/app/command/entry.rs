//! The entry of a command: its words, its keys and its state, without what it does.

use std::borrow::Cow;

use super::scope::KeyScope;
use super::shortcut::Shortcut;

/// A command as menus, buttons, the palette and the shortcut sheet show it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) struct CommandEntry {
    /// Its name in menus and in the palette.
    pub(in crate::app) name: Cow<'static, str>,
    /// The tooltip, a sentence. Empty where the name is enough.
    pub(in crate::app) help: Cow<'static, str>,
    /// Further words by which the palette finds it, in lower case; may be empty.
    pub(in crate::app) search_words: &'static str,
    /// Its keys. Menus show the first.
    pub(in crate::app) shortcuts: Vec<Shortcut>,
    /// Where the keys apply.
    pub(in crate::app) scope: KeyScope,
    /// Whether the switch is on; `None` for other commands.
    pub(in crate::app) is_on: Option<bool>,
    /// The reason why it is disabled; `None` when it is enabled.
    pub(in crate::app) why_not: Option<Cow<'static, str>>,
}

impl CommandEntry {
    /// An enabled command without a shortcut.
    pub(in crate::app) fn new(name: impl Into<Cow<'static, str>>) -> Self {
        Self {
            name: name.into(),
            help: Cow::Borrowed(""),
            search_words: "",
            shortcuts: Vec::new(),
            scope: KeyScope::Panels,
            is_on: None,
            why_not: None,
        }
    }

    /// Whether it is enabled.
    pub(in crate::app) fn is_enabled(&self) -> bool {
        self.why_not.is_none()
    }

    /// The first shortcut as text; empty without one.
    pub(in crate::app) fn shortcut(&self, is_mac: bool) -> String {
        self.shortcuts.first().map(|shortcut| shortcut.words(is_mac)).unwrap_or_default()
    }

    /// The tooltip of a button for the command that shows no shortcut beside its name.
    pub(in crate::app) fn tooltip(&self, is_mac: bool) -> String {
        let words = if self.help.is_empty() { &self.name } else { &self.help };
        match self.shortcut(is_mac) {
            keys if keys.is_empty() => words.to_string(),
            keys => format!("{} ({keys})", words.trim_end_matches('.')),
        }
    }
}
