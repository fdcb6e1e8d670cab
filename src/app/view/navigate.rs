//! Moves the view: a turntable around a pivot, as pure functions of pointer and keys.
//!
//! Yaw turns about the scene's up axis, pitch tilts up to straight down or up; there is no roll. At yaw and pitch 0 the
//! eye looks along −Z (for up = +Y). The height of an orthographic picture is that of the perspective one at the pivot,
//! so toggling keeps the size of objects at the pivot.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use glam::{Quat, Vec2, Vec3, Vec3Swizzles, vec3};

use crate::app::command::directions::{Toward, ViewAxis};
use crate::geometry::Aabb;
use crate::picture::{Lens, Viewpoint, fit};
use crate::workspace::edit::ViewPlacement;

/// A drag over the height of the picture turns by half a revolution.
const ORBIT_PER_HEIGHT: f32 = PI;
/// A step of a key around the pivot, radians.
const ORBIT_STEP: f32 = PI / 12.0;
/// A step of a key in the plane of the picture, as a part of the height of the picture.
const PAN_STEP: f32 = 0.1;
/// A step of a key towards the pivot, as a factor of the distance.
const ZOOM_STEP: f32 = 0.8;
/// The least distance of the eye from the pivot, metres.
const NEAREST: f32 = 1e-3;
/// The greatest distance of the eye from the pivot, metres.
const FURTHEST: f32 = 1e7;
/// A second of flight covers this part of the distance to the pivot.
const FLIGHT_SPEED: f32 = 0.6;
/// During a flight, the distance to the pivot grows and shrinks by at most the exponential of this a second: past the edge
/// of a wall, the speed does not leap to that of the landscape behind it.
const GROWTH: f32 = 1.0;
const SHRINKING: f32 = 6.0;

/// The eye of the turntable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::app) struct Eye {
    /// The centre of rotation.
    pub pivot: Vec3,
    /// From the eye to the pivot, metres.
    pub distance: f32,
    /// About `up`, radians.
    pub yaw: f32,
    /// Above the horizon is positive: the eye then looks up. Radians, within ±π/2.
    pub pitch: f32,
    /// Unit vector: the axis of the turntable.
    pub up: Vec3,
    /// Vertical field of view, radians.
    pub fov_y: f32,
    /// Whether the projection is orthographic.
    pub orthographic: bool,
    /// Whether turning the view ends the orthographic projection, because a view along an axis has begun it.
    pub flat_until_turned: bool,
}

impl Toward {
    /// The drag of the pointer that moves the eye in this direction, of length 1: the scene follows the pointer.
    fn drag(self) -> Vec2 {
        match self {
            Self::Left => Vec2::X,
            Self::Right => Vec2::NEG_X,
            Self::Up => Vec2::Y,
            Self::Down => Vec2::NEG_Y,
        }
    }
}

impl Eye {
    /// The turntable for a viewpoint, without roll. `middle` is the distance of the pivot when the viewpoint has no
    /// target.
    pub(in crate::app) fn of(viewpoint: &Viewpoint, up: Vec3, middle: Option<f32>) -> Self {
        let forward = viewpoint.forward();
        let local = upright(up).inverse() * forward;
        let pitch = libm::asinf(local.y.clamp(-1.0, 1.0));
        // When the view is straight up or down, the upper border of the picture gives the yaw.
        let flat =
            if local.xz().length() > 1e-4 { local } else { upright(up).inverse() * viewpoint.up * -local.y.signum() };
        let yaw = libm::atan2f(-flat.x, -flat.z);
        let mut distance = viewpoint.eye.distance(viewpoint.target);
        let (fov_y, orthographic) = match viewpoint.lens {
            Lens::Perspective { fov_y } => (fov_y, false),
            lens @ Lens::OffCentre { .. } => (2.0 * libm::atanf(lens.tangent()), false),
            Lens::Orthographic { height } => {
                let fov_y = PI / 4.0;
                distance = height / 2.0 / libm::tanf(fov_y / 2.0);
                (fov_y, true)
            }
        };
        let pivot = match middle {
            Some(depth) if !orthographic => {
                distance = depth;
                viewpoint.eye + forward * depth
            }
            _ => viewpoint.target,
        };
        let distance = distance.clamp(NEAREST, FURTHEST);
        Self { pivot, distance, yaw, pitch, up, fov_y, orthographic, flat_until_turned: false }
    }

