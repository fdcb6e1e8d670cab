//! Converts a glTF to a level: its nodes with their transforms, meshes and cameras.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use glam::DAffine3;
use gltf::json;
use gltf::json::camera::Type;
use gltf::json::validation::Checked;

use super::document::GltfDocument;
use super::hierarchy::PlacedNodes;
use super::meshes::{build, color};
use super::parts::{MeshPart, PrimitiveRange};
use super::source::GltfSource;
use super::state::Reading;
use super::{alpha, extensions, forbidden, hierarchy, instances, material, parts, physics, physics_build, rigging};
use crate::geometry::Pose;
use crate::import::level::contents::{Level, LevelCamera, LevelObject};
use crate::import::level::error::{LevelPlace, Result, get};
use crate::import::level::file::Named;
use crate::import::level::limits::MOST_OBJECTS;
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::outline::{Nodes, Outline};
use crate::import::level::placing::{is_in_reach, object_bytes, too_many};
use crate::import::level::read_level::ReadLevel;
use crate::import::level::stamps::Stamps;
use crate::import::level::unique_names::UniqueNames;
use crate::import::level::work::LevelWork;
use crate::scene::{Projection, default};

/// Reads a glTF or GLB. After an error, `text` has the JSON if it was read.
pub(in crate::import) fn read(
    named: Named,
    path: PathBuf,
    work: &LevelWork,
    stamps: &mut Stamps,
    text: &mut Option<String>,
) -> Result<ReadLevel> {
    let mut source = GltfSource::open(named, path, work)?;
    text.clone_from(&source.text);
    let mut notes = Notes::default();
    extensions::check(&source.document, &mut notes)?;
    forbidden::note(&source.document, &mut notes);
    let hierarchy = hierarchy::place(&source.document, &mut notes)?;
    let matrices = &hierarchy.matrices;
    let split = split(&source.document);
    let mut reading = Reading { source: &mut source, notes: &mut notes, stamps };
    let mut rigging = rigging::read(&mut reading)?;
    let mut placed = Vec::new();
    for (index, matrix) in matrices.iter().enumerate() {
        if let Some(matrix) = matrix {
            place_meshes(&mut reading, index, *matrix, &split, &mut placed)?;
        }
    }
    let physics = physics::read(&mut reading, matrices);
    let colliding = physics.iter().flat_map(|collider| collider.geometry.meshes());
    let used: BTreeSet<MeshPart> = placed.iter().map(|placed| placed.mesh).chain(colliding).collect();
    let built = build(&mut reading, &used)?;
    let mut given = UniqueNames::default();
    let mut objects = Vec::with_capacity(placed.len());
    let mut meshes = Vec::with_capacity(placed.len());
    for PlacedMesh { node, mesh, matrix, node_from_local } in placed {
        let Some(found) = built.get(&mesh) else { continue };
        let rigged = match &mut rigging {
            Some(rigging) => rigging.rigged(&mut reading, node, mesh, node_from_local, found)?.map(Arc::new),
            None => None,
        };
        let (posed, matrix) = match rigging.as_ref().zip(rigged.as_ref()) {
            Some((rigging, rigged)) if rigged.is_deformed() => {
                let rest = rigging.rest();
                (rigged.mesh(&rigging.rig, rest, glam::DVec3::ZERO), rigged.level_from_local(rest))
            }
            _ => (Some(Arc::clone(&found.mesh)), matrix),
        };
        let place = || hierarchy::named(node, &reading.source.document.nodes[node]);
        if Pose::from_affine(matrix).is_none() {
            reading.notes.add(NoteKind::Singular, place());
            continue;
        }
        let Some(posed) = posed.filter(|posed| is_in_reach(posed, matrix)) else {
            reading.notes.add(NoteKind::OutOfReach, place());
            continue;
        };
        let document = &reading.source.document;
        let name = name(document.nodes[node].name.as_ref(), document.meshes[mesh.mesh].name.as_ref(), node);
        objects.push(LevelObject {
            name: given.unique(&name),
            mesh: posed,
            level_from_local: matrix,
            color: found.color,
            rigged,
        });
        meshes.push((node, mesh));
    }
    let moves = |node: usize| rigging.as_ref().is_some_and(|rigging| rigging.moves(node));
    let (cameras, at_nodes) = cameras(&mut reading, matrices, &mut given, moves)?;
    let of_objects: Vec<usize> = meshes.iter().map(|(node, _)| *node).collect();
    let parts = physics_build::Parts { nodes: &hierarchy, built: &built, objects: &objects, of_objects: &of_objects };
    let colliders = physics_build::colliders(&mut reading, physics, &parts, &mut given)?;
    if objects.len() + cameras.len() > MOST_OBJECTS {
        return Err(too_many());
    }
    if objects.is_empty() && cameras.is_empty() {
        reading.notes.add(NoteKind::Nothing, LevelPlace::File);
    }
    let textures = alpha::textures(&mut reading)?;
    let materials = reading.source.document.materials.len();
    let outline = outline(&reading.source.document, &hierarchy, &meshes, &at_nodes, work)?;
    let mut level = Level::new(objects, cameras).with_colliders(colliders);
    level.outline = outline;
    (level.textures, level.counts.materials) = (textures, materials);
    level.rig = rigging.map(|rigging| rigging.rig);
    Ok(ReadLevel { level, images: source.images, notes, text: source.text })
}

