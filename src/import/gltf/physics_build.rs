//! The colliders of a level: shapes of `physics`, with the objects that are drawn in their places.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use glam::{DAffine3, Vec3};

use super::hierarchy::{self, PlacedNodes};
use super::meshes::Built;
use super::parts::MeshPart;
use super::physics::{Drawn, Geometry, PhysicsCollider, too_many};
use super::state::Reading;
use crate::geometry::shape::hull_of_many;
use crate::geometry::{Pose, Shape};
use crate::import::level::contents::{AttachedShape, LevelCollider, LevelObject};
use crate::import::level::error::Result;
use crate::import::level::limits::MOST_OBJECTS;
use crate::import::level::notes::NoteKind;
use crate::import::level::unique_names::UniqueNames;

/// What the colliders are made from.
pub(super) struct Parts<'p> {
    pub(super) nodes: &'p PlacedNodes,
    pub(super) built: &'p BTreeMap<MeshPart, Built>,
    pub(super) objects: &'p [LevelObject],
    /// The node of each object.
    pub(super) of_objects: &'p [usize],
}

/// The colliders of a level. The shapes of one object are one collider. A collider without an object is left out with a note.
pub(super) fn colliders(
    reading: &mut Reading,
    found: Vec<PhysicsCollider>,
    parts: &Parts,
    given: &mut UniqueNames,
) -> Result<Vec<LevelCollider>> {
    let mut colliders: Vec<LevelCollider> = Vec::new();
    let mut places: HashMap<Vec<usize>, usize> = HashMap::new();
    let document = &reading.source.document;
    let drawn = Drawn::of(document, &parts.nodes.parents, parts.of_objects.iter().copied());
    let mut count = 0;
    for PhysicsCollider { node, geometry } in found {
        let place = || hierarchy::named(node, &document.nodes[node]);
        let objects = drawn.of_collider(node);
        let Some(first) = objects.first().map(|first| &parts.objects[*first]) else {
            let why = "no mesh is drawn at its node, above it or in its body, so it is compared with nothing";
            reading.notes.add(NoteKind::Collider(why.to_owned()), place());
            continue;
        };
        let Some(level_from_node) = parts.nodes.matrices[node].filter(|matrix| Pose::from_affine(*matrix).is_some())
        else {
            reading.notes.add(NoteKind::Collider("the matrix of its node has no inverse".to_owned()), place());
            continue;
        };
        let object_from_node = first.level_from_local.inverse() * level_from_node;
        let shapes = match shapes(&geometry, object_from_node, parts.built) {
            Ok(shapes) => shapes,
            Err(why) => {
                reading.notes.add(NoteKind::Collider(why), place());
                continue;
            }
        };
        count += shapes.len();
        if count > MOST_OBJECTS {
            too_many(MOST_OBJECTS)?;
        }
        reading.source.work.keep((shapes.len() * size_of::<AttachedShape>() + 512 + 4 * first.name.len()) as u64)?;
        let place = *places.entry(objects.to_vec()).or_insert(colliders.len());
        if place == colliders.len() {
            let name = given.unique(&format!("{} collider", first.name));
            let objects = objects.iter().map(|object| Arc::clone(&parts.objects[*object].name)).collect();
            colliders.push(LevelCollider { name, objects, shapes: Vec::new() });
        }
        colliders[place].shapes.extend(shapes);
    }
    Ok(colliders)
}

/// The shapes of a collider in the space of an object.
fn shapes(
    geometry: &Geometry,
    object_from_node: DAffine3,
    built: &BTreeMap<MeshPart, Built>,
) -> std::result::Result<Vec<AttachedShape>, String> {
    let mesh = |part: &MeshPart| {
        built.get(part).map(|built| &built.mesh).ok_or_else(|| format!("meshes[{}] has no triangle", part.mesh))
    };
    let attached =
        |shape, node_from_shape| AttachedShape { shape, object_from_shape: object_from_node * node_from_shape };
    match geometry {
        Geometry::Solid(shape) => Ok(vec![attached(shape.clone(), DAffine3::IDENTITY)]),
        Geometry::Meshes(meshes) => {
            let of_mesh = |(part, map): &(MeshPart, DAffine3)| Ok(attached(Shape::Mesh(Arc::clone(mesh(part)?)), *map));
            meshes.iter().map(of_mesh).collect()
        }
        Geometry::Hull(meshes) => {
            let mut points: Vec<Vec3> = Vec::new();
            for (part, map) in meshes {
                let positions = mesh(part)?.positions().iter();
                points.extend(positions.map(|at| map.transform_point3(at.as_dvec3()).as_vec3()));
            }
            let hull = hull_of_many(points).map_err(|error| error.to_string())?;
            Ok(vec![attached(Shape::Mesh(Arc::new(hull)), DAffine3::IDENTITY)])
        }
    }
}
