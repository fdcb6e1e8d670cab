//! A camera as lines of sight, and the part of a face that is in its view.
//!
//! A line of sight is a point of the picture (x, y): with perspective the slopes to the right and up, without the metres to the
//! right and up. On it, every face has a distance along the view, and its depth in the buffer is an affine function of (x, y).

use glam::{DMat4, DVec2, DVec3, DVec4, Vec3};

use super::body::WorldFace;
use super::convex::{clipped, counter_clockwise};
use super::depth_buffer::DepthBuffer;
use crate::geometry::Aabb;
use crate::geometry::camera::{Camera, Projection};

/// A camera whose depth buffer is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct FlickerCamera {
    /// Pose and projection.
    pub camera: Camera,
    /// The bits of its depth buffer; 32 bits are a float.
    pub depth_bits: u32,
    /// Width and height of its picture in pixels.
    pub size: [u32; 2],
    /// The layers that it sees: bit n is layer n.
    pub mask: u64,
}

impl FlickerCamera {
    /// Its depth buffer.
    pub fn buffer(&self) -> DepthBuffer {
        DepthBuffer::of(&self.camera, self.depth_bits)
    }
}

/// A line of sight in the camera's axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct SightLine {
    pub(super) origin: DVec3,
    /// 1 m along the view.
    pub(super) along: DVec3,
}

/// The lines of sight of a camera.
#[derive(Debug)]
pub(super) struct Sight {
    pub(super) buffer: DepthBuffer,
    pub(super) bits: u32,
    pub(super) mask: u64,
    view_from_world: DMat4,
    world_from_view: DMat4,
    /// In the camera's axes.
    eye: DVec3,
    axes: [DVec3; 3],
    is_perspective: bool,
    /// Each is at least 0 for points in the view volume.
    sides: [DVec4; 6],
    /// Pixels per square unit of the picture.
    pub(super) pixels: f64,
    /// The longest line of sight that is 1 m along the view.
    longest: f64,
}

impl Sight {
    /// `None` for a camera that shows nothing.
    pub(super) fn of(of: &FlickerCamera) -> Option<Self> {
        let camera = &of.camera;
        let view_from_world = camera.view_from_world();
        let (clip, window) = (camera.clip_from_view(), camera.window());
        let [x, y, z, w] = [0, 1, 2, 3].map(|row| clip.row(row));
        let [least, most] = match camera.depth.ends() {
            [a, b] if a < b => [a, b],
            [a, b] => [b, a],
        };
        let [left, right, bottom, top] = window.borders;
        let [width, height] = of.size.map(f64::from);
        let pixels = width * height / ((right - left) * (top - bottom));
        let corner = DVec2::new(left.abs().max(right.abs()), bottom.abs().max(top.abs()));
        let longest = if window.is_perspective { (1.0 + corner.length_squared()).sqrt() } else { 1.0 };
        let sight = Self {
            buffer: of.buffer(),
            bits: of.depth_bits,
            mask: of.mask,
            view_from_world,
            world_from_view: DMat4::from_rotation_translation(camera.rotation, camera.position.as_dvec3()),
            eye: window.eye,
            axes: window.axes,
            is_perspective: window.is_perspective,
            sides: [w + x, w - x, w + y, w - y, z - w * least, w * most - z],
            pixels,
            longest,
        };
        (pixels.is_finite() && pixels > 0.0).then_some(sight)
    }

    /// A point of the world in the camera's axes.
    pub(super) fn view(&self, world: DVec3) -> DVec3 {
        self.view_from_world.transform_point3(world)
    }

    /// A point in the camera's axes in the world.
    pub(super) fn world(&self, view: DVec3) -> DVec3 {
        self.world_from_view.transform_point3(view)
    }

    /// The distance of a point along the view.
    pub(super) fn distance(&self, view: DVec3) -> f64 {
        (view - self.eye).dot(self.axes[2])
    }

    /// The line of sight at a point of the picture.
    pub(super) fn line(&self, at: DVec2) -> SightLine {
        let [right, up, along] = self.axes;
        let aside = right * at.x + up * at.y;
        if self.is_perspective {
            SightLine { origin: self.eye, along: aside + along }
        } else {
            SightLine { origin: self.eye + aside, along }
        }
    }

    /// The point of the picture of a point in the camera's axes.
    fn picture(&self, view: DVec3) -> DVec2 {
        let seen = view - self.eye;
        let depth = if self.is_perspective { seen.dot(self.axes[2]) } else { 1.0 };
        DVec2::new(seen.dot(self.axes[0]), seen.dot(self.axes[1])) / depth
    }

    /// The plane of a face in the camera's axes: its normal, and `normal · p` in the plane.
    pub(super) fn plane(&self, face: &WorldFace) -> (DVec3, f64) {
        let normal = self.view_from_world.transform_vector3(face.normal);
        (normal, normal.dot(self.view(face.corners[0])))
    }

    /// Whether the front of a face is shown, or any side of one that is drawn from both.
    pub(super) fn shows(&self, face: &WorldFace, is_double_sided: bool) -> bool {
        let (normal, offset) = self.plane(face);
        let towards = if self.is_perspective { normal.dot(self.eye) - offset } else { -normal.dot(self.axes[2]) };
        if is_double_sided { towards != 0.0 } else { towards > 0.0 }
    }

    /// The part of a face in the view volume, as points of the picture; empty when there is none.
    pub(super) fn seen(&self, face: &WorldFace) -> Vec<DVec2> {
        let mut rest: Vec<DVec3> = face.corners.iter().map(|corner| self.view(*corner)).collect();
        for side in &self.sides {
            rest = clipped(&rest, |at| side.dot(at.extend(1.0)));
        }
        counter_clockwise(rest.into_iter().map(|at| self.picture(at)).filter(|at| at.is_finite()).collect())
    }

    /// The greatest distance between two faces of which one is in a box and the further one, and which the depth buffer
    /// confuses; 0 for a box outside the view volume.
    ///
    /// A step covers more the further away a face is. So it is that at the furthest point of the box, in metres on the longest
    /// line of sight; twice that for floats, whose step changes by a factor of two.
    pub(super) fn reach(&self, bounds: &Aabb, camera: &Camera) -> f64 {
        let corners: [DVec3; 8] = std::array::from_fn(|i| self.view(bounds.corner(i).as_dvec3()));
        let is_outside = |side: &DVec4| corners.iter().all(|corner| side.dot(corner.extend(1.0)) < 0.0);
        if self.sides.iter().any(is_outside) {
            return 0.0;
        }
        let furthest = corners.iter().map(|corner| self.distance(*corner)).fold(f64::NEG_INFINITY, f64::max);
        let resolution = match camera.projection {
            // The depth of a matrix may depend on the place in the picture.
            Projection::Matrix(_) => corners.iter().map(|corner| self.resolution(*corner)).fold(0.0, f64::max),
            _ => self.resolution(self.eye + self.axes[2] * furthest.min(camera.far.into())),
        };
        let factor = if self.bits < DepthBuffer::FLOAT { 1.0 } else { 2.0 };
        let reach = resolution * self.longest * factor;
        if reach.is_finite() { reach } else { f64::MAX }
    }

    fn resolution(&self, view: DVec3) -> f64 {
        self.buffer.resolution(view, self.line(self.picture(view)).along)
    }
}

/// A point for pictures.
pub(super) fn single(point: DVec3) -> Vec3 {
    point.as_vec3()
}
