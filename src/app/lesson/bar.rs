//! The bar: its head with the steps and the score, the text of the shown step, and beside it its question or goal.

use eframe::egui::{
    Align, Button, Color32, Label, Layout, Response, RichText, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo, vec2,
};

use super::{goal, question, text};
use crate::app::command::{self, AuthorCommand, Commands, LessonCommand, StepCommand};
use crate::app::kit::theme;
use crate::geometry::Tone;
use crate::workspace::Workspace;

/// The greatest height of the text and of the question, points.
const HEIGHT: f32 = 132.0;
/// The space for the mark of a step, points.
const MARK: f32 = 16.0;
/// The space between the text and the question, points.
const BETWEEN: f32 = 28.0;
/// With more steps than this, the head has their numbers alone.
const MOST_MARKS: usize = 24;

/// Shows the bar.
pub(in crate::app) fn show(ui: &mut Ui, workspace: &mut Workspace, commands: &mut Commands) {
    let Some((index, step)) = workspace.judging().lesson().shown() else { return };
    let is_asking = step.ask.is_some() || !step.goal.is_empty();
    head(ui, workspace, index, commands);
    let text = workspace.judging().lesson().answers().map(|answers| answers.text.clone());
    let say = step_say(workspace);
    let show_text = |ui: &mut Ui| match &text {
        Some(parts) => text::show(ui, parts),
        // Without its values while these are computed.
        None => text::show_markdown(ui, &say),
    };
    let scroll = |name: &'static str| {
        ScrollArea::vertical()
            .id_salt((name, index))
            .max_height(HEIGHT)
            .min_scrolled_height(HEIGHT)
            .auto_shrink([false, true])
    };
    let between_items = ui.spacing().item_spacing.x;
    if !is_asking {
        scroll("text of a lesson").show(ui, show_text);
        return;
    }
    ui.spacing_mut().item_spacing.x = BETWEEN;
    ui.columns(2, |columns| {
        for column in columns.iter_mut() {
            column.spacing_mut().item_spacing.x = between_items;
        }
        scroll("text of a lesson").show(&mut columns[0], |ui| {
            // Columns justify their text.
            ui.with_layout(Layout::top_down(Align::Min), show_text)
        });
        scroll("question of a lesson").show(&mut columns[1], |ui| {
            ui.with_layout(Layout::top_down(Align::Min), |ui| {
                question::show(ui, workspace, commands);
                goal::show(ui, workspace, commands);
            });
        });
    });
}

/// The text of the shown step as it is written.
fn step_say(workspace: &Workspace) -> String {
    workspace.judging().lesson().shown().map_or_else(String::new, |(_, step)| step.say.clone())
}

/// "Step 3 of 7" with a mark for each step, the score, and the buttons.
fn head(ui: &mut Ui, workspace: &Workspace, index: usize, commands: &mut Commands) {
    let lesson = workspace.judging().lesson();
    let count = lesson.steps().len();
    let is_quiz = lesson.is_quiz();
    ui.horizontal(|ui| {
        let what = if is_quiz { "Question" } else { "Step" };
        ui.label(RichText::new(format!("{what} {} of {count}", index + 1)).strong());
        if count <= MOST_MARKS {
            ui.spacing_mut().item_spacing.x = 0.0;
            ui.add_space(8.0);
            for step in 0..count {
                if mark(ui, workspace, step, step == index).clicked() {
                    commands.push(StepCommand::Show(step));
                }
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            if workspace.judging().is_trying_lesson() {
                let name = "Back to editing";
                command::button(ui, Button::new(name), name, AuthorCommand::Try, commands);
            } else {
                let name = if is_quiz { "End of the quiz" } else { "Steps of the lesson" };
                command::button(ui, Button::new("×"), name, StepCommand::Toggle, commands);
            }
            if is_quiz {
                command::button(ui, Button::new("New quiz"), "New quiz", StepCommand::Quiz, commands);
            }
            if index + 1 == count && !is_quiz {
                command::button(ui, Button::new("Next lesson ▶"), "Next lesson", LessonCommand::Next, commands);
            } else {
                command::button(ui, Button::new("Next ▶"), "Next step of the lesson", StepCommand::Next, commands);
            }
            command::button(ui, Button::new("◀ Back"), "Previous step of the lesson", StepCommand::Previous, commands);
            let score = lesson.score();
            if score.answered > 0 {
                let is_done = is_quiz && score.answered == count;
                let words =
                    format!("{}{} of {} right", if is_done { "Done: " } else { "" }, score.right, score.answered);
                ui.add(Label::new(RichText::new(words).weak()))
                    .on_hover_text("The questions whose first answer was right.");
            }
        });
    });
}

/// A dot for a step: filled when it was answered or met, with a ring around the shown one.
fn mark(ui: &mut Ui, workspace: &Workspace, step: usize, is_shown: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(MARK, 18.0), Sense::click());
    let lesson = workspace.judging().lesson();
    let written = &lesson.steps()[step];
    let outcome = lesson.outcome(step);
    let what = match (written.ask.is_some(), written.goal.is_empty(), outcome) {
        (true, _, None) => ", a question",
        (true, _, Some(true)) => ", answered right",
        (true, _, Some(false)) => ", answered",
        (false, false, Some(_)) => ", its goal was met",
        (false, false, None) => ", a goal",
        (false, true, _) => "",
    };
    let name = if lesson.is_quiz() {
        format!("Question {}{}", step + 1, what.trim_start_matches(", a question"))
    } else {
        format!("Step {}{what}", step + 1)
    };
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_shown, &name));
    let palette = theme::palette(ui.ctx());
    let visuals = ui.visuals();
    let color = match outcome {
        Some(true) => theme::color(palette.tone(Tone::Pass)),
        Some(false) => theme::color(palette.tone(Tone::Fail)),
        None => visuals.weak_text_color(),
    };
    let is_open = written.ask.is_some() || !written.goal.is_empty();
    let fill = if outcome.is_some() || !is_open { color } else { Color32::TRANSPARENT };
    let radius = if is_open { 4.5 } else { 2.5 };
    ui.painter().circle(rect.center(), radius, fill, Stroke::new(1.5, color));
    if is_shown || response.hovered() || response.has_focus() {
        ui.painter().circle_stroke(rect.center(), 7.5, Stroke::new(1.5, visuals.strong_text_color()));
    }
    response.on_hover_text(name)
}
