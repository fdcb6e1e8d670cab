//! The objects around the agents, which the agents move.

use glam::DQuat;

use super::body_transform::{BodyTransform, BodyTransforms};
use super::plan::{Plan, origin};
use crate::geometry::{Aabb, BoxTree, Pose};
use crate::world::place;
use crate::world::placed::ObjectAt;

/// The positions of all objects.
#[derive(Clone, Debug)]
pub(super) struct Bodies {
    pub(super) objects: Vec<ObjectAt>,
    pub(super) tree: BoxTree,
    pub(super) body_transforms: BodyTransforms,
    /// Of the scene's tick, seconds.
    pub(super) time: f64,
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
        if let Some(slot) = plan.driven.slot(body) {
            let moved = BodyTransforms::from([(slot, transform)]);
            let placed = place::each(&[slot], plan.content(), self.time, &moved).pop().flatten();
            let Some(placed) = placed else { return false };
            self.body_transforms.insert(body, transform);
            self.set(body, placed);
            return true;
        }
        let Some((pose, aabb)) = plan.pose(body, 0.0, Some(&transform)) else { return false };
        self.body_transforms.insert(body, transform);
        self.place(body, pose, aabb, transform.rotation(plan.written_rotation(body)));
        true
    }

    fn set(&mut self, object: usize, placed: ObjectAt) {
        self.tree.set(object, &placed.aabb);
        self.objects[object] = placed;
    }

    fn place(&mut self, object: usize, pose: Pose, aabb: Aabb, rotation: DQuat) {
        let at = &mut self.objects[object];
        (at.pose, at.aabb, at.rotation) = (pose, aabb, rotation);
        self.tree.set(object, &aabb);
    }

    pub(super) fn follow_path(&mut self, plan: &Plan, mover: usize) {
        if !self.body_transforms.contains_key(&mover) {
            self.set_place(plan, mover);
        }
    }

    /// Places what animations and sessions move. An object whose pose has no inverse now keeps its last one.
    pub(super) fn follow_driven(&mut self, plan: &Plan) {
        for (object, placed) in plan.driven.at(plan.content(), self.time, &self.body_transforms) {
            self.set(object, placed);
        }
    }

    pub(super) fn set_place(&mut self, plan: &Plan, mover: usize) {
        let transform = self.body_transforms.get(&mover);
        if let Some((pose, aabb)) = plan.pose(mover, self.time, transform) {
            let written = plan.written_rotation(mover);
            let rotation = transform.map_or(written, |transform| transform.rotation(written));
            self.place(mover, pose, aabb, rotation);
        }
    }
}
