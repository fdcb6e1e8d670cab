//! Clicks on a slider within one frame. egui's slider only senses drags, and misses a press and release in one frame.

use eframe::egui::{Rangef, Rect, Response, Sense, Ui};

/// The rail of a horizontal slider from left to right, by the layout of a round handle in egui.
pub(in crate::app) fn rail(slider: Rect) -> Rangef {
    slider.x_range().shrink(slider.height() / 2.5)
}

/// The place of such a click on a horizontal slider, from 0 at its left end to 1 at its right end.
pub(in crate::app) fn clicked(ui: &Ui, slider: &Response) -> Option<f64> {
    // The number field of the slider may be beside it.
    let mut rect = slider.rect;
    rect.set_width(rect.width().min(ui.spacing().slider_width));
    let click = ui.interact(rect, slider.id.with("click"), Sense::CLICK);
    // A click that took longer than a frame was a drag without distance, which the slider has handled.
    let was_held = slider.drag_stopped() || slider.is_pointer_button_down_on();
    let at = click.interact_pointer_pos().filter(|_| click.clicked() && !was_held && ui.is_enabled())?;
    let rail = rail(rect);
    Some(f64::from((at.x - rail.min) / rail.span().max(1.0)).clamp(0.0, 1.0))
}

/// The x of a whole value on the rail of a slider with these ends.
#[expect(clippy::cast_possible_truncation, reason = "a place on screen")]
pub(in crate::app) fn x_of(rail: Rangef, value: u64, [first, last]: [u64; 2]) -> f32 {
    let part = (value as f64 - first as f64) / last.saturating_sub(first).max(1) as f64;
    rail.min + rail.span() * part.clamp(0.0, 1.0) as f32
}
