//! The camera, its projection, and the matrices that follow from them.

use glam::{DMat4, DQuat, DVec3, DVec4, Vec3};

use super::matrix;
use super::matrix::MatrixView;

/// A camera in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The eye.
    pub position: Vec3,
    /// Unit quaternion from the camera's space to the world's.
    pub rotation: DQuat,
    /// The projection.
    pub projection: Projection,
    /// Distance of the near plane from the eye in metres; below `far`, and above 0 for a perspective camera. For a
    /// [`Projection::Matrix`] that of the nearer one of both planes, see [`Projection::distances`].
    pub near: f32,
    /// Distance of the far plane from the eye in metres; infinite without a far plane, which only a projection with
    /// perspective may have.
    pub far: f32,
    /// Range of depth in clip space.
    pub depth: DepthRange,
}

/// The projection of a camera. `aspect` is width over height, above 0; `left` is below `right`, and `bottom` below `top`.
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
    /// A perspective projection whose middle need not be in front of the eye, as `glFrustum`. Its borders in metres on the
    /// near plane.
    Frustum {
        /// Left border.
        left: f32,
        /// Right border.
        right: f32,
        /// Lower border.
        bottom: f32,
        /// Upper border.
        top: f32,
    },
    /// An orthographic projection whose middle need not be in front of the eye, as `glOrtho`. Its borders in metres.
    Ortho {
        /// Left border.
        left: f32,
        /// Right border.
        right: f32,
        /// Lower border.
        bottom: f32,
        /// Upper border.
        top: f32,
    },
    /// A matrix `clip_from_view` of an engine, in the depth convention of the camera. It has an inverse, and some point is in
    /// its view volume.
    Matrix(DMat4),
}

/// What a picture shows of the plane at distance 1 from the eye of a projection with perspective, or of any plane across
/// the view without perspective: the borders in metres, in axes of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// The eye, in the camera's axes. It is the origin but for a [`Projection::Matrix`] with its own offset.
    pub eye: DVec3,
    /// Unit vectors to the right and up in the picture and along the view, in the camera's axes.
    pub axes: [DVec3; 3],
    /// Left, right, bottom and top.
    pub borders: [f64; 4],
    /// Whether the lines of sight meet in the eye.
    pub is_perspective: bool,
}

impl Window {
    /// Width over height.
    pub fn aspect(&self) -> f64 {
        let [left, right, bottom, top] = self.borders;
        (right - left) / (top - bottom)
    }

    /// The middle of the picture, to the right and up from the direction of view.
    pub fn middle(&self) -> [f64; 2] {
        let [left, right, bottom, top] = self.borders;
        [f64::midpoint(left, right), f64::midpoint(bottom, top)]
    }

    /// The height.
    pub fn height(&self) -> f64 {
        self.borders[3] - self.borders[2]
    }
}

impl Projection {
    /// The distances of the near and the far plane of a matrix, the smaller one first, infinite without a far plane. `None`
    /// for a matrix without an inverse and for one that shows nothing, and for all other projections.
    pub fn distances(&self, depth: DepthRange) -> Option<[f64; 2]> {
        match self {
            Self::Matrix(matrix) => Some(matrix::view(matrix, depth.ends())?.distances),
            _ => None,
        }
    }

    /// The view of a matrix; `None` as for [`Self::distances`].
    pub fn matrix_view(&self, depth: DepthRange) -> Option<MatrixView> {
        match self {
            Self::Matrix(matrix) => matrix::view(matrix, depth.ends()),
            _ => None,
        }
    }

