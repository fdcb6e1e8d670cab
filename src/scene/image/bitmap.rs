//! A decoded image, in the very samples that the decoder made.

use image::DynamicImage;

use crate::opacity::{Pixels, Samples};

/// Interleaved pixels in memory, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bitmap {
    size: [u32; 2],
    channels: u32,
    has_alpha: bool,
    samples: Stored,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Stored {
    Bits8(Vec<u8>),
    Bits16(Vec<u16>),
}

impl Bitmap {
    /// Takes an image over without copying its samples; those of a kind that no supported format has are converted.
    pub(super) fn new(image: DynamicImage) -> Self {
        let size = [image.width(), image.height()];
        let (channels, has_alpha, samples) = match image {
            DynamicImage::ImageLuma8(image) => (1, false, Stored::Bits8(image.into_raw())),
            DynamicImage::ImageLumaA8(image) => (2, true, Stored::Bits8(image.into_raw())),
            DynamicImage::ImageRgb8(image) => (3, false, Stored::Bits8(image.into_raw())),
            DynamicImage::ImageRgba8(image) => (4, true, Stored::Bits8(image.into_raw())),
            DynamicImage::ImageLuma16(image) => (1, false, Stored::Bits16(image.into_raw())),
            DynamicImage::ImageLumaA16(image) => (2, true, Stored::Bits16(image.into_raw())),
            DynamicImage::ImageRgb16(image) => (3, false, Stored::Bits16(image.into_raw())),
            DynamicImage::ImageRgba16(image) => (4, true, Stored::Bits16(image.into_raw())),
            other => (4, other.color().has_alpha(), Stored::Bits16(other.into_rgba16().into_raw())),
        };
        Self { size, channels, has_alpha, samples }
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Whether the file has alpha: a channel of its own, or a transparent colour.
    pub fn has_alpha(&self) -> bool {
        self.has_alpha
    }

    /// What the pixels are made of, in words: "4 channels of 8 bits".
    pub fn kind(&self) -> String {
        let bits = match self.samples {
            Stored::Bits8(_) => 8,
            Stored::Bits16(_) => 16,
        };
        let plural = if self.channels == 1 { "channel" } else { "channels" };
        format!("{} {plural} of {bits} bits", self.channels)
    }

    /// The pixels for [`crate::opacity`]; `None` for an image without any.
    pub fn pixels(&self) -> Option<Pixels<'_>> {
        let samples = match &self.samples {
            Stored::Bits8(samples) => Samples::Bits8(samples),
            Stored::Bits16(samples) => Samples::Bits16(samples),
        };
        Pixels::new(self.size, self.channels, self.has_alpha, samples).ok()
    }

    /// A smaller copy for the screen, red, green, blue and alpha of 8 bits each with straight alpha: of every `step`th
    /// pixel in both directions, with the least `step` that makes no side longer than `longest`.
    pub fn thumbnail(&self, longest: u32) -> ([u32; 2], Vec<u8>) {
        let [width, height] = self.size;
        let step = width.max(height).div_ceil(longest.max(1)).max(1);
        let size = self.size.map(|side| side.div_ceil(step));
        let mut rgba = Vec::with_capacity(size[0] as usize * size[1] as usize * 4);
        for y in (0..height).step_by(step as usize) {
            for x in (0..width).step_by(step as usize) {
                rgba.extend(self.rgba([x, y]));
            }
        }
        (size, rgba)
    }

    /// The pixel at a column and row; transparent black outside of the image.
    pub fn rgba(&self, [x, y]: [u32; 2]) -> [u8; 4] {
        let [width, height] = self.size;
        if x >= width || y >= height {
            return [0; 4];
        }
        let channels = self.channels as usize;
        let first = (y as usize * width as usize + x as usize) * channels;
        let sample = |i: usize| match &self.samples {
            Stored::Bits8(samples) => samples[first + i],
            Stored::Bits16(samples) => samples[first + i].to_be_bytes()[0],
        };
        let alpha = if self.has_alpha { sample(channels - 1) } else { u8::MAX };
        match channels - usize::from(self.has_alpha) {
            1 => [sample(0), sample(0), sample(0), alpha],
            _ => [sample(0), sample(1), sample(2), alpha],
        }
    }
}
