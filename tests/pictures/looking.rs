//! Small pictures, and functions that read their pixels.

use eyeline::picture::{Color, Lens, Line, Palette, Picture, Style, Viewpoint};
use eyeline::render::{Headless, Viewport};
use glam::{Vec3, vec3};
use image::RgbaImage;

/// Width and height of a small picture.
pub(crate) const SIZE: [u32; 2] = [160, 120];
/// Pure red, which no background has.
pub(crate) const RED: Color = Color::rgb(255, 0, 0);
/// Pure green.
pub(crate) const GREEN: Color = Color::rgb(0, 255, 0);

/// A view along −Z in which a metre is a pixel. The world's origin is between the four middle pixels.
pub(crate) fn metre_a_pixel() -> Viewpoint {
    Viewpoint {
        eye: vec3(0.0, 0.0, 500.0),
        target: Vec3::ZERO,
        up: Vec3::Y,
        lens: Lens::Orthographic { height: SIZE[1] as f32 },
        depth: [1.0, 1000.0],
    }
}

/// A plain solid line.
pub(crate) fn line(from: Vec3, to: Vec3, color: Color, width: f32) -> Line {
    Line { from, to, color, width, style: Style::Solid, hide_behind: false, item: None }
}

/// Draws without labels and legend, on a dark background.
pub(crate) fn draw(picture: &Picture, viewpoint: &Viewpoint) -> RgbaImage {
    draw_scaled(picture, viewpoint, 1.0)
}

/// The same with more pixels to a point.
pub(crate) fn draw_scaled(picture: &Picture, viewpoint: &Viewpoint, pixels_per_point: f32) -> RgbaImage {
    let headless = Headless::of_this_thread().expect("OpenGL without a display");
    let mut viewport = Viewport::new(headless.programs()).expect("a viewport");
    viewport.set_picture(picture);
    viewport.draw(viewpoint, SIZE, pixels_per_point, &Palette::DARK).expect("drawn");
    viewport.read()
}

/// The red channel of a pixel minus its grey level, 0 to 255.
pub(crate) fn redness(image: &RgbaImage, x: u32, y: u32) -> u8 {
    let [r, g, b, _] = image.get_pixel(x, y).0;
    r.saturating_sub(g.max(b))
}

/// The pixel that contains a point of [`metre_a_pixel`]'s plane z = 0.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "points inside of the picture")]
pub(crate) fn pixel(x: f32, y: f32) -> (u32, u32) {
    ((SIZE[0] as f32 / 2.0 + x) as u32, (SIZE[1] as f32 / 2.0 - y) as u32)
}
