//! The values of each step of a cut. The words and marks of a step are made from them alone (`steps.rs`).
//!
//! All positions are those at the tick of the cut, in world space.

use std::sync::Arc;

use glam::{DVec3, Vec3};

use crate::cut::{Measures, Plane};

/// The values of one step.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum CutValues {
    /// The sides of the vertices.
    Sides(SideCounts),
    /// One triangle that the plane cuts.
    Triangle(CutTriangle),
    /// All new vertices, and the furthest one.
    NewVertices(NewVertices),
    /// The loops at which the halves met.
    Loops(Loops),
    /// The caps.
    Caps(Caps),
    /// Areas and volumes.
    Sizes(Sizes),
}

/// The numbers of vertices on each side of the plane.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SideCounts {
    /// The tick of the cut.
    pub(super) tick: u64,
    pub(super) plane: Plane,
    /// In front, behind, and on the plane.
    pub(super) counts: [usize; 3],
    /// All vertices.
    pub(super) vertices: usize,
    /// Vertices up to this distance from the plane are on it, metres.
    pub(super) tolerance: f64,
    /// The mean of the vertices.
    pub(super) middle: DVec3,
    /// The distance of the furthest vertex from the mean, metres.
    pub(super) reach: f64,
}

/// A triangle of the mesh with its new vertices.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CutTriangle {
    /// The tick of the cut.
    pub(super) tick: u64,
    /// Its index in the mesh.
    pub(super) triangle: u32,
    pub(super) corners: [CutEnd; 3],
    pub(super) new: Vec<NewVertex>,
    /// As in [`SideCounts`].
    pub(super) tolerance: f64,
}

/// A vertex of the mesh.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CutEnd {
    /// Its index in the mesh.
    pub(super) vertex: u32,
    /// Its position.
    pub(super) place: DVec3,
    /// Its signed distance from the plane, metres.
    pub(super) distance: f64,
    /// Before joints move it; `None` for a mesh that is moved as a whole.
    pub(super) modelled: Option<Modelled>,
    pub(super) in_halves: InHalves,
}

/// The indices of a vertex in the half in front and in the half behind; `None` in a half that does not have it.
pub(super) type InHalves = [Option<usize>; 2];

/// A vertex before joints move it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Modelled {
    /// In the space of the mesh.
    pub(super) position: Vec3,
    /// The names of its joints, with their weights.
    pub(super) weights: Vec<(Arc<str>, f32)>,
}

/// A new vertex between two vertices of the mesh.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NewVertex {
    /// The ends of the edge.
    pub(super) ends: [CutEnd; 2],
    /// The fraction of the way from the first end to the second.
    pub(super) t: f64,
    /// The point at `t` between the positions of the ends. It is on the plane.
    pub(super) on_edge: DVec3,
    /// As in [`CutEnd`].
    pub(super) modelled: Option<Modelled>,
    /// Its position.
    pub(super) place: DVec3,
    /// Its signed distance from the plane, metres.
    pub(super) distance: f64,
    /// The nearest point of the plane.
    pub(super) foot: DVec3,
    pub(super) in_halves: InHalves,
}

/// All new vertices.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NewVertices {
    /// The tick of the cut.
    pub(super) tick: u64,
    pub(super) count: usize,
    /// Whether joints move them.
    pub(super) is_skinned: bool,
    /// The distance of the furthest one from the plane, metres.
    pub(super) off_plane: f64,
    /// As in [`SideCounts`].
    pub(super) tolerance: f64,
    /// The furthest one; `None` when all are on the plane within the tolerance.
    pub(super) furthest: Option<NewVertex>,
}

/// The positions of the vertices where the halves met.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seam {
    /// The closed loops; the last vertex is followed by the first.
    pub(super) loops: Vec<Vec<DVec3>>,
    /// The open chains.
    pub(super) chains: Vec<Vec<DVec3>>,
}

/// The loops at which the halves met.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Loops {
    /// The tick of the cut.
    pub(super) tick: u64,
    /// A point of the plane.
    pub(super) point: DVec3,
    pub(super) seam: Seam,
}

/// The caps, which are the same in both halves.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Caps {
    /// The tick of the cut.
    pub(super) tick: u64,
    /// The number of their triangles in each half.
    pub(super) triangles: usize,
    /// Their area in each half, square metres.
    pub(super) area: f64,
    /// The edges between their triangles.
    pub(super) inner_edges: Vec<[DVec3; 2]>,
    pub(super) seam: Seam,
    /// As in [`NewVertices`].
    pub(super) off_plane: f64,
    /// As in [`SideCounts`].
    pub(super) tolerance: f64,
}

/// Areas and volumes of the mesh and of its halves.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sizes {
    /// The tick of the cut.
    pub(super) tick: u64,
    /// The number of triangles of the mesh.
    pub(super) triangles: usize,
    /// The size of the mesh.
    pub(super) whole: Measures,
    /// In front and behind.
    pub(super) halves: [HalfSize; 2],
    /// The area of the caps of each half, square metres.
    pub(super) cap_area: f64,
    /// Whether the pose mirrors the mesh.
    pub(super) is_mirrored: bool,
    /// As in [`NewVertices`].
    pub(super) off_plane: f64,
    /// The distance of the furthest new vertex from its point on the edge of the mesh, metres.
    pub(super) off_edge: f64,
    /// As in [`SideCounts`].
    pub(super) tolerance: f64,
}

/// The size of a half.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct HalfSize {
    pub(super) vertices: usize,
    /// The number of its triangles, with those of caps.
    pub(super) triangles: usize,
    pub(super) measures: Measures,
}
