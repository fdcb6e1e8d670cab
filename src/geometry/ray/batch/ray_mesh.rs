//! Many rays against one mesh.

use glam::Vec3;

use super::{Hits, Rays};
use crate::geometry::ray::{Ray, RayQuery, cast_mesh};
use crate::geometry::{Mesh, Pose, Silent};

/// As [`super::cast_all`], one ray after the other: the way of a ray through a mesh is its own.
pub(super) fn cast_all(query: RayQuery, rays: Rays, mesh: &Mesh, pose: &Pose, hits: &mut Hits) {
    let at = |of: [&[f32]; 3], i: usize| Vec3::new(of[0][i], of[1][i], of[2][i]);
    for i in 0..rays.len() {
        let ray = Ray { origin: at(rays.origin, i), direction: at(rays.direction, i) };
        let hit = cast_mesh(&ray, query, mesh, pose, &mut Silent).cast.hit();
        hits.t[i] = hit.map_or(f32::INFINITY, |hit| hit.t);
        let normal = hit.and_then(|hit| hit.normal).unwrap_or(Vec3::ZERO);
        for axis in 0..3 {
            hits.normal[axis][i] = normal[axis];
        }
    }
}
