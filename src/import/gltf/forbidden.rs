//! Notes on values that glTF forbids and that are read nevertheless. Each note states how the value is read.
//!
//! Values of accessors are checked where they are read: weights in [`super::influences`], matrices in [`super::skin`], keys in
//! [`super::animation`].

use std::collections::{BTreeMap, BTreeSet};

use glam::DAffine3;
use gltf::json;
use gltf::json::material::AlphaMode;
use gltf::json::mesh::{Primitive, Semantic};
use gltf::json::validation::Checked;

use super::document::GltfDocument;
use super::hierarchy::Walk;
use super::{hierarchy, parts, texture_info};
use crate::geometry::narrate::counted;
use crate::import::level::error::LevelPlace;
use crate::import::level::notes::{NoteKind, Notes};

/// Adds the notes on a file.
pub(super) fn note(document: &GltfDocument, notes: &mut Notes) {
    let parents = hierarchy::parents(document);
    let walk = Walk::of(document, &parents);
    skins(document, &walk, notes);
    nodes(document, notes);
    transforms(document, &parents, &walk, notes);
    meshes(document, notes);
    materials(document, notes);
}

fn add(notes: &mut Notes, place: LevelPlace, why: impl Into<String>) {
    notes.add(NoteKind::Forbidden(why.into()), place);
}

/// A walk leaves out the nodes of a cycle, but `rigging` refuses a file with skins and a cycle.
fn skins(document: &GltfDocument, walk: &Walk, notes: &mut Notes) {
    for (index, skin) in document.skins.iter().enumerate() {
        let place = || LevelPlace::named("skins", index, skin.name.as_ref());
        let mut joints: Vec<usize> = skin.joints.iter().map(json::Index::value).collect();
        if let Some(skeleton) = skin.skeleton.map(|node| node.value()) {
            if skeleton >= document.nodes.len() {
                add(
                    notes,
                    place(),
                    format!("its `skeleton` refers to nodes[{skeleton}], which does not exist; it is ignored"),
                );
            } else if !joints.iter().all(|&joint| walk.is_above(skeleton, joint)) {
                add(
                    notes,
                    place(),
                    format!("its `skeleton`, nodes[{skeleton}], is not an ancestor of all of its joints"),
                );
            }
        }
        joints.sort_unstable();
        if let Some((twice, _)) = joints.iter().zip(joints.iter().skip(1)).find(|(joint, next)| joint == next) {
            let why = format!("`joints` contains nodes[{twice}] twice; each entry is a separate joint");
            add(notes, place(), why);
        }
    }
}

fn nodes(document: &GltfDocument, notes: &mut Notes) {
    // Once for each mesh, which many nodes may have.
    let of_mesh = |mesh: &json::Mesh| {
        let has_joints = mesh.primitives.iter().any(|primitive| has(primitive, Semantic::Joints(0)));
        (has_joints, targets(mesh))
    };
    let of_meshes: Vec<(bool, usize)> = document.meshes.iter().map(of_mesh).collect();
    for (index, node) in document.nodes.iter().enumerate() {
        let place = || hierarchy::named(index, node);
        if let Some(property) = not_finite(node) {
            notes.add(NoteKind::NodeNotFinite(property), place());
        }
        if node.rotation.is_some_and(|rotation| rotation.0.iter().all(|part| *part == 0.0)) {
            add(notes, place(), "its rotation is 0, 0, 0, 0; the identity is used");
        }
        let Some(&(has_joints, targets)) = node.mesh.and_then(|mesh| of_meshes.get(mesh.value())) else {
            if node.skin.is_some() && node.mesh.is_none() {
                add(notes, place(), "it has a skin and no mesh, so the skin is ignored");
            }
            continue;
        };
        match node.skin {
            Some(_) if !has_joints => {
                add(notes, place(), "it has a skin, but its mesh has no JOINTS_0; no joint moves the mesh");
            }
            None if has_joints => {
                add(notes, place(), "its mesh has JOINTS_0, but the node has no skin; no joint moves the mesh");
            }
            _ => {}
        }
        weights(node.weights.as_deref(), targets, place(), notes);
    }
}

