//! The interval of a line inside a solid, by search instead of by formula.
//!
//! Every solid here is `{ p : g(p) ≤ 0 }` for a convex `g`, a maximum of distances. Along a line `g` is convex too,
//! so a golden section search (Kiefer, "Sequential minimax search for a maximum", 1953) finds its least value;
//! if that is not above 0, the line hits, and bisection finds the two crossings. This uses no quadratic, no
//! discriminant and no cases, on which the fast queries rely. All values are `f64`, from the same `f32` input, and the
//! inverse of the pose is computed again.
//!
//! # Accuracy
//!
//! `g` is a distance in local space and is evaluated to a few units in the last place of the solid's size, since the
//! line is first moved to its point nearest the local origin. It counts as 0 up to 32 units in the last place, so that
//! lines that only touch are not lost to rounding. So hit and miss are right unless the line is within about 1e-14
//! sizes of a tangent, and the error of an end of the interval is that of such a shift of the surface: 1e-14 sizes for
//! a steep crossing, up to its square root, 1e-7, for a grazing one. A flat minimum causes no error: only its value
//! counts, not its place.
//!
//! The line is moved to its nearest point with twice the digits of `f64`. A solid that is a hundred million times as
//! long as it is thin is searched with them too, because `f64` does not resolve its thin side; see
//! `double_double_line.rs`.
//!
//! # The greatest error of `f32`
//!
//! [`rounding`] is the unit of every comparison with an answer in `f32`, in the window and in the tests.

use glam::{DMat3, DVec3, Mat3, Vec3};

use super::double_double_line::DoubleDoubleLine;
use super::mesh;
use super::search::{crossing, least};
use super::tolerance::TOUCH;
pub use super::tolerance::{ROUNDINGS, reach};
use crate::geometry::interval::Interval;
use crate::geometry::pose::Pose;
use crate::geometry::ray::Ray;
use crate::geometry::shape::exact_solid::ExactSolid;
use crate::geometry::shape::kind::Shape;
use crate::geometry::shape::of_shape::of_shape;

/// The t at which the whole line of the ray is inside the solid, both ends included; `None` when it misses.
///
/// For a mesh, the interval from the first crossing to the last.
pub fn interval(ray: &Ray, shape: &Shape, pose: &Pose) -> Option<Interval<f64>> {
    if let Shape::Mesh(mesh) = shape {
        return mesh::ExactLine::new(ray, mesh, pose)?.interval();
    }
    NearestLine::near(ray, shape, pose)?.interval()
}

/// The least value of [`distance`] along the line of the ray, in local units: positive for a miss, negative for
/// a line through the inside. For a miss by more than the solid's size, it is some distance above the size.
///
/// It measures how close a decision is: an answer in `f32` may differ only if this is as small as its rounding.
/// `None` for a direction that is zero or not finite in local space.
pub fn clearance(ray: &Ray, shape: &Shape, pose: &Pose) -> Option<f64> {
    if let Shape::Mesh(mesh) = shape {
        return Some(mesh::ExactLine::new(ray, mesh, pose)?.clearance());
    }
    let line = NearestLine::new(ray, shape, pose)?;
    if let Some(double_double) = line.double_double {
        return Some(double_double.clearance(shape));
    }
    Some(line.local_distance(least(&|t| line.local_distance(t), line.bracket(), f64::NEG_INFINITY)))
}

/// One rounding of `f32`, in local units: 2⁻²³ times the sum of the solid's size and the distance of the ray's start
/// from it (at most 32 sizes, because farther starts are moved closer), and at least 2⁻¹⁴⁹, the least number above 0;
/// times the condition number of the pose's linear map in Frobenius norms, divided by 3: 1 for a uniform scale.
pub fn rounding(ray: &Ray, shape: &Shape, pose: &Pose) -> f64 {
    let (forward, inverse) = matrices(pose);
    let from = (inverse * from_centre(ray, pose)).length().min(32.0 * reach(shape));
    let norm = |m: DMat3| m.to_cols_array().iter().map(|x| x * x).sum::<f64>().sqrt();
    let unevenness = norm(forward) * norm(inverse) / 3.0;
    let least = f64::from(f32::from_bits(1));
    unevenness * (f64::from(f32::EPSILON) * (from + reach(shape))).max(least)
}

