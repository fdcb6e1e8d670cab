//! Triangles and their faults, and the boxes around them.

use eframe::egui::{Align2, Color32};

use super::sketch::{Point, Sketch, arc, closed, corners};
use crate::geometry::Tone;

/// A triangle of a surface.
fn triangle(sketch: &mut Sketch<'_>, at: [Point; 3]) {
    sketch.fill(&at, sketch.colors.weak.gamma_multiply(0.25));
    sketch.path(&closed(&at), 1.2, sketch.colors.text);
}

fn middle(points: &[Point]) -> Point {
    let sum = points.iter().fold([0.0; 2], |[x, y], point| [x + point[0], y + point[1]]);
    sum.map(|sum| sum / points.len() as f32)
}

/// The winding of a triangle, as an arrow in its middle.
fn turn(sketch: &mut Sketch<'_>, centre: Point, is_clockwise: bool, color: Color32) {
    const RADIUS: f32 = 8.0;
    let (from, to) = if is_clockwise { (-60.0, 200.0) } else { (240.0, -20.0) };
    let way = arc(centre, [RADIUS; 2], 0.0, from, to);
    sketch.path(&way[..way.len() - 3], 1.4, color);
    if let [.., before, _, _, last] = way[..] {
        sketch.arrow(before, last, 1.4, color);
    }
}

/// Triangles that share vertices, each with its number.
pub(super) fn mesh(sketch: &mut Sketch<'_>) {
    const VERTICES: [Point; 6] = [[14.0, 66.0], [52.0, 82.0], [34.0, 32.0], [74.0, 44.0], [60.0, 14.0], [100.0, 26.0]];
    for at in [[0, 1, 2], [2, 1, 3], [2, 3, 4], [4, 3, 5]] {
        triangle(sketch, at.map(|i| VERTICES[i]));
    }
    let shared = [2, 1, 3].map(|i| VERTICES[i]);
    sketch.fill(&shared, sketch.colors.selected.gamma_multiply(0.35));
    sketch.path(&closed(&shared), 2.0, sketch.colors.selected);
    for (i, at) in VERTICES.into_iter().enumerate() {
        sketch.dot(at, 3.0, sketch.colors.text);
        let beside = [[-7.0, 0.0], [0.0, 9.0], [-8.0, -3.0], [6.0, 9.0], [-7.0, -4.0], [7.0, -5.0]][i];
        let place = [at[0] + beside[0], at[1] + beside[1]];
        sketch.text(place, Align2::CENTER_CENTER, &i.to_string(), sketch.colors.weak);
    }
    sketch.text([154.0, 68.0], Align2::RIGHT_CENTER, "triangle", sketch.colors.selected_word);
    sketch.text([154.0, 82.0], Align2::RIGHT_CENTER, "2, 1, 3", sketch.colors.selected_word);
}

/// A ray that hits one of two boxes inside a box.
pub(super) fn tree_of_boxes(sketch: &mut Sketch<'_>) {
    let triangles = [[[20.0, 44.0], [30.0, 28.0], [44.0, 40.0]], [[36.0, 60.0], [52.0, 48.0], [56.0, 66.0]]];
    let others = [[[80.0, 34.0], [94.0, 18.0], [104.0, 32.0]], [[100.0, 62.0], [116.0, 46.0], [122.0, 60.0]]];
    for at in triangles.into_iter().chain(others) {
        triangle(sketch, at);
    }
    sketch.toned(&closed(&corners([8.0, 10.0], [134.0, 74.0])), 1.6, Tone::Pass);
    sketch.toned_box([16.0, 24.0], [60.0, 70.0], Tone::Fail);
    sketch.toned_box([76.0, 14.0], [126.0, 66.0], Tone::Pass);
    sketch.arrow([66.0, 4.0], [142.0, 72.0], 1.6, sketch.colors.text);
    sketch.text([38.0, 86.0], Align2::CENTER_CENTER, "pruned", sketch.colors.word(Tone::Fail));
    sketch.text([104.0, 86.0], Align2::CENTER_CENTER, "searched", sketch.colors.word(Tone::Pass));
}

