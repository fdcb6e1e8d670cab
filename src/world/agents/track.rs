//! What is kept of an agent's doings: its events, what it said, and what became of its blackboard.

use super::history::Change;
use super::plan::AgentPlan;
use super::shared::Shared;
use super::simulation::Ears;
use crate::behavior::{Blackboard, Event, Log, Message, State};

/// One agent's.
#[derive(Clone, Debug, Default)]
pub(super) struct Track {
    pub(super) events: Shared<Event>,
    pub(super) messages: Shared<Message>,
    pub(super) changes: Shared<Change>,
    /// Whether there was more than could be kept: nothing since then is.
    pub(super) is_cut: bool,
    /// As it was after the last tick.
    blackboard: Blackboard,
    /// Of the tick that goes on.
    log: Log,
}

/// All agents', while they run.
#[derive(Clone, Debug, Default)]
pub(super) struct Tracks {
    pub(super) agents: Vec<Track>,
    /// About how many bytes they take.
    pub(super) size: usize,
}

/// What may be kept of all agents together, in bytes.
const MOST_BYTES: usize = 256 << 20;

impl Tracks {
    pub(super) fn new<'a>(agents: impl Iterator<Item = &'a AgentPlan>) -> Self {
        let track = |agent: &AgentPlan| Track { blackboard: agent.blackboard.clone(), ..Track::default() };
        Self { agents: agents.map(track).collect(), size: 0 }
    }
}

impl Ears for Tracks {
    type Ear = Log;

    fn ear(&mut self, agent: usize, _: u64) -> &mut Log {
        &mut self.agents[agent].log
    }

    fn done(&mut self, agent: usize, plan: &AgentPlan, state: &State) {
        let track = &mut self.agents[agent];
        track.is_cut |= self.size > MOST_BYTES;
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
                self.size += size_of::<Change>();
                track.changes.push(Change { tick: state.tick_number(), key: key.clone(), value: value.clone() });
            }
            track.blackboard = state.blackboard().clone();
        }
    }
}
