//! The viewpoint of a picture.

use glam::camera::rh::{proj::opengl, view};
use glam::{DVec3, Mat4, Vec2, Vec3};

use crate::occlusion::{DepthProjection, DepthView};

/// An eye in the scene: place, direction and lens, without an aspect (that is the picture's own).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewpoint {
    /// Where the eye is.
    pub eye: Vec3,
    /// The point in the middle of the picture.
    pub target: Vec3,
    /// Unit vector, not along the view.
    pub up: Vec3,
    /// Perspective or orthographic.
    pub lens: Lens,
    /// Nearest and furthest depth drawn, metres.
    pub depth: [f32; 2],
}

/// How the eye projects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lens {
    /// Vertical field of view in radians.
    Perspective {
        /// Above 0, below π.
        fov_y: f32,
    },
    /// A perspective whose direction of view is beside the middle of the picture.
    OffCentre {
        /// Full height of the picture at a distance of 1 m, above 0.
        height: f32,
        /// The middle of the picture at that distance, to the right and up from the direction of view.
        middle: [f32; 2],
    },
    /// Full height of the picture in metres.
    Orthographic {
        /// Above 0.
        height: f32,
    },
}

impl Lens {
    /// A perspective by the full height of its picture at a distance of 1 m.
    pub fn of_height(height: f32) -> Self {
        Self::Perspective { fov_y: 2.0 * libm::atanf(height / 2.0) }
    }

    /// Half of the height of the picture: at a distance of 1 m with perspective.
    pub fn tangent(self) -> f32 {
        match self {
            Self::Perspective { fov_y } => libm::tanf(fov_y / 2.0),
            Self::OffCentre { height, .. } | Self::Orthographic { height } => height / 2.0,
        }
    }
}

impl Viewpoint {
    /// Clip space (depth −1..1) of a picture with this width over height.
    pub fn clip_from_world(&self, aspect: f32) -> Mat4 {
        self.clip_from_view(aspect) * self.view_from_world()
    }

    /// The eye's own space: +X right, +Y up, looking along −Z.
    pub fn view_from_world(&self) -> Mat4 {
        view::look_at_mat4(self.eye, self.target, self.up)
    }

    /// The projection, depth −1..1.
    pub fn clip_from_view(&self, aspect: f32) -> Mat4 {
        let [near, far] = self.depth;
        match self.lens {
            Lens::Perspective { fov_y } => opengl::perspective(fov_y, aspect, near, far),
            Lens::OffCentre { height, middle: [x, y] } => {
                let [wide, high] = [height * aspect / 2.0, height / 2.0];
                let [left, right, bottom, top] = [x - wide, x + wide, y - high, y + high].map(|border| border * near);
                opengl::frustum(left, right, bottom, top, near, far)
            }
            Lens::Orthographic { height } => {
                let (x, y) = (height * aspect / 2.0, height / 2.0);
                opengl::orthographic(-x, x, -y, y, near, far)
            }
        }
    }

    /// Where a point appears in a picture of `size`, from its upper left corner; `None` when it is not between
    /// the near and the far plane. It may lie beside the picture.
    pub fn project(&self, point: Vec3, size: Vec2) -> Option<Vec2> {
        let clip = self.clip_from_world(size.x / size.y) * point.extend(1.0);
        let is_drawn = clip.w > 0.0 && clip.z.abs() <= clip.w;
        is_drawn.then(|| (Vec2::new(clip.x, -clip.y) / clip.w * 0.5 + 0.5) * size)
    }

    /// The depth camera with the same eye and lens and a square picture.
    pub fn depth_view(&self, resolution: u32) -> DepthView {
        let [near, far] = self.depth.map(f64::from);
        let eye = self.eye.as_dvec3();
        let direction = (self.target.as_dvec3() - eye).normalize_or(DVec3::NEG_Z);
        let right = direction.cross(self.up.as_dvec3()).normalize_or(DVec3::X);
        let (centre, projection) = match self.lens {
            Lens::Perspective { fov_y } => {
                (eye, DepthProjection::Perspective { slope: libm::tan(f64::from(fov_y) / 2.0), near, far })
            }
            // The picture is square and around the direction of view, so that it contains all of the lens.
            Lens::OffCentre { height, middle: [x, y] } => {
                let slope = f64::from(height) / 2.0 + f64::from(x.abs().max(y.abs()));
                (eye, DepthProjection::Perspective { slope, near, far })
            }
            Lens::Orthographic { height } => (
                eye + direction * (0.5 * (near + far)),
                DepthProjection::Orthographic { half: 0.5 * f64::from(height), depth: 0.5 * (far - near) },
            ),
        };
        DepthView { right, up: right.cross(direction), direction, centre, projection, resolution }
    }

    /// Unit vector from the eye to the target.
    pub fn forward(&self) -> Vec3 {
        (self.target - self.eye).normalize_or(Vec3::NEG_Z)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_off_centre_lens_has_its_middle_in_the_middle() {
        let size = Vec2::new(640.0, 480.0);
        let (eye, target, up) = (Vec3::new(0.0, 1.0, 5.0), Vec3::Y, Vec3::Y);
        let lens = Lens::OffCentre { height: 0.5, middle: [0.25, -0.125] };
        let seen = Viewpoint { eye, target, up, lens, depth: [0.1, 50.0] };
        let middle = seen.project(eye + Vec3::new(0.25, -0.125, -1.0) * 4.0, size).unwrap();
        assert!((middle - size / 2.0).length() < 1e-3, "{middle}");
        let top = seen.project(eye + Vec3::new(0.25, 0.125, -1.0) * 4.0, size).unwrap();
        assert!((top - Vec2::new(320.0, 0.0)).length() < 1e-3, "{top}");
        let lens = Lens::OffCentre { height: 0.5, middle: [0.0; 2] };
        let plain = Viewpoint { lens: Lens::of_height(0.5), ..seen };
        assert!(Viewpoint { lens, ..seen }.clip_from_view(1.5).abs_diff_eq(plain.clip_from_view(1.5), 1e-5));
    }

    #[test]
    fn the_target_is_in_the_middle_and_right_is_right() {
        let size = Vec2::new(640.0, 480.0);
        for lens in [Lens::Perspective { fov_y: 1.0 }, Lens::Orthographic { height: 4.0 }] {
            let seen =
                Viewpoint { eye: Vec3::new(0.0, 1.0, 5.0), target: Vec3::Y, up: Vec3::Y, lens, depth: [0.1, 50.0] };
            let middle = seen.project(Vec3::Y, size).unwrap();
            assert!((middle - size / 2.0).length() < 1e-3, "{middle}");
            let corner = seen.project(Vec3::new(1.0, 2.0, 0.0), size).unwrap();
            assert!(corner.x > middle.x && corner.y < middle.y, "{corner}");
            assert_eq!(seen.project(Vec3::new(0.0, 1.0, 6.0), size), None, "behind the eye");
            assert_eq!(seen.project(Vec3::new(0.0, 1.0, -1e6), size), None, "beyond the far plane");
        }
    }
}
