//! The viewpoint as uniforms for the shaders.

use glam::{DMat4, Mat4, Vec2, Vec3, Vec4};
use three_d::Program;

use super::convert;
use crate::geometry::camera::DepthRange;
use crate::geometry::frustum::Frustum;
use crate::picture::{Lens, Palette, Viewpoint};

/// A viewpoint and the size of the picture, as uniforms.
pub(super) struct Eye {
    /// The position of the eye; for an orthographic lens the direction back to it, with w = 0.
    pub(super) place: Vec4,
    /// Width and height in pixels.
    pub(super) size: Vec2,
    /// Pixels per point.
    pub(super) scale: f32,
    /// The depth from which faint lines, such as those of a grid, grow fainter; 0 without perspective.
    pub(super) reach: f32,
    pub(super) clip_from_world: Mat4,
    /// The change of clip z and w for each metre towards the eye.
    depth_per_metre: Vec2,
    /// The size of a pixel in metres where clip w is 1: in perspective, at a depth of one metre.
    metres_per_pixel: f32,
    /// The direction to the key light, at the upper left behind the eye, and in w the ambient light.
    light: Vec4,
}

/// See [`Eye::sight`].
pub(super) type ViewScale = (Mat4, f32);

impl Eye {
    #[expect(clippy::cast_precision_loss, reason = "pixels")]
    pub(super) fn new(
        viewpoint: &Viewpoint,
        [width, height]: [u32; 2],
        pixels_per_point: f32,
        palette: &Palette,
    ) -> Self {
        let size = Vec2::new(width as f32, height as f32);
        let clip_from_view = viewpoint.clip_from_view(size.x / size.y);
        let view_from_world = viewpoint.view_from_world();
        let world_from_view = view_from_world.inverse();
        let back = world_from_view.z_axis.truncate();
        let toward_light = Vec3::new(-0.45, 0.65, 0.75).normalize_or_zero();
        let (place, metres, reach) = match viewpoint.lens {
            lens @ (Lens::Perspective { .. } | Lens::OffCentre { .. }) => {
                let reach = viewpoint.eye.distance(viewpoint.target);
                (viewpoint.eye.extend(1.0), 2.0 * lens.tangent(), reach)
            }
            Lens::Orthographic { height } => (back.extend(0.0), height, 0.0),
        };
        // A light background adds ambient light.
        let ambient = 0.30 + 0.20 * palette.background[0].luminance();
        Self {
            place,
            size,
            scale: pixels_per_point,
            reach,
            clip_from_world: clip_from_view * view_from_world,
            depth_per_metre: Vec2::new(clip_from_view.z_axis.z, clip_from_view.z_axis.w),
            metres_per_pixel: metres / size.y,
            light: world_from_view.transform_vector3(toward_light).extend(ambient),
        }
    }

    /// Sets the uniforms that the program has.
    pub(super) fn send(&self, program: &Program) {
        program.use_uniform_if_required("clip_from_world", convert::mat4(self.clip_from_world));
        program.use_uniform_if_required("eye", convert::vec4(self.place));
        program.use_uniform_if_required("light", convert::vec4(self.light));
        program.use_uniform_if_required("size", convert::vec2(self.size));
        program.use_uniform_if_required("scale", self.scale);
        program.use_uniform_if_required("depth_per_metre", convert::vec2(self.depth_per_metre));
        program.use_uniform_if_required("metres_per_pixel", self.metres_per_pixel);
    }

    /// The values that decide which objects are in view, and how large they are.
    pub(super) fn sight(&self) -> ViewScale {
        (self.clip_from_world, self.metres_per_pixel)
    }

    /// The view volume.
    pub(super) fn frustum(&self) -> Frustum {
        Frustum::from_clip_from_world(self.clip_from_world.as_dmat4(), DepthRange::MinusOneToOne)
    }

    /// The view volume of a pixel, counted from the lower left corner of the picture, and `reach` pixels around it.
    pub(super) fn frustum_around(&self, [x, y]: [f32; 2], reach: f32) -> Frustum {
        let size = self.size.as_dvec2();
        let centre = glam::DVec2::new(x.into(), y.into()) / size * 2.0 - 1.0;
        let scale = size / (2.0 * f64::from(reach));
        let part = DMat4::from_scale(scale.extend(1.0)) * DMat4::from_translation((-centre).extend(0.0));
        Frustum::from_clip_from_world(part * self.clip_from_world.as_dmat4(), DepthRange::MinusOneToOne)
    }

    /// The size of a pixel in metres at a point; 0 or less for a point that is not in front of the eye.
    pub(super) fn metres_per_pixel_at(&self, point: Vec3) -> f32 {
        self.metres_per_pixel * self.clip_from_world.row(3).dot(point.extend(1.0))
    }

    /// The depth of a point for sorting: in perspective its distance, else its coordinate along the view, up to a
    /// constant.
    pub(super) fn distance(&self, point: Vec3) -> f32 {
        if self.place.w > 0.0 { self.place.truncate().distance(point) } else { -self.place.truncate().dot(point) }
    }

    /// The coordinate of a point along the view, in metres: in perspective from the eye, else up to a constant.
    pub(super) fn depth(&self, point: Vec3) -> f32 {
        let place = self.place.truncate();
        if self.place.w > 0.0 { self.clip_from_world.row(3).truncate().dot(point - place) } else { -place.dot(point) }
    }
}
