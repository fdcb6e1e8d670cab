//! Paints the overlay: the window dimmed except for the targets, and a numbered card for each target.

use std::sync::Arc;

use eframe::egui::{
    Align2, Button, Color32, CornerRadius, FontId, Galley, Label, Mesh, Painter, Rect, Shape, Stroke, StrokeKind, Ui,
    Vec2, WidgetText, pos2, vec2,
};

use super::layout::{self, Layout};

/// Gap around a target, points.
const HALO: f32 = 3.0;
/// Width of the text of a card, points.
const TEXT: f32 = 186.0;
/// Gap between the border of a card and its text, points.
const PADDING: Vec2 = vec2(10.0, 8.0);
/// Radius of the disc with the number.
const DISC: f32 = 10.5;
const BUTTON: Vec2 = vec2(72.0, 24.0);

/// Colours and texts of a card before it is placed.
struct Card {
    thing: Rect,
    text: Arc<Galley>,
}

/// Paints everything. Returns whether the button was clicked.
pub(super) fn overlay(ui: &mut Ui, window: Rect, question: &str, callouts: &[(Rect, String)]) -> bool {
    let strong = ui.visuals().strong_text_color();
    let text = |text: &str, size: f32, color: Color32, width: f32| {
        ui.painter().layout(text.to_owned(), FontId::proportional(size), color, width)
    };
    let cards: Vec<Card> = callouts
        .iter()
        .map(|(thing, words)| Card {
            thing: thing.expand(HALO).intersect(window),
            text: text(words, 13.0, strong, TEXT),
        })
        .collect();
    let title = text(question, 16.0, strong, 420.0);
    let hint = "Any click or key closes this. The Help menu opens it again.";
    let hint = text(hint, 12.0, ui.visuals().weak_text_color(), 420.0);
    let head = vec2(title.size().x.max(hint.size().x + BUTTON.x + 14.0), title.size().y + 8.0 + BUTTON.y)
        + 2.0 * vec2(16.0, 12.0);
    let sizes: Vec<_> = cards.iter().map(|card| (card.thing, card_size(card))).collect();
    let Layout { head, cards: places } = layout::place(window, head, &sizes);

    let shown: Vec<(&Card, Rect)> = cards.iter().zip(places).filter_map(|(card, place)| Some((card, place?))).collect();
    dim(ui, window, &shown.iter().map(|(card, _)| card.thing).collect::<Vec<_>>());
    for (card, place) in &shown {
        point(ui, *place, card.thing);
    }
    for (i, (card, place)) in shown.iter().enumerate() {
        show_card(ui, i + 1, card, *place);
    }
    head.is_some_and(|place| show_head(ui, place, &title, &hint))
}

fn card_size(card: &Card) -> Vec2 {
    let text = card.text.size();
    vec2(2.0 * DISC + 9.0 + text.x, text.y.max(2.0 * DISC)).ceil() + 2.0 * PADDING
}

/// Darkens the window around the targets. One mesh, so that there are no seams.
fn dim(ui: &Ui, window: Rect, things: &[Rect]) {
    let shade = Color32::from_black_alpha(if ui.visuals().dark_mode { 120 } else { 80 });
    let lines = |ends: fn(&Rect) -> [f32; 2]| {
        let mut all: Vec<f32> = things.iter().chain([&window]).flat_map(ends).collect();
        all.sort_by(f32::total_cmp);
        all.dedup();
        all
    };
    let (xs, ys) = (lines(|rect| [rect.left(), rect.right()]), lines(|rect| [rect.top(), rect.bottom()]));
    let mut mesh = Mesh::default();
    for x in xs.windows(2) {
        for y in ys.windows(2) {
            let part = Rect::from_min_max(pos2(x[0], y[0]), pos2(x[1], y[1]));
            if !things.iter().any(|thing| thing.contains(part.center())) {
                mesh.add_colored_rect(part, shade);
            }
        }
    }
    ui.painter().add(Shape::mesh(mesh));
}

/// Draws a line around a target, and a line from there to its card.
fn point(ui: &Ui, card: Rect, thing: Rect) {
    let accent = Stroke::new(1.5, ui.visuals().hyperlink_color);
    ui.painter().rect_stroke(thing, CornerRadius::same(4), accent, StrokeKind::Inside);
    let [from, to] = layout::leader(card, thing);
    ui.painter().line_segment([from, to], accent);
    ui.painter().circle_filled(to, 3.5, accent.color);
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

/// The title, and the button below it.
fn show_head(ui: &mut Ui, place: Rect, title: &Arc<Galley>, hint: &Arc<Galley>) -> bool {
    plate(ui.painter(), place, ui);
    let inner = place.shrink2(vec2(16.0, 12.0));
    words(ui, Rect::from_min_size(inner.min, title.size()), title);
    let row = Rect::from_min_max(pos2(inner.left(), inner.bottom() - BUTTON.y), inner.max);
    let hint_at = pos2(row.left(), row.center().y - hint.size().y / 2.0);
    words(ui, Rect::from_min_size(hint_at, hint.size()), hint);
    let button = ui.put(Align2::RIGHT_CENTER.align_size_within_rect(BUTTON, row), Button::new("Got it"));
    if ui.memory(|memory| memory.focused().is_none()) {
        button.request_focus();
    }
    button.clicked()
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
