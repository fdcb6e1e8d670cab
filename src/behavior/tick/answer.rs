//! The results of leaves. Scripts are evaluated inline, because the benchmarks compare them with leaves of other
//! libraries.

#![expect(clippy::inline_always, reason = "else the compiler emits a call for each leaf")]

use super::run::Tick;
use crate::behavior::event::{LONGEST_MESSAGE, Listener};
use crate::behavior::kind::NodeKind;
use crate::behavior::leaf::{Action, Condition};
use crate::behavior::leaves::Leaves;
use crate::behavior::status::Status;
use crate::random::mixed;

impl<L: Leaves, R: Listener> Tick<'_, L, R> {
    /// The result of a condition.
    #[inline(always)]
    pub(super) fn ask(&mut self, node: usize) -> Status {
        match self.tree.kind(node) {
            NodeKind::Condition(Condition::Script(script)) => script.answer(self.state.tick),
            NodeKind::Condition(condition) => self.evaluate_leaf(node, condition),
            _ => Status::Failure,
        }
    }

    fn evaluate_leaf(&mut self, node: usize, condition: &Condition) -> Status {
        let state = &*self.state;
        match condition {
            Condition::Script(script) => script.answer(state.tick),
            Condition::Blackboard { key, comparison, value } => {
                Status::of(state.blackboard.get(key).is_some_and(|found| comparison.holds(found, value)))
            }
            Condition::Every { ticks } => Status::of(state.tick.is_multiple_of(*ticks)),
            Condition::Random { chance } => Status::of(chance_of(state.seed, node, state.tick) < *chance),
            Condition::Expression(expression) => {
                let held = expression.holds(&mut self.state.blackboard);
                Status::of(self.or_fault(node, held, false))
            }
            Condition::Sense(sense) => {
                self.listener.about(node);
                Status::of(self.leaves.sense(sense, self.listener))
            }
        }
    }

    /// The result of an action in this tick.
    #[inline(always)]
    pub(super) fn act(&mut self, node: usize, count: u64) -> Status {
        match self.tree.kind(node) {
            NodeKind::Action(Action::Script(script)) => script.answer(count),
            NodeKind::Action(action) => self.act_unscripted(node, action),
            _ => Status::Failure,
        }
    }

    fn act_unscripted(&mut self, node: usize, action: &Action) -> Status {
        let state = &mut *self.state;
        match action {
            Action::Script(script) => script.answer(state.counts[node]),
            Action::Wait { ticks } if state.counts[node] < *ticks => Status::Running,
            Action::Wait { .. } => Status::Success,
            Action::Set { key, value } => {
                state.blackboard.set(key, value.clone());
                Status::Success
            }
            Action::Log { message } => {
                let blackboard = &state.blackboard;
                self.listener.log(state.tick, node, || blackboard.fill_in(message, LONGEST_MESSAGE));
                Status::Success
            }
            Action::Expression(expression) => {
                let ran = expression.run(&mut state.blackboard).map(drop);
                self.or_fault(node, ran, ());
                Status::Success
            }
            Action::Library(leaf) => self.library_leaf(node, leaf),
            Action::Motion(act) => {
                self.listener.about(node);
                let memory = &mut state.cursors[node];
                self.leaves.act(act, memory, state.counts[node] == 1, self.listener)
            }
        }
    }
}

/// A uniform number from 0 to below 1, a pure function of its arguments.
fn chance_of(seed: u64, node: usize, tick: u64) -> f64 {
    let bits = mixed(mixed(mixed(seed) ^ node as u64) ^ tick);
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}
