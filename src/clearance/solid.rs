//! Distances of points and segments from analytic solids in `f64`.
//!
//! A solid whose pose keeps all angles has a formula in its local space. Any other one is asked by its support points, see
//! [`crate::geometry::exact::separation`]. The distance from a convex set is a convex function along a line, so the least
//! distance of a segment is found by a golden section search.

use glam::{DMat3, DVec3};

use crate::geometry::exact::body::ExactBody;
use crate::geometry::exact::separation::distance_to_point;
use crate::geometry::shape::Shape;

/// The steps of the golden section search: `0.618^60` of a segment is below the rounding of its ends.
const STEPS: usize = 60;

/// A solid at its place.
#[derive(Debug)]
pub(super) struct Solid {
    body: ExactBody,
    /// The pose, when it keeps all angles.
    rigid: Option<Rigid>,
}

/// A rotation with a scale that is the same in all directions.
#[derive(Debug)]
struct Rigid {
    origin: DVec3,
    /// World to local.
    turn: DMat3,
    scale: f64,
}

impl Rigid {
    /// `None` when the columns differ in length or are not perpendicular by more than the rounding of `f32`.
    fn of(body: &ExactBody) -> Option<Self> {
        let origin = body.world(DVec3::ZERO);
        let columns = DVec3::AXES.map(|axis| body.world(axis) - origin);
        let squares = columns.map(DVec3::length_squared);
        let square = squares.iter().sum::<f64>() / 3.0;
        let [x, y, z] = columns;
        let cosines = [x.dot(y), y.dot(z), z.dot(x)];
        let off =
            squares.map(|one| one - square).into_iter().chain(cosines).fold(0.0, |most: f64, one| most.max(one.abs()));
        let scale = square.sqrt();
        (off <= 1e-6 * square && scale > 0.0).then(|| Self {
            origin,
            turn: DMat3::from_cols(x, y, z).transpose() * (1.0 / scale),
            scale,
        })
    }

    fn local(&self, point: DVec3) -> DVec3 {
        self.turn * (point - self.origin) * (1.0 / self.scale)
    }
}

impl Solid {
    /// A body that is no mesh.
    pub(super) fn new(body: ExactBody) -> Self {
        let rigid = Rigid::of(&body).filter(|_| signed(body.shape(), DVec3::ZERO).is_some());
        Self { body, rigid }
    }

    /// A solid whose surface has a formula; `None` for any other body.
    pub(super) fn surface(body: &ExactBody) -> Option<Self> {
        Some(Self::new(body.clone())).filter(|solid| solid.rigid.is_some())
    }

    /// The distance of a point from the surface; from outside of a solid without a formula that of the solid.
    pub(super) fn surface_distance(&self, point: DVec3) -> f64 {
        self.signed(point).map_or_else(|| self.distance(point), f64::abs)
    }

    /// A bound of the distances from the surface over a triangle: none of its points is further. The signed distance from a convex
    /// solid is a convex function: over a triangle it is at most that of a corner, and it is nowhere below its tangent plane.
    pub(super) fn furthest_of(&self, corners: &[DVec3; 3]) -> f64 {
        /// The rounding of the slope.
        const ROUNDING: f64 = 1e-9;
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        let outside = corners.iter().filter_map(|corner| self.signed(*corner)).fold(0.0, f64::max);
        let slope = self.slope(middle);
        let at_middle = self.signed(middle).unwrap_or_default();
        let least = corners.iter().map(|corner| at_middle + slope.dot(*corner - middle)).fold(f64::INFINITY, f64::min);
        let reach = corners.iter().map(|corner| corner.distance(middle)).fold(0.0, f64::max);
        outside.max(-least) + ROUNDING * reach
    }

    /// The direction in which the signed distance grows, of unit length.
    fn slope(&self, point: DVec3) -> DVec3 {
        /// Of the size of the solid, for differences of the formula.
        const SMALL: f64 = 1e-6;
        let [min, max] = self.bounds();
        let step = SMALL * (max - min).max_element();
        let slope = DVec3::AXES.map(|axis| {
            let [ahead, behind] =
                [point + axis * step, point - axis * step].map(|p| self.signed(p).unwrap_or_default());
            ahead - behind
        });
        DVec3::from_array(slope).normalize_or_zero()
    }

    /// The point of the surface that is nearest to a point.
    pub(super) fn nearest_of_surface(&self, point: DVec3) -> DVec3 {
        let Some(distance) = self.signed(point) else { return point };
        point - self.slope(point) * distance
    }

    pub(super) fn bounds(&self) -> [DVec3; 2] {
        self.body.bounds()
    }

    /// The distance of a point from the solid; 0 inside.
    pub(super) fn distance(&self, point: DVec3) -> f64 {
        self.signed(point).map_or_else(|| distance_to_point(&self.body, point), |distance| distance.max(0.0))
    }

    /// The distance of a point from the surface, negative inside; `None` when there is no formula.
    pub(super) fn signed(&self, point: DVec3) -> Option<f64> {
        let rigid = self.rigid.as_ref()?;
        Some(signed(self.body.shape(), rigid.local(point))? * rigid.scale)
    }

