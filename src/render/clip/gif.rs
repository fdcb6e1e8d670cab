//! GIF files (Graphics Interchange Format, version 89a, 1990).
//!
//! Each picture has a palette of its own. Pixels that did not change are transparent, so that they keep their colour.

use std::borrow::Cow;
use std::io::{Read, Write};
use std::path::Path;

use ::gif::{AnyExtension, DisposalMethod, Extension, Frame, Repeat};
use image::RgbaImage;
use indexmap::IndexSet;
use quantette::deps::palette::Srgb;
use quantette::{ImageRef, PaletteSize, Pipeline, QuantizeMethod};

use super::super::png::OURS;
use super::changed::Changed;
use super::encode::Encode;
use super::refused;
use crate::host::fs::File;
use crate::render::error::RenderError;

/// The most colours of a picture. One more entry of the palette is for unchanged pixels.
const MOST_COLORS: u8 = 255;

pub(super) struct Encoder<W: Write>(::gif::Encoder<W>);

impl<W: Write> Encoder<W> {
    pub(super) fn new(out: W, size: [u32; 2]) -> Result<Self, RenderError> {
        let [width, height] = side_lengths(size)?;
        let mut encoder = ::gif::Encoder::new(out, width, height, &[]).map_err(refused)?;
        encoder.set_repeat(Repeat::Infinite).map_err(refused)?;
        let comment = format!("{OURS}{}", env!("CARGO_PKG_VERSION"));
        let kind = AnyExtension::from(Extension::Comment);
        encoder.write_raw_extension(kind, &[comment.as_bytes()]).map_err(refused)?;
        Ok(Self(encoder))
    }
}

impl<W: Write> Encode for Encoder<W> {
    type Frame = Frame<'static>;

    fn encoded(
        image: &RgbaImage,
        before: Option<&RgbaImage>,
        changed: Changed,
        delay: u16,
    ) -> Result<Self::Frame, RenderError> {
        let pixels: Vec<[u8; 3]> = changed.pixels(image).collect();
        let is_kept: Vec<bool> = match before {
            Some(before) => changed.pixels(before).zip(&pixels).map(|(before, now)| before == *now).collect(),
            None => vec![false; pixels.len()],
        };
        let new: Vec<[u8; 3]> = pixels.iter().zip(&is_kept).filter(|(_, kept)| !**kept).map(|(rgb, _)| *rgb).collect();
        let Indexed { mut palette, indices } = indexed(&new)?;
        let transparent = u8::try_from(palette.len()).unwrap_or(MOST_COLORS);
        palette.push([0; 3]);
        let mut indices = indices.into_iter();
        let buffer: Vec<u8> = is_kept
            .iter()
            .map(|kept| if *kept { transparent } else { indices.next().unwrap_or(transparent) })
            .collect();
        let [width, height] = side_lengths([changed.width, changed.height])?;
        let [left, top] = side_lengths([changed.x, changed.y])?;
        let mut frame = Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(transparent),
            top,
            left,
            width,
            height,
            palette: Some(palette.concat()),
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        };
        frame.make_lzw_pre_encoded();
        Ok(frame)
    }

    fn write(&mut self, frame: &Self::Frame) -> Result<(), RenderError> {
        self.0.write_lzw_pre_encoded_frame(frame).map_err(refused)
    }

    fn finish(self) -> Result<(), RenderError> {
        self.0.into_inner().map(drop).map_err(refused)
    }
}

fn side_lengths(lengths: [u32; 2]) -> Result<[u16; 2], RenderError> {
    match lengths.map(u16::try_from) {
        [Ok(a), Ok(b)] => Ok([a, b]),
        _ => Err(refused("a GIF has at most 65535 pixels a side")),
    }
}

/// Colours as indices into a palette of at most [`MOST_COLORS`] colours.
struct Indexed {
    palette: Vec<[u8; 3]>,
    indices: Vec<u8>,
}

/// The colours themselves when they are few, else the palette of k-means clusters in Oklab.
fn indexed(colors: &[[u8; 3]]) -> Result<Indexed, RenderError> {
    let mut distinct = IndexSet::new();
    for color in colors {
        distinct.insert(*color);
        if distinct.len() > usize::from(MOST_COLORS) {
            return clustered(colors);
        }
    }
    let index = |color: &[u8; 3]| distinct.get_index_of(color).and_then(|index| u8::try_from(index).ok()).unwrap_or(0);
    Ok(Indexed { indices: colors.iter().map(index).collect(), palette: distinct.into_iter().collect() })
}

fn clustered(colors: &[[u8; 3]]) -> Result<Indexed, RenderError> {
    let colors: Vec<Srgb<u8>> = colors.iter().map(|&[r, g, b]| Srgb::new(r, g, b)).collect();
    let count = u32::try_from(colors.len()).map_err(refused)?;
    let row = ImageRef::new(count, 1, &*colors).map_err(refused)?;
    let found = Pipeline::new()
        .palette_size(PaletteSize::from_u8_clamped(MOST_COLORS))
        .quantize_method(QuantizeMethod::kmeans())
        // Dots of other colours would move from picture to picture.
        .ditherer(None)
        .input_image(row)
        .output_srgb8_indexed_image();
    let (palette, indices) = found.into_parts();
    Ok(Indexed { palette: palette.iter().map(|color| [color.red, color.green, color.blue]).collect(), indices })
}

/// Whether a file is a GIF that eyeline made, by its comment.
pub fn is_our_gif(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(256).read_to_end(&mut start));
    let comment = [0x21, 0xFE];
    // The byte between is the length of the comment.
    let is_comment = |at: usize| start[at..].starts_with(&comment) && start[at + 3..].starts_with(OURS.as_bytes());
    read.is_ok() && start.starts_with(b"GIF89a") && (0..start.len().saturating_sub(3)).any(is_comment)
}
