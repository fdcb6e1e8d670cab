//! The events of a tick, as small records, so that a log of many thousand ticks stays small.

use super::status::Status;
use crate::geometry::{Narrator, Silent, Step, Story};

/// One event of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The tick of the agent, counted from 1.
    pub tick: u32,
    /// The node.
    pub node: u32,
    cause: u32,
    /// The kind of event.
    pub what: EventKind,
    /// The new status of the node; for a re-evaluated condition, its new result.
    pub status: Status,
}

/// The kinds of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum EventKind {
    /// A node started.
    Start,
    /// A node ended with a result.
    End,
    /// A running node was aborted.
    Abort,
    /// The result of a watched condition changed.
    Reevaluate,
}

impl EventKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Start, Self::End, Self::Abort, Self::Reevaluate];

    /// The word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::End => "end",
            Self::Abort => "abort",
            Self::Reevaluate => "reevaluate",
        }
    }
}

impl Event {
    const NO_CAUSE: u32 = u32::MAX;

    pub(super) fn new(tick: u64, node: usize, what: EventKind, status: Status) -> Self {
        Self { tick: short(tick), node: index(node), cause: Self::NO_CAUSE, what, status }
    }

    #[must_use]
    pub(super) fn because_of(self, cause: usize) -> Self {
        Self { cause: index(cause), ..self }
    }

    /// The cause of an abort: the condition whose result changed, the parallel that was decided, the timeout that
    /// expired, or the child of a reactive composite that now decides. For a re-evaluated condition, the node at which
    /// the tree continues. `None` for other events.
    pub fn cause(&self) -> Option<usize> {
        (self.cause != Self::NO_CAUSE).then_some(self.cause as usize)
    }
}

fn index(node: usize) -> u32 {
    u32::try_from(node).unwrap_or(u32::MAX)
}

fn short(tick: u64) -> u32 {
    u32::try_from(tick).unwrap_or(u32::MAX)
}

/// Receives the events of a tick. As a narrator it also receives the steps of the leaves that query the world. With
/// [`Silent`] all of this is compiled away.
pub trait Listener: Narrator {
    /// The following steps belong to this leaf.
    fn about(&mut self, node: usize);

    /// An event occurred.
    fn event(&mut self, event: Event);

    /// An action, or a failed expression, logged a message.
    fn log(&mut self, tick: u64, node: usize, message: impl FnOnce() -> String);
}

impl Listener for Silent {
    #[inline(always)]
    fn about(&mut self, _: usize) {}

    #[inline(always)]
    fn event(&mut self, _: Event) {}

    #[inline(always)]
    fn log(&mut self, _: u64, _: usize, _: impl FnOnce() -> String) {}
}

/// The greatest length of a message, in bytes. A longer one is cut there and ends in a note.
pub const LONGEST_MESSAGE: usize = 4096;

/// All events and messages, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    /// The events, first to last.
    pub events: Vec<Event>,
    /// The messages, first to last.
    pub messages: Vec<Message>,
}

/// A message of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The tick of the agent, counted from 1.
    pub tick: u64,
    /// The action.
    pub node: usize,
    /// The message.
    pub text: String,
}

/// A log drops the steps: the tick can be run again to get them.
impl Narrator for Log {
    #[inline(always)]
    fn step(&mut self, _: impl FnOnce() -> Step) {}
}

impl Listener for Log {
    #[inline(always)]
    fn about(&mut self, _: usize) {}

    #[inline]
    fn event(&mut self, event: Event) {
        self.events.push(event);
    }

    fn log(&mut self, tick: u64, node: usize, message: impl FnOnce() -> String) {
        self.messages.push(Message { tick, node, text: message() });
    }
}

/// A log, and the steps of every leaf that queried the world.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DetailedLog {
    /// Events and messages.
    pub log: Log,
    /// Leaves with their steps, in the order of evaluation.
    pub stories: Vec<(usize, Story)>,
}

impl Narrator for DetailedLog {
    fn step(&mut self, make: impl FnOnce() -> Step) {
        if let Some((_, story)) = self.stories.last_mut() {
            story.step(make);
        }
    }
}

impl Listener for DetailedLog {
    fn about(&mut self, node: usize) {
        self.stories.push((node, Story::default()));
    }

    fn event(&mut self, event: Event) {
        self.log.event(event);
    }

    fn log(&mut self, tick: u64, node: usize, message: impl FnOnce() -> String) {
        self.log.log(tick, node, message);
    }
}
