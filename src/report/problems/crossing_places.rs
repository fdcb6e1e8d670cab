//! The places of triangles that cross, and of faces inside of solids.

use glam::{DVec3, Vec3};

use super::places::ProblemPlace;
use crate::crossing::{CrossingPair, FoundInMesh, Hidden};
use crate::geometry::{Aabb, Mesh, Shape};
use crate::world::{ObjectAt, World};

/// The mesh of an object, by the index of the object.
fn mesh_of(world: &World, object: usize) -> Option<(&ObjectAt, &Mesh)> {
    let at = world.objects.get(object)?;
    if let Shape::Mesh(mesh) = &at.shape { Some((at, mesh)) } else { None }
}

fn bounds(points: impl IntoIterator<Item = Vec3>) -> Option<Aabb> {
    points.into_iter().map(|point| Aabb { min: point, max: point }).reduce(|a, b| a.union(&b))
}

impl ProblemPlace {
    /// Pairs of triangles that cross, each with the line on which they do.
    pub(super) fn of_crossings(
        world: &World,
        object: usize,
        (was, found): (&Mesh, &FoundInMesh),
        most: usize,
    ) -> Vec<Self> {
        let Some((at, mesh)) = mesh_of(world, object) else { return Vec::new() };
        let map = at.pose.world_from_local();
        let to_world = |point: DVec3| map.transform_point3(point.as_vec3());
        let place = |pair: &CrossingPair| {
            let line = pair.line_on(was, mesh).map(to_world);
            let corners = |triangle: u32| mesh.corners(triangle as usize).map(|corner| map.transform_point3(corner));
            let [a, b] = pair.triangles;
            let what = format!("triangles {a} and {b}");
            Some(Self {
                object,
                triangles: vec![corners(a), corners(b)],
                edge: Some(line),
                bounds: bounds(line)?,
                what,
            })
        };
        found.pairs.iter().take(most).filter_map(place).collect()
    }

    /// Triangles inside of a solid; none for an object as a whole.
    pub(super) fn of_hidden(world: &World, hidden: &Hidden, most: usize) -> Vec<Self> {
        let Some((at, mesh)) = mesh_of(world, hidden.body) else { return Vec::new() };
        let map = at.pose.world_from_local();
        let inside = match world.objects.get(hidden.inside) {
            Some(inside) if hidden.inside != hidden.body => format!(" inside {}", inside.name),
            _ => String::new(),
        };
        let place = |triangle: &u32| {
            let corners = mesh.corners(*triangle as usize).map(|corner| map.transform_point3(corner));
            let what = format!("triangle {triangle}{inside}");
            Some(Self { object: hidden.body, triangles: vec![corners], edge: None, bounds: bounds(corners)?, what })
        };
        hidden.triangles.iter().take(most).filter_map(place).collect()
    }
}
