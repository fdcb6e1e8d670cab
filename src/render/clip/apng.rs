//! APNG files (PNG, third edition, 2025, §§ 4.9 and 11.3.6).
//!
//! The pictures are compressed independently of each other, each as a PNG of its own, whose compressed data is copied.

use std::io::Write;

use ::png::chunk::{IDAT, acTL, fcTL, fdAT};
use ::png::{BitDepth, ColorType, Compression, Filter};
use image::RgbaImage;

use super::super::png::name_software;
use super::changed::Changed;
use super::encode::Encode;
use super::refused;
use crate::render::error::RenderError;

/// The bytes of a PNG before its chunks.
const SIGNATURE: usize = 8;
/// The bytes of a chunk after its content.
const CHECKSUM: usize = 4;

pub(super) struct Encoder<W: Write> {
    writer: ::png::Writer<W>,
    is_first: bool,
    /// The number of the next chunk of the animation.
    sequence: u32,
}

/// A picture, compressed.
pub(super) struct Frame {
    /// Width, height, left, top.
    place: [u32; 4],
    /// In hundredths of a second.
    delay: u16,
    /// Data of `IDAT` chunks.
    data: Vec<Vec<u8>>,
}

impl<W: Write> Encoder<W> {
    pub(super) fn new(out: W, [width, height]: [u32; 2], count: u32) -> Result<Self, RenderError> {
        let mut encoder = of_pixels(out, width, height);
        name_software(&mut encoder).map_err(refused)?;
        let mut writer = encoder.write_header().map_err(refused)?;
        // 0: it plays for ever.
        let control = [count, 0].map(u32::to_be_bytes).concat();
        writer.write_chunk(acTL, &control).map_err(refused)?;
        Ok(Self { writer, is_first: true, sequence: 0 })
    }

    fn next_number(&mut self) -> Vec<u8> {
        let number = self.sequence.to_be_bytes().to_vec();
        self.sequence += 1;
        number
    }
}

impl<W: Write> Encode for Encoder<W> {
    type Frame = Frame;

    fn encoded(image: &RgbaImage, _: Option<&RgbaImage>, changed: Changed, delay: u16) -> Result<Frame, RenderError> {
        let Changed { x, y, width, height } = changed;
        let pixels: Vec<u8> = changed.pixels(image).flatten().collect();
        let mut png = Vec::new();
        let mut writer = of_pixels(&mut png, width, height).write_header().map_err(refused)?;
        writer.write_image_data(&pixels).map_err(refused)?;
        writer.finish().map_err(refused)?;
        Ok(Frame { place: [width, height, x, y], delay, data: image_data(&png) })
    }

    fn write(&mut self, frame: &Frame) -> Result<(), RenderError> {
        let mut control = self.next_number();
        control.extend(frame.place.map(u32::to_be_bytes).as_flattened());
        control.extend([frame.delay, 100].map(u16::to_be_bytes).as_flattened());
        // The picture stays, and the next one overwrites it.
        control.extend([0, 0]);
        self.writer.write_chunk(fcTL, &control).map_err(refused)?;
        for part in &frame.data {
            if self.is_first {
                self.writer.write_chunk(IDAT, part).map_err(refused)?;
            } else {
                let mut data = self.next_number();
                data.extend(part);
                self.writer.write_chunk(fdAT, &data).map_err(refused)?;
            }
        }
        self.is_first = false;
        Ok(())
    }

    fn finish(self) -> Result<(), RenderError> {
        self.writer.finish().map_err(refused)
    }
}

fn of_pixels<'a, W: Write>(out: W, width: u32, height: u32) -> ::png::Encoder<'a, W> {
    let mut encoder = ::png::Encoder::new(out, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    encoder.set_filter(Filter::NoFilter);
    encoder
}

/// The contents of the chunks of image data of a PNG that we wrote.
fn image_data(png: &[u8]) -> Vec<Vec<u8>> {
    let mut rest = png.get(SIGNATURE..).unwrap_or_default();
    let mut found = Vec::new();
    // A chunk has the length of its content, its name, the content, and a checksum.
    while let Some((&[a, b, c, d, name @ ..], after)) = rest.split_first_chunk::<8>() {
        let length = u32::from_be_bytes([a, b, c, d]) as usize;
        let Some((content, after)) = after.split_at_checked(length) else { break };
        if name == IDAT.0 {
            found.push(content.to_vec());
        }
        rest = after.get(CHECKSUM..).unwrap_or_default();
    }
    found
}
