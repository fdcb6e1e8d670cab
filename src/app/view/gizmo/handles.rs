//! The handles of a tool: their places on screen, and which of them is under the pointer.
//!
//! The gizmo has the same size on screen at every depth. Handles that would be a point or a line on screen are left out.

use eframe::egui::{Pos2, Rect, Vec2};
use glam::DVec3;

use super::lens::ScreenProjection;
use crate::app::command::tool::Tool;

/// Length of an arrow, points.
const ARM: f64 = 82.0;
/// From the pivot to the beginning of an arrow, points.
const GAP: f64 = 12.0;
/// The near and the far side of a plane square, points.
const SQUARE: [f64; 2] = [24.0, 42.0];
/// Radius of the rings about the axes and about the view direction, points.
const RINGS: [f64; 2] = [72.0, 90.0];
/// Half width of the square in the middle, points.
const MIDDLE: f32 = 8.0;
/// The distance at which the pointer is on a line, points.
const REACH: f32 = 7.0;
/// From the tip of an arrow's line to the end of its cap, points.
pub(super) const CAP: f32 = 12.0;
/// The distance at which the pointer is on a dot, points.
const DOT: f32 = 9.0;
/// The number of segments of a ring.
const SEGMENTS: usize = 64;
/// An arrow whose direction has this cosine to the view direction is left out.
const HEAD_ON: f64 = 0.985;
/// A plane square seen at a flatter cosine than this is left out.
const EDGE_ON: f64 = 0.2;

/// A part of the gizmo that can be dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Handle {
    /// Along an axis: 0, 1 or 2.
    Axis(usize),
    /// In the plane perpendicular to an axis.
    Plane(usize),
    /// The square in the middle: in the plane of the view, or all axes equally.
    Middle,
    /// About an axis.
    Ring(usize),
    /// About the view direction.
    ViewRing,
    /// A point that can be moved alone, by its index.
    Point(usize),
    /// A size, by its index.
    Slider(usize),
    /// The middle of the octree's region, which moves all of it.
    Region,
}

/// A handle on screen.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DrawnHandle {
    pub(super) handle: Handle,
    pub(super) outline: Outline,
    /// The tip, where the letter and the cap are.
    pub(super) tip: Pos2,
}

/// The shape of a handle on screen.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outline {
    /// A line; the pointer reaches it near the line.
    Line(Vec<Pos2>),
    /// A convex polygon; the pointer reaches it inside.
    Area(Vec<Pos2>),
    /// A dot at the tip, above all others.
    Dot,
}

/// The distance of a letter from the tip of its line, and its size, points.
const LETTER_AWAY: f32 = 24.0;
const LETTER: Vec2 = Vec2::new(9.0, 13.0);

impl DrawnHandle {
    /// The rectangle around it.
    pub(super) fn area(&self) -> Rect {
        match &self.outline {
            Outline::Line(points) | Outline::Area(points) => Rect::from_points(points),
            Outline::Dot => Rect::from_center_size(self.tip, Vec2::splat(2.0 * DOT)),
        }
    }

    /// The rectangle of the letter beyond the tip of an arrow or a scale line.
    pub(super) fn letter(&self) -> Option<Rect> {
        let (Handle::Axis(_), Outline::Line(line)) = (self.handle, &self.outline) else { return None };
        let from = line.first()?;
        let middle = self.tip + (self.tip - *from).normalized() * LETTER_AWAY;
        Some(Rect::from_center_size(middle, LETTER))
    }
}

/// Whether a direction at a point is seen as a point on screen.
pub(super) fn is_head_on(lens: &ScreenProjection, point: DVec3, direction: DVec3) -> bool {
    direction.dot(lens.to_eye(point)).abs() > HEAD_ON
}

/// Dots at points of the world.
pub(super) fn dots(lens: &ScreenProjection, points: impl IntoIterator<Item = (Handle, DVec3)>) -> Vec<DrawnHandle> {
    let dot = |(handle, point)| Some(DrawnHandle { handle, outline: Outline::Dot, tip: lens.project(point)? });
    points.into_iter().filter_map(dot).collect()
}

