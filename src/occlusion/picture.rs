//! The depths of both bodies in the pixels of a view, computed on the processor: for pictures and for explanations only.
//! No answer is made of them.
//!
//! A pixel is sampled at its centre, as OpenGL does. Depths are distances along the ray of the pixel in metres
//! ([`DepthView::ray`]).

use glam::{DVec2, DVec3};

use super::fattened::{FattenedSide, fattened_triangles};
use super::surface::triangles;
use super::view::{DepthProjection, DepthView};
use crate::geometry::exact::body::{ExactBody, bounds_of};

/// The greatest distance between a round solid and its triangles, in pixels.
const SAG: f64 = 0.125;

/// The nearest front face and the furthest back face of each body in each pixel.
#[derive(Clone, Debug, PartialEq)]
pub struct DepthPicture {
    /// Pixels along each side.
    pub resolution: u32,
    /// Row by row from below.
    pixels: Vec<[Faces; 2]>,
}

/// What a body has in a pixel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Faces {
    /// The depth of the nearest front face; infinity without one.
    pub front: f64,
    /// The depth of the furthest back face; minus infinity without one.
    pub back: f64,
}

impl Faces {
    const NONE: Self = Self { front: f64::INFINITY, back: f64::NEG_INFINITY };
}

impl DepthPicture {
    /// Both bodies seen from a view, with its resolution; made wider when `fatten` says so.
    pub fn of(view: &DepthView, [a, b]: [&[ExactBody]; 2], fatten: bool) -> Self {
        let n = view.resolution;
        let mut pixels = vec![[Faces::NONE; 2]; n as usize * n as usize];
        for (which, bodies) in [a, b].into_iter().enumerate() {
            if fatten {
                for side in [FattenedSide::Front, FattenedSide::Back] {
                    let [min, max] = bounds_of(bodies);
                    let origin = (min + max) * 0.5;
                    for corners in fattened_triangles(bodies, origin, view, side) {
                        let corners = corners.map(|corner| origin + corner.as_dvec3());
                        draw(view, corners, Some(side), which, &mut pixels);
                    }
                }
            } else {
                for_each_triangle(view, bodies, |corners| draw(view, corners, None, which, &mut pixels));
            }
        }
        Self { resolution: n, pixels }
    }

    /// What A and B have in a pixel, counted from the lower left.
    pub fn at(&self, x: u32, y: u32) -> [Faces; 2] {
        self.pixels[(y * self.resolution + x) as usize]
    }

    /// Whether a back face of B passes against the front of A in a pixel, and a back face of A against the front of B.
    pub fn passes(&self, x: u32, y: u32) -> [bool; 2] {
        let [a, b] = self.at(x, y);
        [a.front.is_finite() && b.back >= a.front, b.front.is_finite() && a.back >= b.front]
    }

    /// The nearest and the furthest depth of anything; `None` for an empty picture.
    pub fn range(&self) -> Option<[f64; 2]> {
        let all = self.pixels.iter().flatten().flat_map(|faces| [faces.front, faces.back]);
        let (min, max) = all
            .filter(|depth| depth.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(min, max), depth| (min.min(depth), max.max(depth)));
        (min <= max).then_some([min, max])
    }
}

/// Calls `each` for all triangles in world space, counter-clockwise seen from outside.
pub(super) fn for_each_triangle(view: &DepthView, bodies: &[ExactBody], mut each: impl FnMut([DVec3; 3])) {
    let [min, max] = bounds_of(bodies);
    let origin = (min + max) * 0.5;
    for corners in triangles(bodies, origin, SAG * view.pixel_size(origin)) {
        each(corners.map(|corner| origin + corner.as_dvec3()));
    }
}

/// Draws a triangle as a part of that side; of `None` as its winding says.
fn draw(view: &DepthView, corners: [DVec3; 3], side: Option<FattenedSide>, which: usize, pixels: &mut [[Faces; 2]]) {
    let [a, b, c] = corners;
    let normal = (b - a).cross(c - a);
    let shown = in_front(view, corners);
    // A part behind the eye is cut off; what is left is a convex polygon.
    let flat: Vec<DVec2> = shown.iter().map(|corner| view.on_picture(*corner)).collect();
    let [near, far] = depths(view);
    let n = view.resolution;
    let (low, high) = flat.iter().fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(l, h), p| (l.min(*p), h.max(*p)));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the picture")]
    let clamp = |at: f64| at.clamp(0.0, f64::from(n)) as u32;
    for y in clamp((low.y - 0.5).ceil())..clamp((high.y + 0.5).floor()) {
        for x in clamp((low.x - 0.5).ceil())..clamp((high.x + 0.5).floor()) {
            if !is_inside(&flat, DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5)) {
                continue;
            }
            let (origin, along) = view.ray(x, y);
            let facing = normal.dot(along);
            let t = normal.dot(a - origin) / facing;
            let depth = (origin + along * t - view.centre).dot(view.direction);
            if facing == 0.0 || depth < near || depth > far {
                continue;
            }
            let faces = &mut pixels[(y * n + x) as usize][which];
            if side.map_or(facing < 0.0, |side| side == FattenedSide::Front) {
                faces.front = faces.front.min(t);
            } else {
                faces.back = faces.back.max(t);
            }
        }
    }
}

/// The depths of the near and the far plane, along the view from its centre.
fn depths(view: &DepthView) -> [f64; 2] {
    match view.projection {
        DepthProjection::Orthographic { depth, .. } => [-depth, depth],
        DepthProjection::Perspective { near, far, .. } => [near, far],
    }
}

/// The part of a triangle that is not behind the near plane of a perspective view.
fn in_front(view: &DepthView, corners: [DVec3; 3]) -> Vec<DVec3> {
    let DepthProjection::Perspective { near, .. } = view.projection else { return corners.to_vec() };
    let depth = |corner: DVec3| (corner - view.centre).dot(view.direction) - near;
    let mut kept = Vec::with_capacity(4);
    for (from, to) in [(0, 1), (1, 2), (2, 0)].map(|(i, j)| (corners[i], corners[j])) {
        let (first, second) = (depth(from), depth(to));
        if first >= 0.0 {
            kept.push(from);
        }
        if (first >= 0.0) != (second >= 0.0) {
            kept.push(from + (to - from) * (first / (first - second)));
        }
    }
    kept
}

/// Whether a point is in a convex polygon of either direction; its border counts.
fn is_inside(polygon: &[DVec2], point: DVec2) -> bool {
    let sides = (0..polygon.len()).map(|i| {
        let (from, to) = (polygon[i], polygon[(i + 1) % polygon.len()]);
        (to - from).perp_dot(point - from)
    });
    let (least, most) = sides.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, m), side| (l.min(side), m.max(side)));
    polygon.len() > 2 && (least >= 0.0 || most <= 0.0) && least < most
}
