//! The cards of agents' trees, painted over the picture beside their bodies.
//!
//! A card is placed where it covers no earlier card or label. Where not all cards have room, they take shorter forms; a
//! card without a free place is replaced by its label.

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, CornerRadius, FontId, Galley, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};
use std::sync::Arc;

use super::label_plate::{Plate, area, color32};
use crate::picture::{
    Area, Label, Line, Palette, Picture, Silhouette, Stroke as LabelStroke, TreeCard, TreeRow, Viewpoint,
};
use crate::world::Item;

/// Letter heights of the title and of the rows, points.
const TITLE: f32 = 12.5;
const ROW: f32 = 11.5;
/// From one row to the next.
const PITCH: f32 = 15.5;
/// Indentation of a row for each node above it, points.
const INDENT: f32 = 11.0;
/// Padding of a card, points.
const PADDING: Vec2 = vec2(8.0, 5.0);
/// The greatest part of an object that a card covers. Without such a place, the agent has a label instead.
const MOST_HIDDEN: f32 = 0.18;
/// Between the card and its body, other cards, and the border of the picture.
const GAP: f32 = 8.0;
/// The part of the picture that a card may take, of the width and of the height.
const SHARE: Vec2 = vec2(0.45, 0.5);
/// The same for a card in its shortest form.
const SHARE_OF_SHORTEST: Vec2 = vec2(0.55, 0.5);
/// Cards of this priority or a higher one are the answer.
const NEEDED: u8 = 7;
/// Between the places of a card that has no place near its body, points.
const GRID: f32 = 12.0;

/// Paints the cards that have a free place outside `taken`; returns their plates, and the labels of the others.
///
/// All cards take the longest forms in which all of them have a place. The first card, which is that of the selected
/// agent, may be longer than the others.
pub(super) fn paint(
    painter: &Painter,
    rect: Rect,
    picture: &Picture,
    taken: &[Rect],
    silhouettes: &[Silhouette],
    viewpoint: &Viewpoint,
    palette: &Palette,
) -> (Vec<Plate>, Vec<Label>) {
    let mut order: Vec<&TreeCard> = picture.cards.iter().collect();
    order.sort_by_key(|card| std::cmp::Reverse(card.priority));
    let size = glam::Vec2::new(rect.width(), rect.height());
    let project = |at| viewpoint.project(at, size).map(|place| rect.min + vec2(place.x, place.y));
    let strokes = strokes(picture, &project);
    let cards: Vec<Card> = order
        .iter()
        .map(|card| {
            let body = silhouettes.iter().find(|silhouette| Some(silhouette.item) == card.item).map(|body| {
                let Area { min, max } = body.bounds();
                Rect::from_min_max(pos2(min.x, min.y), pos2(max.x, max.y))
            });
            let anchor = card.at.and_then(project).filter(|at| rect.contains(*at));
            let forms = card.all_forms().map(|rows| Text::of(painter, card, rows, palette)).collect();
            Card {
                forms,
                anchor,
                body,
                is_lost: card.at.is_some() && anchor.is_none(),
                is_needed: card.priority >= NEEDED,
            }
        })
        .collect();
    // The bodies of all agents stay uncovered as well.
    let is_body = |silhouette: &&Silhouette| order.iter().any(|card| card.item == Some(silhouette.item));
    let bodies = silhouettes.iter().filter(is_body).collect();
    let room = Room { rect, taken, silhouettes, bodies, strokes };
    let placed = room.place_all(&cards);
    let (mut plates, mut labels): (Vec<Plate>, Vec<Label>) = Default::default();
    for ((card, Card { forms, anchor, body, .. }), found) in order.into_iter().zip(&cards).zip(placed) {
        let Some((form, place)) = found else {
            labels.extend(card.label.clone());
            continue;
        };
        if let Some(anchor) = *anchor {
            let color = color32(card.color).gamma_multiply(0.7);
            // To the nearest point of the body's border, so that the line does not cross the body.
            let near = body.map_or(anchor, |body| body.clamp(place.center()));
            painter.line_segment([near, place.clamp(near)], Stroke::new(1.0, color));
        }
        forms[form].paint(painter, place, card, palette);
        plates.push(Plate { place, item: card.item });
    }
    (plates, labels)
}

