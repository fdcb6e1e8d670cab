//! Paints the overlay: the window dimmed except for the targets, and a numbered card for each target.

use std::sync::Arc;

use eframe::egui::accesskit::Live;
use eframe::egui::{
    Align, Align2, Area, Button, Color32, Context, CornerRadius, FontId, Galley, Id, Label, LayerId, Layout as Flow,
    Mesh, Order, Painter, Rect, RichText, Shape, Stroke, StrokeKind, Ui, UiBuilder, Vec2, Visuals, WidgetText, pos2,
    vec2,
};

use super::layout;
use super::layout::CardLayout;
use crate::app::kit::keys;

/// Gap around a target, points.
const HALO: f32 = 3.0;
/// Width of the text of a card, points.
const TEXT: f32 = 186.0;
/// Gap between the border of a card and its text, points.
const PADDING: Vec2 = vec2(10.0, 8.0);
/// Radius of the disc with the number.
const DISC: f32 = 10.5;
const BUTTON: Vec2 = vec2(72.0, 24.0);
/// Width of the text of the card with the title, points.
const HEAD: f32 = 420.0;
/// Gap between the border of that card and its text.
const HEAD_PADDING: Vec2 = vec2(16.0, 12.0);

/// Colours and texts of a card before it is placed.
struct Card {
    item: Rect,
    text: Arc<Galley>,
}

/// The button that was clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clicked {
    /// The next step.
    Next,
    /// The end.
    Close,
}

/// A step to try.
pub(super) struct StepCard {
    /// Its number, from 0.
    pub(super) number: usize,
    /// The number of steps.
    pub(super) count: usize,
    /// What to do.
    pub(super) text: String,
    /// The target, if it is in the window.
    pub(super) item: Option<Rect>,
}

/// Shows one step over the window. The rest of the window stays usable.
pub(super) fn step(ctx: &Context, card: StepCard) -> Option<Clicked> {
    let window = ctx.content_rect();
    let place = step_place(ctx, window, card.item);
    if let Some(item) = card.item {
        let painter = ctx.layer_painter(LayerId::new(Order::Foreground, Id::unique("first minute target")));
        point(&painter, &ctx.global_style().visuals, place, item.expand(HALO).intersect(window));
    }
    let area = Area::new(Id::unique("first minute step")).order(Order::Foreground).movable(false);
    let shown = area.fixed_pos(place.min).show(ctx, |ui| {
        plate(ui.painter(), place, ui);
        let builder = UiBuilder::new().max_rect(place.shrink2(PADDING));
        ui.scope_builder(builder, |ui| {
            ui.weak(format!("Step {} of {}", card.number + 1, card.count));
            let label = ui.add(Label::new(RichText::new(card.text).strong()).wrap().selectable(false));
            // A screen reader reads each step although it has no focus.
            ctx.accesskit_node_builder(label.id, |node| node.set_live(Live::Polite));
            ui.with_layout(Flow::right_to_left(Align::BOTTOM), |ui| {
                let is_last = card.number + 1 == card.count;
                let next = ui.button(if is_last { "Finish" } else { "Skip" }).clicked();
                let close = !is_last && ui.button("End").clicked();
                match (next, close) {
                    (true, _) => Some(Clicked::Next),
                    (_, true) => Some(Clicked::Close),
                    _ => None,
                }
            })
            .inner
        })
        .inner
    });
    shown.inner
}

/// The place of the card of a step: near its target, and at the top of the window without one.
fn step_place(ctx: &Context, window: Rect, item: Option<Rect>) -> Rect {
    let size = vec2(250.0, 96.0);
    let at_top = Align2::CENTER_TOP.align_size_within_rect(size, window.shrink(60.0));
    let Some(item) = item else { return at_top };
    // The place stays while the target moves by less than a point, such as by rounding.
    let item = item.expand(HALO).intersect(window).round();
    let known = ctx.data(|data| data.get_temp::<(Rect, Rect, Rect)>(Id::unique("first minute place")));
    if let Some((_, _, place)) = known.filter(|(of, within, _)| *of == item && *within == window) {
        return place;
    }
    let place = layout::place(window, Vec2::ZERO, &[(item, size)]).cards[0].unwrap_or(at_top);
    ctx.data_mut(|data| data.insert_temp(Id::unique("first minute place"), (item, window, place)));
    place
}

/// Paints everything. Returns the button that was clicked.
pub(super) fn overlay(ui: &mut Ui, window: Rect, question: &str, callouts: &[(Rect, String)]) -> Option<Clicked> {
    let strong = ui.visuals().strong_text_color();
    let text = |text: &str, size: f32, color: Color32, width: f32| {
        ui.painter().layout(text.to_owned(), FontId::proportional(size), color, width)
    };
    let cards: Vec<Card> = callouts
        .iter()
        .map(|(item, words)| Card { item: item.expand(HALO).intersect(window), text: text(words, 13.0, strong, TEXT) })
        .collect();
    let room = HEAD.min(window.width() - 2.0 * (HEAD_PADDING.x + layout::BORDER));
    let title = text(question, 16.0, strong, room);
    let hint = "Esc closes this. The Help menu opens it again.";
    let hint = text(hint, 12.0, ui.visuals().weak_text_color(), room);
    let hint = HeadHint { is_beside_buttons: room >= HEAD, text: hint };
    let head = hint.head_size(&title) + 2.0 * HEAD_PADDING;
    let sizes: Vec<_> = cards.iter().map(|card| (card.item, card_size(card))).collect();
    let CardLayout { head, cards: places } = layout::place(window, head, &sizes);

    let shown: Vec<(&Card, Rect)> = cards.iter().zip(places).filter_map(|(card, place)| Some((card, place?))).collect();
    dim(ui, window, &shown.iter().map(|(card, _)| card.item).collect::<Vec<_>>());
    for (card, place) in &shown {
        point(ui.painter(), ui.visuals(), *place, card.item);
    }
    for (i, (card, place)) in shown.iter().enumerate() {
        show_card(ui, i + 1, card, *place);
    }
    show_head(ui, head, &title, &hint)
}

