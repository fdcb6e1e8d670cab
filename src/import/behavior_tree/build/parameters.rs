//! The kind of a node with its parameters, from the attributes of its element.

use super::super::kinds::{ElementKind, Entry};
use super::super::tree_file::Node;
use super::Build;
use super::ports::{self, Found};
use super::scope::ScopeId;
use crate::behavior::{Abort, Action, Condition, Expression, Kind, Policy};
use crate::source::error::SceneError;

impl Build<'_> {
    /// The kind of a known node with its parameters, as they stand in its attributes.
    pub(super) fn kind(&mut self, entry: &Entry, node: Node, scope: ScopeId) -> Result<Kind, SceneError> {
        let abort = Abort::None;
        if entry.tag.starts_with("Async") {
            let message = format!(
                "`{}` ticks like the node without `Async`: it does not wait for the next tick between its children",
                entry.tag
            );
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
            | ElementKind::GoalUpdater
            | ElementKind::PathLongerOnApproach
            | ElementKind::PauseResumeController => self.navigation_kind(entry.known, node, scope)?,
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
        let key = self.key_of(scope, ports::key(key).unwrap_or(key))?;
        let value = self.required(node, "value")?;
        Ok(Kind::Action(match ports::key(value) {
            Some(from) => Action::Expression(Expression::copy(&self.key_of(scope, from)?, &key)),
            None => Action::Set { key, value: ports::literal(value) },
        }))
    }

    /// How often a decorator repeats; `None` for −1.
    fn times(&mut self, node: Node, scope: ScopeId, name: &'static str) -> Result<Option<u64>, SceneError> {
        match self.whole(node, scope, name)? {
            Found::Missing => Err(self.missing(node, name, "such as `3`, or `-1` for unlimited")),
            Found::Value(-1) => Ok(None),
            Found::Value(times) => match u64::try_from(times) {
                Ok(times @ 1..) => Ok(Some(times)),
                _ => Err(self.wrong(node, name, "must be at least 1, or -1 for unlimited")),
            },
        }
    }

    /// Milliseconds as ticks, rounded up.
    fn ticks(&mut self, node: Node, scope: ScopeId, name: &'static str) -> Result<u64, SceneError> {
        match self.whole(node, scope, name)? {
            Found::Missing => Err(self.missing(node, name, "such as `1000`, in milliseconds")),
            Found::Value(time) => match u64::try_from(time) {
                Ok(time) => Ok(self.ticks_in(time)),
                Err(_negative) => Err(self.wrong(node, name, "must be a number of milliseconds, 0 or more")),
            },
        }
    }

    /// The number of children that decides a parallel. A negative number counts from the number of children: -1 is all,
    /// -2 is all but one.
    fn count(&mut self, node: Node, scope: ScopeId, names: &[&'static str], default: i64) -> Result<u32, SceneError> {
        let children = i64::try_from(self.document(node).children(node.element).count()).unwrap_or(i64::MAX);
        let name = names.iter().find(|name| self.element(node).attribute(name).is_some()).unwrap_or(&names[0]);
        let written = match self.whole(node, scope, name)? {
            Found::Missing => default,
            Found::Value(value) => value,
        };
        let count = if written < 0 { children.saturating_add(written).saturating_add(1).max(0) } else { written };
        if count > children && children > 0 {
            let message = format!("must be at most {children}, the number of children");
            return Err(self.wrong(node, name, &message));
        }
        if count == 0 {
            self.note(node, format!("`{name}` results in a threshold of 0 children; 1 is used instead"));
        }
        Ok(u32::try_from(count).unwrap_or(u32::MAX).max(1))
    }
}
