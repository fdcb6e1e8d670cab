//! Converts an FBX to a level: its nodes with their transforms, meshes and cameras.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use glam::{DAffine3, DVec3};
use ufbx::Scene;

use super::convert::affine;
use super::load::{load, note_warnings};
use super::meshes::{BuiltMesh, MeshLook, build};
use super::nodes::FbxNodes;
use super::rigging::FbxRigging;
use super::{cameras, materials, rigging};
use crate::geometry::Pose;
use crate::import::level::contents::{Level, LevelCamera, LevelObject};
use crate::import::level::error::{LevelPlace, Result};
use crate::import::level::file::{Named, open_level, read_whole};
use crate::import::level::limits::{LARGEST_LEVEL, MOST_OBJECTS};
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::outline::{Nodes, Outline};
use crate::import::level::placing::{is_in_reach, object_bytes, too_many};
use crate::import::level::read_level::ReadLevel;
use crate::import::level::stamps::Stamps;
use crate::import::level::unique_names::UniqueNames;
use crate::import::level::work::LevelWork;

/// Reads an FBX.
pub(in crate::import) fn read(named: Named, path: &Path, work: &LevelWork, stamps: &mut Stamps) -> Result<ReadLevel> {
    let (mut file, length) = open_level(path)?;
    work.expect(length);
    let bytes = read_whole(&mut file, length, LARGEST_LEVEL, work)?;
    let loaded = load(&bytes, work)?;
    drop(bytes);
    let read = level(&loaded.scene, named, work, stamps)?;
    drop(loaded);
    work.release(u64::MAX);
    Ok(read)
}

/// A mesh at a node.
struct PlacedMesh {
    node: usize,
    look: MeshLook,
    node_from_local: DAffine3,
}

fn level(scene: &Scene, named: Named, work: &LevelWork, stamps: &mut Stamps) -> Result<ReadLevel> {
    let mut notes = Notes::default();
    note_warnings(scene, &mut notes);
    note_left_out(scene, &mut notes);
    let tree = FbxNodes::of(scene, &mut notes, work)?;
    let placed = place_meshes(&tree, &mut notes, work)?;
    let looks: BTreeSet<MeshLook> = placed.iter().map(|placed| placed.look.clone()).collect();
    let mut images = Vec::new();
    let read_materials = |used: &BTreeSet<usize>, notes: &mut Notes| {
        let mut read = materials::read(scene, used, named, notes, stamps, work)?;
        images = std::mem::take(&mut read.images);
        Ok(read)
    };
    let of_nodes: Vec<(usize, usize)> = placed.iter().map(|placed| (placed.node, placed.look.mesh)).collect();
    let rigging = rigging::read(scene, &tree, &of_nodes, &mut notes, work)?;
    let built = build(scene, looks, read_materials, &mut notes, work)?;
    let mut given = UniqueNames::default();
    let (mut objects, mut of_objects) = (Vec::with_capacity(placed.len()), Vec::with_capacity(placed.len()));
    let mut used = Vec::with_capacity(placed.len());
    for PlacedMesh { node, look, node_from_local } in placed {
        let Some(BuiltMesh { mesh, color, materials }) = built.get(&look) else { continue };
        let rigged = match &rigging {
            Some(rigging) => rigging.rigged(node, look.mesh, node_from_local, mesh, work)?.map(Arc::new),
            None => None,
        };
        let (posed, matrix) = match rigging.as_ref().zip(rigged.as_ref()) {
            Some((FbxRigging { rig, rest, .. }, rigged)) if rigged.is_deformed() => {
                (rigged.mesh(rig, rest, DVec3::ZERO), rigged.level_from_local(rest))
            }
            _ => (Some(Arc::clone(mesh)), affine(&tree.all[node].node_to_world) * node_from_local),
        };
        if Pose::from_affine(matrix).is_none() {
            notes.add(NoteKind::Singular, tree.place(node));
            continue;
        }
        let Some(posed) = posed.filter(|posed| is_in_reach(posed, matrix)) else {
            notes.add(NoteKind::OutOfReach, tree.place(node));
            continue;
        };
        let of_mesh = scene.meshes.get(look.mesh).map(|mesh| &*mesh.element.name);
        objects.push(LevelObject {
            name: given.unique(&tree.name(node, of_mesh)),
            mesh: posed,
            level_from_local: matrix,
            color: *color,
            rigged,
        });
        of_objects.push(node);
        used.push(Arc::clone(materials));
    }
    let (cameras, of_cameras) = place_cameras(&tree, rigging.as_ref(), &mut given, &mut notes);
    if objects.len() + cameras.len() > MOST_OBJECTS {
        return Err(too_many());
    }
    if objects.is_empty() && cameras.is_empty() {
        notes.add(NoteKind::Nothing, LevelPlace::File);
    }
    work.hold((objects.len() * (size_of::<usize>() + size_of::<Arc<[usize]>>())) as u64)?;
    let walked = Nodes { order: &tree.order, parents: &tree.parents };
    let name = |node: usize| Cow::Owned(tree.name(node, None));
    let mut outline = Outline::of(&walked, name, [&of_objects, &of_cameras], work)?;
    let material = |number: usize| {
        let material = &scene.materials[number];
        (&*material.element.name, materials::color(material))
    };
    outline.add_materials(scene.materials.count, material, &used, work)?;
    let mut level = Level::new(objects, cameras);
    level.outline = outline;
    level.counts.materials = scene.materials.count;
    level.rig = rigging.map(|rigging| rigging.rig);
    Ok(ReadLevel { level, images, notes, text: None })
}

