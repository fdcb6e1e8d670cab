//! The status of each node over the last ticks: one row for each node, coloured by status.

use eframe::egui::{Align2, Pos2, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::paint::TreeColors;
use super::shown::{Moment, ShownAgent};
use super::strip::{Strip, ticks_around};
use crate::app::kit::theme;
use crate::behavior::{Event, Status};
use crate::report::agents::words;

/// Height of a row and of the line of tick numbers, points.
const ROW: f32 = 17.0;
const RULER: f32 = 16.0;
/// Width of a tick, points.
const TICK: f32 = 6.0;
/// Largest width of the names, points.
const NAMES: f32 = 130.0;

/// The strip's state between frames.
#[derive(Default)]
pub(super) struct History {
    strip: Strip,
    key: Option<(u64, usize, u64, u64)>,
}

/// The user's click.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Clicked {
    pub(super) moment: Option<Moment>,
    pub(super) node: Option<usize>,
}

impl History {
    /// Shows all rows. `known` is the last computed tick. `revision` counts changes of the tree and the events.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        shown: &ShownAgent<'_>,
        events: &[Event],
        known: u64,
        selected: Option<usize>,
        revision: u64,
    ) -> Clicked {
        let names = (ui.available_width() * 0.42).min(NAMES);
        let room = (ui.available_width() - names - 12.0).max(TICK);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few hundred at most")]
        let fit = (room / TICK) as u64;
        let ticks = ticks_around(shown.tick, known, fit);
        let key = (revision, events.len(), *ticks.start(), *ticks.end());
        if self.key != Some(key) {
            self.strip = Strip::of(shown.tree, events, &ticks);
            self.key = Some(key);
        }
        let (ruler, _) = ui.allocate_exact_size(vec2(ui.available_width(), RULER), Sense::hover());
        let axis = TickAxis { left: ruler.left() + names + 4.0, first: *ticks.start(), count: fit.max(1) };
        axis.numbers(ui, ruler, shown.tick);
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut clicked = Clicked::default();
        let scroll = ScrollArea::vertical().id_salt("history").auto_shrink([false, false]);
        scroll.show_rows(ui, ROW, shown.tree.len(), |ui, rows| {
            for node in rows {
                self.row(ui, shown, node, &axis, selected == Some(node), known, &mut clicked);
            }
        });
        clicked
    }

    #[expect(clippy::too_many_arguments, reason = "one row of one place")]
    fn row(
        &self,
        ui: &mut Ui,
        shown: &ShownAgent<'_>,
        node: usize,
        axis: &TickAxis,
        is_selected: bool,
        known: u64,
        clicked: &mut Clicked,
    ) {
        let colors = TreeColors::of(ui);
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
        let title = words::title(shown.tree, node);
        let spoken = format!("{node} {title}, {}", shown.statuses[node].word());
        response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_selected, &spoken));
        let painter = ui.painter_at(rect);
        if is_selected {
            painter.rect_filled(rect, 3.0, ui.visuals().selection.bg_fill);
        }
        let indent = (shown.tree.depth(node) as f32 * 6.0).min(30.0);
        let text = format!("{node} {title}");
        let color = if is_selected { ui.visuals().selection.stroke.color } else { ui.visuals().text_color() };
        let galley = theme::one_line(ui, &text, theme::small(), color, axis.left - rect.left() - indent - 6.0);
        painter.galley(pos2(rect.left() + indent, rect.center().y - galley.size().y / 2.0), galley, color);
        for (first, length, status) in self.strip.stretches(node) {
            let last = first + length as u64 - 1;
            if first > known {
                continue;
            }
            let bar = axis.bar(first, last.min(known), rect);
            let color = colors.line(status);
            if status == Status::Inactive {
                painter.hline(bar.x_range(), bar.center().y, Stroke::new(1.0, color.gamma_multiply(0.5)));
                continue;
            }
            // Colour and height distinguish the results.
            let bar = match status {
                Status::Failure => Rect::from_min_max(pos2(bar.left(), bar.center().y), bar.max),
                Status::Skipped => bar.shrink2(vec2(0.0, bar.height() / 3.0)),
                _ => bar,
            };
            painter.rect_filled(
                bar.shrink2(vec2(0.5, 0.0)),
                1.0,
                color.gamma_multiply(if last > shown.tick && first > shown.tick { 0.45 } else { 1.0 }),
            );
        }
        for tick in self.strip.halts(node).filter(|tick| *tick <= known) {
            let place = axis.bar(tick, tick, rect);
            painter.text(place.center(), Align2::CENTER_CENTER, "⊘", theme::small(), colors.abort());
        }
        axis.cursor(&painter, rect, shown.tick, &colors);
        let pointed = response.hover_pos().and_then(|pointer| axis.tick_at(pointer)).filter(|tick| *tick <= known);
        if response.clicked() {
            clicked.node = Some(node);
            clicked.moment = pointed.map(|tick| Moment { tick, step: None });
        }
        if let Some(tick) = pointed {
            let status = self.strip.stretches(node).find(|(first, length, _)| tick < first + *length as u64);
            let status = status.map_or("", |(_, _, status)| status.word());
            response.on_hover_text_at_pointer(format!("{title}, tick {tick}: {status}"));
        }
    }
}

