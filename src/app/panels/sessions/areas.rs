//! The areas of the anchors of a recording over time, computed once for each recording.

use std::sync::Arc;

use crate::files::SessionFile;
use crate::trajectory::History;

/// A plot has at most so many changes of the area.
const MOST: usize = 200;

/// The areas of the anchors of the recording that is shown.
#[derive(Default)]
pub(super) struct Areas {
    of: Option<Arc<SessionFile>>,
    series: Vec<Series>,
}

/// The area of an anchor over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Series {
    /// From a time on, in seconds, the area in square metres; `None` while the anchor is not there. Times ascend.
    pub(super) steps: Vec<(f64, Option<f64>)>,
    /// The greatest area.
    pub(super) most: f64,
    /// The last area.
    pub(super) last: Option<f64>,
}

impl Areas {
    /// The areas of all anchors of a recording, in the order of their first addition.
    pub(super) fn series(&mut self, file: &Arc<SessionFile>) -> &[Series] {
        if !self.of.as_ref().is_some_and(|of| Arc::ptr_eq(of, file)) {
            let histories = file.trajectory().map_or(&[][..], |path| path.anchors.histories());
            self.series = histories.iter().map(Series::of).collect();
            self.of = Some(Arc::clone(file));
        }
        &self.series
    }
}

impl Series {
    fn of(history: &History) -> Self {
        let all: Vec<_> = history.areas().collect();
        let most = all.iter().filter_map(|(_, area)| *area).fold(0.0, f64::max);
        let every = all.len().div_ceil(MOST).max(1);
        // The last change of each group is kept, and each change to or from an anchor that is not there.
        let is_kept = |i: usize| {
            let next = all.get(i + 1).map(|(_, area)| area.is_some());
            i % every == every - 1 || i == 0 || next.is_none_or(|next| next != all[i].1.is_some())
        };
        let is_after_gap = |i: usize| i > 0 && all[i - 1].1.is_some() != all[i].1.is_some();
        let steps = (0..all.len()).filter(|&i| is_kept(i) || is_after_gap(i)).map(|i| all[i]).collect();
        Self { steps, most, last: history.last_area() }
    }

    /// The area at a time; `None` while the anchor is not there.
    pub(super) fn at(&self, time: f64) -> Option<f64> {
        let count = self.steps.partition_point(|(from, _)| *from <= time);
        self.steps[..count].last()?.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trajectory::{AnchorChange, AnchorEvent, Anchors};
    use glam::DVec2;

    #[test]
    fn a_long_history_is_a_short_series_with_its_gaps() {
        let mut anchors = Anchors::default();
        for i in 0..5_000_u32 {
            let extent = Some(DVec2::new(1.0, f64::from(i) + 1.0));
            let change = AnchorChange { extent, ..AnchorChange::default() };
            let event = match i {
                0 | 2_504 => AnchorEvent::Add(change),
                2_503 => AnchorEvent::Remove,
                _ => AnchorEvent::Update(change),
            };
            anchors.record(f64::from(i), "floor", event);
        }
        let series = Series::of(&anchors.histories()[0]);
        assert!(series.steps.len() <= MOST + 5, "{}", series.steps.len());
        assert_eq!((series.most, series.last), (5_000.0, Some(5_000.0)));
        assert_eq!((series.at(2_502.0), series.at(2_503.5), series.at(2_504.0)), (Some(2_503.0), None, Some(2_505.0)));
        assert_eq!((series.at(-1.0), series.at(0.0)), (None, Some(1.0)));
    }
}
