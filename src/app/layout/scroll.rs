//! The scrolling of a tab bar that is narrower than its tabs. At rest, no tab is cut at the left end. When another tab
//! is opened, or the tabs or the width of the bar change, the open tab is scrolled into view.
//!
//! `egui_tiles` scrolls by a third of the bar when an arrow is pressed, and has no setting for it. It passes the offset
//! to [`Behavior::top_bar_right_ui`](egui_tiles::Behavior::top_bar_right_ui) before it draws the tabs, where [`advance`]
//! changes it: when the tabs come to rest after an arrow or the wheel, they go on in the same direction to the next
//! whole tab.
//!
//! ```text
//! ├──────── offset ────────┤
//! │ Explain │ Verdicts │[⏴]│ Plots │ Octree │ Op…[⏵]
//! ```
//!
//! An offset is the distance from the first tab to the left end of the visible part, points. When the arrow at the left
//! appears, `egui_tiles` adds its width to the offset, so that no tab moves.

use eframe::egui::style::Spacing;
use eframe::egui::{Id, Ui};
use egui_tiles::TileId;

use super::fit::BAR;

/// Speed of the tabs, points per second: that of `egui_tiles` after a press of an arrow.
const SPEED: f32 = 500.0;
/// The longest frame that counts for the speed, seconds.
const LONGEST: f32 = 0.1;
/// The least width that egui gives to the contents of a scroll area, points.
const LEAST_ROOM: f32 = 64.0;
/// Offsets that differ by less are treated as equal, points.
const SAME: f32 = 0.5;

/// The tabs of a bar, from the left.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct TabRow {
    /// The left end of each tab and the right end of the last one, points from the first tab.
    ends: Vec<f32>,
    /// The index of the open tab.
    open: usize,
    /// The width of the bar, points.
    width: f32,
    /// What `egui_tiles` adds to the offset for an arrow: the height of the bar with a gap, points.
    arrow: f32,
    /// The room that an arrow takes: the button is wider when its padding is, points.
    taken: f32,
}

impl TabRow {
    /// The tabs with their widths, and the index of the open one. `width` is that of the bar.
    pub(super) fn new(widths: impl IntoIterator<Item = f32>, open: usize, width: f32, spacing: &Spacing) -> Self {
        let mut ends = vec![0.0];
        ends.extend(widths.into_iter().scan(0.0, |end, width| {
            *end += width;
            Some(*end)
        }));
        // As in `egui_tiles`, whose buttons of arrows have an icon in the padding of all buttons.
        let button = (spacing.icon_width + 2.0 * spacing.button_padding.x).max(BAR);
        let gap = spacing.item_spacing.x;
        Self { ends, open, width, arrow: BAR + gap, taken: button + gap }
    }

    /// The width of all tabs.
    fn length(&self) -> f32 {
        self.ends.last().copied().unwrap_or(0.0)
    }

    /// The width of the visible part beside the arrows.
    fn room(&self, has_left: bool, has_right: bool) -> f32 {
        let arrows = f32::from(u8::from(has_left) + u8::from(has_right));
        (self.width - arrows * self.taken).max(LEAST_ROOM)
    }

    /// The last tab that can be the first one in view. All tabs after it are then in view.
    fn last(&self) -> usize {
        if self.length() <= self.width {
            return 0;
        }
        let count = self.ends.len().saturating_sub(1);
        let has_rest = |first: &usize| self.length() - self.ends[*first] <= self.room(true, false);
        (1..count).find(has_rest).unwrap_or(count.saturating_sub(1))
    }

    /// The space after the last tab, points. It lets the bar scroll until [`last`](Self::last) is at the left end.
    fn space_after(&self) -> f32 {
        match self.last() {
            0 => 0.0,
            last => (self.ends[last] + self.room(true, false) - self.length()).max(0.0),
        }
    }

    /// The tab nearest to `first` with which at the left end the open tab is in view.
    fn showing_open(&self, first: usize) -> usize {
        let last = self.last();
        let most = self.open.min(last);
        let is_cut =
            |first: usize| self.ends[self.open + 1] > self.ends[first] + self.room(first > 0, first < last) + SAME;
        let mut first = first.min(most);
        while first < most && is_cut(first) {
            first += 1;
        }
        first
    }

