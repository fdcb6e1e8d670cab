//! The pixels of two pictures that differ: exactly, and as a person sees them.
//!
//! The perceptual difference of two pixels is the one of blazediff: a weighted distance in YIQ (Kotsarenko and Ramos,
//! "Measuring perceived color difference using YIQ NTSC transmission color space in mobile applications", 2010), from 0
//! to 1. Pixels above the limit that look antialiased in one of the pictures (Vyšniauskas, "Anti-aliased Pixel and
//! Intensity Slope Detector", 2009) are counted apart.
//!
//! blazediff counts at one limit and does not name the pixels. A comparison needs several limits, so this file goes through
//! the pixels itself and asks blazediff for the two measures of a pixel.

use blazediff::antialiasing::is_antialiased;
use blazediff::yiq::{MAX_YIQ_DELTA, YIQ_I, YIQ_Q, YIQ_WEIGHTS, YIQ_Y, color_delta};
use blazediff::{DiffOptions, Image};
use image::RgbaImage;

/// The limits at which differing pixels are counted, for a person who chooses a limit.
pub const SWEEP: [f64; 6] = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5];

/// Against a picture of another renderer the limit of a pixel is at least this.
pub const OTHER_RENDERER_PIXEL: f64 = 0.2;
/// Against a picture of another renderer, at least one in this many pixels may exceed the limit.
pub const OTHER_RENDERER_PIXELS: u64 = 1000;

/// An equal result counts as near its limit when it would differ with the limit, or the number of allowed pixels,
/// multiplied by this factor.
const NEAR: f64 = 0.8;

/// What may differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// The perceptual difference of two pixels, from 0 to 1, that does not count.
    pub pixel: f64,
    /// How many pixels may exceed it.
    pub pixels: u64,
}

impl Default for Limit {
    fn default() -> Self {
        Self { pixel: 0.1, pixels: 0 }
    }
}

impl Limit {
    /// The limit against a picture of that size by another renderer.
    #[must_use]
    pub fn of_another_renderer(self, size: [u32; 2]) -> Self {
        let part = u64::from(size[0]) * u64::from(size[1]) / OTHER_RENDERER_PIXELS;
        Self { pixel: self.pixel.max(OTHER_RENDERER_PIXEL), pixels: self.pixels.max(part) }
    }
}

/// A rectangle of pixels: left, top, width, height. It may reach out of the picture.
pub type Rect = [u32; 4];

/// How two pictures of one size differ, outside the ignored rectangles.
#[derive(Clone, Debug, PartialEq)]
pub struct PixelCounts {
    /// Width and height.
    pub size: [u32; 2],
    /// Pixels with other numbers.
    pub exact: u64,
    /// Pixels above the limit that do not look antialiased.
    pub over: u64,
    /// Pixels above the limit that look antialiased, which do not count.
    pub antialiased: u64,
    /// For each limit of [`SWEEP`], how many pixels exceed it and do not look antialiased; empty for equal pictures.
    pub sweep: Vec<(f64, u64)>,
    /// What was allowed.
    pub limit: Limit,
    /// The renderer of the baseline, when that is another one: the limit is wider then.
    pub other_renderer: Option<String>,
    /// Whether the result is equal but would differ at a slightly lower limit.
    pub is_near: bool,
}

impl PixelCounts {
    /// Whether the pictures count as equal.
    pub fn is_equal(&self) -> bool {
        self.over <= self.limit.pixels
    }
}

/// Two decoded pictures of one size, equal inside the ignored rectangles.
pub struct Pair {
    before: Image,
    after: Image,
}

/// How many pixels exceed a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Over {
    /// Those that do not look antialiased.
    plain: u64,
    /// Those that do.
    antialiased: u64,
}

impl Pair {
    /// `None` when the pictures have two sizes.
    #[must_use]
    pub fn new(before: RgbaImage, mut after: RgbaImage, ignored: &[Rect]) -> Option<Self> {
        if before.dimensions() != after.dimensions() {
            return None;
        }
        hide(&mut after, &before, ignored);
        Some(Self { before: as_image(before), after: as_image(after) })
    }

