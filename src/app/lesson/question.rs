//! The question of a step: its choices, its number or its place; after an answer, whether it was right, and why.

use eframe::egui::{Button, Id, RichText, TextEdit, Ui, vec2};
use serde_json::Value;

use crate::app::command::{self, Commands, StepCommand};
use crate::app::kit::{keys, theme};
use crate::geometry::Tone;
use crate::report::lesson::{RightAnswer, answer_names, field_question, place, value_words};
use crate::scene::{AskedAnswer, LessonQuestion};
use crate::workspace::Workspace;

/// Shows the question of the shown step.
pub(super) fn show(ui: &mut Ui, workspace: &mut Workspace, commands: &mut Commands) {
    let lesson = workspace.judging().lesson();
    let Some((index, step)) = lesson.shown() else { return };
    let Some(ask) = step.ask.clone() else { return };
    let asked = ask.answer();
    let words = format!("{}: {}", answer_names(&asked.named), field_question(&asked.named, &asked.field));
    ui.label(RichText::new(theme::quoted(&words)).strong());
    let right = match lesson.answers().map(|answers| &answers.question) {
        None | Some(None) => {
            ui.weak("The answer is being computed.");
            return;
        }
        Some(Some(Err(reason))) => {
            theme::failure(ui, &format!("This question has no answer: {reason}."));
            return;
        }
        Some(Some(Ok(right))) => right.clone(),
    };
    if lesson.given().is_some() {
        outcome(ui, workspace, &ask, &right, commands);
        return;
    }
    let value = match &ask {
        LessonQuestion::Choice(asked) => choice(ui, asked, &right),
        LessonQuestion::Number(asked) => number(ui, asked, (workspace.disk().generation(), index)),
        LessonQuestion::Place(_) => {
            ui.label("Click the place in the 3D view.");
            None
        }
    };
    ui.horizontal(|ui| {
        command::button(ui, Button::new("Reveal").small(), "Reveal the answer", StepCommand::Reveal, commands);
    });
    if let Some(value) = value {
        workspace.lesson_mut().answer(value);
        ui.ctx().request_repaint();
    }
}

/// The choices as buttons. Returns the chosen one.
fn choice(ui: &mut Ui, asked: &AskedAnswer, right: &RightAnswer) -> Option<Value> {
    let words: Vec<String> = right.choices.iter().map(|value| value_words(&asked.field, value)).collect();
    if words.is_empty() {
        ui.weak("The question has no choices. Reveal shows the answer.");
        return None;
    }
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        for (value, words) in right.choices.iter().zip(&words) {
            if ui.add(Button::new(theme::quoted(words)).min_size(vec2(48.0, 24.0))).clicked() {
                chosen = Some(value.clone());
            }
        }
    });
    chosen
}

/// A field for a number. Returns the number when it is entered.
fn number(ui: &mut Ui, asked: &AskedAnswer, of: (u64, usize)) -> Option<Value> {
    let id = Id::unique(("number of a lesson", of));
    let mut text = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_default();
    let mut given = None;
    ui.horizontal(|ui| {
        let field = TextEdit::singleline(&mut text).desired_width(90.0).hint_text("a number");
        let field = ui.add(field);
        let is_entered = keys::left(&field) == Some(keys::Left::Entered);
        field.on_hover_text("Press Enter to answer.");
        // A minus sign as the window shows it, and a comma as many keyboards have it.
        let number = text.trim().replace('−', "-").replace(',', ".").parse::<f64>().ok();
        let number = number.filter(|number| number.is_finite());
        let is_pressed = ui.add_enabled(number.is_some(), Button::new("Answer")).clicked();
        if is_entered || is_pressed {
            given = number.map(Value::from);
        }
        if number.is_none() && !text.trim().is_empty() {
            ui.label(RichText::new("This is no number.").small().color(theme::text_color(ui.ctx(), Tone::Fail)));
        } else if let Some(tolerance) = asked.tolerance {
            ui.weak(format!("within {}", value_words("", &Value::from(tolerance))));
        }
    });
    ui.data_mut(|data| data.insert_temp(id, text));
    given
}

/// Whether the answer was right, the right one, and why.
fn outcome(ui: &mut Ui, workspace: &Workspace, ask: &LessonQuestion, right: &RightAnswer, commands: &mut Commands) {
    let Some(given) = workspace.judging().lesson().given() else { return };
    let asked = ask.answer();
    let answer = value_words(&asked.field, &right.value);
    let (tone, words) = match (&given.value, given.is_right) {
        (_, true) => (Tone::Pass, format!("Right: {answer}.")),
        (None, false) => (Tone::Note, format!("The answer is {answer}.")),
        (Some(value), false) => (Tone::Fail, format!("{} The answer is {answer}.", wrong(ask, right, value))),
    };
    let symbol = theme::palette(ui.ctx()).symbol(tone);
    let color = theme::text_color(ui.ctx(), tone);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(theme::quoted(&format!("{symbol} {words}"))).strong().color(color));
        if !given.is_right {
            let button = Button::new("Try again").small();
            command::button(ui, button, "Ask the question again", StepCommand::TryAgain, commands);
        }
    });
    if let Some(reason) = &given.reason {
        let deciding = reason.deciding.as_ref();
        let deciding = deciding.map_or_else(String::new, |[title, outcome]| format!(" {title}: {outcome}"));
        ui.label(theme::quoted(&format!("{}.{deciding}", reason.answer.trim_end_matches('.'))));
    }
}

/// What was wrong.
fn wrong(ask: &LessonQuestion, right: &RightAnswer, value: &Value) -> String {
    let written = |number: f64| value_words("", &Value::from(number));
    match ask {
        LessonQuestion::Choice(asked) => format!("Not {}.", value_words(&asked.field, value)),
        LessonQuestion::Number(_) => {
            let by = right.value.as_f64().zip(value.as_f64()).map_or(0.0, |(right, given)| (right - given).abs());
            format!("{} is off by {}.", value_words("", value), written(by))
        }
        LessonQuestion::Place(_) => {
            let by = place(&right.value).zip(place(value)).map_or(0.0, |(right, given)| right.distance(given));
            format!("Your click passes it at {} m.", written(by))
        }
    }
}
