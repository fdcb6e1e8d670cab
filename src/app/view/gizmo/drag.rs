//! From the pointer to a change: what a drag of a handle moves, rotates or scales, and its words beside the pointer.

use eframe::egui::Pos2;
use glam::{DQuat, DVec3};

use super::lens::ScreenProjection;
use super::typed::Typed;
use crate::app::command::tool::Tool;
use crate::geometry::units::{Angle, Units};
use crate::workspace::edit::transform::Transform;

/// Rotation per step of snapping, degrees.
const TURN_STEP: f64 = 15.0;
/// Factor per step of snapping.
const SCALE_STEP: f64 = 0.1;
/// Steps of snapping are at least so many points apart.
const MOVE_STEP: f64 = 14.0;
/// Angles and factors without snapping are rounded to this.
const FINE: [f64; 2] = [0.1, 0.01];
/// A ring whose axis has a smaller cosine to the view direction is dragged like a wheel seen from the side.
const EDGE_ON: f64 = 0.3;
/// The radius of such a wheel, points.
const WHEEL: f64 = 72.0;
/// The distance on screen that scales by e from the middle, points.
const SCALE_LENGTH: f64 = 120.0;
/// The least factor of a drag.
const LEAST_FACTOR: f64 = 0.01;
/// Positions that are computed from rounded numbers are written with this grain, metres.
const EXACT: f64 = 1e-6;
/// A free drag does not snap an axis whose direction has a greater cosine to the view direction.
const ALONG_VIEW: f64 = 0.99;
/// A snapped drag leaves a coordinate that the pointer changes by less than this, points.
const STILL: f64 = 1e-3;
/// The letters of the axes.
const LETTERS: [&str; 3] = ["X", "Y", "Z"];

/// The directions that a drag may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Constraint {
    /// The plane of the view, the view direction as axis, or all axes equally.
    Free,
    /// One axis.
    Axis(usize),
    /// Both axes but this one.
    Plane(usize),
}

/// A drag between its beginning and the pointer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Path {
    pub(super) tool: Tool,
    pub(super) constraint: Constraint,
    /// Unit vectors in world space.
    pub(super) axes: [DVec3; 3],
    /// Whether these are those of the world.
    pub(super) is_world: bool,
    /// Whether the axis was chosen by a second press of its key, so that it is the item's own.
    pub(super) is_own: bool,
    pub(super) pivot: DVec3,
    /// The place of the pointer at the beginning, and in the last frame.
    pub(super) from: Pos2,
    pub(super) last: Pos2,
    /// Whether the drag began with a key, at any place.
    pub(super) is_modal: bool,
    /// The angle so far, radians.
    pub(super) turned: f64,
    pub(super) typed: Typed,
    /// The units of the numbers beside the pointer, also of typed ones.
    pub(super) units: Units,
}

/// The change at the pointer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DragOutcome {
    pub(super) change: Transform,
    /// The grain of written coordinates, metres.
    pub(super) grain: f64,
    /// The number that changes, such as "X +2.00 m".
    pub(super) words: String,
}

impl Path {
    /// The change with the pointer at `to`; `None` while the pointer gives none, such as beyond the horizon.
    pub(super) fn outcome(&mut self, lens: &ScreenProjection, to: Pos2, is_snapped: bool) -> Option<DragOutcome> {
        match self.tool {
            Tool::Select | Tool::Size => None,
            Tool::Move => self.moved(lens, to, is_snapped),
            Tool::Rotate => Some(self.rotated(lens, to, is_snapped)),
            Tool::Scale => self.scaled(lens, to, is_snapped),
        }
    }

    /// The same drag with another constraint, from its beginning.
    pub(super) fn constrain(&mut self, constraint: Constraint) {
        self.constraint = constraint;
        self.turned = 0.0;
        self.last = self.from;
    }

