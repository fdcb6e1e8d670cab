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

mod commands;
mod context;
mod drag_key;
mod entry;
mod gestures;
mod keyboard;
mod menu;
mod palette;
#[cfg(test)]
mod readme;
mod sheet;
mod shortcut;
mod table;
#[cfg(test)]
mod tests;
mod work;

use eframe::egui;

pub(super) use self::commands::Commands;
pub(super) use self::context::{Context, ShownTree};
pub(super) use self::drag_key::{DragKey, drop_drag_keys, take_drag_keys};
pub(super) use self::keyboard::{ListKey, carry_out_keys, take_list_keys};
pub(super) use self::menu::{
    add_menu, button, check_named, context_menu, expectation_menu, item, menu_bar, show_context_menu, view_menu,
};
pub(super) use self::palette::Palette;
pub(super) use self::sheet::{show as show_sheet, window_id as sheet_id};
pub(super) use self::table::{
    Command, CompareCommand, EditCommand, FileCommand, GizmoCommand, LessonCommand, PlayCommand, ProblemCommand,
    ReviewCommand, STOPS, SelectCommand, TreeCommand, ViewCommand, WindowCommand,
};
use self::work::Work;
use super::App;

impl App {
    /// Carries out a command if it is enabled. If it is not, a message says why the selection is not changed.
    pub(super) fn carry_out(&mut self, ctx: &egui::Context, command: &Command) {
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
            self.session.say(first_sentence(&why_not).to_owned());
            ctx.request_repaint();
        }
    }

    /// Carries out the commands that menus or panels gave.
    pub(super) fn carry_out_all(&mut self, ctx: &egui::Context, commands: Commands) {
        for command in commands.into_queue() {
            self.carry_out(ctx, &command);
        }
    }
}

/// The first sentence of a text, with its full stop.
fn first_sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |end| &text[..=end])
}
