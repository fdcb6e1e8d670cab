//! A depth camera with a square picture.

use glam::{BVec3, DMat3, DMat4, DVec2, DVec3, Vec3};

use crate::geometry::exact::body::ExactBody;

/// The fraction by which a camera that frames bodies is deeper than they are, so that they do not touch its near and
/// far planes.
const DEEPER: f64 = 1e-2;

/// The pose, the view volume and the resolution of a depth camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthView {
    /// Unit vector to the right of the picture.
    pub right: DVec3,
    /// Unit vector to the top of the picture.
    pub up: DVec3,
    /// Unit vector in which the camera looks.
    pub direction: DVec3,
    /// The eye; for an orthographic camera, the centre of the view volume.
    pub centre: DVec3,
    /// The projection.
    pub projection: DepthProjection,
    /// Pixels along each side of the picture.
    pub resolution: u32,
}

/// The projection of a depth camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DepthProjection {
    /// An orthographic projection; its view volume is a box around the centre.
    Orthographic {
        /// Half of the width and of the height of the picture in metres.
        half: f64,
        /// Half of the depth of the view volume in metres.
        depth: f64,
    },
    /// A perspective projection; its view volume is a truncated pyramid.
    Perspective {
        /// Half of the width and of the height of the picture at a distance of 1.
        slope: f64,
        /// Distance of the near plane from the eye in metres.
        near: f64,
        /// Distance of the far plane from the eye in metres.
        far: f64,
    },
}

impl DepthView {
    /// An orthographic camera that looks along an axis and frames a box with one pixel to spare on each side.
    pub fn framing(direction: DVec3, [min, max]: [DVec3; 2], resolution: u32) -> Self {
        let up = if direction.y == 0.0 { DVec3::Y } else { DVec3::NEG_Z };
        let right = direction.cross(up);
        let half = (max - min) * 0.5;
        let along = |axis: DVec3| half.dot(axis.abs());
        let least = f64::from(f32::MIN_POSITIVE).max(1e-6 * (max.abs().max(min.abs())).max_element());
        let spare = 1.0 + 2.0 / f64::from(resolution.max(1));
        let projection = DepthProjection::Orthographic {
            half: along(right).max(along(up)).max(least) * spare,
            depth: along(direction).max(least) * (1.0 + DEEPER),
        };
        Self { right, up, direction, centre: (min + max) * 0.5, projection, resolution }
    }

    /// The same view with near and far planes moved to the part of a box in view, which gives depths more precision. A
    /// plane that intersects the box is not moved.
    #[must_use]
    pub(super) fn tightened(&self, [min, max]: [DVec3; 2]) -> Self {
        let middle = (min + max) * 0.5 - self.centre;
        let (at, half) = (middle.dot(self.direction), ((max - min) * 0.5).dot(self.direction.abs()));
        let spare = DEEPER * half + 1e-6 * at.abs();
        let within = |near: f64, far: f64| {
            let (first, last) = (near.max(at - half - spare), far.min(at + half + spare));
            if first < last { (first, last) } else { (near, far) }
        };
        match self.projection {
            DepthProjection::Orthographic { half, depth } => {
                let (near, far) = within(-depth, depth);
                let projection = DepthProjection::Orthographic { half, depth: 0.5 * (far - near) };
                Self { centre: self.centre + self.direction * (0.5 * (near + far)), projection, ..*self }
            }
            DepthProjection::Perspective { slope, near, far } => {
                let (near, far) = within(near, far);
                Self { projection: DepthProjection::Perspective { slope, near, far }, ..*self }
            }
        }
    }

    /// The same view, deeper by some pixels at both ends, for what reaches over the bodies in this box.
    #[must_use]
    pub(super) fn deepened(&self, pixels: f64, [min, max]: [DVec3; 2]) -> Self {
        let corner = |i: usize| DVec3::select(BVec3::new(i & 1 > 0, i & 2 > 0, i & 4 > 0), max, min);
        let pixel = (0..8).map(|i| self.pixel_size(corner(i))).fold(0.0, f64::max);
        let by = pixels * pixel * (1.0 + DEEPER);
        let projection = match self.projection {
            DepthProjection::Orthographic { half, depth } => DepthProjection::Orthographic { half, depth: depth + by },
            DepthProjection::Perspective { slope, near, far } => {
                DepthProjection::Perspective { slope, near: (near - by).max(0.5 * near), far: far + by }
            }
        };
        Self { projection, ..*self }
    }

    /// The greatest distance along the view, in metres, between two depths that a buffer of 24 bits may not distinguish.
    pub(super) fn spacing(&self) -> f64 {
        // Some steps of depth for rounding, and some for what is let through.
        const STEPS: f64 = 32.0 / (1 << 24) as f64;
        STEPS
            * match self.projection {
                DepthProjection::Orthographic { depth, .. } => 2.0 * depth,
                DepthProjection::Perspective { near, far, .. } => (far - near) * far / near,
            }
    }

