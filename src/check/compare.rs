//! Comparison of two pictures: byte by byte, and by perceptual difference.
//!
//! The perceptual difference of two pixels is the one of blazediff: a weighted distance in YIQ (Kotsarenko and Ramos,
//! "Measuring perceived color difference using YIQ NTSC transmission color space in mobile applications", 2010), from 0
//! to 1. Pixels above the limit that look antialiased in one of the pictures (Vyšniauskas, "Anti-aliased Pixel and
//! Intensity Slope Detector", 2009) are counted separately.

use std::io::Cursor;

use blazediff::{DiffOptions, Image};
use image::{ImageFormat, ImageReader, RgbaImage};

use crate::render::renderer_of;

/// The limits at which differing pixels are counted. The counts help a person to choose a limit.
pub const SWEEP: [f64; 6] = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5];

/// The least limit of a pixel when the baseline is from another renderer.
pub const OTHER_RENDERER_PIXEL: f64 = 0.2;
/// When the baseline is from another renderer, at least one pixel in this many may exceed the limit.
pub const OTHER_RENDERER_PIXELS: u64 = 1000;

/// An equal result is near its limit when it would differ with this fraction of the limit, or of the number of allowed
/// pixels.
const NEAR: f64 = 0.8;

/// The differences that are allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// The largest perceptual difference of two pixels, from 0 to 1, that counts as equal.
    pub pixel: f64,
    /// The number of pixels that may exceed it.
    pub pixels: u64,
}

impl Default for Limit {
    fn default() -> Self {
        Self { pixel: 0.1, pixels: 0 }
    }
}

impl Limit {
    /// The limit for a picture of this size when the baseline is from another renderer.
    #[must_use]
    pub fn of_another_renderer(self, size: [u32; 2]) -> Self {
        let part = u64::from(size[0]) * u64::from(size[1]) / OTHER_RENDERER_PIXELS;
        Self { pixel: self.pixel.max(OTHER_RENDERER_PIXEL), pixels: self.pixels.max(part) }
    }
}

/// A rectangle of pixels: left, top, width, height. It may extend beyond the picture.
pub type Rect = [u32; 4];

/// The differences of two pictures of one size, outside the ignored rectangles.
#[derive(Clone, Debug, PartialEq)]
pub struct Counts {
    /// Width and height.
    pub size: [u32; 2],
    /// Pixels whose values are not the same.
    pub exact: u64,
    /// Pixels above the limit that do not look antialiased.
    pub over: u64,
    /// Pixels above the limit that look antialiased, which do not count.
    pub antialiased: u64,
    /// For each limit of [`SWEEP`], the number of pixels that exceed it and do not look antialiased. Empty for equal
    /// pictures.
    pub sweep: Vec<(f64, u64)>,
    /// The limit that was applied.
    pub limit: Limit,
    /// The renderer of the baseline, when it is not the current one. The limit is wider then.
    pub other_renderer: Option<String>,
    /// Whether the result is equal, but would differ with a slightly lower limit.
    pub is_near: bool,
}

impl Counts {
    /// Whether the pictures count as equal.
    pub fn is_equal(&self) -> bool {
        self.over <= self.limit.pixels
    }
}

/// The result of comparing a picture with its baseline.
#[derive(Clone, Debug, PartialEq)]
pub enum Compared {
    /// The files are equal byte for byte. Nothing was decoded.
    Same,
    /// The pictures have the same size.
    Counted(Counts),
    /// The pictures have different sizes.
    Resized {
        /// The size of the baseline.
        baseline: [u32; 2],
        /// The size of the current picture.
        actual: [u32; 2],
    },
    /// The baseline cannot be read as a picture.
    Broken(String),
}

impl Compared {
    /// Whether the pictures count as equal.
    pub fn is_equal(&self) -> bool {
        match self {
            Self::Same => true,
            Self::Counted(counts) => counts.is_equal(),
            Self::Resized { .. } | Self::Broken(_) => false,
        }
    }
}

