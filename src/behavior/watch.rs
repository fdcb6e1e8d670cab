//! When watched conditions are evaluated again while another node runs.
//!
//! A condition is watched by its nearest composite, according to the abort kind of that composite. The conditions that
//! can be watched follow from the tree alone. Whether one is watched now follows from the statuses of the nodes.

use super::state::TreeState;
use super::status::Status;
use super::tree::{Tree, Watch};

/// The composites around a condition with their running children, while the conditions of a tree are evaluated in tree
/// order and no status changes. Each child of a composite is looked at once, however many conditions the composite watches.
#[derive(Default)]
pub(super) struct Around {
    /// The ones around the condition of the last call and some that have ended, the innermost last.
    known: Vec<Known>,
}

struct Known {
    composite: usize,
    /// One past its last node.
    end: usize,
    /// The last running child that was found.
    running: Option<usize>,
    /// The next child to look at.
    next: usize,
    /// Whether all nodes from the composite up to the child of the next composite have a result.
    has_ended: Option<bool>,
}

impl Around {
    fn known(&mut self, tree: &Tree, composite: usize) -> &mut Known {
        while self.known.last().is_some_and(|known| known.end <= composite) {
            self.known.pop();
        }
        // Composites lie within each other, so those that begin later are at the end.
        let place = self.known.partition_point(|known| known.composite < composite);
        if self.known.get(place).is_none_or(|known| known.composite != composite) {
            let (end, next) = (tree.end(composite), composite + 1);
            self.known.insert(place, Known { composite, end, running: None, next, has_ended: None });
        }
        &mut self.known[place]
    }

    /// Whether a later child is running.
    fn later_runs(&mut self, tree: &Tree, state: &TreeState, composite: usize, child: usize) -> bool {
        let known = self.known(tree, composite);
        known.next = known.next.max(tree.end(child));
        while known.running.is_none_or(|running| running <= child) && known.next < known.end {
            known.running = Some(known.next).filter(|&next| state.status(next) == Status::Running).or(known.running);
            known.next = tree.end(known.next);
        }
        known.running.is_some_and(|running| running > child)
    }

    /// Whether all nodes from a composite up to a child of the next one have a result.
    fn has_ended(&mut self, tree: &Tree, state: &TreeState, composite: usize, top: usize) -> bool {
        *self.known(tree, composite).has_ended.get_or_insert_with(|| have_ended(tree, state, composite, top))
    }
}

impl Watch {
    /// The composite, and its child, at which the tree would continue if the result of the condition changed now.
    /// `None` if the condition is not watched now.
    pub(super) fn target(&self, tree: &Tree, state: &TreeState, around: &mut Around) -> Option<(usize, usize)> {
        let abort = tree.kind(self.composite).abort();
        if !state.was_evaluated_in_this_run(self.condition, self.composite)
            || !have_ended(tree, state, self.condition, self.child)
        {
            return None;
        }
        let is_running = |node: usize| state.status(node) == Status::Running;
        if abort.is_own() && is_running(self.composite) && around.later_runs(tree, state, self.composite, self.child) {
            return Some((self.composite, self.child));
        }
        let (above, child) = self.above?;
        let is_lower = abort.is_lower_priority()
            && is_running(above)
            && around.has_ended(tree, state, self.composite, child)
            && around.later_runs(tree, state, above, child);
        is_lower.then_some((above, child))
    }
}

/// Whether all nodes from `node` up to `top` have a result.
fn have_ended(tree: &Tree, state: &TreeState, node: usize, top: usize) -> bool {
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
