//! Solids as `{ p : distance(p) ≤ 0 }` for a convex function, and its least value along a ray.
//!
//! The function is a maximum of pieces, one for each kind of surface. Along a line its minimum is where a piece has its own
//! minimum, or where two pieces are equal; all these places are known in closed form, and the least value over them is that of the line.

use glam::{DVec2, DVec3};

use crate::mistakes::{LocalLine, SolidKind};

/// A solid in local space, with its sizes in `f64`.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConvexSolid {
    pub(super) kind: SolidKind,
    pub(super) sizes: [f64; 3],
}

impl ConvexSolid {
    /// Negative inside, 0 on the surface, positive outside.
    pub(super) fn distance(&self, p: DVec3) -> f64 {
        let [radius, height, _] = self.sizes;
        match self.kind {
            SolidKind::Box => (p.abs() - DVec3::from_array(self.sizes)).max_element(),
            SolidKind::Sphere => p.length() - radius,
            SolidKind::Cylinder => (radial(p) - radius).max(p.y.abs() - height),
            SolidKind::Cone => self.cone_side(p).max(-p.y - height),
            SolidKind::Capsule => (p - DVec3::Y * p.y.clamp(-height, height)).length() - radius,
        }
    }

    /// The largest distance of a point of the solid from the local origin.
    pub(super) fn reach(&self) -> f64 {
        let [radius, height, _] = self.sizes;
        match self.kind {
            SolidKind::Box => DVec3::from_array(self.sizes).length(),
            SolidKind::Sphere => radius,
            SolidKind::Cylinder | SolidKind::Cone => libm::hypot(radius, height),
            SolidKind::Capsule => radius + height,
        }
    }

    /// The distance from the side of a cone, as if it had no base.
    fn cone_side(&self, p: DVec3) -> f64 {
        let [radius, height, _] = self.sizes;
        let slant = libm::hypot(radius, height);
        (radial(p) * height + p.y * radius) / slant
    }

    /// The outward normal at a point of the surface, how far the point is from an edge or apex, and the radius of curvature there,
    /// infinite on a plane.
    pub(super) fn normal(&self, p: DVec3) -> (DVec3, f64, f64) {
        let [radius, height, _] = self.sizes;
        let outwards = |p: DVec3| DVec3::new(p.x, 0.0, p.z);
        let along_y = DVec3::Y * p.y.signum();
        match self.kind {
            SolidKind::Box => {
                let over = p.abs() - DVec3::from_array(self.sizes);
                let axis = (0..3).max_by(|a, b| over[*a].total_cmp(&over[*b])).unwrap_or(0);
                let second =
                    (0..3).filter(|other| *other != axis).map(|other| over[other]).fold(f64::NEG_INFINITY, f64::max);
                (DVec3::AXES[axis] * p[axis].signum(), over[axis] - second, f64::INFINITY)
            }
            SolidKind::Sphere => (p, f64::INFINITY, radius),
            SolidKind::Cylinder => {
                let (side, cap) = (radial(p) - radius, p.y.abs() - height);
                if side > cap { (outwards(p), side - cap, radius) } else { (along_y, cap - side, f64::INFINITY) }
            }
            SolidKind::Cone => {
                let (side, base) = (self.cone_side(p), -p.y - height);
                if side > base {
                    (
                        outwards(p).normalize_or_zero() * height + DVec3::Y * radius,
                        (side - base).min(p.length()),
                        radial(p),
                    )
                } else {
                    (DVec3::NEG_Y, base - side, f64::INFINITY)
                }
            }
            SolidKind::Capsule => (p - DVec3::Y * p.y.clamp(-height, height), f64::INFINITY, radius),
        }
    }

    /// The t of at least 0 at which the distance is least, and that distance.
    pub(super) fn deepest(&self, line: &LocalLine) -> (f64, f64) {
        let mut best = (0.0, self.distance(line.o));
        self.each_candidate(line, |t| {
            if t > 0.0 && t.is_finite() {
                let distance = self.distance(line.o + t * line.d);
                if distance < best.1 {
                    best = (t, distance);
                }
            }
        });
        best
    }

    /// The places where a piece is least, and where two are equal.
    fn each_candidate(&self, line: &LocalLine, mut each: impl FnMut(f64)) {
        let (o, d) = (line.o, line.d);
        let [radius, height, _] = self.sizes;
        let nearest = |centre: DVec3| (centre - o).dot(d) / d.length_squared();
        let at_y = |y: f64| (y - o.y) / d.y;
        let (o2, d2) = (DVec2::new(o.x, o.z), DVec2::new(d.x, d.z));
        // Where `c · radial + k · y + e` is 0. The roots are only estimates when c is small, as for a flat cone; Newton's method mends them.
        let mut where_zero = |c: f64, k: f64, e: f64| {
            let (a, b) = (-(k * o.y + e) / c, -k * d.y / c);
            for mut t in roots(d2.length_squared() - b * b, 2.0 * (o2.dot(d2) - a * b), o2.length_squared() - a * a) {
                for _ in 0..3 {
                    let (p, y) = (o2 + t * d2, o.y + t * d.y);
                    t -= (c * p.length() + k * y + e) / (c * p.dot(d2) / p.length() + k * d.y);
                }
                each(t);
            }
        };
        match self.kind {
            SolidKind::Box => {
                let lines = |axis: usize| [1.0, -1.0].map(|sign| (sign * o[axis] - self.sizes[axis], sign * d[axis]));
                let all = [0, 1, 2].map(lines);
                let all = all.as_flattened();
                for (i, (a, b)) in all.iter().enumerate() {
                    for (c, e) in &all[i + 1..] {
                        each((c - a) / (b - e));
                    }
                }
            }
            SolidKind::Sphere => each(nearest(DVec3::ZERO)),
            SolidKind::Cylinder => {
                for sign in [1.0, -1.0] {
                    where_zero(1.0, -sign, height - radius);
                }
                each(-o2.dot(d2) / d2.length_squared());
                each(at_y(0.0));
                each(at_y(height));
                each(at_y(-height));
            }
            SolidKind::Capsule => {
                each(nearest(DVec3::Y * height));
                each(nearest(DVec3::NEG_Y * height));
                each(-o2.dot(d2) / d2.length_squared());
                each(at_y(height));
                each(at_y(-height));
            }
            SolidKind::Cone => {
                let slant = libm::hypot(radius, height);
                let (c, s) = (height / slant, radius / slant);
                // The distance from the side is that from the plane of the base.
                where_zero(c, 1.0 + s, height);
                // The side is least where the slope of the distance from the axis is k.
                let (a, k) = (d2.length_squared(), -s * d.y / c);
                let middle = -o2.dot(d2) / a;
                let b = (o2 + middle * d2).length_squared();
                each(middle);
                each(middle + k * (b / (a * (a - k * k))).sqrt());
                // A ray towards the apex.
                each(nearest(DVec3::ZERO));
                each(at_y(0.0));
            }
        }
    }
}

/// The distance from the axis Y.
fn radial(p: DVec3) -> f64 {
    DVec2::new(p.x, p.z).length()
}

/// The roots of `a t² + b t + c`, without cancellation; not finite where there is none.
fn roots(a: f64, b: f64, c: f64) -> [f64; 2] {
    let q = -0.5 * (b + b.signum() * (b * b - 4.0 * a * c).max(0.0).sqrt());
    [q / a, c / q]
}
