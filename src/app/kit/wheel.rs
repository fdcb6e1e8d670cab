//! Zooming a canvas by the wheel and by two fingers.

use eframe::egui::{Pos2, Response, Ui};

/// A factor that differs less from 1 does not zoom.
const LEAST: f32 = 1e-4;

/// The factor of the zoom, and the pointer to which it zooms; `None` for no zoom. A point of scrolling zooms by e^`speed`.
pub(in crate::app) fn zoom(ui: &Ui, response: &Response, speed: f32) -> Option<(f32, Pos2)> {
    let pointer = response.hover_pos()?;
    let (scroll, pinch) = ui.input(|i| (i.smooth_scroll_delta(), i.zoom_delta()));
    let factor = libm::expf(scroll.y * speed) * pinch;
    ((factor - 1.0).abs() > LEAST).then_some((factor, pointer))
}