    /// The distance of a segment from the solid, and the fraction of the segment at which it is reached.
    pub(super) fn of_segment(&self, [from, to]: [DVec3; 2]) -> (f64, f64) {
        let at = |t: f64| self.distance(from + (to - from) * t);
        let golden = (5_f64.sqrt() - 1.0) / 2.0;
        let (mut low, mut high) = (0.0, 1.0);
        let (mut a, mut b) = (1.0 - golden, golden);
        let (mut at_a, mut at_b) = (at(a), at(b));
        for _ in 0..STEPS {
            if at_a <= at_b {
                (high, b, at_b) = (b, a, at_a);
                a = high - golden * (high - low);
                at_a = at(a);
            } else {
                (low, a, at_a) = (a, b, at_b);
                b = low + golden * (high - low);
                at_b = at(b);
            }
        }
        let all = [(at(0.0), 0.0), (at(1.0), 1.0), (at_a, a), (at_b, b)];
        all.into_iter().fold((f64::INFINITY, 0.0), |best, one| if one.0 < best.0 { one } else { best })
    }
}

/// The distance of a local point from the surface, negative inside. `None` for a shape that is no analytic solid.
fn signed(shape: &Shape, p: DVec3) -> Option<f64> {
    let ring = || libm::hypot(p.x, p.z);
    let length = |x: f64, y: f64| libm::hypot(x.max(0.0), y.max(0.0)) + x.max(y).min(0.0);
    Some(match *shape {
        Shape::Box { half_extents } => {
            let out = p.abs() - half_extents.as_dvec3();
            out.max(DVec3::ZERO).length() + out.max_element().min(0.0)
        }
        Shape::Sphere { radius } => p.length() - f64::from(radius),
        Shape::Capsule { radius, half_height } => {
            let half = f64::from(half_height);
            (p - DVec3::Y * p.y.clamp(-half, half)).length() - f64::from(radius)
        }
        Shape::Cylinder { radius, half_height } => {
            length(ring() - f64::from(radius), p.y.abs() - f64::from(half_height))
        }
        Shape::Cone { radius, height } => {
            let (r, h, x) = (f64::from(radius), f64::from(height), ring());
            let slant = to_segment([x, p.y], [0.0, 0.0], [r, -h]);
            let base = to_segment([x, p.y], [0.0, -h], [r, -h]);
            let is_inside = p.y >= -h && h * x + r * p.y <= 0.0;
            slant.min(base) * if is_inside { -1.0 } else { 1.0 }
        }
        Shape::Hull(_) | Shape::Mesh(_) => return None,
    })
}

/// The distance of a point in a plane from a segment.
fn to_segment(p: [f64; 2], a: [f64; 2], b: [f64; 2]) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let t = (((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
    libm::hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use super::*;
    use crate::geometry::Pose;
    use crate::random::Random;

    fn shapes() -> [Shape; 5] {
        [
            Shape::Box { half_extents: Vec3::new(1.0, 0.5, 0.25) },
            Shape::Sphere { radius: 0.7 },
            Shape::Capsule { radius: 0.4, half_height: 0.8 },
            Shape::Cylinder { radius: 0.6, half_height: 0.9 },
            Shape::Cone { radius: 0.5, height: 1.5 },
        ]
    }

    /// The formula and the search by support points are two algorithms.
    #[test]
    fn formulas_agree_with_support_points() {
        let mut random = Random(3);
        let pose = Pose::new(Vec3::new(1.0, 2.0, -3.0), Quat::from_rotation_x(0.7), Vec3::splat(1.5)).unwrap();
        for shape in shapes() {
            let solid = Solid::new(ExactBody::new(&shape, &pose));
            for _ in 0..200 {
                let mut point = || {
                    DVec3::new(1.0, 2.0, -3.0)
                        + DVec3::from_array([(); 3].map(|()| f64::from(random.within(-4.0, 4.0))))
                };
                let (p, q) = (point(), point());
                let by_formula = solid.signed(p).unwrap().max(0.0);
                let by_support = distance_to_point(&solid.body, p);
                assert!((by_formula - by_support).abs() < 1e-6, "{shape:?} at {p}: {by_formula} {by_support}");
                let (least, t) = solid.of_segment([p, q]);
                let sampled = (0..=300).map(|i| solid.distance(p + (q - p) * f64::from(i) / 300.0));
                let sampled = sampled.fold(f64::INFINITY, f64::min);
                assert!(least <= sampled + 1e-9 && sampled - least < 0.05, "{shape:?}: {least} {sampled}");
                assert!((solid.distance(p + (q - p) * t) - least).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn a_stretched_solid_has_no_formula_and_the_same_distance() {
        let pose = Pose::new(Vec3::ZERO, Quat::IDENTITY, Vec3::new(2.0, 1.0, 1.0)).unwrap();
        let stretched = Solid::new(ExactBody::new(&Shape::Sphere { radius: 1.0 }, &pose));
        assert!(stretched.signed(DVec3::X).is_none());
        assert!((stretched.distance(DVec3::X * 5.0) - 3.0).abs() < 1e-6);
        assert!(stretched.distance(DVec3::X) < 1e-6, "inside");
    }
}
