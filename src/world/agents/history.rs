//! Queries on a recording: the statuses of nodes within and over ticks, the values of the blackboard, and the next tick
//! with an event.

use std::ops::Range;
use std::sync::Arc;

use super::recording::Recording;
use super::track::ValueChange;
use crate::behavior::{Event, NodeId, Status, Value, ValueComparison, apply};

/// A breakpoint: an event at which playing stops.
#[derive(Clone, Debug, PartialEq)]
pub enum Breakpoint {
    /// A node gets a status by an event: it starts, ends, is aborted, or changes its result.
    Status {
        /// The node.
        node: NodeId,
        /// The status.
        status: Status,
    },
    /// A value of the blackboard changes.
    Changes {
        /// The key of the value.
        key: Arc<str>,
    },
    /// A value of the blackboard changes to one for which the comparison holds.
    Compares {
        /// The key of the value.
        key: Arc<str>,
        /// The comparison.
        comparison: ValueComparison,
        /// The value to compare with.
        value: Value,
    },
}

impl Recording {
    /// How many ticks of its own an agent has made at a tick of the scene.
    pub fn own_tick(&self, agent: usize, tick: u64) -> u64 {
        self.plan.agents.get(agent).map_or(0, |agent| agent.clock.ticks(tick))
    }

    /// The tick of the scene in which an agent makes this tick of its own; `None` when that never comes.
    pub fn scene_tick(&self, agent: usize, own_tick: u64) -> Option<u64> {
        self.plan.agents.get(agent)?.clock.scene_tick(own_tick)
    }

    /// The events of an agent in a range of its own ticks, as far as it was run.
    pub fn events(&self, agent: usize, ticks: Range<u64>) -> impl ExactSizeIterator<Item = &Event> {
        let events = &self.tracks.agents[agent].events;
        let before = |tick: u64| events.partition_point(|event| u64::from(event.tick) < tick);
        events.range(before(ticks.start)..before(ticks.end))
    }

    /// The statuses of an agent's nodes within one of its ticks, after the first `count` events: before the tick for 0,
    /// after it for all of them.
    pub fn statuses(&mut self, agent: usize, own_tick: u64, count: usize) -> Vec<Status> {
        let mut statuses = self.statuses_before(agent, own_tick);
        self.apply(agent, &mut statuses, own_tick..own_tick.saturating_add(1), count);
        statuses
    }

    /// Calls `look` with the statuses of an agent's nodes at the end of each of a range of its ticks, as far as it was
    /// run.
    pub fn history(&mut self, agent: usize, ticks: Range<u64>, mut look: impl FnMut(u64, &[Status])) {
        let end = ticks.end.min(self.own_tick(agent, self.tick()).saturating_add(1));
        let mut statuses = self.statuses_before(agent, ticks.start);
        for tick in ticks.start..end {
            self.apply(agent, &mut statuses, tick..tick + 1, usize::MAX);
            look(tick, &statuses);
        }
    }

    /// The status of one node at the end of each of a range of its agent's ticks, as far as it was run.
    pub fn node_history(&mut self, agent: usize, node: usize, ticks: Range<u64>) -> Vec<Status> {
        let mut history = Vec::new();
        self.history(agent, ticks, |_, statuses| history.push(statuses.get(node).copied().unwrap_or_default()));
        history
    }

    /// The values of a key of an agent's blackboard, each with the agent's tick from which it is valid. The first is
    /// that of tick 0, if it existed then.
    pub fn values(&self, agent: usize, key: &str) -> Vec<(u64, Value)> {
        let Some((plan, track)) = self.plan.agents.get(agent).zip(self.tracks.agents.get(agent)) else {
            return Vec::new();
        };
        let first = plan.blackboard.get(key).map(|value| (0, value.clone()));
        let changes = track.changes.iter().filter(|change| *change.key == *key);
        first.into_iter().chain(changes.map(|change| (change.tick, change.value.clone()))).collect()
    }

    /// All changes of an agent's blackboard, in order.
    pub fn changes(&self, agent: usize) -> impl Iterator<Item = &ValueChange> {
        self.tracks.agents.get(agent).into_iter().flat_map(|track| track.changes.iter())
    }

    /// The first tick of an agent after `after` at which a breakpoint stops, as far as it was run.
    pub fn next(&self, agent: usize, after: u64, wanted: &Breakpoint) -> Option<u64> {
        let track = self.tracks.agents.get(agent)?;
        let changed = |key: &str, holds: &dyn Fn(&Value) -> bool| {
            let start = track.changes.partition_point(|change| change.tick <= after);
            let mut later = track.changes.range(start..track.changes.len());
            later.find(|change| *change.key == *key && holds(&change.value)).map(|change| change.tick)
        };
        match wanted {
            Breakpoint::Status { node, status } => {
                let tree = self.plan.agents.get(agent)?.tree.as_ref().ok()?;
                let node = tree.find(*node)?;
                let mut later = self.events(agent, after.saturating_add(1)..u64::MAX);
                let found = later.find(|event| event.node as usize == node && event.status == *status);
                found.map(|event| event.tick.into())
            }
            Breakpoint::Changes { key } => changed(key, &|_| true),
            Breakpoint::Compares { key, comparison, value } => changed(key, &|found| comparison.holds(found, value)),
        }
    }

    /// The statuses of an agent's nodes before one of its ticks.
    fn statuses_before(&mut self, agent: usize, own_tick: u64) -> Vec<Status> {
        let before = self.scene_tick(agent, own_tick).map_or(0, |tick| tick.saturating_sub(1)).min(self.tick());
        self.go_to(before);
        let agent_state = &self.simulation().agent_states[agent];
        let (mut statuses, made) = (agent_state.statuses().to_vec(), agent_state.ticks);
        self.apply(agent, &mut statuses, made + 1..own_tick, usize::MAX);
        statuses
    }

    /// Applies the first `count` events of a range of ticks to the statuses.
    fn apply(&self, agent: usize, statuses: &mut [Status], ticks: Range<u64>, count: usize) {
        if let Ok(tree) = &self.plan.agents[agent].tree {
            self.events(agent, ticks).take(count).for_each(|event| apply(tree, statuses, event));
        }
    }
}
