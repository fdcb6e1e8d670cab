//! The size by which leaves are compared.

use glam::Vec3;

use crate::geometry::Aabb;

/// Half the surface of a box. A box with the greater corner first counts as one without extent: with a negative area, a
/// leaf would count as grown before any change.
pub(super) fn half_area(aabb: &Aabb) -> f32 {
    let [x, y, z] = (aabb.max - aabb.min).max(Vec3::ZERO).to_array();
    x * y + y * z + z * x
}