/// The convex function of a solid at a local point: negative inside, 0 on the surface, positive outside.
///
/// Inside, its absolute value is the distance to the surface. Outside, it is at most the distance, and less near an
/// edge. For a mesh, which is not convex, it is the distance to the surface, positive on either side.
pub fn distance(shape: &Shape, p: DVec3) -> f64 {
    of_shape!(shape, solid => solid.distance(p), mesh => mesh::distance(mesh, p))
}

/// The local line, relative to its point nearest the local origin.
pub(super) struct NearestLine<'a> {
    shape: &'a Shape,
    o: DVec3,
    d: DVec3,
    /// The ray's t of that point.
    nearest: f64,
    /// The line in twice the digits, for a solid for which `f64` is not precise enough.
    double_double: Option<DoubleDoubleLine>,
}

impl<'a> NearestLine<'a> {
    /// The line; `None` if it is far from the solid, or its direction is zero or not finite in local space.
    ///
    /// Most pairs of a scene end here, without an inverse. Each of the two balls that are tested contains the solid;
    /// the margin of their radii covers the rounding of the test itself, so that only misses are dropped.
    pub(super) fn near(ray: &Ray, shape: &'a Shape, pose: &Pose) -> Option<Self> {
        /// Relative, and many times the rounding of the sums below.
        const SLACK: f64 = 1e-12;
        let from_centre = from_centre(ray, pose);
        let direction = ray.direction.as_dvec3();
        let stretch = Mat3::from(pose.world_from_local().matrix3).as_dmat3().to_cols_array();
        // The root of the sum of the squares is at least the largest stretch.
        let radius = reach(shape) * stretch.iter().map(|x| x * x).sum::<f64>().sqrt();
        let passes = from_centre.cross(direction).length();
        if passes > direction.length() * (radius * (1.0 + SLACK) + SLACK * from_centre.length()) {
            return None;
        }
        let line = Self::new(ray, shape, pose)?;
        let blur = SLACK * (line.nearest * line.d).length();
        (line.o.length() <= reach(shape) * (1.0 + SLACK) + blur).then_some(line)
    }

    fn new(ray: &Ray, shape: &'a Shape, pose: &Pose) -> Option<Self> {
        let line = DoubleDoubleLine::of(ray, pose)?;
        let (o, d, nearest) = (line.o.to_f64(), line.d.to_f64(), line.nearest.to_f64());
        Some(Self { shape, o, d, nearest, double_double: is_beyond_f64(shape).then_some(line) })
    }

    /// The interval inside; `None` when the line misses.
    pub(super) fn interval(&self) -> Option<Interval<f64>> {
        if let Some(double_double) = &self.double_double {
            return double_double.interval(self.shape);
        }
        let touch = self.touch();
        let deepest = least(&|t| self.local_distance(t), self.bracket(), -touch);
        // The tolerance is part of the interval only if the line does no more than touch.
        let surface = match self.local_distance(deepest) {
            g if g < -touch => 0.0,
            g if g <= touch => touch,
            _ => return None,
        };
        let is_inside = |t: f64| self.local_distance(t) <= surface;
        // Adding 0 turns −0 into 0.
        Some(self.bracket().map(|outside| self.nearest + crossing(&is_inside, deepest, outside) + 0.0))
    }

    /// The solid's [`distance`] at the ray's t.
    pub(super) fn distance(&self, t: f64) -> f64 {
        match &self.double_double {
            Some(double_double) => double_double.distance(self.shape, t),
            None => self.local_distance(t - self.nearest),
        }
    }

    /// The greatest distance from the surface that counts as on it, in local units.
    pub(super) fn touch(&self) -> f64 {
        if self.double_double.is_some() { DoubleDoubleLine::touch(self.shape) } else { TOUCH * reach(self.shape) }
    }

