//! The end of halted nodes, and of skipped ones that linger.

use super::super::tick::{Tick, index};
use super::super::{Leaves, Listener, Status};

impl<L: Leaves, R: Listener> Tick<'_, L, R> {
    /// Whether a node runs, or lingers after it was skipped.
    pub(in super::super) fn is_active(&self, node: usize) -> bool {
        self.state.statuses[node] == Status::Running || self.state.lingering.contains(&index(node))
    }

    /// Halts these nodes, which run no more, and those in a range that linger: children first.
    pub(in super::super) fn halted(&mut self, mut nodes: Vec<usize>, from: usize, end: usize) {
        if !self.tree.has_halting() {
            return;
        }
        nodes.extend(self.unlinger(from, end));
        nodes.sort_unstable_by_key(|&node| (self.tree.end(node), std::cmp::Reverse(node)));
        for node in nodes {
            self.forget_halted(node);
        }
    }

    /// Halts the nodes in a range that linger, because the node above them resets its children.
    pub(in super::super) fn settle(&mut self, from: usize, end: usize) {
        if !self.state.lingering.is_empty() {
            self.halted(Vec::new(), from, end);
        }
    }

    /// Removes the nodes in a range from the list of those that linger.
    fn unlinger(&mut self, from: usize, end: usize) -> Vec<usize> {
        let mut rest = self.state.lingering.split_off(&index(from));
        let mut after = rest.split_off(&index(end));
        self.state.lingering.append(&mut after);
        rest.into_iter().map(|node| node as usize).collect()
    }
}
