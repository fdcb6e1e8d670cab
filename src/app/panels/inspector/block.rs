//! A section of the panel that can be collapsed.

use eframe::egui::{Align, CollapsingHeader, Layout, RichText, Ui};

/// A section that can be collapsed.
pub(super) fn block(ui: &mut Ui, title: &str, id: &str, add_contents: impl FnOnce(&mut Ui)) {
    block_from(ui, title, id, true, add_contents);
}

/// A section that can be collapsed. `is_open` is its state until the user changes it.
pub(super) fn block_from(ui: &mut Ui, title: &str, id: &str, is_open: bool, add_contents: impl FnOnce(&mut Ui)) {
    ui.add_space(6.0);
    ui.separator();
    let header = CollapsingHeader::new(RichText::new(title).strong()).id_salt(id).default_open(is_open);
    header.show_unindented(ui, |ui| {
        ui.with_layout(Layout::top_down(Align::Min), add_contents);
    });
}
