//! Carries out commands: those of menus and panels, and those of the key presses of a frame.

use eframe::egui;
use eframe::egui::{Event, Key, Modifiers};

use super::facts::Facts;
use super::state::WindowState;
use super::target::CommandTarget;
use crate::app::command::commands::Commands;
use crate::app::command::shortcut::Press;
use crate::app::command::table::Command;
use crate::app::command::table::clipboard::ClipboardCommand;
use crate::app::kit::keys;

/// Carries out a command if it is enabled. If it is not, a message says why the selection is not changed.
pub(in crate::app) fn carry_out(window: &mut WindowState, ctx: &egui::Context, command: &Command) {
    let action = command.action(&Facts::of(window, ctx));
    let Some(why_not) = action.entry.why_not else {
        (action.run)(&mut CommandTarget { window, ctx });
        ctx.request_repaint();
        return;
    };
    if command.begins_drag() {
        window.panels.views.active_mut().gizmo.refuse_keys(ctx);
    }
    // Menus and the palette show the reason. A key or a double click would have no visible effect.
    if command.changes_selection() {
        window.workspace.notices_mut().say(first_sentence(&why_not).to_owned());
        ctx.request_repaint();
    }
}

/// Carries out the commands that menus or panels gave.
pub(in crate::app) fn carry_out_all(window: &mut WindowState, ctx: &egui::Context, commands: Commands) {
    for command in commands.into_queue() {
        carry_out(window, ctx, &command);
    }
}

/// Carries out the commands of the keys that were pressed in this frame. Each press is matched in the context after the
/// previous press. Other presses are left for the widgets.
pub(in crate::app) fn carry_out_keys(window: &mut WindowState, ctx: &egui::Context) {
    let is_press = |event: &Event| {
        matches!(event, Event::Key { pressed: true, .. } | Event::Text(_) | Event::Copy | Event::Cut | Event::Paste(_))
    };
    if !ctx.input(|i| i.events.iter().any(is_press)) {
        return;
    }
    let events = ctx.input_mut(|i| std::mem::take(&mut i.events));
    let mut left = Vec::with_capacity(events.len());
    for event in events {
        let press = match &event {
            Event::Key { key, pressed: true, modifiers, .. } => Press::Key(*key, *modifiers),
            Event::Text(text) => Press::Text(text),
            // The system sends these in place of Ctrl+C, Ctrl+X and Ctrl+V. Selected text of a label is copied as text.
            Event::Copy if !keys::has_selected_text(ctx) => Press::Key(Key::C, Modifiers::COMMAND),
            Event::Cut => Press::Key(Key::X, Modifiers::COMMAND),
            Event::Paste(_) => Press::Key(Key::V, Modifiers::COMMAND),
            _ => {
                left.push(event);
                continue;
            }
        };
        match Facts::of(window, ctx).into_table().command_of(press) {
            Some(Command::Clipboard(ClipboardCommand::Paste)) if let Event::Paste(text) = &event => {
                carry_out(window, ctx, &ClipboardCommand::PasteText(text.as_str().into()).into());
            }
            Some(command) => carry_out(window, ctx, &command),
            None => left.push(event),
        }
    }
    ctx.input_mut(|i| i.events = left);
}

/// The first sentence of a text, with its full stop.
fn first_sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |end| &text[..=end])
}