    fn moved(&self, lens: &ScreenProjection, to: Pos2, is_snapped: bool) -> Option<DragOutcome> {
        let metres = lens.metres_per_point(self.pivot)?;
        let grain = libm::exp10(libm::log10(metres.max(1e-9)).floor()).max(EXACT);
        let step = step(metres * MOVE_STEP);
        let axes = self.axes;
        // Amounts along the axes.
        let free: [usize; 3] = [0, 1, 2];
        let along: Vec<usize> = match self.constraint {
            Constraint::Free => free.to_vec(),
            Constraint::Axis(i) => vec![i],
            Constraint::Plane(i) => free.into_iter().filter(|axis| *axis != i).collect(),
        };
        let mut amounts = [0.0; 3];
        let starts = axes.map(|axis| if self.is_world { self.pivot.dot(axis) } else { 0.0 });
        if let Some(value) = self.typed.value() {
            amounts[along[0]] = value / self.units.length.per_metre();
        } else if self.typed.shown().is_none() {
            let by = match self.constraint {
                Constraint::Axis(i) => {
                    let at = |place| lens.along(place, self.pivot, axes[i]);
                    axes[i] * (at(to)? - at(self.from)?)
                }
                Constraint::Plane(i) => self.in_plane(lens, to, axes[i])?,
                Constraint::Free => self.in_plane(lens, to, lens.forward())?,
            };
            for &i in &along {
                let amount = by.dot(axes[i]);
                amounts[i] = if is_snapped {
                    let is_changed = amount.abs() > STILL * metres && !self.is_along_view(lens, i);
                    if is_changed { ((starts[i] + amount) / step).round() * step - starts[i] } else { 0.0 }
                } else {
                    (amount / grain).round() * grain
                };
            }
        }
        let by: DVec3 = (0..3).map(|i| axes[i] * amounts[i]).sum();
        let (unit, per_metre) = (self.units.length.symbol(), self.units.length.per_metre());
        // A snapped coordinate is a whole step, but its change need not be one.
        let digits = digits(grain * per_metre);
        let words = if let Some(typed) = self.typed.shown() {
            format!("{} {typed} {unit}", LETTERS[along[0]])
        } else {
            let shown: Vec<usize> =
                along.into_iter().filter(|i| !(is_snapped && self.is_along_view(lens, *i))).collect();
            let has_places = is_snapped && self.is_world && shown.len() < 3;
            let each = shown.into_iter().map(|i| {
                let change = format!("{} {} {unit}", LETTERS[i], signed(amounts[i] * per_metre, digits));
                let place = signed((starts[i] + amounts[i]) * per_metre, digits);
                if has_places { format!("{change} → {} {unit}", place.trim_start_matches('+')) } else { change }
            });
            each.collect::<Vec<_>>().join("   ")
        };
        let is_exact = self.is_world || self.typed.value().is_some();
        Some(DragOutcome { change: Transform::Move(by), grain: if is_exact { EXACT } else { grain }, words })
    }

    /// Whether a free drag does not show the movement along an axis, because the view looks along this axis.
    fn is_along_view(&self, lens: &ScreenProjection, axis: usize) -> bool {
        self.constraint == Constraint::Free && self.axes[axis].dot(lens.forward()).abs() > ALONG_VIEW
    }

    fn in_plane(&self, lens: &ScreenProjection, to: Pos2, normal: DVec3) -> Option<DVec3> {
        let at = |place| lens.on_plane(place, self.pivot, normal);
        Some(at(to)? - at(self.from)?)
    }

    fn rotated(&mut self, lens: &ScreenProjection, to: Pos2, is_snapped: bool) -> DragOutcome {
        let to_eye = lens.to_eye(self.pivot);
        let (axis, letter) = match self.constraint {
            Constraint::Axis(i) | Constraint::Plane(i) => (self.axes[i], LETTERS[i]),
            Constraint::Free => (to_eye, "View"),
        };
        self.turned += self.turn(lens, to, axis, to_eye).unwrap_or(0.0);
        self.last = to;
        let angle = self.units.angle;
        let degrees = match self.typed.value() {
            Some(value) => value / angle.per_degree(),
            None if self.typed.shown().is_some() => 0.0,
            None => {
                let step = if is_snapped { TURN_STEP } else { FINE[0] };
                (self.turned.to_degrees() / step).round() * step
            }
        };
        let words = if let Some(typed) = self.typed.shown() {
            format!("{letter} {typed}{}", angle.suffix())
        } else {
            let digits = if angle == Angle::Radians { 3 } else { usize::from(!is_snapped) };
            format!("{letter} {}{}", signed(degrees * angle.per_degree(), digits), angle.suffix())
        };
        let rotation = DQuat::from_axis_angle(axis, degrees.to_radians());
        DragOutcome { change: Transform::Rotate { pivot: self.pivot, rotation }, grain: EXACT, words }
    }

    /// The angle about the axis from the last place of the pointer to a new one.
    fn turn(&self, lens: &ScreenProjection, to: Pos2, axis: DVec3, to_eye: DVec3) -> Option<f64> {
        if axis.dot(to_eye).abs() > EDGE_ON {
            let [from, to] = [self.last, to].map(|place| lens.on_plane(place, self.pivot, axis));
            let [from, to] = [from? - self.pivot, to? - self.pivot];
            return Some(libm::atan2(from.cross(to).dot(axis), from.dot(to)));
        }
        // The front of the wheel moves with the pointer.
        let forth = axis.cross(to_eye).normalize_or_zero() * lens.metres_per_point(self.pivot)? * WHEEL;
        let tangent = (lens.project(self.pivot + forth)? - lens.project(self.pivot)?).normalized();
        Some(f64::from((to - self.last).dot(tangent)) / WHEEL)
    }