    /// Counts the pixels that differ.
    #[must_use]
    pub fn count(&self, limit: Limit) -> PixelCounts {
        let size = [self.before.width, self.before.height];
        let (exact, [at, near]) = self.above([limit.pixel, NEAR * limit.pixel]);
        let mut counts = PixelCounts {
            size,
            exact,
            over: at.plain,
            antialiased: at.antialiased,
            sweep: Vec::new(),
            limit,
            other_renderer: None,
            is_near: false,
        };
        if exact == 0 {
            return counts;
        }
        if counts.is_equal() {
            counts.is_near = at.plain as f64 > NEAR * limit.pixels as f64 || near.plain > limit.pixels;
        } else {
            let (_, found) = self.above(SWEEP);
            counts.sweep = SWEEP.iter().zip(found).map(|(&pixel, over)| (pixel, over.plain)).collect();
        }
        counts
    }

    /// A picture of the difference: the first picture in pale grey, pixels above the limit red, those that look
    /// antialiased yellow. `None` when no pixel exceeds the limit.
    #[must_use]
    pub fn difference(&self, pixel: f64) -> Option<RgbaImage> {
        let mut picture = Image::new(self.before.width, self.before.height);
        let options = DiffOptions { threshold: pixel, ..DiffOptions::default() };
        blazediff::diff(&self.before, &self.after, Some(&mut picture), &options).ok()?;
        RgbaImage::from_raw(picture.width, picture.height, picture.data)
    }

    /// How many pixels have other numbers, and how many exceed each of the limits.
    fn above<const N: usize>(&self, limits: [f64; N]) -> (u64, [Over; N]) {
        let most = limits.map(|limit| MAX_YIQ_DELTA * limit * limit);
        let least = most.iter().copied().fold(f64::INFINITY, f64::min);
        let rejected = surely_below(least);
        let width = (self.before.width as usize).max(1);
        let [before, after] = [&self.before, &self.after].map(|picture| picture.data.chunks(4 * width));
        let (mut exact, mut found) = (0, [Over::default(); N]);
        for (y, (old, new)) in before.zip(after).enumerate() {
            // Most rows of most pictures are equal. To compare their bytes is the fastest.
            if old == new {
                continue;
            }
            for (at, (old, new)) in old.chunks(4 * BLOCK).zip(new.chunks(4 * BLOCK)).enumerate() {
                if old == new {
                    continue;
                }
                let block = PixelBlock::of(old, new, rejected);
                exact += u64::from(block.differing);
                if N == 0 || !block.may_exceed {
                    continue;
                }
                let (old, new) = (old.as_chunks::<4>().0, new.as_chunks::<4>().0);
                for (i, (&old, &new)) in old.iter().zip(new).enumerate() {
                    let x = at * BLOCK + i;
                    let delta = color_delta(u32::from_le_bytes(old), u32::from_le_bytes(new), y * width + x).abs();
                    if delta > least {
                        let looks_antialiased = self.looks_antialiased(x, y);
                        for (over, &most) in found.iter_mut().zip(&most) {
                            let exceeds = u64::from(delta > most);
                            *(if looks_antialiased { &mut over.antialiased } else { &mut over.plain }) += exceeds;
                        }
                    }
                }
            }
        }
        (exact, found)
    }

    /// Whether a pixel looks antialiased in one of the pictures.
    fn looks_antialiased(&self, x: usize, y: usize) -> bool {
        let [Ok(x), Ok(y)] = [x, y].map(u32::try_from) else { return false };
        is_antialiased(&self.before, &self.after, x, y) || is_antialiased(&self.after, &self.before, x, y)
    }
}

/// So many pixels are compared at a time. The compiler makes vector instructions of a block.
const BLOCK: usize = 16;