    /// The length of a step of 1 in t, in local units.
    pub(super) fn speed(&self) -> f64 {
        self.d.length()
    }

    fn local_distance(&self, t: f64) -> f64 {
        distance(self.shape, self.o + t * self.d)
    }

    /// An interval with both ends outside: a point at twice the solid's reach is outside.
    fn bracket(&self) -> Interval<f64> {
        let half = 2.0 * reach(self.shape) / self.d.length();
        Interval::new(-half, half)
    }
}

/// Whether the tolerance in `f64` is more than a millionth of the solid's least size.
fn is_beyond_f64(shape: &Shape) -> bool {
    shape.least_size().is_some_and(|least| TOUCH * reach(shape) > 1e-6 * least)
}

/// From the pose's centre to the start of the ray, in the world's axes.
fn from_centre(ray: &Ray, pose: &Pose) -> DVec3 {
    ray.origin.as_dvec3() - Vec3::from(pose.world_from_local().translation).as_dvec3()
}

/// The pose without its translation, and its inverse, computed again in `f64`.
fn matrices(pose: &Pose) -> (DMat3, DMat3) {
    let forward = Mat3::from(pose.world_from_local().matrix3).as_dmat3();
    (forward, forward.inverse())
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;

    /// Intervals that can be worked out by hand.
    #[test]
    fn known_intervals() {
        let pose = Pose::new(Vec3::new(0.0, 1.0, 0.0), Quat::IDENTITY, Vec3::new(1.0, 2.0, 1.0)).unwrap();
        let half_extents = Vec3::new(1.0, 2.0, 0.5);
        for (case, shape, origin, direction, expected) in [
            ("box", Shape::Box { half_extents }, [-3.0, 1.0, 0.0], [2.0, 0.0, 0.0], Some([1.0, 2.0])),
            ("box, on a face", Shape::Box { half_extents }, [-3.0, 5.0, 0.0], [2.0, 0.0, 0.0], Some([1.0, 2.0])),
            ("box, beside it", Shape::Box { half_extents }, [-3.0, 5.000_001, 0.0], [2.0, 0.0, 0.0], None),
            ("sphere", Shape::Sphere { radius: 0.5 }, [0.0, 5.0, 0.0], [0.0, -1.0, 0.0], Some([3.0, 5.0])),
            ("sphere, grazing", Shape::Sphere { radius: 0.5 }, [0.5, 1.0, 2.0], [0.0, 0.0, 1.0], Some([-2.0, -2.0])),
            (
                "cylinder, along the side",
                Shape::Cylinder { radius: 0.5, half_height: 1.0 },
                [0.5, 4.0, 0.0],
                [0.0, -1.0, 0.0],
                Some([1.0, 5.0]),
            ),
            ("cone", Shape::Cone { radius: 1.0, height: 1.0 }, [0.5, 4.0, 0.0], [0.0, -1.0, 0.0], Some([4.0, 5.0])),
            ("cone, apex", Shape::Cone { radius: 1.0, height: 1.0 }, [5.0, 1.0, 0.0], [1.0, 0.0, 0.0], Some([-5.0; 2])),
            ("cone, above", Shape::Cone { radius: 1.0, height: 1.0 }, [5.0, 1.1, 0.0], [1.0, 0.0, 0.0], None),
            (
                "capsule",
                Shape::Capsule { radius: 0.5, half_height: 0.5 },
                [0.0, 4.0, 0.0],
                [0.0, -1.0, 0.0],
                Some([1.0, 5.0]),
            ),
        ] {
            let ray = Ray { origin: origin.into(), direction: direction.into() };
            let found = interval(&ray, &shape, &pose);
            assert_eq!(found.is_some(), expected.is_some(), "{case}: {found:?}");
            for (t, expected) in found.into_iter().flat_map(Interval::ends).zip(expected.into_iter().flatten()) {
                assert!((t - expected).abs() < 1e-6, "{case}: {found:?}");
            }
        }
    }
}
