//! When watched conditions are evaluated again while another node runs.
//!
//! A condition is watched by its nearest composite, according to the abort kind of that composite. The conditions that
//! can be watched follow from the tree alone. Whether one is watched now follows from the statuses of the nodes.

use super::Status;
use super::state::State;
use super::tree::{Tree, Watch};

impl Watch {
    /// The composite, and its child, at which the tree would continue if the result of the condition changed now.
    /// `None` if the condition is not watched now.
    pub(super) fn target(&self, tree: &Tree, state: &State) -> Option<(usize, usize)> {
        let abort = tree.kind(self.composite).abort();
        if !state.was_evaluated_in_this_run(self.condition, self.composite)
            || !have_ended(tree, state, self.condition, self.child)
        {
            return None;
        }
        let is_running = |node: usize| state.status(node) == Status::Running;
        if abort.is_own() && is_running(self.composite) && later_runs(tree, state, self.composite, self.child) {
            return Some((self.composite, self.child));
        }
        let (above, child) = self.above?;
        let is_lower = abort.is_lower_priority()
            && is_running(above)
            && have_ended(tree, state, self.composite, child)
            && later_runs(tree, state, above, child);
        is_lower.then_some((above, child))
    }
}

/// Whether all nodes from `node` up to `top` have a result.
fn have_ended(tree: &Tree, state: &State, node: usize, top: usize) -> bool {
    let mut at = node;
    loop {
        if !state.status(at).is_result() {
            return false;
        }
        match tree.parent(at) {
            Some(parent) if at != top => at = parent,
            _ => return true,
        }
    }
}

/// Whether a later child is running.
fn later_runs(tree: &Tree, state: &State, composite: usize, child: usize) -> bool {
    let end = tree.end(composite);
    let mut at = tree.end(child);
    while at < end {
        if state.status(at) == Status::Running {
            return true;
        }
        at = tree.end(at);
    }
    false
}
