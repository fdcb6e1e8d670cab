//! Triangles without area.

use glam::{DVec3, Vec3};

/// Whether the corners are not on one line.
pub(crate) fn has_area([a, b, c]: [Vec3; 3]) -> bool {
    let [a, b, c] = [a, b, c].map(Vec3::as_dvec3);
    (b - a).cross(c - a) != DVec3::ZERO
}