/// A card on the screen.
struct Card {
    /// Its texts, longest first.
    forms: Vec<Text>,
    /// The top of its body.
    anchor: Option<Pos2>,
    /// The rectangle around its body.
    body: Option<Rect>,
    /// Whether its body is not in the picture.
    is_lost: bool,
    /// Whether it is the card in question, in its shortest form if necessary.
    is_needed: bool,
}

/// What cards leave free.
struct Room<'a> {
    rect: Rect,
    taken: &'a [Rect],
    silhouettes: &'a [Silhouette],
    bodies: Vec<&'a Silhouette>,
    strokes: Vec<LabelStroke>,
}

impl Room<'_> {
    /// The form and the place of each card; `None` for a card without a place.
    fn place_all(&self, cards: &[Card]) -> Vec<Option<(usize, Rect)>> {
        let most = cards.iter().map(|card| card.forms.len()).max().unwrap_or(0);
        let mut best: Vec<Option<(usize, Rect)>> = vec![None; cards.len()];
        // The first card is the one in question, so it takes a longer form when only the others must be shorter.
        for (first, others) in (0..most).flat_map(|others| (0..=others).map(move |first| (first, others))) {
            let mut used: Vec<Rect> = Vec::new();
            let place = |(i, card): (usize, &Card)| {
                let form = if i == 0 { first } else { others }.min(card.forms.len().checked_sub(1)?);
                let place = self.place(card, form, &used)?;
                used.push(place);
                Some((form, place))
            };
            let found: Vec<Option<(usize, Rect)>> = cards.iter().enumerate().map(place).collect();
            if found.iter().all(Option::is_some) {
                return found;
            }
            let rank = |found: &[Option<(usize, Rect)>]| {
                (found.first().is_some_and(Option::is_some), found.iter().flatten().count())
            };
            if rank(&found) > rank(&best) {
                best = found;
            }
        }
        best
    }

    /// The best free place of a card beside those in `used`.
    fn place(&self, card: &Card, form: usize, used: &[Rect]) -> Option<Rect> {
        let Self { rect, taken, silhouettes, bodies, strokes } = self;
        let size = card.forms[form].size;
        let is_shortest = form + 1 == card.forms.len();
        let share = if is_shortest { SHARE_OF_SHORTEST } else { SHARE };
        if card.is_lost || size.x > share.x * rect.width() || size.y > share.y * rect.height() {
            return None;
        }
        let is_free = |place: &Rect| {
            rect.shrink(GAP).contains_rect(*place)
                && !taken.iter().chain(used).any(|other| other.expand(GAP).intersects(*place))
                && !bodies.iter().any(|body| body.is_covered_by(&area(place.expand(2.0))))
        };
        // First, places where the card covers nothing of the scene; else those where it covers no agent and little of
        // all objects.
        let is_clear = |place: &Rect| {
            is_free(place)
                && !silhouettes.iter().any(|silhouette| silhouette.is_covered_by(&area(*place)))
                && !strokes.iter().any(|stroke| area(*place).is_crossed(stroke))
        };
        let around = card.anchor.map(|at| card.body.unwrap_or(Rect::from_center_size(at, vec2(20.0, 20.0))));
        let all = places(around, size, *rect);
        let hides_little =
            |place: &Rect| silhouettes.iter().all(|silhouette| silhouette.covered_part(&area(*place)) <= MOST_HIDDEN);
        let near = all.iter().find(|place| is_clear(place));
        let near = near.or_else(|| all.iter().find(|place| is_free(place) && hides_little(place))).copied();
        near.or_else(|| {
            let off = |place: &Rect| around.map_or(0.0, |body| place.center().distance_sq(body.center()));
            let anywhere: Vec<Rect> = everywhere(size, *rect).filter(|place| is_free(place)).collect();
            let free = anywhere.iter().filter(|place| hides_little(place));
            let free = free.min_by(|a, b| off(a).total_cmp(&off(b)));
            // The tree in question covers items rather than be left out.
            let hides =
                |place: &Rect| silhouettes.iter().map(|silhouette| silhouette.covered_part(&area(*place))).sum::<f32>();
            free.or_else(|| {
                anywhere.iter().filter(|_| card.is_needed && is_shortest).min_by(|a, b| hides(a).total_cmp(&hides(b)))
            })
            .copied()
        })
    }
}

