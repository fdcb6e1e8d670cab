//! The appearance of tab bars, borders and dragged tabs: plain text, a line under the open tab, and a hint beside the
//! tabs.

use std::sync::Arc;

use eframe::egui::{
    Align2, Color32, CursorIcon, Frame, Galley, Id, Painter, PointerButton, Rect, Response, Role, Sense, Stroke,
    StrokeKind, Style, TextStyle, Ui, Visuals, WidgetInfo, WidgetText, pos2, vec2,
};
use egui_tiles::{
    Behavior, Container, EditAction, ResizeState, SimplificationOptions, TabState, Tabs, TileId, Tiles, UiResponse,
};

use super::arrangement::SHAPE;
use super::badge::{Badge, Badges};
use super::fit::BAR;
use super::scroll;
use super::scroll::TabRow;
use crate::app::command::pane::Pane;
use crate::app::kit::theme;

/// Padding of a tab, points.
const PAD: f32 = 9.0;
/// The padding in a bar whose tabs would otherwise not fit.
const TIGHT: f32 = 5.0;
/// The least room for the cut title of a tab, points. With less room it is not shown.
const LEAST_TITLE: f32 = 24.0;
/// Width of a close button with its gap, points.
const CROSS: f32 = 16.0;
/// Gap between the last tab and the hint, points.
const BEFORE_HINT: f32 = 5.0;
/// The largest count on a tab. Greater counts are shown as “more than” this.
const MOST_COUNTED: usize = 99;
/// The least distance between two borders, points.
const LEAST: f32 = 96.0;

/// Shows the bars of a tree, and records the user's input.
pub(super) struct Bars<'a> {
    badges: &'a Badges,
    /// The panels whose hint is shown in their bar.
    with_hint: &'a [Pane],
    gap: f32,
    /// Whether the current bar has more than one tab.
    is_choice: bool,
    /// The padding of its tabs.
    pad: f32,
    /// The panel whose close button was clicked.
    pub(super) closed: Option<Pane>,
    /// A border was moved.
    pub(super) is_resized: bool,
    /// A panel was dropped at another place.
    pub(super) is_dropped: bool,
}

impl<'a> Bars<'a> {
    /// `gap` is the distance between panels.
    pub(super) fn new(badges: &'a Badges, with_hint: &'a [Pane], gap: f32) -> Self {
        Self { badges, with_hint, gap, is_choice: false, pad: PAD, closed: None, is_resized: false, is_dropped: false }
    }
}

/// Whether there is room for the open panel's hint beside its tabs.
pub(super) fn has_room_for_hint(ui: &Ui, panes: &[Pane], open: Pane, width: f32) -> bool {
    let tabs = width_of_all(ui, panes, Some(open));
    let hint = ui.painter().layout_no_wrap(open.hint().to_owned(), theme::small(), Color32::PLACEHOLDER);
    tabs + BEFORE_HINT + hint.size().x + PAD <= width
}

/// Shows the hint of a panel in a weak colour, cut with … where it does not fit.
pub(super) fn hint(ui: &Ui, pane: Pane, rect: Rect) {
    let galley = theme::one_line(ui, pane.hint(), theme::small(), ui.visuals().weak_text_color(), rect.width());
    let place = Align2::LEFT_CENTER.align_size_within_rect(galley.size(), rect);
    let response = ui.interact(place, Id::unique(("hint of a panel", pane)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, pane.hint()));
    ui.painter().with_clip_rect(ui.clip_rect().intersect(rect)).galley(place.min, galley, Color32::PLACEHOLDER);
    response.on_hover_text(pane.help());
}

/// The text of a tab.
fn words(pane: Pane, badges: &Badges, pad: f32) -> String {
    let title = pane.title();
    match badges.badge(pane).filter(|_| has_count(pane, pad)) {
        None => title.to_owned(),
        Some(badge) if badge.count > MOST_COUNTED => format!("{title} {MOST_COUNTED}+"),
        Some(badge) => format!("{title} {}", badge.count),
    }
}

