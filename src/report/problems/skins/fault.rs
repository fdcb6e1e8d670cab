//! A problem of a skin before it is in the list of problems.

use crate::report::problems::list::{Elements, listed_words};
use crate::scene::LevelProblem;

/// A problem of a skin before it has a place in the list.
pub(super) struct Fault {
    pub(super) kind: LevelProblem,
    pub(super) object: usize,
    pub(super) count: usize,
    pub(super) elements: Elements,
    pub(super) message: String,
}

impl Fault {
    pub(super) fn new(
        kind: LevelProblem,
        object: usize,
        count: usize,
        elements: Elements,
        mut message: String,
    ) -> Self {
        message.push_str(&listed_words(count));
        Self { kind, object, count, elements, message }
    }
}
