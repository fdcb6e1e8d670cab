//! The text of the edited step: an editor, a menu of values to insert, and the text as the student sees it.

use eframe::egui::text::CCursor;
use eframe::egui::text_selection::CCursorRange;
use eframe::egui::text_selection::text_cursor_state::byte_index_from_char_index;
use eframe::egui::{Align, Context, Frame, Id, Layout, Margin, RichText, ScrollArea, TextEdit, Ui};

use super::line::field_menu;
use crate::app::lesson::text;
use crate::report::lesson::AnswerField;
use crate::scene::{AskedAnswer, LessonStep, value_path};
use crate::workspace::Workspace;

/// The lines that are visible of a short text.
const LINES: usize = 6;
/// The greatest height of the editor, points.
const HEIGHT: f32 = 190.0;

/// The state of the editor between frames.
#[derive(Default)]
pub(super) struct TextEditor {
    /// Whether the editor takes the keyboard in the next frame.
    takes_focus: bool,
    /// The id of the editor in the last frame in which it was shown, and its text then.
    shown: Option<(Id, String)>,
}

impl TextEditor {
    /// Gives the keyboard to the editor.
    pub(super) fn focus(&mut self) {
        self.takes_focus = true;
    }

    /// Whether a text is being typed.
    pub(super) fn is_typing(&self, ctx: &Context) -> bool {
        self.shown.as_ref().is_some_and(|(id, _)| ctx.memory(|memory| memory.has_focus(*id)))
    }

    /// Shows the editor with the text as the student sees it below.
    pub(super) fn show(&mut self, ui: &mut Ui, workspace: &mut Workspace, index: usize, step: &LessonStep) {
        let id = Id::unique(("text of a step", workspace.disk().generation(), index));
        let label = ui.horizontal(|ui| {
            let label = ui.label(RichText::new("Text").strong());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if let Some(path) = values(ui, workspace, index) {
                    insert(ui, workspace, (index, &step.say), &format!("{{{path}}}"), id);
                    self.takes_focus = true;
                }
            });
            label.id
        });
        let written = workspace.scene().lesson.get(index).map_or("", |step| &*step.say);
        let mut say = written.to_owned();
        self.forget_typed(ui.ctx(), id, &say);
        let field = TextEdit::multiline(&mut say).id(id).desired_width(f32::INFINITY).desired_rows(LINES);
        let field = field.hint_text("What the student reads, in Markdown. **bold**, `name`, {camera.object.margin}");
        let scroll = ScrollArea::vertical().id_salt("text of a step").max_height(HEIGHT);
        let response = scroll.show(ui, |ui| ui.add(field)).inner.labelled_by(label.inner);
        if response.changed() {
            workspace.edits().change_lesson_step(index, "text", |step| step.say.clone_from(&say));
        }
        self.shown = Some((id, say));
        if std::mem::take(&mut self.takes_focus) {
            response.request_focus();
        }
        preview(ui, workspace, index);
    }

    /// Removes the editor's own undo after its text was changed elsewhere, by Undo or by the order of the steps.
    fn forget_typed(&self, ctx: &Context, id: Id, say: &str) {
        let is_same = self.shown.as_ref().is_some_and(|(shown, text)| *shown == id && text == say);
        if !is_same && let Some(mut state) = TextEdit::load_state(ctx, id) {
            state.clear_undoer();
            state.store(ctx, id);
        }
    }
}

/// The text with its values.
fn preview(ui: &mut Ui, workspace: &Workspace, index: usize) {
    let judging = workspace.judging();
    let Some(authoring) = judging.authoring() else { return };
    let Some((_, step)) = authoring.step().filter(|(_, step)| !step.say.trim().is_empty()) else { return };
    ui.label(RichText::new("The student reads").small().weak());
    let fill = ui.visuals().faint_bg_color;
    Frame::new().fill(fill).corner_radius(4.0).inner_margin(Margin::symmetric(8, 5)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        match authoring.answers(index) {
            Some(answers) => text::show(ui, &answers.text),
            // Without its values while these are computed.
            None => text::show_markdown(ui, &step.say),
        }
    });
}

/// The menu of the values of the selected answer. Returns the path of the chosen one.
fn values(ui: &mut Ui, workspace: &Workspace, index: usize) -> Option<String> {
    let judging = workspace.judging();
    let authoring = judging.authoring()?;
    let asked = authoring.selected_answer(index);
    let fields = match &authoring.judged().selected {
        Some(Ok(fields)) => &fields[..],
        _ => &[],
    };
    let path = |field: &AnswerField| {
        let asked = AskedAnswer { field: field.path.clone(), ..asked.clone()? };
        value_path(workspace.scene(), workspace.files(), &asked)
    };
    let why_not = match (&asked, fields.first()) {
        (None, _) => Some(
            "Select a camera and an object, a ray, an agent or another item first. Its values can then be inserted.",
        ),
        (Some(asked), _) if asked.named.keys.contains_key("tick") => {
            Some("The text shows values at the tick of the step. Go to that tick first.")
        }
        (Some(_), None) => Some("The selected answer has no values."),
        (Some(_), Some(first)) if path(first).is_none() => {
            Some("A text cannot name this answer: a name in it has a brace, or is the beginning of another name.")
        }
        (Some(_), Some(_)) => None,
    };
    let fields: Vec<&AnswerField> = fields.iter().collect();
    let help = "Insert a value of the selected answer. The text always shows the present value.";
    path(field_menu(ui, "Insert value", &fields, help, why_not)?)
}

/// Inserts a value at the cursor of the editor, or at the end of the text when it never had one.
fn insert(ui: &Ui, workspace: &mut Workspace, (index, say): (usize, &str), value: &str, id: Id) {
    let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
    let count = say.chars().count();
    let range = state.cursor.char_range().map(|range| range.as_sorted_char_range());
    let [from, to] = range.map_or([count; 2], |range| [range.start.0.min(count), range.end.0.min(count)]);
    let byte = |index: usize| byte_index_from_char_index(say, index.into()).0;
    let new = format!("{}{value}{}", &say[..byte(from)], &say[byte(to)..]);
    let after = CCursor::new(from + value.chars().count());
    state.cursor.set_char_range(Some(CCursorRange::one(after)));
    state.store(ui.ctx(), id);
    workspace.edits().change_lesson_step(index, "text", |step| step.say = new);
    workspace.settle();
}
