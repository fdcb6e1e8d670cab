//! The mesh as a shape. Its triangles are in [`crate::geometry::mesh`], its rays in
//! [`ray_mesh`](crate::geometry::ray).

use glam::{DVec3, Vec3};

use crate::geometry::mesh::Mesh;

/// The word for the shape in scene files and on screen.
pub(crate) const WORD: &str = "mesh";

/// How its tight box is computed, in symbols.
pub(crate) const BOUNDS_FORMULA: &str =
    "least and greatest coordinates of M · corner + origin, over all corners of triangles";

/// The radius of a ball around the local origin that contains the mesh.
pub(crate) fn reach(mesh: &Mesh) -> f64 {
    let bounds = mesh.bounds();
    bounds.min.abs().max(bounds.max.abs()).as_dvec3().length()
}

/// The vertex that is furthest along a direction.
pub(crate) fn support(mesh: &Mesh, along: DVec3) -> DVec3 {
    let corners = mesh.finite().flat_map(|(_, corners)| corners).map(Vec3::as_dvec3);
    corners.max_by(|a, b| a.dot(along).total_cmp(&b.dot(along))).unwrap_or_default()
}