    /// Whether a matrix has an inverse.
    pub fn has_inverse(matrix: &DMat4) -> bool {
        matrix::inverse(matrix).is_some()
    }
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

impl DepthRange {
    /// The depth of the near and of the far plane.
    pub fn ends(self) -> [f64; 2] {
        match self {
            Self::MinusOneToOne => [-1.0, 1.0],
            Self::ZeroToOne => [0.0, 1.0],
            Self::Reversed => [1.0, 0.0],
        }
    }
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
        let [left, right, bottom, top] = match self.projection {
            Projection::Matrix(matrix) => return matrix,
            _ => self.borders(),
        };
        let (x, y) = ((right - left) / 2.0, (top - bottom) / 2.0);
        let mut clip = DMat4::from_diagonal(DVec4::new(1.0 / x, 1.0 / y, 0.0, 0.0));
        let off = DVec3::new((left + right) / (right - left), (bottom + top) / (top - bottom), 0.0);
        // Depth as a function of view z, before the division by w: scale · z + offset.
        let [at_near, at_far] = self.depth.ends();
        if self.is_perspective() {
            clip.z_axis += off.extend(-1.0);
            // (scale · −near + offset) / near = at_near, and likewise for far.
            (clip.z_axis.z, clip.w_axis.z) = if far.is_finite() {
                let scale = (at_near * near - at_far * far) / (far - near);
                (scale, (at_near - at_far) * near * far / (far - near))
            } else {
                (-at_far, (at_near - at_far) * near)
            };
        } else {
            clip.w_axis -= off.extend(-1.0);
            clip.z_axis.z = (at_near - at_far) / (far - near);
            clip.w_axis.z = (at_near * far - at_far * near) / (far - near);
        }
        clip
    }

    /// Whether the lines of sight meet in a point.
    pub fn is_perspective(&self) -> bool {
        match &self.projection {
            Projection::Perspective { .. } | Projection::Frustum { .. } => true,
            Projection::Orthographic { .. } | Projection::Ortho { .. } => false,
            Projection::Matrix(matrix) => matrix.row(3).truncate() != DVec3::ZERO,
        }
    }

    /// Whether no edge of the view volume goes to infinity.
    pub fn is_bounded(&self) -> bool {
        match self.projection {
            Projection::Matrix(_) => self.clip_corners().iter().all(|corner| corner.w > 0.0),
            _ => self.far.is_finite(),
        }
    }

    /// Left, right, bottom and top border of the picture, at distance 1 with perspective; not for a matrix, see
    /// [`Self::window`].
    pub(in crate::geometry) fn borders(&self) -> [f64; 4] {
        let around = |y: f64, aspect: f32| {
            let x = y * f64::from(aspect);
            [-x, x, -y, y]
        };
        match self.projection {
            Projection::Perspective { fov_y, aspect } => around(libm::tan(fov_y / 2.0), aspect),
            Projection::Orthographic { height, aspect } => around(f64::from(height) / 2.0, aspect),
            Projection::Frustum { left, right, bottom, top } => {
                [left, right, bottom, top].map(|border| f64::from(border) / f64::from(self.near))
            }
            Projection::Ortho { left, right, bottom, top } => [left, right, bottom, top].map(f64::from),
            Projection::Matrix(_) => self.window().borders,
        }
    }

    /// The picture of the camera: its eye, axes and borders.
    pub fn window(&self) -> Window {
        let (eye, is_perspective) = (DVec3::ZERO, self.is_perspective());
        let Projection::Matrix(matrix) = &self.projection else {
            let axes = [DVec3::X, DVec3::Y, DVec3::NEG_Z];
            return Window { eye, axes, borders: self.borders(), is_perspective };
        };
        let corners = self.clip_corners();
        let ends = [0, 4].map(|first| corners[first..first + 4].iter().sum::<DVec4>());
        let forward = matrix::forward(matrix, ends);
        let right = forward.cross(DVec3::Y).normalize_or(DVec3::X);
        let axes = [right, right.cross(forward), forward];
        let eye = matrix::apex(matrix).filter(|_| is_perspective).unwrap_or(eye);
        let mut borders = [f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY];
        for corner in corners {
            // With perspective a corner at infinity has a direction too, and one beyond infinity the opposite one.
            let seen = corner.truncate() - eye * corner.w;
            let depth = if is_perspective { seen.dot(forward) } else { corner.w };
            let [x, y] = [right, axes[1]].map(|axis| seen.dot(axis) / depth);
            if x.is_finite() && y.is_finite() {
                borders = [borders[0].min(x), borders[1].max(x), borders[2].min(y), borders[3].max(y)];
            }
        }
        Window { eye, axes, borders, is_perspective }
    }

    /// The corners of the view volume in the camera's axes as homogeneous points, in the order of [`Self::corners`]: a corner
    /// with w above 0 is (x, y, z) / w, one with w = 0 is the direction (x, y, z) of an edge without an end, and one with w
    /// below 0 is beyond infinity.
    pub fn clip_corners(&self) -> [DVec4; 8] {
        if let Projection::Matrix(matrix) = &self.projection {
            return matrix::corners(matrix, self.depth.ends()).unwrap_or_default();
        }
        let [left, right, bottom, top] = self.borders();
        let is_perspective = self.is_perspective();
        std::array::from_fn(|i| {
            let depth = f64::from(if i & 4 == 0 { self.near } else { self.far });
            let [x, y] = [if i & 1 == 0 { left } else { right }, if i & 2 == 0 { bottom } else { top }];
            if depth.is_finite() {
                let spread = if is_perspective { depth } else { 1.0 };
                DVec4::new(spread * x, spread * y, -depth, 1.0)
            } else {
                DVec4::new(x, y, -1.0, 0.0)
            }
        })
    }

