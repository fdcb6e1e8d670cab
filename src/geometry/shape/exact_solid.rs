//! What the exact references need of a convex solid.

use glam::DVec3;

use crate::geometry::exact::double_double::{DoubleDouble, Vector};

/// A convex solid as `{ p : g(p) ≤ 0 }` for a convex function `g`, and by its support points.
pub(crate) trait ExactSolid: Copy {
    /// The radius of a ball around the local origin that contains the solid.
    fn reach(self) -> f64;

    /// The least of its sizes.
    fn least_size(self) -> f64;

    /// The convex function: negative inside, 0 on the surface, positive outside.
    ///
    /// Inside, its absolute value is the distance to the surface. Outside, it is at most the distance, and less near an
    /// edge.
    fn distance(self, p: DVec3) -> f64;

    /// The same in numbers of twice the digits.
    fn fine_distance(self, p: Vector) -> DoubleDouble;

    /// The local point that is furthest along a local direction.
    fn support(self, along: DVec3) -> DVec3;
}

/// 1 or −1 on each axis; 1 for 0.
pub(crate) fn signs(along: DVec3) -> DVec3 {
    DVec3::select(along.cmpge(DVec3::ZERO), DVec3::ONE, DVec3::NEG_ONE)
}

/// The point of the disc in XZ that is furthest along a direction.
pub(crate) fn disc(along: DVec3, radius: f32) -> DVec3 {
    DVec3::new(along.x, 0.0, along.z).normalize_or_zero() * f64::from(radius)
}
