//! The memory of library nodes that does not fit into the arrays of a state.

use std::collections::{BTreeMap, VecDeque};

use crate::behavior::entry::Typed;

/// By node; only nodes that need it have an entry.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::behavior) struct Memories {
    /// The limits that a parallel has read in this tick: successes and failures, and whether the first one was negative.
    pub(in crate::behavior) limits: BTreeMap<u32, Limits>,
    /// The elements that a loop still has to hand out.
    pub(in crate::behavior) queues: BTreeMap<u32, VecDeque<Typed>>,
}

/// The limits of a parallel in one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::behavior) struct Limits {
    pub(in crate::behavior) children: u64,
    pub(in crate::behavior) success: u64,
    pub(in crate::behavior) failure: u64,
    /// Whether skipped children count as succeeded, because the number of successes was negative.
    pub(in crate::behavior) counts_skipped: bool,
    pub(in crate::behavior) skipped: u64,
}
