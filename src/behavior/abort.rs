//! The first part of a tick: watched conditions are asked again, and what runs is halted when one answers otherwise.

use super::tick::{Tick, index};
use super::tree::NONE;
use super::turn::{ONE_FAILURE, ONE_SUCCESS};
use super::{Event, Kind, Leaves, Listener, Order, Status, What};

impl<L: Leaves, R: Listener> Tick<'_, L, R> {
    /// Asks the watched conditions again, up to the first that answers otherwise.
    pub(super) fn ask_watched(&mut self) {
        for watch in self.tree.watches() {
            let Some((composite, child)) = watch.target(self.tree, self.state) else { continue };
            let condition = watch.condition;
            let answer = self.ask(condition);
            if answer != self.state.statuses[condition] {
                let result = self.state.statuses[child];
                self.state.statuses[condition] = answer;
                let event = Event::new(self.state.tick, condition, What::Reevaluate, answer);
                self.listener.event(event.because_of(child));
                self.halt(self.tree.end(child), self.tree.end(composite), condition);
                self.go_on_at(composite, child, result);
                return;
            }
        }
    }

    /// Lets a composite that runs give this child, which ended with that result, its turn again.
    fn go_on_at(&mut self, composite: usize, child: usize, result: Status) {
        if matches!(self.tree.kind(composite), Kind::Parallel { .. }) {
            self.state.counts[composite] -= if result == Status::Failure { ONE_FAILURE } else { ONE_SUCCESS };
            self.state.statuses[child] = Status::Inactive;
        } else {
            self.state.cursors[composite] = index(child);
        }
    }

    /// Halts the running nodes from one index up to another, deepest first; those of one depth in tree order.
    pub(super) fn halt(&mut self, from: usize, end: usize, cause: usize) {
        let is_running = |&node: &usize| self.state.statuses[node] == Status::Running;
        let mut running: Vec<usize> = (from..end).filter(is_running).collect();
        running.sort_by_key(|&node| std::cmp::Reverse(self.tree.depth(node)));
        for node in running {
            self.state.statuses[node] = Status::Inactive;
            if matches!(self.tree.kind(node), Kind::Sequence { order: Order::Remember, .. } | Kind::RoundRobin) {
                self.state.cursors[node] = NONE;
            }
            let event = Event::new(self.state.tick, node, What::Abort, Status::Inactive);
            self.listener.event(event.because_of(cause));
        }
    }
}
