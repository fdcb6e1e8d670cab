//! The steps in their order: a click edits one, a double click shows how it begins, a drag moves it.

use eframe::egui::{Align2, Button, FontId, Rect, Response, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo, vec2};

use crate::app::command::{self, AuthorCommand, Commands};
use crate::app::kit::theme;
use crate::escape;
use crate::geometry::Tone;
use crate::report::lesson::{StepAnswers, StepText, field_question};
use crate::scene::LessonStep;
use crate::workspace::Workspace;
use crate::workspace::edit::MoveDirection;

/// Height of a row, points.
const ROW: f32 = 21.0;
/// The most rows that are visible without scrolling.
const MOST_ROWS: f32 = 6.0;
/// The x of the words of a row, points from the left.
const INDENT: f32 = 26.0;

/// A step that is dragged, by its index.
#[derive(Clone, Copy)]
struct DraggedStep(usize);

/// What the user wants of the list.
enum ListRequest {
    Edit(usize),
    Show(usize),
    Move(usize, usize),
}

/// Shows the list. `is_active` is set to whether a row was pressed last.
pub(super) fn show(ui: &mut Ui, workspace: &mut Workspace, is_active: &mut bool, commands: &mut Commands) {
    let count = workspace.scene().lesson.len();
    if count == 0 {
        return;
    }
    let scroll = ScrollArea::vertical().id_salt("steps of the lesson").max_height(ROW * MOST_ROWS);
    let shown = scroll.show(ui, |ui| rows(ui, workspace));
    let request = shown.inner;
    let pressed = ui.input(|i| i.pointer.any_pressed().then(|| i.pointer.interact_pos()).flatten());
    if let Some(place) = pressed {
        *is_active = shown.inner_rect.contains(place);
    }
    match request {
        Some(ListRequest::Edit(index)) => workspace.lesson_mut().edit_step(index),
        Some(ListRequest::Show(index)) => {
            workspace.lesson_mut().edit_step(index);
            commands.push(AuthorCommand::Show);
        }
        Some(ListRequest::Move(from, to)) => workspace.edits().move_lesson_step(from, to),
        None => {}
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (text, name, command) in [
            ("Show", "Show the edited step", AuthorCommand::Show),
            ("Duplicate", "Duplicate step", AuthorCommand::Duplicate),
            ("Delete", "Delete step", AuthorCommand::Delete),
            ("⏶", "Move step up", AuthorCommand::Move(MoveDirection::Up)),
            ("⏷", "Move step down", AuthorCommand::Move(MoveDirection::Down)),
        ] {
            command::button(ui, Button::new(text).small(), name, command, commands);
        }
    });
}

fn rows(ui: &mut Ui, workspace: &Workspace) -> Option<ListRequest> {
    ui.spacing_mut().item_spacing.y = 0.0;
    let authoring = workspace.judging().authoring()?;
    let edited = authoring.step().map(|(index, _)| index);
    let id = ui.scope_id().with("edited step");
    let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default::<Option<usize>>(id), edited));
    let mut request = None;
    for (i, step) in workspace.scene().lesson.iter().enumerate() {
        let fault = authoring.faults_of(i).next().map(str::to_owned);
        let words = first_words(step, authoring.answers(i));
        let response = row(ui, (i, &words), step, edited == Some(i), fault.as_deref());
        if response.double_clicked() {
            request = Some(ListRequest::Show(i));
        } else if response.clicked() {
            request = Some(ListRequest::Edit(i));
        }
        response.dnd_set_drag_payload(DraggedStep(i));
        if let Some(dragged) = response.dnd_hover_payload::<DraggedStep>().filter(|dragged| dragged.0 != i) {
            let y = if dragged.0 < i { response.rect.bottom() } else { response.rect.top() };
            let line = Stroke::new(2.0, ui.visuals().hyperlink_color);
            ui.painter().hline(response.rect.x_range(), y, line);
        }
        if let Some(dragged) = response.dnd_release_payload::<DraggedStep>() {
            request = Some(ListRequest::Move(dragged.0, i));
        }
        if edited == Some(i) && before != edited {
            response.scroll_to_me(None);
        }
    }
    request
}

