//! Parallels, composites that do not resume, and decorators: how they tick their children, and their results.

use super::tick::{Next, Tick, index};
use super::tree::NONE;
use super::{Kind, Leaves, Listener, Order, Policy, Status};

/// The numbers of successes and failures of a parallel, in one number.
pub(super) const ONE_SUCCESS: u64 = 1 << 32;
pub(super) const ONE_FAILURE: u64 = 1;

impl<L: Leaves, R: Listener> Tick<'_, L, R> {
    /// Ticks a node: starts it unless it is running, and continues at its current child.
    pub(super) fn turn(&mut self, at: usize) -> Next {
        let is_running = self.state.statuses[at] == Status::Running;
        let is_new = self.begins_anew(at);
        if !is_running {
            self.start(at);
            self.clear(at + 1, self.tree.end(at));
        }
        let state = &mut *self.state;
        match self.tree.kind(at) {
            Kind::Sequence { order, .. } | Kind::Selector { order, .. } => {
                let remembers = *order == Order::Remember && state.cursors[at] != NONE;
                if !remembers {
                    state.cursors[at] = index(at + 1);
                }
                return Next::Turn(state.cursors[at] as usize);
            }
            kind if kind.is_of_navigation() => return self.navigation_turn(at, is_running, is_new),
            Kind::Parallel { .. } => {
                if !is_running {
                    state.counts[at] = 0;
                }
                // There is one, since a parallel ends when all its children have ended.
                return self.next_turn(at, at + 1).map_or(Next::Answer(Status::Success), Next::Turn);
            }
            Kind::Cooldown { .. } if !is_running && state.tick < state.counts[at] => {
                return Next::Answer(Status::Failure);
            }
            Kind::Delay { ticks } => {
                if !is_running {
                    state.counts[at] = 0;
                }
                if state.counts[at] < *ticks {
                    state.counts[at] += 1;
                    return Next::Answer(Status::Running);
                }
            }
            Kind::RunOnce { then_skip } if state.cursors[at] != NONE => {
                let was_success = state.cursors[at] == 1;
                let is_success = if *then_skip { !self.is_in_selector(at) } else { was_success };
                return Next::Answer(Status::of(is_success));
            }
            Kind::Repeater { .. } | Kind::Repeat { .. } | Kind::Retry { .. } | Kind::Timeout { .. } if !is_running => {
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
            kind @ (Kind::Sequence { order, .. } | Kind::Selector { order, .. }) => {
                let going_on = Status::of(matches!(kind, Kind::Sequence { .. }));
                if answer == going_on && next < end {
                    state.cursors[parent] = index(next);
                    return Next::Turn(next);
                }
                match order {
                    Order::Reactive if answer != going_on => self.halt(next, end, child),
                    Order::Remember if answer == going_on => state.cursors[parent] = NONE,
                    _ => {}
                }
                answer
            }
            Kind::Parallel { policy, .. } => {
                match answer {
                    Status::Success => state.counts[parent] += ONE_SUCCESS,
                    Status::Failure => state.counts[parent] += ONE_FAILURE,
                    _ => {}
                }
                let decision = answer.is_result().then(|| self.decide(parent, *policy)).flatten();
                if decision.is_some() {
                    self.halt(parent + 1, end, parent);
                } else if let Some(next) = self.next_turn(parent, next) {
                    return Next::Turn(next);
                }
                decision.unwrap_or(Status::Running)
            }
            kind if kind.is_of_navigation() => return self.navigation_take(parent, child, answer),
            Kind::Inverter => answer.inverted(),
            Kind::Succeeder if answer.is_result() => Status::Success,
            Kind::Failer if answer.is_result() => Status::Failure,
            Kind::Repeater { times } if answer.is_result() => {
                state.counts[parent] += 1;
                again_until(*times == Some(state.counts[parent]), Status::Success)
            }
            Kind::UntilSuccess if answer.is_result() => again_until(is_success, Status::Success),
            Kind::UntilFailure if answer.is_result() => again_until(!is_success, Status::Success),
            Kind::KeepRunning if is_success => Status::Running,
            Kind::Repeat { times } if is_success => {
                state.counts[parent] += 1;
                again_until(*times == Some(state.counts[parent]), Status::Success)
            }
            Kind::Retry { attempts } if answer == Status::Failure => {
                state.counts[parent] += 1;
                again_until(*attempts == Some(state.counts[parent]), Status::Failure)
            }
            Kind::Timeout { ticks } if answer == Status::Running => {
                state.counts[parent] += 1;
                let is_over = state.counts[parent] >= *ticks;
                if is_over {
                    self.halt(child, end, parent);
                }
                again_until(is_over, Status::Failure)
            }
            Kind::Cooldown { ticks } if answer.is_result() => {
                state.counts[parent] = state.tick.saturating_add(*ticks);
                answer
            }
            Kind::RunOnce { .. } if answer.is_result() => {
                state.cursors[parent] = u32::from(is_success);
                answer
            }
            _ => answer,
        })
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
            Policy::Counts { success, failure } => {
                let most_failures = (children() + 1).saturating_sub(u64::from(success)).max(1);
                (u64::from(success), u64::from(failure).min(most_failures))
            }
            Policy::Wait { failures: most } => {
                let has_failed = failures >= u64::from(most);
                return (successes + failures == children()).then(|| Status::of(!has_failed));
            }
        };
        if successes >= success { Some(Status::Success) } else { (failures >= failure).then_some(Status::Failure) }
    }

    /// Whether a skipped node counts as failed, because its nearest composite is a selector.
    fn is_in_selector(&self, node: usize) -> bool {
        let composite = self.tree.composite_above(node);
        composite.is_some_and(|composite| matches!(self.tree.kind(composite), Kind::Selector { .. }))
    }
}
