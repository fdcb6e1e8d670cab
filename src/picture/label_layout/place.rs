//! The layout of all labels, by their priority.

use glam::Vec2;

use super::super::shapes::Label;
use super::area::{Area, Stroke};
use super::avoided::{AvoidedAreas, Front};
use super::cost::{
    BACKDROP, CLEARLY_NEARER, CLOSE, CONTEXT, COVER, DISTANCES, DISTANCES_OFF_IMAGE, FRONT, IMAGE, MISLEAD,
    MOST_COVERED, MOST_COVERED_BY_FAINT, MOST_LABELS, MUCH, NEAR, NEEDED, OTHER, OTHER_MUCH, OWN, SHY,
};
use super::placed::{LabelLayout, PlacedLabel, short};
use super::plate::{GAP, best_place};
use super::silhouette::Silhouette;
use crate::world::Item;

/// Whether only the name is shown, and which places are allowed.
type Rule<'a> = (bool, &'a dyn Fn(&Area) -> bool);

/// An item before that of a label, and whether it is seen in a rectangle.
type Before<'a> = (&'a Silhouette, &'a dyn Fn(Item, &Area) -> bool);

/// Finds a place for each label.
///
/// `anchors` are the points on the screen, one a label, `None` for those behind the eye; labels whose point is
/// outside of `picture` are left out without being counted. `taken` areas stay free. `plate_size` measures a
/// text with its plate.
///
/// ```
/// # use eyeline::picture::{Area, AvoidedAreas, Color, Label, place_labels};
/// # use glam::{Vec2, Vec3};
/// let (at, color) = (Vec3::ZERO, Color::rgb(0, 158, 115));
/// let label = Label { at, text: "crate".into(), color, priority: 0, item: None, span: None, around: None };
/// let picture = Area { min: Vec2::ZERO, max: Vec2::new(640.0, 480.0) };
/// let anchors = [Some(Vec2::new(320.0, 240.0))];
/// let size = |_: &str| Vec2::new(40.0, 18.0);
/// let layout = place_labels(&[label], &anchors, picture, &[], AvoidedAreas::default(), size);
/// assert!(!layout.placed[0].led);
/// ```
pub fn place_labels(
    labels: &[Label],
    anchors: &[Option<Vec2>],
    picture: Area,
    taken: &[Area],
    avoided: AvoidedAreas<'_>,
    mut plate_size: impl FnMut(&str) -> Vec2,
) -> LabelLayout {
    let mut order = by_priority(labels, anchors, picture);
    let inner = picture.grown(-GAP);
    let left_out = order.len().saturating_sub(MOST_LABELS);
    order.truncate(MOST_LABELS);
    let mut occupied = taken.to_vec();
    let mut covered = vec![0.0_f32; avoided.silhouettes.len()];
    let backdrop = BACKDROP * (picture.max - picture.min).element_product();
    let rivals: Vec<&Silhouette> =
        avoided.silhouettes.iter().filter(|silhouette| silhouette.area() < backdrop).collect();
    let is_image = |silhouette: &&Silhouette| matches!(silhouette.item, Item::Image(_));
    let images: Vec<&Silhouette> = avoided.silhouettes.iter().filter(is_image).collect();
    let mut layout = LabelLayout { dropped: left_out, ..LabelLayout::default() };
    for &(label, anchor) in &order {
        let is_context = labels[label].priority <= CONTEXT;
        if is_context && occupied.iter().any(|area| area.contains(anchor)) {
            layout.dropped += 1;
            continue;
        }
        let counts = |other: usize| other != label && (is_context || labels[other].priority > CONTEXT);
        let others: Vec<Vec2> = order.iter().filter(|(other, _)| counts(*other)).map(|(_, at)| *at).collect();
        // A point on an image has labels at any distance, because near ones would cover its pixels.
        let is_on_image = images.iter().any(|image| image.is_covered_by(&Area { min: anchor, max: anchor }.grown(0.5)));
        let distances = match (is_on_image, is_context) {
            (true, _) => &DISTANCES_OFF_IMAGE[..],
            (false, true) => &DISTANCES[..NEAR],
            (false, false) => &DISTANCES,
        };
        let item = labels[label].item;
        let is_kept_off = |stroke: &Stroke| stroke.is_strong || (item.is_some() && stroke.item == item);
        let hides_much = |plate: &Area| {
            let is_faint = labels[label].priority < CONTEXT;
            let mut items = avoided.silhouettes.iter().zip(&covered);
            items.any(|(silhouette, before)| {
                let part = silhouette.covered_part(plate);
                let is_rival = rivals.iter().any(|rival| rival.item == silhouette.item);
                part > 0.0 && before + part > MOST_COVERED || is_faint && is_rival && part > MOST_COVERED_BY_FAINT
            })
        };
        // A label with a long leader line that is close to another point seems to name that one.
        let belongs_elsewhere = |plate: &Area| {
            let own = plate.nearest(anchor).distance(anchor);
            own > DISTANCES[1] && others.iter().any(|at| plate.nearest(*at).distance(*at) < CLOSE * own)
        };
        let own = avoided.silhouettes.iter().position(|silhouette| Some(silhouette.item) == labels[label].around);
        let own_silhouette = own.map(|own| &avoided.silhouettes[own]);
        let is_needed = labels[label].priority >= NEEDED;
        let front = if is_needed { Vec::new() } else { before(&avoided, own, backdrop * FRONT / BACKDROP) };
        // A plate that is as near to another item as to its own seems to name that one.
        let is_ambiguous = |plate: &Area| {
            own_silhouette.is_some_and(|own| {
                let reach = own.distance_to(plate) + CLEARLY_NEARER;
                rivals.iter().any(|rival| rival.item != own.item && rival.is_within(reach, plate))
            })
        };
        let hidden = |plate: &Area| {
            let own = plate.nearest(anchor).distance_squared(anchor);
            let misleads =
                is_ambiguous(plate) || others.iter().any(|at| plate.nearest(*at).distance_squared(*at) < own);
            let points = others.iter().filter(|at| plate.contains(**at)).count();
            let areas = avoided.areas.iter().filter(|area| area.overlaps(plate)).count();
            let is_crossed = avoided.strokes.iter().any(|stroke| is_kept_off(stroke) && plate.is_crossed(stroke));
            let covered = avoided.silhouettes.iter().filter(|silhouette| silhouette.is_covered_by(plate));
            let (own, other): (Vec<&Silhouette>, Vec<_>) = covered
                .partition(|silhouette| Some(silhouette.item) == item || Some(silhouette.item) == labels[label].around);
            let image = usize::from(other.iter().any(is_image));
            let much = other.iter().filter(|silhouette| silhouette.covered_part(plate) > MUCH).count().min(2);
            let items = own.len() * OWN + other.len().min(2) * OTHER + much * OTHER_MUCH + image * IMAGE;
            let cost = points * COVER + usize::from(misleads) * MISLEAD + (areas + usize::from(is_crossed)) * SHY;
            (!covers(&front, plate) && (points == 0 || !is_context)).then_some(cost + items)
        };
        let silhouette = own_silhouette.filter(|_| !is_context);
        let text = &*labels[label].text;
        let mut place = |text: &str, allows: &dyn Fn(&Area) -> bool| {
            let cost = |plate: &Area| hidden(plate).filter(|_| allows(plate));
            best_place((anchor, silhouette), plate_size(text), inner, distances, &occupied, cost)
        };
        let fits = |plate: &Area| !(hides_much(plate) || belongs_elsewhere(plate));
        let is_clear = |plate: &Area| fits(plate) && !is_ambiguous(plate);
        // With a leader line, far from all other items.
        let is_free = |plate: &Area| fits(plate) && !rivals.iter().any(|rival| rival.is_within(CLEARLY_NEARER, plate));
        let name = short(text);
        // The name alone beside its item is better than the whole text with a leader line. An answer keeps its text.
        let rules: &[Rule<'_>] = if own_silhouette.is_none() || is_needed {
            &[(false, &fits), (true, &fits), (false, &|_| is_needed)]
        } else if is_context {
            // A name that seems to be that of another item is worse than none.
            &[(false, &is_clear), (true, &is_clear), (false, &is_free), (true, &is_free)]
        } else {
            &[(false, &is_clear), (true, &is_clear), (false, &is_free), (true, &is_free), (true, &fits), (false, &fits)]
        };
        let found = rules.iter().find_map(|&(is_short, allows)| {
            let text = if is_short { name? } else { text };
            Some((place(text, allows)?, is_short))
        });
        if let Some(((plate, is_far), is_short)) = found {
            let led = is_far || is_ambiguous(&plate);
            occupied.push(plate);
            for (silhouette, part) in avoided.silhouettes.iter().zip(&mut covered) {
                *part += silhouette.covered_part(&plate);
            }
            layout.placed.push(PlacedLabel { label, anchor, plate, led, is_short });
        } else {
            layout.dropped += 1;
        }
    }
    layout
}

