//! The question of the edited step: the answer and the field that it asks for, its alternatives or its tolerance, and the right answer.

use eframe::egui::{Button, ComboBox, Label, RichText, Ui};
use serde_json::Value;

use super::line::{about, field_button, number, row};
use crate::app::kit::form::fields::ItemForm;
use crate::app::kit::theme;
use crate::escape;
use crate::geometry::Tone;
use crate::report::lesson::{AnswerField, RightAnswer, answer_names, choices, field_question, value_words};
use crate::scene::{AskedAnswer, Expectation, LessonQuestion, LessonStep};
use crate::workspace::Workspace;

const NO_ANSWER: &str =
    "Select a camera and an object, a ray, an agent or another item first. The step can then ask about it.";

pub(super) fn show(ui: &mut Ui, workspace: &mut Workspace, (index, step): (usize, &LessonStep)) {
    let changed = match &step.ask {
        None => add(ui, workspace, index).map(AskChange::Set),
        Some(ask) => edit(ui, workspace, index, ask),
    };
    if let Some(changed) = changed {
        workspace.edits().change_lesson_step(index, "question", |step| {
            step.ask = match changed {
                AskChange::Set(ask) => Some(ask),
                AskChange::Remove => None,
            };
        });
    }
}

/// A change of the question.
enum AskChange {
    Set(LessonQuestion),
    Remove,
}

/// A button that adds a question about the selected answer.
fn add(ui: &mut Ui, workspace: &Workspace, index: usize) -> Option<LessonQuestion> {
    let selected = about_selected(workspace, index);
    let names = selected.as_ref().map(|ask| answer_names(&ask.answer().named));
    let response = ui.add_enabled(selected.is_some(), Button::new("Ask about the selected answer"));
    let response = response.on_disabled_hover_text(NO_ANSWER);
    weak(ui, names.as_deref().unwrap_or(NO_ANSWER));
    let is_clicked = response.clicked();
    selected.filter(|_| is_clicked)
}

/// The usual question about the selected answer: about the field of which it is expected.
fn about_selected(workspace: &Workspace, index: usize) -> Option<LessonQuestion> {
    let judging = workspace.judging();
    let authoring = judging.authoring()?;
    let named = authoring.selected_answer(index)?.named;
    let expected = authoring.selected_goal(index).ok()?;
    let (path, value) = expected.fields().next()?;
    Some(AnswerField { path: path.to_owned(), value: value.clone() }.question(named))
}

/// The fields of the question. Returns how it was changed.
fn edit(ui: &mut Ui, workspace: &Workspace, index: usize, ask: &LessonQuestion) -> Option<AskChange> {
    let judging = workspace.judging();
    let authoring = judging.authoring()?;
    let asked = ask.answer();
    let mut changed = None;
    if about(ui, &answer_names(&asked.named), "the question") {
        changed = Some(AskChange::Remove);
    }
    let other = about_selected(workspace, index).filter(|other| !is_same(&other.answer().named, &asked.named));
    if let Some(other) = other {
        let help = format!("Ask about: {}.", answer_names(&other.answer().named));
        let button = ui.add(Button::new("Ask about the selected answer").small());
        if button.on_hover_text(theme::quoted(&help)).clicked() {
            changed = Some(AskChange::Set(other));
        }
    }
    let fields = match &authoring.judged().asked {
        Some(Ok(fields)) => &fields[..],
        _ => &[],
    };
    if let Some(field) = field_of(ui, asked, fields) {
        changed = Some(AskChange::Set(field.question(asked.named.clone())));
    }
    let now = fields.iter().find(|field| field.path == asked.field);
    if let Some(kind) = kind_of(ui, ask, now) {
        changed = Some(AskChange::Set(kind));
    }
    let right = authoring.answers(index).and_then(|answers| answers.question.as_ref());
    let part = match ask {
        LessonQuestion::Choice(asked) => alternatives(ui, workspace, asked, right).map(LessonQuestion::Choice),
        LessonQuestion::Number(asked) => tolerance(ui, asked, "").map(LessonQuestion::Number),
        LessonQuestion::Place(asked) => tolerance(ui, asked, "m").map(LessonQuestion::Place),
    };
    changed = part.map(AskChange::Set).or(changed);
    let is_sound = authoring.faults_of(index).next().is_none();
    right_answer(ui, asked, right, (is_sound, authoring.is_judging()));
    changed
}

fn is_same(one: &Expectation, other: &Expectation) -> bool {
    one.keys == other.keys
}

/// The field that is asked for, in a list of all fields with their present values.
fn field_of(ui: &mut Ui, asked: &AskedAnswer, fields: &[AnswerField]) -> Option<AnswerField> {
    let mut chosen = None;
    row(ui, "field", "The field of the answer that the student gives.", |ui| {
        let shown = escape::shown(&asked.field).into_owned();
        let list = ComboBox::from_id_salt("field").width(ui.available_width()).height(280.0).selected_text(shown);
        let response = list.show_ui(ui, |ui| {
            for field in fields {
                let is_chosen = field.path == asked.field;
                if ui.add(field_button(field, is_chosen)).clicked() && !is_chosen {
                    chosen = Some(field.clone());
                }
            }
        });
        response.response.accessible_name("field");
    });
    let question = field_question(&asked.named, &asked.field);
    weak(ui, &format!("The student reads: {question}"));
    chosen
}

