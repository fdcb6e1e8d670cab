//! How the leaves that read ports are ticked.

use super::run::Tick;
use crate::behavior::entry::{Declared, NumberForm, Typed};
use crate::behavior::event::Listener;
use crate::behavior::expression::error::RunError;
use crate::behavior::leaves::Leaves;
use crate::behavior::library::leaf::{EntryTarget, LibraryLeaf};
use crate::behavior::library::node::Milliseconds;
use crate::behavior::port::Port;
use crate::behavior::status::Status;
use std::sync::Arc;

impl<L: Leaves, R: Listener> Tick<'_, L, R> {
    /// The result of a leaf in this tick. `counts` holds the ticks since its start.
    pub(in crate::behavior) fn library_leaf(&mut self, node: usize, leaf: &LibraryLeaf) -> Status {
        match leaf {
            LibraryLeaf::Sleep(time) => {
                if self.state.counts[node] == 1 {
                    let milliseconds = time.port.unsigned("msec", &self.state.blackboard);
                    let ticks = Milliseconds::ticks(self.or_fault(node, milliseconds, 0), time.tick_rate);
                    self.state.cursors[node] = u32::try_from(ticks).unwrap_or(u32::MAX);
                }
                let is_over = self.state.counts[node] > u64::from(self.state.cursors[node]);
                if is_over { Status::Success } else { Status::Running }
            }
            LibraryLeaf::Set { target, value } => {
                let written = self.set_entry(target, value);
                self.or_fault(node, written, Status::Failure)
            }
            LibraryLeaf::Unset(target) => {
                let key = self.entry_of(target, "key");
                if let Some(key) = self.or_fault(node, key, None) {
                    self.state.blackboard.remove(&key);
                }
                Status::Success
            }
            LibraryLeaf::WasUpdated(key) => {
                let (writes, before) = (self.state.blackboard.writes(key), self.state.cursors[node]);
                let writes = u32::try_from(writes).unwrap_or(u32::MAX);
                self.state.cursors[node] = writes;
                Status::of(before != writes)
            }
            LibraryLeaf::Queue(leaf) => self.queue_leaf(node, leaf),
        }
    }

    fn entry_of(&self, target: &EntryTarget, port: &str) -> Result<Option<Arc<str>>, RunError> {
        Ok(match target {
            EntryTarget::Key(key) => Some(Arc::clone(key)),
            EntryTarget::Named { by, prefix } => {
                let name = by.text(port, &self.state.blackboard)?;
                Some(name.strip_prefix('@').map_or_else(|| format!("{prefix}{name}").into(), Into::into))
            }
            EntryTarget::Nothing => None,
        })
    }

    /// Writes a value to an entry. The entry keeps its type, see the comments.
    fn set_entry(&mut self, target: &EntryTarget, value: &Port) -> Result<Status, RunError> {
        let Some(key) = self.entry_of(target, "output_key")? else { return Ok(Status::Success) };
        let board = &mut self.state.blackboard;
        let declared = board.declared(&key);
        match value {
            Port::Text(text) => {
                let before = board.typed(&key);
                let is_of_a_scene =
                    board.writes(&key) <= 1 && before.as_ref().is_some_and(|one| one.form == NumberForm::Plain);
                let is_number = before.is_some_and(|before| before.number().is_some());
                match declared {
                    Some(declared) => {
                        let typed = declared.parse(text)?;
                        board.write(&key, typed)?;
                    }
                    None if is_of_a_scene && is_number => {
                        let typed = Declared::Real.parse(text)?;
                        board.write(&key, Typed { form: NumberForm::Plain, ..typed })?;
                    }
                    // A script made the entry: that library has no way to read the text, and empties the entry.
                    None if board.has_entry(&key) && !is_of_a_scene => {
                        board.empty(&key);
                        board.retype(&key, Declared::Any);
                    }
                    None => {
                        board.write(&key, Typed::text(text))?;
                        board.retype(&key, Declared::Text);
                    }
                }
            }
            Port::Key(from) => {
                if !board.has_entry(from) {
                    return Err(RunError(format!(
                        "the port `value` reads the key `{from}`, which is not on the blackboard"
                    )));
                }
                let (Some(typed), is_new) = (board.typed(from), !board.has_entry(&key)) else {
                    return Ok(Status::Failure);
                };
                let source = board.declared(from).filter(|declared| declared.is_strict());
                match declared.filter(|declared| declared.is_strict()) {
                    Some(declared) if !declared.is_of(&typed) => {
                        let message = format!("`{key}` has another type, so it does not take {}", typed.shown());
                        return Err(RunError(message));
                    }
                    Some(_) => board.write(&key, typed)?,
                    None => {
                        board.write(&key, typed)?;
                        board.retype(&key, source.filter(|_| is_new).unwrap_or(Declared::Any));
                    }
                }
            }
        }
        Ok(Status::Success)
    }
}
