//! A triangle mesh cut in two by a plane.
//!
//! ```text
//! posed vertices ─ classify ─► front, back, on the plane ─ split ─► two halves ─ loops ─► closed loops ─ cap ─► caps
//! ```
//!
//! A vertex is classified by its signed distance from the plane, `d = n · (p − point)`, in f64 and without a tolerance:
//! `d > 0` is in front, `d < 0` behind, `d = 0` on the plane. An edge from a to b whose ends are on different sides gets
//! one new vertex at `t = d(a) / (d(a) − d(b))`, which both halves and both triangles of the edge share. A triangle in
//! the plane belongs to the half that its normal points away from: to the solid that it bounds.
//!
//! Where the halves met, closed loops of edges are left. With caps, each half is closed by triangles in the plane. The
//! constrained Delaunay triangulation of all loops decides where they are, by the winding number of the loops; so the
//! hole of a pipe stays open. The library `spade` computes it with exact predicates, in f64 and relative to the middle of
//! the loops. It keeps each vertex of a loop, so a cap has no gap at its border.
//!
//! The cut knows no attributes. A vertex of a half is a [`Source`]: a vertex of the mesh, or two of them with `t`, by
//! which positions of the bind pose, normals, texture coordinates and weights are interpolated ([`Source::mix`],
//! [`influences`]).
//!
//! ```
//! use eyeline::cut::{Plane, cut};
//! use glam::DVec3;
//!
//! // One triangle, cut through two of its edges.
//! let positions = [DVec3::ZERO, DVec3::X * 4.0, DVec3::Y * 4.0];
//! let plane = Plane::new(DVec3::X, DVec3::X).ok_or("no normal")?;
//! let halves = cut(&positions, &[[0, 1, 2]], &plane, true);
//! assert_eq!(halves.front.triangles.len(), 1);
//! assert_eq!(halves.back.triangles.len(), 2);
//! assert_eq!((halves.loops.len(), halves.open_loops), (0, 1));
//! # Ok::<(), &str>(())
//! ```

mod cap;
mod loops;
mod measure;
mod source;
mod split;
mod surface;

use glam::DVec3;

pub use loops::Loop;
pub use measure::{Measures, measure};
pub use source::{Source, influences, weld};
pub use surface::surface;

/// A plane in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    point: DVec3,
    normal: DVec3,
}

impl Plane {
    /// The plane through `point`. `normal` may have any length; it points to the front. `None` when it has no direction,
    /// or a number is not finite.
    pub fn new(point: DVec3, normal: DVec3) -> Option<Self> {
        // The largest component is divided out first, so that a square does not overflow.
        let normal = (normal / normal.abs().max_element()).try_normalize()?;
        point.is_finite().then_some(Self { point, normal })
    }

    /// A point of the plane.
    pub fn point(&self) -> DVec3 {
        self.point
    }

    /// Its unit normal.
    pub fn normal(&self) -> DVec3 {
        self.normal
    }

    /// The signed distance of a point, in metres; positive in front.
    pub fn distance(&self, point: DVec3) -> f64 {
        self.normal.dot(point - self.point)
    }
}

/// One side of a mesh that was cut.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Half {
    /// Its vertices: those of the mesh in their order, then those of edges that were cut.
    pub vertices: Vec<Source>,
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
pub struct Cut {
    /// The half in front of the plane, to which the normal points.
    pub front: Half,
    /// The half behind it.
    pub back: Half,
    /// The closed loops of edges at which the halves met.
    pub loops: Vec<Loop>,
    /// The number of chains of such edges that end at a border of the mesh. No cap closes them.
    pub open_loops: usize,
}

/// Cuts a mesh. `posed` has the world position of each vertex, in metres, as the vertex is classified; the vertices of a
/// closed surface must be shared by its triangles ([`weld`]). `cap` closes both halves at each closed loop.
///
/// A triangle with a vertex that is out of range or not finite, or with one vertex twice, is in neither half. Takes time in proportion to vertices
/// and triangles, and n log n for the n edges of the loops.
pub fn cut(posed: &[DVec3], triangles: &[[u32; 3]], plane: &Plane, cap: bool) -> Cut {
    let split = split::split(posed, triangles, plane);
    let (loops, open_loops) = loops::trace(&split.seam);
    let mut cut = Cut { front: split.front, back: split.back, loops, open_loops };
    if cap {
        cap::close(&mut cut, posed, plane);
    }
    cut
}

#[cfg(test)]
mod tests;
