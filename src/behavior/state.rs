//! The state of a tree: everything that changes from tick to tick, in flat arrays by node. A copy is a snapshot.

use std::collections::BTreeSet;

use super::blackboard::Blackboard;
use super::event::{Event, EventKind};
use super::kind::NodeKind;
use super::library::fault::Fault;
use super::library::memory::Memories as LibraryMemories;
use super::memory::Memories;
use super::status::Status;
use super::tree::{NONE, Tree};

/// The state of a tree between two ticks.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeState {
    pub(super) tick: u64,
    pub(super) seed: u64,
    pub(super) statuses: Vec<Status>,
    /// For a composite, the current child. For an action, its memory between runs. For a watched condition, the
    /// composite that watches it. For a run-once, whether it has run.
    pub(super) cursors: Vec<u32>,
    /// For an action, the ticks since its start. For a decorator, its counter or the tick that it counts from. For a
    /// parallel, the numbers of both results, see `turn.rs`.
    pub(super) counts: Vec<u64>,
    /// The number of starts of each inner node.
    pub(super) runs: Vec<u32>,
    /// For a watched condition, the run of its composite in which it was last evaluated. For a node that
    /// [`super::turn`] ticks, what it was before its turn: see there.
    pub(super) evaluated: Vec<u32>,
    /// The memories of decorators of Navigation2.
    pub(super) memories: Memories,
    /// The memories of library nodes.
    pub(super) library: LibraryMemories,
    /// The skipped nodes that their parents still have to reset, see [`super::library`].
    pub(super) lingering: BTreeSet<u32>,
    /// The error that ended the agent. It is boxed because most agents have none.
    pub(super) fault: Option<Box<Fault>>,
    pub(super) blackboard: Blackboard,
}

impl TreeState {
    /// The state before the first tick: every node is inactive. `seed` determines the results of [`Condition::Random`].
    ///
    /// [`Condition::Random`]: super::leaf::Condition::Random
    pub fn new(tree: &Tree, mut blackboard: Blackboard, seed: u64) -> Self {
        for (key, declared) in tree.declared() {
            blackboard.declare(key, *declared);
        }
        let count = tree.len();
        let first = |node| if matches!(tree.kind(node), NodeKind::Action(_)) { 0 } else { NONE };
        let mut cursors: Vec<u32> = (0..count).map(first).collect();
        for watch in tree.watches() {
            cursors[watch.condition] = u32::try_from(watch.composite).unwrap_or(NONE);
        }
        Self {
            tick: 0,
            seed,
            statuses: vec![Status::Inactive; count],
            cursors,
            counts: vec![0; count],
            runs: vec![0; count],
            evaluated: vec![0; count],
            memories: Memories::new(),
            library: LibraryMemories::default(),
            lingering: BTreeSet::new(),
            fault: None,
            blackboard,
        }
    }

    /// The number of ticks so far.
    pub fn tick_number(&self) -> u64 {
        self.tick
    }

    /// The status of a node.
    ///
    /// # Panics
    /// If there is no such node.
    #[inline]
    pub fn status(&self, node: usize) -> Status {
        self.statuses[node]
    }

    /// The statuses of all nodes, by index.
    pub fn statuses(&self) -> &[Status] {
        &self.statuses
    }

    /// The error that ended the agent.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_deref()
    }

    /// The blackboard.
    pub fn blackboard(&self) -> &Blackboard {
        &self.blackboard
    }

    /// Whether a condition was evaluated since the last start of its composite.
    pub(super) fn was_evaluated_in_this_run(&self, condition: usize, composite: usize) -> bool {
        self.evaluated[condition] == self.runs[composite] && self.runs[composite] > 0
    }
}

/// Applies an event to the statuses of all nodes. So the statuses within a tick can be computed from those before it
/// and the events.
pub fn apply(tree: &Tree, statuses: &mut [Status], event: &Event) {
    let node = event.node as usize;
    match (event.what, event.cause()) {
        (EventKind::Start, _) => tree.children(node).for_each(|child| statuses[child] = Status::Inactive),
        // A parallel ticks the child at which it continues.
        (EventKind::Reevaluate, Some(next)) if is_in_parallel(tree, next) => statuses[next] = Status::Inactive,
        _ => {}
    }
    if !(event.what == EventKind::Reevaluate && event.cause() == Some(node) && is_in_parallel(tree, node)) {
        statuses[node] = event.status;
    }
}

fn is_in_parallel(tree: &Tree, node: usize) -> bool {
    tree.parent(node).is_some_and(|parent| matches!(tree.kind(parent), NodeKind::Parallel { .. }))
}
