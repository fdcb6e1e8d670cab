//! A picture to an image without a display: what `eyeline render` writes.

use std::borrow::Cow;

use image::RgbaImage;

use super::{Canvas, Headless, RenderError, UPRIGHT, Viewport, fonts, overlay};
use crate::picture::{Palette, Picture, Viewpoint};

/// Draws the picture with its labels and legend, at 100% scale.
///
/// # Errors
///
/// When there is no OpenGL without a display, or the size is impossible.
pub fn picture_to_image(
    picture: &Picture,
    viewpoint: &Viewpoint,
    size: [u32; 2],
    palette: &Palette,
) -> Result<RgbaImage, RenderError> {
    let headless = Headless::of_this_thread()?;
    let mut viewport = Viewport::new(headless.context())?;
    viewport.set_picture(picture);
    viewport.draw(viewpoint, size, 1.0, palette)?;
    let mut picture = Cow::Borrowed(picture);
    if let Some(row) = viewport.left_out().legend_entry(palette) {
        picture.to_mut().legend.push(row);
    }
    let canvas = Canvas::new(&headless)?;
    let texture = canvas.register(viewport.hand_over_texture());
    let egui = egui::Context::default();
    fonts::install(&egui);
    canvas.run(&egui, size, 1.0, 1, |ui| {
        let rect = ui.ctx().content_rect();
        let painter = ui.ctx().layer_painter(egui::LayerId::background());
        painter.image(texture, rect, UPRIGHT, egui::Color32::WHITE);
        overlay::paint(&painter, rect, &picture, viewpoint, palette);
    })
}
