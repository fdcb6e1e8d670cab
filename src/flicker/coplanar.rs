//! Two faces in one plane.

use glam::{DVec2, DVec3};

use super::body::WorldFace;
use super::convex::{area, common, counter_clockwise, width};

/// Faces are in one plane when they are at most this many spacings of f32 apart, everywhere in their common part.
///
/// A corner is rounded to f32 in its file (half a spacing on each axis), turned and scaled by a matrix whose numbers are rounded
/// (half a spacing of the result for each of three products), and moved by a position that is rounded: √3 · (½ + ½) + 1½ < 4
/// spacings along the normal. Both faces have this error.
pub(super) const TOLERANCE: f64 = 8.0;

/// A common part is a seam when it is narrower than this many tolerances: corners that should meet are rounded apart.
const SEAM: f64 = 4.0;

/// A common part is a seam too when its width is less than this part of the smaller face's: no more than neighbours overlap by
/// that were placed by eye or snapped.
const SEAM_OF_FACE: f64 = 1e-3;

/// The common part of two faces that are nearly parallel.
pub(super) struct Common {
    /// Its corners on the first face, in world space.
    pub(super) corners: Vec<DVec3>,
    /// How far the second face is from the first along its normal, at each of these corners: the least and the greatest.
    pub(super) heights: [f64; 2],
    pub(super) area: f64,
    pub(super) width: f64,
    /// Whether it is only a seam between neighbours.
    pub(super) is_seam: bool,
}

impl Common {
    /// The common part of the first face and the second one as seen along the normal of the first; `None` without one.
    pub(super) fn of(first: &WorldFace, second: &WorldFace, tolerance: f64) -> Option<Self> {
        let (u, v) = first.normal.any_orthonormal_pair();
        let origin = first.corners[0];
        let flat = |at: &DVec3| DVec2::new((*at - origin).dot(u), (*at - origin).dot(v));
        let polygon = |face: &WorldFace| counter_clockwise(face.corners.iter().map(flat).collect());
        let [a, b] = [polygon(first), polygon(second)];
        let part = common(&a, &b);
        let (area, wide) = (area(&part), width(&part));
        let least = (SEAM * tolerance).max(SEAM_OF_FACE * width(&a).min(width(&b)));
        if part.len() < 3 {
            return None;
        }
        let corners: Vec<DVec3> = part.iter().map(|at| origin + u * at.x + v * at.y).collect();
        let steepness = second.normal.dot(first.normal);
        let heights = corners.iter().map(|at| -second.height(*at) / steepness);
        let heights = heights.fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], height| [a.min(height), b.max(height)]);
        Some(Self { corners, heights, area, width: wide, is_seam: wide <= least })
    }

    /// Whether both faces are in one plane there.
    pub(super) fn is_flat(&self, tolerance: f64) -> bool {
        self.heights.iter().all(|height| height.abs() <= tolerance)
    }
}
