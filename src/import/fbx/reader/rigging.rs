//! Reads the rig of an FBX, and what of it moves the objects of the level.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::DAffine3;
use ufbx::Scene;

use super::morph::FbxMorphs;
use super::nodes::FbxNodes;
use super::{animation, skin};
use crate::geometry::Mesh;
use crate::import::level::error::{LevelError, Result};
use crate::import::level::notes::Notes;
use crate::import::level::rig::{Local, Rig, RigNode, RigPose, Rigged, Skinned};
use crate::import::level::work::LevelWork;
use crate::skin::Hierarchy;

/// The rig of a file while its objects are made.
pub(super) struct FbxRigging<'s> {
    pub(super) rig: Arc<Rig>,
    /// The transforms of the file.
    pub(super) rest: RigPose,
    /// Whether an animation moves a node or changes its weights.
    is_moved: Vec<bool>,
    /// The joints of the mesh of each node.
    skinned: BTreeMap<usize, Skinned>,
    morphs: FbxMorphs<'s>,
}

/// `None` for a file without animations, skins and blend shapes. `placed`: the nodes with the numbers of their meshes.
///
/// # Errors
/// When there is no memory for it, or the user cancels.
pub(super) fn read<'s>(
    scene: &'s Scene,
    tree: &FbxNodes,
    placed: &[(usize, usize)],
    notes: &mut Notes,
    work: &LevelWork,
) -> Result<Option<FbxRigging<'s>>> {
    let morphs = FbxMorphs::of(scene, placed.iter().copied(), notes, work)?;
    let animations = animation::read(scene, tree, &morphs, notes, work)?;
    let (mut skins, mut skinned) = (Vec::new(), BTreeMap::new());
    for (node, mesh) in placed {
        let Some(mesh) = scene.meshes.get(*mesh) else { continue };
        if let Some((named, of_vertices)) = skin::read(mesh, *node, tree, skins.len(), notes, work)? {
            skins.push(named);
            skinned.insert(*node, of_vertices);
        }
    }
    if animations.is_empty() && skins.is_empty() && morphs.is_empty() {
        return Ok(None);
    }
    let count = tree.all.len();
    work.keep_many(count, size_of::<RigNode>() + size_of::<glam::DMat4>() + 64)?;
    let hierarchy = Hierarchy::new(tree.parents.clone()).map_err(|error| LevelError::file(error.to_string()))?;
    let node = |number: usize| RigNode { name: tree.own_name(number).into(), local: Local::Parts(tree.local(number)) };
    let rig = Rig::new(hierarchy, (0..count).map(node).collect(), animations, skins);
    let rest = rig.pose(None);
    let is_moved = rig.moved_nodes();
    Ok(Some(FbxRigging { rig: Arc::new(rig), rest, is_moved, skinned, morphs }))
}

impl FbxRigging<'_> {
    /// Whether a node can be moved by an animation.
    pub(super) fn moves(&self, node: usize) -> bool {
        self.is_moved.get(node).copied().unwrap_or_default()
    }

    /// How the mesh of a node moves; `None` for a mesh that stays as it is.
    ///
    /// # Errors
    /// When there is no memory for the posed mesh.
    pub(super) fn rigged(
        &self,
        node: usize,
        mesh: usize,
        node_from_local: DAffine3,
        bind: &Arc<Mesh>,
        work: &LevelWork,
    ) -> Result<Option<Rigged>> {
        let skin = self.skinned.get(&node).cloned();
        let morph = self.morphs.of_mesh(mesh);
        // The joints place a skinned mesh, from the space of its geometry on.
        let node_from_local = if skin.is_some() { DAffine3::IDENTITY } else { node_from_local };
        Rigged::of_mesh((node, node_from_local), bind, skin, morph, self.moves(node), work)
    }
}
