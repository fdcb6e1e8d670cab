//! The filtered list of events. A click on an event shows its moment.

use eframe::egui::{
    Align2, Button, Color32, Rect, RichText, Role, ScrollArea, Sense, TextEdit, Ui, WidgetInfo, pos2, vec2,
};

use super::paint::TreeColors;
use super::shown::{Moment, ShownAgent};
use crate::app::kit::theme;
use crate::behavior::{Event, EventKind, Tree};
use crate::report::agents::words;

/// Height of a row, points.
const ROW: f32 = 18.0;
/// Width of the column of ticks, points.
const TICK: f32 = 40.0;

/// The list's state between frames.
#[derive(Default)]
pub(super) struct EventList {
    /// The search text: a part of a node's title.
    text: String,
    /// The kinds of events that are hidden.
    without: Vec<EventKind>,
    /// Whether only events of the selected node are listed.
    is_of_selected: bool,
    rows: Vec<u32>,
    key: Option<EventsKey>,
    /// The moment that the list follows, and its row. The list scrolls to it until it is visible or the user scrolls.
    followed: Option<Moment>,
    wanted: Option<usize>,
}

/// The inputs on which the rows depend.
#[derive(Clone, Debug, PartialEq)]
struct EventsKey {
    revision: u64,
    count: usize,
    text: String,
    without: Vec<EventKind>,
    node: Option<usize>,
}

impl EventList {
    /// Shows the list. Returns the moment that was clicked. `revision` counts changes of the tree and the events.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        shown: &ShownAgent<'_>,
        events: &[Event],
        selected: Option<usize>,
        revision: u64,
        said: impl Fn(&Event) -> Option<String>,
    ) -> Option<Moment> {
        self.filter(ui, selected.is_some());
        self.update(shown.tree, events, selected, revision);
        let now = now(shown, events);
        let rows = &self.rows;
        // The last listed event that has happened at the shown moment.
        let current = rows.partition_point(|&row| (row as usize) < now).checked_sub(1);
        if self.followed != Some(shown.moment()) {
            self.followed = Some(shown.moment());
            self.wanted = Some(current.unwrap_or(0));
        }
        let list = ui.available_rect_before_wrap();
        let is_scrolled = ui.input(|i| i.is_scrolling() || i.pointer.any_down()) && ui.rect_contains_pointer(list);
        let wanted = self.wanted.filter(|_| !is_scrolled);
        self.wanted = wanted;
        let scroll = ScrollArea::vertical().id_salt("events").auto_shrink([false, false]).animated(false);
        if rows.is_empty() {
            ui.weak(if events.is_empty() { "Nothing has happened yet." } else { "No event matches the filter." });
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut clicked = None;
        let mut is_in_sight = false;
        scroll.show_rows(ui, ROW, rows.len(), |ui, range| {
            let top = ui.max_rect().top() - range.start as f32 * ROW;
            if let Some(wanted) = wanted {
                let y = top + wanted as f32 * ROW;
                is_in_sight = ui.clip_rect().y_range().contains(y + ROW / 2.0);
                // Some of the following events are visible too.
                let next = Rect::from_x_y_ranges(ui.max_rect().x_range(), y..=y + ROW * 3.0);
                ui.scroll_to_rect(next, None);
            }
            for (place, &row) in range.clone().zip(&rows[range]) {
                let index = row as usize;
                let place = EventPlace { is_last: Some(place) == current, is_ahead: index >= now };
                if event_row(ui, shown.tree, &events[index], said(&events[index]), place) {
                    clicked = Some(Moment::after(events, index));
                }
            }
        });
        if is_in_sight || rows.is_empty() {
            self.wanted = None;
        } else if wanted.is_some() {
            ui.ctx().request_repaint();
        }
        if clicked.is_some() {
            // The row is visible already.
            self.followed = clicked;
        }
        clicked
    }

    fn filter(&mut self, ui: &mut Ui, has_selected: bool) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            let width = (ui.available_width() - 172.0).clamp(40.0, 130.0);
            let field = TextEdit::singleline(&mut self.text).hint_text("Filter").desired_width(width);
            ui.add(field).accessible_name("Filter events").on_hover_text("A part of a node's name or of its number.");
            let colors = TreeColors::of(ui);
            for what in EventKind::ALL {
                let is_shown = !self.without.contains(&what);
                let (sign, color) = sign_of(&colors, what, None);
                let button = Button::selectable(is_shown, RichText::new(sign).color(color)).min_size(vec2(24.0, 0.0));
                let response = ui.add(button).accessible_name(format!("Show {} events", what.word()));
                if response.on_hover_text(format!("Events of the kind “{}”", what.word())).clicked() {
                    if is_shown {
                        self.without.push(what);
                    } else {
                        self.without.retain(|other| *other != what);
                    }
                }
            }
            let own = ui.add_enabled(has_selected, Button::selectable(self.is_of_selected && has_selected, "own"));
            let own = own.accessible_name("Only events of the selected node");
            if own.on_hover_text("Only those of the selected node").clicked() {
                self.is_of_selected = !self.is_of_selected;
            }
        });
    }

    fn update(&mut self, tree: &Tree, events: &[Event], selected: Option<usize>, revision: u64) {
        let key = EventsKey {
            revision,
            count: events.len(),
            text: self.text.trim().to_lowercase(),
            without: self.without.clone(),
            node: selected.filter(|_| self.is_of_selected),
        };
        if self.key.as_ref() == Some(&key) {
            return;
        }
        let passes: Vec<bool> = (0..tree.len())
            .map(|node| {
                let is_named = key.text.is_empty()
                    || words::title(tree, node).to_lowercase().contains(&key.text)
                    || node.to_string() == key.text;
                is_named && key.node.is_none_or(|own| own == node)
            })
            .collect();
        let is_shown = |event: &Event| {
            passes.get(event.node as usize).copied().unwrap_or(false) && !key.without.contains(&event.what)
        };
        self.rows.clear();
        self.rows.extend((0..).zip(events).filter(|(_, event)| is_shown(event)).map(|(row, _)| row));
        self.key = Some(key);
    }
}

