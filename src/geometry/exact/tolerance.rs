//! The size of a solid, and how far from its surface an answer may be.

use crate::geometry::{Mesh, Shape};

/// How far above 0 `g` still counts as 0, in sizes of the solid.
pub(super) const TOUCH: f64 = 32.0 * f64::EPSILON;

/// How many [`rounding`](super::ray::rounding)s an answer in `f32` may be off. Seen are 1.24 in millions of rays, most of them chosen to
/// go wrong (`tests/properties/rays.rs`); an end of an interval has the last place of its `t` besides.
///
/// A component of the local line is three products and two sums, each rounded by half a unit, of a matrix that is
/// rounded by half a unit as well.
pub const ROUNDINGS: f64 = 2.0;

/// The radius of a ball around the local origin that holds the solid.
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

/// The radius of a ball around the local origin that holds the mesh.
pub(super) fn reach_of_mesh(mesh: &Mesh) -> f64 {
    let bounds = mesh.bounds();
    bounds.min.abs().max(bounds.max.abs()).as_dvec3().length()
}
