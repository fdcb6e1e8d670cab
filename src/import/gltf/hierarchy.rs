//! The transforms of the nodes of a glTF: the products of their matrices from the roots down, in f64.

use glam::{DAffine3, DMat4, DQuat, DVec3, DVec4};
use gltf::json::Node;

use super::document::GltfDocument;
use crate::import::level::error::{LevelError, LevelPlace, Result, get};
use crate::import::level::notes::{NoteKind, Notes};

/// The nodes of the scene that is read. That scene is the default one, or else the first, or else all nodes.
pub(super) struct PlacedNodes {
    /// The transform of each node to the level; `None` for a node outside the scene.
    pub(super) matrices: Vec<Option<DAffine3>>,
    /// The parent of each node in the scene; `None` also for a node outside the scene.
    pub(super) parents: Vec<Option<usize>>,
    /// The nodes of the scene, each before its descendants, which follow it without a gap.
    pub(super) order: Vec<usize>,
}

/// Places the nodes of the scene that is read.
pub(super) fn place(document: &GltfDocument, notes: &mut Notes) -> Result<PlacedNodes> {
    let all = &document.nodes;
    let (mut matrices, mut parents, mut order) = (vec![None; all.len()], vec![None; all.len()], Vec::new());
    // The parent's index, not its place: a place has a copy of the name, which may be long.
    let mut open: Vec<(usize, Option<usize>, DAffine3)> = Vec::new();
    for (root, by) in roots(document, notes)? {
        get(all, "nodes", root, &by)?;
        open.push((root, None, DAffine3::IDENTITY));
    }
    open.reverse();
    while let Some((index, above, parent)) = open.pop() {
        let by = || above.map_or(LevelPlace::File, |parent| named(parent, &all[parent]));
        let node = all.get(index).map_or_else(|| get(all, "nodes", index, &by()), Ok)?;
        let here = named(index, node);
        if matrices[index].is_some() {
            let message = "is a child of two nodes, or a descendant of itself: a node has one parent";
            return Err(LevelError::at(here, message));
        }
        let matrix = parent * local(node, &here, notes);
        matrices[index] = Some(matrix);
        parents[index] = above;
        order.push(index);
        let children = node.children.iter().flatten().rev();
        open.extend(children.map(|child| (child.value(), Some(index), matrix)));
    }
    // Without a scene, all nodes have a root, except those that are descendants of themselves.
    if document.scenes.is_empty()
        && let Some(index) = matrices.iter().position(Option::is_none)
    {
        let message = "is a descendant of itself and has no root";
        return Err(LevelError::at(named(index, &all[index]), message));
    }
    Ok(PlacedNodes { matrices, parents, order })
}

/// The parent of each node. Of several parents of a node the last one counts.
pub(super) fn parents(document: &GltfDocument) -> Vec<Option<usize>> {
    let mut parents = vec![None; document.nodes.len()];
    for (parent, node) in document.nodes.iter().enumerate() {
        for child in node.children.iter().flatten() {
            if let Some(of_child) = parents.get_mut(child.value()) {
                *of_child = Some(parent);
            }
        }
    }
    parents
}

/// The nodes in the order of a walk from the roots down: each before its descendants, which follow it without a gap.
pub(super) struct Walk {
    /// Without the nodes of cycles.
    pub(super) order: Vec<usize>,
    /// The number of each node in the order.
    number: Vec<usize>,
    /// How many nodes there are from each node down, itself included; 0 for a node of a cycle.
    count: Vec<usize>,
}