/// The strong lines of the scene, such as lines of sight, without the edges of view volumes.
fn strokes(picture: &Picture, project: &impl Fn(glam::Vec3) -> Option<Pos2>) -> Vec<LabelStroke> {
    let point = |at| project(at).map(|place| glam::Vec2::new(place.x, place.y));
    let is_strong = |line: &&Line| line.width >= STRONG && !matches!(line.item, Some(Item::Camera(_)));
    let ends = |line: &Line| {
        Some(LabelStroke { from: point(line.from)?, to: point(line.to)?, item: line.item, is_strong: true })
    };
    picture.lines.iter().filter(is_strong).take(MOST_STROKES).filter_map(ends).collect()
}

/// Lines at least this wide are not covered, if they are not too many.
const STRONG: f32 = 2.0;
const MOST_STROKES: usize = 200;

/// The candidate places of a card, best first: above its body, at its sides, below; without a body in the middle.
fn places(body: Option<Rect>, size: Vec2, rect: Rect) -> Vec<Rect> {
    let Some(body) = body else { return vec![Rect::from_center_size(rect.center(), size)] };
    let inner = rect.shrink(GAP);
    let inside = |min: Pos2| {
        let most = (inner.max - size).max(inner.min);
        Rect::from_min_size(min.clamp(inner.min, most).round(), size)
    };
    let middle = body.center();
    let lefts = [0.0, 0.3, -0.3, 0.5, -0.5].map(|shift: f32| middle.x + (shift - 0.5) * size.x);
    let mut places = Vec::new();
    for away in [12.0, 30.0, 60.0, 110.0, 180.0, 260.0] {
        places.extend(lefts.map(|left| inside(pos2(left, body.top() - away - size.y))));
        for shift in [0.0, 0.4, -0.4] {
            let top = middle.y + (shift - 0.5) * size.y;
            places.push(inside(pos2(body.right() + away, top)));
            places.push(inside(pos2(body.left() - away - size.x, top)));
        }
        places.extend(lefts.map(|left| inside(pos2(left, body.bottom() + away))));
    }
    places
}

/// The places of a card in all of the picture.
fn everywhere(size: Vec2, rect: Rect) -> impl Iterator<Item = Rect> {
    let inner = rect.shrink(GAP);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few places")]
    let count = |room: f32| (room / GRID).clamp(0.0, 200.0) as u16;
    let room = inner.size() - size;
    let rows = 0..=count(room.y);
    rows.flat_map(move |row| {
        (0..=count(room.x)).map(move |column| {
            Rect::from_min_size((inner.min + GRID * vec2(f32::from(column), f32::from(row))).round(), size)
        })
    })
}

/// The text of a card in one of its forms.
struct Text {
    title: Arc<Galley>,
    /// Each row with its indentation, and the colour of the band of a running one.
    rows: Vec<(f32, Arc<Galley>, Option<Color32>)>,
    size: Vec2,
}

