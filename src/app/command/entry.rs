//! An entry of the command table.

use std::borrow::Cow;

use super::shortcut::{Scope, Shortcut};
use crate::app::actions::target::Work;

/// A command in a context: its texts, its keys, and its action.
pub(in crate::app) struct Entry {
    /// Its name in menus and in the palette.
    pub(in crate::app) name: Cow<'static, str>,
    /// The tooltip, a sentence. Empty where the name is enough.
    pub(in crate::app) help: Cow<'static, str>,
    /// Further words by which the palette finds it, in lower case; may be empty.
    pub(in crate::app) search_words: &'static str,
    /// Its keys. Menus show the first.
    pub(in crate::app) shortcuts: Vec<Shortcut>,
    /// Where the keys apply.
    pub(in crate::app) scope: Scope,
    /// Whether the switch is on; `None` for other commands.
    pub(in crate::app) is_on: Option<bool>,
    /// The reason why it is disabled; `None` when it is enabled.
    pub(in crate::app) why_not: Option<Cow<'static, str>>,
    /// The action.
    pub(in crate::app) run: Box<dyn FnOnce(&mut Work<'_>)>,
}

impl Entry {
    /// An enabled command without a shortcut.
    pub(in crate::app) fn new(name: impl Into<Cow<'static, str>>, run: impl FnOnce(&mut Work<'_>) + 'static) -> Self {
        Self {
            name: name.into(),
            help: Cow::Borrowed(""),
            search_words: "",
            shortcuts: Vec::new(),
            scope: Scope::Panels,
            is_on: None,
            why_not: None,
            run: Box::new(run),
        }
    }

    /// Sets the tooltip.
    pub(in crate::app) fn help(self, help: impl Into<Cow<'static, str>>) -> Self {
        Self { help: help.into(), ..self }
    }

    /// Sets further words by which the palette finds it, in lower case.
    pub(in crate::app) fn found_by(self, search_words: &'static str) -> Self {
        Self { search_words, ..self }
    }

    /// Sets keys that apply in a scope.
    pub(in crate::app) fn keys<const N: usize>(self, scope: Scope, shortcuts: [Shortcut; N]) -> Self {
        Self { scope, shortcuts: shortcuts.into(), ..self }
    }

    /// Sets keys that apply in a scope, on a condition.
    pub(in crate::app) fn keys_if<const N: usize>(
        self,
        has_keys: bool,
        scope: Scope,
        shortcuts: [Shortcut; N],
    ) -> Self {
        if has_keys { self.keys(scope, shortcuts) } else { self }
    }

    /// Disables it for this reason unless `is_enabled`. The first reason is kept.
    pub(in crate::app) fn needs(self, is_enabled: bool, why_not: impl Into<Cow<'static, str>>) -> Self {
        let why_not = self.why_not.or_else(|| (!is_enabled).then(|| why_not.into()));
        Self { why_not, ..self }
    }

    /// Disables it for this reason, if there is one. The first reason is kept.
    pub(in crate::app) fn needs_none(self, why_not: Option<&String>) -> Self {
        let why_not = self.why_not.or_else(|| why_not.map(|why_not| Cow::Owned(why_not.clone())));
        Self { why_not, ..self }
    }

    /// Makes it a switch that is on or off.
    pub(in crate::app) fn switch(self, is_on: bool) -> Self {
        Self { is_on: Some(is_on), ..self }
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