    /// The viewpoint, with a depth range for a scene of this extent.
    pub(in crate::app) fn viewpoint(&self, extent: &Aabb) -> Viewpoint {
        let rotation = self.rotation();
        let eye = self.position();
        let radius = extent.half_extents().length().max(1e-3);
        let reach = eye.distance(extent.centre()) + radius;
        let (lens, near) = if self.orthographic {
            (Lens::Orthographic { height: self.height() }, -4.0 * reach)
        } else {
            (Lens::Perspective { fov_y: self.fov_y }, (self.distance * 0.01).clamp(1e-3, reach.max(1.0) * 0.01))
        };
        let depth = [near, (reach * 20.0).max(100.0)];
        Viewpoint { eye, target: self.pivot, up: rotation * Vec3::Y, lens, depth }
    }

    pub(in crate::app) fn position(&self) -> Vec3 {
        self.pivot - self.forward() * self.distance
    }

    /// The pivot and the view direction, for placing new items.
    pub(in crate::app) fn spot(&self) -> ViewPlacement {
        let rotation = self.rotation();
        ViewPlacement {
            middle: self.pivot,
            right: rotation * Vec3::X,
            up: rotation * Vec3::Y,
            height: self.height(),
            surface: None,
        }
    }

    /// The rotation from the eye's own directions to those of the world.
    pub(in crate::app) fn rotation(&self) -> Quat {
        upright(self.up) * Quat::from_rotation_y(self.yaw) * Quat::from_rotation_x(self.pitch)
    }

    /// The unit vector in which it looks.
    pub(in crate::app) fn forward(&self) -> Vec3 {
        self.rotation() * Vec3::NEG_Z
    }

    /// Height of the picture at the pivot, metres.
    pub(in crate::app) fn height(&self) -> f32 {
        2.0 * self.distance * libm::tanf(self.fov_y / 2.0)
    }

    /// Turns around the pivot by a drag of `delta` points in a picture `height` points high.
    pub(in crate::app) fn orbit(&mut self, delta: Vec2, height: f32) {
        if self.flat_until_turned && delta != Vec2::ZERO {
            (self.orthographic, self.flat_until_turned) = (false, false);
        }
        let turn = delta / height.max(1.0) * ORBIT_PER_HEIGHT;
        self.yaw = wrap(self.yaw - turn.x);
        self.pitch = (self.pitch - turn.y).clamp(-FRAC_PI_2, FRAC_PI_2);
    }

    /// Turns the eye in place; the pivot moves.
    pub(in crate::app) fn look(&mut self, delta: Vec2, height: f32) {
        let eye = self.position();
        self.orbit(delta * 0.5, height);
        self.pivot = eye + self.forward() * self.distance;
    }

    /// Pans so that a point at the pivot's depth follows the pointer.
    pub(in crate::app) fn pan(&mut self, delta: Vec2, height: f32) {
        let metres = self.height() / height.max(1.0);
        self.pivot += self.rotation() * vec3(-delta.x, delta.y, 0.0) * metres;
    }

    /// Zooms in by a `factor` below 1, out above 1. The point at the pivot's depth under the pointer stays there.
    /// `pointer` is in points from the middle of the picture, x to the right and y down.
    pub(in crate::app) fn zoom(&mut self, factor: f32, pointer: Vec2, height: f32) {
        let distance = (self.distance * factor).clamp(NEAREST, FURTHEST);
        let factor = distance / self.distance;
        let metres = self.height() / height.max(1.0);
        let under = self.rotation() * vec3(pointer.x, -pointer.y, 0.0) * metres;
        self.pivot += under * (1.0 - factor);
        self.distance = distance;
    }

    /// Flies by metres to the right, up and ahead, in the eye's own directions.
    pub(in crate::app) fn fly(&mut self, metres: Vec3) {
        self.pivot += self.rotation() * vec3(metres.x, metres.y, -metres.z);
    }

    /// The speed of a flight, metres a second.
    pub(in crate::app) fn flight_speed(&self) -> f32 {
        self.distance * FLIGHT_SPEED
    }

