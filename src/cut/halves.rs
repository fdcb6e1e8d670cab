//! The two sides of a mesh that was cut.

use glam::DVec3;

use super::loops::{Chain, Loop};
use super::measure::{Measures, measure, measure_closed};
use super::posing::Posing;
use super::source::VertexSource;

/// One side of a mesh that was cut.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Half {
    /// Its vertices: those of the mesh in their order, then those of edges that were cut.
    pub vertices: Vec<VertexSource>,
    /// Indices of `vertices`, with the winding of the mesh; caps are last.
    pub triangles: Vec<[u32; 3]>,
    /// The triangle of the mesh of which each triangle is a part. Those of caps have none, so this list is shorter.
    pub parents: Vec<u32>,
}

impl Half {
    /// The number of triangles of caps.
    pub fn cap_triangles(&self) -> usize {
        self.triangles.len() - self.parents.len()
    }
}

/// The two sides of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CutMesh {
    /// The half in front of the plane, to which the normal points.
    pub front: Half,
    /// The half behind it.
    pub back: Half,
    /// The closed loops of edges at which the halves met.
    pub loops: Vec<Loop>,
    /// The chains of such edges that end at a border of the mesh. No cap closes them.
    pub chains: Vec<Chain>,
    /// The numbers of vertices of the mesh in front, behind and on the plane.
    pub sides: [usize; 3],
    /// Vertices up to this distance from the plane are on it, in metres.
    pub tolerance: f64,
    /// Whether the pose of the mesh mirrored it, so that its triangles wind the other way round in the world.
    pub is_mirrored: bool,
    /// The joints that posed a skinned mesh. The cut itself does not know them: who poses the mesh sets them.
    pub posing: Option<Posing>,
}

impl CutMesh {
    /// Measures triangles of the mesh or of a half, with the positions of their vertices in world space. The volume has the
    /// sign that it has as modelled: a pose that mirrors the mesh does not change it.
    ///
    /// # Panics
    /// When a triangle names a vertex that does not exist.
    pub fn measure(&self, positions: &[DVec3], triangles: &[[u32; 3]]) -> Measures {
        self.as_modelled(measure(positions, triangles))
    }

    /// Measures the whole mesh: the triangles that are in a half. `halves` are the measures of both. A mesh is closed if its
    /// halves are, and is tested only where they are not.
    pub fn measure_whole(&self, posed: &[DVec3], triangles: &[[u32; 3]], halves: &[Measures; 2]) -> Measures {
        let is_finite = |vertex: u32| posed.get(vertex as usize).is_some_and(|place| place.is_finite());
        let is_in_a_half = |&[a, b, c]: &[u32; 3]| a != b && b != c && c != a && [a, b, c].into_iter().all(is_finite);
        let triangles: Vec<[u32; 3]> = triangles.iter().copied().filter(is_in_a_half).collect();
        let mut parts = [&self.front, &self.back].into_iter().zip(halves);
        let is_closed = parts.all(|(half, size)| half.triangles.is_empty() || size.volume.is_some());
        let size = if is_closed && !triangles.is_empty() {
            measure_closed(posed, &triangles)
        } else {
            measure(posed, &triangles)
        };
        self.as_modelled(size)
    }

    fn as_modelled(&self, size: Measures) -> Measures {
        if self.is_mirrored { size.turned() } else { size }
    }
}
