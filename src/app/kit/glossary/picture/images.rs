//! Pixels, cells and the unread rest of one image of 12 × 8 pixels.

use eframe::egui::Align2;

use super::sketch::{Point, Sketch, closed, corners};
use crate::geometry::Tone;

/// The upper left corner of the image, the side of a pixel, and the x of the words beside it.
const MIN: Point = [8.0, 10.0];
const PIXEL: f32 = 7.0;
const WORDS: f32 = 98.0;
const SIZE: [u8; 2] = [12, 8];

/// A corner of a pixel.
fn at(x: u8, y: u8) -> Point {
    [MIN[0] + PIXEL * f32::from(x), MIN[1] + PIXEL * f32::from(y)]
}

/// The alpha of a pixel: a leaf that is opaque at the lower left and fades out to the upper right.
fn alpha(x: u8, y: u8) -> f32 {
    (0.5 + 0.09 * (f32::from(y) - f32::from(x) * 0.75 + 0.5)).clamp(0.0, 1.0)
}

/// The mean of some pixels.
fn mean([from_x, to_x]: [u8; 2], [from_y, to_y]: [u8; 2]) -> f32 {
    let pixels = (from_y..to_y).flat_map(|y| (from_x..to_x).map(move |x| alpha(x, y)));
    pixels.sum::<f32>() / (f32::from(to_x - from_x) * f32::from(to_y - from_y))
}

fn pixels(sketch: &mut Sketch<'_>) {
    let colors = sketch.colors.text;
    let all = (0..SIZE[1]).flat_map(|y| (0..SIZE[0]).map(move |x| (x, y)));
    for (x, y) in all.filter(|(x, y)| alpha(*x, *y) > 0.02) {
        sketch.fill(&corners(at(x, y), at(x + 1, y + 1)), colors.gamma_multiply(0.75 * alpha(x, y)));
    }
    sketch.path(&closed(&corners(at(0, 0), at(SIZE[0], SIZE[1]))), 1.0, sketch.colors.weak);
}

/// Square cells, from the upper left corner. Solid cells are green.
fn cells(sketch: &mut Sketch<'_>, side: u8, counts: [u8; 2], threshold: f32) {
    for (i, j) in (0..counts[1]).flat_map(|j| (0..counts[0]).map(move |i| (i, j))) {
        let (x, y) = ([i * side, (i + 1) * side], [j * side, (j + 1) * side]);
        let (min, max) = (at(x[0], y[0]), at(x[1], y[1]));
        if mean(x, y) >= threshold {
            sketch.toned_box(min, max, Tone::Pass);
        } else {
            sketch.path(&closed(&corners(min, max)), 0.8, sketch.colors.weak);
        }
    }
}

/// Pixels from transparent to opaque.
pub(super) fn alpha_of_pixels(sketch: &mut Sketch<'_>) {
    pixels(sketch);
    let (text, weak) = (sketch.colors.text, sketch.colors.weak);
    sketch.text([WORDS, 17.0], Align2::LEFT_CENTER, "0: clear", weak);
    sketch.text([WORDS, 38.0], Align2::LEFT_CENTER, "½: half", text);
    sketch.text([WORDS, 60.0], Align2::LEFT_CENTER, "1: opaque", text);
    sketch.text([MIN[0], 82.0], Align2::LEFT_CENTER, "255 in an 8-bit file is 1", weak);
}

/// One cell among the pixels, with its mean.
pub(super) fn cell(sketch: &mut Sketch<'_>) {
    pixels(sketch);
    cells(sketch, 4, [3, 2], 0.5);
    let green = sketch.colors.word(Tone::Pass);
    sketch.text([WORDS, 24.0], Align2::LEFT_CENTER, "clear", sketch.colors.weak);
    sketch.text([WORDS, 52.0], Align2::LEFT_CENTER, "solid", green);
    let value = mean([0, 4], [4, 8]);
    sketch.text([MIN[0], 82.0], Align2::LEFT_CENTER, &format!("mean alpha {value:.2} ≥ 0.5: solid"), green);
}

/// The histogram of the cells' means, divided by the threshold.
pub(super) fn threshold(sketch: &mut Sketch<'_>) {
    const COUNTS: [u8; 12] = [9, 6, 4, 2, 3, 2, 1, 3, 2, 4, 6, 9];
    let (left, bottom, width) = (14.0, 72.0, 11.0);
    for (i, count) in (0_u8..).zip(COUNTS) {
        let x = left + width * f32::from(i);
        let (min, max) = ([x, bottom - 5.5 * f32::from(count)], [x + width - 1.5, bottom]);
        if i >= 7 {
            sketch.toned_box(min, max, Tone::Pass);
        } else {
            sketch.plain_box(min, max);
        }
    }
    let x = left + 7.0 * width - 0.8;
    let text = sketch.colors.text;
    sketch.path(&[[x, 14.0], [x, 76.0]], 2.2, text);
    sketch.text([x, 84.0], Align2::CENTER_CENTER, "threshold", text);
    sketch.text([left, 84.0], Align2::LEFT_CENTER, "clear", sketch.colors.weak);
    sketch.text([146.0, 84.0], Align2::RIGHT_CENTER, "solid", sketch.colors.word(Tone::Pass));
}

/// Blocks of 3 × 3 pixels, and the unread rest.
pub(super) fn odd_block(sketch: &mut Sketch<'_>) {
    pixels(sketch);
    cells(sketch, 3, [3, 2], 2.0);
    let red = sketch.colors.tone(Tone::Fail);
    for (min, max) in [(at(9, 0), at(SIZE[0], SIZE[1])), (at(0, 6), at(9, SIZE[1]))] {
        sketch.toned_box(min, max, Tone::Fail);
        let [width, height] = [max[0] - min[0], max[1] - min[1]];
        let mut along = 5.0;
        while along < width + height {
            // From the upper or right side to the left or lower side.
            let from = [min[0] + along.min(width), min[1] + (along - width).max(0.0)];
            let to = [min[0] + (along - height).max(0.0), min[1] + along.min(height)];
            sketch.path(&[from, to], 0.8, red);
            along += 6.0;
        }
    }
    for (i, j) in (0..2).flat_map(|j| (0..3).map(move |i| (i, j))) {
        let [x, y] = at(3 * i + 1, 3 * j + 1);
        sketch.dot([x + 0.5 * PIXEL, y + 0.5 * PIXEL], 1.6, sketch.colors.text);
    }
    let word = sketch.colors.word(Tone::Fail);
    sketch.text([WORDS, 24.0], Align2::LEFT_CENTER, "3 × 3", sketch.colors.text);
    sketch.text([WORDS, 44.0], Align2::LEFT_CENTER, "never read", word);
    sketch.text([MIN[0], 82.0], Align2::LEFT_CENTER, "12 / 3 = 4, less 1: odd", sketch.colors.weak);
}
