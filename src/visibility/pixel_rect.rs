//! The pixels around triangles and boxes.

use glam::DVec4;

#[cfg(feature = "render")]
use super::pixel_camera::PixelCamera;
use super::pixel_camera::{EQUAL_DEPTH, PixelMap};
use crate::geometry::Aabb;

/// The first column and row, and the last ones.
pub(super) type PixelRect = [u16; 4];

/// Of a pixel, for the rounding of the division.
const SLACK: f64 = 1e-6;
/// Of a pixel, where a box is rounded to `f32` or an edge is cut by a plane: far more than their rounding.
const WIDE_SLACK: f64 = 1.0;

/// The edges of a box, by the bits of its corners.
const BOX_EDGES: [[usize; 2]; 12] =
    [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]];

/// The pixels whose centres may be inside a triangle; `None` when there is none, or when it is before the near or behind the
/// far plane.
pub(super) fn around_triangle(map: &PixelMap, corners: &[DVec4; 3]) -> Option<PixelRect> {
    if corners.iter().all(|corner| corner.z <= 0.0) {
        return None;
    }
    if corners.iter().any(|corner| corner.z <= 0.0) {
        return cut(map, [0, 1, 2].map(|i| [corners[i], corners[(i + 1) % 3]]));
    }
    let per_w = corners.map(|corner| 1.0 / corner.z);
    let [far, near] = map.depths;
    let depths = [0, 1, 2].map(|i| corners[i].w * per_w[i]);
    let is_beyond =
        |limit: f64, side: f64| depths.iter().all(|depth| (depth - limit) * side > limit.abs() * EQUAL_DEPTH);
    if is_beyond(near, 1.0) || is_beyond(far, -1.0) {
        return None;
    }
    let mut range = PixelRange::default();
    for (corner, per_w) in corners.iter().zip(per_w) {
        range.add(corner.x * per_w, corner.y * per_w);
    }
    range.rect(map, SLACK)
}

/// The pixels around a box; `None` when it is outside the picture for certain.
pub(super) fn around_box(map: &PixelMap, bounds: &Aabb) -> Option<PixelRect> {
    let corners = box_corners(map.point(bounds.min.as_dvec3()), |axis| {
        map.from_world.col(axis) * f64::from(bounds.max[axis] - bounds.min[axis])
    });
    if corners.iter().all(|corner| corner.z <= 0.0) {
        return None;
    }
    if corners.iter().any(|corner| corner.z <= 0.0) {
        return cut(map, BOX_EDGES.map(|edge| edge.map(|corner| corners[corner])));
    }
    let mut range = PixelRange::default();
    for corner in corners {
        range.add(corner.x / corner.z, corner.y / corner.z);
    }
    range.rect(map, WIDE_SLACK)
}

/// Whether boxes may be in the picture of a camera: `false` only when no part of a box is.
#[cfg(feature = "render")]
pub(crate) fn in_picture(view: &PixelCamera) -> impl Fn(&Aabb) -> bool + use<> {
    let map = PixelMap::of(view);
    move |bounds| around_box(&map, bounds).is_some()
}

/// The corners of a box from the first one and its edges along the axes: bit 0 of a corner is +X, bit 1 +Y, bit 2 +Z.
pub(super) fn box_corners(first: DVec4, edge: impl Fn(usize) -> DVec4) -> [DVec4; 8] {
    let [x, y, z] = [edge(0), edge(1), edge(2)];
    let mut corners = [first; 8];
    for (i, corner) in corners.iter_mut().enumerate() {
        for (axis, edge) in [x, y, z].into_iter().enumerate() {
            if i >> axis & 1 == 1 {
                *corner += edge;
            }
        }
    }
    corners
}

/// The pixels around what the near plane leaves of some segments, of which some reach behind the eye.
fn cut<const N: usize>(map: &PixelMap, segments: [[DVec4; 2]; N]) -> Option<PixelRect> {
    let near = map.depths[1];
    // A little nearer than the plane, so that nothing on it is lost.
    let plane = DVec4::new(0.0, 0.0, near + near.abs() * 1e-9, -1.0);
    let mut range = PixelRange::default();
    for [from, to] in segments {
        let at = [plane.dot(from), plane.dot(to)];
        let crossing = (at[0] < 0.0) != (at[1] < 0.0);
        let between = crossing.then(|| from + (to - from) * (at[0] / (at[0] - at[1])));
        for point in [(at[0] >= 0.0).then_some(from), between, (at[1] >= 0.0).then_some(to)].into_iter().flatten() {
            if point.z <= 0.0 {
                return Some(whole(map));
            }
            range.add(point.x / point.z, point.y / point.z);
        }
    }
    range.rect(map, WIDE_SLACK)
}

/// All pixels.
fn whole(map: &PixelMap) -> PixelRect {
    let [width, height] = map.size.map(last);
    [0, 0, width, height]
}

/// The index of the last pixel.
fn last(size: u32) -> u16 {
    u16::try_from(size.saturating_sub(1)).unwrap_or(u16::MAX)
}

/// The least and the greatest x and y of some points, in pixels.
struct PixelRange {
    least: [f64; 2],
    most: [f64; 2],
}

impl Default for PixelRange {
    fn default() -> Self {
        Self { least: [f64::INFINITY; 2], most: [f64::NEG_INFINITY; 2] }
    }
}

impl PixelRange {
    fn add(&mut self, x: f64, y: f64) {
        self.least = [self.least[0].min(x), self.least[1].min(y)];
        self.most = [self.most[0].max(x), self.most[1].max(y)];
    }

    /// The pixels with their centres in it.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the picture")]
    fn rect(&self, map: &PixelMap, slack: f64) -> Option<PixelRect> {
        let range = |axis: usize| {
            let first = (self.least[axis] - 0.5 - slack).ceil().max(0.0);
            let end = (self.most[axis] - 0.5 + slack).floor().min(f64::from(last(map.size[axis])));
            (first <= end).then_some((first as u16, end as u16))
        };
        let (columns, rows) = (range(0)?, range(1)?);
        Some([columns.0, rows.0, columns.1, rows.1])
    }
}
