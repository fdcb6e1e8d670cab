//! Text in an area of a fixed size: a smaller font where the default does not fit, and a scroll bar where the smallest
//! font does not fit.

use eframe::egui::{Color32, FontId, ScrollArea, Ui, Vec2};

/// Font sizes for important text, the default first.
pub(in crate::app) const STRONG: [f32; 4] = [13.5, 12.5, 11.5, 10.5];
/// Font sizes for other text, the default first.
pub(in crate::app) const PLAIN: [f32; 4] = [13.0, 12.0, 11.0, 10.0];

/// The first of these sizes at which all paragraphs fit below each other, or the last.
///
/// The font size of each paragraph is relative to that size.
pub(in crate::app) fn size_for(ui: &Ui, paragraphs: &[(&str, f32)], room: Vec2, sizes: &[f32]) -> f32 {
    let height = |size: f32| -> f32 {
        let of = |(text, part): &(&str, f32)| {
            let font = FontId::proportional(size * part);
            ui.painter().layout((*text).to_owned(), font, Color32::PLACEHOLDER, room.x).size().y
        };
        paragraphs.iter().map(of).sum()
    };
    let fits = sizes.iter().copied().find(|size| height(*size) <= room.y);
    fits.or(sizes.last().copied()).unwrap_or(STRONG[0])
}

/// An area of a fixed size, with a scroll bar where needed.
pub(in crate::app) fn room(ui: &mut Ui, salt: &str, size: Vec2, add_contents: impl FnOnce(&mut Ui)) {
    ui.allocate_ui(size, |ui| {
        ui.set_min_size(size);
        let scroll = ScrollArea::vertical().id_salt(salt).max_height(size.y).min_scrolled_height(size.y);
        scroll.auto_shrink([false, false]).show(ui, add_contents);
    });
}