    /// The last tab that begins at an offset or before it.
    fn before(&self, offset: f32) -> usize {
        self.ends.partition_point(|end| *end <= offset + SAME).saturating_sub(1).min(self.last())
    }

    /// The first tab that begins at an offset or after it.
    fn after(&self, offset: f32) -> usize {
        self.ends.partition_point(|end| *end < offset - SAME).min(self.last())
    }
}

/// The scrolling of a bar between frames.
#[derive(Clone, Debug, Default)]
struct Scroll {
    /// The tabs in the last frame.
    row: TabRow,
    /// Whether they had changed in it. `egui_tiles` limits the offset by the tabs of the frame before, so it is set
    /// again in the next frame.
    is_new: bool,
    /// The tab at the left end at rest.
    first: usize,
    /// Whether there was an arrow at the left.
    has_left: bool,
    /// The offset after the last frame, if neither an arrow nor the wheel has changed it.
    expected: f32,
    /// The last change by an arrow or the wheel, points. 0 after the tabs came to rest.
    moved: f32,
    /// The place of the first tab on screen.
    origin: f32,
}

impl Scroll {
    /// The offset for this frame, and whether another frame is needed. `offset` is that after the last frame, `step` the
    /// longest way of the tabs in a frame.
    fn advanced(&mut self, row: TabRow, offset: f32, step: f32) -> (f32, bool) {
        let is_new = self.row != row;
        self.row = row;
        let by = offset - self.expected;
        let to = if is_new || self.is_new {
            self.first = self.row.showing_open(self.row.before(offset));
            self.moved = 0.0;
            self.goal()
        } else if by.abs() > SAME {
            self.moved = by;
            offset
        } else {
            let moved = std::mem::take(&mut self.moved);
            if moved > 0.0 {
                self.first = self.row.after(offset);
            } else if moved < 0.0 {
                self.first = self.row.before(offset);
            }
            let rest = self.goal() - offset;
            if rest.abs() <= SAME { offset } else { offset + rest.clamp(-step, step) }
        };
        // The same condition as in `egui_tiles`.
        let has_left = BAR < to;
        let shift = f32::from(i8::from(has_left) - i8::from(self.has_left)) * self.row.arrow;
        self.expected = (to + shift).max(0.0);
        (self.is_new, self.has_left) = (is_new, has_left);
        (to, is_new || self.moved.abs() > 0.0 || (to - offset).abs() > SAME)
    }

    /// The offset at rest. Before there is an arrow at the left, the offset at which it appears.
    fn goal(&self) -> f32 {
        let start = self.row.ends[self.first];
        if self.first == 0 || self.has_left { start } else { (start - self.row.arrow).max(BAR + 1.0) }
    }
}

/// Scrolls the tabs of a bar before they are drawn.
pub(super) fn advance(ui: &Ui, bar: TileId, row: TabRow, offset: &mut f32) {
    // Without animations the tabs move at once.
    let is_animated = ui.style().animation_time > 0.0;
    let step = if is_animated { ui.input(|i| i.stable_dt).min(LONGEST) * SPEED } else { f32::INFINITY };
    let mut scroll = ui.data_mut(|data| data.get_temp::<Scroll>(id(bar))).unwrap_or_default();
    let (to, needs_frame) = scroll.advanced(row, *offset, step);
    *offset = to;
    ui.data_mut(|data| data.insert_temp(id(bar), scroll));
    if needs_frame {
        ui.request_repaint();
    }
}

/// Adds the space after the last tab. If the tabs have moved in this frame, requests another one.
pub(super) fn finish(ui: &mut Ui, bar: TileId) {
    let origin = ui.min_rect().left();
    let (is_moved, space) = ui.data_mut(|data| {
        let scroll = data.get_temp_mut_or_default::<Scroll>(id(bar));
        let before = std::mem::replace(&mut scroll.origin, origin);
        ((before - origin).abs() > SAME, scroll.row.space_after())
    });
    ui.add_space(space);
    if is_moved {
        ui.request_repaint();
    }
}

fn id(bar: TileId) -> Id {
    Id::unique(("scrolling of a tab bar", bar))
}

#[cfg(test)]
mod tests {
    use eframe::egui::{Vec2, vec2};

    use super::*;

