//! A decoded image with the sample format of its file.

use std::sync::{Arc, OnceLock};

use image::DynamicImage;

use crate::budget::Reservation;
use crate::opacity::{Pixels, Samples};

/// Interleaved pixels in memory, row by row from the top.
#[derive(Debug)]
pub struct Bitmap {
    size: [u32; 2],
    channels: u32,
    has_alpha: bool,
    samples: Stored,
    thumbnail: OnceLock<Arc<Thumbnail>>,
    memory: Reservation,
}

impl PartialEq for Bitmap {
    fn eq(&self, other: &Self) -> bool {
        (self.size, self.channels, self.has_alpha) == (other.size, other.channels, other.has_alpha)
            && self.samples == other.samples
    }
}

impl Eq for Bitmap {}

/// A copy of an image for the screen: red, green, blue and straight alpha of 8 bits each, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thumbnail {
    /// Width and height in pixels, each from 1 to [`Thumbnail::LONGEST`].
    pub size: [u32; 2],
    /// The pixels.
    pub rgba: Vec<[u8; 4]>,
}

impl Thumbnail {
    /// Its longest side.
    pub const LONGEST: u32 = 1024;

    /// Every `step`th pixel in both directions, with the least step for which no side is too long.
    fn of(bitmap: &Bitmap) -> Self {
        let [width, height] = bitmap.size;
        let step = width.max(height).div_ceil(Self::LONGEST).max(1);
        let rows = (0..height).step_by(step as usize);
        let rgba = rows.flat_map(|y| (0..width).step_by(step as usize).map(move |x| bitmap.rgba([x, y]))).collect();
        Self { size: bitmap.size.map(|side| side.div_ceil(step)), rgba }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Stored {
    Bits8(Vec<u8>),
    Bits16(Vec<u16>),
}

impl Bitmap {
    /// Takes an image without copying its samples; samples of an unsupported type are converted. `memory` is its
    /// reservation.
    pub(super) fn new(image: DynamicImage, memory: Reservation) -> Self {
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
        Self { size, channels, has_alpha, samples, thumbnail: OnceLock::new(), memory }
    }

    /// The bytes of the bitmap of an image.
    pub(super) fn converted_size(image: &DynamicImage) -> u64 {
        const RGBA16: u64 = 8;
        match image {
            DynamicImage::ImageLuma8(_)
            | DynamicImage::ImageLumaA8(_)
            | DynamicImage::ImageRgb8(_)
            | DynamicImage::ImageRgba8(_)
            | DynamicImage::ImageLuma16(_)
            | DynamicImage::ImageLumaA16(_)
            | DynamicImage::ImageRgb16(_)
            | DynamicImage::ImageRgba16(_) => image.as_bytes().len() as u64,
            _ => RGBA16 * u64::from(image.width()) * u64::from(image.height()),
        }
    }

    /// The bytes of the smaller copy for the screen, and of the texture made of it.
    pub(super) fn size_on_screen(size: [u32; 2]) -> u64 {
        let sides = size.map(|side| u64::from(side.min(Thumbnail::LONGEST)));
        2 * size_of::<[u8; 4]>() as u64 * sides[0] * sides[1]
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// The bytes that are reserved for it.
    pub(crate) fn bytes(&self) -> u64 {
        self.memory.bytes()
    }

    /// Whether the file has alpha: a channel of its own, or a transparent colour.
    pub fn has_alpha(&self) -> bool {
        self.has_alpha
    }

    /// The format of the pixels in words: "4 channels of 8 bits".
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

    /// A smaller copy for the screen, made at the first call.
    pub fn thumbnail(&self) -> &Arc<Thumbnail> {
        self.thumbnail.get_or_init(|| Arc::new(Thumbnail::of(self)))
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
