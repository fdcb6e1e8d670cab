//! How a switch is ticked.

use super::run::{Next, Tick};
use crate::behavior::event::Listener;
use crate::behavior::leaves::Leaves;
use crate::behavior::library::switch::Switch;
use crate::behavior::status::Status;

impl<L: Leaves, R: Listener> Tick<'_, L, R> {
    /// Ticks the chosen child, and halts another one that runs. `counts` holds the running child, from 1.
    pub(super) fn switch_turn(&mut self, at: usize, switch: &Switch) -> Next {
        let choice = switch.choice(&self.state.blackboard);
        let before = usize::try_from(self.state.counts[at]).unwrap_or(0);
        if before > 0
            && before != choice + 1
            && let Some(child) = self.tree.children(at).nth(before - 1)
        {
            self.halt(child, self.tree.end(child), at);
        }
        // A finished tree has one child more than there are cases.
        self.tree.children(at).nth(choice).map_or(Next::Answer(Status::Failure), Next::Turn)
    }

    pub(super) fn switch_take(&mut self, parent: usize, child: usize, answer: Status) -> Next {
        let place = || self.tree.place(child) as u64 + 1;
        self.state.counts[parent] = if answer == Status::Running { place() } else { 0 };
        if answer.is_completed() {
            self.halt(parent + 1, self.tree.end(parent), parent);
        }
        Next::Answer(answer)
    }
}
