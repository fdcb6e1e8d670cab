//! The size of a solid, and the tolerance of answers about it.

use crate::geometry::mesh::Mesh;
use crate::geometry::shape::Shape;

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
    match *shape {
        Shape::Box { half_extents } => half_extents.as_dvec3().length(),
        Shape::Sphere { radius } => radius.into(),
        Shape::Cylinder { radius, half_height } => libm::hypot(radius.into(), half_height.into()),
        Shape::Cone { radius, height } => libm::hypot(radius.into(), height.into()),
        Shape::Capsule { radius, half_height } => f64::from(radius) + f64::from(half_height),
        Shape::Mesh(ref mesh) => reach_of_mesh(mesh),
    }
}

/// The radius of a ball around the local origin that contains the mesh.
pub(super) fn reach_of_mesh(mesh: &Mesh) -> f64 {
    let bounds = mesh.bounds();
    bounds.min.abs().max(bounds.max.abs()).as_dvec3().length()
}
