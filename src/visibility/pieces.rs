//! The pieces of a picture: triangles as edge functions of pixels, and round solids with the pixels around them.

use std::ops::Range;

use glam::{DAffine3, DMat4, DVec3, DVec4};

use super::alpha::Holes;
use super::faces::{self, LocalFace};
use super::look_target::{LookTarget, Visible};
use super::pixel_camera::{EQUAL_DEPTH, PixelMap};
use crate::geometry::{Aabb, Shape};
use crate::parallel;

/// The number of triangles that one thread takes at a time.
const CHUNK: usize = 4096;

/// Part of a target that may be in the picture.
pub(super) struct Piece<'a> {
    /// Its target.
    pub(super) target: u32,
    /// The pixels around it: the first column and row, and the last ones.
    pub(super) rect: [u16; 4],
    /// How it is hit.
    pub(super) shape: PieceShape<'a>,
}

/// How a piece is hit.
pub(super) enum PieceShape<'a> {
    /// A triangle without holes.
    Face(FaceOnPixels),
    /// A triangle with holes.
    Holed(Box<(FaceOnPixels, HolesOnPixels<'a>)>),
    /// A round solid.
    Round(Box<RoundBody<'a>>),
}

/// A triangle as functions of the centre of a pixel (x, y, 1).
#[derive(Clone, Copy)]
pub(super) struct FaceOnPixels {
    /// The edge opposite to each corner: at least 0 inside.
    pub(super) edges: [DVec3; 3],
    /// The depth z / w of the hit.
    pub(super) depth: DVec3,
}

/// The alpha of a triangle, and what turns edge functions into weights of its corners.
pub(super) struct HolesOnPixels<'a> {
    pub(super) holes: Holes<'a>,
    /// w of each corner over the determinant.
    pub(super) factors: [f64; 3],
}

/// A solid that is met by the line of sight itself.
pub(super) struct RoundBody<'a> {
    pub(super) shape: &'a Shape,
    pub(super) local_from_world: DAffine3,
}

impl<'a> Piece<'a> {
    /// The pieces of all targets that the mask shows, in the order of the targets.
    pub(super) fn all(map: &PixelMap, mask: u64, targets: &[LookTarget<'a>]) -> Vec<Self> {
        let mut work: Vec<Vec<(usize, Range<usize>)>> = vec![Vec::new()];
        let mut weight = 0;
        for (i, target) in targets.iter().enumerate() {
            let count = faces::count(&target.what);
            let mut first = 0;
            loop {
                let last = count.min(first + CHUNK);
                if let Some(list) = work.last_mut() {
                    list.push((i, first..last));
                }
                weight += (last - first).max(8);
                if weight >= CHUNK {
                    work.push(Vec::new());
                    weight = 0;
                }
                first = last;
                if first >= count {
                    break;
                }
            }
        }
        parallel::flat_map(work.len(), |i| {
            let mut pieces = Vec::new();
            for (target, range) in &work[i] {
                let of = &targets[*target];
                if of.layers & mask != 0 {
                    add(map, u32::try_from(*target).unwrap_or(u32::MAX), of, range.clone(), &mut pieces);
                }
            }
            pieces
        })
    }
}

/// Adds the pieces of a target, of a range of its triangles.
fn add<'a>(map: &PixelMap, target: u32, of: &LookTarget<'a>, range: Range<usize>, pieces: &mut Vec<Piece<'a>>) {
    let Some(rect) = around(map, &of.bounds) else { return };
    if let Visible::Body {
        shape: shape @ (Shape::Sphere { .. } | Shape::Cylinder { .. } | Shape::Cone { .. } | Shape::Capsule { .. }),
        ..
    } = of.what
    {
        let local_from_world = of.what.world_from_local().inverse();
        pieces.push(Piece { target, rect, shape: PieceShape::Round(Box::new(RoundBody { shape, local_from_world })) });
        return;
    }
    let faces = FacesOnPixels::of(map, &of.what);
    faces::each(&of.what, range, |face| {
        if let Some((rect, shape)) = faces.face(map, face) {
            pieces.push(Piece { target, rect, shape });
        }
    });
}

/// The map of one target's triangles.
pub(super) struct FacesOnPixels {
    /// x, y, w and z of a local point.
    from_local: DMat4,
    /// The sign of the determinant of a triangle that shows its front.
    front: f64,
}

impl FacesOnPixels {
    pub(super) fn of(map: &PixelMap, what: &Visible) -> Self {
        let world = what.world_from_local();
        let mirror = if world.matrix3.determinant() < 0.0 { -1.0 } else { 1.0 };
        Self { from_local: map.from_world * DMat4::from(world), front: map.front * mirror }
    }

    /// The corners x, y, w and z of a triangle.
    pub(super) fn corners(&self, face: &LocalFace) -> [DVec4; 3] {
        face.corners.map(|corner| self.from_local * corner.extend(1.0))
    }

