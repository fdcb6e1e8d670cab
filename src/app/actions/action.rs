//! A command with what it does.

use std::borrow::Cow;

use super::target::CommandTarget;
use crate::app::command::entry::CommandEntry;
use crate::app::command::scope::KeyScope;
use crate::app::command::shortcut::Shortcut;
use crate::host::place::IS_PAGE;

/// A command in the present state of the window: its entry, and what it does.
pub(in crate::app) struct Action {
    /// Its words, keys and state.
    pub(in crate::app) entry: CommandEntry,
    /// What it does.
    pub(in crate::app) run: Box<dyn FnOnce(&mut CommandTarget<'_>)>,
}

impl Action {
    /// An enabled command without a shortcut.
    pub(super) fn new(name: impl Into<Cow<'static, str>>, run: impl FnOnce(&mut CommandTarget<'_>) + 'static) -> Self {
        Self { entry: CommandEntry::new(name), run: Box::new(run) }
    }

    /// Sets the tooltip.
    pub(super) fn help(mut self, help: impl Into<Cow<'static, str>>) -> Self {
        self.entry.help = help.into();
        self
    }

    /// Sets further words by which the palette finds it, in lower case.
    pub(super) fn found_by(mut self, search_words: &'static str) -> Self {
        self.entry.search_words = search_words;
        self
    }

    /// Sets keys that apply in a scope.
    pub(super) fn keys<const N: usize>(mut self, scope: KeyScope, shortcuts: [Shortcut; N]) -> Self {
        (self.entry.scope, self.entry.shortcuts) = (scope, shortcuts.into());
        self
    }

    /// Sets keys that apply in a scope, on a condition.
    pub(super) fn keys_if<const N: usize>(self, has_keys: bool, scope: KeyScope, shortcuts: [Shortcut; N]) -> Self {
        if has_keys { self.keys(scope, shortcuts) } else { self }
    }

    /// Disables it for this reason unless `is_enabled`. The first reason is kept.
    pub(super) fn needs(mut self, is_enabled: bool, why_not: impl Into<Cow<'static, str>>) -> Self {
        if !is_enabled && self.entry.why_not.is_none() {
            self.entry.why_not = Some(why_not.into());
        }
        self
    }

    /// Disables it in a page of a browser.
    pub(super) fn needs_desktop(self) -> Self {
        self.needs(!IS_PAGE, "A page in a browser cannot do this. eyeline on a desktop can.")
    }

    /// Disables it for this reason, if there is one. The first reason is kept.
    pub(super) fn needs_none(mut self, why_not: Option<&String>) -> Self {
        if self.entry.why_not.is_none() {
            self.entry.why_not = why_not.map(|why_not| Cow::Owned(why_not.clone()));
        }
        self
    }

    /// Makes it a switch that is on or off.
    pub(super) fn switch(mut self, is_on: bool) -> Self {
        self.entry.is_on = Some(is_on);
        self
    }
}
