//! The line of a ray in a solid's local space, in numbers of twice the digits of `f64`. The search is that of
//! [`super::search`].
//!
//! The precision is enough for a start 1e15 m from a solid of 1e-12 m, and for a box of 1e14 m by 1 m.

use glam::{DVec3, Mat3, Vec3};

use super::double_double::{DoubleDouble, ROUNDING, Vector};
use super::search::{Number, crossing, least};
use crate::geometry::interval::Interval;
use crate::geometry::pose::Pose;
use crate::geometry::ray::Ray;
use crate::geometry::shape::Shape;

/// The greatest value of the convex function that counts as 0, relative to the size of its operands.
const TOUCH: f64 = 64.0 * ROUNDING;

impl Number for DoubleDouble {
    // 0.618^160 = 4e-34.
    const LEAST_STEPS: usize = 160;
    const CROSSING_STEPS: usize = 110;

    fn golden() -> Self {
        (Self::from(5.0).sqrt() - Self::ONE) * Self::from(0.5)
    }
}

/// The local line, relative to its point nearest the local origin.
#[derive(Clone, Copy)]
pub(super) struct DoubleDoubleLine {
    pub(super) o: Vector,
    pub(super) d: Vector,
    /// The ray's t of that point.
    pub(super) nearest: DoubleDouble,
}

impl DoubleDoubleLine {
    /// `None` for a ray without a line, see [`local_line`].
    pub(super) fn of(ray: &Ray, pose: &Pose) -> Option<Self> {
        let world = pose.world_from_local();
        let Mat3 { x_axis, y_axis, z_axis } = Mat3::from(world.matrix3);
        let [x, y, z] = [x_axis, y_axis, z_axis].map(Vector::from);
        // The rows of the inverse, by Cramer's rule.
        let rows = [y.cross(z), z.cross(x), x.cross(y)];
        let determinant = x.dot(rows[0]);
        let local = |v: Vector| Vector(rows.map(|row| row.dot(v) / determinant));
        let from_centre = Vector::from(ray.origin) - Vector::from(Vec3::from(world.translation));
        let (start, d) = (local(from_centre), local(ray.direction.into()));
        let nearest = -(start.dot(d) / d.dot(d));
        nearest.to_f64().is_finite().then(|| Self { o: start + d.scaled(nearest), d, nearest })
    }

    /// Where it is inside; `None` when it misses.
    pub(super) fn interval(&self, shape: &Shape) -> Option<Interval<f64>> {
        let half = DoubleDouble::from(2.0 * shape.reach()) / self.d.length();
        let touch = DoubleDouble::from(Self::touch(shape));
        let g = |t: DoubleDouble| shape.fine_distance(self.o + self.d.scaled(t));
        let deepest = least(&g, Interval { near: -half, far: half }, -touch);
        // As in `f64`: the tolerance is part of the interval only if the line does no more than touch.
        let at_deepest = g(deepest);
        let surface = if at_deepest < -touch {
            DoubleDouble::ZERO
        } else if at_deepest <= touch {
            touch
        } else {
            return None;
        };
        let is_inside = |t: DoubleDouble| g(t) <= surface;
        Some(
            Interval::new(-half, half)
                .map(|outside| (self.nearest + crossing(&is_inside, deepest, outside)).to_f64() + 0.0),
        )
    }

    /// The solid's distance function at the ray's t.
    pub(super) fn distance(&self, shape: &Shape, t: f64) -> f64 {
        shape.fine_distance(self.o + self.d.scaled(DoubleDouble::from(t) - self.nearest)).to_f64()
    }

    /// The least of [`Self::distance`] along the line.
    pub(super) fn clearance(&self, shape: &Shape) -> f64 {
        let half = DoubleDouble::from(2.0 * shape.reach()) / self.d.length();
        let g = |t: DoubleDouble| shape.fine_distance(self.o + self.d.scaled(t));
        g(least(&g, Interval { near: -half, far: half }, f64::NEG_INFINITY.into())).to_f64()
    }

    /// The greatest distance from the surface that counts as on it, in local units.
    pub(super) fn touch(shape: &Shape) -> f64 {
        TOUCH * shape.reach()
    }
}

/// The local line: its point nearest the local origin, its direction, and the ray's t of that point; `None` for a
/// direction that is zero or not finite in local space.
pub(super) fn local_line(ray: &Ray, pose: &Pose) -> Option<(DVec3, DVec3, f64)> {
    let line = DoubleDoubleLine::of(ray, pose)?;
    Some((line.o.to_f64(), line.d.to_f64(), line.nearest.to_f64()))
}
