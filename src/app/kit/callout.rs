//! A box in a colour, around a message.

use eframe::egui::{Color32, CornerRadius, Frame, Margin, Stroke, Ui};

use super::theme;

/// A box with a coloured edge, for warnings.
pub(in crate::app) fn callout(ui: &mut Ui, color: Color32, add_contents: impl FnOnce(&mut Ui)) {
    Frame::new()
        .fill(color.gamma_multiply(theme::TINT))
        .stroke(Stroke::new(1.0, color.gamma_multiply(0.6)))
        .corner_radius(CornerRadius::same(5))
        .inner_margin(Margin::symmetric(10, 6))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            add_contents(ui);
        });
}
