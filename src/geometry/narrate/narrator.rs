//! The recorder of steps, the one that records nothing, and the one that keeps all.

use super::step::Step;

/// The recorder of a query's steps.
pub trait Narrator {
    /// Whether steps are recorded. If not, a query does not collect the values that only its steps need.
    const RECORDS: bool = true;

    /// Records one step. `make` makes the step and is called only when steps are recorded, so all formatting belongs
    /// inside it.
    fn step(&mut self, make: impl FnOnce() -> Step);
}

/// Records nothing: the fast path.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Narrator for Silent {
    const RECORDS: bool = false;

    #[inline(always)]
    fn step(&mut self, _: impl FnOnce() -> Step) {}
}

/// The steps of one answer, in the order in which they were decided.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Story {
    /// First to last.
    pub steps: Vec<Step>,
}

impl Narrator for Story {
    fn step(&mut self, make: impl FnOnce() -> Step) {
        self.steps.push(make());
    }
}
