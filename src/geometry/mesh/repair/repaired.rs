//! A repaired mesh.

use glam::Vec3;

use super::change::{KeptFault, MeshChange};

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