    /// Begins a flight: moves the pivot to the distance of the surface that the user points at. The eye does not move.
    pub(in crate::app) fn begin_flight(&mut self, surface: f32, least: f32) {
        self.hold_pivot_at(surface.max(least));
    }

    /// Adapts the distance of the pivot, and with it the speed, to that of the surface under the pointer, in a frame of that
    /// many seconds. Below `least`, the view flies through the surface. The eye does not move.
    pub(in crate::app) fn follow_surface(&mut self, surface: f32, least: f32, seconds: f32) {
        let wanted = libm::logf(surface.max(least) / self.distance);
        self.hold_pivot_at(self.distance * libm::expf(wanted.clamp(-SHRINKING * seconds, GROWTH * seconds)));
    }

    /// Moves the pivot along the view direction. An orthographic view would zoom, so its pivot stays.
    fn hold_pivot_at(&mut self, distance: f32) {
        if !self.orthographic && distance.is_finite() {
            let eye = self.position();
            self.distance = distance.clamp(NEAREST, FURTHEST);
            self.pivot = eye + self.forward() * self.distance;
        }
    }

    /// Whether it is the same but for rounding.
    pub(in crate::app) fn is_near(&self, other: &Self) -> bool {
        let close = 1e-3 * self.distance;
        self.pivot.distance(other.pivot) <= close && (self.distance - other.distance).abs() <= close
    }

    /// The same direction, at a distance from which the points fill a picture with this width over height.
    #[must_use]
    pub(in crate::app) fn framing(&self, points: &[Vec3], aspect: f32) -> Self {
        let lens = if self.orthographic {
            Lens::Orthographic { height: self.height() }
        } else {
            Lens::Perspective { fov_y: self.fov_y }
        };
        let fit = fit(points, self.forward(), self.rotation() * Vec3::Y, lens, aspect);
        let distance = fit.height / 2.0 / libm::tanf(self.fov_y / 2.0);
        Self { pivot: fit.target, distance: distance.clamp(NEAREST, FURTHEST), ..*self }
    }

    /// Along an axis, or from the other side.
    #[must_use]
    pub(in crate::app) fn along(&self, axis: ViewAxis, from_behind: bool) -> Self {
        let (yaw, pitch) = match (axis, from_behind) {
            (ViewAxis::Front, false) => (0.0, 0.0),
            (ViewAxis::Front, true) => (PI, 0.0),
            (ViewAxis::Right, false) => (FRAC_PI_2, 0.0),
            (ViewAxis::Right, true) => (-FRAC_PI_2, 0.0),
            (ViewAxis::Top, false) => (0.0, -FRAC_PI_2),
            (ViewAxis::Top, true) => (0.0, FRAC_PI_2),
        };
        Self { yaw, pitch, ..*self }
    }

    /// The same in orthographic projection. If it was in perspective, it is again when the view is turned.
    #[must_use]
    pub(in crate::app) fn flat(&self) -> Self {
        Self { orthographic: true, flat_until_turned: self.flat_until_turned || !self.orthographic, ..*self }
    }

    /// The same with the other projection.
    #[must_use]
    pub(in crate::app) fn with_other_projection(&self) -> Self {
        Self { orthographic: !self.orthographic, flat_until_turned: false, ..*self }
    }

    /// The same after a step around the pivot.
    #[must_use]
    pub(in crate::app) fn orbited(mut self, toward: Toward) -> Self {
        self.orbit(toward.drag() * (ORBIT_STEP / ORBIT_PER_HEIGHT), 1.0);
        self
    }

    /// The same after a step in the plane of the picture.
    #[must_use]
    pub(in crate::app) fn panned(mut self, toward: Toward) -> Self {
        self.pan(toward.drag() * PAN_STEP, 1.0);
        self
    }

    /// The same after a step towards the pivot, or away from it.
    #[must_use]
    pub(in crate::app) fn zoomed(mut self, is_in: bool) -> Self {
        self.zoom(if is_in { ZOOM_STEP } else { 1.0 / ZOOM_STEP }, Vec2::ZERO, 1.0);
        self
    }

