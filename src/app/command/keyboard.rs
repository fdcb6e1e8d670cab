//! The key presses of a frame, matched with the shortcuts of the table and carried out in their order.

use eframe::egui::{self, Event, Key, Modifiers};

use super::shortcut::{Press, Scope};
use crate::app::App;
use crate::app::actions::context::Context;
use crate::app::actions::table::{ClipboardCommand, Command};
use crate::app::kit::keys;

/// Carries out the commands of the keys that were pressed in this frame. Each press is matched in the context after the
/// previous press. Other presses are left for the widgets.
pub(in crate::app) fn carry_out_keys(app: &mut App, ctx: &egui::Context) {
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
        match command_of(press, &Context::of(app, ctx)) {
            Some(Command::Clipboard(ClipboardCommand::Paste)) if let Event::Paste(text) = &event => {
                app.carry_out(ctx, &ClipboardCommand::PasteText(text.as_str().into()).into());
            }
            Some(command) => app.carry_out(ctx, &command),
            None => left.push(event),
        }
    }
    ctx.input_mut(|i| i.events = left);
}

/// The command of a press: that of the innermost scope that applies.
pub(in crate::app) fn command_of(press: Press<'_>, context: &Context) -> Option<Command> {
    let mut best: Option<(Scope, Command)> = None;
    for command in Command::all() {
        let entry = command.entry(context);
        let is_it = entry.shortcuts.iter().any(|shortcut| shortcut.matches(press)) && entry.scope.applies(context);
        if is_it && best.as_ref().is_none_or(|(scope, _)| entry.scope < *scope) {
            best = Some((entry.scope, command));
        }
    }
    best.map(|(_, command)| command)
}

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
pub(in crate::app) fn take_list_keys(ctx: &egui::Context, is_taken: impl Fn(ListKey) -> bool) -> Vec<ListKey> {
    keys::take(ctx, |key, held| ListKey::of(key).filter(|key| held.is_none() && is_taken(*key)))
}