    /// A spacing with which both widths of an arrow are 30.
    fn spacing() -> Spacing {
        Spacing { item_spacing: vec2(6.0, 4.0), button_padding: Vec2::ZERO, ..Spacing::default() }
    }

    /// The part of `egui_tiles` that scrolls.
    #[derive(Default)]
    struct Bar {
        scroll: Scroll,
        offset: f32,
        /// The way that is left after a press of an arrow.
        debt: f32,
        has_left: bool,
    }

    impl Bar {
        const STEP: f32 = 8.0;

        /// Draws frames until the tabs rest. Returns the offset.
        fn rest(&mut self, row: &TabRow) -> f32 {
            for _ in 0..200 {
                let (mut offset, needs_frame) = self.scroll.advanced(row.clone(), self.offset, Self::STEP);
                let has_left = BAR < offset;
                if has_left != self.has_left {
                    offset += if has_left { row.arrow } else { -row.arrow };
                }
                self.has_left = has_left;
                let by = self.debt.clamp(-Self::STEP, Self::STEP);
                self.debt -= by;
                let room = row.room(has_left, false);
                let most = (row.length() + row.space_after() - room).max(0.0);
                self.offset = (offset + by).min(most).max(0.0);
                if !needs_frame && by.abs() < 1e-3 {
                    return self.offset;
                }
            }
            panic!("no rest: {:?}", self.scroll);
        }

        fn press(&mut self, row: &TabRow, debt: f32) -> f32 {
            self.debt = debt;
            self.rest(row)
        }
    }

    /// Ten tabs of 60 points in a bar of 200.
    fn row(open: usize) -> TabRow {
        TabRow::new([60.0; 10], open, 200.0, &spacing())
    }

    #[test]
    fn the_open_tab_is_in_view_with_as_little_scrolling_as_possible() {
        for (first, open, expected) in [
            (0, 0, 0),
            (0, 1, 0),
            (0, 2, 1),
            (0, 9, 8),
            (5, 1, 1),
            (5, 6, 5),
            (5, 7, 6),
            (8, 9, 8),
            (9, 9, 8),
            (8, 0, 0),
        ] {
            assert_eq!(row(open).showing_open(first), expected, "{first} {open}");
        }
        let all_fit = TabRow::new([60.0; 3], 2, 200.0, &spacing());
        assert_eq!((all_fit.showing_open(2), all_fit.last()), (0, 0));
        assert!(all_fit.space_after().abs() < 1e-6);
        let empty = TabRow::new([], 0, 0.0, &spacing());
        assert_eq!((empty.showing_open(0), empty.before(3.0), empty.after(3.0)), (0, 0, 0));
        let narrow = TabRow::new([60.0; 3], 1, 40.0, &spacing());
        assert_eq!(narrow.showing_open(0), 1, "a tab wider than the bar is at the left end");
    }

    #[test]
    fn presses_of_the_arrows_end_at_whole_tabs() {
        let row = row(0);
        let mut bar = Bar::default();
        let mut at = bar.rest(&row);
        assert!(at.abs() < 1e-3, "{at}");
        for (debt, expected) in
            [(70.0, 120.0), (70.0, 240.0), (-70.0, 120.0), (-70.0, 0.0), (470.0, 480.0), (70.0, 480.0), (-20.0, 420.0)]
        {
            at = bar.press(&row, debt);
            assert!((at - expected).abs() <= SAME, "{debt}: {at} is not {expected}");
        }
    }

    #[test]
    fn another_open_tab_or_width_scrolls_to_the_open_tab() {
        let mut bar = Bar::default();
        for (row, expected) in [
            (row(9), 480.0),
            (row(2), 120.0),
            (TabRow::new([60.0; 10], 2, 700.0, &spacing()), 0.0),
            (row(3), 120.0),
            // The first tab is narrower than an arrow with the offset at which it appears.
            (TabRow::new([40.0, 60.0, 60.0, 60.0, 60.0], 0, 185.0, &spacing()), 0.0),
            (TabRow::new([40.0, 60.0, 60.0, 60.0, 60.0], 2, 185.0, &spacing()), 40.0),
        ] {
            let at = bar.rest(&row);
            assert!((at - expected).abs() <= SAME, "{row:?}: {at} is not {expected}");
        }
    }
}