/// The groups and materials of the file. `meshes` has the node and the mesh of each object, `cameras` the node of each camera.
fn outline(
    document: &GltfDocument,
    nodes: &PlacedNodes,
    meshes: &[(usize, MeshPart)],
    cameras: &[usize],
    work: &LevelWork,
) -> Result<Outline> {
    work.hold((meshes.len() * (size_of::<usize>() + size_of::<Arc<[usize]>>())) as u64)?;
    let of_objects: Vec<usize> = meshes.iter().map(|(node, _)| *node).collect();
    let name = |node: usize| Cow::Owned(name(document.nodes[node].name.as_ref(), None, node));
    let nodes = Nodes { order: &nodes.order, parents: &nodes.parents };
    let mut outline = Outline::of(&nodes, name, [&of_objects, cameras], work)?;
    // Objects of one mesh share a list.
    let mut known: BTreeMap<MeshPart, Arc<[usize]>> = BTreeMap::new();
    let mut used = Vec::with_capacity(meshes.len());
    for (_, mesh) in meshes {
        let list = known.entry(*mesh).or_insert_with(|| {
            let numbers: BTreeSet<usize> = material::primitives(document, *mesh)
                .filter_map(|primitive| Some(primitive.material?.value()))
                .collect();
            numbers.into_iter().collect()
        });
        used.push(Arc::clone(list));
    }
    let material = |number: usize| {
        let material = &document.materials[number];
        (material.name.as_deref().unwrap_or_default(), color(material))
    };
    outline.add_materials(document.materials.len(), material, &used, work)?;
    Ok(outline)
}

/// A mesh at a node, once for each instance and each of its parts.
struct PlacedMesh {
    node: usize,
    mesh: MeshPart,
    matrix: DAffine3,
    /// That of an instance; the identity without instances.
    node_from_local: DAffine3,
}

/// The meshes that are two objects at a node with a skin.
fn split(document: &GltfDocument) -> BTreeSet<usize> {
    let meshes = document.meshes.iter().enumerate();
    meshes.filter(|(_, mesh)| parts::is_mixed(document, mesh)).map(|(index, _)| index).collect()
}

