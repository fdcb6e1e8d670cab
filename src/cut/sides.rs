//! On which side of the plane each vertex is.

use glam::DVec3;

use super::key::Merged;
use super::plane::Plane;

/// A vertex in front of the plane, behind it, on it, or without a finite distance; of several vertices, all of these.
pub(super) const FRONT: u8 = 1;
pub(super) const BACK: u8 = 2;
pub(super) const ON_PLANE: u8 = 4;
pub(super) const NOT_FINITE: u8 = 8;

/// A vertex is on the plane within this number of roundings of its stored position. A new vertex is then so many
/// roundings away from both ends of its edge, and rounding it moves it by less than one. So the parts of a triangle have
/// an area unless its angles are below a tenth of a radian or so; [`VertexSides::refine`] looks for those.
const ROUNDINGS: f64 = 16.0;

/// The sides of all vertices of a mesh.
pub(super) struct VertexSides {
    /// Signed, in metres; positive in front.
    pub(super) distances: Vec<f64>,
    pub(super) places: Vec<u8>,
    /// Vertices up to this distance are on the plane.
    pub(super) tolerance: f64,
    pub(super) merged: Merged,
}

impl VertexSides {
    pub(super) fn of(posed: &[DVec3], plane: &Plane, rounding: f64) -> Self {
        let tolerance = ROUNDINGS * rounding;
        let distances: Vec<f64> = posed.iter().map(|position| plane.distance(*position)).collect();
        let places = distances.iter().map(|distance| place(*distance, tolerance)).collect();
        Self { distances, places, tolerance, merged: Merged::default() }
    }

    pub(super) fn place(&self, vertex: u32) -> u8 {
        self.places.get(vertex as usize).copied().unwrap_or(NOT_FINITE)
    }

    /// The numbers of vertices in front, behind and on the plane.
    pub(super) fn counts(&self) -> [usize; 3] {
        let mut counts = [0; 3];
        for place in &self.places {
            for (count, side) in counts.iter_mut().zip([FRONT, BACK, ON_PLANE]) {
                *count += usize::from(*place == side);
            }
        }
        counts
    }
}

fn place(distance: f64, tolerance: f64) -> u8 {
    if !distance.is_finite() {
        NOT_FINITE
    } else if distance > tolerance {
        FRONT
    } else if distance < -tolerance {
        BACK
    } else {
        ON_PLANE
    }
}