/// What differs in a block of pixels.
struct PixelBlock {
    /// Pixels with other numbers.
    differing: u32,
    /// Whether a pixel may exceed the least limit.
    may_exceed: bool,
}

impl PixelBlock {
    /// `rejected`: squared distances in RGB up to this are below every limit, for opaque pixels.
    fn of(old: &[u8], new: &[u8], rejected: u32) -> Self {
        let (old, new) = (old.as_chunks::<4>().0, new.as_chunks::<4>().0);
        let (mut differing, mut furthest, mut opaque) = (0, 0, 255);
        for (&[r, g, b, a], &[r2, g2, b2, a2]) in old.iter().zip(new) {
            let distance = [(r, r2), (g, g2), (b, b2)].map(|(old, new)| u32::from(old.abs_diff(new)).pow(2));
            let distance = distance[0] + distance[1] + distance[2];
            differing += u32::from(distance != 0 || a != a2);
            furthest = furthest.max(distance);
            opaque &= a & a2;
        }
        Self { differing, may_exceed: furthest > rejected || opaque != 255 }
    }
}

/// The squared distance in RGB of two opaque pixels up to which their perceptual difference does not exceed `delta`.
///
/// The difference is a quadratic form of the distance with three squares. It is at most the squared distance times the
/// trace of the form, as no eigenvalue of a positive form exceeds its trace.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast of f64 to u32 saturates")]
fn surely_below(delta: f64) -> u32 {
    let squares = [YIQ_Y, YIQ_I, YIQ_Q].map(|row| row.iter().map(|factor| factor * factor).sum::<f64>());
    let trace: f64 = squares.iter().zip(YIQ_WEIGHTS).map(|(square, weight)| square * weight).sum();
    (delta / trace) as u32
}

/// Gives a picture the pixels of another one inside the rectangles. So these pixels are equal, and those around them keep
/// their neighbours, which decide what looks antialiased.
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

#[cfg(test)]
mod tests {
    use image::Rgba;

    use super::*;

    fn count(before: &RgbaImage, after: &RgbaImage, limit: Limit, ignored: &[Rect]) -> PixelCounts {
        Pair::new(before.clone(), after.clone(), ignored).unwrap().count(limit)
    }

    /// How many pixels exceed a limit by the count of blazediff.
    fn by_blazediff(before: &RgbaImage, after: &RgbaImage, pixel: f64, include_aa: bool) -> u64 {
        let options = DiffOptions { threshold: pixel, include_aa, ..DiffOptions::default() };
        let [before, after] = [before, after].map(|picture| as_image(picture.clone()));
        blazediff::diff(&before, &after, None, &options).unwrap().diff_count.into()
    }

    fn grey(level: u8) -> Rgba<u8> {
        Rgba([level, level, level, 255])
    }

    /// A dark disc on a light ground, its edge antialiased, moved by a part of a pixel.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a grey level is 40 to 220")]
    fn disc(shift: f32) -> RgbaImage {
        RgbaImage::from_fn(60, 40, |x, y| {
            let distance = (x as f32 - 30.0 - shift).hypot(y as f32 - 20.0) - 12.0;
            grey((40.0 + 180.0 * (distance + 0.5).clamp(0.0, 1.0)) as u8)
        })
    }