/// Compares the file of a baseline with a picture and the file of that picture. When they differ, the result includes a
/// picture of the difference: the baseline in pale grey, differing pixels in red, and those that look antialiased in
/// yellow.
pub fn compare(
    baseline: &[u8],
    actual: RgbaImage,
    png: &[u8],
    renderer: &str,
    limit: Limit,
    ignored: &[Rect],
) -> (Compared, Option<RgbaImage>) {
    if baseline == png {
        return (Compared::Same, None);
    }
    let before = match decode(baseline) {
        Ok(before) => before,
        Err(reason) => return (Compared::Broken(reason), None),
    };
    let size = [actual.width(), actual.height()];
    let other_renderer = renderer_of(baseline).filter(|other| other != renderer);
    let limit = if other_renderer.is_some() { limit.of_another_renderer(size) } else { limit };
    let baseline = [before.width(), before.height()];
    match count(before, actual, limit, ignored) {
        Some((counts, difference)) => (Compared::Counted(Counts { other_renderer, ..counts }), difference),
        None => (Compared::Resized { baseline, actual: size }, None),
    }
}

/// Counts the pixels of two decoded pictures that differ. `None` when their sizes differ.
pub fn count(
    before: RgbaImage,
    mut after: RgbaImage,
    limit: Limit,
    ignored: &[Rect],
) -> Option<(Counts, Option<RgbaImage>)> {
    if before.dimensions() != after.dimensions() {
        return None;
    }
    hide(&mut after, &before, ignored);
    let size = [before.width(), before.height()];
    let (exact, part) = changed(&before, &after);
    let mut counts =
        Counts { size, exact, over: 0, antialiased: 0, sweep: Vec::new(), limit, other_renderer: None, is_near: false };
    if exact == 0 {
        return Some((counts, None));
    }
    // Equal parts of the pictures are skipped, because they have no pixel to count.
    let [old, new] = [&before, &after].map(|picture| cut(picture, part));
    let over = |pixel, antialiased| over(&old, &new, pixel, antialiased, None);
    counts.over = over(limit.pixel, false);
    counts.antialiased = over(limit.pixel, true).saturating_sub(counts.over);
    if counts.is_equal() {
        let is_nearly = |count: u64| count as f64 > NEAR * limit.pixels as f64;
        counts.is_near = is_nearly(counts.over) || over(NEAR * limit.pixel, false) > limit.pixels;
        return Some((counts, None));
    }
    counts.sweep = SWEEP.iter().map(|&pixel| (pixel, over(pixel, false))).collect();
    let [old, new] = [before, after].map(as_image);
    let mut difference = Image::new(size[0], size[1]);
    self::over(&old, &new, limit.pixel, false, Some(&mut difference));
    Some((counts, RgbaImage::from_raw(size[0], size[1], difference.data)))
}

/// The number of pixels whose values differ, and the rectangle that contains them.
fn changed(before: &RgbaImage, after: &RgbaImage) -> (u64, Rect) {
    let width = before.width() as usize;
    let (before, _) = before.as_raw().as_chunks::<4>();
    let (after, _) = after.as_raw().as_chunks::<4>();
    let (mut count, mut columns, mut rows) = (0, [usize::MAX, 0], [usize::MAX, 0]);
    for (y, (old, new)) in before.chunks(width.max(1)).zip(after.chunks(width.max(1))).enumerate() {
        // Most rows of most pictures are equal. A comparison of their bytes is the fastest test.
        if old == new {
            continue;
        }
        let is_other = |x: &usize| old[*x] != new[*x];
        let others: u64 = old.iter().zip(new).map(|(a, b)| u64::from(a != b)).sum();
        let first = (0..old.len()).find(is_other).unwrap_or(0);
        let last = (0..old.len()).rev().find(is_other).unwrap_or(0);
        count += others;
        columns = [columns[0].min(first), columns[1].max(last + 1)];
        rows = [rows[0].min(y), y + 1];
    }
    let number = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
    let side = |[start, end]: [usize; 2]| [number(start), number(end.saturating_sub(start))];
    let ([x, width], [y, height]) = (side(columns), side(rows));
    (count, [x, y, width, height])
}

