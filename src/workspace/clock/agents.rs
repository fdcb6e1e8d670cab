//! The agents of the open scene: their recording, and the search for the next breakpoint.

use std::time::Duration;

use web_time::Instant;

use super::time::Clock;
use crate::world::agents::{Breakpoint, MOST_TICKS};
use crate::world::{Recording, World};

/// The state of a search for the next breakpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchState {
    /// The search found a breakpoint at this tick of the scene.
    Found(u64),
    /// The search has reached this tick without finding a breakpoint.
    Searching(u64),
    /// No breakpoint was found up to the last tick to which agents are run.
    None,
}

/// The clock with the world at its tick.
#[derive(Clone, Copy)]
pub struct ClockRef<'a> {
    pub(in crate::workspace) clock: &'a Clock,
    pub(in crate::workspace) world: &'a World,
}

/// The clock with the world at its tick, to run the agents further.
pub(crate) struct ClockMut<'a> {
    pub(in crate::workspace) clock: &'a mut Clock,
    pub(in crate::workspace) world: &'a World,
}

impl<'a> ClockRef<'a> {
    /// The recording of all agents, up to the last tick that was run.
    pub(crate) fn recording(self) -> &'a Recording {
        &self.clock.recording
    }

    /// The tick that was reached and the target tick, while they differ.
    pub fn catching_up(self) -> Option<(u64, u64)> {
        self.clock.target_tick.map(|wanted| (self.clock.recording.tick(), wanted))
    }

    /// The breakpoints of an agent.
    pub(crate) fn breaks_of(self, agent: usize) -> impl Iterator<Item = &'a Breakpoint> {
        self.clock.breakpoints.existing(self.world).filter(move |(of, _)| *of == agent).map(|(_, one)| one)
    }

    /// Whether there is any breakpoint.
    pub(crate) fn has_breaks(self) -> bool {
        self.clock.breakpoints.existing(self.world).next().is_some()
    }

    /// The next breakpoint in the ticks that were already run.
    fn known_break(self) -> Option<u64> {
        let breakpoint = |(agent, one): (usize, &Breakpoint)| {
            let own = self.clock.recording.next(agent, self.clock.recording.own_tick(agent, self.clock.tick), one)?;
            self.clock.recording.scene_tick(agent, own)
        };
        self.clock.breakpoints.existing(self.world).filter_map(breakpoint).min()
    }
}

impl ClockMut<'_> {
    fn now(&self) -> ClockRef<'_> {
        ClockRef { clock: self.clock, world: self.world }
    }

    /// Adds a breakpoint of an agent, or removes it if it exists.
    pub(crate) fn toggle_break(&mut self, agent: usize, one: Breakpoint) {
        if let Some(agent) = self.world.agents.get(agent) {
            self.clock.breakpoints.toggle(agent.id, one);
        }
    }

    /// The first tick of the scene after this one, and not after `last`, at which a breakpoint stops.
    pub(crate) fn break_within(&mut self, last: u64) -> Option<u64> {
        if !self.now().has_breaks() || last <= self.clock.tick {
            return None;
        }
        self.clock.recording.run_to(last);
        self.now().known_break().filter(|tick| *tick <= last)
    }

    /// Searches for the next breakpoint after this tick, for at most `moment`, so that the window stays responsive.
    /// Call again while the result is [`SearchState::Searching`].
    pub(crate) fn seek_break(&mut self, moment: Duration) -> SearchState {
        if let Some(tick) = self.now().known_break() {
            return SearchState::Found(tick);
        }
        let is_there = self.clock.recording.run_before(MOST_TICKS, Instant::now() + moment);
        match self.now().known_break() {
            Some(tick) => SearchState::Found(tick),
            None if is_there => SearchState::None,
            None => SearchState::Searching(self.clock.recording.tick()),
        }
    }
}
