//! Notes on values that glTF forbids and that are read nevertheless. Each note states how the value is read.
//!
//! Values of accessors are checked where they are read: weights in [`super::influences`], matrices in [`super::skin`], keys in
//! [`super::animation`].

use std::collections::BTreeSet;

use gltf::json;
use gltf::json::material::AlphaMode;
use gltf::json::mesh::{Primitive, Semantic};
use gltf::json::validation::Checked;

use super::document::Document;
use super::error::Place;
use super::hierarchy;
use super::material;
use super::notes::{Kind, Notes};
use crate::geometry::narrate::counted;

/// Adds the notes on a file.
pub(super) fn note(document: &Document, notes: &mut Notes) {
    skins(document, notes);
    nodes(document, notes);
    meshes(document, notes);
    materials(document, notes);
}

fn add(notes: &mut Notes, place: Place, why: impl Into<String>) {
    notes.add(Kind::Forbidden(why.into()), place);
}

fn skins(document: &Document, notes: &mut Notes) {
    let parents = hierarchy::parents(document);
    // `take` ends the walk in a cycle of nodes, which `rigging` refuses.
    let is_above = |top: usize, node: usize| {
        std::iter::successors(Some(node), |&node| parents.get(node).copied().flatten())
            .take(parents.len() + 1)
            .any(|node| node == top)
    };
    for (index, skin) in document.skins.iter().enumerate() {
        let place = || Place::named("skins", index, skin.name.as_ref());
        let mut joints: Vec<usize> = skin.joints.iter().map(json::Index::value).collect();
        if let Some(skeleton) = skin.skeleton.map(|node| node.value()) {
            if skeleton >= document.nodes.len() {
                add(
                    notes,
                    place(),
                    format!("its `skeleton` refers to nodes[{skeleton}], which does not exist; it is ignored"),
                );
            } else if !joints.iter().all(|&joint| is_above(skeleton, joint)) {
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

fn nodes(document: &Document, notes: &mut Notes) {
    for (index, node) in document.nodes.iter().enumerate() {
        let place = || hierarchy::named(index, node);
        if node.rotation.is_some_and(|rotation| rotation.0.iter().all(|part| *part == 0.0)) {
            add(notes, place(), "its rotation is 0, 0, 0, 0; the identity is used");
        }
        let mesh = node.mesh.and_then(|mesh| document.meshes.get(mesh.value()));
        let Some(mesh) = mesh else {
            if node.skin.is_some() && node.mesh.is_none() {
                add(notes, place(), "it has a skin and no mesh, so the skin is ignored");
            }
            continue;
        };
        let has_joints = mesh.primitives.iter().any(|primitive| has(primitive, Semantic::Joints(0)));
        match node.skin {
            Some(_) if !has_joints => {
                add(notes, place(), "it has a skin, but its mesh has no JOINTS_0; no joint moves the mesh");
            }
            None if has_joints => {
                add(notes, place(), "its mesh has JOINTS_0, but the node has no skin; no joint moves the mesh");
            }
            _ => {}
        }
        weights(node.weights.as_deref(), targets(mesh), place(), notes);
    }
}

fn meshes(document: &Document, notes: &mut Notes) {
    for (index, mesh) in document.meshes.iter().enumerate() {
        let place = || Place::named("meshes", index, mesh.name.as_ref());
        weights(mesh.weights.as_deref(), targets(mesh), place(), notes);
        for primitive in &mesh.primitives {
            let Some(material) = primitive.material.map(|material| material.value()) else { continue };
            let sets: BTreeSet<u32> = document
                .materials
                .get(material)
                .into_iter()
                .flat_map(material::textures)
                .filter(|(texture, set)| *texture < document.textures.len() && *set < material::SETS)
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

fn materials(document: &Document, notes: &mut Notes) {
    for (index, material) in document.materials.iter().enumerate() {
        let place = || Place::named("materials", index, material.name.as_ref());
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
    primitive.attributes.contains_key(&Checked::Valid(semantic))
}

/// The number of morph targets of a mesh.
pub(super) fn targets(mesh: &json::Mesh) -> usize {
    mesh.primitives.iter().filter_map(|primitive| primitive.targets.as_ref().map(Vec::len)).max().unwrap_or(0)
}

/// A note on default weights that are more or fewer than the morph targets.
fn weights(weights: Option<&[f32]>, targets: usize, place: Place, notes: &mut Notes) {
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
        let document: Document = json::deserialize::from_str(text).unwrap();
        let mut notes = Notes::default();
        note(&document, &mut notes);
        notes.described().map(|(place, why)| format!("{place}: {why}")).collect()
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
        ] {
            let mut found = notes(&text);
            found.sort();
            assert_eq!(found.len(), expected.len(), "{text}: {found:?}");
            for (found, expected) in found.iter().zip(expected) {
                assert!(found.starts_with(expected), "{text}: {found}");
            }
        }
    }
}