/// The distance, in pixels, within which other pixels decide whether a changed pixel looks antialiased: its neighbours
/// and theirs.
const REACH: u32 = 2;

/// The part of a picture that decides the result for the pixels of a rectangle. The antialiasing test treats pixels at
/// a border differently. So the part is one pixel larger on each side that is not a border of the picture.
fn cut(picture: &RgbaImage, [x, y, width, height]: Rect) -> Image {
    let around = REACH + 1;
    let (left, top) = (x.saturating_sub(around), y.saturating_sub(around));
    let right = x.saturating_add(width).saturating_add(around).min(picture.width());
    let bottom = y.saturating_add(height).saturating_add(around).min(picture.height());
    as_image(image::imageops::crop_imm(picture, left, top, right - left, bottom - top).to_image())
}

/// The number of pixels whose values differ.
pub(super) fn differing(before: &RgbaImage, after: &RgbaImage) -> u64 {
    changed(before, after).0
}

/// Copies the pixels of another picture inside the rectangles. So these pixels are equal, and the pixels around them
/// keep the neighbours that decide what looks antialiased.
fn hide(picture: &mut RgbaImage, other: &RgbaImage, ignored: &[Rect]) {
    for &[x, y, width, height] in ignored {
        let (right, bottom) = (x.saturating_add(width), y.saturating_add(height));
        for y in y..bottom.min(picture.height()) {
            for x in x..right.min(picture.width()) {
                picture.put_pixel(x, y, *other.get_pixel(x, y));
            }
        }
    }
}

fn as_image(picture: RgbaImage) -> Image {
    let (width, height) = picture.dimensions();
    Image { data: picture.into_raw(), width, height }
}

/// The number of pixels that exceed a limit, with or without those that look antialiased.
fn over(old: &Image, new: &Image, pixel: f64, antialiased: bool, picture: Option<&mut Image>) -> u64 {
    let options = DiffOptions { threshold: pixel, include_aa: antialiased, ..DiffOptions::default() };
    // Different sizes are the only error of this function, and the sizes are equal here.
    blazediff::diff(old, new, picture, &options).map_or(u64::MAX, |found| found.diff_count.into())
}

/// Reads a PNG within the limits of the pictures that eyeline draws.
pub(super) fn decode(bytes: &[u8]) -> Result<RgbaImage, String> {
    size_of(bytes)?;
    Ok(reader(bytes)?.decode().map_err(|error| damaged(&error))?.into_rgba8())
}

/// Width and height of a PNG. Only the beginning of the file is read.
pub(super) fn size_of(bytes: &[u8]) -> Result<[u32; 2], String> {
    let (width, height) = reader(bytes)?.into_dimensions().map_err(|error| damaged(&error))?;
    if width > LONGEST || height > LONGEST {
        return Err(format!("the picture has {width}x{height} pixels, and eyeline draws at most {LONGEST} per side"));
    }
    Ok([width, height])
}

/// The longest side of a picture.
const LONGEST: u32 = 8192;

fn damaged(error: &image::ImageError) -> String {
    format!("the PNG is damaged or incomplete: {error}")
}

fn reader(bytes: &[u8]) -> Result<ImageReader<Cursor<&[u8]>>, String> {
    if bytes.is_empty() {
        return Err("the file is empty".to_owned());
    }
    if !bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        let other = image::guess_format(bytes).ok().map(|format| format!("; it looks like {format:?}"));
        return Err(format!("the file is not a PNG{}", other.unwrap_or_default()));
    }
    Ok(ImageReader::with_format(Cursor::new(bytes), ImageFormat::Png))
}

#[cfg(test)]
mod tests {
    use image::Rgba;

    use super::*;
    use crate::render::to_png_by;

    fn grey(level: u8) -> Rgba<u8> {
        Rgba([level, level, level, 255])
    }

