//! The inner nodes that read ports, and what a script adds to one.

use std::sync::Arc;

use super::queue::{ConsumeQueue, Loop};
use super::switch::Switch;
use crate::behavior::arity::Arity;
use crate::behavior::entry::Declared;
use crate::behavior::expression::program::Expression;
use crate::behavior::port::Port;
use crate::behavior::status::Status;

/// An inner node that reads ports, or that no other library has.
#[derive(Clone, Debug, PartialEq)]
pub enum LibraryNode {
    /// Ticks all children in every tick, except those that have succeeded or failed.
    Parallel(Box<Thresholds>),
    /// Ticks all children until each has ended; then fails if enough of them failed.
    ParallelAll {
        /// The number of failures; a negative one counts from the number of children.
        failures: Port,
    },
    /// Ticks the child whose case equals a variable, else the last child.
    Switch(Box<Switch>),
    /// Ticks its second child if the first succeeds, else the third.
    IfThenElse,
    /// The same, and ticks the first child again in every tick.
    WhileDoElse,
    /// Ticks its children as a sequence, except the last one. When one fails, ticks the last child, then fails.
    TryCatch {
        /// Whether the last child is ticked once, too, when the node is halted.
        catch_on_halt: Port,
    },
    /// Ticks its child again as long as it succeeds, up to a number of times.
    Repeat {
        /// -1 for no limit.
        num_cycles: Port,
    },
    /// Ticks its child again as long as it fails, up to a number of times.
    Retry {
        /// -1 for no limit.
        num_attempts: Port,
    },
    /// Halts its child and fails if it still runs after a time.
    Timeout(Milliseconds),
    /// Ticks its child after a time.
    Delay(Milliseconds),
    /// Runs its child to its end once.
    RunOnce {
        /// Whether it is skipped from then on. Else it returns the same result again.
        then_skip: Port,
    },
    /// Ticks its child if a script is true.
    Precondition(Box<Precondition>),
    /// Ticks its child once for each element of a queue.
    Loop(Box<Loop>),
    /// Ticks its child if an entry of the blackboard was written since its last tick.
    EntryUpdated {
        /// The entry.
        key: Arc<str>,
        /// The result if it was not.
        otherwise: Status,
    },
    /// Ticks its child once for each element of a queue on the blackboard, in one tick if the child does not run on.
    ConsumeQueue(Box<ConsumeQueue>),
}

/// The ports of a parallel. A negative number counts from the number of children: -1 is all, -2 is all but one.
#[derive(Clone, Debug, PartialEq)]
pub struct Thresholds {
    /// The number of successes with which it succeeds.
    pub success: Port,
    /// The number of failures with which it fails.
    pub failure: Port,
}

/// A time.
#[derive(Clone, Debug, PartialEq)]
pub struct Milliseconds {
    /// From 0.
    pub port: Port,
    /// The tick rate of the agent, in ticks per second.
    pub tick_rate: f64,
}

/// A node that tests a script.
#[derive(Clone, Debug, PartialEq)]
pub struct Precondition {
    /// The script. It is not run while the child runs.
    pub condition: Expression,
    /// The result if it is false.
    pub otherwise: Port,
}

impl Milliseconds {
    /// The time in ticks, rounded up.
    pub(in crate::behavior) fn ticks(milliseconds: u64, tick_rate: f64) -> u64 {
        // A whole number of ticks may be slightly exceeded by rounding.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` stops at both ends")]
        let ticks = (milliseconds as f64 * tick_rate / 1000.0 * (1.0 - 1e-12)).ceil() as u64;
        ticks
    }
}

