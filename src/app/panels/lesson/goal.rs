//! The goal of the edited step, what the student may change to meet it, and the stored solution.

use super::line::{CLEAR, ROW, clear, cut, field_menu, labelled_row, row};
use super::wanted;
use crate::app::command::{self, AuthorCommand, Commands};
use crate::app::kit::form::picker::{Offers, Picked, picker};
use crate::app::kit::theme;
use crate::escape;
use crate::geometry::Tone;
use crate::report::expected::ExpectedOutcome;
use crate::report::lesson::{AnswerField, answer_names, value_words, wanted as wanted_words};
use crate::scene::{Entry, Expectation, LessonStep, NAMING_KEYS, expected_fields};
use crate::workspace::Workspace;
use eframe::egui::{Align, Button, Label, Layout, RichText, Ui, vec2};
use serde_json::Value;

pub(super) fn show(
    ui: &mut Ui,
    workspace: &mut Workspace,
    (index, step): (usize, &LessonStep),
    commands: &mut Commands,
) {
    let mut goal = step.goal.clone();
    let mut removed = None;
    for (i, expected) in goal.iter_mut().enumerate() {
        if one(ui, workspace, (index, i), expected) {
            removed = Some(i);
        }
        ui.add_space(2.0);
    }
    if let Some(removed) = removed {
        goal.remove(removed);
    }
    goal.extend(add(ui, workspace, index));
    if goal != step.goal {
        workspace.edits().change_lesson_step(index, "goal", |step| {
            if goal.is_empty() {
                step.solution.clear();
            }
            step.goal = goal;
        });
    }
    if !step.goal.is_empty() || !step.free.is_empty() {
        free(ui, workspace, index, step);
    }
    if !step.goal.is_empty() {
        solution(ui, workspace, (index, step), commands);
    }
}

/// One expectation of the goal: its answer, the wanted values, and how it is now. Returns whether it should be removed.
fn one(ui: &mut Ui, workspace: &Workspace, (index, i): (usize, usize), expected: &mut Expectation) -> bool {
    let is_removed = names(ui, workspace, i, expected);
    wanted::show(ui, workspace.scene(), i, expected);
    let judging = workspace.judging();
    let answers = judging.authoring().and_then(|authoring| authoring.answers(index));
    outcome_line(ui, expected, answers.and_then(|answers| answers.goal.get(i)));
    is_removed
}

/// The names of the answer that a part of the goal is about, each with a list to choose from, and a button that clears the part. Returns
/// whether it was clicked.
fn names(ui: &mut Ui, workspace: &Workspace, i: usize, expected: &mut Expectation) -> bool {
    let part = format!("part {} of the goal", i + 1);
    let mut is_removed = false;
    let keys: Vec<&str> = NAMING_KEYS.into_iter().filter(|key| *key != "object").chain(["object"]).collect();
    let keys = keys.into_iter().filter(|key| expected.keys.contains_key(*key)).collect::<Vec<_>>();
    for (n, key) in keys.into_iter().enumerate() {
        let help = format!("The {key} of {part}.");
        labelled_row(ui, key, &help, |ui, label| {
            let reserved = if n == 0 { CLEAR } else { 0.0 };
            let width = (ui.available_width() - reserved).max(40.0);
            match Offers::of_key(workspace, key).zip(expected.name(key).map(str::to_owned)) {
                Some((offers, shown)) => {
                    let salt = format!("{part} {key}");
                    let picked = ui.allocate_ui(vec2(width, ROW), |ui| {
                        ui.set_width(width);
                        picker(ui, label, &salt, &shown, None, offers)
                    });
                    if let Some(Picked::Name(name)) = picked.inner {
                        expected.keys.insert(key.to_owned(), Value::from(name));
                    }
                }
                // The octree has no name, and a trace no list.
                None => cut(ui, expected.name(key).unwrap_or("the whole tree"), reserved),
            }
            is_removed |= n == 0 && clear(ui, &part);
        });
    }
    if let Some(tick) = expected.keys.get("tick") {
        row(ui, "tick", "The tick at which the answer counts.", |ui| cut(ui, &tick.to_string(), 0.0));
    }
    is_removed
}

/// How a part of the goal is now.
pub(super) fn outcome_line(ui: &mut Ui, expected: &Expectation, outcome: Option<&ExpectedOutcome>) {
    let Some(outcome) = outcome else { return };
    let tone = if outcome.is_met() { Tone::Pass } else { Tone::Note };
    let symbol = theme::palette(ui.ctx()).symbol(tone);
    let words = match &outcome.error {
        Some(error) => error.clone(),
        None if outcome.is_met() => {
            let fields: Vec<String> = expected.fields().map(|(field, value)| wanted_words(field, value)).collect();
            format!("Met: {}", fields.join(", "))
        }
        None => {
            let found = outcome.fields.iter().filter(|field| !field.is_met);
            let found: Vec<String> = found.map(|field| value_words(&field.key, &field.found)).collect();
            format!("Not met: now {}", found.join(", "))
        }
    };
    let text = RichText::new(theme::quoted(&format!("{symbol} {words}"))).small();
    ui.add(Label::new(text.color(theme::text_color(ui.ctx(), tone))).wrap());
}

