//! The normal of a triangle.

use glam::{DVec3, Vec3};

/// The outward normal by the winding, counter-clockwise seen from outside; 0 exactly for a triangle without area.
#[inline]
pub(crate) fn area_normal([a, b, c]: [Vec3; 3]) -> Vec3 {
    let (a, b, c) = (a.as_dvec3(), b.as_dvec3(), c.as_dvec3());
    // Squares of areas between corners in `f32` are in the range of `f64`.
    (b - a).cross(c - a).try_normalize().unwrap_or(DVec3::ZERO).as_vec3()
}
