//! The end of halted nodes, and of skipped ones that linger.

use std::collections::HashSet;

use super::run::{Tick, index};
use crate::behavior::event::Listener;
use crate::behavior::leaves::Leaves;
use crate::behavior::status::Status;

impl<L: Leaves, R: Listener> Tick<'_, L, R> {
    /// Whether a node runs, or lingers after it was skipped.
    pub(in crate::behavior) fn is_active(&self, node: usize) -> bool {
        self.state.statuses[node] == Status::Running || self.state.lingering.contains(&index(node))
    }

    /// Halts these nodes, which run no more, and those in a range that linger: children first.
    pub(in crate::behavior) fn halted(&mut self, mut nodes: Vec<usize>, from: usize, end: usize) {
        if !self.tree.has_halting() {
            return;
        }
        let lingering = self.unlinger(&nodes, from, end);
        nodes.extend(lingering);
        nodes.sort_unstable_by_key(|&node| (self.tree.end(node), std::cmp::Reverse(node)));
        for node in nodes {
            self.forget_halted(node);
        }
    }

    /// Halts the nodes in a range that linger, because the node above them resets its children.
    pub(in crate::behavior) fn settle(&mut self, from: usize, end: usize) {
        if !self.state.lingering.is_empty() {
            self.halted(Vec::new(), from, end);
        }
    }

    /// Removes nodes in a range from the list of those that linger. A node between that neither ran nor lingers keeps
    /// what is below it.
    fn unlinger(&mut self, halted: &[usize], from: usize, end: usize) -> Vec<usize> {
        if self.state.lingering.is_empty() {
            return Vec::new();
        }
        let halted: HashSet<usize> = halted.iter().copied().collect();
        let was_active = |node: usize| halted.contains(&node) || self.state.lingering.contains(&index(node));
        let is_reached = |node: &usize| {
            let above = std::iter::successors(self.tree.parent(*node), |&above| self.tree.parent(above));
            above.take_while(|above| *above >= from).all(was_active)
        };
        let inside = self.state.lingering.range(index(from)..index(end)).map(|node| *node as usize);
        let reached: Vec<usize> = inside.filter(is_reached).collect();
        for node in &reached {
            self.state.lingering.remove(&index(*node));
        }
        reached
    }
}
