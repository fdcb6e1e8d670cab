//! The projection of the view in `f64`: from world points to points on screen, and from there back to rays.
//!
//! Screen positions are in points of egui, y down. A ray starts at the eye, or for an orthographic view in the plane of
//! the eye.

use eframe::egui::{Pos2, Rect, pos2};
use glam::{DVec2, DVec3};

use crate::picture::{self, Viewpoint};

/// The view and its place on screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScreenProjection {
    eye: DVec3,
    right: DVec3,
    up: DVec3,
    forward: DVec3,
    /// Half of the picture's height: as a slope for a perspective view, in metres for an orthographic one.
    half: f64,
    is_orthographic: bool,
    /// The point on screen in the direction of view.
    middle: DVec2,
    /// Half of the height on screen, points.
    half_height: f64,
}

/// A half line from the eye through a point on screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointerRay {
    pub(super) origin: DVec3,
    /// Unit vector.
    pub(super) direction: DVec3,
}

impl ScreenProjection {
    pub(super) fn new(viewpoint: &Viewpoint, rect: Rect) -> Self {
        let forward = viewpoint.forward().as_dvec3().normalize_or(DVec3::NEG_Z);
        let right = forward.cross(viewpoint.up.as_dvec3()).normalize_or(DVec3::X);
        let (half, off, is_orthographic) = match viewpoint.lens {
            picture::Lens::Perspective { fov_y } => (libm::tan(f64::from(fov_y) / 2.0), [0.0; 2], false),
            picture::Lens::OffCentre { height, middle } => (f64::from(height) / 2.0, middle, false),
            picture::Lens::Orthographic { height } => (f64::from(height) / 2.0, [0.0; 2], true),
        };
        let half_height = f64::from(rect.height()) / 2.0;
        let [x, y] = off.map(|off| f64::from(off) / half * half_height);
        let middle = rect.center();
        Self {
            eye: viewpoint.eye.as_dvec3(),
            right,
            up: right.cross(forward),
            forward,
            half,
            is_orthographic,
            middle: DVec2::new(f64::from(middle.x) - x, f64::from(middle.y) + y),
            half_height,
        }
    }

    /// The unit vector into the picture.
    pub(super) fn forward(&self) -> DVec3 {
        self.forward
    }

    /// The unit vector from a world point towards the eye.
    pub(super) fn to_eye(self, point: DVec3) -> DVec3 {
        if self.is_orthographic { -self.forward } else { (self.eye - point).normalize_or(-self.forward) }
    }

    /// The position of a world point on screen; `None` for a point that is not in front of the eye of a perspective
    /// view.
    pub(super) fn project(&self, point: DVec3) -> Option<Pos2> {
        let scale = 1.0 / self.metres_per_point(point)?;
        let from_eye = point - self.eye;
        let x = from_eye.dot(self.right) * scale;
        let y = -from_eye.dot(self.up) * scale;
        #[expect(clippy::cast_possible_truncation, reason = "a position on screen")]
        let place = pos2((self.middle.x + x) as f32, (self.middle.y + y) as f32);
        (place.x.is_finite() && place.y.is_finite()).then_some(place)
    }

    /// The length in metres that has one point on screen at the depth of a world point.
    pub(super) fn metres_per_point(&self, point: DVec3) -> Option<f64> {
        if self.is_orthographic {
            return Some(self.half / self.half_height);
        }
        let depth = (point - self.eye).dot(self.forward);
        // The place of a camera through which the view looks is at the eye, but for the rounding of f32.
        let least = f64::from(f32::EPSILON) * 4.0 * self.eye.length().max(1.0);
        (depth > least).then_some(depth * self.half / self.half_height)
    }

    /// The ray through a position on screen.
    pub(super) fn sight(&self, place: Pos2) -> PointerRay {
        let x = (f64::from(place.x) - self.middle.x) / self.half_height * self.half;
        let y = -(f64::from(place.y) - self.middle.y) / self.half_height * self.half;
        let aside = self.right * x + self.up * y;
        if self.is_orthographic {
            PointerRay { origin: self.eye + aside, direction: self.forward }
        } else {
            PointerRay { origin: self.eye, direction: (self.forward + aside).normalize_or(self.forward) }
        }
    }
}

