//! The node kinds of BehaviorTree.CPP that the engine supports, by tag.

use crate::behavior::{Action, Arity, ChildOrder, Declared, NodeKind, Script, Status};

/// A tag and its kind.
pub(super) struct TagKind {
    pub(super) tag: &'static str,
    pub(super) known: ElementKind,
    /// The attributes with a meaning, besides those of every node.
    pub(super) attributes: &'static [&'static str],
    /// Whether the tag is one of version 3 only.
    pub(super) is_old: bool,
}

#[derive(Clone, Copy)]
pub(super) enum ElementKind {
    Sequence(ChildOrder),
    Selector(ChildOrder),
    Parallel,
    ParallelAll,
    Plain(fn() -> NodeKind),
    Repeat,
    Retry,
    Timeout,
    Delay,
    RunOnce,
    /// With this number of cases.
    Switch(u8),
    IfThenElse,
    WhileDoElse,
    TryCatch,
    Precondition,
    /// Over elements of this type.
    Loop(Declared),
    /// With the result for an entry that was not written.
    EntryUpdated(Status),
    ConsumeQueue,
    PopFromQueue,
    QueueSize,
    WasEntryUpdated,
    UnsetBlackboard,
    SetBlackboard,
    Script,
    ScriptCondition,
    Sleep,
    /// A composite without parameters.
    Composite(fn() -> NodeKind),
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

const fn entry(tag: &'static str, known: ElementKind, attributes: &'static [&'static str]) -> TagKind {
    TagKind { tag, known, attributes, is_old: false }
}

const fn old(tag: &'static str, known: ElementKind, attributes: &'static [&'static str]) -> TagKind {
    TagKind { tag, known, attributes, is_old: true }
}

const COUNTS: &[&str] = &["success_count", "failure_count", "success_threshold", "failure_threshold", "threshold"];

const LOOP: &[&str] = &["queue", "if_empty", "value"];
const CASES: &[&str] = &["variable", "case_1", "case_2", "case_3", "case_4", "case_5", "case_6"];

pub(super) static ENTRIES: &[TagKind] = &[
    entry("Sequence", ElementKind::Sequence(ChildOrder::Resume), &[]),
    entry("ReactiveSequence", ElementKind::Sequence(ChildOrder::Reactive), &[]),
    entry("SequenceWithMemory", ElementKind::Sequence(ChildOrder::Remember), &[]),
    entry("AsyncSequence", ElementKind::Sequence(ChildOrder::Async), &[]),
    entry("Fallback", ElementKind::Selector(ChildOrder::Resume), &[]),
    entry("ReactiveFallback", ElementKind::Selector(ChildOrder::Reactive), &[]),
    entry("AsyncFallback", ElementKind::Selector(ChildOrder::Async), &[]),
    entry("Parallel", ElementKind::Parallel, COUNTS),
    entry("ParallelAll", ElementKind::ParallelAll, &["max_failures"]),
    entry("IfThenElse", ElementKind::IfThenElse, &[]),
    entry("WhileDoElse", ElementKind::WhileDoElse, &[]),
    entry("Switch2", ElementKind::Switch(2), CASES.split_at(3).0),
    entry("Switch3", ElementKind::Switch(3), CASES.split_at(4).0),
    entry("Switch4", ElementKind::Switch(4), CASES.split_at(5).0),
    entry("Switch5", ElementKind::Switch(5), CASES.split_at(6).0),
    entry("Switch6", ElementKind::Switch(6), CASES),
    entry("TryCatch", ElementKind::TryCatch, &["catch_on_halt"]),
    entry("Inverter", ElementKind::Plain(|| NodeKind::Inverter), &[]),
    entry("ForceSuccess", ElementKind::Plain(|| NodeKind::Succeeder), &[]),
    entry("ForceFailure", ElementKind::Plain(|| NodeKind::Failer), &[]),
    entry("KeepRunningUntilFailure", ElementKind::Plain(|| NodeKind::KeepRunning), &[]),
    entry("Repeat", ElementKind::Repeat, &["num_cycles"]),
    entry("RetryUntilSuccessful", ElementKind::Retry, &["num_attempts"]),
    entry("Timeout", ElementKind::Timeout, &["msec"]),
    entry("Delay", ElementKind::Delay, &["delay_msec"]),
    entry("RunOnce", ElementKind::RunOnce, &["then_skip"]),
    entry("Precondition", ElementKind::Precondition, &["if", "else"]),
    entry("LoopInt", ElementKind::Loop(Declared::Whole), LOOP),
    entry("LoopBool", ElementKind::Loop(Declared::Truth), LOOP),
    entry("LoopDouble", ElementKind::Loop(Declared::Real), LOOP),
    entry("LoopString", ElementKind::Loop(Declared::Text), LOOP),
    entry("SkipUnlessUpdated", ElementKind::EntryUpdated(Status::Skipped), &["entry"]),
    entry("WaitValueUpdate", ElementKind::EntryUpdated(Status::Running), &["entry"]),
    entry("ConsumeQueue", ElementKind::ConsumeQueue, &["queue", "popped_item"]),
    entry("AlwaysSuccess", ElementKind::Plain(|| NodeKind::Action(Action::Script(Script::always(true)))), &[]),
    entry("AlwaysFailure", ElementKind::Plain(|| NodeKind::Action(Action::Script(Script::always(false)))), &[]),
    entry("SetBlackboard", ElementKind::SetBlackboard, &["value", "output_key"]),
    entry("UnsetBlackboard", ElementKind::UnsetBlackboard, &["key"]),
    entry("WasEntryUpdated", ElementKind::WasEntryUpdated, &["entry"]),
    entry("PopFromQueue", ElementKind::PopFromQueue, &["queue", "popped_item"]),
    entry("QueueSize", ElementKind::QueueSize, &["queue", "size"]),
    entry("Script", ElementKind::Script, &["code"]),
    entry("ScriptCondition", ElementKind::ScriptCondition, &["code"]),
    entry("Sleep", ElementKind::Sleep, &["msec"]),
    entry("RecoveryNode", ElementKind::Recovery, &["number_of_retries"]),
    entry("PipelineSequence", ElementKind::Composite(|| NodeKind::PipelineSequence), &[]),
    entry("RoundRobin", ElementKind::Composite(|| NodeKind::RoundRobin), &[]),
    entry("NonblockingSequence", ElementKind::Composite(|| NodeKind::NonblockingSequence), &[]),
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
    entry("SingleTrigger", ElementKind::Plain(|| NodeKind::SingleTrigger), &[]),
    old("SequenceStar", ElementKind::Sequence(ChildOrder::Remember), &[]),
    old("FallbackStar", ElementKind::Selector(ChildOrder::Resume), &[]),
    old("RetryUntilSuccesful", ElementKind::Retry, &["num_attempts"]),
    old("ForceRunning", ElementKind::Plain(|| NodeKind::KeepRunning), &[]),
];

impl ElementKind {
    /// The number of its children.
    pub(super) fn arity(self) -> Arity {
        match self {
            Self::Sequence(_)
            | Self::Selector(_)
            | Self::Parallel
            | Self::ParallelAll
            | Self::Switch(_)
            | Self::IfThenElse
            | Self::WhileDoElse
            | Self::TryCatch
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
            | Self::Precondition
            | Self::Loop(_)
            | Self::EntryUpdated(_)
            | Self::ConsumeQueue
            | Self::RateController
            | Self::DistanceController
            | Self::SpeedController
            | Self::GoalUpdatedController
            | Self::GoalUpdater
            | Self::PathLongerOnApproach => Arity::One,
            Self::SetBlackboard
            | Self::UnsetBlackboard
            | Self::WasEntryUpdated
            | Self::PopFromQueue
            | Self::QueueSize
            | Self::Script
            | Self::ScriptCondition
            | Self::Sleep => Arity::None,
        }
    }
}

/// The kind of a tag; old tags only in old files.
pub(super) fn find(tag: &str, is_version_4: bool) -> Option<&'static TagKind> {
    ENTRIES.iter().find(|entry| entry.tag == tag && !(is_version_4 && entry.is_old))
}

/// All tags of version 4.
pub(super) fn tags() -> impl Iterator<Item = &'static str> {
    ENTRIES.iter().filter(|entry| !entry.is_old).map(|entry| entry.tag)
}

/// Whether a node is one of Navigation2.
#[cfg(test)]
pub(super) fn is_of_navigation(tag: &str) -> bool {
    let kind = ENTRIES.iter().find(|entry| entry.tag == tag).map(|entry| entry.known);
    matches!(
        kind,
        Some(
            ElementKind::Composite(_)
                | ElementKind::Recovery
                | ElementKind::PersistentSequence
                | ElementKind::RateController
                | ElementKind::DistanceController
                | ElementKind::SpeedController
                | ElementKind::GoalUpdatedController
                | ElementKind::GoalUpdater
                | ElementKind::PathLongerOnApproach
                | ElementKind::PauseResumeController
        )
    ) || tag == "SingleTrigger"
}
