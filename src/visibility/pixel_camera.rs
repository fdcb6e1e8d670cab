//! A camera with the pixels of its picture, as one map from the world to homogeneous pixels.

use glam::{DMat4, DVec2, DVec3, DVec4};

use crate::geometry::camera::{Camera, Projection, Window};
use crate::geometry::frustum::Frustum;

/// The part of a depth by which two depths may differ and still be equal: a hundredth of the rounding of `f32`, and far more
/// than that of `f64`.
pub(super) const EQUAL_DEPTH: f64 = 1e-12;

/// A camera and the pixels of its picture.
#[derive(Clone, Debug, PartialEq)]
pub struct PixelCamera {
    /// Pose and projection.
    pub camera: Camera,
    /// The planes of its view volume.
    pub frustum: Frustum,
    /// Width and height in pixels, at least 1 and at most 65,535.
    pub size: [u32; 2],
    /// The layers that it sees: bit n is layer n.
    pub mask: u64,
}

impl PixelCamera {
    /// The same camera, moved by a vector in world space.
    #[must_use]
    pub fn moved(&self, by: DVec3) -> Self {
        let position = (self.camera.position.as_dvec3() + by).as_vec3();
        let camera = Camera { position, ..self.camera };
        Self { camera, frustum: Frustum::of(&camera), ..self.clone() }
    }

    /// The point of the world at a place of the picture, in pixels from its upper left corner, at a depth along the view in
    /// metres.
    pub fn point(&self, pixel: DVec2, depth: f64) -> DVec3 {
        let (near, along) = PixelMap::of(self).ray(pixel);
        let [_, _, forward] = self.axes();
        let eye = self.camera.position.as_dvec3() + self.camera.rotation * self.camera.window().eye;
        near + along * ((depth - (near - eye).dot(forward)) / along.dot(forward))
    }

    /// Whether the corners of a front face are counter-clockwise in the picture.
    #[cfg(feature = "render")]
    pub(crate) fn front_is_counter_clockwise(&self) -> bool {
        // Rows of pixels begin at the top, which turns the winding.
        PixelMap::of(self).front < 0.0
    }

    /// Its axes in world space: to the right and up in the picture, and along the view.
    pub fn axes(&self) -> [DVec3; 3] {
        self.camera.window().axes.map(|axis| self.camera.rotation * axis)
    }
}

/// The map from the world to homogeneous pixels of a camera.
///
/// A point has x, y and w, with x / w to the right and y / w down in pixels from the upper left corner, and a depth z, with
/// z / w greater for nearer points of a line of sight. With perspective, z is 1 and w the depth in metres; without, w is 1
/// and z the negative depth. A [`Projection::Matrix`] has its own w and depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct PixelMap {
    /// x, y, w and z of a point of the world.
    pub(super) from_world: DMat4,
    to_world: DMat4,
    /// z / w at the far and at the near plane.
    pub(super) depths: [f64; 2],
    /// The same, with depths that are equal to them.
    equal_depths: [f64; 2],
    /// The sign of the determinant of three corners (x, y, w) that are counter-clockwise for the eye.
    pub(super) front: f64,
    /// Width and height in pixels.
    pub(super) size: [u32; 2],
}

