//! Reads the header of a texture, and decodes its largest level.

use basisu::{DecodeFlags, SourceFormat, TargetFormat, Transcoder};
use image::{DynamicImage, RgbaImage};

use super::super::bitmap::Bitmap;
use super::super::error::ImageError;
use super::super::header::{Header, LARGEST_DECODED, LARGEST_SIDE};
use super::head::{decompressed_size, size_in_header, size_of_blocks};
use crate::budget::Budget;

/// Reads the header without decoding the levels.
///
/// # Errors
/// When the file is not a two-dimensional Basis Universal texture, or exceeds the limits.
pub(in crate::import::image) fn header(bytes: &[u8], name: &str) -> Result<Header, ImageError> {
    opened(bytes, name).map(|(_, header)| header)
}

/// Decodes the largest level.
///
/// # Errors
/// As for [`header`], and when it is broken or does not fit into the budget.
pub(in crate::import::image) fn decode(bytes: &[u8], name: &str, budget: &Budget) -> Result<Bitmap, ImageError> {
    let no_memory = |over| ImageError::NoMemory { file: name.to_owned(), over };
    // Tables for the codebooks of ETC1S, which have at most 16,128 entries each, and a level before its blocks are decoded.
    let size = size_in_header(bytes).unwrap_or_default();
    let decoded = 4 * u64::from(size[0]) * u64::from(size[1]);
    let temporary = budget.take(decoded.saturating_add(4 << 20)).map_err(no_memory)?;
    let (texture, Header { size: [width, height], has_alpha }) = opened(bytes, name)?;
    let memory = budget.take(decoded + Bitmap::size_on_screen([width, height])).map_err(no_memory)?;
    let pixels = texture.transcode(0, TargetFormat::Rgba32, DecodeFlags::NONE).ok();
    drop(temporary);
    let image = pixels.and_then(|pixels| RgbaImage::from_raw(width, height, pixels));
    let image = image.ok_or_else(|| broken(name))?;
    let image = DynamicImage::ImageRgba8(image);
    Ok(Bitmap::new(if has_alpha { image } else { DynamicImage::ImageRgb8(image.into_rgb8()) }, memory))
}

fn opened<'b>(bytes: &'b [u8], name: &str) -> Result<(Transcoder<'b>, Header), ImageError> {
    let file = || name.to_owned();
    // Before the decoder sees a size.
    let size = size_in_header(bytes).ok_or_else(|| broken(name))?;
    let decoded = 4 * u64::from(size[0]) * u64::from(size[1]);
    if size.iter().any(|&side| side > LARGEST_SIDE) || decoded > LARGEST_DECODED {
        return Err(ImageError::TooLarge { file: file(), size, bytes: decoded });
    }
    // The decoder allocates as many bytes as the file says.
    if size.contains(&0) || decompressed_size(bytes).is_none_or(|found| found > size_of_blocks(size)) {
        return Err(broken(name));
    }
    let other =
        || ImageError::Format { file: file(), found: Some("KTX2 without a Basis Universal texture".to_owned()) };
    let texture = Transcoder::new(bytes).map_err(|_unnamed| other())?;
    let is_known = matches!(texture.source_format(), SourceFormat::Etc1s | SourceFormat::UastcLdr);
    if !is_known || texture.layer_count() > 1 || texture.face_count() != 1 {
        return Err(other());
    }
    let header = Header { size, has_alpha: texture.has_alpha() };
    Ok((texture, header))
}

fn broken(name: &str) -> ImageError {
    ImageError::Broken { file: name.to_owned(), reason: "its Basis Universal texture cannot be decoded".to_owned() }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::super::head::SIGNATURE;
    use super::*;
    use crate::import::image::decode::decode_bytes;
    use crate::import::image::header;
    use crate::opacity::Progress;

    /// 12 × 8 pixels of our own, red in the left two thirds and green in the rest, opaque in the upper half and half transparent below.
    /// The encoder of Binomial wrote them.
    const FILES: [(&str, &[u8]); 3] = [
        ("ETC1S", include_bytes!("etc1s.ktx2")),
        ("UASTC", include_bytes!("uastc.ktx2")),
        ("UASTC with Zstandard", include_bytes!("uastc_zstd.ktx2")),
    ];

    #[test]
    fn a_texture_has_the_pixels_that_were_encoded() {
        for (name, bytes) in FILES {
            let found = header(bytes, name).unwrap();
            assert_eq!((found.size, found.has_alpha), ([12, 8], true), "{name}");
            let bitmap = decode_bytes(bytes, name, &Budget::default(), &Progress::default()).unwrap();
            assert_eq!(bitmap.size(), [12, 8], "{name}");
            for (x, y) in (0..12).flat_map(|x| (0..8).map(move |y| (x, y))) {
                let expected = if x < 8 { [250, 30, 10] } else { [20, 220, 10] };
                let expected = [expected[0], expected[1], expected[2], if y < 4 { 255_u8 } else { 128 }];
                let found = bitmap.rgba([x, y]);
                let is_near = found.iter().zip(expected).all(|(found, expected)| found.abs_diff(expected) <= 12);
                assert!(is_near, "{name} at {x}, {y}: {found:?} for {expected:?}");
            }
        }
    }

    #[test]
    fn a_broken_texture_is_an_error_or_other_pixels_and_large_ones_are_refused() {
        let progress = Progress::default();
        for (name, bytes) in FILES {
            let read = |bytes: &[u8], what: &str| {
                let read = AssertUnwindSafe(|| decode_bytes(bytes, name, &Budget::new(64 << 20), &progress).map(drop));
                catch_unwind(read).unwrap_or_else(|_| panic!("{name} panics with {what}"))
            };
            for end in SIGNATURE.len()..bytes.len() {
                assert!(read(&bytes[..end], &format!("{end} bytes")).is_err(), "{name} cut off at {end}");
            }
            for at in SIGNATURE.len()..bytes.len() {
                for change in [1, 0x80, 0xff] {
                    let mut broken = bytes.to_vec();
                    broken[at] ^= change;
                    let _error_or_pixels = read(&broken, &format!("byte {at} ^ {change}"));
                }
            }
            let mut large = bytes.to_vec();
            large[20..24].copy_from_slice(&20_000_u32.to_le_bytes());
            assert!(matches!(read(&large, "a side of 20,000"), Err(ImageError::TooLarge { .. })), "{name}");
            large[20..28].copy_from_slice(&[0, 0x20, 0, 0, 0, 0x20, 0, 0]);
            assert!(matches!(read(&large, "8192 x 8192"), Err(ImageError::NoMemory { .. })), "{name}");
        }
    }
}
