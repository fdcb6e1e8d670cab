//! The breakpoints of agents, at which playing stops. They are not part of the scene.

use crate::scene::ItemId;
use crate::world::World;
use crate::world::agents::Breakpoint;

/// All breakpoints.
#[derive(Clone, Debug, Default)]
pub(in crate::workspace) struct Breakpoints(Vec<BreakpointPlace>);

/// A breakpoint of an agent. It is kept when its agent or node is deleted, because undo can restore them.
#[derive(Clone, Debug, PartialEq)]
struct BreakpointPlace {
    agent: ItemId,
    one: Breakpoint,
}

impl Breakpoints {
    /// The breakpoints whose agents and nodes exist, with the indices of the agents.
    pub(super) fn existing<'a>(&'a self, world: &'a World) -> impl Iterator<Item = (usize, &'a Breakpoint)> {
        self.0.iter().filter_map(|BreakpointPlace { agent: id, one }| {
            let agent = world.agents.iter().position(|agent| agent.id == *id)?;
            let has_node = match one {
                Breakpoint::Status { node, .. } => {
                    world.agents[agent].tree.as_ref().is_ok_and(|tree| tree.find(*node).is_some())
                }
                Breakpoint::Changes { .. } | Breakpoint::Compares { .. } => true,
            };
            has_node.then_some((agent, one))
        })
    }

    /// Adds a breakpoint of an agent, or removes it if it exists.
    pub(super) fn toggle(&mut self, agent: ItemId, one: Breakpoint) {
        let breakpoint = BreakpointPlace { agent, one };
        match self.0.iter().position(|known| *known == breakpoint) {
            Some(place) => drop(self.0.remove(place)),
            None => self.0.push(breakpoint),
        }
    }
}