/// One step: its number, its first words, and what it asks.
fn row(
    ui: &mut Ui,
    (index, words): (usize, &str),
    step: &LessonStep,
    is_edited: bool,
    fault: Option<&str>,
) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click_and_drag());
    let kind = match (&step.ask, step.goal.is_empty()) {
        (Some(_), _) => "question",
        (None, false) => "goal",
        (None, true) => "",
    };
    let name = format!("Step {}: {}", index + 1, escape::shown(words));
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, is_edited, &name));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    theme::row_back(ui, rect, is_edited, response.hovered());
    let visuals = ui.visuals();
    let selected = visuals.selection.stroke.color;
    let [text, weak] = if is_edited { [selected; 2] } else { [visuals.text_color(), visuals.weak_text_color()] };
    let number = (index + 1).to_string();
    let font = FontId::proportional(13.0);
    ui.painter().text(rect.left_center() + vec2(18.0, 0.0), Align2::RIGHT_CENTER, number, font.clone(), weak);
    let end = mark(ui, rect, kind, fault.is_some(), (is_edited, weak));
    let galley = theme::one_line(ui, words, font, text, end - rect.left() - INDENT - 8.0);
    let at = rect.left_center() + vec2(INDENT, -galley.size().y / 2.0);
    ui.painter().galley(at, galley, text);
    match fault {
        Some(fault) => response.on_hover_text(theme::quoted(fault)),
        None => response,
    }
}

/// The word for what the step asks, and a sign for a fault, at the right of the row. Returns their left end.
fn mark(ui: &Ui, rect: Rect, kind: &str, has_fault: bool, (is_edited, weak): (bool, eframe::egui::Color32)) -> f32 {
    let mut right = rect.right() - 8.0;
    if has_fault {
        let color = theme::text_color_of_row(ui.ctx(), Tone::Fail, is_edited);
        let at = eframe::egui::pos2(right, rect.center().y);
        right = ui.painter().text(at, Align2::RIGHT_CENTER, "✖", FontId::proportional(12.0), color).left() - 5.0;
    }
    let at = eframe::egui::pos2(right, rect.center().y);
    ui.painter().text(at, Align2::RIGHT_CENTER, kind, theme::small(), weak).left()
}

/// The first line of the text with its values and without the signs of Markdown; of a step without a text, its question.
fn first_words(step: &LessonStep, answers: Option<&StepAnswers>) -> String {
    let parts = answers.filter(|_| !step.say.is_empty()).map(|answers| &answers.text);
    let part = |part: &StepText| match part {
        StepText::Text(text) | StepText::Value { words: Ok(text), .. } => text.clone(),
        StepText::Value { written, .. } => format!("{{{written}}}"),
    };
    let say: String = parts.map_or_else(|| step.say.clone(), |parts| parts.iter().map(part).collect());
    let line = say.lines().map(str::trim).find(|line| !line.is_empty());
    let words: String = line.unwrap_or_default().chars().filter(|c| !matches!(c, '*' | '`' | '#')).collect();
    match (words.trim(), &step.ask) {
        ("", Some(ask)) => field_question(&ask.answer().named, &ask.answer().field),
        ("", None) => "(no text)".to_owned(),
        (words, _) => words.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{AskedAnswer, LessonQuestion};

    #[test]
    fn a_row_has_the_first_words_or_the_question() {
        let step =
            |say: &str, ask: Option<LessonQuestion>| LessonStep { say: say.to_owned(), ask, ..LessonStep::default() };
        let ask = || LessonQuestion::Choice(AskedAnswer { field: "rejected_by".to_owned(), ..AskedAnswer::default() });
        for (step, words) in [
            (step("\n\n# A **camera**\nsees `crate`.", None), "A camera"),
            (step(" ", Some(ask())), "which plane rejects it?"),
            (step("", None), "(no text)"),
            (step("Look.", Some(ask())), "Look."),
        ] {
            assert_eq!(first_words(&step, None), words);
        }
        let value = |words: Result<&str, &str>| StepText::Value {
            written: "eye.crate.margin".to_owned(),
            words: words.map(str::to_owned).map_err(str::to_owned),
        };
        for (value, words) in [(value(Ok("2.683")), "It is 2.683"), (value(Err("gone")), "It is {eye.crate.margin}")] {
            let text = vec![StepText::Text("It is ".to_owned()), value];
            let answers = StepAnswers { tick: 0, text, question: None, goal: Vec::new() };
            assert_eq!(first_words(&step("It is {eye.crate.margin}", None), Some(&answers)), words);
        }
    }
}
