//! The kinds of nodes, with what each of them is told.

use std::fmt;
use std::sync::Arc;

use super::{Action, Condition, Status};

/// What a node is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Runs its children in order; fails with the first that fails, succeeds when all have succeeded.
    Sequence {
        /// Where it goes on.
        order: Order,
        /// When its conditions are watched.
        abort: Abort,
    },
    /// Runs its children in order; succeeds with the first that succeeds, fails when all have failed. Also called fallback.
    Selector {
        /// Where it goes on; never [`Order::Remember`].
        order: Order,
        /// When its conditions are watched.
        abort: Abort,
    },
    /// Gives all children a turn in every tick, in order. A child that ended waits. It ends with the child that decides
    /// it: later children get no turn in that tick, running ones are aborted.
    Parallel {
        /// When it ends.
        policy: Policy,
        /// When its conditions are watched.
        abort: Abort,
    },
    /// Ends with the other result.
    Inverter,
    /// Succeeds when its child ends.
    Succeeder,
    /// Fails when its child ends.
    Failer,
    /// Counts its child's runs, whatever their result, and starts it again in the next tick; ends in success.
    Repeater {
        /// At least 1; without end if `None`.
        times: Option<u64>,
    },
    /// Starts its child again in the next tick until that succeeds; ends in success.
    UntilSuccess,
    /// Starts its child again in the next tick until that fails; ends in success.
    UntilFailure,
    /// Fails and aborts its child when that still runs at the end of this many ticks.
    Timeout {
        /// At least 1.
        ticks: u64,
    },
    /// Fails without starting its child until this many ticks have passed since the child last ended: when it ended in
    /// tick n, it can start again in tick n + ticks.
    Cooldown {
        /// At least 1.
        ticks: u64,
    },
    /// Starts its child again in the next tick as long as that succeeds, up to a number of times; fails with it.
    Repeat {
        /// At least 1; without end if `None`.
        times: Option<u64>,
    },
    /// Starts its child again in the next tick as long as that fails, up to a number of times; succeeds with it.
    Retry {
        /// At least 1; without end if `None`.
        attempts: Option<u64>,
    },
    /// Starts its child again in the next tick as long as that succeeds; fails with it.
    KeepRunning,
    /// Runs for this many ticks before it starts its child: started in tick n, it starts it in tick n + ticks.
    Delay {
        /// From 0.
        ticks: u64,
    },
    /// Runs its child to its end once. From then on its parent passes it over, or it answers as the child did.
    RunOnce {
        /// Whether it is passed over.
        then_skip: bool,
    },
    /// Another tree at this place: ends as its child does.
    Subtree {
        /// Which tree.
        tree: Arc<str>,
    },
    /// An inner node that is not known; it ticks like a sequence.
    Unsupported {
        /// What it is called where it comes from.
        tag: Arc<str>,
    },
    /// Asks; a leaf.
    Condition(Condition),
    /// Does something; a leaf.
    Action(Action),
}

/// Where a sequence or selector goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// In the next tick at the child that runs; when started again, at the first.
    #[default]
    Resume,
    /// In every tick at the first child; later children that still run are aborted when an earlier one decides.
    Reactive,
    /// As [`Order::Resume`], but when it failed and is started again, at the child that failed.
    Remember,
}

/// When the conditions whose nearest composite this is are watched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Abort {
    /// Never.
    #[default]
    None,
    /// While a later child of that composite runs.
    Own,
    /// After the composite has ended and while a later sibling of it runs under its parent composite.
    LowerPriority,
    /// In both cases.
    Both,
}

/// When a parallel ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// Success when all have succeeded, failure with the first that fails.
    #[default]
    All,
    /// Success with the first that succeeds, failure when all have failed.
    Any,
    /// Success with the n-th that succeeds, failure as soon as that cannot be, or with the m-th that fails.
    Counts {
        /// From 1, at most the number of children.
        success: u32,
        /// From 1, at most the number of children.
        failure: u32,
    },
    /// Waits for all; then fails if at least so many failed, and succeeds otherwise.
    Wait {
        /// From 1.
        failures: u32,
    },
}

impl Abort {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::None, Self::Own, Self::LowerPriority, Self::Both];

    /// As in scene files.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Own => "self",
            Self::LowerPriority => "lower_priority",
            Self::Both => "both",
        }
    }

    /// Whether conditions are watched while a later child runs.
    pub fn is_own(self) -> bool {
        matches!(self, Self::Own | Self::Both)
    }

    /// Whether conditions are watched while a later sibling of the composite runs.
    pub fn is_lower_priority(self) -> bool {
        matches!(self, Self::LowerPriority | Self::Both)
    }
}

/// How many children a kind of node has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// A leaf.
    None,
    /// A decorator.
    One,
    /// A composite: at least one.
    Some,
}

impl Kind {
    /// As in reports.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Sequence { order: Order::Resume, .. } => "sequence",
            Self::Sequence { order: Order::Reactive, .. } => "reactive_sequence",
            Self::Sequence { order: Order::Remember, .. } => "sequence_with_memory",
            Self::Selector { order: Order::Reactive, .. } => "reactive_selector",
            Self::Selector { .. } => "selector",
            Self::Parallel { .. } => "parallel",
            Self::Inverter => "inverter",
            Self::Succeeder => "succeeder",
            Self::Failer => "failer",
            Self::Repeater { .. } => "repeater",
            Self::UntilSuccess => "until_success",
            Self::UntilFailure => "until_failure",
            Self::Timeout { .. } => "timeout",
            Self::Cooldown { .. } => "cooldown",
            Self::Repeat { .. } => "repeat",
            Self::Retry { .. } => "retry",
            Self::KeepRunning => "keep_running",
            Self::Delay { .. } => "delay",
            Self::RunOnce { .. } => "run_once",
            Self::Subtree { .. } => "subtree",
            Self::Unsupported { .. } => "unsupported",
            Self::Condition(_) => "condition",
            Self::Action(_) => "action",
        }
    }

    /// How many children it has.
    pub fn arity(&self) -> Arity {
        match self {
            Self::Condition(_) | Self::Action(_) => Arity::None,
            _ if self.is_composite() => Arity::Some,
            _ => Arity::One,
        }
    }

    /// Whether it decides among several children.
    pub fn is_composite(&self) -> bool {
        matches!(self, Self::Sequence { .. } | Self::Selector { .. } | Self::Parallel { .. } | Self::Unsupported { .. })
    }

    /// What a leaf answers whose script has one answer.
    pub(super) fn only_answer(&self) -> Option<Status> {
        match self {
            Self::Condition(Condition::Script(script)) | Self::Action(Action::Script(script)) => match script.answers()
            {
                [answer] => Some(*answer),
                _ => None,
            },
            _ => None,
        }
    }

    /// When the conditions of a composite are watched.
    pub fn abort(&self) -> Abort {
        match self {
            Self::Sequence { abort, .. } | Self::Selector { abort, .. } | Self::Parallel { abort, .. } => *abort,
            _ => Abort::None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