/// The handles of a tool at a place, those in front at the end.
pub(super) fn handles(tool: Tool, lens: &ScreenProjection, pivot: DVec3, axes: [DVec3; 3]) -> Vec<DrawnHandle> {
    let (Some(metres), Some(centre)) = (lens.metres_per_point(pivot), lens.project(pivot)) else { return Vec::new() };
    let to_eye = lens.to_eye(pivot);
    let mut drawn = Vec::new();
    match tool {
        Tool::Select | Tool::Size => {}
        Tool::Move | Tool::Scale => {
            let mut order = [0, 1, 2];
            order.sort_by(|a, b| axes[*a].dot(to_eye).total_cmp(&axes[*b].dot(to_eye)));
            if tool == Tool::Move {
                drawn.extend(order.into_iter().filter_map(|i| square(lens, pivot, axes, i, metres)));
            }
            for i in order {
                let along = axes[i];
                if along.dot(to_eye).abs() > HEAD_ON {
                    continue;
                }
                let ends = [GAP, ARM].map(|length| lens.project(pivot + along * (length * metres)));
                if let [Some(from), Some(tip)] = ends {
                    drawn.push(DrawnHandle { handle: Handle::Axis(i), outline: Outline::Line(vec![from, tip]), tip });
                }
            }
            let corner = |x: f32, y: f32| Pos2::new(centre.x + x * MIDDLE, centre.y + y * MIDDLE);
            let area = vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
            drawn.push(DrawnHandle { handle: Handle::Middle, outline: Outline::Area(area), tip: centre });
        }
        Tool::Rotate => {
            let view = (0..=SEGMENTS).filter_map(|k| {
                let (sine, cosine) = libm::sincos(k as f64 / SEGMENTS as f64 * std::f64::consts::TAU);
                let across = across(to_eye);
                lens.project(pivot + (across[0] * cosine + across[1] * sine) * (RINGS[1] * metres))
            });
            let view: Vec<Pos2> = view.collect();
            if let Some(&tip) = view.first() {
                drawn.push(DrawnHandle { handle: Handle::ViewRing, outline: Outline::Line(view), tip });
            }
            drawn.extend((0..3).filter_map(|i| ring(lens, pivot, axes[i], i, metres, to_eye)));
        }
    }
    drawn
}

/// Two unit vectors perpendicular to a unit vector and to each other.
pub(super) fn across(axis: DVec3) -> [DVec3; 2] {
    let (a, b) = axis.any_orthonormal_pair();
    [a, b]
}

fn square(lens: &ScreenProjection, pivot: DVec3, axes: [DVec3; 3], i: usize, metres: f64) -> Option<DrawnHandle> {
    let to_eye = lens.to_eye(pivot);
    if axes[i].dot(to_eye).abs() < EDGE_ON {
        return None;
    }
    let [a, b] = [axes[(i + 1) % 3], axes[(i + 2) % 3]];
    let [near, far] = SQUARE.map(|side| side * metres);
    let corner = |x: f64, y: f64| lens.project(pivot + a * x + b * y);
    let area: Vec<Pos2> =
        [(near, near), (far, near), (far, far), (near, far)].into_iter().filter_map(|(x, y)| corner(x, y)).collect();
    let tip = *area.get(2)?;
    (area.len() == 4).then_some(DrawnHandle { handle: Handle::Plane(i), outline: Outline::Area(area), tip })
}

/// The half of a ring that faces the eye; the whole ring where it is seen from its axis.
fn ring(
    lens: &ScreenProjection,
    pivot: DVec3,
    axis: DVec3,
    i: usize,
    metres: f64,
    to_eye: DVec3,
) -> Option<DrawnHandle> {
    let facing = (to_eye - axis * to_eye.dot(axis)).normalize_or(across(axis)[0]);
    let aside = axis.cross(facing);
    let is_whole = axis.dot(to_eye).abs() > HEAD_ON;
    let half = if is_whole { std::f64::consts::PI } else { std::f64::consts::FRAC_PI_2 };
    let points = (0..=SEGMENTS).filter_map(|k| {
        let (sine, cosine) = libm::sincos((k as f64 / SEGMENTS as f64 * 2.0 - 1.0) * half);
        lens.project(pivot + (facing * cosine + aside * sine) * (RINGS[0] * metres))
    });
    let points: Vec<Pos2> = points.collect();
    let tip = *points.get(SEGMENTS / 2)?;
    Some(DrawnHandle { handle: Handle::Ring(i), outline: Outline::Line(points), tip })
}

/// The handle under the pointer: the nearest line, else the area on top.
pub(super) fn under(drawn: &[DrawnHandle], pointer: Pos2) -> Option<Handle> {
    let dots = drawn.iter().filter(|drawn| drawn.outline == Outline::Dot && drawn.tip.distance(pointer) <= DOT);
    if let Some(dot) = dots.min_by(|a, b| a.tip.distance(pointer).total_cmp(&b.tip.distance(pointer))) {
        return Some(dot.handle);
    }
    let middle = drawn.iter().find(|drawn| drawn.handle == Handle::Middle);
    let is_inside = |drawn: &&DrawnHandle| matches!(&drawn.outline, Outline::Area(area) if contains(area, pointer));
    if let Some(middle) = middle.filter(is_inside) {
        return Some(middle.handle);
    }
    let mut best: Option<(f32, Handle)> = None;
    for one in drawn {
        let Outline::Line(line) = &one.outline else { continue };
        let distance = line.windows(2).map(|ends| to_segment(pointer, ends[0], ends[1])).fold(f32::MAX, f32::min);
        let distance =
            if matches!(one.handle, Handle::Axis(_)) { distance.min(to_cap(one, pointer)) } else { distance };
        if distance <= REACH && best.is_none_or(|(nearest, _)| distance <= nearest) {
            best = Some((distance, one.handle));
        }
    }
    best.map(|(_, handle)| handle).or_else(|| drawn.iter().rev().find(is_inside).map(|drawn| drawn.handle))
}

