//! The end of an agent by an exception of BehaviorTree.CPP.

use super::super::tick::Tick;
use crate::behavior::event::Listener;
use crate::behavior::expression::RunError;
use crate::behavior::leaves::Leaves;

/// The error that ended an agent. It makes no more ticks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The tick of the agent, counted from 1.
    pub tick: u64,
    /// The node that failed.
    pub node: usize,
    /// What happened.
    pub message: String,
}

impl<L: Leaves, R: Listener> Tick<'_, L, R> {
    /// Ends the agent at this node. The first error counts.
    pub(in super::super) fn fault(&mut self, node: usize, error: &RunError) {
        if self.state.fault.is_none() {
            let (tick, message) = (self.state.tick, error.to_string());
            self.listener.log(tick, node, || message.clone());
            self.state.fault = Some(Box::new(Fault { tick, node, message }));
        }
    }

    /// The value; after an error, `otherwise`, and the agent ends at this node.
    pub(in super::super) fn or_fault<T>(&mut self, node: usize, value: Result<T, RunError>, otherwise: T) -> T {
        value.unwrap_or_else(|error| {
            self.fault(node, &error);
            otherwise
        })
    }
}
