//! A line in the local space of a solid, and the part of it that is inside, by the formulas of textbooks in `f64`.
//!
//! Slabs for boxes (T. Kay and J. Kajiya, "Ray Tracing Complex Scenes", 1986), and quadratics about the point of the line that is
//! nearest to the axis (C. Haines et al., "Precision Improvements for Ray/Sphere Intersection", 2019). A solid that is convex
//! and made of two is the part of the line in both.

use glam::{DVec2, DVec3};

use super::case::{RayCase, SolidKind, vector};

/// A line of points `o + t * d` in the local space of a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalLine {
    /// The start of the ray.
    pub o: DVec3,
    /// Its direction, of any length.
    pub d: DVec3,
}

impl LocalLine {
    /// The ray of a case in the local space of its solid; `None` when the pose has no inverse.
    pub fn of(ray: &RayCase) -> Option<Self> {
        let (linear, translation) = ray.pose();
        if linear.determinant() == 0.0 {
            return None;
        }
        let inverse = linear.inverse();
        Some(Self { o: inverse * (vector(ray.origin) - translation), d: inverse * vector(ray.direction) })
    }

    /// The least and the greatest t in a solid; `None` when the line misses it. Touching counts.
    pub fn interval(&self, kind: SolidKind, sizes: [f64; 3]) -> Option<[f64; 2]> {
        let [radius, height, _] = sizes;
        match kind {
            SolidKind::Box => {
                (0..3).try_fold(ALL, |so_far, axis| both(so_far, self.slab(axis, -sizes[axis], sizes[axis])?))
            }
            SolidKind::Sphere => self.ball(DVec3::ZERO, radius),
            SolidKind::Cylinder => both(self.tube(radius)?, self.slab(1, -height, height)?),
            SolidKind::Cone => {
                let parts = self.double_cone(radius, height);
                parts.into_iter().flatten().find_map(|part| both(part, self.slab(1, -height, 0.0)?))
            }
            SolidKind::Capsule => {
                let ends = [-height, height].map(|y| self.ball(DVec3::Y * y, radius));
                let middle = self.tube(radius).and_then(|tube| both(tube, self.slab(1, -height, height)?));
                let parts = [ends[0], ends[1], middle];
                parts.into_iter().flatten().reduce(|[a, b], [c, d]| [a.min(c), b.max(d)])
            }
        }
    }

    /// Between two planes at right angles to an axis.
    pub(super) fn slab(&self, axis: usize, from: f64, to: f64) -> Option<[f64; 2]> {
        let (o, d) = (self.o[axis], self.d[axis]);
        if d == 0.0 {
            return (from <= o && o <= to).then_some(ALL);
        }
        let [a, b] = [(from - o) / d, (to - o) / d];
        Some([a.min(b), a.max(b)])
    }

    /// Inside of a ball.
    fn ball(&self, centre: DVec3, radius: f64) -> Option<[f64; 2]> {
        let o = self.o - centre;
        let a = self.d.length_squared();
        let middle = -o.dot(self.d) / a;
        chord((o + middle * self.d).length_squared(), radius * radius, a, middle)
    }

    /// Inside of a cylinder about Y without ends.
    pub(super) fn tube(&self, radius: f64) -> Option<[f64; 2]> {
        let (o, d) = (DVec2::new(self.o.x, self.o.z), DVec2::new(self.d.x, self.d.z));
        let a = d.length_squared();
        if a == 0.0 {
            return (o.length() <= radius).then_some(ALL);
        }
        let middle = -o.dot(d) / a;
        chord((o + middle * d).length_squared(), radius * radius, a, middle)
    }

    /// The one or two parts of the line inside of a cone about Y and its mirror image, without ends: where
    /// `x² + z² ≤ (y * radius / height)²`.
    pub(super) fn double_cone(&self, radius: f64, height: f64) -> [Option<[f64; 2]>; 2] {
        let (radius, height) = (radius * radius, height * height);
        // About the point that is nearest to the apex, the coefficients have no large parts that cancel.
        let nearest = -self.o.dot(self.d) / self.d.length_squared();
        let (o, d) = (self.o + nearest * self.d, self.d);
        let form = |p: DVec3, q: DVec3| (p.x * q.x + p.z * q.z) * height - p.y * q.y * radius;
        let (a, b, c) = (form(d, d), form(o, d), form(o, o));
        let discriminant = b * b - a * c;
        let roots = || {
            let q = -(b + b.signum() * discriminant.sqrt());
            let [t, u] = if q == 0.0 { [0.0, 0.0] } else { [q / a, c / q] };
            [nearest + t.min(u), nearest + t.max(u)]
        };
        if a == 0.0 {
            // Parallel to a line on the surface.
            if b == 0.0 {
                return [(c <= 0.0).then_some(ALL), None];
            }
            let t = nearest - c / (2.0 * b);
            return [Some(if b > 0.0 { [f64::NEG_INFINITY, t] } else { [t, f64::INFINITY] }), None];
        }
        match (a > 0.0, discriminant >= 0.0) {
            (true, true) => [Some(roots()), None],
            (true, false) => [None, None],
            (false, true) => {
                let [t, u] = roots();
                [Some([f64::NEG_INFINITY, t]), Some([u, f64::INFINITY])]
            }
            (false, false) => [Some(ALL), None],
        }
    }
}

/// The whole line.
pub(super) const ALL: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

/// The part of the line in two intervals.
pub(super) fn both([a, b]: [f64; 2], [c, d]: [f64; 2]) -> Option<[f64; 2]> {
    let [from, to] = [a.max(c), b.min(d)];
    (from <= to).then_some([from, to])
}

/// Where the square of a distance, `nearest + a * (t - middle)²`, is at most `most`.
fn chord(nearest: f64, most: f64, a: f64, middle: f64) -> Option<[f64; 2]> {
    let half = ((most - nearest) / a).sqrt();
    (nearest <= most).then_some([middle - half, middle + half])
}
