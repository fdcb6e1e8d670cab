//! What agents do, and why: the answers of their trees, and each of their ticks opened.
//!
//! - [`AgentAnswers`] is an agent at a tick and what it sees there.
//! - `explain` tells its last tick, step by step.
//! - `why` finds in events who halted whom, `words` says it.

mod explain;
mod json;
#[cfg(test)]
pub(crate) mod sample;
pub(crate) mod why;
pub(crate) mod words;

pub(super) use explain::{explain, headline};
pub use json::MOST_EVENTS;
pub(super) use json::Section;

use crate::world::World;
use crate::world::agents::{AgentAt, Sight};

/// An agent, what its tree has done so far, and what it sees.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentAnswers {
    /// With its tree, statuses, blackboard and events.
    pub agent: AgentAt,
    /// Everything that a leaf of its tree wants to see, each once, as it would be seen now: the index of the object in the
    /// world, and what is seen of it.
    pub sights: Vec<(usize, Sight)>,
}

impl AgentAnswers {
    pub(super) fn all(world: &World) -> Vec<Self> {
        let agents = world.agents.iter().cloned().zip(world.sights());
        agents.map(|(agent, sights)| Self { agent, sights }).collect()
    }
}
