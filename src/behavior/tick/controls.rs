//! `IfThenElse`, `WhileDoElse` and `TryCatch`.

use super::run::{Next, Tick, index};
use crate::behavior::event::Listener;
use crate::behavior::expression::error::RunError;
use crate::behavior::leaves::Leaves;
use crate::behavior::port::Port;
use crate::behavior::status::Status;
use crate::behavior::tree::NONE;

/// The greatest depth of last children that are ticked while other nodes are halted. It bounds the recursion.
const MOST_CAUGHT: usize = 100;

impl<L: Leaves, R: Listener> Tick<'_, L, R> {
    /// Ticks the condition, or the branch that runs. `cursors` holds that branch.
    pub(super) fn if_turn(&mut self, at: usize) -> Next {
        let branch = self.state.cursors[at];
        Next::Turn(if branch == NONE { at + 1 } else { branch as usize })
    }

    pub(super) fn if_take(&mut self, parent: usize, child: usize, answer: Status) -> Next {
        if child > parent + 1 {
            if answer != Status::Running {
                self.state.cursors[parent] = NONE;
            }
            return Next::Answer(answer);
        }
        match answer {
            Status::Running => Next::Answer(answer),
            Status::Success | Status::Failure => match self.branch(parent, answer) {
                Some(branch) => {
                    self.state.cursors[parent] = index(branch);
                    Next::Turn(branch)
                }
                None => Next::Answer(Status::Failure),
            },
            _ => self.skipped_condition(parent),
        }
    }

    pub(super) fn while_take(&mut self, parent: usize, child: usize, answer: Status) -> Next {
        if child > parent + 1 || answer == Status::Running {
            return Next::Answer(answer);
        }
        if !answer.is_completed() {
            return self.skipped_condition(parent);
        }
        let (branch, other) = (self.branch(parent, answer), self.branch(parent, answer.inverted()));
        if self.tree.child_count(parent) == 3
            && let Some(other) = other
        {
            self.halt(other, self.tree.end(other), child);
        }
        let Some(branch) = branch else {
            self.halt(parent + 1, self.tree.end(parent), child);
            return Next::Answer(Status::Failure);
        };
        Next::Turn(branch)
    }

    /// The second child after a success, the third after a failure.
    fn branch(&self, parent: usize, answer: Status) -> Option<usize> {
        self.tree.children(parent).nth(if answer == Status::Success { 1 } else { 2 })
    }

    fn skipped_condition(&mut self, node: usize) -> Next {
        let message = "the condition, which is the first child, was skipped; it must succeed or fail";
        self.fault(node, &RunError(message.to_owned()));
        Next::Answer(Status::Failure)
    }

    /// Ticks the child whose turn it is, in `cursors`; `counts` is 1 while that is the last child after a failure.
    pub(super) fn try_turn(&mut self, at: usize) -> Next {
        if self.state.cursors[at] == NONE {
            self.state.cursors[at] = index(at + 1);
        }
        Next::Turn(self.state.cursors[at] as usize)
    }

    pub(super) fn try_take(&mut self, parent: usize, child: usize, answer: Status) -> Next {
        if answer == Status::Running {
            return Next::Answer(answer);
        }
        let is_caught = self.state.counts[parent] == 1;
        let next = self.tree.end(child);
        let last = self.last_child(parent);
        if !is_caught && answer == Status::Failure {
            self.halt(parent + 1, last, child);
            self.state.counts[parent] = 1;
            self.state.cursors[parent] = index(last);
            return Next::Turn(last);
        }
        if !is_caught && next < last {
            self.state.cursors[parent] = index(next);
            return Next::Turn(next);
        }
        (self.state.cursors[parent], self.state.counts[parent]) = (NONE, 0);
        if is_caught {
            return Next::Answer(Status::Failure);
        }
        let all_skipped = self
            .tree
            .children(parent)
            .filter(|&child| child < last)
            .all(|one| self.state.statuses[one] == Status::Skipped);
        Next::Answer(if all_skipped { Status::Skipped } else { Status::Success })
    }

    /// The last child of a node with children.
    pub(super) fn last_child(&self, parent: usize) -> usize {
        self.tree.children(parent).last().unwrap_or(parent)
    }

    /// Ticks the last child once when the node is halted before a failure, if it wants that.
    pub(super) fn caught_on_halt(&mut self, node: usize, catch_on_halt: &Port) {
        let is_wanted = catch_on_halt.truth("catch_on_halt", &self.state.blackboard).unwrap_or(false);
        if !is_wanted || self.state.counts[node] == 1 {
            return;
        }
        if self.caught >= MOST_CAUGHT {
            let message = format!("`catch_on_halt` acts inside {MOST_CAUGHT} others");
            self.fault(node, &RunError(message));
            return;
        }
        let last = self.last_child(node);
        self.caught += 1;
        self.update(last);
        self.caught -= 1;
        if self.state.statuses[last] == Status::Running {
            self.halt(last, self.tree.end(last), node);
        }
    }
}