/// The property of a node that has a number which is not finite: 1e39 is an infinity in 32 bits.
fn not_finite(node: &json::Node) -> Option<&'static str> {
    let is_finite = |numbers: &[f32]| numbers.iter().all(|number| number.is_finite());
    let properties = [
        ("matrix", node.matrix.is_none_or(|matrix| is_finite(&matrix))),
        ("translation", node.translation.is_none_or(|translation| is_finite(&translation))),
        ("rotation", node.rotation.is_none_or(|rotation| is_finite(&rotation.0))),
        ("scale", node.scale.is_none_or(|scale| is_finite(&scale))),
    ];
    properties.into_iter().find(|(_, is_finite)| !is_finite).map(|(property, _)| property)
}

/// Notes on nodes with finite numbers whose product with the transforms of their ancestors is not finite in 32-bit numbers. Those
/// below such a node have no note.
fn transforms(document: &GltfDocument, parents: &[Option<usize>], walk: &Walk, notes: &mut Notes) {
    // The nodes from the root to the last one, each with its matrix to the level; `None` for one that is not finite.
    let mut way: Vec<(usize, Option<DAffine3>)> = Vec::new();
    for &index in &walk.order {
        while way.last().is_some_and(|(above, _)| parents[index] != Some(*above)) {
            way.pop();
        }
        let above = way.last().map_or(Some(DAffine3::IDENTITY), |(_, matrix)| *matrix);
        let node = &document.nodes[index];
        let matrix = above.filter(|_| not_finite(node).is_none()).and_then(|above| {
            let matrix = above * hierarchy::transform(node);
            let is_finite = matrix.as_affine3a().is_finite();
            if !is_finite {
                notes.add(NoteKind::NodeOutOfRange, hierarchy::named(index, node));
            }
            is_finite.then_some(matrix)
        });
        way.push((index, matrix));
    }
}

fn meshes(document: &GltfDocument, notes: &mut Notes) {
    // The first node with a skin of each mesh.
    let mut skinned = BTreeMap::new();
    for (index, node) in document.nodes.iter().enumerate() {
        if let Some(mesh) = node.mesh.filter(|_| node.skin.is_some()) {
            skinned.entry(mesh.value()).or_insert(index);
        }
    }
    for (index, mesh) in document.meshes.iter().enumerate() {
        let place = || LevelPlace::named("meshes", index, mesh.name.as_ref());
        weights(mesh.weights.as_deref(), targets(mesh), place(), notes);
        if let Some(&node) = skinned.get(&index).filter(|_| parts::is_mixed(document, mesh)) {
            unmoved(document, mesh, node, &place(), notes);
        }
        for primitive in &mesh.primitives {
            let Some(material) = primitive.material.map(|material| material.value()) else { continue };
            let sets: BTreeSet<u32> = document
                .materials
                .get(material)
                .into_iter()
                .flat_map(texture_info::textures)
                .filter(|(texture, set)| *texture < document.textures.len() && *set < texture_info::SETS)
                .map(|(_, set)| set)
                .collect();
            for set in sets.into_iter().filter(|set| !has(primitive, Semantic::TexCoords(*set))) {
                let why = format!(
                    "a primitive has no TEXCOORD_{set}, which a texture of materials[{material}] needs; the texture is \
                     drawn with the coordinates 0, 0"
                );
                add(notes, place(), why);
            }
        }
    }
}

/// Notes on the primitives of the mesh of a skinned node that no joint can move, where joints can move others.
fn unmoved(document: &GltfDocument, mesh: &json::Mesh, node: usize, place: &LevelPlace, notes: &mut Notes) {
    // For each lack the first primitive and the count.
    let mut found: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (index, primitive) in mesh.primitives.iter().enumerate().filter(|(_, primitive)| parts::is_drawn(primitive)) {
        if let Some(lack) = parts::lack(document, primitive) {
            found.entry(lack).or_insert((index, 0)).1 += 1;
        }
    }
    for (lack, (first, count)) in found {
        let skin = format!("{}, a node of this mesh, has a skin", hierarchy::named(node, &document.nodes[node]));
        let why = if count == 1 {
            format!(
                "primitives[{first}] has {lack}, but {skin}; no joint moves this primitive, so it is an object of its own, \
                 which the node places"
            )
        } else {
            format!(
                "{count} primitives have {lack}, primitives[{first}] is the first, but {skin}; no joint moves these \
                 primitives, so they are an object of their own, which the node places"
            )
        };
        add(notes, place.clone(), why);
    }
}

