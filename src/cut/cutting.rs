//! The cut of a mesh, from the sides of its vertices to the caps.

use glam::{DMat3, DVec3};

use super::cap;
use super::halves::CutMesh;
use super::loops;
use super::plane::Plane;
use super::sides::VertexSides;
use super::split::split;
use super::stored::CutVertices;

/// Cuts a mesh that is stored in world space: [`cut_stored`] with a position in metres for each vertex.
pub fn cut(posed: &[DVec3], triangles: &[[u32; 3]], plane: &Plane, cap: bool) -> CutMesh {
    let mesh = CutVertices::in_world(posed);
    cut_stored(&mesh, triangles, plane, mesh.rounding(&DMat3::IDENTITY, plane), cap)
}

/// Cuts a mesh. The vertices of a closed surface must be shared by its triangles ([`weld`](super::source::weld)). `rounding` is the distance by
/// which the rounding of stored positions moves a vertex along the plane's normal, in metres ([`CutVertices::rounding`]). `cap`
/// closes both halves at each closed loop.
///
/// A triangle with a vertex that is out of range or not finite, or with one vertex twice, is in neither half. Takes time in
/// proportion to vertices and triangles, and n log n for the n edges of the loops.
pub fn cut_stored(mesh: &CutVertices, triangles: &[[u32; 3]], plane: &Plane, rounding: f64, cap: bool) -> CutMesh {
    let mut sides = VertexSides::of(mesh.posed, plane, rounding);
    sides.refine(triangles, mesh);
    let split = split(mesh, triangles, plane, &sides);
    let (loops, chains) = loops::trace(&split.seam);
    let (sides, tolerance, is_mirrored) = (sides.counts(), sides.tolerance, mesh.is_mirrored);
    let (front, back) = (split.front, split.back);
    let mut cut = CutMesh { front, back, loops, chains, sides, tolerance, is_mirrored, posing: None };
    if cap {
        cap::close(&mut cut, mesh, plane, &split.others);
    }
    cut
}
