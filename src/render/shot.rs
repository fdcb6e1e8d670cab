//! Draws a picture to an image without a display, for `eyeline render`.

use std::borrow::Cow;

use image::RgbaImage;

use super::canvas::UPRIGHT;
use super::crowd::left_out::LeftOut;
use super::error::RenderError;
use super::headless::Headless;
use super::items::PixelRect;
use super::pixel_memory::PixelWork;
use super::viewport::Viewport;
use super::{fonts, overlay};
use crate::picture::{Display, MeshSides, Palette, Picture, Viewpoint};
use crate::world::Item;

/// The pixels that some items cover in the image of a picture, and the pixels beside them.
///
/// # Errors
///
/// As [`picture_to_image`].
pub fn covered_pixels(
    picture: &Picture,
    viewpoint: &Viewpoint,
    size: [u32; 2],
    is_wanted: &dyn Fn(Item) -> bool,
) -> Result<Vec<PixelRect>, RenderError> {
    let headless = Headless::of_this_thread()?;
    let mut viewport = Viewport::new(headless.programs())?;
    viewport.set_picture(picture);
    viewport.covered(viewpoint, size, 1.0, is_wanted)
}

/// Draws the picture with its labels and legend. `scale` is the size of these and the width of lines, in pixels per point: above 0.
/// Also returns the objects that are not drawn; the legend may have no room for these.
///
/// # Errors
///
/// When OpenGL is not available without a display, the size is out of range, or the budget of the picture has no room for its
/// pixels.
pub fn picture_to_image(
    picture: &Picture,
    viewpoint: &Viewpoint,
    size: [u32; 2],
    palette: &Palette,
    scale: f32,
) -> Result<(RgbaImage, LeftOut), RenderError> {
    let pixels = picture.memory.budget().map(|budget| PixelWork::Draw.reserve(budget, size));
    let _pixels = pixels.transpose()?;
    let headless = Headless::of_this_thread()?;
    let mut viewport = Viewport::new(headless.programs())?;
    viewport.set_picture(picture);
    viewport.draw(viewpoint, size, scale, palette)?;
    let mut picture = Cow::Borrowed(picture);
    let left_out = viewport.left_out();
    if left_out != LeftOut::default() {
        picture.to_mut().legend.extend(left_out.legend_entries(palette));
    }
    if picture.display == Display::Orientation
        && let Some(sides) = MeshSides::of(&picture.bodies, &picture.looks, viewpoint, || false)
        && let Some(entry) = sides.legend_entry(palette)
    {
        picture.to_mut().legend.push(entry);
    }
    let canvas = headless.canvas()?;
    let texture = canvas.register(viewport.hand_over_texture());
    let egui = egui::Context::default();
    fonts::install(&egui);
    let image = canvas.run(&egui, size, scale, 1, |ui| {
        let rect = ui.ctx().content_rect();
        let painter = ui.ctx().layer_painter(egui::LayerId::background());
        painter.image(texture, rect, UPRIGHT, egui::Color32::WHITE);
        overlay::paint(&painter, rect, &picture, viewpoint, palette);
    });
    canvas.free(texture);
    canvas.release_surface();
    Ok((image?, left_out))
}
