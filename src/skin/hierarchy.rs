//! Nodes with their parents, and the joints of a skin among them.

use glam::{DMat4, DQuat, DVec4, Quat, Vec3};

use super::error::SkinError;

/// The transform of a node in the space of its parent: scale first, then rotation, then translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// In metres.
    pub translation: Vec3,
    /// It is normalised where it is used; a zero quaternion is the identity.
    pub rotation: Quat,
    /// Of each axis.
    pub scale: Vec3,
}

impl Default for Transform {
    fn default() -> Self {
        Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE }
    }
}

impl Transform {
    /// From the space of the node to that of its parent.
    pub fn parent_from_node(&self) -> DMat4 {
        let rotation = DVec4::from_array(self.rotation.to_array().map(f64::from));
        let rotation = DQuat::from_vec4(rotation.try_normalize().unwrap_or(DVec4::W));
        DMat4::from_scale_rotation_translation(self.scale.as_dvec3(), rotation, self.translation.as_dvec3())
    }
}

/// The parents of nodes, without cycles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hierarchy {
    parents: Vec<Option<usize>>,
    /// All nodes, each after its parent.
    order: Vec<usize>,
    /// The uppermost node above each node, or the node itself.
    roots: Vec<usize>,
}

impl Hierarchy {
    /// A hierarchy from the parent of each node. The time is linear in the number of nodes, however deep they are
    /// nested.
    ///
    /// # Errors
    ///
    /// If a parent does not exist, or a node is its own ancestor.
    pub fn new(parents: Vec<Option<usize>>) -> Result<Self, SkinError> {
        let count = parents.len();
        if let Some(node) = parents.iter().position(|parent| parent.is_some_and(|parent| parent >= count)) {
            return Err(SkinError::NoParent(node));
        }
        let mut is_placed = vec![false; count];
        let mut order = Vec::with_capacity(count);
        let mut way = Vec::new();
        for start in 0..count {
            let mut node = Some(start);
            while let Some(here) = node.filter(|&here| !is_placed[here]) {
                // A chain of parents that is longer than the number of nodes contains a cycle.
                if way.len() == count {
                    return Err(SkinError::Cycle(here));
                }
                way.push(here);
                node = parents[here];
            }
            for here in way.drain(..).rev() {
                is_placed[here] = true;
                order.push(here);
            }
        }
        let mut roots: Vec<usize> = (0..count).collect();
        for &node in &order {
            roots[node] = parents[node].map_or(node, |parent| roots[parent]);
        }
        Ok(Self { parents, order, roots })
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// The parent of a node.
    pub fn parent(&self, node: usize) -> Option<usize> {
        self.parents.get(node).copied().flatten()
    }

    /// The uppermost node above a node, or the node itself.
    pub fn root(&self, node: usize) -> usize {
        self.roots.get(node).copied().unwrap_or(node)
    }

    /// All nodes, each after its parent.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// The transform of each node to the space of the roots' parent. A node without an entry in `nodes` has the
    /// transform of its parent.
    pub fn world_from_nodes(&self, nodes: &[Transform]) -> Vec<DMat4> {
        self.compose(|node| nodes.get(node).map_or(DMat4::IDENTITY, Transform::parent_from_node))
    }

    /// The same for transforms of any form: `parent_from_node` gives that of a node by its index.
    pub fn compose(&self, parent_from_node: impl Fn(usize) -> DMat4) -> Vec<DMat4> {
        let mut world = vec![DMat4::IDENTITY; self.len()];
        for &node in &self.order {
            let parent = self.parents[node].map_or(DMat4::IDENTITY, |parent| world[parent]);
            world[node] = parent * parent_from_node(node);
        }
        world
    }
}

/// The joints of a skin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skin {
    /// The node of each joint.
    pub joints: Vec<usize>,
    /// The inverse bind matrix of each joint. A missing one is the identity (glTF 2.0, section 3.7.3.1).
    pub joint_from_bind: Vec<DMat4>,
}

impl Skin {
    /// `world_from_joint` and `joint_from_bind` of a joint. A joint whose node does not exist has the identity for its
    /// node. `None` for a joint that the skin does not have.
    pub fn factors(&self, joint: usize, world_from_node: &[DMat4]) -> Option<[DMat4; 2]> {
        let world_from_joint = world_from_node.get(*self.joints.get(joint)?).copied();
        let joint_from_bind = self.joint_from_bind.get(joint).copied();
        Some([world_from_joint, joint_from_bind].map(|matrix| matrix.unwrap_or(DMat4::IDENTITY)))
    }

    /// `world_from_joint · joint_from_bind` of each joint, the product of its [`factors`](Self::factors).
    pub fn matrices(&self, world_from_node: &[DMat4]) -> Vec<DMat4> {
        let factors = (0..self.joints.len()).filter_map(|joint| self.factors(joint, world_from_node));
        factors.map(|[world_from_joint, joint_from_bind]| world_from_joint * joint_from_bind).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn a_child_follows_its_parent_in_any_order() {
        let step =
            Transform { translation: Vec3::X, rotation: Quat::from_xyzw(0.0, 0.0, 1.0, 1.0), ..Transform::default() };
        // The parent of 0 is 2, the parent of 2 is 1.
        let hierarchy = Hierarchy::new(vec![Some(2), None, Some(1)]).unwrap();
        let world = hierarchy.world_from_nodes(&[step; 3]);
        let origins = [DVec3::new(0.0, 1.0, 0.0), DVec3::X, DVec3::new(1.0, 1.0, 0.0)];
        for (node, origin) in origins.into_iter().enumerate() {
            assert!(world[node].transform_point3(DVec3::ZERO).distance(origin) < 1e-12, "{node}: {}", world[node]);
        }
    }

    #[test]
    fn cycles_and_missing_parents_are_refused() {
        assert_eq!(Hierarchy::new(vec![Some(1), Some(0)]), Err(SkinError::Cycle(0)));
        assert_eq!(Hierarchy::new(vec![Some(0)]), Err(SkinError::Cycle(0)));
        assert_eq!(Hierarchy::new(vec![None, Some(2)]), Err(SkinError::NoParent(1)));
    }

    /// A chain of 65,535 joints needs no recursion and linear time.
    #[test]
    fn a_deep_chain_is_read() {
        let count = 65_535;
        let parents = (0..count).map(|node| (node + 1 < count).then_some(node + 1)).collect();
        let hierarchy = Hierarchy::new(parents).unwrap();
        let step = Transform { translation: Vec3::X, ..Transform::default() };
        let world = hierarchy.world_from_nodes(&vec![step; count]);
        assert!((world[0].w_axis.x - 65_535.0).abs() < 1e-6);
    }

    #[test]
    fn missing_inverse_bind_matrices_are_identities() {
        let skin = Skin { joints: vec![1], joint_from_bind: Vec::new() };
        let moved = DMat4::from_translation(DVec3::Y);
        assert_eq!(skin.matrices(&[DMat4::IDENTITY, moved]), [moved]);
        assert_eq!(skin.factors(0, &[DMat4::IDENTITY, moved]), Some([moved, DMat4::IDENTITY]));
        assert_eq!(skin.factors(0, &[]), Some([DMat4::IDENTITY; 2]), "a node that does not exist");
        assert_eq!(skin.factors(1, &[DMat4::IDENTITY, moved]), None, "a joint that the skin does not have");
    }
}
