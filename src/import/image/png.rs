//! PNG files that the program wrote, such as baselines and captures. Another program may have changed them since.
//!
//! Texts and colour profiles are skipped without decompressing them.

use std::io::Cursor;

use ::png::{ColorType, Decoder, DecodingError, Limits, Reader, Transformations};
use image::{DynamicImage, ImageBuffer, RgbaImage};

use super::decode::{MOST_METADATA, broken, within_boundary};
use super::error::ImageError;
use super::header::{LARGEST_DECODED, LARGEST_SIDE};
use super::png_chunks;
use crate::budget::{Budget, Reservation};

/// Width and height of a PNG. Only the beginning of the file is read.
///
/// # Errors
/// When the beginning is damaged.
pub fn png_size(bytes: &[u8], name: &str) -> Result<[u32; 2], ImageError> {
    within_boundary(name, || Ok(opened(bytes, name)?.info().size().into()))
}

/// The pixels of a PNG, as red, green, blue and alpha of 8 bits each, with their reservation. The pixels in the format of
/// the file are reserved too while they are converted.
///
/// # Errors
/// When the file is damaged, has more than [`LARGEST_DECODED`] bytes of pixels, or does not fit into the budget.
pub fn decode_png(bytes: &[u8], name: &str, budget: &Budget) -> Result<(RgbaImage, Reservation), ImageError> {
    within_boundary(name, || {
        let mut reader = opened(bytes, name)?;
        let size = <[u32; 2]>::from(reader.info().size());
        let converted = size.map(u64::from).iter().product::<u64>() * size_of::<[u8; 4]>() as u64;
        let length = reader.output_buffer_size().unwrap_or(usize::MAX);
        if length as u64 > LARGEST_DECODED {
            return Err(ImageError::TooLarge { file: name.to_owned(), size, bytes: length as u64 });
        }
        let (color, _) = reader.output_color_type();
        let as_written = if length as u64 == converted && color == ColorType::Rgba { 0 } else { length as u64 };
        let no_memory = |over| ImageError::NoMemory { file: name.to_owned(), over };
        let mut memory = budget.take(converted + as_written).map_err(no_memory)?;
        let mut pixels = vec![0; length];
        let frame = reader.next_frame(&mut pixels).map_err(|error| refused(&error, name))?;
        let image = image(pixels, size, frame.color_type, frame.bit_depth);
        let image = image.ok_or_else(|| broken(name, "it has fewer pixels than its size".to_owned()))?.into_rgba8();
        memory.shrink_to(converted);
        Ok((image, memory))
    })
}

/// Reads all of a PNG without keeping its pixels.
///
/// # Errors
/// When the file is damaged or incomplete.
pub fn check_png(bytes: &[u8], name: &str) -> Result<(), ImageError> {
    within_boundary(name, || {
        let mut reader = opened(bytes, name)?;
        while reader.next_row().map_err(|error| refused(&error, name))?.is_some() {}
        reader.finish().map_err(|error| refused(&error, name))
    })
}

/// A reader at the first pixel.
fn opened<'b>(bytes: &'b [u8], name: &str) -> Result<Reader<Cursor<&'b [u8]>>, ImageError> {
    png_chunks::check_palette(&mut &*bytes).map_err(|reason| broken(name, reason))?;
    let limits = Limits { bytes: usize::try_from(MOST_METADATA).unwrap_or(usize::MAX) };
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(Transformations::EXPAND);
    let reader = decoder.read_info().map_err(|error| refused(&error, name))?;
    let (width, height) = reader.info().size();
    if width.max(height) > LARGEST_SIDE {
        let bytes = reader.output_buffer_size().map_or(u64::MAX, |bytes| bytes as u64);
        return Err(ImageError::TooLarge { file: name.to_owned(), size: [width, height], bytes });
    }
    Ok(reader)
}

fn refused(error: &DecodingError, name: &str) -> ImageError {
    broken(name, error.to_string())
}

