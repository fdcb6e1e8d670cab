//! Surfaces that are made wider by half the diagonal of a pixel, so that no hit falls between pixel centres (N. K.
//! Govindaraju, M. C. Lin, D. Manocha, "Fast and Reliable Collision Culling using Graphics Hardware", 2004).
//!
//! A point that two bodies share is at most √2/2 pixels from the centre of its pixel. When both bodies are wider by that
//! much in the plane of the picture, the ray of the pixel has a point that both wide bodies share, at the same depth.
//! So both tests pass there. As a consequence, bodies that pass each other at less than about 1.7 pixels may be
//! reported.
//!
//! We depart from the paper in two points. It adds a sphere, and we add an octagon in the plane of the picture around its
//! circle of that radius, so that depths stay as they are. And both bodies are made wider, not A alone: a body that has no
//! pixel centre has no sample, however wide the other one is.

use glam::{DVec3, Vec3};

use super::surface::triangles;
use super::view::{DepthProjection, DepthView};
use crate::geometry::exact::body::{ExactBody, bounds_of};

/// The greatest distance between a round solid and its triangles, in pixels. It is added, in the picture and in depth.
pub(super) const SAG: f64 = 0.125;

/// Half the diagonal of a pixel.
const HALF_DIAGONAL: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// For rounding of corners and of coverage, in pixels.
const SPARE: f64 = 0.01;

/// Corners of the polygon around the circle.
const CORNERS: usize = 8;

/// The triangles that one triangle becomes: moved copies, what its edges sweep, and what its corners sweep.
pub(super) const EACH: u64 = (CORNERS * (1 + 3 * 2) + 3 * (CORNERS - 2)) as u64;

/// Which faces of a body are made wider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FattenedSide {
    /// Those that face the camera.
    Front,
    /// Those that face away.
    Back,
}

/// How far a surface reaches over itself, in pixels: the corner of the octagon, and the sag in depth.
pub(super) fn reach() -> f64 {
    let out = (HALF_DIAGONAL + SAG + SPARE) / libm::cos(std::f64::consts::PI / CORNERS as f64);
    libm::hypot(out, SAG)
}

/// The triangles of one side of bodies, made wider, relative to `origin`. They may face any way, so they are drawn without
/// culling: the nearest depth of the front side and the furthest of the back side count.
pub fn fattened_triangles(bodies: &[ExactBody], origin: DVec3, view: &DepthView, side: FattenedSide) -> Vec<[Vec3; 3]> {
    let [min, max] = bounds_of(bodies);
    let pixel = view.pixel_size((min + max) * 0.5);
    let mut found = Vec::new();
    for corners in triangles(bodies, origin, SAG * pixel) {
        let [a, b, c] = corners.map(|corner| origin + corner.as_dvec3());
        let towards = match view.projection {
            DepthProjection::Orthographic { .. } => view.direction,
            DepthProjection::Perspective { .. } => a - view.centre,
        };
        let facing = (b - a).cross(c - a).dot(towards);
        if facing != 0.0 && (facing < 0.0) == (side == FattenedSide::Front) {
            widen([a, b, c], view, side, |corners| found.push(corners.map(|corner| (corner - origin).as_vec3())));
        }
    }
    found
}

/// The surface of a triangle swept over the octagon: moved copies, and what edges and corners sweep.
fn widen(corners: [DVec3; 3], view: &DepthView, side: FattenedSide, mut push: impl FnMut([DVec3; 3])) {
    let moved = |corner: usize, k: usize| {
        let pixel = view.pixel_size(corners[corner]);
        let (sin, cos) = libm::sincos(std::f64::consts::TAU * (k % CORNERS) as f64 / CORNERS as f64);
        let out = (HALF_DIAGONAL + SAG + SPARE) / libm::cos(std::f64::consts::PI / CORNERS as f64);
        let deep = if side == FattenedSide::Front { -SAG } else { SAG };
        corners[corner] + (view.right * cos + view.up * sin) * (out * pixel) + view.direction * (deep * pixel)
    };
    for k in 0..CORNERS {
        push([moved(0, k), moved(1, k), moved(2, k)]);
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            push([moved(i, k), moved(j, k), moved(j, k + 1)]);
            push([moved(i, k), moved(j, k + 1), moved(i, k + 1)]);
        }
    }
    for corner in 0..3 {
        for k in 1..CORNERS - 1 {
            push([moved(corner, 0), moved(corner, k), moved(corner, k + 1)]);
        }
    }
}
