//! The memory of library nodes that does not fit into the arrays of a state.

use std::collections::{BTreeMap, VecDeque};

use super::super::entry::Typed;

/// By node; only nodes that need it have an entry.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in super::super) struct Memories {
    /// The limits that a parallel has read in this tick: successes and failures, and whether the first one was negative.
    pub(super) limits: BTreeMap<u32, Limits>,
    /// The elements that a loop still has to hand out.
    pub(super) queues: BTreeMap<u32, VecDeque<Typed>>,
}

/// The limits of a parallel in one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Limits {
    pub(super) children: u64,
    pub(super) success: u64,
    pub(super) failure: u64,
    /// Whether skipped children count as succeeded, because the number of successes was negative.
    pub(super) counts_skipped: bool,
    pub(super) skipped: u64,
}
