//! The commands given while panels and menus are drawn: their context, and a queue.

use crate::app::actions::context::Context;
use crate::app::actions::table::Command;

/// The context of this frame, and a queue that [`App::carry_out_all`](crate::app::App::carry_out_all) empties.
#[derive(Debug)]
pub(in crate::app) struct Commands {
    context: Context,
    queue: Vec<Command>,
}

impl Commands {
    /// An empty queue.
    pub(in crate::app) fn new(context: Context) -> Self {
        Self { context, queue: Vec::new() }
    }

    /// The context of the commands.
    pub(in crate::app) fn context(&self) -> &Context {
        &self.context
    }

    /// Adds a command at the end of the queue.
    pub(in crate::app) fn push(&mut self, command: impl Into<Command>) {
        self.queue.push(command.into());
    }

    /// The number of commands in the queue.
    pub(in crate::app) fn len(&self) -> usize {
        self.queue.len()
    }

    /// The queue, in the order in which the commands were given.
    pub(in crate::app) fn into_queue(self) -> Vec<Command> {
        self.queue
    }
}
