//! Contents that are wrapped at the width of the panel.

use eframe::egui::Ui;

/// Adds contents whose text is wrapped at the width of the panel. The table and the pictures may be wider, and scroll.
pub(super) fn within(ui: &mut Ui, width: f32, add_contents: impl FnOnce(&mut Ui)) {
    ui.scope(|ui| {
        ui.set_max_width(width);
        add_contents(ui);
    });
}
