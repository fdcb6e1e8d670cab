//! The sides of triangles, by edge.

use glam::Vec3;

use super::repaired::RepairTriangle;
use crate::geometry::mesh::has_area;
use crate::geometry::mesh::weld::welded;

/// Whether a triangle has area and finite corners.
pub(super) fn is_sound(triangle: &RepairTriangle, positions: &[Vec3]) -> bool {
    let places = triangle.places(positions);
    places.iter().all(|place| place.is_finite()) && has_area(places)
}

/// A side of a triangle, between two places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    /// The places of its ends, the lesser first.
    pub(super) edge: [u32; 2],
    /// The index of its triangle.
    pub(super) triangle: usize,
    /// The vertices of its ends, in the direction of the triangle.
    pub(super) ends: [u32; 2],
    /// Whether it runs from the lesser to the greater place.
    pub(super) is_up: bool,
}

/// The sides of all triangles that have area, by edge. Vertices at the same position are one place.
pub(super) struct Sides {
    pub(super) points: Vec<u32>,
    sorted: Vec<Side>,
}

impl Sides {
    pub(super) fn new(positions: &[Vec3], triangles: &[RepairTriangle]) -> Self {
        let points = welded(positions);
        let mut sorted = Vec::with_capacity(3 * triangles.len());
        for (triangle, each) in triangles.iter().enumerate().filter(|(_, each)| is_sound(each, positions)) {
            let [a, b, c] = each.corners;
            sorted.extend([[a, b], [b, c], [c, a]].map(|ends| {
                let [from, to] = ends.map(|vertex| points[vertex as usize]);
                Side { edge: [from.min(to), from.max(to)], triangle, ends, is_up: from < to }
            }));
        }
        sorted.sort_by_key(|side| side.edge);
        Self { points, sorted }
    }

    /// The sides of each edge, in the order of triangles.
    pub(super) fn edges(&self) -> impl Iterator<Item = &[Side]> {
        self.sorted.chunk_by(|a, b| a.edge == b.edge)
    }
}
