//! Cameras. The keys and units are those of eyeline's scene file: metres and degrees, right-handed, +Y up; a camera looks along its
//! local −Z, +X is to its right.

use crate::object::Layers;
use crate::place::{Pose, fits, is_rotation, nearest_pose};

/// The projection of a camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Projection {
    /// A truncated pyramid.
    Perspective {
        /// The vertical field of view in degrees, above 0 and below 180.
        fov_y: f32,
        /// Width divided by height, above 0.
        aspect: f32,
    },
    /// A box.
    Orthographic {
        /// The full height in metres.
        height: f32,
        /// Width divided by height, above 0.
        aspect: f32,
    },
    /// A perspective projection by its borders in metres on the near plane, as `glFrustum`.
    Frustum {
        /// The left border.
        left: f32,
        /// The right border, above `left`.
        right: f32,
        /// The lower border.
        bottom: f32,
        /// The upper border, above `bottom`.
        top: f32,
    },
    /// An orthographic projection by its borders in metres, as `glOrtho`.
    Ortho {
        /// The left border.
        left: f32,
        /// The right border, above `left`.
        right: f32,
        /// The lower border.
        bottom: f32,
        /// The upper border, above `bottom`.
        top: f32,
    },
    /// An engine's own `clip_from_view`, column by column, in the camera's [`Depth`]. Its near and far plane count in place of those of
    /// the camera. It has an inverse, and something in view.
    Matrix([f32; 16]),
}

/// The range of depth in clip space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// −1 at the near plane, 1 at the far plane: OpenGL.
    #[default]
    MinusOneToOne,
    /// 0 at the near plane, 1 at the far plane: Direct3D, Metal, Vulkan.
    ZeroToOne,
    /// 1 at the near plane, 0 at the far plane.
    Reversed,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Direction {
    Rotation([f32; 4]),
    LookAt([f32; 3]),
    Euler([f32; 3]),
}

/// A camera. Near is 0.1 m and far 100 m, depth −1..1, and it sees all layers, until it is told otherwise.
///
/// ```
/// use eyeline_client::{Camera, Depth};
///
/// let guard = Camera::perspective(60.0, 1.5).at([0.0, 1.7, 0.0]).look_at([0.0, 1.7, -5.0]).near(0.3).far(20.0);
/// let of_an_engine_with_reversed_infinite_depth = Camera::perspective(45.0, 16.0 / 9.0).no_far().depth(Depth::Reversed);
/// # let _ = (guard, of_an_engine_with_reversed_infinite_depth);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    pub(crate) position: [f32; 3],
    pub(crate) direction: Direction,
    pub(crate) lens: Lens,
    pub(crate) mask: Layers,
    pub(crate) size: Option<[u32; 2]>,
}

/// All of a camera that shapes its view volume and its depth buffer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lens {
    pub(crate) projection: Projection,
    pub(crate) near: f32,
    pub(crate) far: Option<f32>,
    pub(crate) depth: Depth,
    pub(crate) depth_bits: u8,
}

impl Camera {
    /// A camera at the origin that looks along −Z.
    pub fn new(projection: Projection) -> Self {
        Self {
            position: [0.0; 3],
            direction: Direction::Rotation([0.0, 0.0, 0.0, 1.0]),
            lens: Lens { projection, near: 0.1, far: Some(100.0), depth: Depth::default(), depth_bits: 24 },
            mask: Layers::ALL,
            size: None,
        }
    }

    /// A perspective camera: the vertical field of view in degrees, and width divided by height.
    pub fn perspective(fov_y: f32, aspect: f32) -> Self {
        Self::new(Projection::Perspective { fov_y, aspect })
    }

    /// An orthographic camera: the full height in metres, and width divided by height.
    pub fn orthographic(height: f32, aspect: f32) -> Self {
        Self::new(Projection::Orthographic { height, aspect })
    }

    /// With this position, in metres.
    #[must_use]
    pub fn at(mut self, position: [f32; 3]) -> Self {
        self.position = position;
        self
    }

    /// With this rotation, a quaternion x, y, z, w.
    #[must_use]
    pub fn rotation(mut self, rotation: [f32; 4]) -> Self {
        self.direction = Direction::Rotation(rotation);
        self
    }

