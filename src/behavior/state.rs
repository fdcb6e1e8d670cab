//! How a tree stands: all that changes from tick to tick, in flat arrays beside the tree's own. A copy is a snapshot.

use super::navigation::Memories;
use super::tree::NONE;
use super::{Blackboard, Event, Kind, Status, Tree, What};

/// A tree in the middle of its life.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub(super) tick: u64,
    pub(super) seed: u64,
    pub(super) statuses: Vec<Status>,
    /// Of a composite the child that has its turn; of an action what it keeps between its runs; of a watched condition
    /// the composite that watches it; of a run-once whether it has run.
    pub(super) cursors: Vec<u32>,
    /// Of an action the ticks since its start; of a decorator what it counts, or the tick that it counts from; of a parallel both results, see
    /// [`super::tick`].
    pub(super) counts: Vec<u64>,
    /// How often each inner node was started.
    pub(super) runs: Vec<u32>,
    /// In which run of its composite a watched condition was asked last.
    pub(super) asked: Vec<u32>,
    /// What decorators of Navigation2 remember.
    pub(super) memories: Memories,
    pub(super) blackboard: Blackboard,
}

impl State {
    /// A tree that has just awoken: nothing has started. The seed decides all that is left to chance.
    pub fn new(tree: &Tree, blackboard: Blackboard, seed: u64) -> Self {
        let count = tree.len();
        let first = |node| if matches!(tree.kind(node), Kind::Action(_)) { 0 } else { NONE };
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
            asked: vec![0; count],
            memories: Memories::new(),
            blackboard,
        }
    }

    /// How many ticks it has made.
    pub fn tick_number(&self) -> u64 {
        self.tick
    }

    /// How a node stands.
    ///
    /// # Panics
    /// As indexing does, for a node that is not there.
    #[inline]
    pub fn status(&self, node: usize) -> Status {
        self.statuses[node]
    }

    /// How all nodes stand.
    pub fn statuses(&self) -> &[Status] {
        &self.statuses
    }

    /// What its nodes remember.
    pub fn blackboard(&self) -> &Blackboard {
        &self.blackboard
    }

    /// Whether a condition was asked since its composite was started last.
    pub(super) fn was_asked_in_this_run(&self, condition: usize, composite: usize) -> bool {
        self.asked[condition] == self.runs[composite] && self.runs[composite] > 0
    }
}

/// What an event makes of the nodes' statuses: so those within a tick follow from those before it and from its events.
pub fn apply(tree: &Tree, statuses: &mut [Status], event: &Event) {
    let node = event.node as usize;
    match (event.what, event.cause()) {
        (What::Start, _) => tree.children(node).for_each(|child| statuses[child] = Status::Inactive),
        // A parallel gives the child at which it goes on another turn.
        (What::Reevaluate, Some(next)) if is_in_parallel(tree, next) => statuses[next] = Status::Inactive,
        _ => {}
    }
    if !(event.what == What::Reevaluate && event.cause() == Some(node) && is_in_parallel(tree, node)) {
        statuses[node] = event.status;
    }
}

fn is_in_parallel(tree: &Tree, node: usize) -> bool {
    tree.parent(node).is_some_and(|parent| matches!(tree.kind(parent), Kind::Parallel { .. }))
}
