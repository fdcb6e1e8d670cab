//! Cameras: a pose and a projection, and the matrices that follow from them.
//!
//! A camera looks along its local −Z with +X to its right and +Y up, as in glTF. Angles and the clip matrix are kept
//! in `f64`: a half turn in `f32` is off by 1e-7, and a far plane is the small difference of two rows of the matrix,
//! which with near 0.1 and far 100 would move by 3 mm if they were rounded to `f32` first.

use glam::{DMat4, DQuat, DVec3, Vec3};

/// A camera in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The eye.
    pub position: Vec3,
    /// Unit quaternion from the camera's space to the world's.
    pub rotation: DQuat,
    /// The projection.
    pub projection: Projection,
    /// Distance of the near plane from the eye in metres; below `far`, and above 0 for a perspective camera.
    pub near: f32,
    /// Distance of the far plane from the eye in metres.
    pub far: f32,
    /// Range of depth in clip space.
    pub depth: DepthRange,
}

/// The projection of a camera. `aspect` is width over height, above 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Projection {
    /// A perspective projection; its frustum is a truncated pyramid with its apex at the eye.
    Perspective {
        /// Vertical field of view in radians, above 0 and below π.
        fov_y: f64,
        /// Width over height.
        aspect: f32,
    },
    /// An orthographic projection; its frustum is a box.
    Orthographic {
        /// Full height in metres, above 0.
        height: f32,
        /// Width over height.
        aspect: f32,
    },
}

/// The greatest ratio of far to near distance at which the far plane of a perspective camera comes out of the clip
/// matrix with the full precision of `f32`. [`DepthRange::Reversed`] has this precision at every ratio.
///
/// The plane is the difference of two rows that are equal but for one part in far / near, and each of them is
/// rounded by 2⁻⁵³: an error of far / near · 2⁻⁵³, which reaches the rounding of `f32`, 2⁻²⁴, at about 2²⁹. A camera
/// away from the origin has less: 10⁸ is a safe limit. From about 10¹⁶ on, no digit of the plane is right.
pub const MOST_FAR_OVER_NEAR: f32 = 1e8;

/// The range of depth (z/w) in clip space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DepthRange {
    /// −1 at the near plane, 1 at the far plane: OpenGL.
    #[default]
    MinusOneToOne,
    /// 0 at the near plane, 1 at the far plane: Direct3D, Metal, Vulkan.
    ZeroToOne,
    /// 1 at the near plane, 0 at the far plane: reversed depth.
    Reversed,
}

impl Camera {
    /// `clip_from_view * view_from_world`, column vectors.
    pub fn clip_from_world(&self) -> DMat4 {
        self.clip_from_view() * self.view_from_world()
    }

    /// The inverse of the camera's rigid pose.
    pub fn view_from_world(&self) -> DMat4 {
        let inverse = self.rotation.conjugate();
        DMat4::from_rotation_translation(inverse, -(inverse * self.position.as_dvec3()))
    }

    /// The projection in this camera's depth convention.
    pub fn clip_from_view(&self) -> DMat4 {
        let (near, far) = (f64::from(self.near), f64::from(self.far));
        let [x, y] = self.half_size_at_one();
        let mut clip = DMat4::from_diagonal(glam::DVec4::new(1.0 / x, 1.0 / y, 0.0, 0.0));
        // Depth as a function of view z, before the division by w: scale · z + offset.
        let (at_near, at_far) = match self.depth {
            DepthRange::MinusOneToOne => (-1.0, 1.0),
            DepthRange::ZeroToOne => (0.0, 1.0),
            DepthRange::Reversed => (1.0, 0.0),
        };
        match self.projection {
            Projection::Perspective { .. } => {
                // (scale · −near + offset) / near = at_near, and likewise for far.
                clip.z_axis.z = (at_near * near - at_far * far) / (far - near);
                clip.w_axis.z = (at_near - at_far) * near * far / (far - near);
                clip.z_axis.w = -1.0;
            }
            Projection::Orthographic { .. } => {
                clip.z_axis.z = (at_near - at_far) / (far - near);
                clip.w_axis.z = (at_near * far - at_far * near) / (far - near);
                clip.w_axis.w = 1.0;
            }
        }
        clip
    }

    /// The eight corners of the view volume in world space: bit 0 of the index is right, bit 1 top, bit 2 far.
    pub fn corners(&self) -> [DVec3; 8] {
        self.corners_from_eye().map(|corner| self.position.as_dvec3() + corner)
    }

    /// The corners relative to the eye, in world axes. They lose no precision when the camera is far from the origin.
    pub fn corners_from_eye(&self) -> [DVec3; 8] {
        let [x, y] = self.half_size_at_one();
        std::array::from_fn(|i| {
            let depth = f64::from(if i & 4 == 0 { self.near } else { self.far });
            let spread = match self.projection {
                Projection::Perspective { .. } => depth,
                Projection::Orthographic { .. } => 1.0,
            };
            let sign = |bit: usize| if i & bit == 0 { -spread } else { spread };
            self.rotation * DVec3::new(sign(1) * x, sign(2) * y, -depth)
        })
    }

    /// The least of the view volume's depth and the width and height of its near face, metres.
    pub fn least_extent(&self) -> f64 {
        let (near, far) = (f64::from(self.near), f64::from(self.far));
        let spread = match self.projection {
            Projection::Perspective { .. } => near,
            Projection::Orthographic { .. } => 1.0,
        };
        let [x, y] = self.half_size_at_one();
        (far - near).min(2.0 * x * spread).min(2.0 * y * spread)
    }