fn materials(document: &GltfDocument, notes: &mut Notes) {
    for (index, material) in document.materials.iter().enumerate() {
        let place = || LevelPlace::named("materials", index, material.name.as_ref());
        let pbr = &material.pbr_metallic_roughness;
        let is_share = |factor: &f32| (0.0..=1.0).contains(factor);
        if !pbr.base_color_factor.0.iter().all(is_share) {
            add(notes, place(), "its base colour is not from 0 to 1; it is drawn with the nearest colour that is");
        }
        if ![pbr.metallic_factor.0, pbr.roughness_factor.0].iter().all(is_share) {
            add(
                notes,
                place(),
                "its metallic or roughness factor is not from 0 to 1; it is drawn with the nearest one",
            );
        }
        if matches!(material.alpha_mode, Checked::Invalid) {
            add(notes, place(), "its `alphaMode` is none of OPAQUE, MASK and BLEND; it is drawn as OPAQUE");
        }
        let cutoff = material.alpha_cutoff.map(|cutoff| cutoff.0);
        if matches!(material.alpha_mode, Checked::Valid(AlphaMode::Mask)) && cutoff.is_some_and(|cutoff| cutoff < 0.0) {
            add(notes, place(), "its `alphaCutoff` is below 0, so nothing is cut out");
        }
    }
}

/// Whether a primitive has an attribute.
fn has(primitive: &Primitive, semantic: Semantic) -> bool {
    parts::attribute(primitive, semantic).is_some()
}

/// The number of morph targets of a mesh.
pub(super) fn targets(mesh: &json::Mesh) -> usize {
    mesh.primitives.iter().filter_map(|primitive| primitive.targets.as_ref().map(Vec::len)).max().unwrap_or(0)
}

