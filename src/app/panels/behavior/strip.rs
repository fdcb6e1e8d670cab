//! The statuses of all nodes over some ticks, computed from the events.

use std::ops::RangeInclusive;

use crate::behavior::{Event, EventKind, Status, Tree, apply};

/// The statuses of all nodes over consecutive ticks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Strip {
    first: u64,
    count: usize,
    /// For each node, its statuses at the end of each tick, one after the other.
    statuses: Vec<Status>,
    halted: Vec<bool>,
}

impl Strip {
    /// The strip of a tree whose history begins before its first event. `events` are in tick order.
    pub(super) fn of(tree: &Tree, events: &[Event], ticks: &RangeInclusive<u64>) -> Self {
        let first = *ticks.start();
        let count = usize::try_from((ticks.end() + 1).saturating_sub(first)).unwrap_or(0);
        let mut strip = Self {
            first,
            count,
            statuses: vec![Status::Inactive; tree.len() * count],
            halted: vec![false; tree.len() * count],
        };
        let mut now = vec![Status::Inactive; tree.len()];
        let start = events.partition_point(|event| u64::from(event.tick) < first);
        for event in &events[..start] {
            apply(tree, &mut now, event);
        }
        let mut rest = &events[start..];
        for column in 0..count {
            let tick = first + column as u64;
            let here = rest.partition_point(|event| u64::from(event.tick) <= tick);
            for event in &rest[..here] {
                apply(tree, &mut now, event);
                if event.what == EventKind::Abort {
                    strip.halted[event.node as usize * count + column] = true;
                }
            }
            rest = &rest[here..];
            for (node, status) in now.iter().enumerate() {
                strip.statuses[node * count + column] = *status;
            }
        }
        strip
    }

    /// Runs of equal status of a node, each with its first tick and its length.
    pub(super) fn stretches(&self, node: usize) -> impl Iterator<Item = (u64, usize, Status)> {
        let row = self.row(&self.statuses, node);
        let mut at = 0;
        row.chunk_by(|a, b| a == b).map(move |stretch| {
            let first = self.first + at as u64;
            at += stretch.len();
            (first, stretch.len(), stretch[0])
        })
    }

    /// The ticks in which a node was halted.
    pub(super) fn halts(&self, node: usize) -> impl Iterator<Item = u64> {
        let row = self.row(&self.halted, node).iter().enumerate();
        row.filter(|(_, is_halted)| **is_halted).map(|(column, _)| self.first + column as u64)
    }

    fn row<'a, T>(&self, rows: &'a [T], node: usize) -> &'a [T] {
        rows.get(node * self.count..(node + 1) * self.count).unwrap_or_default()
    }
}

/// The ticks to show around one tick, when `fit` of them fit: those before it, and some known ones after it.
pub(super) fn ticks_around(tick: u64, known: u64, fit: u64) -> RangeInclusive<u64> {
    let fit = fit.max(1);
    let after = fit / 4;
    let last = known.max(tick).min(tick.saturating_add(after)).max(fit);
    last + 1 - fit..=last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::behavior::Abort;
    use crate::report::agents::sample;

    #[test]
    fn rows_equal_the_states() {
        let sees = [Status::Failure, Status::Failure, Status::Success, Status::Success, Status::Failure];
        let run = sample::guard(Abort::Both, &sees, 8);
        for ticks in [1..=8, 3..=3, 4..=6, 0..=8, 6..=12] {
            let strip = Strip::of(&run.tree, &run.log.events, &ticks);
            for node in 0..run.tree.len() {
                let mut row = Vec::new();
                for (first, length, status) in strip.stretches(node) {
                    assert_eq!(first, ticks.start() + row.len() as u64);
                    row.extend(std::iter::repeat_n(status, length));
                }
                let state = |tick: u64| &run.states[usize::try_from(tick).unwrap().min(8)];
                let wanted: Vec<Status> = ticks.clone().map(|tick| state(tick).status(node)).collect();
                assert_eq!(row, wanted, "node {node} in {ticks:?}");
            }
        }
    }

    #[test]
    fn halts_are_at_their_ticks() {
        let run = sample::guard(Abort::Both, &[Status::Failure, Status::Failure, Status::Success], 6);
        let strip = Strip::of(&run.tree, &run.log.events, &(1..=6));
        let halts: Vec<Vec<u64>> = (0..6).map(|node| strip.halts(node).collect()).collect();
        assert_eq!(halts, [vec![], vec![], vec![], vec![], vec![3], vec![3]]);
    }

    #[test]
    fn every_tick_made_is_among_those_shown() {
        for (tick, known, fit, wanted) in [
            (0, 0, 20, 1..=20),
            (10, 10, 20, 1..=20),
            (50, 50, 20, 31..=50),
            (50, 1000, 20, 36..=55),
            (50, 52, 20, 33..=52),
            (5, 5, 1, 5..=5),
            (7, 900, 0, 7..=7),
        ] {
            assert_eq!(ticks_around(tick, known, fit), wanted, "{tick} of {known}");
        }
    }
}
