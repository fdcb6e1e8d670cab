//! The file of a baseline compared with a picture: first the bytes, then the pixels.

use image::RgbaImage;

use super::baseline;
use super::pixels::{Limit, Pair, PixelCounts, Rect};
use crate::budget::{Budget, Reservation};
use crate::import::image::{ImageError, decode_png, png_size};
use crate::render::{PixelWork, renderer_of};
use crate::scene::CheckView;

/// How a picture compares with its baseline.
#[derive(Clone, Debug, PartialEq)]
pub enum PictureMatch {
    /// The files are equal byte for byte. Nothing was decoded.
    Same,
    /// The pictures have the same size.
    Counted(PixelCounts),
    /// The pictures have different sizes.
    Resized {
        /// The size of the baseline.
        baseline: [u32; 2],
        /// The size of the current picture.
        actual: [u32; 2],
    },
    /// The baseline cannot be read as a picture.
    Broken(String),
    /// The pixels of the baseline or of the difference do not fit into the budget.
    NoMemory(String),
}

impl PictureMatch {
    /// Whether the pictures count as equal.
    pub fn is_equal(&self) -> bool {
        match self {
            Self::Same => true,
            Self::Counted(counts) => counts.is_equal(),
            Self::Resized { .. } | Self::Broken(_) | Self::NoMemory(_) => false,
        }
    }
}

/// Compares the file of a baseline with a picture and the file of that picture. When they differ, the result includes a
/// picture of the difference: the baseline in pale grey, differing pixels in red, and those that look antialiased in
/// yellow. The memory of that picture is reserved before it is made.
pub fn compare(
    baseline: &[u8],
    actual: RgbaImage,
    png: &[u8],
    renderer: &str,
    limit: Limit,
    ignored: &[Rect],
    budget: &Budget,
) -> (PictureMatch, Option<(RgbaImage, Reservation)>) {
    if baseline == png {
        return (PictureMatch::Same, None);
    }
    let (before, _memory) = match decoded(baseline, budget) {
        Ok(before) => before,
        Err(PngRefused::Damaged(reason)) => return (PictureMatch::Broken(reason), None),
        Err(PngRefused::NoMemory(reason)) => return (PictureMatch::NoMemory(reason), None),
    };
    let [before_size, actual_size] = [&before, &actual].map(RgbaImage::dimensions).map(<[u32; 2]>::from);
    let other_renderer = renderer_of(baseline).filter(|other| other != renderer);
    let limit = if other_renderer.is_some() { limit.of_another_renderer(actual_size) } else { limit };
    let Some(pair) = Pair::new(before, actual, ignored) else {
        return (PictureMatch::Resized { baseline: before_size, actual: actual_size }, None);
    };
    let counts = PixelCounts { other_renderer, ..pair.count(limit) };
    if counts.is_equal() {
        return (PictureMatch::Counted(counts), None);
    }
    match PixelWork::Keep.reserve(budget, actual_size) {
        Ok(memory) => {
            (PictureMatch::Counted(counts), pair.difference(limit.pixel).map(|difference| (difference, memory)))
        }
        Err(error) => (PictureMatch::NoMemory(error.to_string()), None),
    }
}

/// The reason why a PNG has no pixels here.
enum PngRefused {
    Damaged(String),
    NoMemory(String),
}

/// Reads a PNG within the limits of the pictures that eyeline draws. The memory for its pixels is reserved before they are decoded.
pub(super) fn decode(bytes: &[u8], budget: &Budget) -> Result<(RgbaImage, Reservation), String> {
    decoded(bytes, budget).map_err(|(PngRefused::Damaged(reason) | PngRefused::NoMemory(reason))| reason)
}

fn decoded(bytes: &[u8], budget: &Budget) -> Result<(RgbaImage, Reservation), PngRefused> {
    size_of(bytes).map_err(PngRefused::Damaged)?;
    decode_png(bytes, NAME, budget).map_err(|error| match error {
        ImageError::NoMemory { over, .. } => PngRefused::NoMemory(baseline::no_memory(over)),
        error => PngRefused::Damaged(damaged(error)),
    })
}