/// A note on default weights that are more or fewer than the morph targets.
fn weights(weights: Option<&[f32]>, targets: usize, place: LevelPlace, notes: &mut Notes) {
    if let Some(weights) = weights
        && weights.len() != targets
    {
        let targets = counted(targets, "morph target");
        let why = format!("`weights` has {} for {targets}; missing ones are 0", counted(weights.len(), "number"));
        add(notes, place, why);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(text: &str) -> Vec<String> {
        let document: GltfDocument = json::deserialize::from_str(text).unwrap();
        let mut notes = Notes::default();
        note(&document, &mut notes);
        notes.described().map(|note| format!("{}: {}", note.place, note.message)).collect()
    }

    #[test]
    fn each_forbidden_value_is_one_note_with_its_place() {
        let mesh = |attributes: &str, rest: &str| {
            format!(
                r#"{{ "meshes": [{{ {rest} "primitives": [{{ "attributes": {{ {attributes} }}, "material": 0 }}] }}],"#
            )
        };
        let plain = mesh(r#""POSITION": 0"#, "");
        for (text, expected) in [
            (
                r#"{ "nodes": [{}, {}], "skins": [{ "joints": [0, 1, 0], "skeleton": 7 }] }"#.to_owned(),
                vec!["skins[0]: `joints` contains nodes[0] twice", "skins[0]: its `skeleton` refers to nodes[7]"],
            ),
            (
                r#"{ "nodes": [{}, { "children": [0] }], "skins": [{ "joints": [1, 0], "skeleton": 0 }] }"#.to_owned(),
                vec!["skins[0]: its `skeleton`, nodes[0], is not an ancestor"],
            ),
            (
                r#"{ "nodes": [{ "name": "hip", "rotation": [0, 0, 0, 0], "skin": 0 }] }"#.to_owned(),
                vec!["nodes[0] `hip`: it has a skin and no mesh", "nodes[0] `hip`: its rotation is 0, 0, 0, 0"],
            ),
            (
                format!(r#"{plain} "nodes": [{{ "mesh": 0, "skin": 0, "weights": [1] }}] }}"#),
                vec![
                    "nodes[0]: `weights` has 1 number for 0 morph targets",
                    "nodes[0]: it has a skin, but its mesh has no JOINTS_0",
                ],
            ),
            (
                format!(r#"{} "nodes": [{{ "mesh": 0 }}] }}"#, mesh(r#""POSITION": 0, "JOINTS_0": 1"#, "")),
                vec!["nodes[0]: its mesh has JOINTS_0, but the node has no skin"],
            ),
            (
                format!(
                    r#"{plain} "textures": [{{}}], "materials": [{{ "pbrMetallicRoughness": {{ "baseColorTexture":
                    {{ "index": 0 }}, "metallicRoughnessTexture": {{ "index": 0, "texCoord": 1 }} }} }}] }}"#
                ),
                vec!["meshes[0]: a primitive has no TEXCOORD_0,", "meshes[0]: a primitive has no TEXCOORD_1,"],
            ),
            (
                format!(
                    r#"{} "textures": [{{}}], "materials": [{{ "emissiveTexture": {{ "index": 0 }} }}] }}"#,
                    mesh(r#""POSITION": 0, "TEXCOORD_0": 1"#, "")
                ),
                vec![],
            ),
            (
                format!(
                    r#"{plain} "materials": [{{ "alphaMode": "MASK", "alphaCutoff": -1,
                    "pbrMetallicRoughness": {{ "metallicFactor": 2 }} }}] }}"#
                ),
                vec!["materials[0]: its `alphaCutoff` is below 0", "materials[0]: its metallic or roughness factor"],
            ),
            (
                r#"{ "nodes": [{ "name": "tip", "translation": [0, 1e39, 0], "children": [1] }, { "scale": [2, 2, 2] }] }"#
                    .to_owned(),
                vec!["nodes[0] `tip`: its `translation` exceeds the range of 32-bit numbers"],
            ),
            (
                r#"{ "nodes": [{}, { "scale": [1e39, 1, 1] }, { "scale": [1, 1, -1e39] }, { "rotation": [0, 0, 1e39, 0] }] }"#
                    .to_owned(),
                vec!["nodes[1]: its `scale` exceeds the range", "nodes[3]: its `rotation` exceeds the range"],
            ),
            (
                r#"{ "nodes": [{ "children": [2] }, { "scale": [3e38, 1, 1], "children": [0, 3] },
                    { "translation": [2, 0, 0], "children": [4] }, { "translation": [1, 0, 0] }, {}] }"#
                    .to_owned(),
                vec!["nodes[2]: the product of its transform with those of its ancestors exceeds the range"],
            ),
            (
                r#"{ "nodes": [{ "mesh": 0 }, { "mesh": 0, "skin": 0 }], "skins": [{ "joints": [0] }],
                    "accessors": [{ "count": 3, "componentType": 5126, "type": "VEC3" },
                        { "count": 3, "componentType": 5121, "type": "VEC4" },
                        { "count": 3, "componentType": 5126, "type": "VEC4" }],
                    "meshes": [{ "name": "tube", "primitives": [
                        { "attributes": { "POSITION": 0 } },
                        { "attributes": { "POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2 } },
                        { "attributes": { "POSITION": 0 } },
                        { "attributes": { "POSITION": 0 }, "mode": 1 },
                        { "attributes": { "POSITION": 0, "JOINTS_0": 2, "WEIGHTS_0": 2 } }] }] }"#
                    .to_owned(),
                vec![
                    "meshes[0] `tube`: 2 primitives have no JOINTS_0 and no WEIGHTS_0, primitives[0] is the first, but nodes[1]",
                    "meshes[0] `tube`: primitives[4] has no JOINTS_0 and WEIGHTS_0 that can be used, but nodes[1]",
                    "nodes[0]: its mesh has JOINTS_0, but the node has no skin",
                ],
            ),
        ] {
            let mut found = notes(&text);
            found.sort();
            assert_eq!(found.len(), expected.len(), "{text}: {found:?}");
            for (found, expected) in found.iter().zip(expected) {
                assert!(found.starts_with(expected), "{text}: {found}");
            }
        }
    }

    /// The ancestors of each joint are not searched one by one, which would take minutes here.
    #[test]
    fn a_long_chain_of_joints_below_a_skeleton_takes_linear_time() {
        let count = 150_000;
        let nodes: Vec<String> = (1..count).map(|i| format!(r#"{{ "children": [{i}] }}"#)).collect();
        let joints: Vec<String> = (0..count).map(|i| i.to_string()).collect();
        let (nodes, joints) = (nodes.join(","), joints.join(","));
        let started = std::time::Instant::now();
        let found = notes(&format!(
            r#"{{ "nodes": [{nodes}, {{}}], "skins": [{{ "joints": [{joints}], "skeleton": 0 }},
                {{ "joints": [{joints}], "skeleton": 1 }}] }}"#
        ));
        assert_eq!(found, ["skins[1]: its `skeleton`, nodes[1], is not an ancestor of all of its joints"]);
        // Nodes that name their child twice are not walked twice.
        let twice: Vec<String> = (1..100).map(|i| format!(r#"{{ "children": [{i}, {i}] }}"#)).collect();
        assert_eq!(notes(&format!(r#"{{ "nodes": [{}, {{}}] }}"#, twice.join(","))), [""; 0]);
        assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
    }
}
