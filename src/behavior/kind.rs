//! The kinds of nodes and their parameters.
//!
//! A node whose children were all skipped is skipped, and a decorator hands `skipped` on.

use std::fmt;
use std::sync::Arc;

use super::arity::Arity;
use super::leaf::{Action, Condition};
use super::library::node::LibraryNode;
use super::navigation::{Approach, Calls, Rates};
use super::status::Status;

/// The kind of a node, with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind {
    /// Runs its children in order; fails with the first that fails, succeeds when all have succeeded or were skipped.
    Sequence {
        /// The child at which it continues.
        order: ChildOrder,
        /// When its conditions are watched.
        abort: Abort,
    },
    /// Runs its children in order; succeeds with the first that succeeds, fails when all have failed or were skipped.
    /// Also called fallback.
    Selector {
        /// The child at which it continues; never [`ChildOrder::Remember`].
        order: ChildOrder,
        /// When its conditions are watched.
        abort: Abort,
    },
    /// Ticks all children in every tick, in order, except those that have ended. It ends with the child that decides
    /// it: later children are not ticked in that tick, and running ones are aborted.
    Parallel {
        /// When it ends.
        policy: Policy,
        /// When its conditions are watched.
        abort: Abort,
    },
    /// Ends with the opposite result of its child.
    Inverter,
    /// Succeeds when its child ends.
    Succeeder,
    /// Fails when its child ends.
    Failer,
    /// Counts its child's runs, whatever their result, and starts it again in the next tick; ends in success.
    Repeater {
        /// At least 1; unlimited if `None`.
        times: Option<u64>,
    },
    /// Starts its child again in the next tick until the child succeeds; ends in success.
    UntilSuccess,
    /// Starts its child again in the next tick until the child fails; ends in success.
    UntilFailure,
    /// Fails and aborts its child if the child is still running after this many ticks.
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
    /// Starts its child again in the next tick as long as the child succeeds or is skipped; fails with the child.
    KeepRunning,
    /// BehaviorTree.CPP. A node that reads ports.
    Library(LibraryNode),
    /// The root of another tree at this place; ends with the result of its child.
    Subtree {
        /// The id of the tree.
        tree: Arc<str>,
    },
    /// Navigation2 (see `navigation.rs` for the sources). Has two children. When the first fails, it ticks the second,
    /// and when the second succeeds, the first again in the same tick. Ends with the result of the first when that
    /// succeeds or the retries are used up, and fails with the second.
    Recovery {
        /// The greatest number of starts of the second child; unlimited if `None`.
        retries: Option<u64>,
    },
    /// Navigation2. Ticks its children in order in every tick, also those that have succeeded, up to the last child
    /// that was reached. A running child before that one does not stop it. Fails with the first child that fails, and
    /// succeeds with the last child.
    PipelineSequence,
    /// Navigation2. Ticks its children one after the other until one succeeds. When it is started again, it continues
    /// behind that child. Fails when all children have failed in a row. After an abort it continues at the first child.
    RoundRobin,
    /// Navigation2. Ticks all children in every tick. Fails with the first child that fails, and succeeds when all
    /// succeed in the same tick.
    NonblockingSequence,
    /// Navigation2. A sequence that continues at the same child after an abort.
    PersistentSequence {
        /// The blackboard key with the index of that child.
        key: Option<Arc<str>>,
        /// Whether it starts at the first child after a failure.
        resets: bool,
    },
    /// Navigation2. Ticks its child when it starts, while the child runs, and this many ticks after the child last
    /// succeeded.
    RateController {
        /// At least 1.
        ticks: u64,
    },
    /// The same, whenever the body has moved this far since the child last succeeded.
    DistanceController {
        /// Metres, at least 0.
        distance: f64,
    },
    /// The same at a rate that grows with the speed of the body.
    SpeedController {
        /// The rates by speed. They are boxed, so that a [`NodeKind`] is small: a tree may have a million nodes.
        rates: Box<Rates>,
        /// The blackboard keys of the goal. When the goal changes, it starts again.
        goals: [Arc<str>; 2],
    },
    /// The same, whenever a goal on the blackboard has changed.
    GoalUpdatedController {
        /// The blackboard keys of the goal.
        goals: [Arc<str>; 2],
    },
    /// Navigation2. Copies values of the blackboard, then ticks its child.
    GoalUpdater {
        /// Source and target keys.
        copies: Vec<(Arc<str>, Arc<str>)>,
    },
    /// Navigation2. Runs its child to its end once. After that it fails until it starts again.
    SingleTrigger,
    /// Navigation2. Ticks its child while the path on the blackboard became much longer near the goal, see
    /// [`Approach`]. Else succeeds without its child.
    PathLongerOnApproach(Approach),
    /// Navigation2. Has one child for each of its states: resumed, paused, on pause and on resume. All but the first may
    /// be missing. Starts resumed, and ends with the first child. See [`Calls`] for the changes of the state.
    PauseResumeController(Calls),
    /// An inner node of an unknown kind; it ticks like a sequence.
    Unsupported {
        /// The name of the kind in the source file.
        tag: Arc<str>,
    },
    /// A leaf that tests something.
    Condition(Condition),
    /// A leaf that does something.
    Action(Action),
}

/// The child at which a sequence or selector continues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChildOrder {
    /// It continues at the running child in the next tick, and at the first child when it is started again.
    #[default]
    Resume,
    /// It starts at the first child in every tick. When an earlier child decides, running later children are aborted.
    Reactive,
    /// As [`ChildOrder::Async`], but after a failure or an abort it continues at the same child.
    Remember,
    /// As [`ChildOrder::Resume`], but it ticks the next child in the next tick when a child ended in the tick in which it
    /// started.
    Async,
}

/// When a composite watches its conditions: those whose nearest composite it is.
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
    /// Success when all have succeeded or were skipped, failure with the first that fails.
    #[default]
    All,
    /// Success with the first that succeeds, failure when all have failed or were skipped.
    Any,
}

impl Abort {
    /// The word in scene files.
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

impl NodeKind {
    /// The word in reports.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Sequence { order: ChildOrder::Resume, .. } => "sequence",
            Self::Sequence { order: ChildOrder::Reactive, .. } => "reactive_sequence",
            Self::Sequence { order: ChildOrder::Remember, .. } => "sequence_with_memory",
            Self::Sequence { order: ChildOrder::Async, .. } => "async_sequence",
            Self::Selector { order: ChildOrder::Reactive, .. } => "reactive_selector",
            Self::Selector { order: ChildOrder::Async, .. } => "async_selector",
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
            Self::KeepRunning => "keep_running",
            Self::Library(node) => node.word(),
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
            Self::PathLongerOnApproach(_) => "path_longer_on_approach",
            Self::PauseResumeController(_) => "pause_resume_controller",
            Self::Unsupported { .. } => "unsupported",
            Self::Condition(_) => "condition",
            Self::Action(_) => "action",
        }
    }

    /// The number of children that it must have.
    pub fn arity(&self) -> Arity {
        match self {
            Self::Condition(_) | Self::Action(_) => Arity::None,
            Self::Library(node) => node.arity(),
            _ if self.is_composite() => Arity::Some,
            _ => Arity::One,
        }
    }

    /// Whether it is a composite.
    pub fn is_composite(&self) -> bool {
        if let Self::Library(node) = self {
            return node.arity() == Arity::Some;
        }
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
                | Self::PauseResumeController(_)
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
                | Self::PathLongerOnApproach(_)
                | Self::PauseResumeController(_)
        )
    }

    /// The result of a leaf whose script has one result.
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

impl fmt::Display for NodeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
