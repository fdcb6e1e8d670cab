//! The size of a solid, and the tolerance of answers about it.

use crate::geometry::shape::kind::Shape;

/// The greatest value of `g` that counts as 0, in sizes of the solid.
pub(super) const TOUCH: f64 = 32.0 * f64::EPSILON;

/// The greatest error of an answer in `f32`, in [`rounding`](super::ray::rounding)s. The greatest one measured is 1.24,
/// in millions of rays that are mostly hard cases (`tests/properties/rays.rs`); an end of an interval has in addition
/// one unit in the last place of its `t`.
///
/// A component of the local line is three products and two sums, each rounded by half a unit, of a matrix that is
/// rounded by half a unit as well.
pub const ROUNDINGS: f64 = 2.0;

/// The radius of a ball around the local origin that contains the solid.
pub fn reach(shape: &Shape) -> f64 {
    shape.reach()
}
