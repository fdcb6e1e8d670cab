//! The differences of two inputs, found tick by tick while they are written.

use std::io;
use std::path::Path;

use super::args::DiffArgs;
use super::input::DiffInput;
use crate::budget::{Budget, Reservation};
use crate::report::difference::{Difference, TOLERANCE, differences_of_files};

/// The differences, found tick by tick while they are written.
pub(super) struct DiffComparison<'a> {
    pub(super) args: &'a DiffArgs,
    pub(super) sides: [&'a mut DiffInput; 2],
    pub(super) budget: &'a Budget,
    /// Whether agents have only the events of each tick.
    pub(super) only_new: bool,
    /// Whether there are several ticks.
    pub(super) has_ticks: bool,
    pub(super) ticks: std::vec::IntoIter<u64>,
    /// The tick of the pending differences.
    pub(super) tick: u64,
    pub(super) pending: std::vec::IntoIter<Difference>,
    /// The memory for both reports of the tick and their comparison.
    pub(super) memory: Vec<Reservation>,
}

/// A difference with its tick.
pub(super) struct TickDifference<'a> {
    pub(super) tick: u64,
    pub(super) what: Result<Difference, NotIn<'a>>,
}

/// The input that has no report of a tick.
pub(super) struct NotIn<'a>(pub(super) &'a Path);

impl<'a> Iterator for DiffComparison<'a> {
    type Item = anyhow::Result<TickDifference<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(difference) = self.pending.next() {
                return Some(Ok(TickDifference { tick: self.tick, what: Ok(difference) }));
            }
            self.tick = self.ticks.next()?;
            match self.compare() {
                Ok(None) => {}
                Ok(Some(missing)) => return Some(Ok(TickDifference { tick: self.tick, what: Err(missing) })),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl<'a> DiffComparison<'a> {
    /// Finds the differences of the tick. Returns the input without a report of it.
    fn compare(&mut self) -> anyhow::Result<Option<NotIn<'a>>> {
        self.memory.clear();
        let (tick, only_new, budget) = (self.tick, self.only_new, self.budget);
        let [before, after] = &mut self.sides;
        let (old, new) = (before.at(tick, only_new, budget)?, after.at(tick, only_new, budget)?);
        match (old, new) {
            (Some((old, of_old)), Some((new, of_new))) => {
                self.pending = differences_of_files(&old, &new, TOLERANCE).into_iter();
                self.memory = vec![of_old, of_new];
                Ok(None)
            }
            (None, None) => anyhow::bail!("neither input has tick {tick}"),
            (None, Some(_)) => Ok(Some(NotIn(&self.args.before))),
            (Some(_), None) => Ok(Some(NotIn(&self.args.after))),
        }
    }
}

/// Keeps an error that is none of writing, and returns one that ends the writing.
pub(super) fn set_aside(error: anyhow::Error, failed: &mut Option<anyhow::Error>) -> io::Error {
    *failed = Some(error);
    io::Error::other("the inputs could not be compared")
}
