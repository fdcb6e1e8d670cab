//! The kinds of nodes, with what each of them is told.

use std::fmt;
use std::sync::Arc;

use super::{Action, Condition, Rates, Status};

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
    /// Two children, of Navigation2 (see `navigation.rs` for the sources): when the first fails, the second has its turn, and when that succeeds, the first once
    /// more in the same tick. Ends as the first when that succeeds or the retries are used up, and fails with the second.
    Recovery {
        /// How often the second may have its turn; without end if `None`.
        retries: Option<u64>,
    },
    /// Gives its children turns in order in every tick, of Navigation2: also those that have succeeded, and those before the
    /// last that was reached even while they run. Stops at that one when it runs, fails with the first that fails, and
    /// succeeds with the last child.
    PipelineSequence,
    /// Tries its children one after the other, of Navigation2, and goes on behind the child that succeeded last when it is
    /// started again. Fails when all have failed one after the other. An abort leads back to the first child.
    RoundRobin,
    /// Gives all children turns in every tick, of Navigation2. Fails with the first that fails, and succeeds when all
    /// succeed in the same tick.
    NonblockingSequence,
    /// A sequence, of Navigation2, that goes on at the same child after an abort.
    PersistentSequence {
        /// The key of the blackboard that has the index of that child.
        key: Option<Arc<str>>,
        /// Whether it begins at the first child after a failure.
        resets: bool,
    },
    /// Gives its child a turn when it begins, while the child runs, and this many ticks after the child last succeeded; of
    /// Navigation2.
    RateController {
        /// At least 1.
        ticks: u64,
    },
    /// The same whenever the body is so far from where it was when the child last succeeded.
    DistanceController {
        /// Metres, from 0.
        distance: f64,
    },
    /// The same at a rate that grows with the speed of the body.
    SpeedController {
        /// Which rate at which speed.
        rates: Rates,
        /// The keys of the goal: another goal begins anew.
        goals: [Arc<str>; 2],
    },
    /// The same whenever a goal on the blackboard has changed.
    GoalUpdatedController {
        /// The keys of the goal.
        goals: [Arc<str>; 2],
    },
    /// Copies values of the blackboard, and gives its child a turn; of Navigation2.
    GoalUpdater {
        /// From which key to which.
        copies: Vec<(Arc<str>, Arc<str>)>,
    },
    /// Runs its child to its end once and then fails, until it begins anew; of Navigation2.
    SingleTrigger,
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
            Self::Recovery { .. } => "recovery",
            Self::PipelineSequence => "pipeline_sequence",
            Self::RoundRobin => "round_robin",
            Self::NonblockingSequence => "nonblocking_sequence",
            Self::PersistentSequence { .. } => "persistent_sequence",
            Self::RateController { .. } => "rate_controller",
            Self::DistanceController { .. } => "distance_controller",
            Self::SpeedController { .. } => "speed_controller",
            Self::GoalUpdatedController { .. } => "goal_updated_controller",
            Self::GoalUpdater { .. } => "goal_updater",
            Self::SingleTrigger => "single_trigger",
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
        matches!(
            self,
            Self::Sequence { .. }
                | Self::Selector { .. }
                | Self::Parallel { .. }
                | Self::Recovery { .. }
                | Self::PipelineSequence
                | Self::RoundRobin
                | Self::NonblockingSequence
                | Self::PersistentSequence { .. }
                | Self::Unsupported { .. }
        )
    }

    /// Whether it is a node of Navigation2, see [`super::navigation`].
    pub(super) fn is_of_navigation(&self) -> bool {
        matches!(
            self,
            Self::Recovery { .. }
                | Self::PipelineSequence
                | Self::RoundRobin
                | Self::NonblockingSequence
                | Self::PersistentSequence { .. }
                | Self::RateController { .. }
                | Self::DistanceController { .. }
                | Self::SpeedController { .. }
                | Self::GoalUpdatedController { .. }
                | Self::GoalUpdater { .. }
                | Self::SingleTrigger
        )
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
