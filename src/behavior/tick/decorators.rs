//! The decorators that read ports: how they tick their child, and their results.

use super::run::{Next, Tick};
use crate::behavior::event::Listener;
use crate::behavior::expression::error::RunError;
use crate::behavior::leaves::Leaves;
use crate::behavior::library::node::{LibraryNode, Milliseconds};
use crate::behavior::status::Status;
use crate::behavior::tree::NONE;

/// Of a timer in `counts`: it has not started, or it has run out without effect. Else the tick in which it runs out.
const STOPPED: u64 = 0;
const SPENT: u64 = u64::MAX;

/// A counter and the limit of 32 bits that it runs to, in one number.
fn packed(count: u64, limit: i64) -> u64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "limits have 32 bits")]
    let limit = limit as i32 as u32;
    (count << 32) | u64::from(limit)
}

fn unpacked(packed: u64) -> (u64, i64) {
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "limits have 32 bits")]
    let limit = packed as u32 as i32;
    (packed >> 32, i64::from(limit))
}

/// Whether there is another run.
fn goes_on(count: u64, limit: i64) -> bool {
    limit == -1 || i64::try_from(count).is_ok_and(|count| count < limit)
}

impl<L: Leaves, R: Listener> Tick<'_, L, R> {
    /// Ticks a library node that has started. `is_idle` is true when it begins anew in this tick.
    pub(in crate::behavior) fn library_turn(&mut self, at: usize, node: &LibraryNode, is_idle: bool) -> Next {
        let child = at + 1;
        match node {
            LibraryNode::Parallel(_) | LibraryNode::ParallelAll { .. } => return self.parallel_turn(at, node),
            LibraryNode::Switch(switch) if self.has_children(at, switch.cases.len() + 1..=switch.cases.len() + 1) => {
                return self.switch_turn(at, switch);
            }
            LibraryNode::IfThenElse if self.has_children(at, 2..=3) => return self.if_turn(at),
            LibraryNode::WhileDoElse if self.has_children(at, 2..=3) => {}
            LibraryNode::TryCatch { .. } if self.has_children(at, 2..=usize::MAX) => return self.try_turn(at),
            LibraryNode::Switch(_)
            | LibraryNode::IfThenElse
            | LibraryNode::WhileDoElse
            | LibraryNode::TryCatch { .. } => return Next::Answer(Status::Failure),
            LibraryNode::Repeat { num_cycles: port } | LibraryNode::Retry { num_attempts: port } => {
                let is_repeat = matches!(node, LibraryNode::Repeat { .. });
                let name = if is_repeat { "num_cycles" } else { "num_attempts" };
                let limit = port.whole(name, &self.state.blackboard);
                let limit = self.or_fault(at, limit, 0);
                let (count, _) = unpacked(self.state.counts[at]);
                if !goes_on(count, limit) {
                    self.state.counts[at] = 0;
                    return Next::Answer(Status::of(is_repeat));
                }
                self.state.counts[at] = packed(count, limit);
                return self.enter_child(at);
            }
            LibraryNode::Timeout(time) => {
                if !self.starts_timer(at, "msec", time, |ticks| if ticks == 0 { None } else { Some(ticks) }) {
                    return Next::Answer(Status::Failure);
                }
                if self.state.counts[at] != SPENT && self.state.tick >= self.state.counts[at] {
                    let was_running = self.is_active(child);
                    self.state.counts[at] = SPENT;
                    if was_running {
                        self.halt(child, self.tree.end(at), at);
                        self.state.counts[at] = STOPPED;
                        return Next::Answer(Status::Failure);
                    }
                }
            }
            LibraryNode::Delay(time) => {
                if !self.starts_timer(at, "delay_msec", time, |ticks| Some(ticks.max(1))) {
                    return Next::Answer(Status::Failure);
                }
                if self.state.tick < self.state.counts[at] {
                    return Next::Answer(Status::Running);
                }
            }
            LibraryNode::RunOnce { then_skip } => {
                let is_skipped = then_skip.truth("then_skip", &self.state.blackboard).unwrap_or(true);
                match self.state.cursors[at] {
                    NONE => {}
                    _ if is_skipped => return Next::Answer(Status::Skipped),
                    result => return Next::Answer(Status::of(result == 1)),
                }
            }
            LibraryNode::Precondition(precondition) => {
                let otherwise = precondition.otherwise.status("else", &self.state.blackboard);
                let otherwise = self.or_fault(at, otherwise, Status::Failure);
                if self.state.cursors[at] == NONE {
                    let holds = precondition.condition.holds(&mut self.state.blackboard);
                    if !self.or_fault(at, holds, false) {
                        return Next::Answer(otherwise);
                    }
                    self.state.cursors[at] = 1;
                }
            }
            LibraryNode::Loop(one) => return self.loop_turn(at, one, is_idle),
            LibraryNode::EntryUpdated { key, otherwise } => {
                if self.state.cursors[at] == NONE {
                    let writes = self.state.blackboard.writes(key);
                    let before = std::mem::replace(&mut self.state.counts[at], writes);
                    if before == writes {
                        return Next::Answer(*otherwise);
                    }
                }
            }
            LibraryNode::ConsumeQueue(one) => return self.consume_turn(at, one),
        }
        Next::Turn(child)
    }

    /// The next step after a child's result.
    pub(in crate::behavior) fn library_take(
        &mut self,
        parent: usize,
        child: usize,
        answer: Status,
        node: &LibraryNode,
    ) -> Next {
        Next::Answer(match node {
            LibraryNode::Parallel(_) | LibraryNode::ParallelAll { .. } => {
                return self.parallel_take(parent, child, answer, node);
            }
            LibraryNode::Switch(_) => return self.switch_take(parent, child, answer),
            LibraryNode::IfThenElse => return self.if_take(parent, child, answer),
            LibraryNode::WhileDoElse => return self.while_take(parent, child, answer),
            LibraryNode::TryCatch { .. } => return self.try_take(parent, child, answer),
            LibraryNode::Repeat { .. } => match answer {
                Status::Success => return self.again(parent, Status::Success),
                Status::Failure => {
                    self.state.counts[parent] = 0;
                    answer
                }
                _ => answer,
            },
            LibraryNode::Retry { num_attempts } => match answer {
                Status::Failure => {
                    // The child may have changed the limit.
                    if let Ok(limit) = num_attempts.whole("num_attempts", &self.state.blackboard) {
                        let (count, _) = unpacked(self.state.counts[parent]);
                        self.state.counts[parent] = packed(count, limit);
                    }
                    return self.again(parent, Status::Failure);
                }
                Status::Success => {
                    self.state.counts[parent] = 0;
                    answer
                }
                _ => answer,
            },
            LibraryNode::Timeout(_) | LibraryNode::Delay(_) => {
                if answer.is_completed() {
                    self.state.counts[parent] = STOPPED;
                }
                answer
            }
            LibraryNode::RunOnce { .. } => {
                if answer.is_completed() {
                    self.state.cursors[parent] = u32::from(answer == Status::Success);
                }
                answer
            }
            LibraryNode::Precondition(_) => {
                if answer.is_completed() {
                    self.state.cursors[parent] = NONE;
                }
                answer
            }
            LibraryNode::EntryUpdated { .. } => {
                self.state.cursors[parent] = if answer == Status::Running { 1 } else { NONE };
                answer
            }
            LibraryNode::Loop(_) => {
                self.state.cursors[parent] = if answer == Status::Running { 1 } else { NONE };
                if answer == Status::Failure { Status::Failure } else { Status::Running }
            }
            LibraryNode::ConsumeQueue(one) => return self.consume_take(parent, answer, one),
        })
    }

    /// Whether a node has a number of children with which it can be ticked. If not, the agent ends there.
    fn has_children(&mut self, at: usize, wanted: std::ops::RangeInclusive<usize>) -> bool {
        let found = self.tree.child_count(at);
        let is_so = wanted.contains(&found);
        if !is_so {
            let wanted = match (*wanted.start(), *wanted.end()) {
                (start, usize::MAX) => format!("at least {start}"),
                (start, end) if start == end => start.to_string(),
                (start, end) => format!("{start} to {end}"),
            };
            self.fault(at, &RunError(format!("the node needs {wanted} children, found {found}")));
        }
        is_so
    }

    /// Ticks the child, and remembers in `cursors` whether it ran before.
    fn enter_child(&mut self, at: usize) -> Next {
        self.state.cursors[at] = u32::from(self.is_active(at + 1));
        Next::Turn(at + 1)
    }

    /// Counts a run of the child of a decorator that repeats. If the child ran before this tick, its next run starts in
    /// this tick, else in the next one.
    fn again(&mut self, at: usize, at_the_end: Status) -> Next {
        let (count, limit) = unpacked(self.state.counts[at]);
        let count = count + 1;
        if !goes_on(count, limit) {
            self.state.counts[at] = 0;
            return Next::Answer(at_the_end);
        }
        self.state.counts[at] = packed(count, limit);
        if self.state.cursors[at] == 1 {
            self.state.cursors[at] = 0;
            return Next::Turn(at + 1);
        }
        Next::Answer(Status::Running)
    }

    /// Reads the port, and starts the timer unless it has started. `length` gives the length of the timer from the ticks of
    /// the port; `None` when it never runs out. Returns whether the port has a value.
    fn starts_timer(&mut self, at: usize, name: &str, time: &Milliseconds, length: fn(u64) -> Option<u64>) -> bool {
        let milliseconds = match time.port.unsigned(name, &self.state.blackboard) {
            Ok(milliseconds) => milliseconds,
            Err(error) => {
                self.fault(at, &error);
                return false;
            }
        };
        if self.state.counts[at] == STOPPED {
            let ticks = Milliseconds::ticks(milliseconds, time.tick_rate);
            self.state.counts[at] = length(ticks).map_or(SPENT, |ticks| self.state.tick.saturating_add(ticks));
        }
        true
    }

    /// What a library node forgets when it is halted.
    pub(super) fn forget(&mut self, at: usize, node: &LibraryNode) {
        match node {
            LibraryNode::Parallel(_)
            | LibraryNode::ParallelAll { .. }
            | LibraryNode::Switch(_)
            | LibraryNode::Repeat { .. }
            | LibraryNode::Retry { .. }
            | LibraryNode::Timeout(_)
            | LibraryNode::Delay(_) => self.state.counts[at] = 0,
            LibraryNode::IfThenElse | LibraryNode::EntryUpdated { .. } => self.state.cursors[at] = NONE,
            LibraryNode::TryCatch { catch_on_halt } => {
                self.caught_on_halt(at, catch_on_halt);
                (self.state.cursors[at], self.state.counts[at]) = (NONE, 0);
            }
            // The others keep what they know, as there.
            LibraryNode::WhileDoElse
            | LibraryNode::RunOnce { .. }
            | LibraryNode::Precondition(_)
            | LibraryNode::Loop(_)
            | LibraryNode::ConsumeQueue(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_and_its_limit_share_a_number() {
        for (count, limit) in [(0, -1), (7, 3), (u64::from(u32::MAX), i64::from(i32::MIN))] {
            assert_eq!(unpacked(packed(count, limit)), (count, limit));
        }
        assert!(goes_on(5, -1) && goes_on(0, 1));
        assert!(!goes_on(1, 1) && !goes_on(0, 0) && !goes_on(0, -5));
    }
}
