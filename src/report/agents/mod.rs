//! The answers of agents: the states of their trees, and the explanation of a tick.
//!
//! - [`AgentAnswers`] is an agent at a tick, with the results of its lines of sight.
//! - `headline` has its running leaves in one sentence, `explain` its last tick by steps, `json` its entry in a report.
//! - `why` finds the causes of aborts in the events, `words` has the words for them.

mod brief;
mod ended;
mod explain;
mod headline;
mod json;
#[cfg(test)]
pub(crate) mod sample;
pub(crate) mod why;
pub(crate) mod words;

pub use ended::ended;
pub use json::MOST_EVENTS;

use serde_json::Value;

use super::Report;
use super::explanation::Explanation;
use super::question::Question;
use super::section_source::{Estimate, Form, Source, value};
use crate::world::agents::{AgentAt, Sight};
use crate::world::{Item, World};

/// An agent with the state of its tree, its events so far, and its lines of sight.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentAnswers {
    /// The agent with its tree, statuses, blackboard and events.
    pub agent: AgentAt,
    /// The objects of the `sees` leaves of its tree, each once: the index of the object in the world, and its sight
    /// now.
    pub sights: Vec<(usize, Sight)>,
}

/// Answers what the trees of agents do and why. A subject is the index of an agent.
pub(super) struct AgentsQuestion;

impl Question for AgentsQuestion {
    type Subject = usize;
    type Json<'a> = Vec<json::AgentSection<'a>>;
    type Brief<'a> = Vec<brief::Brief<'a>>;

    fn subject(one: Item, other: Option<Item>) -> Option<usize> {
        match (one, other) {
            (Item::Agent(agent), None) => Some(agent),
            _ => None,
        }
    }

    fn headline(report: &Report, agent: usize) -> Option<String> {
        Some(headline::headline(&report.agents.get(agent)?.agent))
    }

    fn why_no_answer(_: &World, _: usize) -> Option<String> {
        None
    }

    fn explain(world: &World, agent: usize) -> Option<Explanation> {
        Some(explain::explain(world, world.agents.get(agent)?))
    }

    fn json<'a>(source: &Source<'a>) -> Option<Self::Json<'a>> {
        let Source { report, only_new, .. } = *source;
        let section =
            || report.agents.iter().map(|answers| json::AgentSection::of(answers, report, only_new)).collect();
        (!report.agents.is_empty()).then(section)
    }

    fn brief<'a>(source: &Source<'a>) -> Option<Self::Brief<'a>> {
        let Source { report, only_new, .. } = *source;
        let section = || report.agents.iter().map(|answers| brief::Brief::of(answers, only_new)).collect();
        (!report.agents.is_empty()).then(section)
    }

    fn shorten(section: &Value) -> Option<Value> {
        Some(brief::shorten(section))
    }

    fn answer(_: &World, report: &Report, name: &str, _: Option<&str>) -> Option<Value> {
        let agent = &report.agents.iter().find(|answers| *answers.agent.name == *name)?.agent;
        match &agent.tree {
            Ok(tree) => value(&brief::Figures::of(agent, tree)),
            Err(error) => Some(serde_json::json!({ "agent": name, "error": &**error })),
        }
    }

    fn size(world: &World) -> Estimate {
        world.agents.iter().map(json::size).fold(Estimate::default(), Estimate::plus)
    }
}

/// An estimate of the size of an agent's events and messages from a tick of the agent on.
pub(super) fn size_of_events(agent: &AgentAt, from: u64, form: Form) -> Estimate {
    match form {
        Form::Full => json::size_of_events(agent, from),
        Form::Brief => brief::size_of_events(agent, from),
    }
}

impl AgentAnswers {
    pub(super) fn all(world: &World) -> Vec<Self> {
        let agents = world.agents.iter().cloned().zip(world.sights());
        agents.map(|(agent, sights)| Self { agent, sights }).collect()
    }
}