impl LibraryNode {
    /// The word in reports.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Parallel(_) => "parallel",
            Self::ParallelAll { .. } => "parallel_all",
            Self::Switch(_) => "switch",
            Self::IfThenElse => "if_then_else",
            Self::WhileDoElse => "while_do_else",
            Self::TryCatch { .. } => "try_catch",
            Self::Repeat { .. } => "repeat",
            Self::Retry { .. } => "retry",
            Self::Timeout(_) => "timeout",
            Self::Delay(_) => "delay",
            Self::RunOnce { .. } => "run_once",
            Self::Precondition(_) => "precondition",
            Self::Loop(_) => "loop",
            Self::EntryUpdated { otherwise: Status::Running, .. } => "wait_value_update",
            Self::EntryUpdated { .. } => "skip_unless_updated",
            Self::ConsumeQueue(_) => "consume_queue",
        }
    }

    /// The number of children that it must have.
    pub fn arity(&self) -> Arity {
        match self {
            Self::Parallel(_)
            | Self::ParallelAll { .. }
            | Self::Switch(_)
            | Self::IfThenElse
            | Self::WhileDoElse
            | Self::TryCatch { .. } => Arity::Some,
            _ => Arity::One,
        }
    }

    /// Whether it runs, inside that library, from the moment in which it ticks a child.
    pub(in crate::behavior) fn runs_at_once(&self) -> bool {
        !matches!(self, Self::Switch(_) | Self::Precondition(_) | Self::EntryUpdated { .. } | Self::Loop(_))
    }

    /// Whether its children are reset when it is skipped.
    pub(in crate::behavior) fn resets_when_skipped(&self) -> bool {
        matches!(
            self,
            Self::IfThenElse | Self::WhileDoElse | Self::TryCatch { .. } | Self::Repeat { .. } | Self::Retry { .. }
        )
    }

    /// Whether it may be skipped although its child is not.
    pub(in crate::behavior) fn can_skip(&self) -> bool {
        match self {
            Self::EntryUpdated { otherwise, .. } => *otherwise == Status::Skipped,
            Self::RunOnce { then_skip } => !matches!(&*then_skip.written(), "false" | "0"),
            Self::Precondition(one) => !matches!(&*one.otherwise.written(), "FAILURE" | "SUCCESS" | "RUNNING"),
            Self::Loop(one) => !matches!(&*one.if_empty.written(), "FAILURE" | "SUCCESS" | "RUNNING"),
            _ => false,
        }
    }

    /// Its parameters in a few words.
    pub fn described(&self) -> String {
        let word = self.word().replace('_', " ");
        match self {
            Self::Parallel(ports) => format!(
                "parallel, succeeds when {} succeed, fails when {} fail",
                ports.success.written(),
                ports.failure.written()
            ),
            Self::ParallelAll { failures } => {
                format!("parallel, waits for all, fails when {} or more fail", failures.written())
            }
            Self::Switch(switch) => format!("switch {}", switch.variable.as_ref().map_or("".into(), Port::written)),
            Self::Repeat { num_cycles: times } | Self::Retry { num_attempts: times } => match &*times.written() {
                "-1" => format!("{word} ∞"),
                times => format!("{word} ×{times}"),
            },
            Self::Timeout(time) | Self::Delay(time) => format!("{word} {} ms", time.port.written()),
            Self::RunOnce { .. } => "once".to_owned(),
            Self::Precondition(precondition) => format!("if {}", precondition.condition.text()),
            Self::Loop(one) => format!("loop over {}", one.queue.written()),
            Self::ConsumeQueue(one) => format!("consume {}", one.queue),
            Self::EntryUpdated { key, .. } => format!("{word}: {key}"),
            Self::IfThenElse | Self::WhileDoElse | Self::TryCatch { .. } => word,
        }
    }

    /// The types of the keys that its ports declare.
    pub fn declares(&self, mut declare: impl FnMut(&Arc<str>, Declared)) {
        let mut port = |port: &Port, declared: Declared| {
            if let Port::Key(key) = port {
                declare(key, declared);
            }
        };
        match self {
            Self::Parallel(ports) => {
                port(&ports.success, Declared::Whole);
                port(&ports.failure, Declared::Whole);
            }
            Self::ParallelAll { failures: whole }
            | Self::Repeat { num_cycles: whole }
            | Self::Retry { num_attempts: whole } => port(whole, Declared::Whole),
            Self::Switch(switch) => {
                for text in switch.variable.iter().chain(switch.cases.iter().flatten()) {
                    port(text, Declared::Text);
                }
            }
            Self::TryCatch { catch_on_halt: truth } | Self::RunOnce { then_skip: truth } => {
                port(truth, Declared::Truth);
            }
            Self::Timeout(time) | Self::Delay(time) => port(&time.port, Declared::Unsigned),
            Self::Loop(one) => {
                if let Some(key) = &one.value {
                    declare(key, one.of);
                }
            }
            Self::IfThenElse
            | Self::WhileDoElse
            | Self::Precondition(_)
            | Self::EntryUpdated { .. }
            | Self::ConsumeQueue(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn milliseconds_are_rounded_up_to_ticks() {
        for (milliseconds, tick_rate, ticks) in
            [(0, 10.0, 0), (1, 10.0, 1), (100, 10.0, 1), (101, 10.0, 2), (50, 60.0, 3)]
        {
            assert_eq!(Milliseconds::ticks(milliseconds, tick_rate), ticks, "{milliseconds} {tick_rate}");
        }
    }
}
