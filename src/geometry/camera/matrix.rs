//! A projection that is given as its matrix: the corners of clip space in the camera's axes, and the distances of the
//! near and the far plane.
//!
//! Corners are homogeneous points (x, y, z, w): (x, y, z) / w for w above 0, and the direction (x, y, z) for w = 0. A corner
//! with w below 0 is beyond infinity: its edge of the view volume does not end. This covers infinite far planes and the
//! slanted near planes of portals and water surfaces (Lengyel, "Oblique View Frustum Depth Projection and Clipping", 2005).

use glam::{DMat4, DVec3, DVec4};

/// The least determinant of a matrix with rows and columns of size 1 that counts as invertible. The numbers of a matrix
/// are rounded, so that the determinant of a singular one is not exactly 0.
const LEAST_DETERMINANT: f64 = 1e-13;

/// The rounding of the sum of four products, relative to the sum of their sizes.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// The inverse; `None` when the matrix has none.
pub(super) fn inverse(matrix: &DMat4) -> Option<DMat4> {
    // Rows and columns are scaled to about 1 first, because near and far may differ by many powers of ten.
    let columns = power_of_two(matrix.to_cols_array_2d().map(most));
    let by_columns = *matrix * DMat4::from_diagonal(columns);
    let rows = power_of_two(by_columns.transpose().to_cols_array_2d().map(most));
    let scaled = DMat4::from_diagonal(rows) * by_columns;
    let determinant = scaled.determinant();
    if !determinant.is_finite() || determinant.abs() < LEAST_DETERMINANT {
        return None;
    }
    let inverse = DMat4::from_diagonal(columns) * scaled.inverse() * DMat4::from_diagonal(rows);
    inverse.is_finite().then_some(inverse)
}

fn most(numbers: [f64; 4]) -> f64 {
    numbers.iter().fold(0.0, |most, number| most.max(number.abs()))
}

/// The powers of two that scale these sizes to between 1 and 2; scaling by them rounds nothing. 1 for a size of 0.
fn power_of_two(sizes: [f64; 4]) -> DVec4 {
    sizes.map(|size| if size > 0.0 { libm::scalbn(1.0, -libm::ilogb(size)) } else { 1.0 }).into()
}

/// The corners in the order of [`super::Camera::corners`]; `depths` are those of the near and of the far plane in clip space.
pub(super) fn corners(matrix: &DMat4, depths: [f64; 2]) -> Option<[DVec4; 8]> {
    let inverse = inverse(matrix)?;
    Some(std::array::from_fn(|i| {
        let sign = |bit: usize| if i & bit == 0 { -1.0 } else { 1.0 };
        unprojected(&inverse, DVec4::new(sign(1), sign(2), depths[i >> 2], 1.0))
    }))
}

/// A point of clip space as a homogeneous point. Its w is 0 where only rounding is left of it.
fn unprojected(inverse: &DMat4, clip: DVec4) -> DVec4 {
    let point = *inverse * clip;
    let noise = ROUNDING * inverse.row(3).abs().dot(clip.abs());
    if point.w.abs() <= noise { point.with_w(0.0) } else { point }
}

/// What a matrix shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatrixView {
    /// The distances of the near and the far plane from the eye along the middle of the picture, the smaller one first;
    /// infinite for a plane that the view volume does not reach.
    pub distances: [f64; 2],
    /// Whether the view is along +Z.
    pub looks_back: bool,
    /// Whether the near plane of the depth convention is further than its far plane.
    pub is_reversed: bool,
}

/// The view of a matrix; `None` without an inverse, and when nothing is in view.
pub(super) fn view(matrix: &DMat4, depths: [f64; 2]) -> Option<MatrixView> {
    let inverse = inverse(matrix)?;
    if corners(matrix, depths)?.iter().all(|corner| corner.w <= 0.0) {
        return None;
    }
    let [near, far] = depths.map(|depth| unprojected(&inverse, DVec4::new(0.0, 0.0, depth, 1.0)));
    let looks_back = looks_back(matrix, near, far);
    let sign = if looks_back { 1.0 } else { -1.0 };
    let [a, b] = [near, far].map(|at| if at.w > 0.0 { sign * at.z / at.w } else { f64::INFINITY });
    Some(MatrixView { distances: [a.min(b), a.max(b)], looks_back, is_reversed: a > b })
}

/// Whether the view is along +Z, as with the matrices of left-handed engines.
fn looks_back(matrix: &DMat4, near: DVec4, far: DVec4) -> bool {
    forward(matrix, [near, far]).z > 0.0
}

/// The direction of view in the camera's axes: that in which w grows, which is the normal of the picture's plane; without
/// perspective, from the near to the far plane.
pub(super) fn forward(matrix: &DMat4, [near, far]: [DVec4; 2]) -> DVec3 {
    let grows = matrix.row(3).truncate();
    if grows != DVec3::ZERO {
        return grows.normalize_or(DVec3::NEG_Z);
    }
    (far.truncate() * near.w - near.truncate() * far.w).normalize_or(DVec3::NEG_Z)
}

/// The point through which all lines of sight go; `None` for parallel ones.
pub(super) fn apex(matrix: &DMat4) -> Option<DVec3> {
    let rows = [0, 1, 3].map(|i| matrix.row(i));
    let [a, b, c] = rows.map(DVec4::truncate);
    let determinant = a.dot(b.cross(c));
    // Cramer's rule for the point whose clip x, y and w are 0.
    let apex = -(b.cross(c) * rows[0].w + c.cross(a) * rows[1].w + a.cross(b) * rows[2].w) / determinant;
    apex.is_finite().then_some(apex)
}