    /// The eight corners of a bounded view volume in world space: bit 0 of the index is right, bit 1 top, bit 2 far. The far end
    /// of an edge without an end is not finite; [`Self::corners_to`] cuts such edges.
    pub fn corners(&self) -> [DVec3; 8] {
        self.corners_to(f64::INFINITY)
    }

    /// The same, where edges without an end are cut this far beyond their other end, in metres along the view.
    pub fn corners_to(&self, reach: f64) -> [DVec3; 8] {
        self.corners_from_eye(reach).map(|corner| self.position.as_dvec3() + corner)
    }

    /// [`Self::corners_to`] relative to the eye, in world axes. They lose no precision when the camera is far from the origin.
    pub fn corners_from_eye(&self, reach: f64) -> [DVec3; 8] {
        /// The least part of a cut edge that is along the view.
        const LEAST_ALONG: f64 = 1e-3;
        let corners = self.clip_corners();
        let point = |corner: DVec4| corner.truncate() / corner.w;
        let local = |i: usize| {
            let (own, other) = (corners[i], corners[i ^ 4]);
            if own.w > 0.0 {
                return point(own);
            }
            if other.w <= 0.0 {
                // Its edge is outside the volume.
                return corners.iter().find(|corner| corner.w > 0.0).map_or(DVec3::ZERO, |corner| point(*corner));
            }
            let along = own.truncate() * other.w - other.truncate() * own.w;
            let length = along.z.abs().max(LEAST_ALONG * along.length());
            point(other) + along / length * reach
        };
        std::array::from_fn(|i| self.rotation * local(i))
    }

    /// The least of the view volume's depth and the width and height of its near face, metres.
    pub fn least_extent(&self) -> f64 {
        let (near, far) = (f64::from(self.near), f64::from(self.far));
        let [left, right, bottom, top] = self.borders();
        let spread = if self.is_perspective() { near } else { 1.0 };
        let [x, y] = [(right - left) / 2.0, (top - bottom) / 2.0];
        (far - near).min(2.0 * x * spread).min(2.0 * y * spread)
    }

    /// Width over height.
    #[expect(clippy::cast_possible_truncation, reason = "of a picture")]
    pub fn aspect(&self) -> f32 {
        match self.projection {
            Projection::Perspective { aspect, .. } | Projection::Orthographic { aspect, .. } => aspect,
            _ => self.window().aspect() as f32,
        }
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
                Projection::Frustum { left: -0.125, right: 0.5, bottom: 0.0625, top: 0.25 },
                Projection::Ortho { left: 1.0, right: 4.0, bottom: -2.0, top: -0.5 },
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
        let as_matrix = |camera: &Camera| Camera { projection: Projection::Matrix(camera.clip_from_view()), ..*camera };
        cameras.extend(cameras.clone().iter().map(as_matrix));
        cameras
    }

    #[test]
    fn near_and_far_of_a_matrix_are_found() {
        for camera in all_kinds() {
            let matrix = Projection::Matrix(camera.clip_from_view());
            let [near, far] = matrix.distances(camera.depth).unwrap();
            assert!((near - 0.5).abs() < 1e-9 && (far - 20.0).abs() < 1e-9, "{camera:?}: {near} {far}");
            assert_eq!(Projection::Perspective { fov_y: 1.0, aspect: 1.0 }.distances(camera.depth), None);
            let window = Camera { projection: matrix, ..camera }.window();
            let close = window.borders.iter().zip(camera.window().borders).all(|(a, b)| (a - b).abs() < 1e-9);
            assert!(close && window.is_perspective == camera.is_perspective(), "{camera:?}: {window:?}");
            assert!((window.axes[0] - DVec3::X).length() + (window.axes[2] - DVec3::NEG_Z).length() < 1e-9);
        }
    }

