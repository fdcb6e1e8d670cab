//! Corners, planes and boxes.

use eframe::egui::{Align2, Vec2};

use super::sketch::{Point, Sketch, arc, closed, corners};
use crate::geometry::Tone;

/// A plane seen edge-on: two of its points. The normal points to the left of the direction from the first to the
/// second.
struct Edge(Point, Point);

impl Edge {
    fn normal(&self) -> Vec2 {
        (Vec2::from(self.1) - Vec2::from(self.0)).normalized().rot90()
    }

    /// Positive on the side of the normal.
    fn distance(&self, point: Point) -> f32 {
        (Vec2::from(point) - Vec2::from(self.0)).dot(self.normal())
    }

    fn foot(&self, point: Point) -> Point {
        (Vec2::from(point) - self.normal() * self.distance(point)).into()
    }

    fn draw(&self, sketch: &mut Sketch<'_>) {
        let Self(from, to) = *self;
        sketch.path(&[from, to], 2.0, sketch.colors.selected);
        let tail = Vec2::from(from) + (Vec2::from(to) - Vec2::from(from)) * 0.9;
        sketch.arrow(tail.into(), (tail + self.normal() * 19.0).into(), 1.2, sketch.colors.selected);
    }
}

/// A plane with its front at the right.
const LEANING: Edge = Edge([58.0, 6.0], [30.0, 94.0]);

pub(super) fn p_vertex(sketch: &mut Sketch<'_>) {
    extreme_corners(sketch, true);
}

pub(super) fn n_vertex(sketch: &mut Sketch<'_>) {
    extreme_corners(sketch, false);
}

/// A box in front of a plane, with its p-vertex and n-vertex and their distances.
fn extreme_corners(sketch: &mut Sketch<'_>, is_p: bool) {
    let (min, max): (Point, Point) = ([84.0, 30.0], [130.0, 70.0]);
    sketch.plain_box(min, max);
    LEANING.draw(sketch);
    sketch.text([54.0, 92.0], Align2::LEFT_CENTER, "normal", sketch.colors.selected_word);
    for (at, letter, tone, is_meant, beside) in
        [(max, "p-vertex", Tone::Pass, is_p, [130.0, 82.0]), (min, "n-vertex", Tone::Pass, !is_p, [110.0, 20.0])]
    {
        let color = sketch.colors.tone(tone);
        if is_meant {
            sketch.path(&[at, LEANING.foot(at)], 1.5, color);
            sketch.dot(LEANING.foot(at), 2.0, color);
        }
        sketch.dot(at, if is_meant { 5.0 } else { 3.0 }, color);
        let word = if is_meant { sketch.colors.word(tone) } else { sketch.colors.weak };
        sketch.text(beside, Align2::CENTER_CENTER, letter, word);
    }
}

/// A box behind a plane, and its distance.
pub(super) fn margin(sketch: &mut Sketch<'_>) {
    let plane = Edge([52.0, 94.0], [76.0, 6.0]);
    let p: Point = [104.0, 34.0];
    sketch.text([28.0, 30.0], Align2::CENTER_CENTER, "in front", sketch.colors.weak);
    sketch.text([124.0, 88.0], Align2::CENTER_CENTER, "behind", sketch.colors.weak);
    plane.draw(sketch);
    sketch.toned_box(p, [146.0, 74.0], Tone::Fail);
    sketch.toned(&[p, plane.foot(p)], 2.5, Tone::Fail);
    sketch.dot(p, 4.0, sketch.colors.tone(Tone::Fail));
    sketch.text([88.0, 12.0], Align2::LEFT_CENTER, "margin < 0", sketch.colors.word(Tone::Fail));
}

/// A view volume from above. The whole box is behind one plane.
pub(super) fn rejecting_plane(sketch: &mut Sketch<'_>) {
    let (near, far) = ([[34.0, 34.0], [34.0, 48.0]], [[130.0, 8.0], [130.0, 74.0]]);
    sketch.fill(&[near[0], far[0], far[1], near[1]], sketch.colors.selected.gamma_multiply(0.12));
    sketch.path(&[near[1], near[0], far[0], far[1]], 1.5, sketch.colors.selected);
    sketch.dot([16.0, 41.0], 3.0, sketch.colors.selected);
    let plane = Edge(near[1], far[1]);
    let p: Point = [98.0, 77.0];
    sketch.toned_box([68.0, 77.0], [98.0, 95.0], Tone::Fail);
    sketch.path(&[near[1], far[1]], 3.0, sketch.colors.tone(Tone::Fail));
    sketch.toned(&[p, plane.foot(p)], 2.0, Tone::Fail);
    sketch.dot(p, 3.5, sketch.colors.tone(Tone::Pass));
    sketch.text([84.0, 38.0], Align2::CENTER_CENTER, "in view", sketch.colors.weak);
    sketch.text([108.0, 88.0], Align2::LEFT_CENTER, "rejected", sketch.colors.word(Tone::Fail));
}

