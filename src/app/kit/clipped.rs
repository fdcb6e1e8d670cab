//! A part of a panel whose contents are clipped.

use eframe::egui::{AsIdSalt, Rect, Ui, UiBuilder};

/// The part of the panel in `rect`. Its contents are drawn only there and up to `margin` points beyond, where the frames of
/// its outermost widgets are.
pub(in crate::app) fn part(ui: &mut Ui, rect: Rect, margin: f32, salt: impl AsIdSalt) -> Ui {
    let mut part = ui.new_child(UiBuilder::new().scope_id(ui.scope_id().with(salt)).max_rect(rect));
    part.set_clip_rect(rect.expand(margin).intersect(ui.clip_rect()));
    part
}
