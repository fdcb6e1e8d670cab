//! The cards of agents' trees, painted over the picture beside their bodies.
//!
//! A card goes where it covers nothing that was placed before; one without room is replaced by its label.

use eframe::egui;
use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, CornerRadius, FontId, Galley, Painter, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};
use std::sync::Arc;

use super::overlay::{Plate, color32};
use crate::picture::{Label, Palette, Picture, TreeCard, Viewpoint};

/// Letter heights of the title and of the rows.
const TITLE: f32 = 12.5;
const ROW: f32 = 11.5;
/// From one row to the next.
const PITCH: f32 = 15.5;
/// How far a row is moved in for each node above it.
const INDENT: f32 = 11.0;
/// Between the border of a card and its text.
const PADDING: Vec2 = vec2(8.0, 5.0);
/// Between the card and its body, other cards, and the border of the picture.
const GAP: f32 = 8.0;
/// How much of the picture one card may take, of the width and of the height.
const SHARE: Vec2 = vec2(0.45, 0.5);

/// Paints the cards that find room beside `taken` and returns their plates, and the labels of the others.
pub(super) fn paint(
    painter: &Painter,
    rect: Rect,
    picture: &Picture,
    taken: &[Rect],
    viewpoint: &Viewpoint,
    palette: &Palette,
) -> (Vec<Plate>, Vec<Label>) {
    let (mut plates, mut labels): (Vec<Plate>, Vec<Label>) = Default::default();
    let mut order: Vec<&TreeCard> = picture.cards.iter().collect();
    order.sort_by_key(|card| std::cmp::Reverse(card.priority));
    let size = glam::Vec2::new(rect.width(), rect.height());
    let project = |at| viewpoint.project(at, size).map(|place| rect.min + vec2(place.x, place.y));
    // The bodies of all agents stay free as well.
    let points: Vec<Rect> =
        order.iter().filter_map(|card| Some(Rect::from_center_size(project(card.at?)?, vec2(30.0, 14.0)))).collect();
    for card in order {
        let anchor = card.at.and_then(project).filter(|at| rect.contains(*at));
        let text = Text::of(painter, card, palette);
        let is_free = |place: &Rect| {
            rect.shrink(GAP).contains_rect(*place)
                && !taken
                    .iter()
                    .chain(plates.iter().map(|plate| &plate.place))
                    .any(|o| o.expand(GAP).intersects(*place))
                && !points.iter().any(|point| point.intersects(*place))
        };
        let fits = text.size.x <= SHARE.x * rect.width() && text.size.y <= SHARE.y * rect.height();
        let is_lost = card.at.is_some() && anchor.is_none();
        let place = if fits && !is_lost { places(anchor, text.size, rect).into_iter().find(is_free) } else { None };
        let Some(place) = place else {
            labels.extend(card.label.clone());
            continue;
        };
        if let Some(anchor) = anchor {
            let color = color32(card.color).gamma_multiply(0.7);
            painter.line_segment([anchor, place.clamp(anchor)], Stroke::new(1.0, color));
        }
        text.paint(painter, place, card, palette);
        plates.push(Plate { place, item: card.item });
    }
    (plates, labels)
}

/// Where a card may stand, best first: above its body, to the right or left of that, below; without a body in the middle.
fn places(anchor: Option<egui::Pos2>, size: Vec2, rect: Rect) -> Vec<Rect> {
    let Some(anchor) = anchor else { return vec![Rect::from_center_size(rect.center(), size)] };
    let inner = rect.shrink(GAP);
    let mut places = Vec::new();
    for away in [18.0, 46.0, 90.0, 150.0, 220.0] {
        for shift in [0.0, 0.3, -0.3, 0.55, -0.55, 0.9, -0.9] {
            for is_above in [true, false] {
                let y = if is_above { anchor.y - away - size.y } else { anchor.y + away + 60.0 };
                let x = (anchor.x - size.x / 2.0 + shift * size.x)
                    .clamp(inner.left(), (inner.right() - size.x).max(inner.left()));
                places.push(Rect::from_min_size(pos2(x, y).round(), size));
            }
        }
    }
    places
}

/// The words of a card.
struct Text {
    title: Arc<Galley>,
    /// With how far they are moved in.
    rows: Vec<(f32, Arc<Galley>)>,
    size: Vec2,
}

impl Text {
    fn of(painter: &Painter, card: &TreeCard, palette: &Palette) -> Self {
        let plain = palette.text;
        let title = painter.layout_no_wrap(
            card.title.clone(),
            FontId::proportional(TITLE),
            color32(card.color.readable_on(palette.plate, plain)),
        );
        let row = |row: &crate::picture::TreeRow| {
            let mut job = LayoutJob::default();
            let status = color32(row.color.readable_on(palette.plate, plain));
            let weak = color32(palette.neutral.readable_on(palette.plate, plain));
            let words = if row.is_running { color32(plain) } else { weak };
            let mut add = |text: String, color: Color32| {
                job.append(&text, 0.0, TextFormat::simple(FontId::proportional(ROW), color));
            };
            if !row.sign.is_empty() {
                add(format!("{} ", row.sign), status);
            }
            add(row.text.clone(), words);
            if !row.note.is_empty() {
                add(format!("  · {}", row.note), color32(palette.fail.readable_on(palette.plate, plain)));
            }
            (INDENT * f32::from(row.depth), painter.layout_job(job))
        };
        let rows: Vec<_> = card.rows.iter().map(row).collect();
        let width = rows.iter().map(|(indent, galley)| indent + galley.size().x).fold(title.size().x, f32::max);
        let size = vec2(width, title.size().y + 3.0 + PITCH * rows.len() as f32) + 2.0 * PADDING;
        Self { title, rows, size: size.ceil() }
    }

    fn paint(&self, painter: &Painter, place: Rect, card: &TreeCard, palette: &Palette) {
        painter.rect_filled(place, CornerRadius::same(5), color32(palette.plate));
        let border = Stroke::new(1.0, color32(card.color).gamma_multiply(0.6));
        painter.rect_stroke(place, CornerRadius::same(5), border, StrokeKind::Inside);
        let start = place.min + PADDING;
        painter.galley(start, Arc::clone(&self.title), Color32::PLACEHOLDER);
        let first = start + vec2(0.0, self.title.size().y + 3.0);
        for (i, ((indent, galley), row)) in self.rows.iter().zip(&card.rows).enumerate() {
            let at = first + vec2(*indent, PITCH * i as f32);
            if row.is_running {
                // The running path is a band, so that it reads at a glance.
                let band = Rect::from_min_max(pos2(place.left() + 3.0, at.y), pos2(place.right() - 3.0, at.y + PITCH));
                painter.rect_filled(band, CornerRadius::same(2), color32(row.color).gamma_multiply(0.18));
            }
            painter.galley(at, Arc::clone(galley), Color32::PLACEHOLDER);
        }
    }
}
