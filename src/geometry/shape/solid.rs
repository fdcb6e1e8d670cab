//! What every convex solid has: its word, its sizes, its box.

use glam::{Affine3A, DVec3, Mat3, Vec3};

use super::size::{Size, SizeHandle};
use crate::geometry::bounds::Aabb;

/// A convex solid in its own local space.
pub(crate) trait Solid: Copy {
    /// The word for the shape in scene files and on screen.
    const WORD: &'static str;

    /// Its sizes, in the order of [`Solid::numbers`].
    const SIZES: &'static [Size];

    /// How its tight box is computed, in symbols; `M` is the matrix of the pose.
    const BOUNDS_FORMULA: &'static str;

    /// The tight box of the transformed solid itself, which is smaller than the box around its transformed local box.
    fn bounds(self, world_from_local: &Affine3A) -> Aabb;

    /// Half the extent along the local axes.
    fn half_size(self) -> Vec3;

    /// The numbers by which two solids of this kind differ.
    fn numbers(self) -> Vec<f32>;

    /// The handles of its sizes.
    fn handles(self) -> Vec<SizeHandle>;

    /// A point inside, far from the surface.
    fn middle(self) -> DVec3 {
        DVec3::ZERO
    }
}

/// The half extents along each world axis of a ball of `radius` under the linear map `m`.
pub(crate) fn ball_reach(m: Mat3, radius: f32) -> Vec3 {
    let rows = m.transpose();
    Vec3::new(rows.x_axis.length(), rows.y_axis.length(), rows.z_axis.length()) * radius
}

/// The half extents along each world axis of a disc of `radius` in XZ under the linear map `m`.
pub(crate) fn disc_reach(m: Mat3, radius: f32) -> Vec3 {
    Vec3::from_array(std::array::from_fn(|i| radius * libm::hypotf(m.x_axis[i], m.z_axis[i])))
}
