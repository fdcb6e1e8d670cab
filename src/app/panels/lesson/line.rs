//! Rows that several parts of the panel have.

use eframe::egui::{AsIdSalt, Button, DragValue, Id, Label, RichText, ScrollArea, Ui, vec2};

use crate::app::kit::form::attempt;
use crate::app::kit::theme;
use crate::escape;
use crate::report::lesson::{AnswerField, value_words};

/// Width of the labels, points.
const LABELS: f32 = 66.0;
/// Height of a row, points.
pub(super) const ROW: f32 = 22.0;

/// A label at the left and its values at the right. Returns what `add_values` returns.
pub(super) fn row<T>(ui: &mut Ui, label: &str, help: &str, add_values: impl FnOnce(&mut Ui) -> T) -> T {
    labelled_row(ui, label, help, |ui, _| add_values(ui))
}

/// The same for a value that needs the id of its label.
pub(super) fn labelled_row<T>(ui: &mut Ui, label: &str, help: &str, add_values: impl FnOnce(&mut Ui, Id) -> T) -> T {
    let line = ui.horizontal(|ui| {
        ui.set_min_height(ROW);
        let color = ui.visuals().weak_text_color();
        let text = Label::new(RichText::new(label).color(color)).truncate();
        let label = ui.allocate_ui(vec2(LABELS, ROW), |ui| {
            ui.set_width(LABELS);
            ui.add(text).on_hover_text(theme::quoted(help)).id
        });
        add_values(ui, label.inner)
    });
    line.inner
}

/// A text that is cut where it has no room, with `reserved` points beside it.
pub(super) fn cut(ui: &mut Ui, text: &str, reserved: f32) {
    let width = (ui.available_width() - reserved).max(20.0);
    ui.allocate_ui(vec2(width, ROW), |ui| {
        ui.set_width(width);
        ui.add(Label::new(&*escape::shown(text)).truncate());
    });
}

/// A small button with a cross that clears something. Returns whether it was clicked.
pub(super) fn clear(ui: &mut Ui, what: &str) -> bool {
    let name = format!("Clear {what}");
    let response = ui.add(Button::new("×").frame_when_inactive(false).min_size(vec2(20.0, 0.0)));
    response.on_hover_text(&*name).accessible_name(&*name).clicked()
}

/// A field for a number. A text that is no number stays with its reason. `id` is that of no other field of the row. Returns whether the
/// number was changed.
pub(super) fn number(ui: &mut Ui, value: &mut f64, name: &str, id: impl AsIdSalt) -> bool {
    let speed = (value.abs() * 0.01).max(0.001);
    let drag = DragValue::new(value).speed(speed).max_decimals(6).update_while_editing(false);
    let id = ui.scope_id().with(id);
    attempt::field(ui, drag, id, None).accessible_name(name).changed()
}

/// The names of what an answer is about, and a button that clears `what` is said about it. Returns whether it was clicked.
pub(super) fn about(ui: &mut Ui, names: &str, what: &str) -> bool {
    let line = ui.horizontal(|ui| {
        let width = ui.available_width() - CLEAR;
        ui.allocate_ui(vec2(width, ROW), |ui| {
            ui.set_width(width);
            ui.add(Label::new(theme::quoted(names)).wrap());
        });
        clear(ui, what)
    });
    line.inner
}

/// The width of [`clear`] with its gap, points.
pub(super) const CLEAR: f32 = 28.0;

/// Size of a menu of fields, points.
const MENU: [f32; 2] = [270.0, 280.0];

/// A menu of fields with their present values. Returns the chosen one. `why_not` is the reason why there is nothing to choose.
pub(super) fn field_menu<'f>(
    ui: &mut Ui,
    name: &str,
    fields: &[&'f AnswerField],
    help: &str,
    why_not: Option<&str>,
) -> Option<&'f AnswerField> {
    let mut chosen = None;
    let menu = ui.add_enabled_ui(why_not.is_none(), |ui| {
        let menu = ui.menu_button(format!("{name} ⏷"), |ui| {
            ui.set_min_width(MENU[0]);
            ScrollArea::vertical().max_height(MENU[1]).show(ui, |ui| {
                for field in fields {
                    if ui.add(field_button(field, false)).clicked() {
                        chosen = Some(*field);
                        ui.close();
                    }
                }
            });
        });
        menu.response
    });
    let response = menu.inner.on_hover_text(theme::quoted(help)).accessible_name(name);
    if let Some(why_not) = why_not {
        response.on_disabled_hover_text(why_not);
    }
    chosen
}

/// A field in a list, with its present value at the right.
pub(super) fn field_button(field: &AnswerField, is_chosen: bool) -> Button<'static> {
    let words = escape::shown(&value_words(&field.path, &field.value)).into_owned();
    Button::selectable(is_chosen, field.path.clone()).right_text(RichText::new(words).weak())
}