    /// Looks along a unit vector. Straight up or down it has the yaw of the views along an axis.
    #[must_use]
    pub(in crate::app) fn looking(&self, forward: Vec3) -> Self {
        let local = upright(self.up).inverse() * forward;
        let yaw = if local.xz().length() > 1e-4 { libm::atan2f(-local.x, -local.z) } else { 0.0 };
        Self { yaw, pitch: libm::asinf(local.y.clamp(-1.0, 1.0)), ..*self }
    }

    /// Interpolates between two eyes. `part` 0 is this one, 1 the other. Rotates the shorter way and zooms at a
    /// constant rate.
    #[must_use]
    pub(in crate::app) fn towards(&self, other: &Self, part: f32) -> Self {
        let mix = |a: f32, b: f32| a + (b - a) * part;
        Self {
            pivot: self.pivot.lerp(other.pivot, part),
            distance: self.distance * libm::powf(other.distance / self.distance, part),
            yaw: wrap(self.yaw + wrap(other.yaw - self.yaw) * part),
            pitch: mix(self.pitch, other.pitch),
            fov_y: mix(self.fov_y, other.fov_y),
            ..*other
        }
    }
}

/// Smoothstep from 0..1 to 0..1.
pub(in crate::app) fn ease(part: f32) -> f32 {
    let part = part.clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

/// The rotation that takes +Y to `up`.
fn upright(up: Vec3) -> Quat {
    Quat::from_rotation_arc(Vec3::Y, up)
}

/// The same angle within ±π.
fn wrap(angle: f32) -> f32 {
    (angle + PI).rem_euclid(TAU) - PI
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "clamped to these very numbers")]
mod tests {
    use super::*;

    const EXTENT: Aabb = Aabb { min: Vec3::splat(-5.0), max: Vec3::splat(5.0) };

    fn eye() -> Eye {
        Eye {
            pivot: vec3(1.0, 2.0, 3.0),
            distance: 10.0,
            yaw: 0.7,
            pitch: -0.4,
            up: Vec3::Y,
            fov_y: 0.9,
            orthographic: false,
            flat_until_turned: false,
        }
    }

    #[test]
    fn steps_of_keys_move_the_eye_in_their_direction() {
        let front = eye().along(ViewAxis::Front, false);
        let six = |toward: Toward| (0..6).fold(front, |eye, _| eye.orbited(toward));
        for (toward, expected) in [
            (Toward::Left, front.along(ViewAxis::Right, true)),
            (Toward::Right, front.along(ViewAxis::Right, false)),
            (Toward::Up, front.along(ViewAxis::Top, false)),
            (Toward::Down, front.along(ViewAxis::Top, true)),
        ] {
            let turned = six(toward);
            assert!(turned.forward().abs_diff_eq(expected.forward(), 1e-4), "{toward:?}: {turned:?}");
            let moved = front.panned(toward).pivot - front.pivot;
            let back = front.orbited(toward).position() - front.position();
            assert!(moved.dot(back) > 0.1, "{toward:?}: a pan goes where orbiting goes");
            assert!((moved.length() - 0.1 * front.height()).abs() < 1e-4, "{toward:?}");
        }
        assert!(front.zoomed(true).distance < front.distance);
        assert!((front.zoomed(true).zoomed(false).distance - front.distance).abs() < 1e-4);
    }

    #[test]
    fn the_speed_of_a_flight_follows_the_surface_and_the_eye_does_not_move() {
        let (mut flying, start) = (eye(), eye().position());
        flying.begin_flight(4.0, 1.0);
        assert!((flying.distance - 4.0).abs() < 1e-5 && flying.position().distance(start) < 1e-4);
        // A landscape behind an edge: the speed grows by a factor of e in a second.
        for _ in 0..10 {
            flying.follow_surface(2000.0, 1.0, 0.1);
        }
        assert!((flying.flight_speed() - 0.6 * 4.0 * std::f32::consts::E).abs() < 1e-2, "{}", flying.flight_speed());
        // A wall: the speed is soon that of the wall, and not less than that of a wall at the least distance.
        for _ in 0..10 {
            flying.follow_surface(0.01, 1.0, 0.1);
        }
        assert!((flying.distance - 1.0).abs() < 1e-4 && flying.position().distance(start) < 1e-3, "{flying:?}");
        let mut flat = Eye { orthographic: true, ..eye() };
        flat.begin_flight(4.0, 1.0);
        assert_eq!(flat, Eye { orthographic: true, ..eye() }, "it would zoom");
    }

