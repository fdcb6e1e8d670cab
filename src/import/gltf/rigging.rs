//! Reads the rig of a glTF, and what of it moves the objects of the level.

use std::collections::HashMap;
use std::sync::Arc;

use glam::{DAffine3, Quat, Vec3};
use gltf::json::Node;

use super::influences::morph;
use super::meshes::Built;
use super::parts::{MeshPart, PrimitiveRange};
use super::state::Reading;
use super::{animation, hierarchy, skin};
use crate::import::level::error::{LevelError, Result};
use crate::import::level::rig::{Local, NamedSkin, Rig, RigNode, RigPose, Rigged, Skinned};
use crate::skin::{Hierarchy, SkinError, Transform};

/// The rig of a file while its objects are made.
pub(super) struct Rigging {
    pub(super) rig: Arc<Rig>,
    /// The transforms of the file.
    rest: RigPose,
    /// The skin of the rig for each skin of the file; `None` for one that cannot be used.
    skins: Vec<Option<usize>>,
    /// Whether an animation moves a node or changes its weights.
    is_moved: Vec<bool>,
    /// The influences of each mesh by each skin that a node names.
    skinned: HashMap<(MeshPart, usize), Option<Skinned>>,
}

/// `None` for a file without animations, skins and morph targets.
pub(super) fn read(reading: &mut Reading) -> Result<Option<Rigging>> {
    let document = &reading.source.document;
    let has_targets =
        || document.meshes.iter().any(|mesh| mesh.primitives.iter().any(|primitive| primitive.targets.is_some()));
    if document.skins.is_empty() && document.animations.is_empty() && !has_targets() {
        return Ok(None);
    }
    let nodes = document.nodes.len();
    reading.source.work.keep_many(nodes, size_of::<RigNode>() + size_of::<glam::DMat4>() + 64)?;
    let document = &reading.source.document;
    let parents = hierarchy::parents(document);
    let hierarchy = Hierarchy::new(parents).map_err(|error| {
        let (SkinError::Cycle(node) | SkinError::NoParent(node)) = error else {
            return LevelError::file(error.to_string());
        };
        LevelError::at(hierarchy::named(node, &document.nodes[node]), "is a descendant of itself")
    })?;
    let nodes = document.nodes.iter().map(rig_node).collect();
    let read = skin::read(reading)?;
    let animations = animation::read(reading)?;
    let mut skins: Vec<NamedSkin> = Vec::new();
    let number = |skin: Option<NamedSkin>| {
        skins.push(skin?);
        Some(skins.len() - 1)
    };
    let numbers = read.into_iter().map(number).collect();
    let rig = Rig::new(hierarchy, nodes, animations, skins);
    let rest = rig.pose(None);
    let is_moved = rig.moved_nodes();
    Ok(Some(Rigging { rig: Arc::new(rig), rest, skins: numbers, is_moved, skinned: HashMap::new() }))
}

fn rig_node(node: &Node) -> RigNode {
    let local = match node.matrix {
        Some(_) => Local::Matrix(hierarchy::transform(node)),
        None => Local::Parts(Transform {
            translation: node.translation.map_or(Vec3::ZERO, Vec3::from),
            rotation: node.rotation.map_or(Quat::IDENTITY, |rotation| Quat::from_array(rotation.0)),
            scale: node.scale.map_or(Vec3::ONE, Vec3::from),
        }),
    };
    RigNode { name: node.name.as_deref().unwrap_or_default().into(), local }
}

impl Rigging {
    /// Whether a node can be moved by an animation.
    pub(super) fn moves(&self, node: usize) -> bool {
        self.is_moved.get(node).copied().unwrap_or_default()
    }

    /// How the mesh of a node moves; `None` for a mesh that stays as it is.
    pub(super) fn rigged(
        &mut self,
        reading: &mut Reading,
        node: usize,
        mesh: MeshPart,
        node_from_local: DAffine3,
        built: &Built,
    ) -> Result<Option<Rigged>> {
        let written = &reading.source.document.nodes[node];
        let place = hierarchy::named(node, written);
        let vertices = built.mesh.positions().len();
        let weights = written.weights.as_deref().unwrap_or(&built.weights);
        let morph = morph(&built.targets, weights, vertices).map(Arc::new);
        let number = written.skin.filter(|_| mesh.part != PrimitiveRange::WithoutJoints).map(|skin| skin.value());
        let skin = number.and_then(|skin| self.skins.get(skin).copied().flatten());
        let skin = skin.and_then(|skin| {
            let joints = self.rig.skins[skin].skin.joints.len();
            let known = self.skinned.entry((mesh, skin));
            known.or_insert_with(|| built.influences.skinned(skin, joints, vertices, &place, reading.notes)).clone()
        });
        Rigged::of_mesh((node, node_from_local), &built.mesh, skin, morph, self.moves(node), reading.source.work)
    }

    /// The transforms of the file.
    pub(super) fn rest(&self) -> &RigPose {
        &self.rest
    }
}