    #[test]
    fn an_edge_that_moves_by_part_of_a_pixel_is_no_difference_and_is_counted() {
        let counts = count(&disc(0.0), &disc(0.3), Limit::default(), &[]);
        assert!(counts.is_equal() && counts.exact > 10 && counts.antialiased > 0, "{counts:?}");
        let pair = Pair::new(disc(0.0), disc(4.0), &[]).unwrap();
        let counts = pair.count(Limit::default());
        assert!(!counts.is_equal() && counts.over > 20, "{counts:?}");
        assert!(counts.sweep.is_sorted_by(|a, b| a.1 >= b.1), "{counts:?}");
        let difference = pair.difference(0.1).unwrap();
        let with = |colour: [u8; 3]| difference.pixels().filter(|pixel| pixel.0[..3] == colour).count() as u64;
        assert_eq!([with([255, 0, 0]), with([255, 255, 0])], [counts.over, counts.antialiased]);
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
        let over = |ignored: &[Rect]| count(&before, &after, Limit::default(), ignored).exact;
        assert_eq!(over(&[]), 100);
        assert_eq!(over(&[[5, 5, 10, 10]]), 0);
        assert_eq!(over(&[[5, 5, 10, 9]]), 10);
        assert_eq!(over(&[[0, 0, u32::MAX, 10], [30, 20, u32::MAX, u32::MAX]]), 50);
        after.put_pixel(39, 29, grey(255));
        let counts = count(&before, &after, Limit::default(), &[[5, 5, 10, 10]]);
        assert_eq!((counts.exact, counts.over), (1, 1));
    }

    #[test]
    fn limits_allow_pixels_and_say_when_they_nearly_do_not() {
        let before = RgbaImage::from_pixel(40, 30, grey(20));
        let mut after = before.clone();
        for x in 0..10 {
            after.put_pixel(3 * x, 9, grey(220));
        }
        let with = |pixel, pixels| count(&before, &after, Limit { pixel, pixels }, &[]);
        for (pixel, pixels, is_equal, is_near) in
            [(0.1, 9, false, false), (0.1, 10, true, true), (0.1, 100, true, false), (1.0, 0, true, false)]
        {
            let counts = with(pixel, pixels);
            assert_eq!((counts.is_equal(), counts.is_near), (is_equal, is_near), "{pixel} {pixels}: {counts:?}");
        }
    }

    /// The counts agree with those of blazediff, which reads whole pictures: at borders, at the ends of blocks, and for
    /// pictures with transparent pixels.
    #[test]
    fn the_counts_are_those_of_blazediff() {
        let before = RgbaImage::from_fn(70, 50, |x, y| {
            let edge = (x as f32 * 0.8 + y as f32 * 0.3 - 30.0).clamp(0.0, 1.0);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a grey level")]
            let Rgba([level, ..]) = grey((30.0 + 190.0 * edge) as u8);
            Rgba([level, level, level, if (x + y) % 7 == 0 { 120 } else { 255 }])
        });
        for (left, top) in [(0, 0), (69, 49), (0, 30), (34, 12), (37, 1), (33, 20), (60, 45), (15, 4), (63, 7)] {
            let mut after = before.clone();
            for (x, y) in (0..3).flat_map(|x| (0..3).map(move |y| (left + x, top + 2 * y))) {
                if x < 70 && y < 50 {
                    let Rgba([level, _, _, alpha]) = *before.get_pixel(x, y);
                    let level = level.wrapping_add(60);
                    after.put_pixel(x, y, Rgba([level, level, level, if x % 2 == 0 { alpha } else { 90 }]));
                }
            }
            for pixel in [0.0, 0.05, 0.1, 0.2] {
                let counts = count(&before, &after, Limit { pixel, pixels: 0 }, &[]);
                let wanted = [false, true].map(|antialiased| by_blazediff(&before, &after, pixel, antialiased));
                assert_eq!([counts.over, counts.over + counts.antialiased], wanted, "{left} {top} {pixel}");
                for (pixel, over) in counts.sweep {
                    assert_eq!(over, by_blazediff(&before, &after, pixel, false), "{left} {top} {pixel}");
                }
            }
        }
    }

    /// Pixels above a limit are those of the formula, also in pictures smaller than a block.
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
                let counts = count(&before, &after, Limit { pixel: limit, pixels: 0 }, &[]);
                assert_eq!(counts.over + counts.antialiased, wanted, "{width}x{height} {limit}");
                assert_eq!(by_blazediff(&before, &after, limit, true), wanted, "{width}x{height} {limit}");
            }
        }
    }
}