/// Two points on opposite sides of a plane.
pub(super) fn half_space(sketch: &mut Sketch<'_>) {
    let plane = Edge([86.0, 6.0], [58.0, 94.0]);
    let front = [plane.0, [154.0, 6.0], [154.0, 94.0], plane.1];
    sketch.fill(&front, sketch.colors.tone(Tone::Pass).gamma_multiply(0.14));
    plane.draw(sketch);
    for (at, tone, word, beside) in
        [([124.0, 42.0], Tone::Pass, "1.3 m", [124.0, 28.0]), ([28.0, 48.0], Tone::Fail, "−0.9 m", [28.0, 34.0])]
    {
        sketch.toned(&[at, plane.foot(at)], 1.5, tone);
        sketch.dot(at, 4.0, sketch.colors.tone(tone));
        sketch.text(beside, Align2::CENTER_CENTER, word, sketch.colors.word(tone));
    }
    sketch.text([124.0, 84.0], Align2::CENTER_CENTER, "in front", sketch.colors.weak);
    sketch.text([28.0, 84.0], Align2::CENTER_CENTER, "behind", sketch.colors.weak);
}

/// An inclined shape in its box.
pub(super) fn aabb(sketch: &mut Sketch<'_>) {
    let shape = arc([84.0, 46.0], [46.0, 17.0], -28.0, 0.0, 360.0);
    sketch.fill(&shape[1..], sketch.colors.weak.gamma_multiply(0.3));
    sketch.path(&shape, 1.2, sketch.colors.text);
    let [left, right] = [0, 1].map(|i| shape.iter().fold([f32::MAX, f32::MIN], |[a, b], p| [a.min(p[i]), b.max(p[i])]));
    sketch.path(&closed(&corners([left[0], right[0]], [left[1], right[1]])), 1.8, sketch.colors.selected);
    axes(sketch);
}

fn axes(sketch: &mut Sketch<'_>) {
    let weak = sketch.colors.weak;
    sketch.arrow([10.0, 92.0], [32.0, 92.0], 1.0, weak);
    sketch.arrow([10.0, 92.0], [10.0, 70.0], 1.0, weak);
    sketch.text([35.0, 91.0], Align2::LEFT_CENTER, "X", weak);
    sketch.text([10.0, 61.0], Align2::CENTER_CENTER, "Y", weak);
}

/// A rotated ellipsoid: its tight box, and the larger box around its rotated local box.
pub(super) fn world_aabb(sketch: &mut Sketch<'_>) {
    let (centre, radii, turned) = ([80.0, 42.0], [46.0, 15.0], -30.0_f32);
    let shape = arc(centre, radii, turned, 0.0, 360.0);
    let (sin, cos) = libm::sincosf(turned.to_radians());
    let local = corners([-radii[0], -radii[1]], radii)
        .map(|[x, y]| [centre[0] + x * cos - y * sin, centre[1] + x * sin + y * cos]);
    let around = |points: &[Point]| {
        points.iter().fold(([f32::MAX; 2], [f32::MIN; 2]), |(min, max), p| {
            ([min[0].min(p[0]), min[1].min(p[1])], [max[0].max(p[0]), max[1].max(p[1])])
        })
    };
    let ((min, max), (loose_min, loose_max)) = (around(&shape), around(&local));
    sketch.dotted(&closed(&corners(loose_min, loose_max)), sketch.colors.weak);
    sketch.path(&closed(&local), 0.8, sketch.colors.weak);
    sketch.fill(&shape[1..], sketch.colors.weak.gamma_multiply(0.3));
    sketch.path(&shape, 1.2, sketch.colors.text);
    sketch.path(&closed(&corners(min, max)), 2.0, sketch.colors.selected);
    sketch.text([34.0, 91.0], Align2::CENTER_CENTER, "tight", sketch.colors.selected_word);
    sketch.text([104.0, 91.0], Align2::CENTER_CENTER, "of the local box", sketch.colors.weak);
}
