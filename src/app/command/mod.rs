//! The commands of the window.
//!
//! ```text
//! table/     every command, one entry each: words, shortcuts, when it is enabled, what it does
//! entry      what an entry holds
//! context    what commands apply to: selection, open file, panels, keyboard focus; a value
//! shortcut   keys of commands: matching, and how they are written
//! keyboard   the key presses of a frame, matched and carried out
//! commands   the commands while panels are drawn: their context, and a queue
//! work       the state that commands change
//! menu       menus of entries
//! palette    the search over all entries
//! sheet      the window with all shortcuts
//! drag_key   the keys of a drag of the gizmo
//! gestures   what the mouse does, for the sheet
//! ```
//!
//! ```text
//! key press ─┐
//! menu ──────┼─► Command ─► App::carry_out ─► Entry::run
//! button ────┘
//! ```
//!
//! Only [`App::carry_out`] carries out a command. Key presses are carried out at the start of a frame, in their order,
//! and those of the menu bar right after it, so that the panels show the result in the same frame. Panels cannot change
//! each other while they are drawn: their commands are carried out when all panels have been drawn.

pub(in crate::app) mod commands;
pub(in crate::app) mod drag_key;
pub(in crate::app) mod entry;
pub(in crate::app) mod gestures;
pub(in crate::app) mod keyboard;
pub(in crate::app) mod menu;
pub(in crate::app) mod palette;
#[cfg(test)]
pub(in crate::app) mod readme;
pub(in crate::app) mod sheet;
pub(in crate::app) mod shortcut;
#[cfg(test)]
pub(in crate::app) mod tests;

use eframe::egui;

pub(in crate::app) use self::commands::Commands;
pub(in crate::app) use self::drag_key::{DragKey, drop_drag_keys, take_drag_keys};
pub(in crate::app) use self::keyboard::{ListKey, carry_out_keys, take_list_keys};
pub(in crate::app) use self::menu::{
    add_menu, button, check_named, context_menu, expectation_menu, item, menu_bar, show_context_menu, view_menu,
};
pub(in crate::app) use self::palette::Palette;
pub(in crate::app) use self::sheet::{show as show_sheet, window_id as sheet_id};
use super::App;
pub(in crate::app) use super::actions::context::{Context, ShownTree};
pub(in crate::app) use super::actions::table::{
    Command, CompareCommand, EditCommand, FileCommand, GizmoCommand, LessonCommand, PlayCommand, ProblemCommand,
    ReviewCommand, STOPS, SelectCommand, TreeCommand, ViewCommand, WindowCommand,
};
use super::actions::target::Work;

impl App {
    /// Carries out a command if it is enabled. If it is not, a message says why the selection is not changed.
    pub(in crate::app) fn carry_out(&mut self, ctx: &egui::Context, command: &Command) {
        let context = Context::of(self, ctx);
        let entry = command.entry(&context);
        let Some(why_not) = entry.why_not else {
            (entry.run)(&mut Work { app: self, ctx });
            ctx.request_repaint();
            return;
        };
        if command.begins_drag() {
            self.panels.views.active_mut().gizmo.refuse_keys(ctx);
        }
        // Menus and the palette show the reason. A key or a double click would have no visible effect.
        if command.changes_selection() {
            self.workspace.notices_mut().say(first_sentence(&why_not).to_owned());
            ctx.request_repaint();
        }
    }

    /// Carries out the commands that menus or panels gave.
    pub(in crate::app) fn carry_out_all(&mut self, ctx: &egui::Context, commands: Commands) {
        for command in commands.into_queue() {
            self.carry_out(ctx, &command);
        }
    }
}

/// The first sentence of a text, with its full stop.
fn first_sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |end| &text[..=end])
}
