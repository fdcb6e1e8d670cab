//! The node kinds of BehaviorTree.CPP that the engine supports, by tag.

use crate::behavior::{Action, Arity, Kind, Order, Script};

/// A tag and its kind.
pub(super) struct Entry {
    pub(super) tag: &'static str,
    pub(super) known: ElementKind,
    /// The attributes with a meaning, besides those of every node.
    pub(super) attributes: &'static [&'static str],
    /// Whether the tag is one of version 3 only.
    pub(super) is_old: bool,
}

#[derive(Clone, Copy)]
pub(super) enum ElementKind {
    Sequence(Order),
    Selector(Order),
    Parallel,
    ParallelAll,
    Plain(fn() -> Kind),
    Repeat,
    Retry,
    Timeout,
    Delay,
    RunOnce,
    SetBlackboard,
    Script,
    ScriptCondition,
    Sleep,
    /// A composite without parameters.
    Composite(fn() -> Kind),
    Recovery,
    PersistentSequence,
    RateController,
    DistanceController,
    SpeedController,
    GoalUpdatedController,
    GoalUpdater,
    PathLongerOnApproach,
    PauseResumeController,
}

const fn entry(tag: &'static str, known: ElementKind, attributes: &'static [&'static str]) -> Entry {
    Entry { tag, known, attributes, is_old: false }
}

const fn old(tag: &'static str, known: ElementKind, attributes: &'static [&'static str]) -> Entry {
    Entry { tag, known, attributes, is_old: true }
}

const COUNTS: &[&str] = &["success_count", "failure_count", "success_threshold", "failure_threshold", "threshold"];

pub(super) static ENTRIES: [Entry; 41] = [
    entry("Sequence", ElementKind::Sequence(Order::Resume), &[]),
    entry("ReactiveSequence", ElementKind::Sequence(Order::Reactive), &[]),
    entry("SequenceWithMemory", ElementKind::Sequence(Order::Remember), &[]),
    entry("AsyncSequence", ElementKind::Sequence(Order::Resume), &[]),
    entry("Fallback", ElementKind::Selector(Order::Resume), &[]),
    entry("ReactiveFallback", ElementKind::Selector(Order::Reactive), &[]),
    entry("AsyncFallback", ElementKind::Selector(Order::Resume), &[]),
    entry("Parallel", ElementKind::Parallel, COUNTS),
    entry("ParallelAll", ElementKind::ParallelAll, &["max_failures"]),
    entry("Inverter", ElementKind::Plain(|| Kind::Inverter), &[]),
    entry("ForceSuccess", ElementKind::Plain(|| Kind::Succeeder), &[]),
    entry("ForceFailure", ElementKind::Plain(|| Kind::Failer), &[]),
    entry("KeepRunningUntilFailure", ElementKind::Plain(|| Kind::KeepRunning), &[]),
    entry("Repeat", ElementKind::Repeat, &["num_cycles"]),
    entry("RetryUntilSuccessful", ElementKind::Retry, &["num_attempts"]),
    entry("Timeout", ElementKind::Timeout, &["msec"]),
    entry("Delay", ElementKind::Delay, &["delay_msec"]),
    entry("RunOnce", ElementKind::RunOnce, &["then_skip"]),
    entry("AlwaysSuccess", ElementKind::Plain(|| Kind::Action(Action::Script(Script::always(true)))), &[]),
    entry("AlwaysFailure", ElementKind::Plain(|| Kind::Action(Action::Script(Script::always(false)))), &[]),
    entry("SetBlackboard", ElementKind::SetBlackboard, &["value", "output_key"]),
    entry("Script", ElementKind::Script, &["code"]),
    entry("ScriptCondition", ElementKind::ScriptCondition, &["code"]),
    entry("Sleep", ElementKind::Sleep, &["msec"]),
    entry("RecoveryNode", ElementKind::Recovery, &["number_of_retries"]),
    entry("PipelineSequence", ElementKind::Composite(|| Kind::PipelineSequence), &[]),
    entry("RoundRobin", ElementKind::Composite(|| Kind::RoundRobin), &[]),
    entry("NonblockingSequence", ElementKind::Composite(|| Kind::NonblockingSequence), &[]),
    entry("PersistentSequence", ElementKind::PersistentSequence, &["current_child_idx", "reset_on_failure"]),
    entry("RateController", ElementKind::RateController, &["hz"]),
    entry("DistanceController", ElementKind::DistanceController, &["distance", "global_frame", "robot_base_frame"]),
    entry(
        "SpeedController",
        ElementKind::SpeedController,
        &["min_rate", "max_rate", "min_speed", "max_speed", "goal", "goals"],
    ),
    entry("GoalUpdatedController", ElementKind::GoalUpdatedController, &["goal", "goals"]),
    entry("GoalUpdater", ElementKind::GoalUpdater, &["input_goal", "input_goals", "output_goal", "output_goals"]),
    entry("PathLongerOnApproach", ElementKind::PathLongerOnApproach, &["path", "prox_len", "length_factor"]),
    entry("PauseResumeController", ElementKind::PauseResumeController, &["pause_service_name", "resume_service_name"]),
    entry("SingleTrigger", ElementKind::Plain(|| Kind::SingleTrigger), &[]),
    old("SequenceStar", ElementKind::Sequence(Order::Remember), &[]),
    old("FallbackStar", ElementKind::Selector(Order::Resume), &[]),
    old("RetryUntilSuccesful", ElementKind::Retry, &["num_attempts"]),
    old("ForceRunning", ElementKind::Plain(|| Kind::KeepRunning), &[]),
];

impl ElementKind {
    /// The number of its children.
    pub(super) fn arity(self) -> Arity {
        match self {
            Self::Sequence(_)
            | Self::Selector(_)
            | Self::Parallel
            | Self::ParallelAll
            | Self::Composite(_)
            | Self::Recovery
            | Self::PersistentSequence
            | Self::PauseResumeController => Arity::Some,
            Self::Plain(kind) => kind().arity(),
            Self::Repeat
            | Self::Retry
            | Self::Timeout
            | Self::Delay
            | Self::RunOnce
            | Self::RateController
            | Self::DistanceController
            | Self::SpeedController
            | Self::GoalUpdatedController
            | Self::GoalUpdater
            | Self::PathLongerOnApproach => Arity::One,
            Self::SetBlackboard | Self::Script | Self::ScriptCondition | Self::Sleep => Arity::None,
        }
    }
}

/// The kind of a tag; old tags only in old files.
pub(super) fn find(tag: &str, is_version_4: bool) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.tag == tag && !(is_version_4 && entry.is_old))
}

/// All tags of version 4.
pub(super) fn tags() -> impl Iterator<Item = &'static str> {
    ENTRIES.iter().filter(|entry| !entry.is_old).map(|entry| entry.tag)
}
