//! Rows that several parts of the panel have.

use eframe::egui::{Button, Label, Ui, vec2};

use crate::app::kit::theme;
use crate::escape;

/// Width of the labels, points.
const LABELS: f32 = 66.0;
/// Height of a row, points.
const ROW: f32 = 22.0;

/// A label at the left and its values at the right. Returns what `add_values` returns.
pub(super) fn row<T>(ui: &mut Ui, label: &str, help: &str, add_values: impl FnOnce(&mut Ui) -> T) -> T {
    let line = ui.horizontal(|ui| {
        ui.set_min_height(ROW);
        let color = ui.visuals().weak_text_color();
        let text = Label::new(eframe::egui::RichText::new(label).color(color)).truncate();
        ui.allocate_ui(vec2(LABELS, ROW), |ui| {
            ui.set_width(LABELS);
            ui.add(text).on_hover_text(theme::quoted(help));
        });
        add_values(ui)
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

/// The width of [`clear`] with its gap, points.
pub(super) const CLEAR: f32 = 28.0;
