//! The faults of a mesh.

use glam::Vec3;

use crate::geometry::bounds::Aabb;

/// The greatest number of entries that are listed for each fault: all of them but for a mesh without neighbours, such as a
/// triangle soup of a scan.
pub const MOST_NAMED: usize = 100_000;

/// The faults of a mesh. Numbers of triangles and vertices are those of the file, from 0; positions are local.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Faults {
    /// Triangles without area: two corners at the same place, or all on one line.
    pub degenerate: FaultCount<DegenerateTriangle>,
    /// Triangles whose three corners an earlier one has, in either winding.
    pub duplicates: FaultCount<DuplicateTriangle>,
    /// Edges with one triangle: the rim of a hole, or of a surface that bounds no solid.
    pub open_edges: FaultCount<FaultyEdge>,
    /// Edges with more than two triangles.
    pub non_manifold_edges: FaultCount<FaultyEdge>,
    /// Edges along which both triangles run in the same direction: one of them is seen from behind.
    pub flipped_edges: FaultCount<FaultyEdge>,
    /// Triangles that are a thousand times as long as high, with the foot of the height between the ends of the long side.
    pub slivers: FaultCount<DegenerateTriangle>,
    /// Open edges with a vertex of another open edge on them.
    pub t_junctions: FaultCount<FaultyEdge>,
    /// Open edges beside another rim, less than a millimetre apart and far less than their length.
    pub gaps: FaultCount<FaultyEdge>,
    /// Vertices with a coordinate that is NaN or infinite; no ray hits a triangle that has one.
    pub not_finite: FaultCount<NotFiniteVertex>,
    /// Parts that are closed and have a negative volume, without cavities in other closed parts.
    pub inside_out: FaultCount<InsideOutPart>,
    /// The number of parts whose triangles are connected by edges. A part without area does not count.
    pub parts: usize,
    /// Whether the surface has an inside: every edge belongs to an even number of triangles.
    pub is_closed: bool,
    /// The sum of the signed volumes of the tetrahedra from one point to each triangle: negative for a closed surface whose
    /// triangles all show their backs.
    pub volume: f64,
}

/// The number of faults of one kind, and the first of them.
#[derive(Clone, Debug, PartialEq)]
pub struct FaultCount<T> {
    /// All of them.
    pub count: usize,
    /// At most [`MOST_NAMED`]: triangles and vertices in file order, edges by their first vertex.
    pub first: Vec<T>,
}

/// A triangle without area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DegenerateTriangle {
    /// Its number.
    pub triangle: u32,
    /// Its corners.
    pub corners: [Vec3; 3],
}

/// A triangle with the corners of an earlier one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DuplicateTriangle {
    /// Its number.
    pub triangle: u32,
    /// The number of the first with these corners.
    pub of: u32,
    /// Its corners.
    pub corners: [Vec3; 3],
}

/// An edge that is not shared by exactly two triangles with a consistent winding. Triangles without area and duplicate
/// triangles do not count, because they are faults of their own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaultyEdge {
    /// The numbers of its first two triangles; twice the same when it has one.
    pub triangles: [u32; 2],
    /// The number of its triangles.
    pub count: usize,
    /// Its ends.
    pub ends: [Vec3; 2],
}

/// A vertex with a coordinate that is NaN or infinite.
#[derive(Clone, Copy, Debug)]
pub struct NotFiniteVertex {
    /// Its number.
    pub vertex: u32,
    /// As it was given.
    pub position: Vec3,
}

/// A closed part of a mesh whose triangles face inwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InsideOutPart {
    /// The number of its first triangle.
    pub triangle: u32,
    /// The box around it.
    pub bounds: Aabb,
}

/// By bits, so that NaN is equal to itself.
impl PartialEq for NotFiniteVertex {
    fn eq(&self, other: &Self) -> bool {
        let bits = |v: &Self| v.position.to_array().map(f32::to_bits);
        self.vertex == other.vertex && bits(self) == bits(other)
    }
}

impl<T> Default for FaultCount<T> {
    fn default() -> Self {
        Self { count: 0, first: Vec::new() }
    }
}

impl<T> FaultCount<T> {
    pub(super) fn add(&mut self, fault: T) {
        self.count += 1;
        if self.first.len() < MOST_NAMED {
            self.first.push(fault);
        }
    }
}

impl Faults {
    /// Whether no triangle, edge or vertex has a fault. A surface that is open on purpose has open edges.
    pub fn is_empty(&self) -> bool {
        [self.degenerate.count, self.duplicates.count, self.open_edges.count].iter().all(|count| *count == 0)
            && [self.non_manifold_edges.count, self.flipped_edges.count, self.not_finite.count].iter().all(|n| *n == 0)
    }
}
