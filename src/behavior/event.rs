//! What happened in a tick, as small records that can be kept for many thousand ticks.

use super::Status;
use crate::geometry::{Narrator, Silent, Step, Story};

/// One event of a tree's life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Of the agent, counted from 1.
    pub tick: u32,
    /// Whose.
    pub node: u32,
    cause: u32,
    /// What.
    pub what: What,
    /// How the node stands from now on; of a re-evaluated condition, what it answers now.
    pub status: Status,
}

/// The kinds of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum What {
    /// A node began.
    Start,
    /// A node ended by itself, with a result.
    End,
    /// A running node was halted.
    Abort,
    /// A watched condition answers otherwise than before.
    Reevaluate,
}

impl What {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Start, Self::End, Self::Abort, Self::Reevaluate];

    /// As in reports.
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

    pub(super) fn new(tick: u64, node: usize, what: What, status: Status) -> Self {
        Self { tick: short(tick), node: index(node), cause: Self::NO_CAUSE, what, status }
    }

    #[must_use]
    pub(super) fn because_of(self, cause: usize) -> Self {
        Self { cause: index(cause), ..self }
    }

    /// Of an abort, the node that brought it about: the condition that flipped, the parallel that was decided, the
    /// timeout that ran out, or the child of a reactive composite that now decides. Of a re-evaluated condition, the
    /// node where the tree goes on. `None` for the others.
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

/// Somebody who is told the events of a tick, and as a narrator how leaves that concern the world came to their answers.
/// With [`Silent`] the telling is compiled away.
pub trait Listener: Narrator {
    /// The steps told from now on are those of this leaf.
    fn about(&mut self, node: usize);

    /// Something happened.
    fn event(&mut self, event: Event);

    /// An action said something.
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

/// The longest message of an action, in bytes. A longer one is cut there, with a note.
pub const LONGEST_MESSAGE: usize = 4096;

/// Everything that was told, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    /// First to last.
    pub events: Vec<Event>,
    /// What actions said, first to last.
    pub messages: Vec<Message>,
}

/// What an action said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Of the agent, counted from 1.
    pub tick: u64,
    /// Which action.
    pub node: usize,
    /// Its words.
    pub text: String,
}

/// A log keeps no steps: they can be told again.
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

/// A log, and beside it the story of every leaf that was asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Telling {
    /// What happened.
    pub log: Log,
    /// Leaves with what they told, in the order in which they were asked.
    pub stories: Vec<(usize, Story)>,
}

impl Narrator for Telling {
    fn step(&mut self, tell: impl FnOnce() -> Step) {
        if let Some((_, story)) = self.stories.last_mut() {
            story.step(tell);
        }
    }
}

impl Listener for Telling {
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
