//! Questions about agents: which nodes run at a tick soon before or after a change.

use serde_json::Value;

use super::asked::{AskedScene, choices, some_of};
use crate::quiz::candidate::Candidate;
use crate::random::Random;
use crate::report::{Section, running};
use crate::world::{AgentAt, Recording};

/// The number of ticks after the tick of the quiz within which questions are asked.
const AHEAD: u64 = 600;
/// The greatest number of ticks that are looked at.
const MOST_TICKS: usize = 40;

pub(super) fn candidates(scene: &AskedScene, random: &mut Random) -> Vec<Candidate> {
    let tick = scene.world.tick;
    if scene.world.agents.is_empty() {
        return Vec::new();
    }
    let mut recording = Recording::of(scene.content);
    let mut ticks: Vec<u64> = changes(&mut recording, tick);
    let kept = some_of(ticks.len(), random);
    ticks = kept.into_iter().take(MOST_TICKS).map(|i| ticks[i]).collect();
    ticks.sort_unstable();
    let states: Vec<(u64, Vec<AgentAt>)> = ticks.into_iter().map(|tick| (tick, recording.agents(tick))).collect();
    let mut all = Vec::new();
    for agent in 0..scene.world.agents.len() {
        let runs: Vec<(u64, Value)> =
            states.iter().filter_map(|(tick, agents)| Some((*tick, running_nodes(agents.get(agent)?)?))).collect();
        let mut values: Vec<Value> = Vec::new();
        for (_, value) in &runs {
            if !values.contains(value) {
                values.push(value.clone());
            }
        }
        if values.len() < 2 {
            continue;
        }
        let name = &*scene.world.agents[agent].name;
        for (tick, right) in &runs {
            let candidate = Candidate::new(Section::Agents, &[("agent", name)], "running", &[name], &right.to_string());
            all.push(candidate.among(choices(&values, right, random)).at_tick(*tick));
        }
    }
    all
}

/// The ticks of the scene with a change of an agent, and those three ticks later, in order.
fn changes(recording: &mut Recording, from: u64) -> Vec<u64> {
    let last = from.saturating_add(AHEAD).min(crate::world::agents::MOST_TICKS);
    let mut ticks = Vec::new();
    let mut before: Vec<Option<Value>> = Vec::new();
    for tick in from..=last {
        let now: Vec<Option<Value>> = recording.agents(tick).iter().map(running_nodes).collect();
        if now != before {
            // The change itself, and a moment in which it has lasted.
            ticks.extend([tick, (tick + 3).min(last)]);
        }
        before = now;
    }
    ticks.sort_unstable();
    ticks.dedup();
    ticks
}

/// The names of the running nodes from the root on; `None` for an agent that does not run.
fn running_nodes(agent: &AgentAt) -> Option<Value> {
    let tree = agent.tree.as_ref().ok().filter(|_| agent.fault.is_none())?;
    Some(running(tree, agent).collect())
}
