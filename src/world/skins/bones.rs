//! The joints of a skin and the other nodes of its skeleton, with their places in the world.

use std::collections::HashMap;
use std::sync::Arc;

use glam::{DMat4, DVec3};

use super::skin_at::SkinAt;

/// A joint with its place at a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Bone {
    /// The name of its node, or its number.
    pub name: Arc<str>,
    /// In world space.
    pub position: DVec3,
    /// The nearest joint above it, by its index in the skin.
    pub parent: Option<usize>,
}

/// A node of a skeleton that is no joint, with its place at a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct PlainNode {
    /// The name of its node, or its number.
    pub name: Arc<str>,
    /// In world space.
    pub position: DVec3,
    /// The node above it, in world space: a joint, or another node that is not a joint. `None` for one above all joints.
    pub parent: Option<DVec3>,
}

impl SkinAt {
    /// The joints with their places in the world, in the order of the skin.
    pub fn bones(&self) -> Vec<Bone> {
        let Some(skin) = self.skin().map(|named| &named.skin) else { return Vec::new() };
        let of_node: HashMap<usize, usize> =
            skin.joints.iter().enumerate().map(|(joint, &node)| (node, joint)).collect();
        let bone = |&node: &usize| {
            let mut parent = self.rig.hierarchy.parent(node);
            while let Some(above) = parent.filter(|above| !of_node.contains_key(above)) {
                parent = self.rig.hierarchy.parent(above);
            }
            let parent = parent.and_then(|parent| of_node.get(&parent).copied());
            Bone { name: self.name_of(node), position: self.position_of(node), parent }
        };
        skin.joints.iter().map(bone).collect()
    }

    /// The nodes of the skeleton that are no joints: all nodes below joints, and the node right above each joint that has no
    /// joint above it. In file order.
    pub fn plain_nodes(&self) -> Vec<PlainNode> {
        let (Some(skin), hierarchy) = (self.skin().map(|named| &named.skin), &self.rig.hierarchy) else {
            return Vec::new();
        };
        let mut is_joint = vec![false; hierarchy.len()];
        for &node in &skin.joints {
            is_joint[node] = true;
        }
        // Parents come before their children.
        let mut is_below = vec![false; hierarchy.len()];
        for &node in hierarchy.order() {
            is_below[node] = hierarchy.parent(node).is_some_and(|parent| is_joint[parent] || is_below[parent]);
        }
        let tops = skin.joints.iter().filter(|&&node| !is_below[node]).filter_map(|&node| hierarchy.parent(node));
        let mut is_shown = is_below.clone();
        tops.for_each(|node| is_shown[node] = true);
        let plain = |node: usize| PlainNode {
            name: self.name_of(node),
            position: self.position_of(node),
            parent: hierarchy.parent(node).filter(|_| is_below[node]).map(|parent| self.position_of(parent)),
        };
        (0..hierarchy.len()).filter(|&node| is_shown[node] && !is_joint[node]).map(plain).collect()
    }

    /// The name of a node, or its number.
    fn name_of(&self, node: usize) -> Arc<str> {
        let name = self.rig.nodes.get(node).map(|node| Arc::clone(&node.name)).filter(|name| !name.is_empty());
        name.unwrap_or_else(|| format!("node {node}").into())
    }

    /// The place of a node in world space.
    fn position_of(&self, node: usize) -> DVec3 {
        let matrix = self.pose.level_from_node.get(node).copied().unwrap_or(DMat4::IDENTITY);
        self.world_from_level.transform_point3(matrix.w_axis.truncate())
    }
}
