//! Whether a place is inside a solid, where no camera sees it.

use std::ops::ControlFlow;

use glam::{DVec3, Vec3};

use super::body::FlickerBody;
use super::sight::single;
use crate::geometry::ray::{Feature, Ray, RayQuery, cast};
use crate::geometry::{Aabb, BoxTree};

/// The parts of the way from the middle of a polygon to its corners at which it is probed.
const PROBES: [f64; 2] = [0.5, 0.9];

/// How far in front of a face a place is probed: this part of the width of the polygon, between a few tolerances and 1 mm.
const OF_WIDTH: f64 = 0.01;
const MOST: f64 = 1e-3;
const TOLERANCES: f64 = 4.0;

/// The solids that may cover places.
pub(super) struct Covers<'b> {
    pub(super) bodies: &'b [FlickerBody],
    pub(super) tree: &'b BoxTree,
}

impl Covers<'_> {
    /// Whether a polygon is inside solids, seen from just in front of it: its middle and places near each of its corners are.
    pub(super) fn hide(&self, polygon: &[DVec3], front: DVec3, width: f64, tolerance: f64) -> bool {
        let out = front * (width * OF_WIDTH).min(MOST).max(tolerance * TOLERANCES);
        let middle = polygon.iter().sum::<DVec3>() / polygon.len() as f64;
        let near_corners = polygon.iter().flat_map(|corner| PROBES.map(|share| middle.lerp(*corner, share)));
        std::iter::once(middle).chain(near_corners).all(|at| self.contain(single(at + out)))
    }

    /// Whether a point is inside a solid. The corners of a mesh count as inside or outside by the crossings of a line.
    fn contain(&self, point: Vec3) -> bool {
        let mut is_inside = false;
        self.tree.near(&Aabb { min: point, max: point }, |i| {
            is_inside = contains(&self.bodies[i], point);
            if is_inside { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        is_inside
    }
}

fn contains(body: &FlickerBody, point: Vec3) -> bool {
    // Along no axis and in no plane of usual faces.
    let ray = Ray { origin: point, direction: Vec3::new(0.482, 0.711, 0.512) };
    cast(&ray, RayQuery::default(), &body.shape, &body.pose).hit().is_some_and(|hit| hit.feature == Feature::Inside)
}