/// The pixels that the reader has written. Numbers of 16 bits are in the byte order of the file.
fn image(pixels: Vec<u8>, [w, h]: [u32; 2], color: ColorType, depth: ::png::BitDepth) -> Option<DynamicImage> {
    let wide = |bytes: &[u8]| bytes.as_chunks::<2>().0.iter().map(|&pair| u16::from_be_bytes(pair)).collect::<Vec<_>>();
    Some(match (color, depth) {
        (ColorType::Grayscale, ::png::BitDepth::Sixteen) => {
            DynamicImage::ImageLuma16(ImageBuffer::from_raw(w, h, wide(&pixels))?)
        }
        (ColorType::GrayscaleAlpha, ::png::BitDepth::Sixteen) => {
            DynamicImage::ImageLumaA16(ImageBuffer::from_raw(w, h, wide(&pixels))?)
        }
        (ColorType::Rgb, ::png::BitDepth::Sixteen) => {
            DynamicImage::ImageRgb16(ImageBuffer::from_raw(w, h, wide(&pixels))?)
        }
        (ColorType::Rgba, ::png::BitDepth::Sixteen) => {
            DynamicImage::ImageRgba16(ImageBuffer::from_raw(w, h, wide(&pixels))?)
        }
        (ColorType::Grayscale, _) => DynamicImage::ImageLuma8(ImageBuffer::from_raw(w, h, pixels)?),
        (ColorType::GrayscaleAlpha, _) => DynamicImage::ImageLumaA8(ImageBuffer::from_raw(w, h, pixels)?),
        (ColorType::Rgb, _) => DynamicImage::ImageRgb8(ImageBuffer::from_raw(w, h, pixels)?),
        (ColorType::Rgba, _) => DynamicImage::ImageRgba8(ImageBuffer::from_raw(w, h, pixels)?),
        // Expanded to red, green and blue.
        (ColorType::Indexed, _) => return None,
    })
}

#[cfg(test)]
mod tests {
    use image::{GrayAlphaImage, GrayImage, ImageFormat, RgbImage};

    use super::*;

    fn png(image: impl Into<DynamicImage>) -> Vec<u8> {
        let mut file = Cursor::new(Vec::new());
        image.into().write_to(&mut file, ImageFormat::Png).unwrap();
        file.into_inner()
    }

    /// All formats of pixels become the same as by the reader of `image`.
    #[test]
    #[expect(clippy::cast_possible_truncation, reason = "any bytes will do")]
    fn every_format_is_converted_as_image_does() {
        let rgba = RgbaImage::from_fn(7, 5, |x, y| {
            image::Rgba([1, 70, 200, 255].map(|c: u8| c.wrapping_mul((x + 9 * y) as u8)))
        });
        let all: [DynamicImage; 7] = [
            GrayImage::from_fn(7, 5, |x, y| image::Luma([(x * 31 + y) as u8])).into(),
            GrayAlphaImage::from_fn(7, 5, |x, y| image::LumaA([(x * 31 + y) as u8, 99])).into(),
            RgbImage::from_fn(7, 5, |x, y| image::Rgb([x as u8, y as u8, 9])).into(),
            rgba.clone().into(),
            DynamicImage::from(rgba.clone()).into_luma16().into(),
            DynamicImage::from(rgba.clone()).into_rgb16().into(),
            DynamicImage::from(rgba).into_rgba16().into(),
        ];
        for written in all {
            let bytes = png(written.clone());
            let budget = Budget::new(1 << 20);
            let (found, memory) = decode_png(&bytes, "a.png", &budget).unwrap();
            assert_eq!(found, image::load_from_memory(&bytes).unwrap().into_rgba8(), "{:?}", written.color());
            assert_eq!((memory.bytes(), budget.left()), (4 * 35, (1 << 20) - 4 * 35));
            assert_eq!(png_size(&bytes, "a.png"), Ok([7, 5]));
            assert_eq!(check_png(&bytes, "a.png"), Ok(()));
            assert!(check_png(&bytes[..bytes.len() - 20], "a.png").is_err());
        }
    }

    #[test]
    fn pixels_that_do_not_fit_are_refused_before_they_are_decoded() {
        let bytes = png(DynamicImage::new_rgba16(100, 100));
        let error = decode_png(&bytes, "a.png", &Budget::new(100_000)).unwrap_err();
        assert!(matches!(error, ImageError::NoMemory { over, .. } if over.wanted == 120_000), "{error}");
        assert!(decode_png(&bytes, "a.png", &Budget::new(120_000)).is_ok());
    }
}
