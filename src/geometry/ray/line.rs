//! The line in the solid's local space, and the transform of answers back to world space.
//!
//! The local line is rounded to `f32` and counts as exact from then on. In two cases this rounding would be too coarse.
//! Both are handled here, for all solids:
//!
//! * **A far start.** For a start at n sizes of the solid, the error is n roundings. Beyond [`FAR`] sizes the line
//!   is relative to its point nearest to the solid's origin instead, found in `f64` (Haines, Günther and
//!   Akenine-Möller, "Precision improvements for ray/sphere intersection", Ray Tracing Gems, 2019). Nearer starts
//!   are not moved, so that a start exactly on a surface stays exactly on it.
//! * **A very long or very short direction**, whose square leaves the range of `f32`. It is scaled by a power
//!   of two, which rounds nothing.

use glam::{DVec3, Vec3, Vec3A};

use super::answer::Ray;
use super::quadratic::{greater, lesser};
use crate::geometry::pose::Pose;

/// The distance in sizes of the solid beyond which a start counts as far. At this distance the error of the local line
/// is about 32 · 2⁻²⁴, two millionths of the solid's size.
const FAR: f32 = 32.0;

/// Squared distances up to this one are well within the range of `f32`.
const LARGE: f32 = 1e36;

/// Squared lengths of a direction that need no scaling.
const WELL_SCALED: std::ops::RangeInclusive<f32> = 1e-12..=1e12;

/// A ray's line in the local space of the solid: the points `o + tau · d`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalLine<'a> {
    pub(crate) pose: &'a Pose,
    /// Local start.
    pub(crate) o: Vec3A,
    /// Local direction, not normalised.
    pub(crate) d: Vec3A,
    /// The same start in world space.
    start: Vec3A,
    /// The same direction in world space.
    direction: Vec3A,
    /// The conversion from tau to the ray's t.
    pub(crate) parameter: Parameter,
}

impl<'a> LocalLine<'a> {
    /// The line with the ray's own start and direction. `local` transforms a world vector to local space.
    ///
    /// The pose's translation is subtracted before the rotation, not after it: far from the world's origin the
    /// difference is exact, but the inverse's own translation is not.
    #[inline]
    pub(crate) fn new(ray: &Ray, pose: &'a Pose, local: impl Fn(&Pose, Vec3A) -> Vec3A) -> Self {
        let (start, direction) = (Vec3A::from(ray.origin), Vec3A::from(ray.direction));
        Self {
            pose,
            o: local(pose, start - pose.world_from_local().translation),
            d: local(pose, direction),
            start,
            direction,
            parameter: Parameter::OF_RAY,
        }
    }

    /// Whether the ray needs no rescaling for a solid whose squared size is `reach_squared`.
    #[inline]
    pub(crate) fn is_well_scaled(&self, reach_squared: f32) -> bool {
        let furthest = FAR * FAR * reach_squared;
        // A square beyond the range of `f32` makes the comparison false.
        self.o.length_squared() <= furthest
            && furthest <= LARGE
            && WELL_SCALED.contains(&self.direction.length_squared())
    }

    /// The line with a direction of about unit length, relative to a point near the solid if the start is far.
    ///
    /// `None` for a direction of zero or with a NaN.
    pub(crate) fn rescaled(
        ray: &Ray,
        pose: &'a Pose,
        local: impl Fn(&Pose, Vec3A) -> Vec3A,
        reach_squared: f32,
    ) -> Option<Self> {
        let direction = ray.direction.as_dvec3();
        let power = power_of_two(direction.abs().max_element());
        let centre = Vec3::from(pose.world_from_local().translation).as_dvec3();
        let mut from_centre = ray.origin.as_dvec3() - centre;
        if !(power > 0.0 && direction.is_finite() && from_centre.is_finite()) {
            return None;
        }
        let direction = direction / power;
        let furthest = FAR * FAR * reach_squared;
        let distance = local(pose, from_centre.as_vec3a()).as_dvec3().length_squared();
        let is_far = distance > f64::from(furthest) || furthest > LARGE;
        let mut shift = 0.0;
        if is_far {
            // Only the point after the shift must be exact. So the shift is a sum of steps that are each an f32, whose
            // products are exact; each step leaves 2⁻²⁴ of the rest, so six are enough for the range of f32.
            for _ in 0..6 {
                let step = f64::from(narrow(-from_centre.dot(direction) / direction.length_squared()));
                from_centre += step * direction;
                shift += step;
            }
        }
        Some(Self {
            pose,
            o: local(pose, from_centre.as_vec3a()),
            d: local(pose, direction.as_vec3a()),
            start: (centre + from_centre).as_vec3a(),
            direction: direction.as_vec3a(),
            parameter: Parameter { shift, rate: 1.0 / power },
        })
    }

    /// The ray's t; a value beyond the range of `f32` becomes its largest number.
    #[inline]
    pub(crate) fn t(&self, tau: f64) -> f32 {
        self.parameter.t(tau)
    }

    /// Metres from the ray's origin, never negative.
    #[inline]
    pub(crate) fn distance(&self, tau: f64) -> f32 {
        narrow(self.parameter.shift + tau).abs() * self.direction.length()
    }

    /// The world point.
    #[inline]
    pub(crate) fn point(&self, tau: f64) -> Vec3 {
        (self.start + narrow(tau) * self.direction).into()
    }

    /// The local point.
    #[inline]
    pub(crate) fn local_point(&self, tau: f64) -> Vec3 {
        Vec3::from(self.o + narrow(tau) * self.d)
    }

    /// Start and direction in `f64`, in which a product of two `f32` is exact.
    #[inline]
    pub(crate) fn in_f64(&self) -> (DVec3, DVec3) {
        (self.o.as_dvec3(), self.d.as_dvec3())
    }
}

/// The conversion from the line's own parameter τ to the ray's t: `t = (shift + τ) · rate`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// The start of the line, in τ from the ray's origin.
    pub shift: f64,
    /// The reciprocal of the divisor of the direction.
    pub rate: f64,
}

impl Parameter {
    /// For a line with the ray's own start and direction.
    // Adding −0 changes no number, and the compiler removes it.
    pub const OF_RAY: Self = Self { shift: -0.0, rate: 1.0 };

    /// The ray's t; a value beyond the range of `f32` becomes its largest number.
    #[inline]
    pub fn t(self, tau: f64) -> f32 {
        // Adding 0 turns −0 into 0.
        narrow((self.shift + tau) * self.rate) + 0.0
    }

    /// The same, but infinities stay.
    pub fn t_or_infinite(self, tau: f64) -> f32 {
        if tau.is_infinite() { f32::INFINITY.copysign(narrow(tau)) } else { self.t(tau) }
    }

    /// The line's parameter at the ray's t.
    pub fn tau(self, t: f32) -> f64 {
        f64::from(t) / self.rate - self.shift
    }

    /// Whether τ is the ray's t.
    pub fn is_of_ray(self) -> bool {
        self == Self::OF_RAY
    }
}

/// The nearest `f32`, but never infinite.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "rounding is what it is for")]
pub(crate) fn narrow(x: f64) -> f32 {
    lesser(greater(x, f64::from(f32::MIN)), f64::from(f32::MAX)) as f32
}

/// The largest power of two that is not above `x`, for positive numbers that `f32` can hold.
fn power_of_two(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & (0x7ff << 52))
}