impl PointerRay {
    /// The point where the ray meets a plane; `None` for a plane that it meets behind the eye, or almost nowhere.
    pub(super) fn meets(&self, point: DVec3, normal: DVec3, is_orthographic: bool) -> Option<DVec3> {
        let slope = self.direction.dot(normal);
        if slope.abs() < 1e-6 {
            return None;
        }
        let t = (point - self.origin).dot(normal) / slope;
        (is_orthographic || t > 0.0).then(|| self.origin + self.direction * t).filter(|hit| hit.is_finite())
    }
}

impl ScreenProjection {
    /// The point of a plane at a position on screen. See [`PointerRay::meets`].
    pub(super) fn on_plane(&self, place: Pos2, point: DVec3, normal: DVec3) -> Option<DVec3> {
        self.sight(place).meets(point, normal, self.is_orthographic)
    }

    /// The distance along a line, from `point` in the direction of the unit vector `axis`, to the point of the line
    /// that is nearest to the ray through a position on screen. `None` for a line along the ray.
    ///
    /// Ericson, Real-Time Collision Detection (2005), 5.1.8, for lines.
    pub(super) fn along(&self, place: Pos2, point: DVec3, axis: DVec3) -> Option<f64> {
        let sight = self.sight(place);
        let cosine = axis.dot(sight.direction);
        let sine_squared = 1.0 - cosine * cosine;
        if sine_squared < 1e-6 {
            return None;
        }
        let between = point - sight.origin;
        let t = (cosine * sight.direction.dot(between) - axis.dot(between)) / sine_squared;
        let depth = sight.direction.dot(between) + t * cosine;
        (self.is_orthographic || depth > 0.0).then_some(t).filter(|t| t.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::vec2;
    use glam::Vec3;
    use proptest::prelude::*;

    fn lenses(eye: [f32; 3], target: [f32; 3]) -> [ScreenProjection; 2] {
        let rect = Rect::from_min_size(pos2(30.0, 20.0), vec2(900.0, 600.0));
        [picture::Lens::Perspective { fov_y: 0.9 }, picture::Lens::Orthographic { height: 12.0 }].map(|lens| {
            let (eye, target) = (Vec3::from(eye), Vec3::from(target));
            ScreenProjection::new(&Viewpoint { eye, target, up: Vec3::Y, lens, depth: [0.1, 100.0] }, rect)
        })
    }

    proptest! {
        /// The ray through the position of a point passes through the point.
        #[test]
        fn a_point_is_on_the_ray_through_its_position(x in -3.0..3.0_f64, y in -3.0..3.0, z in -3.0..3.0) {
            let point = DVec3::new(x, y, z);
            for lens in lenses([6.0, 5.0, 8.0], [0.0, 0.0, 0.0]) {
                let place = lens.project(point).unwrap();
                let hit = lens.on_plane(place, point, lens.forward()).unwrap();
                prop_assert!(hit.distance(point) < 1e-3, "{hit} {point}");
            }
        }

        /// A pointer that follows a point of a line gives that point's distance along the line.
        #[test]
        fn the_pointer_on_a_line_gives_its_distance(t in -2.0..2.0_f64, a in -1.0..1.0, b in -1.0..1.0, c in -1.0..1.0) {
            let axis = DVec3::new(a, b, c).normalize_or(DVec3::X);
            let start = DVec3::new(0.3, -0.2, 0.5);
            for lens in lenses([6.0, 5.0, 8.0], [0.0, 0.0, 0.0]) {
                prop_assume!(axis.dot(lens.to_eye(start)).abs() < 0.9);
                let found = lens.along(lens.project(start + axis * t).unwrap(), start, axis).unwrap();
                prop_assert!((found - t).abs() < 5e-3, "{found} {t}");
            }
        }
    }

    #[test]
    fn a_point_behind_the_eye_has_no_position() {
        let [perspective, orthographic] = lenses([0.0, 0.0, 5.0], [0.0, 0.0, 0.0]);
        let behind = DVec3::new(0.0, 0.0, 6.0);
        assert_eq!(perspective.project(behind), None);
        assert!(orthographic.project(behind).is_some());
        assert_eq!(perspective.on_plane(pos2(480.0, 320.0), behind, DVec3::Z), None);
    }
}