    /// With this point in the middle of the picture. +Y is up; for a vertical direction, −Z.
    #[must_use]
    pub fn look_at(mut self, target: [f32; 3]) -> Self {
        self.direction = Direction::LookAt(target);
        self
    }

    /// With pitch (about X), yaw (about Y) and roll (about Z) in degrees. Roll is applied first, then pitch, then yaw.
    #[must_use]
    pub fn euler(mut self, degrees: [f32; 3]) -> Self {
        self.direction = Direction::Euler(degrees);
        self
    }

    /// With this distance of the near plane in metres: above 0 for a perspective camera.
    #[must_use]
    pub fn near(mut self, near: f32) -> Self {
        self.lens.near = near;
        self
    }

    /// With this distance of the far plane in metres, above that of the near plane.
    #[must_use]
    pub fn far(mut self, far: f32) -> Self {
        self.lens.far = Some(far);
        self
    }

    /// Without a far plane: only for a perspective camera.
    #[must_use]
    pub fn no_far(mut self) -> Self {
        self.lens.far = None;
        self
    }

    /// With this range of depth in clip space.
    #[must_use]
    pub fn depth(mut self, depth: Depth) -> Self {
        self.lens.depth = depth;
        self
    }

    /// With a depth buffer of 16, 24 or 32 bits; 32 bits are a float.
    #[must_use]
    pub fn depth_bits(mut self, bits: u8) -> Self {
        self.lens.depth_bits = bits;
        self
    }

    /// Seeing these layers alone.
    #[must_use]
    pub fn mask(mut self, mask: impl Into<Layers>) -> Self {
        self.mask = mask.into();
        self
    }

    /// With a picture of this width and height in pixels, each 1 to 8192.
    #[must_use]
    pub fn size(mut self, width: u32, height: u32) -> Self {
        self.size = Some([width, height]);
        self
    }

    /// With another position and rotation; a scale has no meaning for a camera.
    pub(crate) fn moved(mut self, pose: &Pose) -> Self {
        self.position = pose.position;
        if let Some(rotation) = pose.rotation {
            self.direction = Direction::Rotation(rotation);
        }
        self
    }

    /// With the position and rotation of a matrix that has an inverse.
    pub(crate) fn at_matrix(self, matrix: &[f32; 16]) -> Self {
        let pose = nearest_pose(matrix).0;
        self.at(pose.position).rotation(pose.rotation)
    }

    /// Whether eyeline accepts it: one camera that it refuses would make a whole keyframe invalid.
    pub(crate) fn is_valid(&self) -> bool {
        let has_direction = match self.direction {
            Direction::Rotation(rotation) => is_rotation(&rotation),
            Direction::LookAt(target) => fits(&target) && target != self.position,
            Direction::Euler(degrees) => fits(&degrees),
        };
        let has_size = self.size.is_none_or(|size| size.iter().all(|pixels| (1..=8192).contains(pixels)));
        fits(&self.position) && has_direction && has_size && self.lens.is_valid()
    }
}

impl Lens {
    fn is_valid(&self) -> bool {
        let ascend = |low: f32, high: f32| fits(&[low, high]) && low < high;
        let is_size = |size: f32| fits(&[size]) && size > 0.0;
        let (is_projection, is_perspective) = match self.projection {
            Projection::Perspective { fov_y, aspect } => (ascend(0.0, fov_y) && fov_y < 180.0 && is_size(aspect), true),
            Projection::Orthographic { height, aspect } => (is_size(height) && is_size(aspect), false),
            Projection::Frustum { left, right, bottom, top } => (ascend(left, right) && ascend(bottom, top), true),
            Projection::Ortho { left, right, bottom, top } => (ascend(left, right) && ascend(bottom, top), false),
            Projection::Matrix(matrix) => return self.has_depth_bits() && is_projection(&matrix, self.depth),
        };
        let has_depth = fits(&[self.near]) && self.far.map_or(is_perspective, |far| ascend(self.near, far));
        is_projection && has_depth && (!is_perspective || self.near > 0.0) && self.has_depth_bits()
    }

    fn has_depth_bits(&self) -> bool {
        [16, 24, 32].contains(&self.depth_bits)
    }
}

