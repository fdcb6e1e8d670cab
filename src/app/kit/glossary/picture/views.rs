//! The view of a camera, from the side or from above.

use eframe::egui::Align2;

use super::sketch::{Point, Sketch, arc, closed, corners};
use crate::geometry::Tone;

const EYE: Point = [14.0, 50.0];
/// Upper and lower end of the near plane, and of the far plane, on rays from the eye.
const NEAR: [Point; 2] = [[42.0, 38.9], [42.0, 61.1]];
const FAR: [Point; 2] = [[134.0, 2.4], [134.0, 97.6]];

/// A view volume with its eye.
fn volume(sketch: &mut Sketch<'_>, [near, far]: [[Point; 2]; 2]) {
    let blue = sketch.colors.selected;
    sketch.fill(&[near[0], far[0], far[1], near[1]], blue.gamma_multiply(0.13));
    sketch.path(&closed(&[near[0], far[0], far[1], near[1]]), 1.5, blue);
    sketch.dotted(&[EYE, near[0]], blue);
    sketch.dotted(&[EYE, near[1]], blue);
    sketch.dot(EYE, 3.5, blue);
}

/// The volume, slightly below the middle of the picture.
fn small() -> [[Point; 2]; 2] {
    [NEAR, FAR].map(|ends| ends.map(|[x, y]| [x, 50.0 + (y - 50.0) * 0.72]))
}

pub(super) fn verdict(sketch: &mut Sketch<'_>) {
    volume(sketch, [NEAR, FAR]);
    for (min, max, tone) in [
        ([66.0, 42.0], [84.0, 58.0], Tone::Pass),
        ([104.0, 76.0], [126.0, 94.0], Tone::Partial),
        ([44.0, 6.0], [64.0, 22.0], Tone::Fail),
    ] {
        sketch.toned_box(min, max, tone);
    }
    sketch.text([88.0, 50.0], Align2::LEFT_CENTER, "inside", sketch.colors.word(Tone::Pass));
    sketch.text([96.0, 88.0], Align2::RIGHT_CENTER, "intersect", sketch.colors.word(Tone::Partial));
    sketch.text([40.0, 14.0], Align2::RIGHT_CENTER, "outside", sketch.colors.word(Tone::Fail));
}

pub(super) fn view_volume(sketch: &mut Sketch<'_>) {
    volume(sketch, small());
    let [near, far] = small();
    sketch.text([near[0][0], near[0][1] - 8.0], Align2::CENTER_CENTER, "near", sketch.colors.text);
    sketch.text([far[0][0], far[0][1] - 8.0], Align2::CENTER_CENTER, "far", sketch.colors.text);
    sketch.text([88.0, 24.0], Align2::RIGHT_CENTER, "top", sketch.colors.text);
    sketch.text([88.0, 78.0], Align2::RIGHT_CENTER, "bottom", sketch.colors.text);
    sketch.text([92.0, 50.0], Align2::CENTER_CENTER, "in view", sketch.colors.weak);
    sketch.text([EYE[0], 64.0], Align2::CENTER_CENTER, "eye", sketch.colors.weak);
}

pub(super) fn near_far(sketch: &mut Sketch<'_>) {
    let [near, far] = small();
    volume(sketch, [near, far]);
    let text = sketch.colors.text;
    sketch.path(&near, 3.0, sketch.colors.selected);
    sketch.path(&far, 3.0, sketch.colors.selected);
    for (x, y, word, at) in [(near[0][0], 50.0, "near", 60.0), (far[0][0], 93.0, "far", 80.0)] {
        sketch.arrow([EYE[0], y], [x, y], 1.0, text);
        sketch.text([at, y - 7.0], Align2::CENTER_CENTER, word, text);
    }
    sketch.dotted(&[EYE, [EYE[0], 96.0]], sketch.colors.weak);
}

pub(super) fn field_of_view(sketch: &mut Sketch<'_>) {
    volume(sketch, small());
    let angle = libm::atan2f(small()[1][1][1] - EYE[1], small()[1][1][0] - EYE[0]).to_degrees();
    let turn = arc(EYE, [62.0, 62.0], 0.0, -angle, angle);
    sketch.path(&turn, 1.8, sketch.colors.tone(Tone::Partial));
    sketch.text([84.0, 50.0], Align2::LEFT_CENTER, "angle", sketch.colors.text);
}

pub(super) fn aspect(sketch: &mut Sketch<'_>) {
    let (min, max) = ([36.0, 18.0], [136.0, 74.0]);
    sketch.fill(&corners(min, max), sketch.colors.selected.gamma_multiply(0.13));
    sketch.path(&closed(&corners(min, max)), 1.5, sketch.colors.selected);
    let text = sketch.colors.text;
    sketch.arrow([min[0], 82.0], [max[0], 82.0], 1.0, text);
    sketch.text([86.0, 91.0], Align2::CENTER_CENTER, "width", text);
    sketch.arrow([28.0, max[1]], [28.0, min[1]], 1.0, text);
    sketch.text([18.0, 9.0], Align2::LEFT_CENTER, "height", text);
    sketch.text([86.0, 46.0], Align2::CENTER_CENTER, "width / height", sketch.colors.weak);
}

/// Three bars from the near to the far plane with the depths there.
pub(super) fn depth(sketch: &mut Sketch<'_>) {
    let (text, weak) = (sketch.colors.text, sketch.colors.weak);
    sketch.text([30.0, 11.0], Align2::CENTER_CENTER, "near", weak);
    sketch.text([130.0, 11.0], Align2::CENTER_CENTER, "far", weak);
    for (y, near, far, name) in
        [(26.0, "−1", "1", "OpenGL"), (52.0, "0", "1", "Direct3D"), (78.0, "1", "0", "reversed")]
    {
        let (min, max) = ([30.0, y], [130.0, y + 14.0]);
        sketch.fill(&corners(min, max), sketch.colors.selected.gamma_multiply(0.2));
        sketch.path(&closed(&corners(min, max)), 1.2, sketch.colors.selected);
        sketch.text([24.0, y + 7.0], Align2::RIGHT_CENTER, near, text);
        sketch.text([136.0, y + 7.0], Align2::LEFT_CENTER, far, text);
        sketch.text([80.0, y + 7.0], Align2::CENTER_CENTER, name, text);
    }
}

/// A box beyond a corner of the volume: no plane has the whole box behind it, but the box is outside.
pub(super) fn false_positive(sketch: &mut Sketch<'_>) {
    let blue = sketch.colors.selected;
    let (start, corner, top): (Point, Point, Point) = ([8.0, 40.0], [96.0, 62.0], [96.0, 8.0]);
    sketch.fill(&[start, corner, top, [8.0, 8.0]], blue.gamma_multiply(0.13));
    sketch.path(&[start, corner, top], 2.0, blue);
    sketch.dotted(&[corner, [152.0, 76.0]], blue);
    sketch.dotted(&[corner, [96.0, 96.0]], blue);
    sketch.toned_box([88.0, 68.0], [128.0, 90.0], Tone::Partial);
    sketch.text([46.0, 24.0], Align2::CENTER_CENTER, "in view", sketch.colors.weak);
    sketch.text([84.0, 72.0], Align2::RIGHT_CENTER, "planes: intersect", sketch.colors.word(Tone::Partial));
    sketch.text([84.0, 88.0], Align2::RIGHT_CENTER, "exact: outside", sketch.colors.word(Tone::Exact));
}
