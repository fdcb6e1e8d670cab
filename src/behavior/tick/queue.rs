//! How loops and the nodes on queues are ticked.

use super::run::{Next, Tick, index};
use crate::behavior::blackboard::Blackboard;
use crate::behavior::entry::{Declared, NumberForm, Typed};
use crate::behavior::event::Listener;
use crate::behavior::leaves::Leaves;
use crate::behavior::library::queue::{ConsumeQueue, Loop, QueueLeaf, parts};
use crate::behavior::status::Status;
use crate::behavior::tree::NONE;
use crate::behavior::value::Value;
use std::collections::VecDeque;
use std::sync::Arc;

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
            (Typed { value: first.clone(), form: NumberForm::Plain }, Value::List(rest.into()))
        }
        _ => return None,
    };
    board.set(queue, rest);
    Some(first)
}
