//! The rows of the table in their order, and the numbers of disagreements by effect and cause.

use super::filter::DisagreementFilter;
use crate::report::said::{CauseKind, Disagreement, Effect};

/// The rows and the counts. They are kept until the report or the filter changes.
#[derive(Default)]
pub(super) struct DisagreementList {
    /// Places in the list of the report, which has what a player sees first.
    rows: Vec<u32>,
    counts: Counts,
    /// The revision of the report, and the filter.
    made_for: Option<(u64, DisagreementFilter)>,
}

/// How many disagreements have an effect, and how many have a cause, with and without the filter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    effects: [usize; Effect::ALL.len()],
    causes: [usize; CauseKind::ALL.len()],
}

impl Counts {
    fn of(all: &[Disagreement]) -> Self {
        let mut counts = Self::default();
        for one in all {
            counts.effects[one.effect() as usize] += 1;
            counts.causes[one.cause.kind() as usize] += 1;
        }
        counts
    }

    /// How many have an effect.
    pub(super) fn of_effect(&self, effect: Effect) -> usize {
        self.effects[effect as usize]
    }

    /// How many have a cause of a kind.
    pub(super) fn of_cause(&self, cause: CauseKind) -> usize {
        self.causes[cause as usize]
    }
}

impl DisagreementList {
    /// Makes the list again when an input has changed.
    pub(super) fn update(&mut self, revision: u64, filter: &DisagreementFilter, all: &[Disagreement]) {
        if self.made_for.as_ref().is_some_and(|made_for| made_for.0 == revision && made_for.1 == *filter) {
            return;
        }
        self.rows = filter.rows(all);
        self.counts = Counts::of(all);
        self.made_for = Some((revision, filter.clone()));
    }

    pub(super) fn rows(&self) -> &[u32] {
        &self.rows
    }

    pub(super) fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The row after or before the one at `now`; without it, the first or the last one. After the last row comes the first one again.
    pub(super) fn row_beside(&self, now: Option<usize>, is_back: bool) -> Option<usize> {
        let last = self.rows.len().checked_sub(1)?;
        Some(match (now, is_back) {
            (None | Some(0), true) => last,
            (Some(now), true) => now - 1,
            (Some(now), false) if now < last => now + 1,
            (_, false) => 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::report::said::{AskedItem, Cause, Opinion};

    #[test]
    fn rows_are_made_again_for_another_revision_or_filter_and_are_walked_through_in_a_circle() {
        let one = |said: &'static str, cause| Disagreement {
            tick: 0,
            asked: AskedItem::View { camera: Arc::from("eye"), object: Arc::from(said) },
            said: Opinion::Verdict(said),
            ours: Opinion::Verdict("outside"),
            exact: None,
            cause,
        };
        let all = [one("culled", Cause::Late(1)), one("visible", Cause::Bounds(None)), one("visible", Cause::Late(4))];
        let mut list = DisagreementList::default();
        let filter = DisagreementFilter::default();
        list.update(1, &filter, &all);
        assert_eq!(list.rows(), [0, 1, 2]);
        let late = DisagreementFilter { cause: Some(CauseKind::Late), ..filter };
        list.update(1, &late, &all);
        assert_eq!(list.rows(), [0, 2]);
        let counts = |list: &DisagreementList| {
            let counts = list.counts();
            [counts.of_effect(Effect::Vanishes), counts.of_effect(Effect::Needless), counts.of_cause(CauseKind::Late)]
        };
        assert_eq!(counts(&list), [1, 2, 2], "they do not depend on the filter");
        let steps = [(None, false), (Some(0), false), (Some(1), false), (None, true), (Some(0), true), (Some(1), true)];
        let beside = steps.map(|(now, is_back)| list.row_beside(now, is_back));
        assert_eq!(beside, [Some(0), Some(1), Some(0), Some(1), Some(1), Some(0)]);
        list.update(2, &late, &all[1..2]);
        assert_eq!((list.rows().len(), counts(&list), list.row_beside(None, false)), (0, [0, 1, 0], None));
    }
}