/// The distance from the pointer to the cap and the letter of an arrow.
fn to_cap(arrow: &DrawnHandle, pointer: Pos2) -> f32 {
    let Outline::Line(line) = &arrow.outline else { return f32::MAX };
    let Some(from) = line.first() else { return f32::MAX };
    let end = arrow.tip + (arrow.tip - *from).normalized() * CAP;
    // The cap at the tip is wider than the line.
    let distance = to_segment(pointer, arrow.tip, end).min(pointer.distance(arrow.tip) - 4.0);
    let is_on_letter = arrow.letter().is_some_and(|letter| letter.expand(2.0).contains(pointer));
    // Another handle below the letter comes before it.
    if is_on_letter { distance.min(REACH) } else { distance }
}

fn to_segment(point: Pos2, a: Pos2, b: Pos2) -> f32 {
    let along = b - a;
    let part = ((point - a).dot(along) / along.length_sq().max(1e-6)).clamp(0.0, 1.0);
    point.distance(a + along * part)
}

/// Whether a convex polygon contains a point.
fn contains(area: &[Pos2], point: Pos2) -> bool {
    let sides = area.iter().zip(area.iter().cycle().skip(1)).map(|(a, b)| {
        let (side, to) = (*b - *a, point - *a);
        side.x * to.y - side.y * to.x
    });
    let (mut left, mut right) = (false, false);
    for side in sides {
        left |= side > 0.0;
        right |= side < 0.0;
    }
    !(left && right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{self, Viewpoint};
    use eframe::egui::{pos2, vec2};
    use glam::Vec3;

    const WORLD: [DVec3; 3] = DVec3::AXES;

    fn lens(eye: Vec3, is_orthographic: bool) -> ScreenProjection {
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(900.0, 600.0));
        let lens = if is_orthographic {
            picture::Lens::Orthographic { height: 9.0 }
        } else {
            picture::Lens::Perspective { fov_y: 0.9 }
        };
        ScreenProjection::new(&Viewpoint { eye, target: Vec3::ZERO, up: Vec3::Y, lens, depth: [0.1, 100.0] }, rect)
    }

    #[test]
    fn every_handle_is_found_at_its_tip_and_nothing_beside_it() {
        for is_orthographic in [false, true] {
            let lens = lens(Vec3::new(6.0, 5.0, 8.0), is_orthographic);
            for (tool, count) in [(Tool::Select, 0), (Tool::Move, 7), (Tool::Rotate, 4), (Tool::Scale, 4)] {
                let drawn = handles(tool, &lens, DVec3::ZERO, WORLD);
                assert_eq!(drawn.len(), count, "{tool:?}");
                for one in &drawn {
                    let place = match &one.outline {
                        Outline::Area(area) => area[0] + (area[2] - area[0]) * 0.5,
                        Outline::Line(_) | Outline::Dot => one.tip,
                    };
                    assert_eq!(under(&drawn, place), Some(one.handle), "{tool:?}");
                }
                assert_eq!(under(&drawn, pos2(450.0, 150.0)), None);
            }
        }
    }

    #[test]
    fn an_arrow_is_found_at_the_end_of_its_cap_and_at_its_letter() {
        let lens = lens(Vec3::new(6.0, 5.0, 8.0), true);
        for tool in [Tool::Move, Tool::Scale] {
            let drawn = handles(tool, &lens, DVec3::ZERO, WORLD);
            for arrow in drawn.iter().filter(|drawn| matches!(drawn.handle, Handle::Axis(_))) {
                let Outline::Line(line) = &arrow.outline else { unreachable!() };
                let along = (arrow.tip - line[0]).normalized();
                let letter = arrow.letter().unwrap();
                for place in [arrow.tip + along * CAP, letter.center(), letter.min, letter.max] {
                    assert_eq!(under(&drawn, place), Some(arrow.handle), "{tool:?} {place:?}");
                }
                assert_eq!(under(&drawn, arrow.tip + along * 40.0), None, "{tool:?}");
            }
        }
    }

    #[test]
    fn the_gizmo_has_the_same_size_at_every_depth() {
        let length = |distance: f32| {
            let drawn = handles(Tool::Move, &lens(Vec3::Z * distance, false), DVec3::ZERO, WORLD);
            let arrow = drawn.iter().find(|drawn| drawn.handle == Handle::Axis(0)).unwrap();
            arrow.tip.x - 450.0
        };
        assert!((length(3.0) - length(90.0)).abs() < 0.1 && (length(3.0) - 82.0).abs() < 0.1);
    }

    #[test]
    fn handles_seen_end_on_or_edge_on_are_left_out() {
        let drawn = handles(Tool::Move, &lens(Vec3::Z * 9.0, true), DVec3::ZERO, WORLD);
        let has = |handle| drawn.iter().any(|drawn| drawn.handle == handle);
        assert!(has(Handle::Axis(0)) && has(Handle::Axis(1)) && has(Handle::Plane(2)) && has(Handle::Middle));
        assert!(!has(Handle::Axis(2)) && !has(Handle::Plane(0)) && !has(Handle::Plane(1)));
        let behind = handles(Tool::Move, &lens(Vec3::Z * 9.0, false), DVec3::Z * 12.0, WORLD);
        assert_eq!(behind, [], "behind the eye");
    }
}