/// A menu of the fields of the selected answer. Returns the chosen one as a part of the goal.
fn add(ui: &mut Ui, workspace: &Workspace, index: usize) -> Option<Expectation> {
    let judging = workspace.judging();
    let authoring = judging.authoring()?;
    let named = authoring.selected_answer(index).map(|asked| asked.named);
    let fields = match &authoring.judged().selected {
        Some(Ok(fields)) => &fields[..],
        _ => &[],
    };
    let known = named.as_ref().map_or(&[][..], expected_fields);
    let fields: Vec<&AnswerField> = fields.iter().filter(|field| known.contains(&&*field.path)).collect();
    let why_not = "Select a camera and an object, a ray, an agent or another item first. What its answer should become can then be a goal.";
    let help =
        named.as_ref().map_or_else(String::new, |named| format!("What should become of: {}?", answer_names(named)));
    let why_not = fields.is_empty().then_some(why_not);
    let field = field_menu(ui, "Add the selected answer", &fields, &help, why_not)?;
    let mut expected = named?;
    let value = wanted::first(workspace.scene(), &expected, field);
    expected.keys.insert(field.path.clone(), value);
    Some(expected)
}

/// The names of what the student may change.
fn free(ui: &mut Ui, workspace: &mut Workspace, index: usize, step: &LessonStep) {
    let selected = entries(workspace);
    let new: Vec<&String> = selected.iter().filter(|name| !step.free.contains(name)).collect();
    let names = if step.free.is_empty() { "everything".to_owned() } else { step.free.join(", ") };
    let help = "What the student may change to meet the goal. Without it, everything.";
    let (is_added, is_cleared) = row(ui, "free", help, |ui| {
        cut(ui, &names, 44.0 + CLEAR);
        let button = ui.add_enabled(!new.is_empty(), Button::new("Add").small());
        let add = format!(
            "Let the student change {}.",
            new.iter().map(|name| format!("“{name}”")).collect::<Vec<_>>().join(", ")
        );
        let button = button.on_hover_text(escape::shown(&add)).accessible_name("Add the selection to what is free");
        let why_not = "Select an object, a camera, a ray or another item of the scene that is not free yet.";
        let is_added = button.on_disabled_hover_text(why_not).clicked();
        (is_added, !step.free.is_empty() && clear(ui, "what is free"))
    });
    if is_added {
        let new: Vec<String> = new.into_iter().cloned().collect();
        workspace.edits().change_lesson_step(index, "free", |step| step.free.extend(new));
    } else if is_cleared {
        workspace.edits().change_lesson_step(index, "free", |step| step.free.clear());
    }
}

/// The names of the selected entries of the scene: what commands change, else the item that is asked about.
fn entries(workspace: &Workspace) -> Vec<String> {
    let scene = workspace.scene();
    let names = workspace.selection().selected_names();
    let entries =
        workspace.selection().selected_entries().into_iter().filter_map(|id| scene.name_of(id)).map(str::to_owned);
    let changed: Vec<String> = entries.collect();
    if !changed.is_empty() {
        return changed;
    }
    names.into_iter().filter(|name| Entry::named(scene, name).is_some()).collect()
}

/// The stored solution, and the way to record one.
fn solution(ui: &mut Ui, workspace: &mut Workspace, (index, step): (usize, &LessonStep), commands: &mut Commands) {
    let words = if step.solution.is_empty() { "none".to_owned() } else { solution_words(step) };
    let help = "A change that meets the goal. `eyeline check` applies it, and the student can show it.";
    let is_cleared = row(ui, "solution", help, |ui| {
        cut(ui, &words, CLEAR);
        !step.solution.is_empty() && clear(ui, "the solution")
    });
    if is_cleared {
        workspace.edits().change_lesson_step(index, "solution", |step| step.solution.clear());
    }
    ui.with_layout(Layout::top_down(Align::Min), |ui| {
        let name = "Record a solution";
        command::button(ui, Button::new(name), name, AuthorCommand::Record, commands);
    });
}

/// Each changed entry with its keys: "crate: position".
fn solution_words(step: &LessonStep) -> String {
    let words = step.solution.iter().map(|(name, keys)| {
        let keys: Vec<&str> = keys.as_object().into_iter().flat_map(|keys| keys.keys().map(|key| &**key)).collect();
        format!("{name}: {}", keys.join(", "))
    });
    words.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_solution_has_its_entries_and_keys() {
        let Value::Object(solution) =
            json!({ "crate": { "position": [0, 0, 1], "scale": null }, "eye": { "near": 1 } })
        else {
            panic!("it is an object")
        };
        let step = LessonStep { solution, ..LessonStep::default() };
        assert_eq!(solution_words(&step), "crate: position, scale; eye: near");
    }
}
