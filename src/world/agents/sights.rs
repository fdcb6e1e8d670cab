//! The sight of each agent.

use super::agent::AgentAt;
use super::sight::{Scenery, Sight};
use crate::behavior::{Condition, NodeKind, Sense};
use crate::geometry::Silent;
use crate::parallel;
use crate::world::at_tick::World;

impl World {
    /// For each agent the sight of every object that its tree tests: objects by index, each once.
    pub fn sights(&self) -> Vec<Vec<(usize, Sight)>> {
        if self.agents.is_empty() {
            return Vec::new();
        }
        let scenery = Scenery { objects: &self.objects, tree: self.tree() };
        parallel::collect(self.agents.len(), |i| self.sights_of(&self.agents[i], &scenery))
    }

    fn sights_of(&self, agent: &AgentAt, scenery: &Scenery) -> Vec<(usize, Sight)> {
        let (Ok(tree), Some(camera)) = (&agent.tree, agent.camera.and_then(|camera| self.cameras.get(camera))) else {
            return Vec::new();
        };
        let wanted = (0..tree.len()).filter_map(|node| match tree.kind(node) {
            NodeKind::Condition(Condition::Sense(Sense::Sees { object })) => *agent.targets.get(object.0 as usize)?,
            _ => None,
        });
        let mut wanted: Vec<usize> = wanted.collect();
        wanted.sort_unstable();
        wanted.dedup();
        let look = |target: usize| {
            scenery.look(camera.camera.position, &camera.frustum, target, &agent.ignored(), &mut Silent)
        };
        wanted.into_iter().map(|target| (target, look(target))).collect()
    }
}