    /// A dark disc on a light background with an antialiased edge, shifted by a fraction of a pixel.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a grey level is 40 to 220")]
    fn disc(shift: f32) -> RgbaImage {
        RgbaImage::from_fn(60, 40, |x, y| {
            let distance = (x as f32 - 30.0 - shift).hypot(y as f32 - 20.0) - 12.0;
            grey((40.0 + 180.0 * (distance + 0.5).clamp(0.0, 1.0)) as u8)
        })
    }

    #[test]
    fn the_same_bytes_are_not_decoded() {
        let picture = disc(0.0);
        let compared = compare(b"no picture", picture, b"no picture", "a", Limit::default(), &[]);
        assert_eq!(compared, (Compared::Same, None));
    }

    #[test]
    fn an_edge_moved_by_part_of_a_pixel_is_equal_and_counted() {
        let (counts, difference) = count(disc(0.0), disc(0.3), Limit::default(), &[]).unwrap();
        assert!(counts.is_equal() && counts.exact > 10 && counts.antialiased > 0, "{counts:?}");
        assert_eq!(difference, None);
        let (counts, difference) = count(disc(0.0), disc(4.0), Limit::default(), &[]).unwrap();
        assert!(!counts.is_equal() && counts.over > 20, "{counts:?}");
        assert!(counts.sweep.is_sorted_by(|a, b| a.1 >= b.1), "{counts:?}");
        assert_eq!(difference.unwrap().dimensions(), (60, 40));
    }

    #[test]
    fn an_ignored_rectangle_hides_only_itself() {
        let before = RgbaImage::from_pixel(40, 30, grey(20));
        let mut after = before.clone();
        for y in 5..15 {
            for x in 5..15 {
                after.put_pixel(x, y, grey(220));
            }
        }
        let over = |ignored: &[Rect]| count(before.clone(), after.clone(), Limit::default(), ignored).unwrap().0.exact;
        assert_eq!(over(&[]), 100);
        assert_eq!(over(&[[5, 5, 10, 10]]), 0);
        assert_eq!(over(&[[5, 5, 10, 9]]), 10);
        assert_eq!(over(&[[0, 0, u32::MAX, 10], [30, 20, u32::MAX, u32::MAX]]), 50);
        after.put_pixel(39, 29, grey(255));
        let (counts, _) = count(before.clone(), after.clone(), Limit::default(), &[[5, 5, 10, 10]]).unwrap();
        assert_eq!((counts.exact, counts.over), (1, 1));
    }

    #[test]
    fn limits_allow_pixels_and_report_results_near_the_limit() {
        let before = RgbaImage::from_pixel(40, 30, grey(20));
        let mut after = before.clone();
        for x in 0..10 {
            after.put_pixel(3 * x, 9, grey(220));
        }
        let with = |pixel, pixels| count(before.clone(), after.clone(), Limit { pixel, pixels }, &[]).unwrap().0;
        for (pixel, pixels, is_equal, is_near) in
            [(0.1, 9, false, false), (0.1, 10, true, true), (0.1, 100, true, false), (1.0, 0, true, false)]
        {
            let counts = with(pixel, pixels);
            assert_eq!((counts.is_equal(), counts.is_near), (is_equal, is_near), "{pixel} {pixels}: {counts:?}");
        }
    }

    #[test]
    fn a_baseline_of_another_renderer_has_a_wider_limit() {
        let before = RgbaImage::from_pixel(100, 50, grey(20));
        let mut after = before.clone();
        after.put_pixel(50, 25, grey(220));
        let [ours, theirs] = ["a", "b"].map(|renderer| to_png_by(&before, renderer).unwrap());
        let png = to_png_by(&after, "a").unwrap();
        let compared = |baseline: &[u8]| compare(baseline, after.clone(), &png, "a", Limit::default(), &[]).0;
        assert!(!compared(&ours).is_equal());
        let Compared::Counted(counts) = compared(&theirs) else { panic!() };
        assert_eq!((counts.is_equal(), counts.other_renderer.as_deref()), (true, Some("b")));
        assert_eq!(counts.limit, Limit { pixel: 0.2, pixels: 5 });
    }

