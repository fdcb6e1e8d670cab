//! The buttons of the whole run, and its state.

use eframe::egui::{Button, Label, RichText, Ui};

use super::open::Open;
use crate::app::command;
use crate::app::command::table::review::Accept;
use crate::app::command::{Commands, ReviewCommand};
use crate::app::kit::theme;
use crate::geometry::Tone;

/// The buttons of the whole run, and its state.
pub(super) fn bar(ui: &mut Ui, open: &Open, commands: &mut Commands) {
    ui.horizontal_wrapped(|ui| {
        command::button(ui, Button::new("⏴"), "Previous capture", ReviewCommand::Previous, commands);
        command::button(ui, Button::new("⏵"), "Next capture", ReviewCommand::Next, commands);
        let accept = [
            ("Accept", "Accept this capture", Accept::Capture),
            ("Accept scene", "Accept this scene", Accept::Scene),
            ("Accept all…", "Accept everything", Accept::All),
        ];
        for (words, name, accept) in accept {
            command::button(ui, Button::new(words), name, ReviewCommand::Accept(accept), commands);
        }
        command::button(ui, Button::new("Undo"), "Undo accepting", ReviewCommand::UndoAccept, commands);
        command::button(ui, Button::new("⛶"), "Review in the whole window", ReviewCommand::WholeWindow, commands);
        command::button(ui, Button::new("End"), "End review", ReviewCommand::End, commands);
        if open.is_accepting() {
            ui.spinner();
            ui.label(if open.is_undoing() { "Restoring …" } else { "Accepting …" });
        }
        ui.add(Label::new(RichText::new(theme::quoted(&open.summary())).strong()).truncate());
    });
    let outcome = open.outcome();
    for reason in &outcome.refused {
        let color = theme::text_color(ui.ctx(), Tone::Fail);
        ui.add(
            Label::new(
                RichText::new(theme::quoted(&format!(
                    "✖ {}: {reason}",
                    if open.is_undoing() { "Not restored" } else { "Not accepted" }
                )))
                .color(color),
            )
            .wrap(),
        );
    }
    if !outcome.written.is_empty() {
        let color = theme::text_color(ui.ctx(), Tone::Pass);
        let words = match &*outcome.written {
            [one] => format!("✔ {} {}", open.verb(), one.display()),
            [first, rest @ ..] => format!("✔ {} {} and {} more", open.verb(), first.display(), rest.len()),
            [] => String::new(),
        };
        ui.add(Label::new(RichText::new(theme::quoted(&words)).color(color)).truncate());
    }
}
