//! A click on a slider that is pressed and released within one frame, which egui's slider does not notice: it senses drags
//! only, and such a click is none.

use eframe::egui::{Response, Sense, Ui};

/// Where on a horizontal slider such a click was, from 0 at its left end to 1 at its right end.
pub(super) fn clicked(ui: &Ui, slider: &Response) -> Option<f64> {
    // Beside it may be its number.
    let mut rect = slider.rect;
    rect.set_width(rect.width().min(ui.spacing().slider_width));
    let click = ui.interact(rect, slider.id.with("click"), Sense::CLICK);
    // A click that took longer than a frame was a drag of no length, and the slider has answered it.
    let was_held = slider.drag_stopped() || slider.is_pointer_button_down_on();
    let at = click.interact_pointer_pos().filter(|_| click.clicked() && !was_held && ui.is_enabled())?;
    // As egui lays out a round handle.
    let rail = rect.x_range().shrink(rect.height() / 2.5);
    Some(f64::from((at.x - rail.min) / rail.span().max(1.0)).clamp(0.0, 1.0))
}
