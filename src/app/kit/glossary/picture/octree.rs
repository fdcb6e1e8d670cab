//! Cells of an octree, drawn with four children instead of eight.

use eframe::egui::{Align2, Color32};

use super::sketch::{Point, Sketch, closed, corners};
use crate::geometry::Tone;

/// The region, and the x of the words beside it.
const MIN: Point = [8.0, 8.0];
const MAX: Point = [92.0, 92.0];
const WORDS: f32 = 99.0;

/// A point of the region, from 0 to 1 on both axes.
fn at([x, y]: Point) -> Point {
    [MIN[0] + (MAX[0] - MIN[0]) * x, MIN[1] + (MAX[1] - MIN[1]) * y]
}

/// An empty cell.
fn cell(sketch: &mut Sketch<'_>, min: Point, max: Point, width: f32, color: Color32) {
    sketch.path(&closed(&corners(at(min), at(max))), width, color);
}

/// The lines that halve a cell.
fn halve(sketch: &mut Sketch<'_>, min: Point, max: Point, width: f32) {
    let middle = [f32::midpoint(min[0], max[0]), f32::midpoint(min[1], max[1])];
    let color = sketch.colors.weak;
    sketch.path(&[at([middle[0], min[1]]), at([middle[0], max[1]])], width, color);
    sketch.path(&[at([min[0], middle[1]]), at([max[0], middle[1]])], width, color);
}

/// Three subdivisions, each in one cell of the previous one.
pub(super) fn octree_cell(sketch: &mut Sketch<'_>) {
    let (text, blue) = (sketch.colors.text, sketch.colors.selected);
    cell(sketch, [0.0; 2], [1.0; 2], 2.4, sketch.colors.weak);
    halve(sketch, [0.0; 2], [1.0; 2], 1.8);
    halve(sketch, [0.5, 0.0], [1.0, 0.5], 1.3);
    halve(sketch, [0.5, 0.25], [0.75, 0.5], 0.9);
    sketch.fill(&corners(at([0.625, 0.25]), at([0.75, 0.375])), blue.gamma_multiply(0.4));
    cell(sketch, [0.625, 0.25], [0.75, 0.375], 1.8, blue);
    for (y, level) in [(0.93, "level 0"), (0.62, "level 1"), (0.06, "level 2")] {
        sketch.text([WORDS, at([0.0, y])[1]], Align2::LEFT_CENTER, level, text);
    }
    sketch.text([WORDS, at([0.0, 0.31])[1]], Align2::LEFT_CENTER, "level 3", sketch.colors.selected_word);
}

/// The bits of x, y and z interleaved, three to an octal digit.
pub(super) fn morton_code(sketch: &mut Sketch<'_>) {
    /// From the first digit to the last: the bits of x, y and z.
    const BITS: [[u8; 3]; 3] = [[1, 0, 1], [0, 1, 1], [1, 1, 0]];
    let (text, weak) = (sketch.colors.text, sketch.colors.weak);
    let place = |digit: usize, axis: usize| 64.0 + 36.0 * digit as f32 - 11.0 * (axis as f32 - 1.0);
    for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
        let (color, y) = (sketch.colors.axis(axis), 13.0 + 14.0 * axis as f32);
        sketch.text([12.0, y], Align2::LEFT_CENTER, name, color);
        for (digit, bits) in BITS.iter().enumerate() {
            let (x, bit) = (place(digit, axis), bits[axis].to_string());
            sketch.dotted(&[[x, y + 6.0], [x, 56.0]], weak.gamma_multiply(0.6));
            sketch.text([x, y], Align2::CENTER_CENTER, &bit, color);
            sketch.text([x, 64.0], Align2::CENTER_CENTER, &bit, color);
        }
    }
    sketch.text([12.0, 64.0], Align2::LEFT_CENTER, "code", weak);
    sketch.text([12.0, 86.0], Align2::LEFT_CENTER, "octal", weak);
    for (digit, [x, y, z]) in BITS.into_iter().enumerate() {
        let middle = place(digit, 1);
        sketch.path(
            &[[middle - 15.0, 72.0], [middle - 15.0, 75.0], [middle + 15.0, 75.0], [middle + 15.0, 72.0]],
            1.0,
            weak,
        );
        sketch.text([middle, 86.0], Align2::CENTER_CENTER, &(x | y << 1 | z << 2).to_string(), text);
    }
}

