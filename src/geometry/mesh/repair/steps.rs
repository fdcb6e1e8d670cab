//! The steps of a repair.

use std::collections::HashMap;

use glam::Vec3;

use super::change::{KeptFault, MeshChange, RemovalReason};
use super::{holes, merge, winding};
use crate::geometry::mesh::has_area;
use crate::geometry::mesh::weld::welded;

/// What is repaired.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeshRepair {
    /// Vertices within this distance of an earlier one take its place; `None`: each keeps its own. Finite, above 0.
    pub merge: Option<f32>,
    /// Whether triangles without area, or with a corner that is not finite, are removed.
    pub degenerate: bool,
    /// Whether triangles with the corners of an earlier one are removed.
    pub duplicates: bool,
    /// Whether the winding is made consistent.
    pub winding: bool,
    /// Holes with a rim of at most this diagonal are closed; `None`: none.
    pub holes: Option<f32>,
}

/// A triangle of a repaired mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepairTriangle {
    /// Its vertices.
    pub corners: [u32; 3],
    /// The part of the file that it belongs to, such as a primitive; vertices of two groups are never in one new triangle.
    pub group: u32,
    /// Its number before the repair; `None` for a new one.
    pub number: Option<u32>,
}

impl RepairTriangle {
    /// The positions of its corners.
    pub(super) fn places(&self, positions: &[Vec3]) -> [Vec3; 3] {
        self.corners.map(|vertex| positions[vertex as usize])
    }

    pub(super) fn area(&self, positions: &[Vec3]) -> f64 {
        let [a, b, c] = self.places(positions).map(Vec3::as_dvec3);
        (b - a).cross(c - a).length() / 2.0
    }
}

/// A repaired mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RepairedMesh {
    /// The positions of all vertices, as many as before.
    pub positions: Vec<Vec3>,
    /// The triangles: those that stay in their order, then new ones.
    pub triangles: Vec<RepairTriangle>,
    /// The changes, in the order of the steps.
    pub changes: Vec<MeshChange>,
    /// What the repair left.
    pub kept: Vec<KeptFault>,
}

/// Repairs the triangles of a mesh, each with the group it belongs to.
///
/// Every triangle must name existing vertices. The result depends on the order of vertices and triangles only.
///
/// # Panics
/// When a triangle names a vertex that does not exist.
pub fn repair_mesh(positions: &[Vec3], triangles: &[([u32; 3], u32)], how: MeshRepair) -> RepairedMesh {
    let mut repaired = RepairedMesh { positions: positions.to_vec(), ..RepairedMesh::default() };
    if let Some(distance) = how.merge {
        merge::merge(&mut repaired.positions, distance, &mut repaired.changes);
    }
    let numbered =
        (0..).zip(triangles).map(|(number, &(corners, group))| RepairTriangle { corners, group, number: Some(number) });
    repaired.triangles = numbered.collect();
    if how.degenerate || how.merge.is_some() {
        repaired.remove_degenerate(positions, how.degenerate);
    }
    if how.duplicates {
        repaired.remove_duplicates();
    }
    if how.winding {
        repaired.kept = winding::align(&repaired.positions, &mut repaired.triangles);
    }
    let closed = how.holes.map_or_else(Vec::new, |size| holes::close(&mut repaired, size));
    if how.winding {
        // After holes: a part may be closed now.
        winding::face_outwards(&repaired.positions, &mut repaired.triangles);
    }
    let is_flipped = |triangle: &&RepairTriangle| {
        triangle.number.is_some_and(|number| triangle.corners != triangles[number as usize].0)
    };
    let flipped = repaired.triangles.iter().filter(is_flipped).filter_map(|triangle| triangle.number);
    repaired.changes.extend(flipped.map(|triangle| MeshChange::Flipped { triangle }));
    repaired.changes.extend(closed);
    repaired
}

impl RepairedMesh {
    /// Removes triangles without area: all, or those that had area before vertices were merged.
    fn remove_degenerate(&mut self, before: &[Vec3], all: bool) {
        let (positions, changes) = (&self.positions, &mut self.changes);
        self.triangles.retain(|triangle| {
            let places = triangle.places(positions);
            let are_finite = places.iter().all(|place| place.is_finite());
            let reason = match (are_finite, are_finite && has_area(places)) {
                (_, true) => return true,
                (false, _) => RemovalReason::NotFinite,
                (true, false) => RemovalReason::NoArea,
            };
            if !all && !has_area(triangle.places(before)) {
                return true;
            }
            changes.extend(triangle.number.map(|triangle| MeshChange::Removed { triangle, reason }));
            false
        });
    }

    /// Removes triangles with the places of an earlier one.
    fn remove_duplicates(&mut self) {
        let points = welded(&self.positions);
        let (positions, changes) = (&self.positions, &mut self.changes);
        let mut first: HashMap<[u32; 3], u32> = HashMap::new();
        self.triangles.retain(|triangle| {
            let (Some(number), true) = (triangle.number, is_sound(triangle, positions)) else { return true };
            let mut places = triangle.corners.map(|vertex| points[vertex as usize]);
            places.sort_unstable();
            let of = *first.entry(places).or_insert(number);
            if of != number {
                changes.push(MeshChange::Removed { triangle: number, reason: RemovalReason::Duplicate { of } });
            }
            of == number
        });
    }
}

/// Whether a triangle has area and finite corners.
fn is_sound(triangle: &RepairTriangle, positions: &[Vec3]) -> bool {
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
