//! A trace that was read, and its world at a time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::fault::LineFault;
use super::moment::TraceMoment;
use super::said::Said;
use super::state::TraceState;
use crate::scene::{EntryKind, Object, Scene};

/// Two times that differ by less are equal. A client that adds up 1/60 s is off by less.
const EQUAL_TIMES: f64 = 1e-9;

/// The trace of a running program. A copy shares the lines, so that a trace that grows can be copied often.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    pub(super) name: Option<Arc<str>>,
    /// In the order of their times. The first one is a keyframe.
    pub(super) moments: Vec<Arc<TraceMoment>>,
    /// How many moments were left out before the first one.
    pub(super) left_out: usize,
    /// The bytes of the texts of its moments.
    pub(super) text_bytes: u64,
    /// The kind of each name of the trace. A name that had several kinds has the last one.
    pub(super) kinds: Arc<HashMap<Arc<str>, EntryKind>>,
    pub(super) faults: Arc<Vec<LineFault>>,
    pub(super) fault_count: usize,
    pub(super) last: Arc<LastState>,
}

/// The state that was asked for last, and its moment, counted with those that were left out. Copies of a trace share it.
pub(super) type LastState = Mutex<Option<(usize, Arc<TraceState>)>>;

impl Trace {
    /// The name of the program, as the first line gives it.
    pub fn name(&self) -> Option<&Arc<str>> {
        self.name.as_ref()
    }

    /// Whether it is another trace with more lines at its end, and perhaps fewer at its start, or the same.
    pub fn continues(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.last, &other.last)
    }

    /// The times of the first and of the last line, in seconds.
    pub fn span(&self) -> [f64; 2] {
        [self.moments.first(), self.moments.last()].map(|moment| moment.map_or(0.0, |moment| moment.time))
    }

    /// The lines that are not valid, and the entries that they name wrongly: the first ones.
    pub fn faults(&self) -> &[LineFault] {
        &self.faults
    }

    /// The number of all faults.
    pub fn fault_count(&self) -> usize {
        self.fault_count
    }

    /// The kind of an entry that the trace has at some time.
    pub fn kind_of(&self, name: &str) -> Option<EntryKind> {
        self.kinds.get(name).copied()
    }

    /// The names of the entries of a kind that the trace has at some time, in any order.
    pub fn names_of(&self, kind: EntryKind) -> impl Iterator<Item = &str> {
        self.kinds.iter().filter(move |(_, other)| **other == kind).map(|(name, _)| &**name)
    }

    /// The number of names that entries of the trace have at some time.
    pub fn name_count(&self) -> usize {
        self.kinds.len()
    }

    /// The number of valid lines that it holds.
    pub fn line_count(&self) -> usize {
        self.moments.len()
    }

    /// The bytes of the lines that it keeps; 0 for a trace of a file.
    pub fn text_bytes(&self) -> u64 {
        self.text_bytes
    }

    /// The number of lines up to a time, at least 1: before the first line the world is that of the first keyframe.
    fn count_to(&self, time: f64) -> usize {
        self.moments.partition_point(|moment| moment.time <= time + EQUAL_TIMES).max(1)
    }

    /// The scene of the trace at a time in seconds, with all lines up to it.
    pub fn scene_at(&self, time: f64) -> Scene {
        let Some(state) = self.state_at(self.count_to(time) - 1) else { return Scene::empty() };
        state.scene.clone()
    }

    /// The world after a moment.
    pub(super) fn state_at(&self, index: usize) -> Option<Arc<TraceState>> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let (stored_at, stored) =
            (0..=index).rev().find_map(|i| Some((i, Arc::clone(self.moments.get(i)?.state.as_ref()?))))?;
        let known = last.take().and_then(|(at, state)| Some((at.checked_sub(self.left_out)?, state)));
        let (from, state) = match known {
            Some((at, state)) if (stored_at..=index).contains(&at) => (at, state),
            _ => (stored_at, stored),
        };
        let state = if from == index {
            state
        } else {
            let mut state = Arc::unwrap_or_clone(state);
            self.moments[from + 1..=index].iter().for_each(|moment| state.follow(&moment.changes, &moment.removed));
            Arc::new(state)
        };
        *last = Some((index + self.left_out, Arc::clone(&state)));
        Some(state)
    }

    /// What the program said after one time and up to another one, in seconds. Without the first: from the beginning.
    pub fn said_between(&self, after: Option<f64>, to: f64) -> impl Iterator<Item = &Said> {
        let to = self.moments.partition_point(|moment| moment.time <= to + EQUAL_TIMES);
        let from = after.map_or(0, |after| self.moments.partition_point(|moment| moment.time <= after + EQUAL_TIMES));
        self.moments.get(from..to).unwrap_or_default().iter().flat_map(|moment| moment.said.iter())
    }

    /// The times of lines in which the program said something, ascending.
    pub fn times_of_said(&self) -> impl Iterator<Item = f64> {
        self.moments.iter().filter(|moment| !moment.said.is_empty()).map(|moment| moment.time)
    }

    /// The scenes of its keyframes.
    pub fn scenes(&self) -> impl Iterator<Item = &Scene> {
        self.moments.iter().filter(|moment| moment.is_keyframe).filter_map(|moment| Some(&moment.state.as_ref()?.scene))
    }

    /// The objects that it adds after a keyframe.
    pub fn added_objects(&self) -> impl Iterator<Item = &Object> {
        self.moments.iter().flat_map(|moment| moment.added_objects())
    }
}