    #[test]
    fn an_infinite_far_plane_is_the_limit_and_is_found_in_the_matrix() {
        use glam::dcamera::rh::proj::directx;
        for camera in all_kinds().iter().filter(|camera| camera.is_perspective()) {
            if matches!(camera.projection, Projection::Matrix(_)) {
                continue;
            }
            let infinite = Camera { far: f32::INFINITY, ..*camera };
            let distant = Camera { far: 1e12, ..*camera };
            let clip = infinite.clip_from_view();
            assert!(clip.abs_diff_eq(distant.clip_from_view(), 1e-9), "{camera:?}");
            assert!(!infinite.is_bounded() && distant.is_bounded());
            let matrix = Projection::Matrix(clip);
            assert_eq!(matrix.distances(camera.depth).map(|[_, far]| far), Some(f64::INFINITY), "{camera:?}");
            let raw = Camera { projection: matrix, ..infinite };
            assert!(!raw.is_bounded());
            for (a, b) in raw.corners_to(7.0).iter().zip(infinite.corners_to(7.0)) {
                assert!((*a - b).length() < 1e-9, "{camera:?}: {a} {b}");
            }
        }
        let reversed = directx::perspective_infinite_reverse(1.0, 1.5, 0.5);
        let camera = Camera { far: f32::INFINITY, ..all_kinds()[8] };
        assert_eq!(camera.depth, DepthRange::Reversed);
        assert!(camera.clip_from_view().abs_diff_eq(reversed, 1e-6));
    }

    #[test]
    fn a_matrix_without_an_inverse_or_a_view_has_no_planes() {
        let near_and_far =
            |columns: [f64; 16]| Projection::Matrix(DMat4::from_cols_array(&columns)).distances(DepthRange::ZeroToOne);
        let none = [0.0; 16];
        assert_eq!(near_and_far(none), None);
        let mut flat = DMat4::IDENTITY.to_cols_array();
        flat[10] = 0.0;
        assert!(!Projection::has_inverse(&DMat4::from_cols_array(&flat)));
        // The third row is a multiple of the fourth, up to the rounding of a third.
        let mut same = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0 / 3.0, 1.0, 0.0, 0.0, 1.0, 3.0];
        assert_eq!(near_and_far(same), None);
        same[15] = 4.0;
        assert!(near_and_far(same).is_some());
        // With the other sign of w, every point is out of view.
        let negative = all_kinds()[0].clip_from_view() * -1.0;
        assert!(Projection::has_inverse(&negative));
        assert_eq!(near_and_far(negative.to_cols_array()), None);
        // Near and far may differ by 30 powers of ten.
        let deep = Camera { near: 1e-15, far: 1e15, depth: DepthRange::Reversed, ..all_kinds()[0] }.clip_from_view();
        let [near, far] = Projection::Matrix(deep).distances(DepthRange::Reversed).unwrap();
        assert!((near / 1e-15 - 1.0).abs() < 1e-6 && (far / 1e15 - 1.0).abs() < 1e-6, "{near} {far}");
    }

    #[test]
    fn corners_project_to_the_corners_of_clip_space() {
        for camera in all_kinds() {
            let clip_from_world = camera.clip_from_world();
            let [near, far] = camera.depth.ends();
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
                (Projection::Ortho { left, right, bottom, top }, depth) => {
                    let [l, r, b, t] = [left, right, bottom, top].map(f64::from);
                    match depth {
                        DepthRange::MinusOneToOne => opengl::orthographic(l, r, b, t, n, f),
                        DepthRange::ZeroToOne => directx::orthographic(l, r, b, t, n, f),
                        DepthRange::Reversed => directx::orthographic(l, r, b, t, f, n),
                    }
                }
                (Projection::Frustum { left, right, bottom, top }, depth) => {
                    let [l, r, b, t] = [left, right, bottom, top].map(f64::from);
                    match depth {
                        DepthRange::MinusOneToOne => opengl::frustum(l, r, b, t, n, f),
                        DepthRange::ZeroToOne => directx::frustum(l, r, b, t, n, f),
                        // The borders are those on the near plane.
                        DepthRange::Reversed => {
                            let scale = f / n;
                            directx::frustum(l * scale, r * scale, b * scale, t * scale, f, n)
                        }
                    }
                }
                (Projection::Matrix(matrix), _) => matrix,
            };
            assert!(camera.clip_from_view().abs_diff_eq(expected, 1e-6), "{camera:?}");
        }
    }
}
