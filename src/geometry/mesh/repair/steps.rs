//! The steps of a repair.

use std::collections::HashMap;

use glam::Vec3;

use super::change::{MeshChange, RemovalReason};
use super::repaired::{RepairTriangle, RepairedMesh};
use super::sides::is_sound;
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
