//! The text of the edited step: an editor, a menu of values to insert, and the text as the student sees it.

use eframe::egui::text::CCursor;
use eframe::egui::text_selection::CCursorRange;
use eframe::egui::text_selection::text_cursor_state::byte_index_from_char_index;
use eframe::egui::{Align, Frame, Id, Layout, Margin, RichText, ScrollArea, TextEdit, Ui};

use crate::app::lesson::text;
use crate::escape;
use crate::report::lesson::value_words;
use crate::scene::{AskedAnswer, LessonStep, value_path};
use crate::workspace::Workspace;

/// The lines that are visible of a short text, and the greatest height of the editor, points.
const LINES: usize = 6;
const HEIGHT: f32 = 190.0;
/// Size of the menu of values, points.
const MENU: [f32; 2] = [270.0, 280.0];

/// The state of the editor between frames.
#[derive(Default)]
pub(super) struct TextEditor {
    /// Whether the editor takes the keyboard in the next frame.
    takes_focus: bool,
    is_typing: bool,
}

impl TextEditor {
    /// Gives the keyboard to the editor.
    pub(super) fn focus(&mut self) {
        self.takes_focus = true;
    }

    /// Whether a text is being typed.
    pub(super) fn is_typing(&self) -> bool {
        self.is_typing
    }

    /// The panel may be hidden in this frame.
    pub(super) fn begin_frame(&mut self) {
        self.is_typing = false;
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
        let mut say = step.say.clone();
        let field = TextEdit::multiline(&mut say).id(id).desired_width(f32::INFINITY).desired_rows(LINES);
        let field = field.hint_text("What the student reads, in Markdown. **bold**, `name`, {camera.object.margin}");
        let scroll = ScrollArea::vertical().id_salt("text of a step").max_height(HEIGHT);
        let response = scroll.show(ui, |ui| ui.add(field)).inner.labelled_by(label.inner);
        if response.changed() {
            workspace.edits().change_lesson_step(index, "text", |step| step.say = say);
        }
        if std::mem::take(&mut self.takes_focus) {
            response.request_focus();
        }
        self.is_typing = response.has_focus();
        preview(ui, workspace, index);
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
    let is_at_tick = asked.as_ref().is_some_and(|asked| !asked.named.keys.contains_key("tick"));
    let why_not = match &asked {
        None => Some(
            "Select a camera and an object, a ray, an agent or another item first. Its values can then be inserted.",
        ),
        Some(_) if !is_at_tick => Some("The text shows values at the tick of the step. Go to that tick first."),
        Some(_) if fields.is_empty() => Some("The selected answer has no values."),
        Some(_) => None,
    };
    let mut chosen = None;
    let menu = ui.add_enabled_ui(why_not.is_none(), |ui| {
        ui.menu_button("Insert value ⏷", |ui| {
            let Some(asked) = asked else { return };
            ui.set_min_width(MENU[0]);
            ScrollArea::vertical().max_height(MENU[1]).show(ui, |ui| {
                for field in fields {
                    let asked = AskedAnswer { field: field.path.clone(), ..asked.clone() };
                    let Some(path) = value_path(workspace.scene(), workspace.files(), &asked) else { continue };
                    let words = escape::shown(&value_words(&field.path, &field.value)).into_owned();
                    let button = eframe::egui::Button::new(&*field.path).right_text(RichText::new(words).weak());
                    if ui.add(button).on_hover_text(format!("{{{path}}}")).clicked() {
                        chosen = Some(path);
                        ui.close();
                    }
                }
            });
        });
    });
    let help = "Insert a value of the selected answer. The text always shows the present value.";
    let response = menu.response.on_hover_text(help);
    if let Some(why_not) = why_not {
        response.on_disabled_hover_text(why_not);
    }
    chosen
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
