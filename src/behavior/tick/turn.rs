//! Parallels, composites that do not resume, decorators, and nodes with scripts: how they tick their children, and their
//! results.

use super::run::{Next, Tick, index};
use crate::behavior::event::Listener;
use crate::behavior::kind::{ChildOrder, NodeKind, Policy};
use crate::behavior::leaves::Leaves;
use crate::behavior::status::Status;
use crate::behavior::tree::NONE;

/// The numbers of successes and failures of a parallel, in one number.
pub(super) const ONE_SUCCESS: u64 = 1 << 32;
pub(super) const ONE_FAILURE: u64 = 1;

/// What a node was before its turn in this tick, in the `evaluated` of a state: it would start, it ran, or a script gave
/// its result instead of its turn.
const IDLE: u32 = 0;
const ACTIVE: u32 = 1;
const PREVENTED: u32 = 2;

impl<L: Leaves, R: Listener> Tick<'_, L, R> {
    /// Ticks a node: starts it unless it is running, and continues at its current child. A node that a script prevents from
    /// starting has an end, but no start.
    pub(super) fn turn(&mut self, at: usize) -> Next {
        let is_running = self.state.statuses[at] == Status::Running;
        let was_active = is_running || self.state.lingering.remove(&index(at));
        let is_new = self.begins_anew(at);
        let is_idle = !was_active && (is_new || !self.state.statuses[at].is_completed());
        self.state.evaluated[at] = if was_active { ACTIVE } else { IDLE };
        if let Some(answer) = self.before_turn(at, was_active, is_idle) {
            self.state.evaluated[at] = PREVENTED;
            return Next::Answer(answer);
        }
        if self.state.fault.is_some() {
            return Next::Answer(Status::Failure);
        }
        if !is_running {
            self.start(at);
            self.clear(at + 1, self.tree.end(at));
        }
        let state = &mut *self.state;
        match self.tree.kind(at) {
            NodeKind::Condition(_) => return Next::Answer(self.ask(at)),
            NodeKind::Action(_) => {
                state.counts[at] = if was_active { state.counts[at] + 1 } else { 1 };
                let count = state.counts[at];
                return Next::Answer(self.act(at, count));
            }
            NodeKind::Sequence { .. } | NodeKind::Selector { .. } | NodeKind::Unsupported { .. } => {
                let (order, _) = order_of(self.tree.kind(at));
                let continues = match order {
                    ChildOrder::Resume | ChildOrder::Async => is_running,
                    ChildOrder::Remember => state.cursors[at] != NONE,
                    ChildOrder::Reactive => false,
                };
                let child = if continues { state.cursors[at] as usize } else { at + 1 };
                return self.into(at, child);
            }
            kind if kind.is_of_navigation() => return self.navigation_turn(at, is_running, is_new),
            NodeKind::Library(node) => return self.library_turn(at, node, is_idle),
            NodeKind::Parallel { .. } => {
                if !is_running {
                    state.counts[at] = 0;
                }
                // There is one, since a parallel ends when all its children have ended.
                return self.next_turn(at, at + 1).map_or(Next::Answer(Status::Success), Next::Turn);
            }
            NodeKind::Cooldown { .. } if !is_running && state.tick < state.counts[at] => {
                return Next::Answer(Status::Failure);
            }
            NodeKind::Repeater { .. } | NodeKind::Timeout { .. } if !is_running => {
                state.counts[at] = 0;
            }
            _ => {}
        }
        Next::Turn(at + 1)
    }

    /// The next step after a child's result: tick another child, or return a result.
    pub(super) fn take(&mut self, parent: usize, child: usize, answer: Status) -> Next {
        let (next, end) = (self.tree.end(child), self.tree.end(parent));
        let is_success = answer == Status::Success;
        let state = &mut *self.state;
        let again_until = |is_over: bool, result: Status| if is_over { result } else { Status::Running };
        Next::Answer(match self.tree.kind(parent) {
            NodeKind::Sequence { .. } | NodeKind::Selector { .. } | NodeKind::Unsupported { .. } => {
                return self.take_in_order(parent, child, answer);
            }
            NodeKind::Parallel { policy, .. } => {
                match answer {
                    Status::Success => state.counts[parent] += ONE_SUCCESS,
                    Status::Failure => state.counts[parent] += ONE_FAILURE,
                    _ => {}
                }
                let decision = answer.is_completed().then(|| self.decide(parent, *policy)).flatten();
                if decision.is_some() {
                    self.halt(parent + 1, end, parent);
                } else if let Some(next) = self.next_turn(parent, next) {
                    return Next::Turn(next);
                }
                decision.or_else(|| self.decide_skipped(parent, *policy)).unwrap_or(Status::Running)
            }
            kind if kind.is_of_navigation() => return self.navigation_take(parent, child, answer),
            NodeKind::Library(node) => return self.library_take(parent, child, answer, node),
            NodeKind::Inverter => answer.inverted(),
            NodeKind::Succeeder if answer.is_completed() => Status::Success,
            NodeKind::Failer if answer.is_completed() => Status::Failure,
            NodeKind::Repeater { times } if answer.is_completed() => {
                state.counts[parent] += 1;
                again_until(*times == Some(state.counts[parent]), Status::Success)
            }
            NodeKind::UntilSuccess if answer.is_completed() => again_until(is_success, Status::Success),
            NodeKind::UntilFailure if answer.is_completed() => again_until(!is_success, Status::Success),
            NodeKind::KeepRunning if answer != Status::Failure => Status::Running,
            NodeKind::Timeout { ticks } if answer == Status::Running => {
                state.counts[parent] += 1;
                let is_over = state.counts[parent] >= *ticks;
                if is_over {
                    self.halt(child, end, parent);
                }
                again_until(is_over, Status::Failure)
            }
            NodeKind::Cooldown { ticks } if answer.is_completed() => {
                state.counts[parent] = state.tick.saturating_add(*ticks);
                answer
            }
            _ => answer,
        })
    }

    /// Records a result. The scripts after the node run before that, and the nodes below it that linger are halted.
    pub(super) fn finish(&mut self, at: usize, answer: Status) {
        if !answer.is_result() || self.state.fault.is_some() {
            return;
        }
        if self.tree.has_halting() {
            let before = self.state.evaluated[at];
            let is_prevented = before == PREVENTED;
            if !is_prevented && (answer.is_completed() || self.resets_when_skipped(at)) {
                self.settle(at + 1, self.tree.end(at));
            }
            self.after_turn(at, answer);
            if answer == Status::Skipped && !is_prevented && self.lingers(at, before == ACTIVE) {
                self.state.lingering.insert(index(at));
            }
        }
        if self.state.fault.is_none() {
            self.end(at, answer);
        }
    }

    /// Ticks a child of a sequence or selector, and remembers in `counts` whether it ran before.
    fn into(&mut self, at: usize, child: usize) -> Next {
        self.state.cursors[at] = index(child);
        self.state.counts[at] = u64::from(self.is_active(child));
        Next::Turn(child)
    }

    /// The next step of a sequence or selector after a child's result.
    fn take_in_order(&mut self, parent: usize, child: usize, answer: Status) -> Next {
        let (next, end) = (self.tree.end(child), self.tree.end(parent));
        let (order, going_on) = order_of(self.tree.kind(parent));
        let passes = answer == going_on || answer == Status::Skipped;
        if order == ChildOrder::Reactive && answer == Status::Skipped {
            self.settle(child, next);
        }
        if passes && next < end {
            let was_running = self.state.counts[parent] == 1;
            let step = self.into(parent, next);
            let yields =
                answer == going_on && matches!(order, ChildOrder::Async | ChildOrder::Remember) && !was_running;
            return if yields { Next::Answer(Status::Running) } else { step };
        }
        match order {
            ChildOrder::Reactive if !passes => {
                self.settle(parent + 1, child);
                self.halt(next, end, child);
            }
            ChildOrder::Remember if passes => self.state.cursors[parent] = NONE,
            _ => {}
        }
        Next::Answer(if answer == Status::Skipped && !self.are_skipped(parent) { going_on } else { answer })
    }

    /// The first child of a parallel, from this one on, that has not ended.
    fn next_turn(&self, parallel: usize, from: usize) -> Option<usize> {
        let end = self.tree.end(parallel);
        let mut at = from;
        while at < end {
            if !self.state.statuses[at].is_result() {
                return Some(at);
            }
            at = self.tree.end(at);
        }
        None
    }

    /// The result of a parallel, given the children that have ended; `None` if it is undecided.
    fn decide(&self, parallel: usize, policy: Policy) -> Option<Status> {
        let counts = self.state.counts[parallel];
        let (successes, failures) = (counts >> 32, counts & u64::from(u32::MAX));
        let children = || self.tree.child_count(parallel) as u64;
        let (success, failure) = match policy {
            Policy::All => (children(), 1),
            Policy::Any => (1, children()),
        };
        if successes >= success { Some(Status::Success) } else { (failures >= failure).then_some(Status::Failure) }
    }

    /// The result of a parallel whose children have all ended, some of them skipped; `None` while one runs.
    fn decide_skipped(&self, parallel: usize, policy: Policy) -> Option<Status> {
        let statuses = || self.tree.children(parallel).map(|child| self.state.statuses[child]);
        if !statuses().all(Status::is_result) {
            return None;
        }
        let is_skipped = statuses().all(|status| status == Status::Skipped);
        Some(if is_skipped { Status::Skipped } else { Status::of(policy == Policy::All) })
    }
}

/// The order of a sequence or selector, and the result of a child with which it ticks the next one.
fn order_of(kind: &NodeKind) -> (ChildOrder, Status) {
    match kind {
        NodeKind::Sequence { order, .. } => (*order, Status::Success),
        NodeKind::Selector { order, .. } => (*order, Status::Failure),
        _ => (ChildOrder::Resume, Status::Success),
    }
}
