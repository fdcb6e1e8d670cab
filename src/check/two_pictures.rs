//! Two pictures that a user names, compared as a baseline and a capture are.

use image::RgbaImage;

use super::compare::{self, PictureMatch};
use super::pixels::Limit;
use super::results::PixelResult;
use super::words;
use crate::budget::Budget;
use crate::import::image::decode_bytes;
use crate::opacity::Progress;
use crate::render::{PixelWork, renderer_of, to_png_by};

/// The result of the comparison.
#[derive(Clone, Debug)]
pub struct ComparedPictures {
    /// Whether they count as equal.
    pub is_equal: bool,
    /// The difference in one line.
    pub text: String,
    /// A table of the pixels that differ at each limit.
    pub sweep: Vec<String>,
    /// The counts; `None` for pictures of different sizes.
    pub pixels: Option<PixelResult>,
    /// What is to be known about an equal picture.
    pub note: Option<String>,
}

/// Compares two pictures within the default tolerances. They have the names `names` in messages.
///
/// # Errors
/// When one of them is no picture, or does not fit into the memory budget.
pub fn compare(names: [&str; 2], bytes: [&[u8]; 2], budget: &Budget) -> Result<ComparedPictures, String> {
    let [before, after] = [png(bytes[0], names[0], budget)?, png(bytes[1], names[1], budget)?];
    let unreadable = |name: &str, reason: String| format!("cannot compare {name}: {reason}");
    let (actual, _memory) = compare::decode(&after, budget).map_err(|reason| unreadable(names[1], reason))?;
    let renderer = renderer_of(&after).unwrap_or_default();
    let (compared, _difference) = compare::compare(&before, actual, &after, &renderer, Limit::default(), &[], budget);
    let name = format!("{} and {}", names[0], names[1]);
    let (text, sweep, pixels, note) = match &compared {
        PictureMatch::Broken(reason) | PictureMatch::NoMemory(reason) => {
            return Err(unreadable(names[0], reason.clone()));
        }
        PictureMatch::Resized { baseline: [w, h], actual: [width, height] } => {
            let text = format!("{} has {w}x{h} pixels, and {} has {width}x{height}", names[0], names[1]);
            (text, Vec::new(), None, None)
        }
        PictureMatch::Same => (String::new(), Vec::new(), None, None),
        PictureMatch::Counted(counts) => {
            let text = words::picture(&name, &compared);
            let sweep = words::sweep(counts).into_iter().flatten().collect();
            let note = (counts.is_equal() && counts.exact > 0).then(|| text.clone());
            (text, sweep, Some(PixelResult::of(counts)), note)
        }
    };
    Ok(ComparedPictures { is_equal: compared.is_equal(), text, sweep, pixels, note })
}

/// A picture as a PNG: the file itself, or the pixels of another format.
fn png(bytes: &[u8], name: &str, budget: &Budget) -> Result<Vec<u8>, String> {
    if compare::is_png(bytes) || bytes.is_empty() {
        return Ok(bytes.to_owned());
    }
    let bitmap = decode_bytes(bytes, name, budget, &Progress::default()).map_err(|error| error.to_string())?;
    let [width, height] = bitmap.size();
    let _memory = PixelWork::Encode.reserve(budget, [width, height]).map_err(|error| error.to_string())?;
    let pixels = RgbaImage::from_fn(width, height, |x, y| image::Rgba(bitmap.rgba([x, y])));
    to_png_by(&pixels, "").map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{ImageFormat, Rgba};

    use super::*;

    #[test]
    fn pictures_are_compared_whatever_their_format() {
        let grey = |level: u8| RgbaImage::from_pixel(40, 30, Rgba([level, level, level, 255]));
        let encoded = |picture: &RgbaImage, format| {
            let mut bytes = Cursor::new(Vec::new());
            picture.write_to(&mut bytes, format).unwrap();
            bytes.into_inner()
        };
        let png = encoded(&grey(20), ImageFormat::Png);
        let compare = |before: &[u8], after: &[u8]| compare(["a", "b"], [before, after], &Budget::default());
        assert!(compare(&png, &png).unwrap().is_equal);
        assert!(compare(&png, &encoded(&grey(20), ImageFormat::Bmp)).unwrap().is_equal);
        let mut other = grey(20);
        other.put_pixel(20, 10, Rgba([250, 250, 250, 255]));
        let found = compare(&png, &encoded(&other, ImageFormat::Png)).unwrap();
        assert!(!found.is_equal && found.pixels.unwrap().exact == 1 && found.sweep.len() == 2);
        assert!(found.text.starts_with("a and b: 1 of 1200 pixels differs by more than 0.1"), "{}", found.text);
        let small = encoded(&RgbaImage::new(4, 3), ImageFormat::Png);
        assert_eq!(compare(&png, &small).unwrap().text, "a has 40x30 pixels, and b has 4x3");
        for bad in [&b""[..], b"text", &png[..40]] {
            assert!(compare(bad, &png).is_err() && compare(&png, bad).is_err());
        }
    }
}
