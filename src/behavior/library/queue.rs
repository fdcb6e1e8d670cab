//! Queues: `LoopInt`, `LoopBool`, `LoopDouble` and `LoopString`, and the older `ConsumeQueue`, `PopFromQueue` and
//! `QueueSize`.
//!
//! A queue is a text with `;` between its elements, or a list on the blackboard. A loop takes its elements when it starts.
//! The older nodes remove elements from the blackboard.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::behavior::entry::{Declared, NumberForm, Typed};
use crate::behavior::expression::error::RunError;
use crate::behavior::port::Port;
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
    pub(in crate::behavior) fn elements(&self, found: &Typed) -> Result<VecDeque<Typed>, RunError> {
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
        let form = if self.of == Declared::Real { NumberForm::Real } else { NumberForm::Whole };
        let typed = Typed { value: item.clone(), form };
        match typed.as_text() {
            Some(text) => self.of.parse(text),
            None if self.of == Declared::Text => Ok(Typed::text(&item.to_string())),
            None => Ok(typed),
        }
    }
}

/// The elements of a text.
pub(in crate::behavior) fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(';').filter(|part| !part.is_empty())
}