    #[test]
    fn a_flat_view_along_an_axis_ends_when_it_is_turned() {
        let flat = eye().along(ViewAxis::Top, false).flat();
        assert!(flat.orthographic && flat.flat().orthographic);
        let mut still = flat;
        still.orbit(Vec2::ZERO, 100.0);
        still.pan(Vec2::ONE, 100.0);
        assert!(still.orthographic, "only turning ends it");
        assert!(!flat.flat().orbited(Toward::Left).orthographic);
        let chosen = eye().with_other_projection().flat();
        assert!(chosen.orbited(Toward::Left).orthographic, "the user has chosen this projection");
        assert!(!flat.with_other_projection().orthographic);
    }

    fn all() -> Vec<Eye> {
        let mut eyes = Vec::new();
        for up in [Vec3::Y, Vec3::Z, Vec3::NEG_Y, vec3(0.6, 0.0, 0.8)] {
            for (yaw, pitch) in [(0.0, 0.0), (0.7, -0.4), (-3.0, 1.2), (2.0, FRAC_PI_2), (-1.0, -FRAC_PI_2)] {
                for orthographic in [false, true] {
                    eyes.push(Eye { yaw, pitch, up, orthographic, ..eye() });
                }
            }
        }
        eyes
    }

    #[test]
    fn a_viewpoint_gives_its_eye_back() {
        for eye in all() {
            let there = eye.viewpoint(&EXTENT);
            let back = Eye::of(&there, eye.up, None).viewpoint(&EXTENT);
            assert!(there.target.distance(back.target) < 1e-4, "{eye:?}");
            assert!(there.forward().distance(back.forward()) < 2e-3, "{eye:?}: {} {}", there.forward(), back.forward());
            assert!(there.up.distance(back.up) < 2e-3, "{eye:?}: {} {}", there.up, back.up);
            if !eye.orthographic {
                assert!(there.eye.distance(back.eye) < 1e-2, "{eye:?}");
            }
        }
    }

    #[test]
    fn orbiting_keeps_pivot_and_distance() {
        for mut eye in all() {
            let (pivot, distance) = (eye.pivot, eye.distance);
            eye.orbit(Vec2::new(173.0, -911.0), 700.0);
            assert_eq!((eye.pivot, eye.distance), (pivot, distance));
            assert!(eye.pitch.abs() <= FRAC_PI_2);
            assert!((eye.position().distance(pivot) - distance).abs() < 1e-3);
        }
    }

    #[test]
    fn looking_keeps_the_eye() {
        for mut eye in all() {
            let before = eye.position();
            eye.look(Vec2::new(40.0, 25.0), 700.0);
            assert!(eye.position().distance(before) < 1e-4, "{eye:?}");
        }
    }

    /// The position of a world point in a picture of 1000 × 500 points, from its middle.
    fn on_screen(eye: &Eye, point: Vec3) -> Vec2 {
        let ndc = eye.viewpoint(&EXTENT).clip_from_world(2.0).project_point3(point);
        Vec2::new(ndc.x * 500.0, -ndc.y * 250.0)
    }

    #[test]
    fn panning_takes_the_pivot_along_with_the_pointer() {
        for mut eye in all() {
            let point = eye.pivot;
            eye.pan(Vec2::new(60.0, -35.0), 500.0);
            let seen = on_screen(&eye, point);
            assert!((seen - Vec2::new(60.0, -35.0)).length() < 0.1, "{eye:?}: {seen}");
        }
    }

    #[test]
    fn zooming_keeps_what_is_under_the_pointer() {
        for mut eye in all() {
            let pointer = Vec2::new(-200.0, 90.0);
            let mut there = eye;
            there.pan(-pointer, 500.0); // Now the pivot is the point that was under the pointer.
            let point = there.pivot;
            assert!((on_screen(&eye, point) - pointer).length() < 0.1);
            eye.zoom(0.3, pointer, 500.0);
            let seen = on_screen(&eye, point);
            assert!((seen - pointer).length() < 0.2, "{eye:?}: {seen}");
            assert!((eye.distance - 3.0).abs() < 1e-4);
        }
    }