    #[test]
    fn a_baseline_that_is_not_a_picture_is_an_error() {
        let picture = disc(0.0);
        let png = to_png_by(&picture, "").unwrap();
        let compared = |baseline: &[u8]| compare(baseline, picture.clone(), &png, "", Limit::default(), &[]).0;
        let mut jpeg = Cursor::new(Vec::new());
        image::DynamicImage::from(picture.clone()).into_rgb8().write_to(&mut jpeg, ImageFormat::Bmp).unwrap();
        for (baseline, reason) in [
            (&b""[..], "the file is empty"),
            (b"text", "the file is not a PNG"),
            (jpeg.get_ref(), "it looks like Bmp"),
            (&png[..png.len() / 2], "damaged or incomplete"),
            (&png[..20], "damaged or incomplete"),
        ] {
            let Compared::Broken(found) = compared(baseline) else { panic!("{reason}") };
            assert!(found.contains(reason), "{found}");
        }
        let small = to_png_by(&RgbaImage::new(4, 4), "").unwrap();
        assert_eq!(compared(&small), Compared::Resized { baseline: [4, 4], actual: [60, 40] });
    }

    /// The counts of a few changed pixels equal those of the whole pictures, also at borders.
    #[test]
    fn counts_of_a_part_equal_those_of_the_whole() {
        let before = RgbaImage::from_fn(70, 50, |x, y| {
            let edge = (x as f32 * 0.8 + y as f32 * 0.3 - 30.0).clamp(0.0, 1.0);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a grey level")]
            grey((30.0 + 190.0 * edge) as u8)
        });
        for (left, top) in [(0, 0), (69, 49), (0, 30), (34, 12), (37, 1), (33, 20), (60, 45)] {
            let mut after = before.clone();
            for (x, y) in (0..3).flat_map(|x| (0..3).map(move |y| (left + x, top + 2 * y))) {
                if x < 70 && y < 50 {
                    let Rgba([level, ..]) = *before.get_pixel(x, y);
                    after.put_pixel(x, y, grey(level.wrapping_add(60)));
                }
            }
            let [old, new] = [&before, &after].map(|picture| as_image(picture.clone()));
            for pixel in [0.05, 0.1, 0.2] {
                let limit = Limit { pixel, pixels: 0 };
                let counts = count(before.clone(), after.clone(), limit, &[]).unwrap().0;
                let whole = [false, true].map(|antialiased| over(&old, &new, pixel, antialiased, None));
                assert_eq!([counts.over, counts.over + counts.antialiased], whole, "{left} {top} {pixel}");
            }
        }
    }

    /// The count of blazediff agrees with the formula, also for pictures smaller than its blocks.
    #[test]
    fn the_difference_of_two_pixels_is_that_of_the_formula() {
        let delta = |a: Rgba<u8>, b: Rgba<u8>| {
            let [r, g, b] = [0, 1, 2].map(|at| f64::from(a[at]) - f64::from(b[at]));
            let y = r * 0.298_895_31 + g * 0.586_622_47 + b * 0.114_482_23;
            let i = r * 0.595_977_99 - g * 0.274_171_6 - b * 0.321_801_89;
            let q = r * 0.211_470_17 - g * 0.522_617_11 + b * 0.311_146_94;
            0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
        };
        for (width, height) in [(1, 1), (1, 7), (3, 2), (17, 5), (33, 33)] {
            let picture = |seed: u32| {
                RgbaImage::from_fn(width, height, |x, y| {
                    let n = (x + 31 * y + seed * 977).wrapping_mul(2_654_435_761);
                    let [r, g, b, _] = n.to_be_bytes();
                    Rgba([r, g, b, 255])
                })
            };
            let (before, after) = (picture(1), picture(2));
            for limit in [0.0, 0.1, 0.3, 0.6] {
                let most = 35215.0 * limit * limit;
                let pairs = before.pixels().zip(after.pixels());
                let wanted = pairs.filter(|&(&a, &b)| a != b && delta(a, b) > most).count() as u64;
                let found = over(&as_image(before.clone()), &as_image(after.clone()), limit, true, None);
                assert_eq!(found, wanted, "{width}x{height} {limit}");
            }
        }
    }
}