    /// The transform of points relative to `origin` to clip space, with depths from −1 to 1. An origin near the bodies
    /// keeps the precision of `f32`.
    pub fn clip_from(&self, origin: DVec3) -> DMat4 {
        let axes = DMat3::from_cols(self.right, self.up, self.direction).transpose();
        let shift = axes * (origin - self.centre);
        let view = DMat4::from_cols(
            axes.x_axis.extend(0.0),
            axes.y_axis.extend(0.0),
            axes.z_axis.extend(0.0),
            shift.extend(1.0),
        );
        let clip = match self.projection {
            DepthProjection::Orthographic { half, depth } => {
                DMat4::from_scale(DVec3::new(1.0 / half, 1.0 / half, 1.0 / depth))
            }
            DepthProjection::Perspective { slope, near, far } => DMat4::from_cols_array(&[
                1.0 / slope,
                0.0,
                0.0,
                0.0,
                0.0,
                1.0 / slope,
                0.0,
                0.0,
                0.0,
                0.0,
                (far + near) / (far - near),
                1.0,
                0.0,
                0.0,
                -2.0 * far * near / (far - near),
                0.0,
            ]),
        };
        clip * view
    }

    /// The corners of what the camera has in view: the bits of the index are right, up and far.
    pub fn corners(&self) -> [DVec3; 8] {
        let side = |i: usize, bit: usize| if i & bit == 0 { -1.0 } else { 1.0 };
        let across = |i: usize| self.right * side(i, 1) + self.up * side(i, 2);
        std::array::from_fn(|i| match self.projection {
            DepthProjection::Orthographic { half, depth } => {
                self.centre + across(i) * half + self.direction * depth * side(i, 4)
            }
            DepthProjection::Perspective { slope, near, far } => {
                let distance = if i & 4 == 0 { near } else { far };
                self.centre + (self.direction + across(i) * slope) * distance
            }
        })
    }

    /// The same for a picture of the scene.
    pub fn corners_f32(&self) -> [Vec3; 8] {
        let corners = self.corners();
        std::array::from_fn(|i| corners[i].as_vec3())
    }

    /// The ray through the centre of a pixel, counted from the lower left: origin and unit direction.
    pub fn ray(&self, x: u32, y: u32) -> (DVec3, DVec3) {
        let at = |pixel: u32| (2.0 * f64::from(pixel) + 1.0) / f64::from(self.resolution) - 1.0;
        let across = self.right * at(x) + self.up * at(y);
        match self.projection {
            DepthProjection::Orthographic { half, depth } => {
                (self.centre + across * half - self.direction * depth, self.direction)
            }
            DepthProjection::Perspective { slope, .. } => {
                (self.centre, (self.direction + across * slope).normalize_or_zero())
            }
        }
    }

    /// Where a point is in the picture, in pixels from the lower left corner. In a perspective view, it must be in front of
    /// the eye.
    pub(super) fn on_picture(&self, point: DVec3) -> DVec2 {
        let at = point - self.centre;
        let half = match self.projection {
            DepthProjection::Orthographic { half, .. } => half,
            DepthProjection::Perspective { slope, .. } => slope * at.dot(self.direction),
        };
        (DVec2::new(at.dot(self.right), at.dot(self.up)) / half + 1.0) * 0.5 * f64::from(self.resolution)
    }

    /// Whether some part of the bodies is nearer than the near plane or further than the far plane.
    pub(super) fn clips_depth(&self, bodies: &[ExactBody]) -> bool {
        let [near, far] = match self.projection {
            DepthProjection::Orthographic { depth, .. } => [-depth, depth],
            DepthProjection::Perspective { near, far, .. } => [near, far],
        };
        let reach = |body: &ExactBody, axis: DVec3| (body.support(axis) - self.centre).dot(axis);
        bodies.iter().any(|body| reach(body, self.direction) >= far || reach(body, -self.direction) >= -near)
    }

    /// The width of a pixel in metres, at the depth of a point.
    pub fn pixel_size(&self, at: DVec3) -> f64 {
        let half = match self.projection {
            DepthProjection::Orthographic { half, .. } => half,
            DepthProjection::Perspective { slope, near, far } => {
                slope * self.direction.dot(at - self.centre).clamp(near, far)
            }
        };
        2.0 * half / f64::from(self.resolution)
    }

    /// Whether some part of a body is outside of the view. A body in the plane of a side is in view.
    pub fn clips(&self, body: &ExactBody) -> bool {
        let slack = 1e-12;
        match self.projection {
            DepthProjection::Orthographic { half, depth } => {
                [(self.right, half), (self.up, half), (self.direction, depth)].into_iter().any(|(axis, half)| {
                    [axis, -axis]
                        .into_iter()
                        .any(|axis| (body.support(axis) - self.centre).dot(axis) > half * (1.0 + slack))
                })
            }
            DepthProjection::Perspective { slope, near, far } => {
                let beyond = |axis: DVec3, most: f64| (body.support(axis) - self.centre).dot(axis) > most;
                let sides = [self.right, -self.right, self.up, -self.up];
                beyond(self.direction, far)
                    || beyond(-self.direction, -near)
                    || sides.into_iter().any(|side| beyond(side - self.direction * slope, 0.0))
            }
        }
    }

    /// The least width of a body in the picture, in metres, of some directions that are evenly turned: at most 1 in
    /// 2,000 too wide.
    pub(super) fn least_width(&self, bodies: &[ExactBody]) -> f64 {
        const DIRECTIONS: u32 = 48;
        let width = |turn: u32| {
            let (sin, cos) = libm::sincos(std::f64::consts::PI * f64::from(turn) / f64::from(DIRECTIONS));
            let axis = self.right * cos + self.up * sin;
            let reach = |axis: DVec3| {
                let ends = bodies.iter().map(|body| body.support(axis).dot(axis));
                ends.fold(f64::NEG_INFINITY, f64::max)
            };
            reach(axis) + reach(-axis)
        };
        (0..DIRECTIONS).map(width).fold(f64::INFINITY, f64::min)
    }
}
