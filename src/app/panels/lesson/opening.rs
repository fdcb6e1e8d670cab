//! With what the step begins: its camera, selection, panel and tick. Each is taken from the window, or cleared.

use eframe::egui::{Button, Ui};

use super::line::{CLEAR, clear, cut, row};
use crate::app::command::pane::Pane;
use crate::app::command::{self, AuthorCommand, Commands, StepPart};
use crate::scene::{LessonStep, OpenedPart};
use crate::workspace::Workspace;

/// The width of the buttons of a row, points.
const BUTTONS: f32 = 54.0 + CLEAR;

pub(super) fn show(
    ui: &mut Ui,
    workspace: &mut Workspace,
    (index, step): (usize, &LessonStep),
    commands: &mut Commands,
) {
    let tick = workspace.judging().authoring().map_or(0, |authoring| authoring.tick_of(index));
    for part in StepPart::ALL {
        let (words, is_set) = words(part, step, tick);
        let is_cleared = row(ui, part.word(), help(part), |ui| {
            cut(ui, &words, BUTTONS);
            let name = format!("Take {} from here", part.word());
            command::button(ui, Button::new("Take").small(), &name, AuthorCommand::Take(part), commands);
            is_set && clear(ui, part.word())
        });
        if is_cleared {
            workspace.edits().change_lesson_step(index, part.word(), |step| match part {
                StepPart::Camera => step.camera = None,
                StepPart::Selection => step.select.clear(),
                StepPart::Panel => step.open = None,
                StepPart::Tick => step.tick = None,
            });
        }
    }
}

/// What a part is, and whether the step has it.
fn words(part: StepPart, step: &LessonStep, tick: u64) -> (String, bool) {
    match part {
        StepPart::Camera => match &step.camera {
            Some(camera) => (camera.clone(), true),
            None => ("the view of the scene".to_owned(), false),
        },
        StepPart::Selection if step.select.is_empty() => ("as the scene opens".to_owned(), false),
        StepPart::Selection => (step.select.join(", "), true),
        StepPart::Panel => match step.open {
            Some(OpenedPart::Panel(panel)) => (Pane::of_check(panel).title().to_owned(), true),
            Some(OpenedPart::Step(number)) => (format!("step {number} of Explain"), true),
            None => ("as before".to_owned(), false),
        },
        StepPart::Tick if step.tick.is_some() => (tick.to_string(), true),
        StepPart::Tick => (format!("{tick}, as before"), false),
    }
}

fn help(part: StepPart) -> &'static str {
    match part {
        StepPart::Camera => {
            "The camera that the 3D view looks through. Without it, the view with which the scene opens."
        }
        StepPart::Selection => "What is selected. Without it, what the scene selects when it opens.",
        StepPart::Panel => "The panel that is open, or the open step of the explanation.",
        StepPart::Tick => {
            "The tick. Without it, that of the step before; of the first step that at which the scene opens."
        }
    }
}
