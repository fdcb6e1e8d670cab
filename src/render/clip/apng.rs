//! APNG files (PNG, third edition, 2025, § 4.9).

use std::io::Write;

use image::RgbaImage;

use super::super::png::name_software;
use super::changed::Changed;
use super::refused;
use crate::render::error::RenderError;

pub(super) struct Encoder<W: Write>(::png::Writer<W>);

impl<W: Write> Encoder<W> {
    pub(super) fn new(out: W, [width, height]: [u32; 2], count: u32) -> Result<Self, RenderError> {
        let mut encoder = ::png::Encoder::new(out, width, height);
        encoder.set_color(::png::ColorType::Rgb);
        encoder.set_depth(::png::BitDepth::Eight);
        encoder.set_compression(::png::Compression::Balanced);
        encoder.set_filter(::png::Filter::NoFilter);
        encoder.set_animated(count, 0).map_err(refused)?;
        name_software(&mut encoder).map_err(refused)?;
        Ok(Self(encoder.write_header().map_err(refused)?))
    }

    /// Adds a picture that is shown for `delay` hundredths of a second.
    pub(super) fn push(&mut self, image: &RgbaImage, changed: Changed, delay: u16) -> Result<(), RenderError> {
        let Self(writer) = self;
        let Changed { x, y, width, height } = changed;
        writer.set_frame_delay(delay, 100).map_err(refused)?;
        // The rectangle of the picture before may leave no room for the new place or the new size.
        writer.reset_frame_position().map_err(refused)?;
        writer.set_frame_dimension(width, height).map_err(refused)?;
        writer.set_frame_position(x, y).map_err(refused)?;
        let pixels: Vec<u8> = changed.pixels(image).flatten().collect();
        writer.write_image_data(&pixels).map_err(refused)
    }

    pub(super) fn finish(self) -> Result<(), RenderError> {
        self.0.finish().map_err(refused)
    }
}