impl PixelMap {
    pub(super) fn of(view: &PixelCamera) -> Self {
        let camera = &view.camera;
        let [width, height] = view.size.map(f64::from);
        let clip = camera.clip_from_world();
        let rows = [0, 1, 2, 3].map(|row| clip.row(row));
        let window = camera.window();
        let w = rows[3];
        let map = |z: DVec4| {
            DMat4::from_cols((rows[0] + w) * (width / 2.0), (w - rows[1]) * (height / 2.0), w, z).transpose()
        };
        let (near, far) = (f64::from(camera.near), f64::from(camera.far));
        let (from_world, depths) = match camera.projection {
            Projection::Perspective { .. } | Projection::Frustum { .. } => (map(DVec4::W), [1.0 / far, 1.0 / near]),
            Projection::Orthographic { .. } | Projection::Ortho { .. } => {
                (map(camera.view_from_world().row(2)), [-far, -near])
            }
            Projection::Matrix(_) => {
                let ends = camera.depth.ends();
                let raw = map(rows[2]).inverse();
                // The end that is nearer to the eye, in the middle of the picture.
                let eye = camera.position.as_dvec3() + camera.rotation * window.eye;
                let forward = camera.rotation * window.axes[2];
                let distances = ends.map(|depth| {
                    let point = raw * DVec4::new(width / 2.0, height / 2.0, 1.0, depth);
                    if point.w > 0.0 { (point.truncate() / point.w - eye).dot(forward) } else { f64::INFINITY }
                });
                let [nearer, further] = if distances[0] <= distances[1] { ends } else { [ends[1], ends[0]] };
                let sign = if nearer >= further { 1.0 } else { -1.0 };
                (map(rows[2] * sign), [further * sign, nearer * sign])
            }
        };
        let [far, near] = depths;
        let equal_depths = [far - far.abs() * EQUAL_DEPTH, near + near.abs() * EQUAL_DEPTH];
        let to_world = from_world.inverse();
        let mut all = Self { from_world, to_world, depths, equal_depths, front: 1.0, size: view.size };
        all.front = all.front_sign(camera, &window);
        all
    }

    /// The picture of 3 × 3 points around the centre of a pixel, `reach` pixels apart.
    pub(super) fn around(&self, [x, y]: [u32; 2], reach: f64) -> Self {
        let middle = centre(x, y);
        let rows = [0, 1, 2, 3].map(|row| self.from_world.row(row));
        let row = |axis: usize| (rows[axis] - rows[2] * (middle[axis] - 1.5 * reach)) / reach;
        let from_world = DMat4::from_cols(row(0), row(1), rows[2], rows[3]).transpose();
        Self { from_world, to_world: from_world.inverse(), size: [3, 3], ..*self }
    }

    /// The sign for a triangle in front of the eye that faces it.
    fn front_sign(&self, camera: &Camera, window: &Window) -> f64 {
        let [right, up, forward] = window.axes;
        let middle = window.eye + forward;
        let corners = [middle, middle + right, middle + up]
            .map(|corner| self.point(camera.position.as_dvec3() + camera.rotation * corner).truncate());
        corners[0].dot(corners[1].cross(corners[2])).signum()
    }

    /// x, y, w and z of a point of the world.
    pub(super) fn point(&self, point: DVec3) -> DVec4 {
        self.from_world * point.extend(1.0)
    }

    /// Whether z / w is between those of the far and the near plane, which belong to the volume.
    pub(super) fn is_between(&self, depth: f64) -> bool {
        let [far, near] = self.equal_depths;
        depth >= far && depth <= near
    }

    /// The ray through the centre of a pixel: its point on the near plane, and its direction with unit length.
    pub(super) fn ray(&self, pixel: DVec2) -> (DVec3, DVec3) {
        let [near, far] =
            [self.depths[1], self.depths[0]].map(|depth| self.to_world * DVec4::new(pixel.x, pixel.y, 1.0, depth));
        let along = far.truncate() * near.w - near.truncate() * far.w;
        (near.truncate() / near.w, along.normalize_or_zero())
    }

    /// The point of the world at a place of the picture, at a depth z / w.
    pub(super) fn world_at(&self, pixel: DVec2, depth: f64) -> DVec3 {
        let at = self.to_world * DVec4::new(pixel.x, pixel.y, 1.0, depth);
        at.truncate() / at.w
    }

    /// z / w of a point of the world.
    pub(super) fn depth(&self, point: DVec3) -> f64 {
        let at = self.point(point);
        at.w / at.z
    }
}

/// The centre of a pixel.
pub(super) fn centre(x: u32, y: u32) -> DVec2 {
    DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5)
}
