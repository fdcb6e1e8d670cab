//! Pictures of ray terms: t, intervals, starts inside, layers.

use eframe::egui::Align2;

use super::sketch::{Point, Sketch, arc, closed, corners};
use crate::geometry::Tone;

/// A line, a ray and a segment, one below the other.
pub(super) fn kinds(sketch: &mut Sketch<'_>) {
    let (text, weak) = (sketch.colors.text, sketch.colors.weak);
    sketch.dotted(&[[76.0, 8.0], [76.0, 84.0]], weak);
    sketch.dotted(&[[124.0, 8.0], [124.0, 84.0]], weak);
    sketch.text([76.0, 92.0], Align2::CENTER_CENTER, "t = 0", weak);
    sketch.text([124.0, 92.0], Align2::CENTER_CENTER, "1", weak);
    for (y, name) in [(18.0, "line"), (44.0, "ray"), (70.0, "segment")] {
        sketch.text([6.0, y - 2.0], Align2::LEFT_CENTER, name, text);
        match name {
            "line" => {
                sketch.arrow([100.0, y], [154.0, y], 1.8, text);
                sketch.arrow([100.0, y], [54.0, y], 1.8, text);
            }
            "ray" => sketch.arrow([76.0, y], [154.0, y], 1.8, text),
            _ => {
                sketch.path(&[[76.0, y], [124.0, y]], 1.8, text);
                sketch.dot([124.0, y], 3.0, text);
            }
        }
        sketch.dot([76.0, y], 3.0, text);
    }
}

/// A ray with its t.
pub(super) fn t(sketch: &mut Sketch<'_>) {
    let (text, weak) = (sketch.colors.text, sketch.colors.weak);
    let at = |t: f32| -> Point { [24.0 + 52.0 * t, 76.0 - 24.0 * t] };
    sketch.arrow(at(0.0), at(2.4), 1.2, weak);
    sketch.arrow(at(0.0), at(1.0), 2.4, sketch.colors.selected);
    for (t, word) in [(0.0, "t = 0"), (1.0, "1"), (2.0, "2")] {
        let [x, y] = at(t);
        sketch.dot([x, y], 3.0, text);
        sketch.text([x, y - 12.0], Align2::CENTER_CENTER, word, text);
    }
    sketch.text([24.0, 90.0], Align2::CENTER_CENTER, "origin", weak);
    sketch.text([88.0, 82.0], Align2::CENTER_CENTER, "direction", sketch.colors.selected_word);
}

/// A line through a disc.
pub(super) fn interval(sketch: &mut Sketch<'_>) {
    let (centre, radius): (Point, f32) = ([86.0, 46.0], 34.0);
    sketch.disc(centre, radius, sketch.colors.weak.gamma_multiply(0.25), sketch.colors.text);
    let y = 58.0_f32;
    let half = (radius * radius - (y - centre[1]).powi(2)).sqrt();
    let (from, to) = (centre[0] - half, centre[0] + half);
    sketch.arrow([12.0, y], [152.0, y], 1.2, sketch.colors.text);
    let green = sketch.colors.tone(Tone::Pass);
    sketch.path(&[[from, y], [to, y]], 4.0, green);
    sketch.dot([12.0, y], 3.0, sketch.colors.text);
    for (x, word) in [(from, "t_in"), (to, "t_out")] {
        sketch.dot([x, y], 4.0, green);
        sketch.dotted(&[[x, y], [x, 84.0]], sketch.colors.weak);
        sketch.text([x, 91.0], Align2::CENTER_CENTER, word, sketch.colors.text);
    }
}

/// Three intervals of t, and their intersection.
pub(super) fn slabs(sketch: &mut Sketch<'_>) {
    let (text, weak, green) = (sketch.colors.text, sketch.colors.weak, sketch.colors.tone(Tone::Pass));
    let (from, to) = (66.0, 98.0);
    sketch.fill(&corners([from, 8.0], [to, 84.0]), green.gamma_multiply(0.16));
    for (y, a, b, name) in [(8.0, 40.0, 118.0, "x"), (28.0, 28.0, to, "y"), (48.0, from, 142.0, "z")] {
        sketch.fill(&corners([a, y], [b, y + 12.0]), weak.gamma_multiply(0.35));
        sketch.path(&closed(&corners([a, y], [b, y + 12.0])), 1.0, weak);
        sketch.text([12.0, y + 6.0], Align2::CENTER_CENTER, name, text);
    }
    sketch.fill(&corners([from, 68.0], [to, 80.0]), green.gamma_multiply(0.5));
    sketch.path(&closed(&corners([from, 68.0], [to, 80.0])), 1.5, green);
    sketch.text([60.0, 74.0], Align2::RIGHT_CENTER, "in all", sketch.colors.word(Tone::Pass));
    sketch.arrow([22.0, 88.0], [148.0, 88.0], 1.0, text);
    sketch.text([154.0, 88.0], Align2::CENTER_CENTER, "t", text);
}

/// The same start inside a solid and inside a hollow solid.
pub(super) fn solid_hollow(sketch: &mut Sketch<'_>) {
    let (text, green) = (sketch.colors.text, sketch.colors.tone(Tone::Pass));
    for (x, name, is_solid) in [(40.0, "solid", true), (114.0, "hollow", false)] {
        let centre: Point = [x, 46.0];
        if is_solid {
            sketch.disc(centre, 30.0, sketch.colors.weak.gamma_multiply(0.45), text);
        } else {
            sketch.path(&arc(centre, [30.0, 30.0], 0.0, 0.0, 360.0), 1.5, text);
        }
        let start: Point = [x - 10.0, 46.0];
        sketch.arrow(start, [x + 41.0, 46.0], 1.2, text);
        let hit = if is_solid { start } else { [x + 30.0, 46.0] };
        sketch.dot(start, 3.0, text);
        sketch.dot(hit, 5.0, green);
        let word_at = if is_solid { [hit[0], 33.0] } else { [x + 12.0, 33.0] };
        sketch.text(word_at, Align2::CENTER_CENTER, "hit", sketch.colors.word(Tone::Pass));
        sketch.text([x, 88.0], Align2::CENTER_CENTER, name, text);
    }
}

/// The bits of a mask above those of an object. One column has both bits.
pub(super) fn layers(sketch: &mut Sketch<'_>) {
    let (text, weak, green) = (sketch.colors.text, sketch.colors.weak, sketch.colors.tone(Tone::Pass));
    let rows = [(24.0, "mask", [1, 0, 1, 0, 0, 1]), (50.0, "layers", [0, 0, 1, 1, 0, 0])];
    for (y, name, bits) in rows {
        sketch.text([40.0, y + 8.0], Align2::RIGHT_CENTER, name, text);
        for (i, (bit, x)) in bits.into_iter().zip([48.0, 66.0, 84.0, 102.0, 120.0, 138.0]).enumerate() {
            let (min, max) = ([x, y], [x + 15.0, y + 16.0]);
            let is_shared = rows.iter().all(|(_, _, bits)| bits[i] == 1);
            if bit == 1 {
                let color = if is_shared { green.gamma_multiply(0.55) } else { weak.gamma_multiply(0.4) };
                sketch.fill(&corners(min, max), color);
            }
            sketch.path(&closed(&corners(min, max)), 1.0, if is_shared { green } else { weak });
            if y < 30.0 {
                sketch.text([x + 7.5, 14.0], Align2::CENTER_CENTER, &i.to_string(), weak);
            }
        }
    }
    sketch.text([91.0, 84.0], Align2::CENTER_CENTER, "in common: it can hit", sketch.colors.word(Tone::Pass));
}