fn place_meshes(
    reading: &mut Reading,
    index: usize,
    matrix: DAffine3,
    split: &BTreeSet<usize>,
    placed: &mut Vec<PlacedMesh>,
) -> Result<()> {
    let Reading { source, notes, stamps } = reading;
    let node = &source.document.nodes[index];
    let place = hierarchy::named(index, node);
    let Some(mesh) = node.mesh.map(|mesh| mesh.value()) else { return Ok(()) };
    get(&source.document.meshes, "meshes", mesh, &place)?;
    // The name of a mesh counts once for each of its nodes, because all of them get it.
    let of_mesh = source.document.meshes[mesh].name.as_ref();
    let name_len = name(node.name.as_ref(), of_mesh, index).len();
    let node = node.clone();
    if let Some(skin) = node.skin.map(|skin| skin.value()) {
        get(&source.document.skins, "skins", skin, &place)?;
    }
    let matrices = match instances::instances(source, &node, &place, stamps)? {
        Some(instances) => instances,
        None => vec![DAffine3::IDENTITY],
    };
    let parts = PrimitiveRange::of(node.skin.is_some() && split.contains(&mesh));
    for node_from_local in matrices {
        let matrix = matrix * node_from_local;
        for &part in parts {
            let has_joints = node.skin.is_some() && part != PrimitiveRange::WithoutJoints;
            // The joints of a skinned mesh place it, not its node.
            if !has_joints && Pose::from_affine(matrix).is_none() {
                notes.add(NoteKind::Singular, place.clone());
            } else if placed.len() >= MOST_OBJECTS {
                return Err(too_many());
            } else {
                source.work.keep(object_bytes(name_len))?;
                placed.push(PlacedMesh { node: index, mesh: MeshPart { mesh, part }, matrix, node_from_local });
            }
        }
    }
    Ok(())
}

/// The node's name, or else the mesh's or camera's, or else its number.
fn name(node: Option<&String>, item: Option<&String>, index: usize) -> String {
    let given = |name: &&String| !name.trim().is_empty();
    node.filter(given).or(item.filter(given)).cloned().unwrap_or_else(|| format!("node {index}"))
}

/// The cameras, and the node of each.
fn cameras(
    reading: &mut Reading,
    matrices: &[Option<DAffine3>],
    names: &mut UniqueNames,
    moves: impl Fn(usize) -> bool,
) -> Result<(Vec<LevelCamera>, Vec<usize>)> {
    let (document, notes) = (&reading.source.document, &mut *reading.notes);
    let (mut cameras, mut nodes_of_cameras) = (Vec::new(), Vec::new());
    for (index, (node, matrix)) in document.nodes.iter().zip(matrices).enumerate() {
        let (Some(camera), Some(matrix)) = (node.camera, matrix) else { continue };
        let place = hierarchy::named(index, node);
        let camera_at = get(&document.cameras, "cameras", camera.value(), &place)?;
        let place = LevelPlace::named("cameras", camera.value(), camera_at.name.as_ref().or(node.name.as_ref()));
        if Pose::from_affine(*matrix).is_none() {
            notes.add(NoteKind::Singular, place);
            continue;
        }
        let Some((projection, near, far)) = projection(camera_at) else {
            notes.add(NoteKind::BadCamera, place);
            continue;
        };
        let name = names.unique(&name(node.name.as_ref(), camera_at.name.as_ref(), index));
        let node = moves(index).then_some(index);
        nodes_of_cameras.push(index);
        cameras.push(LevelCamera { name, level_from_local: *matrix, projection, near, far, node });
    }
    Ok((cameras, nodes_of_cameras))
}

/// Projection, near and far plane, which is infinite without one; `None` for invalid numbers.
fn projection(camera: &json::Camera) -> Option<(Projection, f32, f32)> {
    let is_size = |size: f32| size > 0.0 && size.is_finite();
    let (projection, near, far) = match camera.type_ {
        Checked::Valid(Type::Perspective) => {
            let given = camera.perspective.as_ref()?;
            let (fov_y, aspect) = (given.yfov.to_degrees(), given.aspect_ratio.unwrap_or_else(default::aspect));
            let is_sound = fov_y > 0.0 && fov_y < 180.0 && is_size(aspect) && is_size(given.znear);
            let projection = is_sound.then_some(Projection::Perspective { fov_y, aspect })?;
            (projection, given.znear, given.zfar)
        }
        Checked::Valid(Type::Orthographic) => {
            let given = camera.orthographic.as_ref()?;
            let (height, aspect) = (2.0 * given.ymag.abs(), (given.xmag / given.ymag).abs());
            let is_sound = is_size(height) && is_size(aspect) && given.znear.is_finite();
            (is_sound.then_some(Projection::Orthographic { height, aspect })?, given.znear, Some(given.zfar))
        }
        Checked::Invalid => return None,
    };
    let far_at = far.unwrap_or(f32::INFINITY);
    far.is_none_or(|far| far.is_finite() && far > near).then_some((projection, near, far_at))
}
