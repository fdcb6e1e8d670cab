//! The answers of one agent.

use crate::report::question_answers::QuestionAnswers;
use crate::report::tested::TestedObject;
use crate::world::World;
use crate::world::agents::{AgentAt, Sight};

/// An agent with the state of its tree, its events so far, and its lines of sight.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentAnswers {
    /// The agent with its tree, statuses, blackboard and events.
    pub agent: AgentAt,
    /// The objects of the `sees` leaves of its tree, each once: the index of the object in the world, and its sight
    /// now.
    pub sights: Vec<(usize, Sight)>,
}

impl AgentAnswers {
    pub(in crate::report) fn all(world: &World) -> Vec<Self> {
        let agents = world.agents.iter().cloned().zip(world.sights());
        agents.map(|(agent, sights)| Self { agent, sights }).collect()
    }
}

impl QuestionAnswers for Vec<AgentAnswers> {
    type Scope = bool;

    fn compute(world: &World, _: &[TestedObject], is_asked: bool) -> Self {
        if is_asked { AgentAnswers::all(world) } else { Self::new() }
    }
}
