//! The camera, and what it sees of the selected object.

use eframe::egui::{RichText, Ui};

use crate::app::command;
use crate::app::command::{Commands, ViewCommand};
use crate::app::kit::theme;
use crate::escape;
use crate::geometry::narrate::counted;
use crate::report::visibility::answers::VisibilityAnswers;
use crate::report::visibility::targets::name;
use crate::report::visibility::words::sentence;
use crate::workspace::Workspace;

/// The camera and what it sees of the selected object.
pub(super) fn head(ui: &mut Ui, workspace: &Workspace, answers: &VisibilityAnswers, commands: &mut Commands) {
    let seen = answers.targets.iter().filter(|answer| answer.seen.pixels > 0).count();
    let [width, height] = answers.size;
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&*escape::shown(&answers.camera)).strong());
        ui.label(format!("sees {} of {} in {width} × {height} pixels", seen, counted(answers.targets.len(), "object")));
        ui.add_space(8.0);
        let words = "Why don't I see it?";
        command::button(ui, eframe::egui::Button::new(words), words, ViewCommand::WhyNotSeen, commands);
    });
    let world = workspace.world();
    if let Some(object) = workspace.selected().object()
        && let Some(answer) = answers.targets.get(object)
    {
        let text = format!("`{}` is {}.", name(world, object), sentence(answer, |target| name(world, target)));
        ui.label(theme::quoted(&text));
    }
    ui.add_space(2.0);
}
