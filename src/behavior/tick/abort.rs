//! The first phase of a tick: evaluates the watched conditions again, and aborts the running branch when the result of
//! one has changed.

use super::run::{Tick, index};
use super::turn::{ONE_FAILURE, ONE_SUCCESS};
use crate::behavior::event::{Event, EventKind, Listener};
use crate::behavior::kind::NodeKind;
use crate::behavior::leaves::Leaves;
use crate::behavior::status::Status;
use crate::behavior::tree::NONE;
use crate::behavior::watch::Around;

impl<L: Leaves, R: Listener> Tick<'_, L, R> {
    /// Evaluates the watched conditions again, up to the first one whose result has changed.
    pub(super) fn evaluate_watched(&mut self) {
        let mut around = Around::default();
        for watch in self.tree.watches() {
            let Some((composite, child)) = watch.target(self.tree, self.state, &mut around) else { continue };
            let condition = watch.condition;
            let answer = self.ask(condition);
            if answer != self.state.statuses[condition] {
                let result = self.state.statuses[child];
                self.state.statuses[condition] = answer;
                let event = Event::new(self.state.tick, condition, EventKind::Reevaluate, answer);
                self.listener.event(event.because_of(child));
                self.halt(self.tree.end(child), self.tree.end(composite), condition);
                self.continue_at(composite, child, result);
                return;
            }
        }
    }

    /// Makes a running composite continue at this child, which had ended with that result.
    fn continue_at(&mut self, composite: usize, child: usize, result: Status) {
        if matches!(self.tree.kind(composite), NodeKind::Parallel { .. }) {
            self.state.counts[composite] -= match result {
                Status::Success => ONE_SUCCESS,
                Status::Failure => ONE_FAILURE,
                _ => 0,
            };
            self.state.statuses[child] = Status::Inactive;
        } else {
            self.state.cursors[composite] = index(child);
        }
    }

    /// Aborts the running nodes in a range of indices, deepest first; nodes of equal depth in tree order. Then their
    /// scripts run, see [`Tick::halted`].
    pub(super) fn halt(&mut self, from: usize, end: usize, cause: usize) {
        let is_running = |&node: &usize| self.state.statuses[node] == Status::Running;
        let mut running: Vec<usize> = (from..end).filter(is_running).collect();
        running.sort_by_key(|&node| std::cmp::Reverse(self.tree.depth(node)));
        for &node in &running {
            self.state.statuses[node] = Status::Inactive;
            if matches!(self.tree.kind(node), NodeKind::RoundRobin) {
                self.state.cursors[node] = NONE;
            }
            let event = Event::new(self.state.tick, node, EventKind::Abort, Status::Inactive);
            self.listener.event(event.because_of(cause));
        }
        self.halted(running, from, end);
    }
}
