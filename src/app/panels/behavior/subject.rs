//! One agent, and the input of the user, for one frame.

use super::canvas::At;
use super::shown::{Moment, ShownAgent};
use crate::app::command::commands::Commands;
use crate::behavior::Event;
use crate::import::behavior_tree::{Origin, TreeFile};
use crate::world::agents::Breakpoint;

/// One agent, for one frame.
pub(super) struct AgentSubject<'a> {
    pub(super) index: usize,
    pub(super) shown: ShownAgent<'a>,
    /// All known events, in order of their ticks.
    pub(super) events: &'a [Event],
    /// The number of runs of the agent.
    pub(super) revision: u64,
    pub(super) source: TreeStorage<'a>,
    pub(super) breaks: Vec<Breakpoint>,
}

impl AgentSubject<'_> {
    pub(super) fn can_change(&self) -> bool {
        !matches!(self.source, TreeStorage::Fixed)
    }
}

/// The storage of a tree, which decides how it is changed.
pub(super) enum TreeStorage<'a> {
    /// The scene.
    Written,
    /// A separate file.
    File {
        trees: TreeFile,
        /// The locations of its nodes in the file.
        origins: &'a [Origin],
    },
    /// A file that could not be read. The tree cannot be changed.
    Fixed,
}

/// The user's input in one frame.
pub(super) struct Requests<'a> {
    pub(super) moment: Option<Moment>,
    pub(super) agent: Option<usize>,
    /// A tree of the agent's file to run instead.
    pub(super) tree: Option<Box<str>>,
    pub(super) select: Option<At>,
    /// Breakpoints of values to add or remove.
    pub(super) toggles: Vec<Breakpoint>,
    /// Commands of the table.
    pub(super) commands: &'a mut Commands,
}
