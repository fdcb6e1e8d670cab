//! The bar above the steps while a solution is recorded: what of the goal is met, and how the recording ends.

use eframe::egui::{Button, Frame, Label, Margin, RichText, Ui};

use super::goal::outcome_line;
use crate::app::command::{self, AuthorCommand, Commands};
use crate::app::kit::theme;
use crate::escape;
use crate::geometry::Tone;
use crate::workspace::Workspace;

pub(super) fn show(ui: &mut Ui, workspace: &Workspace, commands: &mut Commands) {
    let Some(authoring) = workspace.judging().authoring() else { return };
    let Some(index) = authoring.recording() else { return };
    let Some(step) = workspace.scene().lesson.get(index) else { return };
    let color = theme::text_color(ui.ctx(), Tone::Note);
    let frame = Frame::new().stroke((1.0, color)).corner_radius(4.0).inner_margin(Margin::symmetric(8, 6));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        let free: Vec<String> = step.free.iter().map(|name| format!("“{}”", escape::shown(name))).collect();
        let what = if free.is_empty() { "the scene".to_owned() } else { free.join(", ") };
        let text = format!("Recording a solution of step {}: change {what} until the goal is met.", index + 1);
        ui.add(Label::new(RichText::new(text).strong()).wrap());
        let outcomes = authoring.answers(index).map_or(&[][..], |answers| &answers.goal);
        for (i, expected) in step.goal.iter().enumerate() {
            outcome_line(ui, expected, outcomes.get(i));
        }
        ui.horizontal(|ui| {
            let name = "Keep as solution";
            command::button(ui, Button::new(name), name, AuthorCommand::Keep, commands);
            command::button(ui, Button::new("Cancel"), "Cancel the solution", AuthorCommand::Drop, commands);
        });
    });
    ui.add_space(4.0);
}
