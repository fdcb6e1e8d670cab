//! Commands that open help.

use eframe::egui::Key;

use super::action::Action;
use crate::app::command::scope::{KeyScope, Keyboard};
use crate::app::command::shortcut::{Shortcut, ctrl, ctrl_shift, plain};
use crate::app::command::table::help::HelpCommand;

impl HelpCommand {
    pub(super) fn action(self, keyboard: Keyboard) -> Action {
        match self {
            Self::Palette => Action::new("Command palette…", |target| target.window.palette.open(target.ctx))
                .help("Search all commands by their names.")
                .keys(KeyScope::Window, [ctrl(Key::P), ctrl_shift(Key::P), plain(Key::F3)]),
            Self::Shortcuts => Action::new("Keyboard shortcuts", |target| target.window.help.toggle_shortcuts())
                .help("Show all keys and mouse gestures, or close that window.")
                .keys(KeyScope::Panels, [Shortcut::Character("?"), plain(Key::F1)]),
            Self::FirstMinute => Action::new("First minute", |target| target.window.help.first_minute.open())
                .help("Show cards that explain the first steps in the window."),
            Self::Glossary => Action::new("Glossary", |target| target.window.help.open_glossary())
                .help("Search the terms that eyeline uses."),
            Self::About => {
                Action::new("About eyeline", |target| target.window.help.open_about()).help("Show version and licence.")
            }
            Self::CloseWindow => Action::new("Close window", |target| target.window.help.close_topmost())
                .help("Close the topmost of Settings, Shortcuts, Glossary and About.")
                .keys(KeyScope::HelpWindow, [plain(Key::Escape)])
                .needs(keyboard.has_help_window, "None of these windows is open."),
        }
    }
}
