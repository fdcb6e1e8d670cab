//! The recorded data of an agent: its events, messages and blackboard changes.

use std::sync::{Arc, Mutex, PoisonError};

use super::plan::AgentPlan;
use super::shared::SharedLog;
use super::simulation::Listeners;
use crate::behavior::{Blackboard, Event, Log, Message, TreeState, Value};
use crate::budget::{Budget, Reservation};

/// A change of a blackboard value within a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueChange {
    /// Of the agent, counted from 1.
    pub tick: u64,
    /// The key of the value.
    pub key: Arc<str>,
    /// The value after the tick.
    pub value: Value,
}

/// The data of one agent.
#[derive(Clone, Debug, Default)]
pub(super) struct Track {
    pub(super) events: SharedLog<Event>,
    pub(super) messages: SharedLog<Message>,
    pub(super) changes: SharedLog<ValueChange>,
    /// Whether the limit was reached: nothing is recorded after that.
    pub(super) is_cut: bool,
    /// The blackboard after the last tick.
    blackboard: Blackboard,
    /// The log of the current tick.
    log: Log,
}

/// The data of all agents, while they run.
#[derive(Clone, Debug, Default)]
pub(super) struct Tracks {
    pub(super) agents: Vec<Track>,
    /// About how many bytes they take.
    pub(super) size: usize,
    /// The memory for them, and its budget.
    memory: Option<Arc<Mutex<Reservation>>>,
}

/// Memory is reserved in units of so many bytes.
const AHEAD: u64 = 1 << 20;
/// The limit of the recorded data of all agents, bytes.
const MOST_BYTES: usize = 256 << 20;

impl Tracks {
    pub(super) fn new<'a>(agents: impl Iterator<Item = &'a AgentPlan>, budget: &Budget) -> Self {
        let track = |agent: &AgentPlan| Track { blackboard: agent.blackboard.clone(), ..Track::default() };
        let memory = Some(Arc::new(Mutex::new(budget.nothing())));
        Self { agents: agents.map(track).collect(), size: 0, memory }
    }

    /// Whether the messages so far, and a reserve, reach the limit.
    fn is_full(&self) -> bool {
        let Some(memory) = &self.memory else { return false };
        let mut memory = memory.lock().unwrap_or_else(PoisonError::into_inner);
        let missing = (self.size as u64).saturating_sub(memory.bytes());
        self.size > MOST_BYTES || (missing > 0 && memory.grow(missing + AHEAD).is_err())
    }
}

impl Listeners for Tracks {
    type Listener = Log;

    fn listener(&mut self, agent: usize, _: u64) -> &mut Log {
        &mut self.agents[agent].log
    }

    fn done(&mut self, agent: usize, plan: &AgentPlan, state: &TreeState) {
        let is_full = self.is_full();
        let track = &mut self.agents[agent];
        track.is_cut |= is_full;
        if track.is_cut {
            track.log.events.clear();
            track.log.messages.clear();
            return;
        }
        self.size += track.log.events.len() * size_of::<Event>();
        track.log.events.drain(..).for_each(|event| track.events.push(event));
        for message in track.log.messages.drain(..) {
            self.size += size_of::<Message>() + message.text.len();
            track.messages.push(message);
        }
        if plan.writes && track.blackboard != *state.blackboard() {
            for (key, value) in
                state.blackboard().iter().filter(|(key, value)| track.blackboard.get(key) != Some(value))
            {
                self.size += size_of::<ValueChange>() + value.size();
                track.changes.push(ValueChange { tick: state.tick_number(), key: key.clone(), value: value.clone() });
            }
            track.blackboard = state.blackboard().clone();
        }
    }
}
