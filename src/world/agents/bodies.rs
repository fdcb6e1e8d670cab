//! The objects around the agents, which the agents move.

use glam::DQuat;

use super::body_transform::{BodyTransform, BodyTransforms};
use super::plan::{Plan, origin};
use crate::geometry::{Aabb, BoxTree, Pose};
use crate::world::ObjectAt;

/// The positions of all objects.
#[derive(Clone, Debug)]
pub(super) struct Bodies {
    pub(super) objects: Vec<ObjectAt>,
    pub(super) tree: BoxTree,
    pub(super) body_transforms: BodyTransforms,
}

impl Bodies {
    pub(super) fn objects(&self) -> &[ObjectAt] {
        &self.objects
    }

    /// The tree of their bounds.
    pub(super) fn tree(&self) -> &BoxTree {
        &self.tree
    }

    /// The transform of an object.
    pub(super) fn transform(&self, object: usize) -> BodyTransform {
        self.body_transforms.get(&object).copied().unwrap_or_else(|| BodyTransform::at(origin(&self.objects[object])))
    }

    /// Moves a body; returns `false` when the pose has no inverse, and leaves it unchanged.
    pub(super) fn put(&mut self, plan: &Plan, body: usize, transform: BodyTransform) -> bool {
        if transform == self.transform(body) {
            return true;
        }
        let Some((pose, aabb)) = plan.pose(body, 0.0, Some(&transform)) else { return false };
        self.body_transforms.insert(body, transform);
        self.place(body, pose, aabb, transform.rotation(plan.written_rotation(body)));
        true
    }

    fn place(&mut self, object: usize, pose: Pose, aabb: Aabb, rotation: DQuat) {
        let at = &mut self.objects[object];
        (at.pose, at.aabb, at.rotation) = (pose, aabb, rotation);
        self.tree.set(object, &aabb);
    }

    pub(super) fn follow_path(&mut self, plan: &Plan, mover: usize, time: f64) {
        if !self.body_transforms.contains_key(&mover) {
            self.set_place(plan, mover, time);
        }
    }

    pub(super) fn set_place(&mut self, plan: &Plan, mover: usize, time: f64) {
        let transform = self.body_transforms.get(&mover);
        if let Some((pose, aabb)) = plan.pose(mover, time, transform) {
            let written = plan.written_rotation(mover);
            let rotation = transform.map_or(written, |transform| transform.rotation(written));
            self.place(mover, pose, aabb, rotation);
        }
    }
}