/// Notes on what has a form that no answer is computed of.
fn note_left_out(scene: &Scene, notes: &mut Notes) {
    for (what, count) in [
        ("surfaces of NURBS are left out; export them as meshes", scene.nurbs_surfaces.count),
        ("geometry caches are not read; its meshes are as modelled", scene.cache_deformers.count),
    ] {
        notes.add_many(NoteKind::ReadAs(what.to_owned()), LevelPlace::File, count);
    }
}

/// The meshes of visible nodes, in the order of a walk.
fn place_meshes(tree: &FbxNodes, notes: &mut Notes, work: &LevelWork) -> Result<Vec<PlacedMesh>> {
    let mut placed = Vec::new();
    for &node in &tree.order {
        let written = tree.all[node];
        let Some(mesh) = &written.mesh else { continue };
        if tree.is_hidden[node] {
            let why = "it is hidden in the file and left out; show it and export again to read it";
            notes.add(NoteKind::ReadAs(why.to_owned()), tree.place(node));
            continue;
        }
        if placed.len() >= MOST_OBJECTS {
            return Err(too_many());
        }
        let name = tree.name(node, Some(&mesh.element.name)).len();
        work.keep(object_bytes(name))?;
        work.hold((size_of::<PlacedMesh>() + 2 * written.materials.count * size_of::<usize>()) as u64)?;
        let materials = written.materials.into_iter().map(|material| material.element.typed_id as usize).collect();
        let look = MeshLook { mesh: mesh.element.typed_id as usize, materials };
        placed.push(PlacedMesh { node, look, node_from_local: affine(&written.geometry_to_node) });
    }
    Ok(placed)
}

/// The cameras of visible nodes, and the node of each.
fn place_cameras(
    tree: &FbxNodes,
    rigging: Option<&FbxRigging>,
    names: &mut UniqueNames,
    notes: &mut Notes,
) -> (Vec<LevelCamera>, Vec<usize>) {
    let (mut cameras, mut of_cameras) = (Vec::new(), Vec::new());
    for &number in tree.order.iter().filter(|&&number| !tree.is_hidden[number]) {
        let written = tree.all[number];
        let Some(camera) = &written.camera else { continue };
        let place = || LevelPlace::named("cameras", camera.element.typed_id as usize, Some(&tree.name(number, None)));
        let level_from_local = affine(&written.node_to_world);
        if Pose::from_affine(level_from_local).is_none() {
            notes.add(NoteKind::Singular, place());
            continue;
        }
        let Some((projection, near, far)) = cameras::projection(camera) else {
            notes.add(NoteKind::BadCamera, place());
            continue;
        };
        let name = names.unique(&tree.name(number, Some(&camera.element.name)));
        let node = rigging.is_some_and(|rigging| rigging.moves(number)).then_some(number);
        cameras.push(LevelCamera { name, level_from_local, projection, near, far, node });
        of_cameras.push(number);
    }
    (cameras, of_cameras)
}