/// How the student answers: by a choice, a number or a place. Returns the question of the chosen kind.
fn kind_of(ui: &mut Ui, ask: &LessonQuestion, field: Option<&AnswerField>) -> Option<LessonQuestion> {
    let asked = || AskedAnswer { of: None, tolerance: None, ..ask.answer().clone() };
    let mut chosen = None;
    row(
        ui,
        "answer",
        "How the student answers: by a choice, by a number, or by a click at a place in the 3D view.",
        |ui| {
            for (word, kind) in [
                ("choice", LessonQuestion::Choice(asked())),
                ("number", LessonQuestion::Number(AskedAnswer { tolerance: Some(0.1), ..asked() })),
                ("place", LessonQuestion::Place(AskedAnswer { tolerance: Some(0.5), ..asked() })),
            ] {
                let is_it = kind.kind() == ask.kind();
                let is_possible = is_it || field.is_some_and(|field| field.suits(&kind));
                let response = ui.add_enabled(is_possible, Button::selectable(is_it, word));
                let response = response.on_disabled_hover_text(format!("The value of this field is no {word}."));
                if response.clicked() && !is_it {
                    chosen = Some(kind);
                }
            }
        },
    );
    chosen
}

/// The values to choose from: a check box for each when they are known, else a field for them.
fn alternatives(
    ui: &mut Ui,
    workspace: &Workspace,
    asked: &AskedAnswer,
    right: Option<&Result<RightAnswer, String>>,
) -> Option<AskedAnswer> {
    let value = right.and_then(|right| right.as_ref().ok()).map_or(&Value::Null, |right| &right.value);
    let all = choices(workspace.scene(), &AskedAnswer { of: None, ..asked.clone() }, value);
    let given = asked.of.as_deref();
    if all.is_empty() || given.is_some_and(|given| given.iter().any(|one| !all.contains(one))) {
        return typed_alternatives(ui, asked);
    }
    let is_given = |one: &Value| given.is_none_or(|given| given.contains(one));
    let mut toggled = None;
    weak(ui, "The student chooses among:");
    ui.horizontal_wrapped(|ui| {
        for one in &all {
            let mut is_on = is_given(one);
            let words = escape::shown(&value_words(&asked.field, one)).into_owned();
            if ui.checkbox(&mut is_on, words).changed() {
                toggled = Some(one);
            }
        }
    });
    let toggled = toggled?;
    let of: Vec<Value> = all.iter().filter(|one| is_given(one) != (*one == toggled)).cloned().collect();
    Some(AskedAnswer { of: (of.len() < all.len()).then_some(of), ..asked.clone() })
}

/// The values to choose from as a text: words and numbers with commas between.
fn typed_alternatives(ui: &mut Ui, asked: &AskedAnswer) -> Option<AskedAnswer> {
    let written = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut text = asked.of.iter().flatten().map(written).collect::<Vec<_>>().join(", ");
    let before = text.clone();
    let mut form = ItemForm::new(ui, "the question", None);
    form.text("choices", &mut text, "The values that the student chooses from, with commas between: 1, 2, 3.");
    (text != before).then(|| AskedAnswer { of: values_of(&text), ..asked.clone() })
}

/// The values of a text such as `left, 2, true`. `None` for an empty one.
fn values_of(text: &str) -> Option<Vec<Value>> {
    let value = |part: &str| match serde_json::from_str(part) {
        Ok(value @ (Value::Null | Value::Bool(_) | Value::Number(_))) => value,
        _ => Value::from(part.trim_matches('"')),
    };
    let values: Vec<Value> = text.split(',').map(str::trim).filter(|part| !part.is_empty()).map(value).collect();
    (!values.is_empty()).then_some(values)
}

/// The greatest difference that counts as right, with its unit.
fn tolerance(ui: &mut Ui, asked: &AskedAnswer, unit: &str) -> Option<AskedAnswer> {
    let mut tolerance = asked.tolerance.unwrap_or(0.1);
    let is_changed = row(ui, "tolerance", "The greatest difference that counts as right.", |ui| {
        let is_changed = number(ui, &mut tolerance, "tolerance", "tolerance");
        ui.weak(unit);
        is_changed
    });
    (is_changed && tolerance > 0.0).then(|| AskedAnswer { tolerance: Some(tolerance), ..asked.clone() })
}

/// The right answer as it is now, and by how much it is decided. `is_sound`: nothing is wrong with the step.
fn right_answer(
    ui: &mut Ui,
    asked: &AskedAnswer,
    right: Option<&Result<RightAnswer, String>>,
    (is_sound, is_judging): (bool, bool),
) {
    match right {
        Some(Ok(right)) => {
            let margin = right.margin.filter(|margin| margin.is_finite());
            let margin = margin.map_or_else(String::new, |margin| {
                format!(", decided by {} m", value_words("margin", &Value::from(margin)))
            });
            let tone = if is_sound { Tone::Pass } else { Tone::Note };
            let symbol = theme::palette(ui.ctx()).symbol(tone);
            let words = format!("{symbol} Right answer: {}{margin}", value_words(&asked.field, &right.value));
            let color = theme::text_color(ui.ctx(), tone);
            ui.add(Label::new(RichText::new(theme::quoted(&words)).color(color)).wrap());
        }
        // The reason is among the faults of the step.
        Some(Err(_)) => weak(ui, "There is no right answer."),
        None if is_judging => weak(ui, "The right answer is being computed."),
        None => {}
    }
}

fn weak(ui: &mut Ui, text: &str) {
    ui.add(Label::new(RichText::new(theme::quoted(text)).small().weak()).wrap());
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn typed_choices_are_words_numbers_and_truth_values() {
        for (text, values) in [
            ("left, 2 ,true,null", Some(vec![json!("left"), json!(2), json!(true), json!(null)])),
            ("\"2\", a b", Some(vec![json!("2"), json!("a b")])),
            (" , ", None),
        ] {
            assert_eq!(values_of(text), values, "{text}");
        }
    }
}