/// The text of a tab within the part of it that is not scrolled out of the bar: the whole text, the text cut with …, or
/// `None` without room. So no part of a letter or of a word is shown.
fn words_in_sight(ui: &Ui, words: String, tab: Rect, seen: Rect, pad: f32) -> Option<Arc<Galley>> {
    if seen.width() + 0.5 >= tab.width() {
        return Some(in_tab(ui, words));
    }
    let room = seen.width() - 2.0 * pad;
    let font = TextStyle::Button.resolve(ui.style());
    (room >= LEAST_TITLE).then(|| theme::one_line(ui, &words, font, Color32::PLACEHOLDER, room))
}

fn in_tab(ui: &Ui, text: String) -> Arc<Galley> {
    ui.painter().layout_no_wrap(text, TextStyle::Button.resolve(ui.style()), Color32::PLACEHOLDER)
}

/// Whether a tab has room for a count. In a narrow bar only the colour marks it.
fn has_count(pane: Pane, pad: f32) -> bool {
    pane.has_badge() && pad > TIGHT
}

/// The width of a tab. It includes room for a count, so that it does not change.
fn width_of(ui: &Ui, pane: Pane, is_open: bool, pad: f32) -> f32 {
    let widest =
        if has_count(pane, pad) { format!("{} {MOST_COUNTED}+", pane.title()) } else { pane.title().to_owned() };
    let cross = if is_open && pane.is_closable() { CROSS } else { 0.0 };
    (in_tab(ui, widest).size().x + cross + 2.0 * pad).round()
}

fn width_of_all(ui: &Ui, panes: &[Pane], open: Option<Pane>) -> f32 {
    panes.iter().map(|&pane| width_of(ui, pane, open == Some(pane), PAD)).sum()
}

impl Behavior<Pane> for Bars<'_> {
    /// Empty, because panel contents are drawn separately, in their own order.
    fn pane_ui(&mut self, _: &mut Ui, _: TileId, _: &mut Pane) -> UiResponse {
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> WidgetText {
        pane.title().into()
    }

    /// Called first for each bar. It adds nothing at the right.
    fn top_bar_right_ui(&mut self, tiles: &Tiles<Pane>, ui: &mut Ui, bar: TileId, tabs: &Tabs, offset: &mut f32) {
        let shown = tabs.children.iter().filter(|tab| tiles.is_visible(**tab));
        let panes: Vec<Pane> = shown.filter_map(|tab| tiles.get_pane(tab)).copied().collect();
        let open = tabs.active.and_then(|tab| tiles.get_pane(&tab)).copied();
        let width = ui.available_width();
        self.is_choice = panes.len() > 1;
        self.pad = if width_of_all(ui, &panes, open) <= width { PAD } else { TIGHT };
        let widths = panes.iter().map(|&pane| width_of(ui, pane, open == Some(pane), self.pad));
        let index = panes.iter().position(|&pane| open == Some(pane)).unwrap_or(0);
        let row = TabRow::new(widths, index, width, ui.spacing());
        scroll::advance(ui, bar, row, offset);
    }

    fn tab_ui(&mut self, tiles: &mut Tiles<Pane>, ui: &mut Ui, id: Id, tile: TileId, state: &TabState) -> Response {
        let Some(&pane) = tiles.get_pane(&tile) else { return ui.allocate_response(vec2(0.0, 0.0), Sense::hover()) };
        let (_, rect) = ui.allocate_space(vec2(width_of(ui, pane, state.active, self.pad), ui.available_height()));
        let response = ui.interact(rect, id, Sense::click_and_drag()).on_hover_cursor(CursorIcon::Grab);
        response.widget_info(|| WidgetInfo::selected(Role::Tab, true, state.active, pane.title()));
        if !state.is_being_dragged && ui.is_rect_visible(rect) {
            let color = color(ui.visuals(), state.active, response.hovered(), self.badges.badge(pane));
            let seen = rect.intersect(ui.clip_rect());
            let words = words(pane, self.badges, self.pad);
            if let Some(words) = words_in_sight(ui, words, rect, seen, self.pad) {
                let middle = rect.center().y - words.size().y / 2.0;
                let span = seen.left() + self.pad..=seen.left() + self.pad + words.size().x;
                ui.painter().galley(pos2(*span.start(), middle), words, color);
                if state.active && self.is_choice {
                    ui.painter().hline(span, rect.bottom() - 1.0, Stroke::new(2.0, ui.visuals().hyperlink_color));
                }
            }
        }
        let has_cross = state.active && pane.is_closable() && !state.is_being_dragged;
        let is_cross_clicked = has_cross && cross(ui, rect, self.pad, id, pane);
        let is_closed_by_tab = pane.is_closable() && response.clicked_by(PointerButton::Middle);
        if is_cross_clicked || is_closed_by_tab {
            self.closed = Some(pane);
        }
        if state.is_being_dragged {
            return response;
        }
        response.on_hover_text(format!("{}\nDrag the tab to move the panel.", pane.help()))
    }

    fn tab_bar_trailing_ui(&mut self, tiles: &Tiles<Pane>, ui: &mut Ui, bar: TileId, tabs: &Tabs) {
        let open = tabs.active.and_then(|tab| tiles.get_pane(&tab));
        if let Some(&pane) = open.filter(|pane| self.with_hint.contains(pane)) {
            let from = ui.cursor().left_top() + vec2(BEFORE_HINT, 0.0);
            hint(ui, pane, Rect::from_min_max(from, pos2(ui.clip_rect().right() - 4.0, from.y + BAR)));
        }
        scroll::finish(ui, bar);
    }

    fn drag_ui(&mut self, tiles: &Tiles<Pane>, ui: &mut Ui, tile: TileId) {
        let tabs = tiles.get_container(tile).map(Container::children_vec).unwrap_or_default();
        let panes = tabs.iter().chain([&tile]).filter_map(|tab| tiles.get_pane(tab));
        let text = panes.map(|pane| pane.title()).collect::<Vec<_>>().join(", ");
        Frame::popup(ui.style()).show(ui, |ui| ui.label(text));
    }

    fn tab_bar_height(&self, _: &Style) -> f32 {
        BAR
    }

    fn gap_width(&self, _: &Style) -> f32 {
        self.gap
    }

    fn min_size(&self) -> f32 {
        LEAST
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SHAPE
    }

    fn resize_stroke(&self, style: &Style, state: ResizeState) -> Stroke {
        let visuals = &style.visuals;
        match state {
            ResizeState::Idle => Stroke::new(self.gap, visuals.widgets.noninteractive.bg_stroke.color),
            ResizeState::Hovering => Stroke::new(2.0, visuals.widgets.active.bg_fill),
            ResizeState::Dragging => Stroke::new(2.0, visuals.hyperlink_color),
        }
    }

    fn tab_bar_color(&self, visuals: &Visuals) -> Color32 {
        visuals.panel_fill
    }

    fn paint_drag_preview(&self, visuals: &Visuals, painter: &Painter, _: Option<Rect>, place: Rect) {
        let accent = visuals.hyperlink_color;
        painter.rect(place, 4.0, accent.gamma_multiply(0.2), Stroke::new(1.5, accent), StrokeKind::Inside);
    }

    fn on_edit(&mut self, action: EditAction) {
        match action {
            EditAction::TileResized => self.is_resized = true,
            EditAction::TileDropped => self.is_dropped = true,
            EditAction::TileDragged | EditAction::TabSelected => {}
        }
    }
}