/// A point of a triangle, and for each corner the part of the area opposite to it.
pub(super) fn barycentric(sketch: &mut Sketch<'_>) {
    const CORNERS: [Point; 3] = [[22.0, 80.0], [138.0, 84.0], [72.0, 12.0]];
    const WEIGHTS: [f32; 3] = [0.25, 0.25, 0.5];
    let point: Point =
        [0, 1].map(|axis| CORNERS.iter().zip(WEIGHTS).map(|(corner, weight)| corner[axis] * weight).sum());
    let tones = [Tone::Pass, Tone::Partial, Tone::Exact];
    for (i, tone) in tones.into_iter().enumerate() {
        let part = [point, CORNERS[(i + 1) % 3], CORNERS[(i + 2) % 3]];
        sketch.fill(&part, sketch.colors.tone(tone).gamma_multiply(0.3));
        let middle = middle(&part);
        let [letter, corner] = [["u", "a"], ["v", "b"], ["w", "c"]][i];
        sketch.text(middle, Align2::CENTER_CENTER, letter, sketch.colors.word(tone));
        let beside = [[-9.0, 4.0], [9.0, 4.0], [-10.0, 0.0]][i];
        let place = [CORNERS[i][0] + beside[0], CORNERS[i][1] + beside[1]];
        sketch.text(place, Align2::CENTER_CENTER, corner, sketch.colors.text);
    }
    for corner in CORNERS {
        sketch.path(&[point, corner], 0.8, sketch.colors.weak);
    }
    sketch.path(&closed(&CORNERS), 1.5, sketch.colors.text);
    sketch.dot(point, 3.5, sketch.colors.text);
}

/// The same triangle from both sides.
pub(super) fn back_face(sketch: &mut Sketch<'_>) {
    for (left, name, tone, is_clockwise) in [(10.0, "front", Tone::Pass, false), (90.0, "back", Tone::Fail, true)] {
        let mirrored = |x: f32| left + if is_clockwise { 60.0 - x } else { x };
        let at = [[mirrored(0.0), 72.0], [mirrored(58.0), 62.0], [mirrored(20.0), 12.0]];
        sketch.fill(&at, sketch.colors.tone(tone).gamma_multiply(0.2));
        sketch.toned(&closed(&at), 1.5, tone);
        turn(sketch, middle(&at), is_clockwise, sketch.colors.text);
        sketch.text([left + 30.0, 89.0], Align2::CENTER_CENTER, name, sketch.colors.word(tone));
    }
}

/// Two pairs of neighbours. In one pair both run in the same direction along the common edge.
pub(super) fn winding(sketch: &mut Sketch<'_>) {
    for (left, name, tone, is_flipped) in [(8.0, "same", Tone::Pass, false), (88.0, "flipped", Tone::Fail, true)] {
        let [a, b, c, d] = [[0.0, 70.0], [62.0, 76.0], [2.0, 10.0], [64.0, 14.0]].map(|[x, y]: Point| [left + x, y]);
        triangle(sketch, [a, b, c]);
        triangle(sketch, [c, b, d]);
        sketch.toned(&[b, c], 2.5, tone);
        turn(sketch, middle(&[a, b, c]), false, sketch.colors.text);
        let color = if is_flipped { sketch.colors.tone(tone) } else { sketch.colors.text };
        turn(sketch, middle(&[c, b, d]), is_flipped, color);
        sketch.text([left + 32.0, 90.0], Align2::CENTER_CENTER, name, sketch.colors.word(tone));
    }
}

/// Three triangles at one edge.
pub(super) fn non_manifold_edge(sketch: &mut Sketch<'_>) {
    let edge: [Point; 2] = [[60.0, 84.0], [60.0, 26.0]];
    let back: Point = [88.0, 12.0];
    sketch.fill(&[edge[0], edge[1], back], sketch.colors.weak.gamma_multiply(0.12));
    sketch.path(&[edge[1], back], 1.2, sketch.colors.text);
    sketch.dotted(&[back, edge[0]], sketch.colors.text);
    for tip in [[14.0, 46.0], [112.0, 70.0]] {
        triangle(sketch, [edge[0], edge[1], tip]);
    }
    sketch.toned(&edge, 3.0, Tone::Fail);
    sketch.text([154.0, 26.0], Align2::RIGHT_CENTER, "1 edge", sketch.colors.word(Tone::Fail));
    sketch.text([154.0, 40.0], Align2::RIGHT_CENTER, "3 triangles", sketch.colors.text);
}

