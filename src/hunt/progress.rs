//! Progress of a run, and its end on request.

use super::findings::Example;

/// What follows a run.
pub trait Progress: Sync {
    /// Some cases more have been judged.
    fn judged(&self, cases: u64, faults: u64);

    /// The first fault of its kind and family.
    fn found(&self, _fault: &Example) {}

    /// The examples are shrunk now: so many of all.
    fn shrinking(&self, done: usize, all: usize);

    /// Whether the run is to end with what it has found.
    fn is_cancelled(&self) -> bool;
}

impl Progress for () {
    fn judged(&self, _cases: u64, _faults: u64) {}

    fn shrinking(&self, _done: usize, _all: usize) {}

    fn is_cancelled(&self) -> bool {
        false
    }
}