/// The sentence of the card with the title: to the left of its buttons, and above them in a narrow window.
struct HeadHint {
    text: Arc<Galley>,
    is_beside_buttons: bool,
}

impl HeadHint {
    /// The size of the contents of the card.
    fn head_size(&self, title: &Galley) -> Vec2 {
        let (title, hint) = (title.size(), self.text.size());
        if self.is_beside_buttons {
            return vec2(title.x.max(hint.x + 2.0 * BUTTON.x + 28.0), title.y + 8.0 + BUTTON.y);
        }
        vec2(title.x.max(hint.x).max(2.0 * BUTTON.x + 8.0), title.y + 8.0 + hint.y + 8.0 + BUTTON.y)
    }
}

fn card_size(card: &Card) -> Vec2 {
    let text = card.text.size();
    vec2(2.0 * DISC + 9.0 + text.x, text.y.max(2.0 * DISC)).ceil() + 2.0 * PADDING
}

/// Darkens the window around the targets. One mesh, so that there are no seams.
fn dim(ui: &Ui, window: Rect, items: &[Rect]) {
    let shade = Color32::from_black_alpha(if ui.visuals().dark_mode { 120 } else { 80 });
    let lines = |ends: fn(&Rect) -> [f32; 2]| {
        let mut all: Vec<f32> = items.iter().chain([&window]).flat_map(ends).collect();
        all.sort_by(f32::total_cmp);
        all.dedup();
        all
    };
    let (xs, ys) = (lines(|rect| [rect.left(), rect.right()]), lines(|rect| [rect.top(), rect.bottom()]));
    let mut mesh = Mesh::default();
    for x in xs.windows(2) {
        for y in ys.windows(2) {
            let part = Rect::from_min_max(pos2(x[0], y[0]), pos2(x[1], y[1]));
            if !items.iter().any(|item| item.contains(part.center())) {
                mesh.add_colored_rect(part, shade);
            }
        }
    }
    ui.painter().add(Shape::mesh(mesh));
}

/// Draws a line around a target, and a line from there to its card.
fn point(painter: &Painter, visuals: &Visuals, card: Rect, item: Rect) {
    let accent = Stroke::new(1.5, visuals.hyperlink_color);
    painter.rect_stroke(item, CornerRadius::same(4), accent, StrokeKind::Inside);
    let [from, to] = layout::leader(card, item);
    painter.line_segment([from, to], accent);
    painter.circle_filled(to, 3.5, accent.color);
}

fn show_card(ui: &mut Ui, number: usize, card: &Card, place: Rect) {
    plate(ui.painter(), place, ui);
    let centre = pos2(place.left() + PADDING.x + DISC, place.center().y);
    ui.painter().circle_filled(centre, DISC, ui.visuals().hyperlink_color);
    let figure = if ui.visuals().dark_mode { Color32::BLACK } else { Color32::WHITE };
    ui.painter().text(centre, Align2::CENTER_CENTER, number.to_string(), FontId::proportional(13.5), figure);
    let left = centre.x + DISC + 9.0;
    words(
        ui,
        Rect::from_min_size(pos2(left, place.center().y - card.text.size().y / 2.0), card.text.size()),
        &card.text,
    );
}

/// The title, and the buttons below it.
fn show_head(ui: &mut Ui, place: Rect, title: &Arc<Galley>, hint: &HeadHint) -> Option<Clicked> {
    plate(ui.painter(), place, ui);
    let inner = place.shrink2(HEAD_PADDING);
    words(ui, Rect::from_min_size(inner.min, title.size()), title);
    let row = Rect::from_min_max(pos2(inner.left(), inner.bottom() - BUTTON.y), inner.max);
    let size = hint.text.size();
    let top = if hint.is_beside_buttons { row.center().y - size.y / 2.0 } else { row.top() - 8.0 - size.y };
    words(ui, Rect::from_min_size(pos2(row.left(), top), size), &hint.text);
    let right = Align2::RIGHT_CENTER.align_size_within_rect(BUTTON, row);
    let close = ui.put(right.translate(vec2(-BUTTON.x - 8.0, 0.0)), Button::new("Got it"));
    let next = ui.put(right, Button::new("Try it"));
    keys::answer_with(&next);
    match (next.clicked(), close.clicked()) {
        (true, _) => Some(Clicked::Next),
        (_, true) => Some(Clicked::Close),
        _ => None,
    }
}

fn plate(painter: &Painter, place: Rect, ui: &Ui) {
    let visuals = ui.visuals();
    painter.rect_filled(place, CornerRadius::same(7), visuals.panel_fill);
    let border = Stroke::new(1.0, visuals.hyperlink_color.gamma_multiply(0.7));
    painter.rect_stroke(place, CornerRadius::same(7), border, StrokeKind::Inside);
}

/// Text as a label, so that screen readers read it.
fn words(ui: &mut Ui, place: Rect, text: &Arc<Galley>) {
    ui.put(place, Label::new(WidgetText::Galley(Arc::clone(text))).selectable(false));
}
