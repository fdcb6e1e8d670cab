//! The open scene's agents: the shown one, and the breakpoints.

use std::time::{Duration, Instant};

use super::Workspace;
use crate::scene::ItemId;
use crate::scene::tree::Node;
use crate::world::Recording;
use crate::world::agents::{Breakpoint, MOST_TICKS};

/// The state of the view of agents. It is not part of the scene.
#[derive(Clone, Debug, Default)]
pub(super) struct AgentView {
    shown: Option<ItemId>,
    breaks: Vec<BreakpointPlace>,
}

/// A breakpoint of an agent. It is kept when its agent or node is deleted, because undo can restore them.
#[derive(Clone, Debug, PartialEq)]
struct BreakpointPlace {
    agent: ItemId,
    one: Breakpoint,
}

/// The state of a search for the next breakpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Search {
    /// The search found a breakpoint at this tick of the scene.
    Found(u64),
    /// The search has reached this tick without finding a breakpoint.
    Searching(u64),
    /// No breakpoint was found up to the last tick to which agents are run.
    None,
}

impl Workspace {
    /// The agent whose tree is shown: the selected one, or the last selected, or else the first.
    pub(crate) fn shown_agent(&self) -> Option<usize> {
        let agents = &self.world.agents;
        let last = self.view.agents.shown.and_then(|id| agents.iter().position(|agent| agent.id == id));
        self.selection
            .selected
            .agent
            .filter(|&agent| agent < agents.len())
            .or(last)
            .or((!agents.is_empty()).then_some(0))
    }

    /// Selects an agent, which shows its tree.
    pub(crate) fn show_agent(&mut self, agent: usize) {
        self.view.agents.shown = self.world.agents.get(agent).map(|agent| agent.id);
        self.select_agent(agent);
    }

    /// The recording of all agents, up to the last tick that was run.
    pub(crate) fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The breakpoints of an agent.
    pub(crate) fn breaks_of(&self, agent: usize) -> impl Iterator<Item = &Breakpoint> {
        self.breakpoints().filter(move |(of, _)| *of == agent).map(|(_, one)| one)
    }

    /// The breakpoints whose agents and nodes exist, with the indices of the agents.
    fn breakpoints(&self) -> impl Iterator<Item = (usize, &Breakpoint)> {
        self.view.agents.breaks.iter().filter_map(|BreakpointPlace { agent: id, one }| {
            let agent = self.world.agents.iter().position(|agent| agent.id == *id)?;
            let has_node = match one {
                Breakpoint::Status { node, .. } => {
                    self.world.agents[agent].tree.as_ref().is_ok_and(|tree| tree.find(*node).is_some())
                }
                Breakpoint::Changes { .. } | Breakpoint::Compares { .. } => true,
            };
            has_node.then_some((agent, one))
        })
    }

    /// Adds a breakpoint of an agent, or removes it if it exists.
    pub(crate) fn toggle_break(&mut self, agent: usize, one: Breakpoint) {
        let Some(agent) = self.world.agents.get(agent) else { return };
        let breakpoint = BreakpointPlace { agent: agent.id, one };
        let breaks = &mut self.view.agents.breaks;
        match breaks.iter().position(|known| *known == breakpoint) {
            Some(place) => drop(breaks.remove(place)),
            None => breaks.push(breakpoint),
        }
    }

    /// Whether there is any breakpoint.
    pub(crate) fn has_breaks(&self) -> bool {
        self.breakpoints().next().is_some()
    }

    /// The first tick of the scene after this one, and not after `last`, at which a breakpoint stops.
    pub(crate) fn break_within(&mut self, last: u64) -> Option<u64> {
        if !self.has_breaks() || last <= self.tick {
            return None;
        }
        self.recording.run_to(last);
        self.known_break().filter(|tick| *tick <= last)
    }

    /// Searches for the next breakpoint after this tick, for at most `moment`, so that the window stays responsive.
    /// Call again while the result is [`Search::Searching`].
    pub(crate) fn seek_break(&mut self, moment: Duration) -> Search {
        if let Some(tick) = self.known_break() {
            return Search::Found(tick);
        }
        let is_there = self.recording.run_before(MOST_TICKS, Instant::now() + moment);
        match self.known_break() {
            Some(tick) => Search::Found(tick),
            None if is_there => Search::None,
            None => Search::Searching(self.recording.tick()),
        }
    }

    /// The next breakpoint in the ticks that were already run.
    fn known_break(&self) -> Option<u64> {
        let breakpoint = |(agent, one): (usize, &Breakpoint)| {
            let own = self.recording.next(agent, self.recording.own_tick(agent, self.tick), one)?;
            self.recording.scene_tick(agent, own)
        };
        self.breakpoints().filter_map(breakpoint).min()
    }

    /// Changes the tree of an agent in the scene, as a separate undo step. When `change` returns an error, nothing is
    /// changed.
    pub(crate) fn change_tree<T, E>(
        &mut self,
        agent: usize,
        label: &str,
        change: impl FnOnce(&mut Node) -> Result<T, E>,
    ) -> Option<Result<T, E>> {
        let mut tree = self.scene().agents.get(agent)?.tree.clone();
        let outcome = change(tree.root_mut()?);
        if outcome.is_ok() {
            self.step(label, |scene, _| {
                if let Some(agent) = scene.agents.get_mut(agent) {
                    agent.tree = tree;
                }
            });
        }
        Some(outcome)
    }
}
