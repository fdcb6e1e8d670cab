//! Quadratics and cones.

use eframe::egui::Align2;

use super::sketch::{Point, Sketch, arc};
use crate::geometry::Tone;

/// The three cases of a discriminant: two roots, one root, no root.
pub(super) fn quadratic(sketch: &mut Sketch<'_>) {
    let (text, weak) = (sketch.colors.text, sketch.colors.weak);
    let (zero, half) = (56.0, 21.0);
    for (x, low, sign, roots) in [(28.0, 20.0, "> 0", 2), (80.0, 0.0, "= 0", 1), (132.0, -14.0, "< 0", 0)] {
        sketch.path(&[[x - half, zero], [x + half, zero]], 1.0, weak);
        // In units of half the width, −1 … 1. The curve rises to the same height at both ends.
        let height = |u: f32| zero + low - (low + 40.0) * u * u;
        let curve: Vec<Point> = (-20..=20_i8).map(|i| f32::from(i) / 20.0).map(|u| [x + u * half, height(u)]).collect();
        sketch.path(&curve, 1.6, text);
        let root = (low / (low + 40.0)).max(0.0).sqrt() * half;
        if roots == 2 {
            sketch.path(&[[x - root, zero], [x + root, zero]], 4.0, sketch.colors.tone(Tone::Pass));
        }
        for side in [-1.0, 1.0].into_iter().take(roots) {
            sketch.dot([x + side * root, zero], 3.2, sketch.colors.tone(Tone::Pass));
        }
        sketch.text([x, 91.0], Align2::CENTER_CENTER, sign, text);
    }
}

const APEX: Point = [80.0, 48.0];
/// Half the width of a nappe at its end, and the height of the nappe.
const REACH: [f32; 2] = [34.0, 36.0];

pub(super) fn nappe(sketch: &mut Sketch<'_>) {
    double_cone(sketch);
    sketch.text([122.0, 76.0], Align2::LEFT_CENTER, "cone", sketch.colors.text);
    sketch.text([122.0, 20.0], Align2::LEFT_CENTER, "mirror", sketch.colors.weak);
    let [x, y] = [96.0, 22.0];
    sketch.toned(&[[8.0, y], [x, y]], 1.5, Tone::Fail);
    sketch.dot([APEX[0] - REACH[0] * (APEX[1] - y) / REACH[1], y], 3.2, sketch.colors.tone(Tone::Fail));
    sketch.text([26.0, 12.0], Align2::CENTER_CENTER, "no hit", sketch.colors.word(Tone::Fail));
    sketch.path(&[[8.0, 72.0], [x, 72.0]], 1.5, sketch.colors.tone(Tone::Pass));
    sketch.dot([APEX[0] - REACH[0] * (72.0 - APEX[1]) / REACH[1], 72.0], 3.2, sketch.colors.tone(Tone::Pass));
    sketch.text([26.0, 62.0], Align2::CENTER_CENTER, "hit", sketch.colors.word(Tone::Pass));
}

pub(super) fn generator(sketch: &mut Sketch<'_>) {
    double_cone(sketch);
    let ends = |dx: f32| -> [Point; 2] {
        [[APEX[0] - REACH[0] + dx, APEX[1] - REACH[1]], [APEX[0] + REACH[0] + dx, APEX[1] + REACH[1]]]
    };
    sketch.path(&ends(0.0), 2.5, sketch.colors.selected);
    let [from, to] = ends(-26.0);
    sketch.arrow(from, to, 1.5, sketch.colors.text);
    sketch.text([156.0, 52.0], Align2::RIGHT_CENTER, "generator", sketch.colors.selected_word);
    sketch.text([8.0, 48.0], Align2::LEFT_CENTER, "parallel", sketch.colors.text);
}

/// The solid below the apex, and its mirror image above.
fn double_cone(sketch: &mut Sketch<'_>) {
    let [[x, y], [w, h]] = [APEX, REACH];
    let (text, weak) = (sketch.colors.text, sketch.colors.weak);
    sketch.fill(&[APEX, [x + w, y + h], [x - w, y + h]], weak.gamma_multiply(0.35));
    sketch.path(&[[x - w, y + h], APEX, [x + w, y + h]], 1.4, text);
    sketch.path(&arc([x, y + h], [w, 7.0], 0.0, 0.0, 360.0), 1.2, text);
    sketch.dotted(&[[x - w, y - h], APEX, [x + w, y - h]], weak);
    sketch.dotted(&arc([x, y - h], [w, 7.0], 0.0, 0.0, 360.0), weak);
    sketch.dot(APEX, 2.5, text);
}