    /// Width over height.
    pub fn aspect(&self) -> f32 {
        match self.projection {
            Projection::Perspective { aspect, .. } | Projection::Orthographic { aspect, .. } => aspect,
        }
    }

    /// Half the width and height of the picture, at distance 1 for a perspective.
    pub fn half_size_at_one(&self) -> [f64; 2] {
        let (y, aspect) = match self.projection {
            Projection::Perspective { fov_y, aspect } => (libm::tan(fov_y / 2.0), aspect),
            Projection::Orthographic { height, aspect } => (f64::from(height) / 2.0, aspect),
        };
        [y * f64::from(aspect), y]
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use glam::DVec4;

    /// A camera of every projection and depth convention, turned and moved.
    pub(crate) fn all_kinds() -> Vec<Camera> {
        let mut cameras = Vec::new();
        for depth in [DepthRange::MinusOneToOne, DepthRange::ZeroToOne, DepthRange::Reversed] {
            for projection in [
                Projection::Perspective { fov_y: 1.0, aspect: 1.5 },
                Projection::Orthographic { height: 4.0, aspect: 0.75 },
            ] {
                cameras.push(Camera {
                    position: Vec3::new(1.0, 2.0, -3.0),
                    rotation: DQuat::from_euler(glam::EulerRot::YXZ, 0.4, -0.3, 0.2),
                    projection,
                    near: 0.5,
                    far: 20.0,
                    depth,
                });
            }
        }
        cameras
    }

    #[test]
    fn corners_project_to_the_corners_of_clip_space() {
        for camera in all_kinds() {
            let clip_from_world = camera.clip_from_world();
            let (near, far) = match camera.depth {
                DepthRange::MinusOneToOne => (-1.0, 1.0),
                DepthRange::ZeroToOne => (0.0, 1.0),
                DepthRange::Reversed => (1.0, 0.0),
            };
            for (i, corner) in camera.corners().into_iter().enumerate() {
                let clip: DVec4 = clip_from_world * corner.extend(1.0);
                let ndc = clip.truncate() / clip.w;
                let sign = |bit: usize| if i & bit == 0 { -1.0 } else { 1.0 };
                let expected = DVec3::new(sign(1), sign(2), if i & 4 == 0 { near } else { far });
                assert!((ndc - expected).length() < 1e-9, "{camera:?} corner {i}: {ndc}");
            }
        }
    }

    /// How far the far plane is off, as a part of its distance.
    fn far_plane_off(depth: DepthRange, near: f32, far: f32) -> f64 {
        let projection = Projection::Perspective { fov_y: 1.0, aspect: 1.5 };
        let rotation = DQuat::from_euler(glam::EulerRot::YXZ, 0.4, -0.3, 0.2);
        let camera = Camera { position: Vec3::ONE, rotation, projection, near, far, depth };
        let plane = crate::geometry::frustum::Frustum::from_clip_from_world(camera.clip_from_world(), depth).planes[5];
        let corners = camera.corners().map(|corner| plane.normal.as_dvec3().dot(corner) + f64::from(plane.d));
        corners[4..].iter().fold(0.0, |worst, distance| distance.abs().max(worst)) / f64::from(far)
    }

    #[test]
    fn the_far_plane_is_lost_when_near_and_far_are_too_far_apart() {
        let few_roundings = 16.0 * f64::from(f32::EPSILON);
        for depth in [DepthRange::MinusOneToOne, DepthRange::ZeroToOne, DepthRange::Reversed] {
            for near in [0.1, 0.003, 1.0] {
                let far = near * MOST_FAR_OVER_NEAR;
                assert!(far_plane_off(depth, near, far) < few_roundings, "{depth:?} {near} {far}");
            }
            let off = far_plane_off(depth, 1e-3, 1e9);
            assert_eq!(off < few_roundings, depth == DepthRange::Reversed, "{depth:?} {off}");
        }
        assert!(far_plane_off(DepthRange::MinusOneToOne, 1e-9, 1e9) > 0.1, "nothing is left of it");
    }

    #[test]
    fn the_clip_matrix_is_that_of_glam() {
        use glam::dcamera::rh::proj::{directx, opengl};
        for camera in all_kinds() {
            let (n, f) = (f64::from(camera.near), f64::from(camera.far));
            let expected = match (camera.projection, camera.depth) {
                (Projection::Perspective { fov_y, aspect }, depth) => {
                    let aspect = f64::from(aspect);
                    match depth {
                        DepthRange::MinusOneToOne => opengl::perspective(fov_y, aspect, n, f),
                        DepthRange::ZeroToOne => directx::perspective(fov_y, aspect, n, f),
                        DepthRange::Reversed => directx::perspective(fov_y, aspect, f, n),
                    }
                }
                (Projection::Orthographic { height, aspect }, depth) => {
                    let (x, y) = (f64::from(height * aspect) / 2.0, f64::from(height) / 2.0);
                    match depth {
                        DepthRange::MinusOneToOne => opengl::orthographic(-x, x, -y, y, n, f),
                        DepthRange::ZeroToOne => directx::orthographic(-x, x, -y, y, n, f),
                        DepthRange::Reversed => directx::orthographic(-x, x, -y, y, f, n),
                    }
                }
            };
            assert!(camera.clip_from_view().abs_diff_eq(expected, 1e-6), "{camera:?}");
        }
    }
}