    fn scaled(&self, lens: &ScreenProjection, to: Pos2, is_snapped: bool) -> Option<DragOutcome> {
        let dragged = || {
            let centre = lens.project(self.pivot)?;
            if self.is_modal {
                let [from, to] = [self.from, to].map(|place| f64::from(place.distance(centre)));
                return Some(to / from.max(1.0));
            }
            if let Constraint::Axis(i) = self.constraint {
                let at = |place| lens.along(place, self.pivot, self.axes[i]);
                let from = at(self.from)?;
                (from.abs() > 1e-12).then_some(at(to)? / from)
            } else {
                let by = to - self.from;
                Some(libm::exp(f64::from(by.x - by.y) / SCALE_LENGTH))
            }
        };
        let factor = match self.typed.value() {
            Some(value) => value,
            None if self.typed.shown().is_some() => 1.0,
            None => {
                let step = if is_snapped { SCALE_STEP } else { FINE[1] };
                ((dragged()?.max(LEAST_FACTOR) / step).round() * step).max(step)
            }
        };
        let (factors, letters) = match self.constraint {
            Constraint::Free => (DVec3::splat(factor), String::new()),
            Constraint::Axis(i) => (with(DVec3::ONE, i, factor), format!("{} ", LETTERS[i])),
            Constraint::Plane(i) => {
                let letters = LETTERS.into_iter().enumerate().filter(|(axis, _)| *axis != i).map(|(_, letter)| letter);
                (with(DVec3::splat(factor), i, 1.0), format!("{} ", letters.collect::<Vec<_>>().join(" ")))
            }
        };
        let number = self.typed.shown().unwrap_or_else(|| format!("{factor:.2}"));
        let change = Transform::Scale { pivot: self.pivot, factors };
        Some(DragOutcome { change, grain: EXACT, words: format!("{letters}× {number}") })
    }
}

fn with(vector: DVec3, axis: usize, value: f64) -> DVec3 {
    let mut parts = vector.to_array();
    parts[axis] = value;
    parts.into()
}

/// The smallest of 1, 2 or 5 times a power of ten that is at least this length.
pub(super) fn step(length: f64) -> f64 {
    let power = libm::exp10(libm::log10(length.max(1e-9)).floor());
    let digit = [1.0, 2.0, 5.0].into_iter().find(|digit| digit * power >= length * 0.999).unwrap_or(10.0);
    digit * power
}

/// The number of decimals of multiples of a grain.
pub(super) fn digits(grain: f64) -> usize {
    (0..6).find(|digits| grain >= 0.999 * libm::exp10(-(*digits as f64))).unwrap_or(6)
}

