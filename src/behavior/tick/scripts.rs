//! When the scripts around a node run.

use super::run::Tick;
use crate::behavior::event::Listener;
use crate::behavior::expression::program::Expression;
use crate::behavior::kind::NodeKind;
use crate::behavior::leaves::Leaves;
use crate::behavior::library::node::LibraryNode;
use crate::behavior::status::Status;
use crate::behavior::tree::NONE;

impl<L: Leaves, R: Listener> Tick<'_, L, R> {
    /// The result that the scripts before a node give it instead of its turn; `None` for a turn. `is_idle` is whether the
    /// node would start.
    pub(in crate::behavior) fn before_turn(&mut self, at: usize, was_active: bool, is_idle: bool) -> Option<Status> {
        let tree = self.tree;
        let scripts = tree.scripts(at)?;
        let if_true = [
            (&scripts.failure_if, Status::Failure),
            (&scripts.success_if, Status::Success),
            (&scripts.skip_if, Status::Skipped),
        ];
        for (script, result) in if_true.into_iter().filter(|_| is_idle) {
            if let Some(script) = script
                && self.holds(at, script)
            {
                return Some(result);
            }
        }
        let is_asked = is_idle || was_active;
        let script = scripts.while_true.as_ref().filter(|_| is_asked)?;
        if self.holds(at, script) {
            return None;
        }
        let (is_running, end) = (self.state.statuses[at] == Status::Running, self.tree.end(at));
        if is_running {
            self.halt(at, end, at);
        } else if was_active {
            self.halt(at + 1, end, at);
            self.forget_halted(at);
        }
        Some(Status::Skipped)
    }

    fn holds(&mut self, at: usize, script: &Expression) -> bool {
        let holds = script.holds(&mut self.state.blackboard);
        // After an error the result has no effect.
        self.or_fault(at, holds, false)
    }

    /// Runs the scripts after a node that has succeeded or failed.
    pub(in crate::behavior) fn after_turn(&mut self, at: usize, answer: Status) {
        let tree = self.tree;
        let Some(scripts) = tree.scripts(at) else { return };
        let own = match answer {
            Status::Success => &scripts.on_success,
            Status::Failure => &scripts.on_failure,
            _ => return,
        };
        for script in own.iter().chain(&scripts.post) {
            let ran = script.run(&mut self.state.blackboard).map(drop);
            self.or_fault(at, ran, ());
        }
    }

    /// What happens at a node that is halted, after its children are: it forgets its place, then its script runs.
    pub(super) fn forget_halted(&mut self, at: usize) {
        let tree = self.tree;
        if let NodeKind::Library(node) = tree.kind(at) {
            self.forget(at, node);
        }
        if let Some(script) = tree.scripts(at).and_then(|scripts| scripts.on_halted.as_ref()) {
            let ran = script.run(&mut self.state.blackboard).map(drop);
            self.or_fault(at, ran, ());
        }
    }

    /// Whether a skipped node is still running inside that library. `was_active` is whether it ran before this tick.
    pub(in crate::behavior) fn lingers(&self, at: usize, was_active: bool) -> bool {
        let runs_at_once = match self.tree.kind(at) {
            // It runs until its child has ended once.
            NodeKind::Library(LibraryNode::RunOnce { .. }) => self.state.cursors[at] == NONE,
            NodeKind::Library(node) => node.runs_at_once(),
            NodeKind::Condition(_) | NodeKind::Action(_) => false,
            _ => true,
        };
        was_active || runs_at_once
    }

    /// Whether a node resets its children when it is skipped.
    pub(in crate::behavior) fn resets_when_skipped(&self, at: usize) -> bool {
        match self.tree.kind(at) {
            NodeKind::Sequence { .. } | NodeKind::Selector { .. } => true,
            NodeKind::Library(node) => LibraryNode::resets_when_skipped(node),
            _ => false,
        }
    }
}
