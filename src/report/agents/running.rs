//! The running nodes of an agent.

use crate::behavior::{Status, Tree};
use crate::world::AgentAt;

/// The names of the running nodes of an agent, from the root on; the type of a node without a name.
pub fn running<'a>(tree: &'a Tree, agent: &'a AgentAt) -> impl Iterator<Item = &'a str> {
    running_of(tree, &agent.statuses)
}

/// The names of the nodes that run by these statuses.
pub(in crate::report) fn running_of<'a>(tree: &'a Tree, statuses: &'a [Status]) -> impl Iterator<Item = &'a str> {
    (0..tree.len()).filter(|&node| statuses[node] == Status::Running).map(|node| tree.label(node))
}