/// The places of the ticks on screen.
struct TickAxis {
    left: f32,
    first: u64,
    count: u64,
}

impl TickAxis {
    fn x(&self, tick: u64) -> f32 {
        self.left + tick.saturating_sub(self.first) as f32 * TICK
    }

    fn bar(&self, first: u64, last: u64, row: Rect) -> Rect {
        Rect::from_min_max(pos2(self.x(first), row.top() + 3.0), pos2(self.x(last + 1), row.bottom() - 3.0))
    }

    fn cursor(&self, painter: &eframe::egui::Painter, row: Rect, tick: u64, colors: &TreeColors) {
        if (self.first..self.first + self.count).contains(&tick) {
            let column = Rect::from_x_y_ranges(self.x(tick)..=self.x(tick + 1), row.y_range());
            painter.rect_filled(column, 0.0, colors.selected.gamma_multiply(0.18));
            painter.vline(column.right(), row.y_range(), Stroke::new(1.0, colors.selected));
            painter.vline(column.left(), row.y_range(), Stroke::new(1.0, colors.selected));
        }
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the strip")]
    fn tick_at(&self, pointer: Pos2) -> Option<u64> {
        let column = ((pointer.x - self.left) / TICK).floor();
        (column >= 0.0 && column < self.count as f32).then(|| self.first + column as u64)
    }

    fn numbers(&self, ui: &Ui, rect: Rect, tick: u64) {
        let colors = TreeColors::of(ui);
        let painter = ui.painter_at(rect);
        let y = rect.center().y;
        let last = self.first + self.count - 1;
        let place = |tick: u64| self.x(tick) + TICK / 2.0;
        let middle = place(tick.clamp(self.first, last));
        let text = format!("tick {tick}");
        let galley = painter.layout_no_wrap(text, theme::small(), colors.mark());
        let half = galley.size().x / 2.0;
        let x = middle.clamp(self.left + half, (rect.right() - half).max(self.left + half));
        let [first, end] =
            [(self.first, Align2::LEFT_CENTER, self.left), (last, Align2::RIGHT_CENTER, self.x(last + 1))];
        for (tick, align, at) in [first, end] {
            let shown = painter.layout_no_wrap(tick.to_string(), theme::small(), colors.weak);
            let place = align.anchor_size(pos2(at, y), shown.size());
            if (place.center().x - x).abs() > half + place.width() / 2.0 + 4.0 {
                painter.galley(place.min, shown, colors.weak);
            }
        }
        let frame = Align2::CENTER_CENTER.anchor_size(pos2(x, y), galley.size()).expand2(vec2(3.0, 0.0));
        painter.rect_stroke(frame, 3.0, Stroke::new(1.0, colors.selected), StrokeKind::Inside);
        painter.galley(frame.min + vec2(3.0, 0.0), galley, colors.mark());
    }
}
