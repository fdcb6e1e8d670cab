//! The labels of fields.

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{self, Align, Label, Layout, RichText, TextStyle, Ui, WidgetText, vec2};

use super::number::ROW;
use super::terms;
use crate::app::kit::{glossary, theme};

/// The sign after the label of a field whose value differs among the selected items.
pub(super) const MIXED: &str = "≠";
/// Gap between a label and its unit, points.
const UNIT_GAP: f32 = 5.0;

/// The label of a field with its tooltip. Returns its id, by which the field has its name for screen readers.
pub(super) fn label_of(ui: &mut Ui, label: &str, unit: &str, help: &str, width: f32) -> egui::Id {
    let text = Label::new(words(ui, label, unit)).truncate();
    let shown = ui
        .allocate_ui_with_layout(vec2(width, ROW), Layout::left_to_right(Align::Center), |ui| {
            ui.set_width(width);
            ui.add(text)
        })
        .inner;
    let id = shown.id;
    match terms::of_field(label) {
        Some(term) => glossary::explain(ui, shown, term, help),
        None if unit == MIXED => {
            shown.on_hover_text(format!("{}\n\nThe selected items have different values.", theme::quoted(help)))
        }
        None => shown.on_hover_text(theme::quoted(help)),
    };
    id
}

/// A label, followed by a unit in a smaller font.
fn words(ui: &Ui, label: &str, unit: &str) -> WidgetText {
    let color = ui.visuals().weak_text_color();
    if unit.is_empty() {
        return RichText::new(label).color(color).into();
    }
    let mut job = LayoutJob::default();
    let body = TextStyle::Body.resolve(ui.style());
    job.append(label, 0.0, TextFormat::simple(body, color));
    job.append(unit, UNIT_GAP, TextFormat { valign: Align::Center, ..TextFormat::simple(theme::small(), color) });
    job.into()
}
