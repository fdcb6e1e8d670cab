//! Commands that open help.

use eframe::egui::Key;

use crate::app::actions::context::Context;
use crate::app::command::entry::Entry;
use crate::app::command::shortcut::{Scope, Shortcut, ctrl, ctrl_shift, plain};

/// A command of the Help menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum HelpCommand {
    Palette,
    Shortcuts,
    FirstMinute,
    Glossary,
    About,
    CloseWindow,
}

impl HelpCommand {
    /// All commands.
    pub(super) const ALL: [Self; 6] =
        [Self::Palette, Self::Shortcuts, Self::FirstMinute, Self::Glossary, Self::About, Self::CloseWindow];

    pub(super) fn entry(self, context: &Context) -> Entry {
        match self {
            Self::Palette => Entry::new("Command palette…", |work| work.app.palette.open(work.ctx))
                .help("Search all commands by their names.")
                .keys(Scope::Window, [ctrl(Key::P), ctrl_shift(Key::P), plain(Key::F3)]),
            Self::Shortcuts => Entry::new("Keyboard shortcuts", |work| work.app.help.toggle_shortcuts())
                .help("Show all keys and mouse gestures, or close that window.")
                .keys(Scope::Panels, [Shortcut::Character("?"), plain(Key::F1)]),
            Self::FirstMinute => Entry::new("First minute", |work| work.app.help.first_minute.open())
                .help("Show cards that explain the first steps in the window."),
            Self::Glossary => {
                Entry::new("Glossary", |work| work.app.help.open_glossary()).help("Search the terms that eyeline uses.")
            }
            Self::About => {
                Entry::new("About eyeline", |work| work.app.help.open_about()).help("Show version and licence.")
            }
            Self::CloseWindow => Entry::new("Close window", |work| work.app.help.close_topmost())
                .help("Close the topmost of Settings, Shortcuts, Glossary and About.")
                .keys(Scope::HelpWindow, [plain(Key::Escape)])
                .needs(context.has_help_window, "None of these windows is open."),
        }
    }
}
