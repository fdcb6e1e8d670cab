//! Queues: `LoopInt`, `LoopBool`, `LoopDouble` and `LoopString`, and the older `ConsumeQueue`, `PopFromQueue` and
//! `QueueSize`.
//!
//! A queue is a text with `;` between its elements, or a list on the blackboard. A loop takes its elements when it starts.
//! The older nodes remove elements from the blackboard.

use std::collections::VecDeque;
use std::sync::Arc;

use super::super::entry::{Declared, Form, Typed};
use super::super::tick::{Next, Tick, index};
use super::super::tree::NONE;
use crate::behavior::blackboard::Blackboard;
use crate::behavior::event::Listener;
use crate::behavior::expression::RunError;
use crate::behavior::leaves::Leaves;
use crate::behavior::port::Port;
use crate::behavior::status::Status;
use crate::behavior::value::Value;

/// The ports of a loop.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// The elements.
    pub queue: Port,
    /// The result without an element.
    pub if_empty: Port,
    /// The key that receives the element.
    pub value: Option<Arc<str>>,
    /// The type of the elements.
    pub of: Declared,
}

/// The keys of a decorator that consumes a queue.
#[derive(Clone, Debug, PartialEq)]
pub struct ConsumeQueue {
    /// The key of the queue.
    pub queue: Arc<str>,
    /// The key that receives the element.
    pub popped_item: Option<Arc<str>>,
}

/// A leaf that uses a queue.
#[derive(Clone, Debug, PartialEq)]
pub enum QueueLeaf {
    /// Removes the first element; fails without one.
    Pop(ConsumeQueue),
    /// Writes the number of elements; fails if it is 0.
    Size {
        /// The key of the queue.
        queue: Arc<str>,
        /// The key that receives the number.
        size: Option<Arc<str>>,
    },
}

impl Loop {
    /// Checks the elements of a queue that is a text.
    ///
    /// # Errors
    /// If one is not of the type.
    pub fn check(&self) -> Result<(), RunError> {
        match &self.queue {
            Port::Text(text) => self.elements(&Typed::text(text)).map(drop),
            Port::Key(_) => Ok(()),
        }
    }

    /// The elements of a value.
    fn elements(&self, found: &Typed) -> Result<VecDeque<Typed>, RunError> {
        match &found.value {
            Value::Text(text) => parts(text).map(|part| self.of.parse(part)).collect(),
            Value::List(items) => items.iter().map(|item| self.element(item)).collect(),
            _ => Err(RunError(format!(
                "the port `queue` needs a list, or a text such as `1;2`, found {}",
                found.shown()
            ))),
        }
    }

    fn element(&self, item: &Value) -> Result<Typed, RunError> {
        let form = if self.of == Declared::Real { Form::Real } else { Form::Whole };
        let typed = Typed { value: item.clone(), form };
        match typed.as_text() {
            Some(text) => self.of.parse(text),
            None if self.of == Declared::Text => Ok(Typed::text(&item.to_string())),
            None => Ok(typed),
        }
    }
}

impl<L: Leaves, R: Listener> Tick<'_, L, R> {
    /// Hands out the next element and ticks the child; `cursors` is 1 while the child runs.
    pub(super) fn loop_turn(&mut self, at: usize, one: &Loop, is_idle: bool) -> Next {
        if is_idle {
            self.state.cursors[at] = NONE;
            self.state.library.queues.remove(&index(at));
        }
        if self.state.cursors[at] != NONE {
            return Next::Turn(at + 1);
        }
        if !self.state.library.queues.contains_key(&index(at)) {
            let found = one.queue.found("queue", &self.state.blackboard);
            let elements = found.and_then(|found| one.elements(&found));
            let elements = self.or_fault(at, elements, VecDeque::new());
            self.state.library.queues.insert(index(at), elements);
        }
        let next = self.state.library.queues.get_mut(&index(at)).and_then(VecDeque::pop_front);
        let Some(next) = next else {
            let result = one.if_empty.status("if_empty", &self.state.blackboard);
            return Next::Answer(self.or_fault(at, result, Status::Failure));
        };
        self.hand_out(at, one.value.as_ref(), next, one.of);
        Next::Turn(at + 1)
    }

    fn hand_out(&mut self, at: usize, key: Option<&Arc<str>>, element: Typed, of: Declared) {
        if let Some(key) = key {
            let written = self.state.blackboard.output(key, element, of);
            self.or_fault(at, written, ());
        }
    }

    /// Ticks the child, which runs, or hands out the next element.
    pub(super) fn consume_turn(&mut self, at: usize, one: &ConsumeQueue) -> Next {
        if self.state.cursors[at] != NONE {
            return Next::Turn(at + 1);
        }
        self.consume_next(at, Status::Success, one)
    }

    pub(super) fn consume_take(&mut self, parent: usize, answer: Status, one: &ConsumeQueue) -> Next {
        // A child that ran before this tick may fail without an end of the queue, as there.
        let was_running = self.state.cursors[parent] != NONE;
        self.state.cursors[parent] = if answer == Status::Running { 1 } else { NONE };
        match answer {
            Status::Running => Next::Answer(answer),
            Status::Failure if !was_running => Next::Answer(answer),
            _ => self.consume_next(parent, answer, one),
        }
    }

    fn consume_next(&mut self, at: usize, otherwise: Status, one: &ConsumeQueue) -> Next {
        match popped(&mut self.state.blackboard, &one.queue) {
            Some(element) => {
                self.hand_out(at, one.popped_item.as_ref(), element, Declared::Any);
                Next::Turn(at + 1)
            }
            None => Next::Answer(otherwise),
        }
    }

    /// The result of a leaf that uses a queue.
    pub(super) fn queue_leaf(&mut self, node: usize, leaf: &QueueLeaf) -> Status {
        match leaf {
            QueueLeaf::Pop(one) => {
                let element = popped(&mut self.state.blackboard, &one.queue);
                let is_there = element.is_some();
                if let Some(element) = element {
                    self.hand_out(node, one.popped_item.as_ref(), element, Declared::Any);
                }
                Status::of(is_there)
            }
            QueueLeaf::Size { queue, size } => {
                let count = match self.state.blackboard.get(queue) {
                    Some(Value::Text(text)) => parts(text).count(),
                    Some(Value::List(items)) => items.len(),
                    _ => 0,
                };
                if count > 0 {
                    let count = Typed::whole(i64::try_from(count).unwrap_or(i64::MAX));
                    self.hand_out(node, size.as_ref(), count, Declared::Whole);
                }
                Status::of(count > 0)
            }
        }
    }
}

/// The elements of a text.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(';').filter(|part| !part.is_empty())
}

/// Removes the first element of a queue on the blackboard.
fn popped(board: &mut Blackboard, queue: &Arc<str>) -> Option<Typed> {
    let (first, rest) = match board.get(queue)? {
        Value::Text(text) => {
            let mut parts = parts(text);
            let first = parts.next()?;
            (Typed::text(first), Value::from(parts.collect::<Vec<_>>().join(";").as_str()))
        }
        Value::List(items) => {
            let (first, rest) = items.split_first()?;
            (Typed { value: first.clone(), form: Form::Plain }, Value::List(rest.into()))
        }
        _ => return None,
    };
    board.set(queue, rest);
    Some(first)
}