fn color(visuals: &Visuals, is_open: bool, is_hovered: bool, badge: Option<Badge>) -> Color32 {
    match badge {
        _ if is_open => visuals.strong_text_color(),
        Some(badge) => badge.color,
        None if is_hovered => visuals.text_color(),
        None => visuals.weak_text_color(),
    }
}

/// The close button at the end of a tab, `pad` from its border. Returns whether it was clicked.
fn cross(ui: &Ui, tab: Rect, pad: f32, id: Id, pane: Pane) -> bool {
    let rect = Rect::from_center_size(pos2(tab.right() - pad - 4.0, tab.center().y + 1.0), vec2(14.0, 14.0));
    let response = ui.interact(rect, id.with("close"), Sense::click()).on_hover_cursor(CursorIcon::Default);
    let name = format!("Close {}", pane.title());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let visuals = ui.visuals();
    let color = if response.hovered() {
        ui.painter().rect_filled(rect, 3.0, visuals.widgets.hovered.bg_fill);
        visuals.strong_text_color()
    } else {
        visuals.weak_text_color().gamma_multiply(0.8)
    };
    let mark = rect.shrink(4.0);
    for ends in [[mark.left_top(), mark.right_bottom()], [mark.right_top(), mark.left_bottom()]] {
        ui.painter().line_segment(ends, Stroke::new(1.2, color));
    }
    response.on_hover_text("Close this panel. View, Panels opens it again.").clicked()
}
