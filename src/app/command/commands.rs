//! The commands while panels and menus are drawn: their entries, and the queue of those that were given.

use super::entry::CommandEntry;
use super::menu_facts::MenuFacts;
use super::scope::{KeyScope, Keyboard};
use super::shortcut::Press;
use super::table::Command;

/// The entries of all commands in the present state of the window. What commands do is in `app/actions/`, which makes
/// this value.
pub(in crate::app) struct CommandTable {
    entry: Box<dyn Fn(&Command) -> CommandEntry>,
    keyboard: Keyboard,
    menus: MenuFacts,
}

impl CommandTable {
    /// The table. `entry` makes the entry of a command; it is called only for commands that are shown or searched.
    pub(in crate::app) fn new(
        entry: impl Fn(&Command) -> CommandEntry + 'static,
        keyboard: Keyboard,
        menus: MenuFacts,
    ) -> Self {
        Self { entry: Box::new(entry), keyboard, menus }
    }

    /// The entry of a command.
    pub(in crate::app) fn entry(&self, command: &Command) -> CommandEntry {
        (self.entry)(command)
    }

    /// The command of a press: that of the innermost scope that applies.
    pub(in crate::app) fn command_of(&self, press: Press<'_>) -> Option<Command> {
        let mut best: Option<(KeyScope, Command)> = None;
        for command in Command::all() {
            let entry = self.entry(&command);
            let is_it = entry.shortcuts.iter().any(|shortcut| shortcut.matches(press));
            if is_it
                && entry.scope.applies(self.keyboard)
                && best.as_ref().is_none_or(|(scope, _)| entry.scope < *scope)
            {
                best = Some((entry.scope, command));
            }
        }
        best.map(|(_, command)| command)
    }
}

/// The table of this frame, and a queue. The window carries out the queue when all panels have been drawn.
pub(in crate::app) struct Commands {
    table: CommandTable,
    queue: Vec<Command>,
}

impl Commands {
    /// An empty queue.
    pub(in crate::app) fn new(table: CommandTable) -> Self {
        Self { table, queue: Vec::new() }
    }

    /// The entries of all commands.
    pub(in crate::app) fn table(&self) -> &CommandTable {
        &self.table
    }

    /// The entry of a command.
    pub(in crate::app) fn entry(&self, command: impl Into<Command>) -> CommandEntry {
        self.table.entry(&command.into())
    }

    /// What menus and buttons depend on beside the entries.
    pub(in crate::app) fn menus(&self) -> &MenuFacts {
        &self.table.menus
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
