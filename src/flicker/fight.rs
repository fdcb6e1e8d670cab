//! Two faces against the depth buffer of a camera.
//!
//! The depths of two planes are affine functions of the picture, so their difference is one too, and it is less than a step in a
//! strip of the picture. The faces flicker in the part of the strip that is in both. Where the planes cross, the strip has the line
//! on which they cross in its middle.

use glam::{DVec2, DVec3};

use super::body::WorldFace;
use super::convex::{area, clipped, clipped_at, common};
use super::depth_buffer::DepthBuffer;
use super::finding::Sighted;
use super::sight::Sight;

/// The least area of the picture in which faces flicker, in pixels: with less, no pixel need show it.
const LEAST_PIXELS: f64 = 1.0;

/// Halvings of an edge to find where the step of a float is reached.
const HALVINGS: u32 = 40;

/// A pair of faces that a depth buffer confuses.
pub(super) struct FacesConfused {
    /// The corners of both faces' common part, on both faces.
    pub(super) points: Vec<Sighted>,
    /// Whether the faces cross or touch there.
    pub(super) is_crossing: bool,
    /// Where they flicker, on the first face in world space: one polygon, or one on each side of the line where they cross.
    pub(super) places: Vec<Vec<DVec3>>,
    /// The least distance along the view at which they flicker.
    pub(super) distance: f64,
    /// That place on both faces.
    pub(super) nearest: Sighted,
    /// The least distance along the view of their common part.
    pub(super) least: f64,
    /// By how much the distance of the faces must grow to be a step everywhere.
    pub(super) factor: f64,
    /// Pixels in which they flicker.
    pub(super) pixels: f64,
}

/// The planes of two faces in the camera's axes.
struct TwoPlanes<'s> {
    sight: &'s Sight,
    planes: [(DVec3, f64); 2],
}

impl TwoPlanes<'_> {
    /// The points of both planes on a line of sight.
    fn points(&self, at: DVec2) -> Sighted {
        let line = self.sight.line(at);
        self.planes.map(|(normal, offset)| {
            let distance = (offset - normal.dot(line.origin)) / normal.dot(line.along);
            line.origin + line.along * distance
        })
    }

    /// The difference of their depths.
    fn difference(&self, at: DVec2) -> f64 {
        let [a, b] = self.points(at).map(|point| self.sight.buffer.depth(point));
        a - b
    }

    /// The step of the buffer there.
    fn step(&self, at: DVec2) -> f64 {
        let [a, b] = self.points(at).map(|point| self.sight.buffer.step(self.sight.buffer.depth(point)));
        a.max(b)
    }

    /// The part of a polygon, in which the difference has one sign, where it is less than a step.
    fn confused(&self, polygon: &[DVec2]) -> Vec<DVec2> {
        let under = |at: DVec2| self.step(at) - self.difference(at).abs();
        if self.sight.bits < DepthBuffer::FLOAT {
            return clipped(polygon, under);
        }
        clipped_at(polygon, under, |a, b, of_a, _| {
            let [mut inside, mut outside] = if of_a >= 0.0 { [a, b] } else { [b, a] };
            for _ in 0..HALVINGS {
                let middle = inside.midpoint(outside);
                if under(middle) >= 0.0 {
                    inside = middle;
                } else {
                    outside = middle;
                }
            }
            inside
        })
    }
}

/// Whether, and where, a camera confuses two faces whose fronts it is shown. `None` when it does not.
pub(super) fn confused(sight: &Sight, faces: [&WorldFace; 2]) -> Option<FacesConfused> {
    let seen = sight.seen(faces[0]);
    if seen.len() < 3 {
        return None;
    }
    let overlap = common(&seen, &sight.seen(faces[1]));
    if overlap.len() < 3 || area(&overlap) * sight.pixels < LEAST_PIXELS {
        return None;
    }
    let both = TwoPlanes { sight, planes: faces.map(|face| sight.plane(face)) };
    let differences: Vec<f64> = overlap.iter().map(|at| both.difference(*at)).collect();
    let is_crossing = differences.iter().any(|d| *d >= 0.0) && differences.iter().any(|d| *d <= 0.0);
    let far_apart = |(at, difference): (&DVec2, &f64)| difference.abs() >= both.step(*at);
    if !is_crossing && overlap.iter().zip(&differences).all(far_apart) {
        return None;
    }
    let parts = if is_crossing {
        vec![clipped(&overlap, |at| both.difference(at)), clipped(&overlap, |at| -both.difference(at))]
    } else {
        vec![overlap.clone()]
    };
    let parts: Vec<Vec<DVec2>> = parts.iter().map(|part| both.confused(part)).filter(|part| part.len() >= 3).collect();
    let pixels = parts.iter().map(|part| area(part)).sum::<f64>() * sight.pixels;
    if pixels < LEAST_PIXELS {
        return None;
    }
    let distance_of = |points: &Sighted| points.map(|point| sight.distance(point)).into_iter().fold(f64::MAX, f64::min);
    let confused: Vec<Sighted> = parts.iter().flatten().map(|at| both.points(*at)).collect();
    let nearest = *confused.iter().min_by(|a, b| distance_of(a).total_cmp(&distance_of(b)))?;
    let points: Vec<Sighted> = overlap.iter().map(|at| both.points(*at)).collect();
    let least = points.iter().map(distance_of).fold(f64::MAX, f64::min);
    let factors = overlap.iter().zip(&differences).map(|(at, difference)| both.step(*at) / difference.abs());
    let factor = factors.fold(0.0, f64::max);
    let places = parts.iter().map(|part| part.iter().map(|at| sight.world(both.points(*at)[0])).collect()).collect();
    Some(FacesConfused { points, is_crossing, places, distance: distance_of(&nearest), nearest, least, factor, pixels })
}
