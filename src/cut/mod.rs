//! A triangle mesh cut in two by a plane.
//!
//! ```text
//! posed vertices ─ sides ─► front, back, on the plane ─ split ─► two halves ─ loops ─► closed loops ─ cap ─► caps
//! ```
//!
//! **Sides.** A vertex has a signed distance from the plane, `d = n · (p − point)`, in f64. It is in front where `d > ε`,
//! behind where `d < −ε`, else on the plane. ε is 16 times the distance by which the rounding of the stored positions to f32
//! moves a vertex along n ([`CutVertices::rounding`]); it is relative to the largest coordinates of the mesh.
//!
//! **New vertices.** An edge from a to b whose ends are on different sides gets one new vertex at
//! `t = d(a) / (d(a) − d(b))`, from the smaller index to the larger one. Both halves and both triangles of the edge share
//! it. Because of ε it is not rounded to an end of its edge. Where a part of a triangle still has no area after
//! rounding, its corner next to the plane counts as on the plane, up to 64 ε; further away, the triangle is thinner
//! there than one rounding error, and its two new vertices become one.
//!
//! **Triangles on the plane** belong to the half that their normal points away from: to the solid that they bound. A
//! patch of them that would be a half without thickness belongs to the other half.
//!
//! **Caps.** Where the halves met, closed loops of edges are left. With caps, each half is closed by triangles in the plane.
//! The constrained Delaunay triangulation of all loops decides where they are, by the winding number of the loops; so the
//! hole of a pipe stays open. The library `spade` computes it with exact predicates, in f64 and relative to the middle of
//! the loops. It keeps each vertex of a loop, so a cap has no gap at its border. Edges between cap triangles are replaced
//! where one has no area after rounding, and where the half has such an edge already, as at the bottom of a groove that
//! the plane touches.
//!
//! So each half of a closed mesh is closed, and has no degenerate or duplicate triangle and no edge of more than two
//! triangles. Exceptions are bodies that overlap or touch themselves: their loops cross or touch, and caps overlap there.
//!
//! The cut does not read attributes. A vertex of a half is a [`VertexSource`]: a vertex of the mesh, or two of them with `t`,
//! by which positions of the bind pose, normals, texture coordinates and weights are interpolated ([`VertexSource::mix`],
//! [`influences`]). [`Posing`] says where the joints of a skin move a new vertex.
//!
//! **Mirrored meshes.** A pose with a negative determinant turns the winding in the world. The front of a triangle and the
//! sign of a volume are those of the mesh as modelled ([`CutVertices::mirrored`], [`CutMesh::measure`]).
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
//! assert_eq!((halves.loops.len(), halves.chains.len()), (0, 1));
//! # Ok::<(), &str>(())
//! ```

mod cap;
mod cutting;
mod ears;
mod flat;
mod halves;
mod key;
mod loops;
mod measure;
mod parts;
mod plane;
mod posing;
mod refine;
mod seam;
mod sides;
mod source;
mod split;
mod stored;
mod surface;
mod touching;
mod triangulate;

pub use cutting::{cut, cut_stored};
pub use halves::{CutMesh, Half};
pub use loops::{Chain, Loop};
pub use measure::{Measures, measure};
pub use plane::Plane;
pub use posing::Posing;
pub use source::{VertexSource, influences, weld};
pub use stored::CutVertices;
pub use surface::surface;

#[cfg(test)]
mod tests;
