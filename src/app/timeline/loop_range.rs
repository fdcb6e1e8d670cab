//! The ticks that playback repeats, as a band on the time bar.

use eframe::egui::{Rect, Response, Ui, pos2};

use crate::app::kit::slider_click;

/// A range of ticks. Without a start it begins at tick 0, without an end it ends at the last tick of the bar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::app) struct LoopRange {
    /// Whether playback begins again at its end.
    pub(in crate::app) repeats: bool,
    start: Option<u64>,
    end: Option<u64>,
}

impl LoopRange {
    /// The first and the last tick, on a bar with these ends.
    pub(in crate::app) fn ticks(self, [first, last]: [u64; 2]) -> [u64; 2] {
        if !self.repeats {
            return [first, last];
        }
        let first = self.start.unwrap_or(first).clamp(first, last.saturating_sub(1).max(first));
        [first, self.end.unwrap_or(last).clamp(first + 1, last.max(first + 1))]
    }

    /// Begins at a tick, and repeats. An end that is not after it is removed.
    pub(in crate::app) fn start_at(&mut self, tick: u64) {
        *self = Self { repeats: true, start: Some(tick), end: self.end.filter(|end| *end > tick) };
    }

    /// Ends at a tick, and repeats. A start that is not before it is removed.
    pub(in crate::app) fn end_at(&mut self, tick: u64) {
        *self = Self { repeats: true, start: self.start.filter(|start| *start < tick), end: Some(tick) };
    }

    /// Removes start and end.
    pub(in crate::app) fn clear(&mut self) {
        *self = Self { repeats: self.repeats, ..Self::default() };
    }

    /// Whether it has neither a start nor an end.
    pub(in crate::app) fn is_whole(self) -> bool {
        self.start.is_none() && self.end.is_none()
    }

    /// Draws it on the rail of a slider with these ends.
    pub(in crate::app) fn show(self, ui: &Ui, bar: &Response, span: [u64; 2]) {
        if self.is_whole() || !self.repeats {
            return;
        }
        let rail = slider_click::rail(bar.rect);
        let [left, right] = self.ticks(span).map(|tick| slider_click::x_of(rail, tick, span));
        let color = ui.visuals().selection.stroke.color;
        let y = bar.rect.top();
        let band = Rect::from_min_max(pos2(left, y), pos2(right.max(left + 2.0), y + 3.0));
        ui.painter().rect_filled(band, 1.0, color);
        for x in [left, right] {
            let end = Rect::from_min_max(pos2(x - 1.0, y), pos2(x + 1.0, y + 7.0));
            ui.painter().rect_filled(end, 0.0, color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_at_least_two_ticks_and_is_on_the_bar() {
        let mut range = LoopRange::default();
        assert_eq!(range.ticks([0, 600]), [0, 600]);
        range.start_at(40);
        range.end_at(90);
        assert_eq!((range.ticks([0, 600]), range.ticks([0, 60]), range.ticks([0, 10])), ([40, 90], [40, 60], [9, 10]));
        range.end_at(30);
        assert_eq!(range.ticks([0, 600]), [0, 30], "a start after the end is removed");
        range.start_at(30);
        assert_eq!(range.ticks([0, 600]), [30, 600]);
        range.repeats = false;
        assert_eq!(range.ticks([0, 600]), [0, 600]);
        range.repeats = true;
        range.clear();
        assert!(range.is_whole() && range.ticks([0, 0]) == [0, 1]);
    }
}
