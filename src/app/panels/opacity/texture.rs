//! The pixels of an image as a texture: the whole of a small image; of a large image the visible part, in the
//! resolution of the screen.
//!
//! A texture has no more pixels than the screen needs, so its size depends on the panel rather than on the image.

use std::sync::Arc;

use eframe::egui::{Color32, ColorImage, Context, TextureHandle, TextureId, TextureOptions, TextureWrapMode};

use crate::import::image::{Bitmap, Thumbnail};
use crate::opacity::PixelRect;

/// The side of a square of the checkerboard, points.
pub(super) const SQUARE: f32 = 8.0;
/// The visible part of a large image is extended to a multiple of this many texture pixels, so that a small pan needs
/// no new texture.
const MARGIN: u32 = 64;

/// Every `step`th pixel of a part of an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Extract {
    pub(super) rect: PixelRect,
    pub(super) step: u32,
}

impl Extract {
    /// The part to show of an image of this size when these pixels are visible. `scale` is the size of a pixel in
    /// screen pixels.
    pub(super) fn of(size: [u32; 2], visible: &PixelRect, scale: f32) -> Self {
        let all = PixelRect { x: 0..size[0], y: 0..size[1] };
        let coarse = size[0].max(size[1]).div_ceil(Thumbnail::LONGEST).max(1);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "rounded to a whole number above 0"
        )]
        let step = (1.0 / scale).clamp(1.0, 1e6) as u32;
        if step >= coarse {
            return Self { rect: all, step: coarse };
        }
        let grain = MARGIN * step;
        let widen = |range: &std::ops::Range<u32>, side: u32| {
            range.start / grain * grain..(range.end.div_ceil(grain) * grain).min(side)
        };
        Self { rect: PixelRect { x: widen(&visible.x, size[0]), y: widen(&visible.y, size[1]) }, step }
    }

    /// The pixels that the texture covers. They are whole steps, so they may extend beyond the image.
    pub(super) fn covered(&self) -> PixelRect {
        let whole = |range: &std::ops::Range<u32>| {
            let steps = (range.end - range.start).div_ceil(self.step);
            range.start..range.start + steps * self.step
        };
        PixelRect { x: whole(&self.rect.x), y: whole(&self.rect.y) }
    }

    fn pixels(&self, bitmap: &Bitmap) -> ColorImage {
        let color = |[r, g, b, a]: [u8; 4]| Color32::from_rgba_unmultiplied(r, g, b, a);
        let columns = || self.rect.x.clone().step_by(self.step as usize);
        let rows = self.rect.y.clone().step_by(self.step as usize);
        let size = [columns().count(), rows.clone().count()];
        let pixels = rows.flat_map(|y| columns().map(move |x| color(bitmap.rgba([x, y])))).collect();
        ColorImage::new(size, pixels)
    }
}

/// The textures of the shown image.
#[derive(Default)]
pub(super) struct Textures {
    pixels: Option<(Arc<Bitmap>, Extract, TextureHandle)>,
    checkers: Option<(bool, TextureHandle)>,
}

impl Textures {
    /// The pixels of a part of an image.
    pub(super) fn pixels(&mut self, ctx: &Context, bitmap: &Arc<Bitmap>, extract: &Extract) -> TextureId {
        let known = self.pixels.take().filter(|(of, at, _)| Arc::ptr_eq(of, bitmap) && at == extract);
        let handle = known.map_or_else(
            || ctx.load_texture("image", extract.pixels(bitmap), TextureOptions::NEAREST),
            |(_, _, handle)| handle,
        );
        let id = handle.id();
        self.pixels = Some((Arc::clone(bitmap), extract.clone(), handle));
        id
    }

    /// Four squares, repeated.
    pub(super) fn checkers(&mut self, ctx: &Context, is_dark: bool) -> TextureId {
        let known = self.checkers.take().filter(|(of, _)| *of == is_dark);
        let handle = known.map_or_else(
            || {
                let [a, b] = if is_dark { [0x4a, 0x3a] } else { [0xff, 0xdd] }.map(Color32::from_gray);
                let options = TextureOptions { wrap_mode: TextureWrapMode::Repeat, ..TextureOptions::NEAREST };
                ctx.load_texture("checkers", ColorImage::new([2, 2], vec![a, b, b, a]), options)
            },
            |(_, handle)| handle,
        );
        let id = handle.id();
        self.checkers = Some((is_dark, handle));
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_image_is_shown_completely_and_a_large_one_in_its_visible_part() {
        let part = PixelRect { x: 5000..5100, y: 40..80 };
        let whole = |[w, h]: [u32; 2], step| Extract { rect: PixelRect { x: 0..w, y: 0..h }, step };
        assert_eq!(Extract::of([1000, 7], &part, 20.0), whole([1000, 7], 1));
        assert_eq!(Extract::of([16_384, 16_384], &part, 0.01), whole([16_384, 16_384], 16), "far away");
        let near = Extract::of([16_384, 16_384], &part, 4.0);
        assert_eq!(near, Extract { rect: PixelRect { x: 4992..5120, y: 0..128 }, step: 1 });
        let between = Extract::of([16_384, 100], &part, 0.25);
        assert_eq!(between, Extract { rect: PixelRect { x: 4864..5120, y: 0..100 }, step: 4 });
        assert_eq!(
            Extract { rect: PixelRect { x: 0..10, y: 0..7 }, step: 4 }.covered(),
            PixelRect { x: 0..12, y: 0..8 }
        );
    }
}
