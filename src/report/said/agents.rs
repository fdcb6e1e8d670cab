//! The states of agents in a program.

use std::sync::Arc;

use super::cause::Cause;
use super::disagreement::{AskedItem, Disagreement, Opinion};
use super::outcome::Outcome;
use crate::behavior::{Status, Tree};
use crate::report::agents::running::running_of;
use crate::trace::SaidAgent;
use crate::world::{AgentAt, LATE_TICKS, World};

pub(super) fn outcome(said: &SaidAgent, world: &World) -> Outcome {
    match agent_of(said, world) {
        Some((agent, tree)) => Outcome::of(agrees(said, tree, &agent.statuses)),
        None => Outcome::Unmatched,
    }
}

/// The disagreement about an agent; `None` when the world does not have the agent.
pub(super) fn disagreement(said: &SaidAgent, world: &World) -> Option<Disagreement> {
    let (agent, tree) = agent_of(said, world)?;
    Some(Disagreement {
        tick: world.tick,
        asked: AskedItem::Agent(Arc::clone(&said.agent)),
        said: Opinion::Agent { status: said.status.clone(), running: said.running.iter().cloned().collect() },
        ours: Opinion::Agent {
            status: Some(Arc::from(agent.status().word())),
            running: running_of(tree, &agent.statuses).map(Arc::from).collect(),
        },
        exact: None,
        cause: late(said, tree, agent, world.tick).map_or(Cause::Unknown, Cause::Late),
    })
}

fn agent_of<'w>(said: &SaidAgent, world: &'w World) -> Option<(&'w AgentAt, &'w Tree)> {
    let agent = world.agents.iter().find(|agent| agent.name == said.agent)?;
    Some((agent, agent.tree.as_ref().ok()?))
}

/// Whether the status and the running node that a program gave are those of a tree with these statuses.
fn agrees(said: &SaidAgent, tree: &Tree, statuses: &[Status]) -> bool {
    let status = statuses.first().copied().unwrap_or_default().word();
    let has_status = said.status.as_deref().is_none_or(|said| said == status);
    has_status && said.running.as_deref().is_none_or(|said| running_of(tree, statuses).any(|node| node == said))
}

/// How many ticks before our answer was that of the program. The events of the agent have its states of all ticks, so no world is
/// made anew.
fn late(said: &SaidAgent, tree: &Tree, agent: &AgentAt, tick: u64) -> Option<usize> {
    let first = tick.saturating_sub(LATE_TICKS as u64);
    let before = agent.statuses_at(first..tick);
    let (found, _) = before.iter().rev().find(|(_, statuses)| agrees(said, tree, statuses))?;
    usize::try_from(tick - found).ok()
}
