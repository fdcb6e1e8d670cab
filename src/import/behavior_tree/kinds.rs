//! The node kinds of BehaviorTree.CPP that the engine supports, by tag.

use super::build::Build;
use super::ports::Found;
use super::scope::ScopeId;
use super::tree_file::Node;
use crate::behavior::{Abort, Action, Arity, Condition, Expression, Kind, Order, Policy, Script};
use crate::source::error::SceneError;

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
}

const fn entry(tag: &'static str, known: ElementKind, attributes: &'static [&'static str]) -> Entry {
    Entry { tag, known, attributes, is_old: false }
}

const fn old(tag: &'static str, known: ElementKind, attributes: &'static [&'static str]) -> Entry {
    Entry { tag, known, attributes, is_old: true }
}

const COUNTS: &[&str] = &["success_count", "failure_count", "success_threshold", "failure_threshold", "threshold"];

pub(super) static ENTRIES: [Entry; 39] = [
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
            | Self::PersistentSequence => Arity::Some,
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
            | Self::GoalUpdater => Arity::One,
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

impl Build<'_> {
    /// The kind of a known node with the parameters in its attributes.
    pub(super) fn kind(&mut self, entry: &Entry, node: Node, scope: ScopeId) -> Result<Kind, SceneError> {
        let abort = Abort::None;
        if entry.tag.starts_with("Async") {
            let message = format!("`{}` ticks several children in one tick here", entry.tag);
            self.note(node, message);
        }
        Ok(match entry.known {
            ElementKind::Sequence(order) => Kind::Sequence { order, abort },
            ElementKind::Selector(order) => Kind::Selector { order, abort },
            ElementKind::Plain(kind) | ElementKind::Composite(kind) => kind(),
            ElementKind::Recovery
            | ElementKind::PersistentSequence
            | ElementKind::RateController
            | ElementKind::DistanceController
            | ElementKind::SpeedController
            | ElementKind::GoalUpdatedController
            | ElementKind::GoalUpdater => self.navigation_kind(entry.known, node, scope)?,
            ElementKind::Parallel => {
                let success = self.count(node, scope, &["success_count", "success_threshold", "threshold"], -1)?;
                let failure = self.count(node, scope, &["failure_count", "failure_threshold"], 1)?;
                Kind::Parallel { policy: Policy::Counts { success, failure }, abort }
            }
            ElementKind::ParallelAll => {
                let failures = self.count(node, scope, &["max_failures"], 1)?;
                Kind::Parallel { policy: Policy::Wait { failures }, abort }
            }
            ElementKind::Repeat => Kind::Repeat { times: self.times(node, scope, "num_cycles")? },
            ElementKind::Retry => Kind::Retry { attempts: self.times(node, scope, "num_attempts")? },
            ElementKind::Timeout => match self.ticks(node, scope, "msec")? {
                // Without time there is no limit.
                0 => Kind::Timeout { ticks: u64::MAX },
                ticks => Kind::Timeout { ticks },
            },
            ElementKind::Delay => Kind::Delay { ticks: self.ticks(node, scope, "delay_msec")? },
            ElementKind::Sleep => {
                // An action counts the tick in which it starts; a delay does not, and both last as long.
                let ticks = self.ticks(node, scope, "msec")?.saturating_add(1);
                Kind::Action(Action::Wait { ticks })
            }
            ElementKind::RunOnce => Kind::RunOnce { then_skip: self.truth(node, scope, "then_skip", true)? },
            ElementKind::SetBlackboard => self.set_blackboard(node, scope)?,
            ElementKind::Script => Kind::Action(Action::Expression(self.code(node, scope, "code")?)),
            ElementKind::ScriptCondition => Kind::Condition(Condition::Expression(self.code(node, scope, "code")?)),
        })
    }

    fn set_blackboard(&mut self, node: Node, scope: ScopeId) -> Result<Kind, SceneError> {
        let key = self.required(node, "output_key")?;
        let key = self.key_of(scope, super::ports::key(key).unwrap_or(key))?;
        let value = self.required(node, "value")?;
        Ok(Kind::Action(match super::ports::key(value) {
            Some(from) => Action::Expression(Expression::copy(&self.key_of(scope, from)?, &key)),
            None => Action::Set { key, value: super::ports::literal(value) },
        }))
    }

    /// The number of repetitions of a decorator; `None` for −1.
    fn times(&mut self, node: Node, scope: ScopeId, name: &'static str) -> Result<Option<u64>, SceneError> {
        match self.whole(node, scope, name)? {
            Found::Missing => Err(self.missing(node, name, "such as `3`, or `-1` for no limit")),
            Found::Value(-1) => Ok(None),
            Found::Value(times) => match u64::try_from(times) {
                Ok(times @ 1..) => Ok(Some(times)),
                _ => Err(self.wrong(node, name, "must be at least 1, or -1 for no limit")),
            },
        }
    }

    /// Milliseconds as ticks, rounded up.
    fn ticks(&mut self, node: Node, scope: ScopeId, name: &'static str) -> Result<u64, SceneError> {
        match self.whole(node, scope, name)? {
            Found::Missing => Err(self.missing(node, name, "such as `1000`, in milliseconds")),
            Found::Value(time) => match u64::try_from(time) {
                Ok(time) => Ok(self.ticks_in(time)),
                Err(_negative) => Err(self.wrong(node, name, "must be milliseconds from 0")),
            },
        }
    }

    /// The number of children for which a parallel waits. Negative numbers count from all children: -1 is all, -2 is
    /// all but one.
    fn count(&mut self, node: Node, scope: ScopeId, names: &[&'static str], default: i64) -> Result<u32, SceneError> {
        let children = i64::try_from(self.document(node).children(node.element).count()).unwrap_or(i64::MAX);
        let name = names.iter().find(|name| self.element(node).attribute(name).is_some()).unwrap_or(&names[0]);
        let written = match self.whole(node, scope, name)? {
            Found::Missing => default,
            Found::Value(value) => value,
        };
        let count = if written < 0 { children.saturating_add(written).saturating_add(1).max(0) } else { written };
        if count > children && children > 0 {
            let message = format!("is more than its {children} children, so that it could never be reached");
            return Err(self.wrong(node, name, &message));
        }
        if count == 0 {
            self.note(node, format!("`{name}` comes to 0; here it counts as 1"));
        }
        Ok(u32::try_from(count).unwrap_or(u32::MAX).max(1))
    }
}
