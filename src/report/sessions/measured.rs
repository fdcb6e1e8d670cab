//! Paths measured against a reference, for a table, a plot and JSON.

use std::sync::Arc;

use super::against;
use super::choice::ComparisonChoice;
use super::words;
use crate::geometry::narrate::counted;
use crate::trajectory::align::{AlignmentKind, Degenerate};
use crate::trajectory::deviation::{Deviation, Measure};
use crate::trajectory::errors::{Matched, Matching, Statistics};
use crate::world::{SessionAt, World};

/// A path measured against a reference.
#[derive(Clone, Debug)]
pub struct MeasuredPath {
    /// The name of its session.
    pub name: Arc<str>,
    /// The alignment, and the errors after it; else why there are none, without a full stop.
    pub errors: Result<(AlignmentKind, Deviation), String>,
}

/// The paths of all sessions but the first, which is the reference, in the order of the numbers. `None` when a number is that of
/// no session.
pub fn measured_paths(world: &World, sessions: &[usize], choice: &ComparisonChoice) -> Option<Vec<MeasuredPath>> {
    let (reference, others) = sessions.split_first()?;
    let reference = world.sessions.get(*reference)?;
    let measure = |other: &usize| Some(measured(reference, world.sessions.get(*other)?, choice));
    others.iter().map(measure).collect()
}

fn measured(reference: &SessionAt, path: &SessionAt, choice: &ComparisonChoice) -> MeasuredPath {
    let matching = choice.matching(reference, path);
    let mut tried = choice.answering().into_iter();
    let errors = loop {
        let Some(freedom) = tried.next() else { break Err("the path has no error".to_owned()) };
        match deviation(reference, path, &matching, freedom) {
            Ok(found) => break Ok((freedom, found)),
            // Without an alignment there is an error.
            Err(Degenerate::OnALine) => {}
            Err(Degenerate::Empty) => break Err(why_not(reference, path, &matching)),
        }
    };
    MeasuredPath { name: Arc::clone(&path.name), errors }
}

/// The errors of a path after an alignment.
pub(super) fn deviation(
    reference: &SessionAt,
    path: &SessionAt,
    matching: &Matching,
    freedom: AlignmentKind,
) -> Result<Deviation, Degenerate> {
    let both = reference.trajectory().zip(path.trajectory()).ok_or(Degenerate::Empty)?;
    Deviation::of(both.0, both.1, matching, freedom).map_err(|none| none.reason)
}

/// Why two sessions have no pair of frames.
pub(super) fn why_not(reference: &SessionAt, path: &SessionAt, matching: &Matching) -> String {
    let error = [reference, path].into_iter().find_map(|one| one.file.as_ref().err());
    if let Some(error) = error {
        return error.to_string();
    }
    let (Some(a), Some(b)) = (reference.trajectory(), path.trajectory()) else { return String::new() };
    let matched = Matched::of(a, b, matching);
    against::no_pairs_of(reference, path, &matched, matching)
}

impl MeasuredPath {
    /// The statistics of the distances; `None` for a path without errors.
    pub(super) fn absolute(&self) -> Option<Statistics> {
        self.errors.as_ref().ok().map(|(_, found)| found.statistics[Measure::Absolute.index()])
    }

    /// "aligned by rotation and translation, 1200 pairs".
    pub fn how(&self) -> Option<String> {
        let (freedom, found) = self.errors.as_ref().ok()?;
        let pairs = counted(found.pairs, "pair");
        Some(format!("{}, {pairs}", words::alignment(*freedom).to_lowercase()))
    }
}