/// Two boxes of one size; one straddles the plane that halves the root.
pub(super) fn straddler(sketch: &mut Sketch<'_>) {
    cell(sketch, [0.0; 2], [1.0; 2], 2.0, sketch.colors.weak);
    cell(sketch, [0.5, 0.5], [1.0, 1.0], 1.2, sketch.colors.weak);
    halve(sketch, [0.5, 0.5], [1.0, 1.0], 0.9);
    sketch.toned(&[at([0.5, 0.0]), at([0.5, 1.0])], 2.0, Tone::Fail);
    sketch.toned_box(at([0.42, 0.2]), at([0.58, 0.36]), Tone::Fail);
    sketch.toned_box(at([0.79, 0.54]), at([0.95, 0.7]), Tone::Pass);
    for (y, word) in [(0.22, "straddler:"), (0.37, "in the root")] {
        sketch.text([WORDS, at([0.0, y])[1]], Align2::LEFT_CENTER, word, sketch.colors.word(Tone::Fail));
    }
    sketch.text([WORDS, at([0.0, 0.62])[1]], Align2::LEFT_CENTER, "in a leaf", sketch.colors.word(Tone::Pass));
    sketch.text([WORDS, at([0.0, 0.93])[1]], Align2::LEFT_CENTER, "split plane", sketch.colors.word(Tone::Fail));
}

/// A box that extends beyond the border of its cell, and the enlarged cell.
pub(super) fn loose_tree(sketch: &mut Sketch<'_>) {
    const THIRD: f32 = 1.0 / 3.0;
    let (blue, weak, text) = (sketch.colors.selected, sketch.colors.weak, sketch.colors.text);
    cell(sketch, [0.0; 2], [1.0; 2], 1.0, weak);
    for k in [THIRD, 2.0 * THIRD] {
        sketch.path(&[at([k, 0.0]), at([k, 1.0])], 1.0, weak);
        sketch.path(&[at([0.0, k]), at([1.0, k])], 1.0, weak);
    }
    let (low, high) = (THIRD / 2.0, 1.0 - THIRD / 2.0);
    sketch.fill(&corners(at([low; 2]), at([high; 2])), blue.gamma_multiply(0.14));
    sketch.dotted(&closed(&corners(at([low; 2]), at([high; 2]))), blue);
    cell(sketch, [THIRD; 2], [2.0 * THIRD; 2], 2.0, blue);
    sketch.plain_box(at([0.47, 0.4]), at([0.79, 0.62]));
    sketch.dot(at([0.63, 0.51]), 2.6, text);
    sketch.text([WORDS, at([0.0, 0.2])[1]], Align2::LEFT_CENTER, "enlarged", sketch.colors.selected_word);
    sketch.text([WORDS, at([0.0, 0.51])[1]], Align2::LEFT_CENTER, "centre in", text);
    sketch.text([WORDS, at([0.0, 0.66])[1]], Align2::LEFT_CENTER, "the cell", text);
}

/// One object in a cell, one in a nested cell, and one outside.
pub(super) fn candidate_pair(sketch: &mut Sketch<'_>) {
    let (yellow, weak) = (sketch.colors.candidate, sketch.colors.weak);
    cell(sketch, [0.0; 2], [1.0; 2], 2.0, weak);
    halve(sketch, [0.0; 2], [1.0; 2], 1.4);
    halve(sketch, [0.0; 2], [0.5, 0.5], 0.9);
    sketch.plain_box(at([0.06, 0.06]), at([0.32, 0.32]));
    sketch.plain_box(at([0.33, 0.33]), at([0.45, 0.45]));
    sketch.plain_box(at([0.55, 0.55]), at([0.68, 0.68]));
    sketch.dashed(&[at([0.19, 0.19]), at([0.39, 0.39])], 2.0, yellow);
    sketch.text([WORDS, at([0.0, 0.22])[1]], Align2::LEFT_CENTER, "candidates", sketch.colors.candidate_word);
    sketch.text([WORDS, at([0.0, 0.55])[1]], Align2::LEFT_CENTER, "never", weak);
    sketch.text([WORDS, at([0.0, 0.7])[1]], Align2::LEFT_CENTER, "compared", weak);
}
