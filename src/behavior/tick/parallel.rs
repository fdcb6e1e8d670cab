//! `Parallel` and `ParallelAll`: each ticks all children that have neither succeeded nor failed.

use super::run::{Next, Tick, index};
use super::turn::{ONE_FAILURE, ONE_SUCCESS};
use crate::behavior::event::Listener;
use crate::behavior::expression::error::RunError;
use crate::behavior::leaves::Leaves;
use crate::behavior::library::memory::Limits;
use crate::behavior::library::node::{LibraryNode, Thresholds};
use crate::behavior::port::Port;
use crate::behavior::status::Status;

impl<L: Leaves, R: Listener> Tick<'_, L, R> {
    /// Reads the limits and ticks the first child that has not ended.
    pub(super) fn parallel_turn(&mut self, at: usize, node: &LibraryNode) -> Next {
        let children = self.tree.child_count(at) as u64;
        let limits = match node {
            LibraryNode::Parallel(ports) => self.limits(ports, children),
            LibraryNode::ParallelAll { failures } => self.limits_of_all(failures, children),
            _ => Ok(Limits::default()),
        };
        let limits = match limits {
            Ok(limits) => limits,
            Err(error) => {
                self.fault(at, &error);
                return Next::Answer(Status::Failure);
            }
        };
        self.state.library.limits.insert(index(at), limits);
        // The limits may have changed since the tick before.
        let is_first_over = self.state.statuses[at + 1].is_completed();
        if is_first_over
            && matches!(node, LibraryNode::Parallel(_))
            && let Some(decision) = self.decision(at)
        {
            return self.decided(at, decision);
        }
        match self.next_incomplete(at, at + 1) {
            Some(child) => Next::Turn(child),
            None => self.parallel_end(at, node),
        }
    }

    /// Counts a child's result, and ticks the next child or ends.
    pub(super) fn parallel_take(&mut self, parent: usize, child: usize, answer: Status, node: &LibraryNode) -> Next {
        let is_all = matches!(node, LibraryNode::ParallelAll { .. });
        match answer {
            Status::Success => self.state.counts[parent] += ONE_SUCCESS,
            Status::Failure => self.state.counts[parent] += ONE_FAILURE,
            Status::Skipped => {
                if let Some(limits) = self.state.library.limits.get_mut(&index(parent)) {
                    limits.skipped += 1;
                }
            }
            Status::Running | Status::Inactive => {}
        }
        if !is_all && let Some(decision) = self.decision(parent) {
            return self.decided(parent, decision);
        }
        match self.next_incomplete(parent, self.tree.end(child)) {
            Some(next) => Next::Turn(next),
            None => self.parallel_end(parent, node),
        }
    }

    /// The result after the last child.
    fn parallel_end(&mut self, at: usize, node: &LibraryNode) -> Next {
        let (limits, successes, failures) = self.counted(at);
        if limits.skipped == limits.children {
            return Next::Answer(Status::Skipped);
        }
        let is_all = matches!(node, LibraryNode::ParallelAll { .. });
        if is_all && limits.skipped + successes + failures >= limits.children {
            return self.decided(at, Status::of(failures < limits.failure));
        }
        Next::Answer(Status::Running)
    }

    fn decided(&mut self, at: usize, decision: Status) -> Next {
        self.state.counts[at] = 0;
        self.halt(at + 1, self.tree.end(at), at);
        Next::Answer(decision)
    }

    fn counted(&self, at: usize) -> (Limits, u64, u64) {
        let limits = self.state.library.limits.get(&index(at)).copied().unwrap_or_default();
        let counts = self.state.counts[at];
        (limits, counts >> 32, counts & u64::from(u32::MAX))
    }

    /// The result of a `Parallel`, given the children that have ended; `None` if it is undecided.
    fn decision(&self, at: usize) -> Option<Status> {
        let (limits, successes, failures) = self.counted(at);
        let skipped = if limits.counts_skipped { limits.skipped } else { 0 };
        if successes + skipped >= limits.success {
            return Some(Status::Success);
        }
        let is_lost = limits.children - failures < limits.success || failures == limits.failure;
        is_lost.then_some(Status::Failure)
    }

    fn limits(&self, ports: &Thresholds, children: u64) -> Result<Limits, RunError> {
        let success = ports.success.whole("success_count", self.state.blackboard())?;
        let failure = ports.failure.whole("failure_count", self.state.blackboard())?;
        let limits = Limits {
            children,
            success: counted_from(success, children),
            failure: counted_from(failure, children),
            counts_skipped: success < 0,
            skipped: 0,
        };
        for (name, limit, what) in
            [("success_count", limits.success, "succeed"), ("failure_count", limits.failure, "fail")]
        {
            if children < limit {
                let message =
                    format!("`{name}` is {limit}, but there are {children} children: the node can never {what}");
                return Err(RunError(message));
            }
        }
        Ok(limits)
    }

    fn limits_of_all(&self, failures: &Port, children: u64) -> Result<Limits, RunError> {
        let failure = counted_from(failures.whole("max_failures", self.state.blackboard())?, children);
        if children < failure {
            let message =
                format!("`max_failures` is {failure}, but there are {children} children: the node can never fail");
            return Err(RunError(message));
        }
        Ok(Limits { children, failure, ..Limits::default() })
    }

    /// The first child, from this one on, that has neither succeeded nor failed.
    fn next_incomplete(&self, parent: usize, from: usize) -> Option<usize> {
        let end = self.tree.end(parent);
        let mut at = from;
        while at < end {
            if !self.state.statuses[at].is_completed() {
                return Some(at);
            }
            at = self.tree.end(at);
        }
        None
    }
}

/// A negative number counts from the number of children.
fn counted_from(number: i64, children: u64) -> u64 {
    if number < 0 { (children + 1).saturating_sub(number.unsigned_abs()) } else { number.unsigned_abs() }
}