/// Whether the matrix has an inverse, and something is in view: some corner of clip space is a point with a w above 0.
fn is_projection(matrix: &[f32; 16], depth: Depth) -> bool {
    let Some([x, y, z, w]) = fits(matrix).then(|| last_row_of_inverse(matrix)).flatten() else { return false };
    let [near, far] = match depth {
        Depth::MinusOneToOne => [-1.0, 1.0],
        Depth::ZeroToOne | Depth::Reversed => [0.0, 1.0],
    };
    let size = x.abs() + y.abs() + z.abs() + w.abs();
    // What is left of a corner at infinity is rounding.
    x.abs() + y.abs() + (z * near).max(z * far) + w > 1e-12 * size
}

/// The row that gives the w of a point of clip space; `None` without an inverse. It is found by elimination with the greatest pivot of each
/// column, after the rows and columns are scaled to about 1, because near and far may differ by many powers of ten.
fn last_row_of_inverse(matrix: &[f32; 16]) -> Option<[f64; 4]> {
    let most = |numbers: [f64; 4]| numbers.iter().fold(0.0_f64, |most, number| most.max(number.abs()));
    // Row i of this is column i of the matrix: the row of the inverse is the solution for the transposed matrix.
    let mut rows = [0, 4, 8, 12].map(|i| [0, 1, 2, 3].map(|j| f64::from(matrix[i + j])));
    let row_scale = rows.map(most);
    for (row, scale) in rows.iter_mut().zip(row_scale) {
        *row = row.map(|number| number / scale);
    }
    let column_scale = [0, 1, 2, 3].map(|j| most(rows.map(|row| row[j])));
    let mut right = [0.0, 0.0, 0.0, 1.0 / row_scale[3]];
    for row in &mut rows {
        for (number, scale) in row.iter_mut().zip(column_scale) {
            *number /= scale;
        }
    }
    let mut determinant = 1.0;
    for column in 0..4 {
        let greatest = (column..4).max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()));
        rows.swap(column, greatest.unwrap_or(column));
        right.swap(column, greatest.unwrap_or(column));
        let (pivot, value) = (rows[column], right[column]);
        determinant *= pivot[column];
        for i in (0..4).filter(|i| *i != column) {
            let factor = rows[i][column] / pivot[column];
            for (number, other) in rows[i].iter_mut().zip(pivot) {
                *number -= factor * other;
            }
            right[i] -= factor * value;
        }
    }
    // eyeline calls a matrix singular below 1e-13. A matrix with a row of zeros has NaN here.
    let row = [0, 1, 2, 3].map(|i| right[i] / rows[i][i] / column_scale[i]);
    (determinant.abs() > 1e-12 && row.iter().all(|number| number.is_finite())).then_some(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cameras_that_eyeline_refuses_are_not_valid() {
        let perspective = Camera::perspective(60.0, 1.5);
        let ortho = |left, right| Camera::new(Projection::Ortho { left, right, bottom: -1.0, top: 1.0 });
        let reversed_infinite = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.1, 0.0];
        let table = [
            (perspective, true),
            (perspective.no_far(), true),
            (perspective.near(0.0), false),
            (perspective.near(100.0), false),
            (perspective.far(f32::INFINITY), false),
            (perspective.look_at([0.0; 3]), false),
            (perspective.look_at([0.0, 0.0, 1.0]), true),
            (perspective.rotation([0.0; 4]), false),
            (perspective.size(0, 8), false),
            (perspective.depth_bits(8), false),
            (Camera::perspective(180.0, 1.0), false),
            (Camera::perspective(60.0, f32::NAN), false),
            (Camera::orthographic(4.0, 1.0).near(-5.0), true),
            (Camera::orthographic(4.0, 1.0).no_far(), false),
            (ortho(-1.0, 1.0).near(0.0), true),
            (ortho(1.0, 1.0), false),
            (Camera::new(Projection::Matrix(reversed_infinite)), true),
            (Camera::new(Projection::Matrix(reversed_infinite)).depth(Depth::Reversed), true),
            (Camera::new(Projection::Matrix(reversed_infinite.map(|x| -x))).depth(Depth::Reversed), false),
            (Camera::new(Projection::Matrix([1.0; 16])), false),
            (Camera::new(Projection::Matrix([0.0; 16])), false),
        ];
        for (camera, expected) in table {
            assert_eq!(camera.is_valid(), expected, "{camera:?}");
        }
    }
}
