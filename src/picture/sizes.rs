//! The sizes of items that have no size in the scene.

use crate::geometry::Aabb;

/// The size of small items, such as arrows and camera bodies, in a scene of this extent.
pub(crate) fn small(extent: &Aabb) -> f32 {
    (extent.half_extents().length() * 0.06).clamp(0.02, 1e4)
}
