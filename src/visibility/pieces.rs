//! The pieces of a picture: triangles as edge functions of pixels, and round solids with the pixels around them.

use glam::{DAffine3, DMat4, DVec3, DVec4};

use super::alpha::Holes;
use super::faces::LocalFace;
use super::look_target::Visible;
use super::pixel_camera::PixelMap;
use super::pixel_rect::{PixelRect, around_triangle};
use crate::geometry::Shape;

/// Part of a target that may be in the picture.
pub(super) struct Piece {
    /// Its target.
    pub(super) target: u32,
    /// The pixels around it.
    pub(super) rect: PixelRect,
    /// How it is hit.
    pub(super) shape: PieceShape,
}

/// How a piece is hit.
#[derive(Clone, Copy)]
pub(super) enum PieceShape {
    /// A triangle without holes.
    Face(FaceOnPixels),
    /// A triangle with holes, which are in the list of its batch.
    Holed(FaceOnPixels, u32),
    /// A round solid in the list of its batch.
    Round(u32),
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

/// The map of one target's triangles.
pub(super) struct FacesOnPixels {
    /// x, y, w and z of a local point.
    pub(super) from_local: DMat4,
    /// The sign of the determinant of a triangle that shows its front.
    front: f64,
}

/// A triangle in the picture.
pub(super) struct ShownFace {
    pub(super) rect: PixelRect,
    pub(super) face: FaceOnPixels,
    /// w of each corner over the determinant.
    pub(super) factors: [f64; 3],
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
    pub(super) fn shown(&self, is_double_sided: bool, corners: &[DVec4; 3]) -> Option<f64> {
        let [a, b, c] = corners.map(DVec4::truncate);
        let determinant = a.dot(b.cross(c));
        let is_shown = determinant * self.front > 0.0 || (is_double_sided && determinant != 0.0);
        (is_shown && determinant.is_finite()).then_some(determinant)
    }

    /// A triangle and the pixels around it; `None` when it shows no front there.
    pub(super) fn face(&self, map: &PixelMap, is_double_sided: bool, corners: &[DVec4; 3]) -> Option<ShownFace> {
        let determinant = self.shown(is_double_sided, corners)?;
        let rect = around_triangle(map, corners)?;
        let [a, b, c] = corners.map(DVec4::truncate);
        let edges = [b.cross(c), c.cross(a), a.cross(b)];
        let w = corners.map(|corner| corner.z);
        let z = corners.map(|corner| corner.w);
        // The weights of the corners are edge · w / determinant and add up to 1. So a depth is that of one corner and the
        // differences from it, which loses no digits for small triangles.
        let per_determinant = 1.0 / determinant;
        let depth = if w.iter().all(|w| *w > 0.0) {
            let at = [0, 1, 2].map(|i| z[i] / w[i]);
            let slope = edges[1] * (w[1] * (at[1] - at[0])) + edges[2] * (w[2] * (at[2] - at[0]));
            DVec3::Z * at[0] + slope * per_determinant
        } else {
            (edges[0] * z[0] + edges[1] * z[1] + edges[2] * z[2]) * per_determinant
        };
        let sign = determinant.signum();
        let face = FaceOnPixels { edges: edges.map(|edge| edge * sign), depth };
        Some(ShownFace { rect, face, factors: w.map(|w| w * per_determinant.abs()) })
    }
}
