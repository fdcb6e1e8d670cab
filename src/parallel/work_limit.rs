//! A limit of the work of a search whose parts run on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};

/// A limit of the work of a search. Its parts are made on several threads and [taken in order](super::in_order).
///
/// What is kept of a part depends on the work of the parts before it, so it is the same with any number of threads.
pub(crate) struct WorkLimit {
    most: usize,
    done: AtomicUsize,
}

impl WorkLimit {
    /// A limit without work done.
    pub(crate) fn new(most: usize) -> Self {
        Self { most, done: AtomicUsize::new(0) }
    }

    /// For a thread that makes a part and has done this work for it: whether nothing more of the part will be kept. When the part is
    /// taken, the room for it is not larger than now.
    pub(crate) fn is_exceeded_by(&self, work: usize) -> bool {
        work > self.most.saturating_sub(self.done.load(Ordering::Relaxed))
    }

    /// Takes a part with its work. The result is the work of the part up to which it is kept.
    pub(crate) fn take(&self, work: usize) -> usize {
        self.most.saturating_sub(self.done.fetch_add(work, Ordering::Relaxed))
    }
}