/// A number with its sign.
pub(super) fn signed(x: f64, digits: usize) -> String {
    let sign = if x < 0.0 && format!("{x:.digits$}").bytes().any(|b| (b'1'..=b'9').contains(&b)) { "−" } else { "+" };
    format!("{sign}{:.digits$}", x.abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::units::Length;
    use crate::picture::{self, Viewpoint};
    use eframe::egui::{Rect, pos2, vec2};
    use glam::Vec3;
    use proptest::prelude::*;

    fn lenses() -> [ScreenProjection; 2] {
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(900.0, 600.0));
        [picture::Lens::Perspective { fov_y: 0.9 }, picture::Lens::Orthographic { height: 12.0 }].map(|lens| {
            let eye = Vec3::new(6.0, 5.0, 8.0);
            ScreenProjection::new(&Viewpoint { eye, target: Vec3::ZERO, up: Vec3::Y, lens, depth: [0.1, 100.0] }, rect)
        })
    }

    fn path(lens: &ScreenProjection, tool: Tool, constraint: Constraint, from: DVec3) -> Path {
        let from = lens.project(from).unwrap();
        Path {
            tool,
            constraint,
            axes: DVec3::AXES,
            is_world: true,
            is_own: false,
            pivot: DVec3::new(0.5, 0.25, -0.5),
            from,
            last: from,
            is_modal: false,
            turned: 0.0,
            typed: Typed::default(),
            units: Units::default(),
        }
    }

    proptest! {
        /// The handle follows the pointer: along an axis and in a plane.
        #[test]
        fn a_move_follows_the_pointer(axis in 0_usize..3, a in -1.5..1.5_f64, b in -1.5..1.5_f64) {
            for lens in lenses() {
                let start = DVec3::new(0.5, 0.25, -0.5);
                let grab = start + DVec3::AXES[axis] * 0.7;
                let mut dragged = path(&lens, Tool::Move, Constraint::Axis(axis), grab);
                let to = lens.project(grab + DVec3::AXES[axis] * a).unwrap();
                let Transform::Move(by) = dragged.outcome(&lens, to, false).unwrap().change else { unreachable!() };
                prop_assert!(by.distance(DVec3::AXES[axis] * a) < 0.02, "{by} {a}");

                let by = DVec3::AXES[(axis + 1) % 3] * a + DVec3::AXES[(axis + 2) % 3] * b;
                let mut dragged = path(&lens, Tool::Move, Constraint::Plane(axis), start);
                let to = lens.project(start + by).unwrap();
                let Transform::Move(found) = dragged.outcome(&lens, to, false).unwrap().change else { unreachable!() };
                prop_assert!(by.distance(found) < 0.02, "{by} {found}");
            }
        }

        /// A pointer that goes along a ring turns by the angle of the ring, also in several steps beyond half a turn.
        #[test]
        fn a_rotation_follows_the_pointer(axis in 0_usize..3, angle in -6.0..6.0_f64) {
            for lens in lenses() {
                let pivot = DVec3::new(0.5, 0.25, -0.5);
                let arm = DVec3::AXES[(axis + 1) % 3];
                let at = |angle: f64| pivot + DQuat::from_axis_angle(DVec3::AXES[axis], angle) * arm;
                let mut dragged = path(&lens, Tool::Rotate, Constraint::Axis(axis), at(0.0));
                let mut found = 0.0;
                for step in 1..=8 {
                    let to = lens.project(at(angle * f64::from(step) / 8.0)).unwrap();
                    dragged.outcome(&lens, to, false);
                    found = dragged.turned;
                }
                prop_assert!((found - angle).abs() < 0.01, "{found} {angle}");
            }
        }
    }

    #[test]
    fn snapping_gives_whole_steps_of_world_coordinates() {
        for lens in lenses() {
            let start = DVec3::new(0.5, 0.25, -0.5);
            let mut dragged = path(&lens, Tool::Move, Constraint::Axis(0), start);
            let to = lens.project(start + DVec3::X * 1.234).unwrap();
            let outcome = dragged.outcome(&lens, to, true).unwrap();
            let Transform::Move(by) = outcome.change else { unreachable!() };
            let step = step(lens.metres_per_point(start).unwrap() * MOVE_STEP);
            let x = (0.5 + by.x) / step;
            assert!((x - x.round()).abs() < 1e-9 && (by.x - 1.234).abs() <= step, "{by} {step}");
            assert!(outcome.words.starts_with("X +"), "{}", outcome.words);
        }
    }

    #[test]
    fn snapping_leaves_the_coordinates_that_the_pointer_does_not_change() {
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(900.0, 600.0));
        let top = Viewpoint {
            eye: Vec3::Y * 10.0,
            target: Vec3::ZERO,
            up: Vec3::NEG_Z,
            lens: picture::Lens::Orthographic { height: 12.0 },
            depth: [0.1, 100.0],
        };
        let from_top = ScreenProjection::new(&top, rect);
        let [oblique, _] = lenses();
        let start = DVec3::new(0.5, 0.25, -0.5);
        // A step is 0.5 m, so y = 0.25 m of the start is not a whole step.
        for (lens, constraint, by, still) in [
            (from_top, Constraint::Free, DVec3::new(1.234, 0.0, 0.777), 1),
            (from_top, Constraint::Plane(1), DVec3::new(1.234, 0.0, 0.0), 2),
            (oblique, Constraint::Plane(0), DVec3::new(0.0, 0.0, 1.234), 1),
        ] {
            let mut dragged = path(&lens, Tool::Move, constraint, start);
            let outcome = dragged.outcome(&lens, lens.project(start + by).unwrap(), true).unwrap();
            let Transform::Move(moved) = outcome.change else { unreachable!() };
            assert!(moved.to_array()[still].abs() < 1e-12, "{constraint:?}: {moved}");
            let step = step(lens.metres_per_point(start).unwrap() * MOVE_STEP);
            for axis in (0..3).filter(|axis| by.to_array()[*axis] > 0.0) {
                let place = (start + moved).to_array()[axis] / step;
                assert!((place - place.round()).abs() < 1e-9, "{constraint:?} {axis}: {moved} {step}");
            }
        }
    }

    #[test]
    fn a_snapped_move_shows_the_place_of_up_to_two_axes() {
        let [_, lens] = lenses();
        let start = DVec3::new(0.5, 0.25, -0.5);
        let words = |constraint, by: DVec3, is_snapped| {
            let mut dragged = path(&lens, Tool::Move, constraint, start);
            dragged.outcome(&lens, lens.project(start + by).unwrap(), is_snapped).unwrap().words
        };
        // One point is 0.02 m and a step is 0.5 m.
        let by = DVec3::new(-1.9, 0.0, 0.0);
        assert_eq!(words(Constraint::Axis(0), by, true), "X −2.00 m → −1.50 m");
        assert_eq!(words(Constraint::Axis(0), by, false), "X −1.90 m");
        let by = DVec3::new(0.0, 1.2, 2.0);
        assert_eq!(words(Constraint::Plane(0), by, true), "Y +1.25 m → 1.50 m   Z +2.00 m → 1.50 m");
        let free = words(Constraint::Free, DVec3::ONE, true);
        assert!(free.starts_with("X +") && free.contains("   Z ") && !free.contains('→'), "{free}");
    }

    #[test]
    fn typed_numbers_replace_the_pointer() {
        let [lens, _] = lenses();
        let start = DVec3::new(0.5, 0.25, -0.5);
        let place = lens.project(start).unwrap() + vec2(33.0, 12.0);
        let typed = |tool, constraint, keys: &str| {
            let mut dragged = path(&lens, tool, constraint, start);
            keys.chars().for_each(|key| assert!(dragged.typed.push(key)));
            dragged.outcome(&lens, place, false).unwrap()
        };
        let moved = typed(Tool::Move, Constraint::Axis(2), "2-");
        assert_eq!((moved.change, &*moved.words), (Transform::Move(DVec3::Z * -2.0), "Z −2_ m"));
        assert_eq!(typed(Tool::Move, Constraint::Free, "1.5").change, Transform::Move(DVec3::X * 1.5));
        assert_eq!(typed(Tool::Move, Constraint::Plane(0), "3").change, Transform::Move(DVec3::Y * 3.0));
        let Transform::Rotate { rotation, .. } = typed(Tool::Rotate, Constraint::Axis(1), "90").change else {
            unreachable!()
        };
        assert!((rotation * DVec3::X).distance(DVec3::NEG_Z) < 1e-9);
        let Transform::Scale { factors, .. } = typed(Tool::Scale, Constraint::Plane(1), "2").change else {
            unreachable!()
        };
        assert_eq!(factors, DVec3::new(2.0, 1.0, 2.0));
    }

    #[test]
    fn typed_and_shown_numbers_have_the_chosen_units() {
        let [lens, _] = lenses();
        let start = DVec3::new(0.5, 0.25, -0.5);
        let units = Units { length: Length::Millimetres, angle: Angle::Radians, ..Units::default() };
        let dragged = |tool, keys: &str| {
            let mut dragged = Path { units, ..path(&lens, tool, Constraint::Axis(0), start) };
            keys.chars().for_each(|key| assert!(dragged.typed.push(key)));
            let to = lens.project(start + DVec3::X * 1.25).unwrap();
            dragged.outcome(&lens, to, true).unwrap()
        };
        let typed = dragged(Tool::Move, "250");
        assert_eq!((typed.change, &*typed.words), (Transform::Move(DVec3::X * 0.25), "X 250_ mm"));
        assert!(dragged(Tool::Move, "").words.ends_with("0 mm"), "{}", dragged(Tool::Move, "").words);
        let turned = dragged(Tool::Rotate, "1.5");
        let Transform::Rotate { rotation, .. } = turned.change else { unreachable!() };
        assert!((rotation.to_axis_angle().1 - 1.5).abs() < 1e-9 && turned.words == "X 1.5_ rad", "{}", turned.words);
    }

    #[test]
    fn steps_and_digits_are_short() {
        for (length, short, places) in
            [(0.03, 0.05, 2), (0.012, 0.02, 2), (7.0, 10.0, 0), (1.0, 1.0, 0), (130.0, 200.0, 0)]
        {
            assert!((step(length) - short).abs() < 1e-9, "{length}: {}", step(length));
            assert_eq!(digits(step(length)), places, "{length}");
        }
        assert_eq!(
            (signed(-0.001, 2), signed(-0.01, 2), signed(2.0, 1)),
            ("+0.00".into(), "−0.01".into(), "+2.0".into())
        );
    }
}
