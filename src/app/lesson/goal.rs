//! The goal of a step: what the scene should become, and how much of it is met.

use eframe::egui::{Button, RichText, Ui};

use crate::app::command::{self, Commands, StepCommand};
use crate::app::kit::theme;
use crate::escape;
use crate::geometry::Tone;
use crate::report::expected::ExpectedOutcome;
use crate::report::lesson::{answer_names, value_words, wanted};
use crate::workspace::Workspace;

/// Shows the goal of the shown step.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, commands: &mut Commands) {
    let lesson = workspace.judging().lesson();
    let Some((_, step)) = lesson.shown().filter(|(_, step)| !step.goal.is_empty()) else { return };
    ui.horizontal(|ui| {
        ui.label(RichText::new("Goal: change the scene until").strong());
        if !step.solution.is_empty() {
            let button = Button::new("Show a solution").small();
            command::button(ui, button, "Show a solution", StepCommand::Solve, commands);
        }
    });
    let outcomes = lesson.answers().map_or(&[][..], |answers| &answers.goal);
    for (i, expected) in step.goal.iter().enumerate() {
        let fields: Vec<String> = expected.fields().map(|(field, value)| wanted(field, value)).collect();
        let words = format!("{}: {}", answer_names(expected), fields.join(", "));
        let outcome = outcomes.get(i);
        let is_met = outcome.is_some_and(ExpectedOutcome::is_met);
        let tone = if is_met { Tone::Pass } else { Tone::Note };
        let symbol = theme::palette(ui.ctx()).symbol(tone);
        let color = theme::text_color(ui.ctx(), tone);
        let now = outcome.filter(|outcome| !outcome.is_met()).map_or_else(String::new, |outcome| {
            let fields = outcome.fields.iter().filter(|field| !field.is_met);
            let found: Vec<String> = fields.map(|field| value_words(&field.key, &field.found)).collect();
            let error = outcome.error.as_ref().map(ToString::to_string);
            error.map_or_else(|| format!(" (now {})", found.join(", ")), |error| format!(" ({error})"))
        });
        ui.label(RichText::new(theme::quoted(&format!("{symbol} {words}{now}"))).color(color));
    }
    let beside = lesson.changed_beside();
    if !beside.is_empty() {
        let names: Vec<String> = beside.iter().take(3).map(|name| format!("`{}`", escape::shown(name))).collect();
        let more = if beside.len() > 3 { " and others" } else { "" };
        theme::failure(ui, &format!("Undo the change of {}{more}: the goal does not allow it.", names.join(", ")));
    }
    if !step.free.is_empty() {
        let free: Vec<String> = step.free.iter().map(|name| format!("`{}`", escape::shown(name))).collect();
        ui.weak(theme::quoted(&format!("You may change {}.", free.join(", "))));
    }
}