/// The name of a PNG in errors of its decoder, which are not shown with it.
const NAME: &str = "the PNG";

/// Width and height of a PNG. Only the beginning of the file is read.
pub(super) fn size_of(bytes: &[u8]) -> Result<[u32; 2], String> {
    expect_png(bytes)?;
    let [width, height] = png_size(bytes, NAME).map_err(damaged)?;
    let most = CheckView::MOST_PIXELS;
    if width > most || height > most {
        return Err(format!("the picture has {width}x{height} pixels, and eyeline draws at most {most} per side"));
    }
    Ok([width, height])
}

fn damaged(error: ImageError) -> String {
    match error {
        ImageError::Broken { reason, .. } => format!("the PNG is damaged or incomplete: {reason}"),
        error => error.to_string(),
    }
}

/// Whether a file begins as a PNG.
pub(super) fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG\r\n\x1a\n")
}

/// Refuses other files by their beginning.
fn expect_png(bytes: &[u8]) -> Result<(), String> {
    if bytes.is_empty() {
        return Err("the file is empty".to_owned());
    }
    if !is_png(bytes) {
        let other = image::guess_format(bytes).ok().map(|format| format!("; it looks like {format:?}"));
        return Err(format!("the file is not a PNG{}", other.unwrap_or_default()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{ImageFormat, Rgba};

    use super::*;
    use crate::render::to_png_by;

    fn grey(level: u8) -> Rgba<u8> {
        Rgba([level, level, level, 255])
    }

    #[test]
    fn the_same_bytes_are_not_decoded() {
        let picture = RgbaImage::from_pixel(60, 40, grey(20));
        let compared = compare(b"no picture", picture, b"no picture", "a", Limit::default(), &[], &Budget::default());
        assert_eq!((compared.0, compared.1.is_none()), (PictureMatch::Same, true));
    }

    #[test]
    fn against_another_renderer_more_may_differ() {
        let before = RgbaImage::from_pixel(100, 50, grey(20));
        let mut after = before.clone();
        after.put_pixel(50, 25, grey(220));
        let [ours, theirs] = ["a", "b"].map(|renderer| to_png_by(&before, renderer).unwrap());
        let png = to_png_by(&after, "a").unwrap();
        let compared =
            |baseline: &[u8]| compare(baseline, after.clone(), &png, "a", Limit::default(), &[], &Budget::default()).0;
        assert!(!compared(&ours).is_equal());
        let PictureMatch::Counted(counts) = compared(&theirs) else { panic!() };
        assert_eq!((counts.is_equal(), counts.other_renderer.as_deref()), (true, Some("b")));
        assert_eq!(counts.limit, Limit { pixel: 0.2, pixels: 5 });
    }

    #[test]
    fn a_baseline_that_is_no_picture_says_why() {
        let picture = RgbaImage::from_pixel(60, 40, grey(20));
        let png = to_png_by(&picture, "").unwrap();
        let compared =
            |baseline: &[u8]| compare(baseline, picture.clone(), &png, "", Limit::default(), &[], &Budget::default()).0;
        let mut jpeg = Cursor::new(Vec::new());
        image::DynamicImage::from(picture.clone()).into_rgb8().write_to(&mut jpeg, ImageFormat::Bmp).unwrap();
        for (baseline, reason) in [
            (&b""[..], "the file is empty"),
            (b"text", "the file is not a PNG"),
            (jpeg.get_ref(), "it looks like Bmp"),
            (&png[..png.len() / 2], "damaged or incomplete"),
            (&png[..20], "damaged or incomplete"),
        ] {
            let PictureMatch::Broken(found) = compared(baseline) else { panic!("{reason}") };
            assert!(found.contains(reason), "{found}");
        }
        let small = to_png_by(&RgbaImage::new(4, 4), "").unwrap();
        assert_eq!(compared(&small), PictureMatch::Resized { baseline: [4, 4], actual: [60, 40] });
    }
}