impl Text {
    fn of(painter: &Painter, card: &TreeCard, rows: &[TreeRow], palette: &Palette) -> Self {
        let title = painter.layout_no_wrap(
            card.title.clone(),
            FontId::proportional(TITLE),
            color32(palette.on_plate(card.color)),
        );
        let row = |row: &TreeRow| {
            let mut job = LayoutJob::default();
            let status = color32(palette.on_plate(row.color));
            let weak = color32(palette.on_plate(palette.neutral));
            let words = if row.is_running { color32(palette.text) } else { weak };
            let mut add = |text: String, color: Color32| {
                job.append(&text, 0.0, TextFormat::simple(FontId::proportional(ROW), color));
            };
            if !row.sign.is_empty() {
                add(format!("{} ", row.sign), status);
            }
            add(row.text.clone(), words);
            if !row.note.is_empty() {
                add(format!("  · {}", row.note), color32(palette.on_plate(row.note_color)));
            }
            let band = row.is_running.then(|| color32(row.color).gamma_multiply(0.18));
            (INDENT * f32::from(row.depth), painter.layout_job(job), band)
        };
        let rows: Vec<_> = rows.iter().map(row).collect();
        let width = rows.iter().map(|(indent, galley, _)| indent + galley.size().x).fold(title.size().x, f32::max);
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
        for (i, (indent, galley, band)) in self.rows.iter().enumerate() {
            let at = first + vec2(*indent, PITCH * i as f32);
            if let Some(color) = *band {
                // The running path has a band, for emphasis.
                let band = Rect::from_min_max(pos2(place.left() + 3.0, at.y), pos2(place.right() - 3.0, at.y + PITCH));
                painter.rect_filled(band, CornerRadius::same(2), color);
            }
            painter.galley(at, Arc::clone(galley), Color32::PLACEHOLDER);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{Loaded, open};
    use crate::picture::{Selected, Shown, scene_view};
    use crate::report::Report;
    use crate::world::World;

    /// The cards and the labels that replace the others, in a picture of a lesson.
    fn painted(name: &str, size: Vec2) -> (World, Vec<Plate>, Vec<Label>) {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
        let Loaded { scene, files, .. } = open(&folder.join(format!("{name}.json"))).unwrap();
        let world = World::at(&scene, &files, scene.opens_at);
        let selected = Selected::on(&world, &scene.select).unwrap();
        let picture = Picture::of(&Shown::new(&world, &Report::of(&world), &selected, &Palette::DARK));
        let rect = Rect::from_min_size(pos2(0.0, 0.0), size);
        let viewpoint = scene_view(&scene, &world, rect.aspect_ratio());
        let silhouettes = super::super::overlay::silhouettes(&picture, rect, &viewpoint);
        // The legend button, the view's name, and the axes, which a small view does not have.
        let all = [[12.0, 12.0, 74.0, 20.0], [12.0, size.y - 34.0, 62.0, 20.0], [size.x - 96.0, 6.0, 90.0, 90.0]];
        let all = all.map(|[x, y, w, h]| Rect::from_min_size(pos2(x, y), vec2(w, h)));
        let taken = if size.x < 400.0 { &all[..2] } else { &all[..] };
        let mut found = None;
        let input = egui::RawInput { screen_rect: Some(rect), ..Default::default() };
        let mut output = egui::Context::default().run_ui(input, |ui| {
            found = Some(paint(ui.painter(), rect, &picture, taken, &silhouettes, &viewpoint, &Palette::DARK));
        });
        output.textures_delta.clear();
        let (plates, labels) = found.unwrap();
        for (i, plate) in plates.iter().enumerate() {
            assert!(rect.contains_rect(plate.place), "{name} at {size}: {plate:?}");
            let others = taken.iter().chain(plates[..i].iter().map(|other| &other.place));
            assert!(!others.into_iter().any(|other| other.intersects(plate.place)), "{name} at {size}: {plate:?}");
        }
        (world, plates, labels)
    }

    /// The views of windows of 919 x 600, 1024 x 700 and 1366 x 768.
    #[test]
    fn the_selected_agent_has_its_tree_in_every_view() {
        for size in [vec2(348.0, 218.0), vec2(443.0, 264.0), vec2(785.0, 295.0)] {
            for (name, agent) in
                [("aborts", "both"), ("repeater", "porter"), ("groot", "watchman"), ("flicker", "nervous")]
            {
                let (world, plates, _) = painted(name, size);
                let agent = world.agents.iter().find(|one| &*one.name == agent).unwrap();
                let item = agent.body.map(Item::Object);
                assert!(plates.iter().any(|plate| plate.item == item), "{name} at {size}: {plates:?}");
            }
        }
        let (_, plates, labels) = painted("aborts", vec2(785.0, 295.0));
        assert_eq!((plates.len(), labels.len()), (4, 0), "all trees in a usual window");
    }

    #[test]
    fn a_card_has_places_on_every_side_of_its_body_and_all_are_in_the_picture() {
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(600.0, 400.0));
        let body = Rect::from_center_size(pos2(300.0, 250.0), vec2(40.0, 80.0));
        let places = places(Some(body), vec2(150.0, 100.0), rect);
        assert!(places.iter().all(|place| rect.contains_rect(*place)));
        assert!(places[0].bottom() < body.top(), "above at first: {:?}", places[0]);
        for is_there in [
            |place: &Rect, body: &Rect| place.left() > body.right(),
            |place: &Rect, body: &Rect| place.right() < body.left(),
            |place: &Rect, body: &Rect| place.top() > body.bottom(),
        ] {
            assert!(places.iter().any(|place| is_there(place, &body)), "{places:?}");
        }
    }
}