    /// The determinant of a triangle, with the sign that makes it positive when it shows a front. `None` for a triangle that
    /// faces away, and for one that is seen from its edge.
    pub(super) fn shown(&self, face: &LocalFace, corners: &[DVec4; 3]) -> Option<f64> {
        let [a, b, c] = corners.map(DVec4::truncate);
        let determinant = a.dot(b.cross(c));
        let is_shown = determinant * self.front > 0.0 || (face.is_double_sided && determinant != 0.0);
        (is_shown && determinant.is_finite()).then_some(determinant)
    }

    /// A triangle and the pixels around it; `None` when it shows no front there.
    fn face<'a>(&self, map: &PixelMap, face: LocalFace<'a>) -> Option<([u16; 4], PieceShape<'a>)> {
        let corners = self.corners(&face);
        let rect = rect_of(map, &corners)?;
        let determinant = self.shown(&face, &corners)?;
        let [a, b, c] = corners.map(DVec4::truncate);
        let edges = [b.cross(c), c.cross(a), a.cross(b)];
        let w = corners.map(|corner| corner.z);
        let z = corners.map(|corner| corner.w);
        // The weights of the corners are edge · w / determinant and add up to 1. So a depth is that of one corner and the
        // differences from it, which loses no digits for small triangles.
        let depth = if w.iter().all(|w| *w > 0.0) {
            let at = [0, 1, 2].map(|i| z[i] / w[i]);
            let slope = edges[1] * (w[1] * (at[1] - at[0])) + edges[2] * (w[2] * (at[2] - at[0]));
            DVec3::Z * at[0] + slope / determinant
        } else {
            (edges[0] * z[0] + edges[1] * z[1] + edges[2] * z[2]) / determinant
        };
        let sign = determinant.signum();
        let on_pixels = FaceOnPixels { edges: edges.map(|edge| edge * sign), depth };
        let shape = match face.holes {
            None => PieceShape::Face(on_pixels),
            Some(holes) => {
                let factors = w.map(|w| w / determinant.abs());
                PieceShape::Holed(Box::new((on_pixels, HolesOnPixels { holes, factors })))
            }
        };
        Some((rect, shape))
    }
}

/// The pixels whose centres may be inside a triangle; `None` when there is none, or when it is before the near or behind the
/// far plane.
fn rect_of(map: &PixelMap, corners: &[DVec4; 3]) -> Option<[u16; 4]> {
    if corners.iter().all(|corner| corner.z <= 0.0) {
        return None;
    }
    if corners.iter().any(|corner| corner.z <= 0.0) {
        return Some(whole(map));
    }
    let [far, near] = map.depths;
    let depths = corners.map(|corner| corner.w / corner.z);
    let is_beyond =
        |limit: f64, side: f64| depths.iter().all(|depth| (depth - limit) * side > limit.abs() * EQUAL_DEPTH);
    if is_beyond(near, 1.0) || is_beyond(far, -1.0) {
        return None;
    }
    let [x, y] = [corners.map(|corner| corner.x / corner.z), corners.map(|corner| corner.y / corner.z)];
    clamped(map, x, y, 0.0)
}

/// The pixels around a box; `None` when it is outside the picture for certain.
fn around(map: &PixelMap, bounds: &Aabb) -> Option<[u16; 4]> {
    let corners: [DVec4; 8] = std::array::from_fn(|i| map.point(bounds.corner(i).as_dvec3()));
    if corners.iter().all(|corner| corner.z <= 0.0) {
        return None;
    }
    if corners.iter().any(|corner| corner.z <= 0.0) {
        return Some(whole(map));
    }
    // A tight box is rounded to f32: a pixel more on each side is far more than that.
    clamped(map, corners.map(|corner| corner.x / corner.z), corners.map(|corner| corner.y / corner.z), 1.0)
}

/// All pixels.
fn whole(map: &PixelMap) -> [u16; 4] {
    let [width, height] = map.size.map(last);
    [0, 0, width, height]
}

/// The index of the last pixel.
fn last(size: u32) -> u16 {
    u16::try_from(size.saturating_sub(1)).unwrap_or(u16::MAX)
}

/// The pixels with their centres between the least and the greatest x and y.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the picture")]
fn clamped<const N: usize>(map: &PixelMap, x: [f64; N], y: [f64; N], more: f64) -> Option<[u16; 4]> {
    /// Of a pixel, for the rounding of the division.
    const SLACK: f64 = 1e-6;
    let range = |of: [f64; N], size: u32| {
        let (least, most) = of.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &x| (a.min(x), b.max(x)));
        let first = (least - 0.5 - SLACK - more).ceil().max(0.0);
        let end = (most - 0.5 + SLACK + more).floor().min(f64::from(last(size)));
        (first <= end).then_some((first as u16, end as u16))
    };
    let (columns, rows) = (range(x, map.size[0])?, range(y, map.size[1])?);
    Some([columns.0, rows.0, columns.1, rows.1])
}
