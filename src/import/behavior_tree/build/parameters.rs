//! The kind of a node with its parameters, from the attributes of its element.

use super::super::kinds::{ElementKind, TagKind};
use super::super::tree_file::ElementNode;
use super::expand::Build;
use super::ports::{self, Literal};
use super::scope::ScopeId;
use crate::behavior::{
    Abort, Action, Condition, ConsumeQueue, EntryTarget, LibraryLeaf, LibraryNode, Loop, Milliseconds, NodeKind, Port,
    Precondition, QueueLeaf, Switch, Thresholds,
};
use crate::source::error::SceneError;

impl Build<'_> {
    /// The kind of a known node with its parameters, as they stand in its attributes.
    pub(super) fn kind(&mut self, entry: &TagKind, node: ElementNode, scope: ScopeId) -> Result<NodeKind, SceneError> {
        let abort = Abort::None;
        Ok(match entry.known {
            ElementKind::Sequence(order) => NodeKind::Sequence { order, abort },
            ElementKind::Selector(order) => NodeKind::Selector { order, abort },
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
            ElementKind::Sleep
            | ElementKind::SetBlackboard
            | ElementKind::UnsetBlackboard
            | ElementKind::WasEntryUpdated
            | ElementKind::PopFromQueue
            | ElementKind::QueueSize => {
                let leaf = self.library_leaf(entry.known, node, scope)?;
                NodeKind::Action(Action::Library(Box::new(leaf)))
            }
            ElementKind::Script => NodeKind::Action(Action::Expression(self.code(node, scope, "code")?)),
            ElementKind::ScriptCondition => NodeKind::Condition(Condition::Expression(self.code(node, scope, "code")?)),
            _ => NodeKind::Library(self.library_node(entry.known, node, scope)?),
        })
    }

    fn library_node(
        &mut self,
        known: ElementKind,
        node: ElementNode,
        scope: ScopeId,
    ) -> Result<LibraryNode, SceneError> {
        Ok(match known {
            ElementKind::Parallel => {
                let success = self.count(node, scope, &["success_count", "success_threshold", "threshold"], "-1")?;
                let failure = self.count(node, scope, &["failure_count", "failure_threshold"], "1")?;
                LibraryNode::Parallel(Box::new(Thresholds { success, failure }))
            }
            ElementKind::ParallelAll => {
                LibraryNode::ParallelAll { failures: self.count(node, scope, &["max_failures"], "1")? }
            }
            ElementKind::Switch(cases) => {
                let variable = self.port(node, scope, "variable", Literal::Any)?;
                let case = |number: u8| self.port(node, scope, &format!("case_{number}"), Literal::Any);
                let cases = (1..=cases).map(case).collect::<Result<_, _>>()?;
                LibraryNode::Switch(Box::new(Switch { variable, cases }))
            }
            ElementKind::WhileDoElse => LibraryNode::WhileDoElse,
            ElementKind::TryCatch => {
                LibraryNode::TryCatch { catch_on_halt: self.truth_port(node, scope, "catch_on_halt", "false")? }
            }
            ElementKind::Repeat => LibraryNode::Repeat { num_cycles: self.times(node, scope, "num_cycles")? },
            ElementKind::Retry => LibraryNode::Retry { num_attempts: self.times(node, scope, "num_attempts")? },
            ElementKind::Timeout => LibraryNode::Timeout(self.time(node, scope, "msec")?),
            ElementKind::Delay => LibraryNode::Delay(self.time(node, scope, "delay_msec")?),
            ElementKind::RunOnce => {
                LibraryNode::RunOnce { then_skip: self.truth_port(node, scope, "then_skip", "true")? }
            }
            ElementKind::Precondition => {
                let otherwise = self.port(node, scope, "else", Literal::Status)?;
                let otherwise = otherwise.unwrap_or_else(|| Port::Text("FAILURE".into()));
                let condition = self.code(node, scope, "if")?;
                LibraryNode::Precondition(Box::new(Precondition { condition, otherwise }))
            }
            ElementKind::Loop(of) => {
                self.required(node, "queue")?;
                let queue = self.port(node, scope, "queue", Literal::Any)?.unwrap_or_else(|| Port::Text("".into()));
                let if_empty = self.port(node, scope, "if_empty", Literal::Status)?;
                let if_empty = if_empty.unwrap_or_else(|| Port::Text("SUCCESS".into()));
                let one = Loop { queue, if_empty, value: self.output(node, scope, "value")?, of };
                if one.check().is_err() {
                    return Err(self.wrong(node, "queue", "must be values of this loop with `;` between them"));
                }
                LibraryNode::Loop(Box::new(one))
            }
            ElementKind::EntryUpdated(otherwise) => {
                LibraryNode::EntryUpdated { key: self.entry(node, scope, "entry")?, otherwise }
            }
            ElementKind::ConsumeQueue => LibraryNode::ConsumeQueue(Box::new(self.queue(node, scope)?)),
            // One node remains. It has no parameters.
            _ => LibraryNode::IfThenElse,
        })
    }

    fn library_leaf(
        &mut self,
        known: ElementKind,
        node: ElementNode,
        scope: ScopeId,
    ) -> Result<LibraryLeaf, SceneError> {
        Ok(match known {
            ElementKind::Sleep => LibraryLeaf::Sleep(self.time(node, scope, "msec")?),
            ElementKind::SetBlackboard => {
                let target = self.target(node, scope, "output_key")?;
                self.required(node, "value")?;
                let value = self.port(node, scope, "value", Literal::Any)?.unwrap_or_else(|| Port::Text("".into()));
                LibraryLeaf::Set { target, value }
            }
            ElementKind::UnsetBlackboard => {
                let target = match self.target(node, scope, "key")? {
                    // A key that leads to another tree stays there.
                    EntryTarget::Key(key) if !self.is_own(node, scope, &key) => EntryTarget::Nothing,
                    target => target,
                };
                LibraryLeaf::Unset(target)
            }
            ElementKind::PopFromQueue => LibraryLeaf::Queue(QueueLeaf::Pop(self.queue(node, scope)?)),
            ElementKind::QueueSize => {
                let size = self.output(node, scope, "size")?;
                LibraryLeaf::Queue(QueueLeaf::Size { queue: self.entry(node, scope, "queue")?, size })
            }
            // One leaf remains.
            _ => LibraryLeaf::WasUpdated(self.entry(node, scope, "entry")?),
        })
    }

    fn queue(&mut self, node: ElementNode, scope: ScopeId) -> Result<ConsumeQueue, SceneError> {
        let popped_item = self.output(node, scope, "popped_item")?;
        Ok(ConsumeQueue { queue: self.entry(node, scope, "queue")?, popped_item })
    }

    /// The entry that a port names: its text, or the value of a key.
    fn target(&mut self, node: ElementNode, scope: ScopeId, name: &str) -> Result<EntryTarget, SceneError> {
        let written = self.required(node, name)?;
        let Some(key) = ports::key(written) else { return Ok(EntryTarget::Key(self.key_of(scope, written)?)) };
        let by = Port::Key(self.key_of(scope, key)?);
        self.note(node, format!("`{name}` is the name of the entry, so the braces mean an entry that holds this name"));
        Ok(EntryTarget::Named { by, prefix: self.scopes.prefix(scope).into() })
    }

    /// Whether the key that a node removes is of its own tree.
    fn is_own(&self, node: ElementNode, scope: ScopeId, key: &str) -> bool {
        let written = self.element(node).attribute("key").unwrap_or_default();
        !written.starts_with('@') && *self.scopes.private(scope, written) == *key
    }

    /// How often a decorator repeats.
    fn times(&mut self, node: ElementNode, scope: ScopeId, name: &str) -> Result<Port, SceneError> {
        let port = self.port(node, scope, name, Literal::Whole)?;
        port.ok_or_else(|| self.missing(node, name, "such as `3`, or `-1` for unlimited"))
    }

    fn time(&mut self, node: ElementNode, scope: ScopeId, name: &str) -> Result<Milliseconds, SceneError> {
        let port = self.port(node, scope, name, Literal::Time)?;
        let port = port.ok_or_else(|| self.missing(node, name, "such as `1000`, in milliseconds"))?;
        Ok(Milliseconds { port, tick_rate: self.setting.tick_rate })
    }

    fn truth_port(&mut self, node: ElementNode, scope: ScopeId, name: &str, default: &str) -> Result<Port, SceneError> {
        let port = self.port(node, scope, name, Literal::Truth)?;
        Ok(port.unwrap_or_else(|| Port::Text(default.into())))
    }

    /// The number of children that decides a parallel, by one of its names.
    fn count(&mut self, node: ElementNode, scope: ScopeId, names: &[&str], default: &str) -> Result<Port, SceneError> {
        let name = names.iter().find(|name| self.element(node).attribute(name).is_some()).unwrap_or(&names[0]);
        let port = self.port(node, scope, name, Literal::Whole)?;
        Ok(port.unwrap_or_else(|| Port::Text(default.into())))
    }
}