/// The number of events that have happened at the shown moment.
fn now(shown: &ShownAgent<'_>, events: &[Event]) -> usize {
    match shown.step {
        None => events.partition_point(|event| u64::from(event.tick) <= shown.tick),
        Some(step) => events.partition_point(|event| u64::from(event.tick) < shown.tick) + step,
    }
}

/// The position of an event relative to the shown moment.
#[derive(Clone, Copy)]
struct EventPlace {
    is_last: bool,
    is_ahead: bool,
}

fn event_row(ui: &mut Ui, tree: &Tree, event: &Event, said: Option<String>, place: EventPlace) -> bool {
    let colors = TreeColors::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let said = said.map(|said| format!(": {said}")).unwrap_or_default();
    let text = format!("{}{said}", theme::quoted(&words::event(tree, event)));
    let spoken = format!("tick {}: {text}", event.tick);
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, place.is_last, &spoken));
    let painter = ui.painter_at(rect);
    if place.is_last {
        painter.rect_filled(rect, 3.0, ui.visuals().selection.bg_fill);
    } else if response.hovered() {
        painter.rect_filled(rect, 3.0, ui.visuals().widgets.hovered.bg_fill);
    }
    let fade = |color: Color32| if place.is_ahead { color.gamma_multiply(0.55) } else { color };
    let y = rect.center().y;
    let tick = pos2(rect.left() + TICK - 8.0, y);
    painter.text(tick, Align2::RIGHT_CENTER, event.tick, theme::small(), fade(colors.weak));
    let (sign, color) = sign_of(&colors, event.what, Some(event));
    painter.text(pos2(rect.left() + TICK + 5.0, y), Align2::CENTER_CENTER, sign, theme::small(), fade(color));
    let left = rect.left() + TICK + 16.0;
    let color = if place.is_last { ui.visuals().selection.stroke.color } else { fade(ui.visuals().text_color()) };
    let galley = theme::one_line(ui, &text, theme::small(), color, rect.right() - left);
    let is_cut = galley.elided;
    painter.galley(pos2(left, y - galley.size().y / 2.0), galley, color);
    let response = if is_cut { response.on_hover_text(&spoken) } else { response };
    response.clicked()
}

/// The symbol of a kind of event, or of one event with its result.
fn sign_of(colors: &TreeColors, what: EventKind, event: Option<&Event>) -> (&'static str, Color32) {
    match (what, event) {
        (EventKind::Start, _) => ("▶", colors.letters(crate::behavior::Status::Running)),
        (EventKind::End, Some(event)) => (colors.symbol(event.status), colors.letters(event.status)),
        (EventKind::End, None) => ("⏹", colors.text),
        (EventKind::Abort, _) => ("⊘", colors.abort()),
        (EventKind::Reevaluate, Some(event)) => ("↻", colors.letters(event.status)),
        (EventKind::Reevaluate, None) => ("↻", colors.text),
    }
}
