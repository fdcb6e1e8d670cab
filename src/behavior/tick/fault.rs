//! Ends an agent by an error.

use super::run::Tick;
use crate::behavior::event::Listener;
use crate::behavior::expression::error::RunError;
use crate::behavior::leaves::Leaves;
use crate::behavior::library::fault::Fault;

impl<L: Leaves, R: Listener> Tick<'_, L, R> {
    /// Ends the agent at this node. The first error counts.
    pub(in crate::behavior) fn fault(&mut self, node: usize, error: &RunError) {
        if self.state.fault.is_none() {
            let (tick, message) = (self.state.tick, error.to_string());
            self.listener.log(tick, node, || message.clone());
            self.state.fault = Some(Box::new(Fault { tick, node, message }));
        }
    }

    /// The value; after an error, `otherwise`, and the agent ends at this node.
    pub(in crate::behavior) fn or_fault<T>(&mut self, node: usize, value: Result<T, RunError>, otherwise: T) -> T {
        value.unwrap_or_else(|error| {
            self.fault(node, &error);
            otherwise
        })
    }
}
