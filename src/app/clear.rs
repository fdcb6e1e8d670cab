//! The button that ends the question about one object: the camera or ray asks about all objects again.

use eframe::egui::{Button, RichText, Ui, vec2};

/// Its width, points.
pub(super) const WIDTH: f32 = 22.0;

/// Says whether it was clicked.
pub(super) fn button(ui: &mut Ui) -> bool {
    let button = Button::new(RichText::new("×").size(16.0)).frame_when_inactive(false).min_size(vec2(WIDTH, 20.0));
    let response = ui.add(button).on_hover_text("Ask about all objects again (Esc, or click at nothing in the view).");
    response.accessible_name("Clear the selected object").clicked()
}