    #[test]
    fn zooming_has_an_end() {
        let mut eye = eye();
        for _ in 0..2000 {
            eye.zoom(0.5, Vec2::ZERO, 500.0);
        }
        assert_eq!(eye.distance, NEAREST);
        for _ in 0..2000 {
            eye.zoom(2.0, Vec2::ZERO, 500.0);
        }
        assert_eq!(eye.distance, FURTHEST);
        assert!(eye.pivot.is_finite());
    }

    #[test]
    fn flying_goes_where_the_eye_looks() {
        let mut eye = Eye { yaw: 0.0, pitch: 0.0, ..eye() };
        let before = eye.position();
        eye.fly(vec3(1.0, 2.0, 3.0));
        assert!((eye.position() - before - vec3(1.0, 2.0, -3.0)).length() < 1e-5);
    }

    #[test]
    fn a_framed_box_is_in_the_picture_and_fills_it() {
        let aabb = Aabb { min: vec3(-3.0, 0.0, 2.0), max: vec3(10.0, 2.0, 5.0) };
        for eye in all() {
            for aspect in [0.5, 1.0, 2.0] {
                let corners: Vec<Vec3> = (0..8).map(|i| aabb.corner(i)).collect();
                let framed = eye.framing(&corners, aspect);
                let clip_from_world = framed.viewpoint(&aabb).clip_from_world(aspect);
                let most = (0..8)
                    .map(|i| clip_from_world.project_point3(aabb.corner(i)).truncate().abs().max_element())
                    .fold(0.0, f32::max);
                assert!(most <= 1.0, "{eye:?} {aspect}: {most}");
                assert!(most > 0.85, "{eye:?} {aspect}: {most}");
            }
        }
    }

    #[test]
    fn axis_views_look_along_their_axes() {
        for (axis, behind, forward) in [
            (ViewAxis::Front, false, Vec3::NEG_Z),
            (ViewAxis::Front, true, Vec3::Z),
            (ViewAxis::Right, false, Vec3::NEG_X),
            (ViewAxis::Right, true, Vec3::X),
            (ViewAxis::Top, false, Vec3::NEG_Y),
            (ViewAxis::Top, true, Vec3::Y),
        ] {
            let looks = eye().along(axis, behind).forward();
            assert!((looks - forward).length() < 1e-5, "{axis:?} {behind}: {looks}");
        }
    }

    #[test]
    fn an_eye_can_look_along_anything() {
        for eye in all() {
            for forward in [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z, vec3(0.48, -0.6, 0.64)] {
                let looks = eye.looking(forward);
                assert!((looks.forward() - forward).length() < 1e-3, "{eye:?} {forward}: {}", looks.forward());
                assert_eq!((looks.pivot, looks.distance), (eye.pivot, eye.distance));
            }
        }
        for (axis, behind) in
            [(ViewAxis::Front, false), (ViewAxis::Right, true), (ViewAxis::Top, false), (ViewAxis::Top, true)]
        {
            let keyed = eye().along(axis, behind);
            let looks = eye().looking(keyed.forward());
            assert!(wrap(looks.yaw - keyed.yaw).abs() < 1e-3 && (looks.pitch - keyed.pitch).abs() < 1e-3, "{axis:?}");
        }
    }

    #[test]
    fn a_flight_begins_and_ends_where_it_should_and_turns_the_short_way() {
        let from = Eye { yaw: 3.0, ..eye() };
        let to = Eye { yaw: -3.0, pitch: 1.0, distance: 40.0, pivot: Vec3::ZERO, ..eye() };
        assert!((from.towards(&to, 0.0).position() - from.position()).length() < 1e-3);
        assert!((from.towards(&to, 1.0).position() - to.position()).length() < 1e-3);
        let half = from.towards(&to, 0.5);
        assert!(half.yaw.abs() > 3.0, "{half:?}");
        assert!((half.distance - 20.0).abs() < 1e-3, "{half:?}");
    }
}