/// The items smaller than `largest` that are before one of them, with a function that returns whether they are seen in a rectangle.
fn before<'a>(avoided: &AvoidedAreas<'a>, own: Option<usize>, largest: f32) -> Vec<Before<'a>> {
    let Some(Front { distances, is_seen }) = avoided.front else { return Vec::new() };
    let Some(own) = own.and_then(|own| distances.get(own)) else { return Vec::new() };
    let items = avoided.silhouettes.iter().zip(distances);
    let nearer = items.filter(|(item, distance)| *distance < own && item.area() < largest);
    nearer.map(|(item, _)| (item, is_seen)).collect()
}

/// Whether a plate covers one of these items where it is seen.
fn covers(front: &[Before<'_>], plate: &Area) -> bool {
    front.iter().any(|(item, is_seen)| item.is_covered_by(plate) && is_seen(item.item, plate))
}

/// The labels whose points are in the picture, with these points; the most important first.
fn by_priority(labels: &[Label], anchors: &[Option<Vec2>], picture: Area) -> Vec<(usize, Vec2)> {
    let seen = |anchor: &&Vec2| anchor.is_finite() && picture.contains(**anchor);
    let points = anchors.iter().take(labels.len()).enumerate();
    let mut order: Vec<_> = points.filter_map(|(i, at)| Some((i, *at.as_ref().filter(seen)?))).collect();
    order.sort_by_key(|&(i, _)| std::cmp::Reverse(labels[i].priority));
    order
}
