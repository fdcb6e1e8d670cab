//! The open scene's agents: the shown one, and the breakpoints.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Session;
use crate::behavior::{Tree, correspondence};
use crate::scene::ThingId;
use crate::scene::tree::Node;
use crate::world::Recording;
use crate::world::agents::{Breakpoint, MOST_TICKS};

/// The state of the view of agents; not a part of the scene.
#[derive(Clone, Debug, Default)]
pub(super) struct AgentView {
    shown: Option<ThingId>,
    breaks: Vec<Stop>,
}

/// A breakpoint of an agent.
#[derive(Clone, Debug)]
struct Stop {
    agent: ThingId,
    one: Breakpoint,
    /// The last tree of the agent with the node of `one`, in which `one` is an index.
    tree: Option<Arc<Tree>>,
    /// Whether that node was deleted. Undo restores it.
    is_gone: bool,
}

/// The state of a search for the next breakpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Search {
    /// The tick of the scene where it stops.
    Found(u64),
    /// The search has reached this tick without a breakpoint.
    GoesOn(u64),
    /// There is no breakpoint up to the last tick to which agents are run.
    None,
}

impl Session {
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

    /// Selects an agent and shows its tree.
    pub(crate) fn show_agent(&mut self, agent: usize) {
        self.view.agents.shown = self.world.agents.get(agent).map(|agent| agent.id);
        self.select_agent(agent);
    }

    /// The recording of all agents, up to the ticks that were run.
    pub(crate) fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The breakpoints of an agent.
    pub(crate) fn breaks_of(&self, agent: usize) -> impl Iterator<Item = &Breakpoint> {
        let id = self.world.agents.get(agent).map(|agent| agent.id);
        let breaks = self.view.agents.breaks.iter().filter(|stop| !stop.is_gone);
        breaks.filter(move |stop| Some(stop.agent) == id).map(|stop| &stop.one)
    }

    /// Adds a breakpoint of an agent, or removes it when it exists.
    pub(crate) fn toggle_break(&mut self, agent: usize, one: Breakpoint) {
        let Some(agent) = self.world.agents.get(agent) else { return };
        let (id, tree) = (agent.id, agent.tree.as_ref().ok().map(Arc::clone));
        let breaks = &mut self.view.agents.breaks;
        match breaks.iter().position(|stop| !stop.is_gone && stop.agent == id && stop.one == one) {
            Some(place) => drop(breaks.remove(place)),
            None => breaks.push(Stop { agent: id, one, tree, is_gone: false }),
        }
    }

    /// Whether there is any breakpoint.
    pub(crate) fn has_breaks(&self) -> bool {
        self.view.agents.breaks.iter().any(|stop| !stop.is_gone)
    }

    /// The first tick of the scene after this one, and not after `last`, where a breakpoint stops.
    pub(crate) fn break_within(&mut self, last: u64) -> Option<u64> {
        if !self.has_breaks() || last <= self.tick {
            return None;
        }
        self.recording.run_to(last);
        self.known_break().filter(|tick| *tick <= last)
    }

    /// Searches for the next breakpoint after this tick, for at most `moment`, so that the window stays responsive.
    /// Call again while the result is [`Search::GoesOn`].
    pub(crate) fn seek_break(&mut self, moment: Duration) -> Search {
        if let Some(tick) = self.known_break() {
            return Search::Found(tick);
        }
        let is_there = self.recording.run_before(MOST_TICKS, Instant::now() + moment);
        match self.known_break() {
            Some(tick) => Search::Found(tick),
            None if is_there => Search::None,
            None => Search::GoesOn(self.recording.tick()),
        }
    }

    /// The next breakpoint in the ticks that were run.
    fn known_break(&self) -> Option<u64> {
        let stop = |stop: &Stop| {
            let Stop { agent: id, one, .. } = stop;
            let agent = self.world.agents.iter().position(|agent| agent.id == *id)?;
            let own = self.recording.next(agent, self.recording.own_tick(agent, self.tick), one)?;
            self.recording.scene_tick(agent, own)
        };
        self.view.agents.breaks.iter().filter(|stop| !stop.is_gone).filter_map(stop).min()
    }

    /// After a change of the scene: keeps breakpoints with their agents and nodes.
    pub(super) fn follow_breaks(&mut self) {
        for stop in &mut self.view.agents.breaks {
            let agent = self.world.agents.iter().find(|agent| agent.id == stop.agent);
            if let (Some(Ok(tree)), Breakpoint::Status { node, .. }) = (agent.map(|agent| &agent.tree), &mut stop.one) {
                let Some(old) = stop.tree.as_ref().filter(|old| !Arc::ptr_eq(old, tree)) else { continue };
                let place = if **old == **tree { Some(*node) } else { correspondence(old, tree)[*node] };
                stop.is_gone = place.is_none();
                if let Some(place) = place {
                    *node = place;
                    stop.tree = Some(Arc::clone(tree));
                }
            }
        }
        // Two breakpoints that have become equal are merged.
        let mut seen: Vec<(ThingId, Breakpoint)> = Vec::new();
        self.view.agents.breaks.retain(|stop| {
            let entry = (stop.agent, stop.one.clone());
            let is_new = stop.is_gone || !seen.contains(&entry);
            seen.extend((!stop.is_gone).then_some(entry));
            is_new
        });
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
