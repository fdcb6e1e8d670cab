//! The agents of a scene: each runs its behaviour tree, sees with its camera and moves its body, tick by tick.
//!
//! - [`Recording`] runs them forward and stores what happened. Any tick is reached again from a snapshot before it.
//! - [`AgentAt`] is an agent at a tick: the statuses of its nodes, its blackboard, and all events so far.
//! - `senses` gives leaves access to the world; `sight` tests lines of sight, `moves` moves and turns bodies.
//!
//! An agent has made `floor(time · tick_rate)` ticks of its own, at tick 0 none. In each tick of the scene all objects
//! on paths, in animations and with recorded sessions move first. Then agents make their ticks in file order, so a later one sees the effects of an earlier one.
//! An action that moves or turns its body takes it off its path permanently. Results are deterministic: they depend
//! neither on the machine nor on earlier queries.

mod agent;
mod bodies;
mod body_transform;
mod clock;
mod driven;
mod history;
mod moves;
mod plan;
mod recording;
mod senses;
mod shared;
mod sight;
mod simulation;
mod track;

pub use agent::AgentAt;
pub(super) use body_transform::{BodyTransform, BodyTransforms};
pub use history::Breakpoint;
pub use recording::{MOST_TICKS, Recording};
pub use shared::Shared;
pub use sight::Sight;
pub use track::Change;

use self::sight::Scenery;
use super::World;
use crate::behavior::{Condition, Kind, Sense};
use crate::geometry::Silent;
use crate::parallel;

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
            Kind::Condition(Condition::Sense(Sense::Sees { object })) => *agent.targets.get(object.0 as usize)?,
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

#[cfg(test)]
mod tests;
