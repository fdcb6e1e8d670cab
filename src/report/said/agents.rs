//! The states of agents in a program.

use std::sync::Arc;

use super::cause::Cause;
use super::disagreement::{AskedItem, Disagreement, Opinion};
use super::outcome::Outcome;
use crate::report::agents::running::running;
use crate::trace::SaidAgent;
use crate::world::World;

pub(super) fn compare(said: &SaidAgent, world: &World) -> Outcome {
    let Some(agent) = world.agents.iter().find(|agent| agent.name == said.agent) else { return Outcome::Unmatched };
    let Ok(tree) = &agent.tree else { return Outcome::Unmatched };
    let status = Some(Arc::from(agent.status().word()));
    let running: Vec<Arc<str>> = running(tree, agent).map(Arc::from).collect();
    let has_status = said.status.is_none() || said.status == status;
    let is_running = said.running.as_ref().is_none_or(|node| running.contains(node));
    if has_status && is_running {
        return Outcome::Agrees;
    }
    Outcome::Differs(Box::new(Disagreement {
        tick: world.tick,
        asked: AskedItem::Agent(Arc::clone(&said.agent)),
        said: Opinion::Agent { status: said.status.clone(), running: said.running.iter().cloned().collect() },
        ours: Opinion::Agent { status, running },
        exact: None,
        cause: Cause::Unknown,
    }))
}