impl Walk {
    /// Takes time in proportion to the nodes. `parents` are those of [`parents`].
    pub(super) fn of(document: &GltfDocument, parents: &[Option<usize>]) -> Self {
        let mut is_met = vec![false; parents.len()];
        let mut order = Vec::with_capacity(parents.len());
        let mut open = Vec::new();
        for root in (0..parents.len()).filter(|&node| parents[node].is_none()) {
            open.push(root);
            while let Some(node) = open.pop() {
                // A node may list a child twice.
                if std::mem::replace(&mut is_met[node], true) {
                    continue;
                }
                order.push(node);
                let children = document.nodes[node].children.iter().flatten().rev().map(gltf::json::Index::value);
                open.extend(children.filter(|&child| parents.get(child) == Some(&Some(node))));
            }
        }
        let [mut number, mut count] = [(); 2].map(|()| vec![0; parents.len()]);
        for (at, &node) in order.iter().enumerate() {
            number[node] = at;
        }
        // Backwards, descendants come before their ancestors.
        for &node in order.iter().rev() {
            count[node] += 1;
            if let Some(parent) = parents[node] {
                count[parent] += count[node];
            }
        }
        Self { order, number, count }
    }

    /// Whether a node is another one or below it. `top` must exist; a `node` that does not exist is below none.
    pub(super) fn is_above(&self, top: usize, node: usize) -> bool {
        let first = self.number[top];
        self.number.get(node).is_some_and(|at| (first..first + self.count[top]).contains(at))
    }
}

/// The place of a node, with its name.
pub(super) fn named(index: usize, node: &Node) -> LevelPlace {
    LevelPlace::named("nodes", index, node.name.as_ref())
}

/// The root nodes, each with the place that names it.
fn roots(document: &GltfDocument, notes: &mut Notes) -> Result<Vec<(usize, LevelPlace)>> {
    if document.scenes.is_empty() && document.scene.is_none() {
        let mut is_child = vec![false; document.nodes.len()];
        for (i, node) in document.nodes.iter().enumerate() {
            for child in node.children.iter().flatten() {
                get(&document.nodes, "nodes", child.value(), &named(i, node))?;
                is_child[child.value()] = true;
            }
        }
        let free = (0..document.nodes.len()).filter(|&i| !is_child[i]);
        return Ok(free.map(|i| (i, LevelPlace::File)).collect());
    }
    let index = document.scene.unwrap_or(0);
    let scene = get(&document.scenes, "scenes", index, &LevelPlace::File)?;
    let place = LevelPlace::item("scenes", index);
    if document.scenes.len() > 1 {
        notes.add(NoteKind::OtherScenes(document.scenes.len()), place.clone());
    }
    Ok(scene.nodes.iter().map(|&root| (root, place.clone())).collect())
}

/// The same as [`transform`], with a note of a matrix that is not affine.
fn local(node: &Node, place: &LevelPlace, notes: &mut Notes) -> DAffine3 {
    if node.matrix.is_some_and(|matrix| DMat4::from_cols_array(&matrix.map(f64::from)).row(3) != DVec4::W) {
        notes.add(NoteKind::Projective, place.clone());
    }
    transform(node)
}

/// From the space of a node to that of its parent. Values that are not finite or not invertible are found where they
/// are used.
pub(super) fn transform(node: &Node) -> DAffine3 {
    if let Some(matrix) = node.matrix {
        return DAffine3::from_mat4(DMat4::from_cols_array(&matrix.map(f64::from)));
    }
    let vector = |given: Option<[f32; 3]>, default: DVec3| given.map_or(default, |v| DVec3::from(v.map(f64::from)));
    compose(
        vector(node.translation, DVec3::ZERO),
        node.rotation.map_or([0.0, 0.0, 0.0, 1.0], |rotation| rotation.0),
        vector(node.scale, DVec3::ONE),
    )
}

/// Scale first, then rotation, then translation. The quaternion is normalised. A zero quaternion counts as the identity,
/// as for joints. A quaternion that is not finite gives a matrix without an inverse.
pub(super) fn compose(translation: DVec3, rotation: [f32; 4], scale: DVec3) -> DAffine3 {
    let rotation = DVec4::from(rotation.map(f64::from));
    let scale = if rotation.is_finite() { scale } else { DVec3::ZERO };
    let rotation = rotation.try_normalize().unwrap_or(DVec4::W);
    DAffine3::from_scale_rotation_translation(scale, DQuat::from_vec4(rotation), translation)
}