/// A box without its top face.
pub(super) fn open_edge(sketch: &mut Sketch<'_>) {
    let rim: [Point; 4] = [[52.0, 42.0], [94.0, 30.0], [54.0, 16.0], [14.0, 27.0]];
    let below = |[x, y]: Point| -> Point { [x, y + 46.0] };
    let [front, right, _, left] = rim;
    for [a, b] in [[left, front], [front, right]] {
        triangle(sketch, [a, below(a), below(b)]);
        triangle(sketch, [a, below(b), b]);
    }
    sketch.fill(&rim, sketch.colors.weak.gamma_multiply(0.1));
    sketch.toned(&closed(&rim), 2.5, Tone::Fail);
    sketch.text([154.0, 16.0], Align2::RIGHT_CENTER, "open edges", sketch.colors.word(Tone::Fail));
    sketch.text([154.0, 60.0], Align2::RIGHT_CENTER, "no inside", sketch.colors.text);
}

/// One mesh, and three instances of it.
pub(super) fn instance(sketch: &mut Sketch<'_>) {
    const SHAPE: [Point; 4] = [[-10.0, 10.0], [10.0, 10.0], [4.0, -10.0], [-8.0, -4.0]];
    let (blue, weak) = (sketch.colors.selected, sketch.colors.weak);
    let placed = |at: Point, turned: f32, size: [f32; 2]| -> Vec<Point> {
        let (sin, cos) = libm::sincosf(turned.to_radians());
        let place = |[x, y]: Point| {
            let [x, y] = [x * size[0], y * size[1]];
            [at[0] + x * cos - y * sin, at[1] + x * sin + y * cos]
        };
        SHAPE.into_iter().map(place).collect()
    };
    let original = placed([24.0, 44.0], 0.0, [1.0, 1.0]);
    for (at, turned, size) in
        [([110.0, 18.0], 25.0, [1.0, 1.0]), ([116.0, 50.0], 0.0, [-1.5, 0.9]), ([104.0, 82.0], -70.0, [0.8, 0.8])]
    {
        sketch.dotted(&[[40.0, 44.0], [at[0] - 20.0, at[1]]], weak);
        let shape = placed(at, turned, size);
        sketch.fill(&shape, weak.gamma_multiply(0.25));
        sketch.path(&closed(&shape), 1.2, sketch.colors.text);
    }
    sketch.fill(&original, blue.gamma_multiply(0.35));
    sketch.path(&closed(&original), 2.0, blue);
    sketch.text([26.0, 68.0], Align2::CENTER_CENTER, "one mesh", sketch.colors.selected_word);
}

/// A triangle with area, and two without area.
pub(super) fn degenerate(sketch: &mut Sketch<'_>) {
    let (text, fail) = (sketch.colors.text, sketch.colors.word(Tone::Fail));
    let sound: [Point; 3] = [[8.0, 62.0], [44.0, 66.0], [24.0, 22.0]];
    sketch.fill(&sound, sketch.colors.tone(Tone::Pass).gamma_multiply(0.2));
    sketch.toned(&closed(&sound), 1.5, Tone::Pass);
    let line: [Point; 3] = [[58.0, 66.0], [78.0, 40.0], [92.0, 22.0]];
    let point: [Point; 3] = [[114.0, 62.0], [146.0, 26.0], [146.0, 26.0]];
    sketch.toned(&line, 2.0, Tone::Fail);
    sketch.toned(&point[..2], 2.0, Tone::Fail);
    sketch.path(&arc([146.0, 26.0], [6.5; 2], 0.0, 0.0, 360.0), 1.0, text);
    for at in sound.into_iter().chain(line).chain(point) {
        sketch.dot(at, 3.0, text);
    }
    sketch.text([26.0, 86.0], Align2::CENTER_CENTER, "sound", sketch.colors.word(Tone::Pass));
    sketch.text([77.0, 86.0], Align2::CENTER_CENTER, "on a line", fail);
    sketch.text([130.0, 80.0], Align2::CENTER_CENTER, "two at", fail);
    sketch.text([130.0, 92.0], Align2::CENTER_CENTER, "one place", fail);
}
