//! Places labels beside the items that they name. No label overlaps another label or a taken area, or leaves the
//! picture.
//!
//! Units are points on the screen, x right and y down. The layout uses no fonts and no painters: a closure gives the
//! size of each text. It is greedy, by priority: each label takes the free place of least cost around its point. Of
//! many labels, those of the highest priority are placed, because every pair is compared.

pub(super) mod area;
pub(super) mod silhouette;

use self::area::{Area, Stroke};
use self::silhouette::Silhouette;

use std::fmt::{self, Debug, Formatter};

use glam::Vec2;

use super::shapes::Label;
use crate::world::Item;

#[cfg(test)]
mod tests;

/// Areas, lines and items that a label covers only if all other places are too far.
#[derive(Clone, Copy, Debug, Default)]
pub struct AvoidedAreas<'a> {
    /// Rectangles.
    pub areas: &'a [Area],
    /// Lines.
    pub strokes: &'a [Stroke],
    /// Items; covering the item that a label names costs more than covering another.
    pub silhouettes: &'a [Silhouette],
    /// With it, a label below [`NEEDED`] covers no item that is nearer than its own, other than one that fills much of the
    /// picture.
    pub front: Option<Front<'a>>,
}

/// Which items are before others.
#[derive(Clone, Copy)]
pub struct Front<'a> {
    /// The distances of the silhouettes from the eye, in their order.
    pub distances: &'a [f32],
    /// Whether an item is what is seen in a rectangle. The silhouette of an arch also has the opening.
    pub is_seen: &'a dyn Fn(Item, &Area) -> bool,
}

impl Debug for Front<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Front").field("distances", &self.distances).finish_non_exhaustive()
    }
}

/// The place of a label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedLabel {
    /// Its number in the list.
    pub label: usize,
    /// The point that it names.
    pub anchor: Vec2,
    /// Its plate.
    pub plate: Area,
    /// Whether a leader line must lead to its point: the plate is far from the item that it names, or as near to
    /// another item.
    pub led: bool,
    /// Whether it shows only the part of its text that [`short`] returns.
    pub is_short: bool,
}

/// The layout of all labels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabelLayout {
    /// The placed labels, in order of descending priority.
    pub placed: Vec<PlacedLabel>,
    /// The number of labels without a place whose point is in the picture.
    pub dropped: usize,
}

/// The gap between a plate and its point, another plate or the border of the picture.
const GAP: f32 = 4.0;

/// The distances of plates from their points, nearest first.
const DISTANCES: [f32; 4] = [9.0, 26.0, 48.0, 76.0];

/// The same for a point on an image. More of them, because near plates would cover its pixels.
const DISTANCES_OFF_IMAGE: [f32; 9] = [9.0, 26.0, 48.0, 76.0, 110.0, 150.0, 190.0, 230.0, 270.0];

/// A plate at a greater distance gets a leader line.
const LEADER: f32 = 12.0;

/// A plate gets one too unless it is this much nearer to its own item than to any other.
const CLEARLY_NEARER: f32 = 4.0;

/// An item that fills more of the picture than this is the ground or a background. A plate over it does not seem to
/// name it.
const BACKDROP: f32 = 0.3;

/// The sides of a point for its plate, best first: the right side is best for reading.
const SIDES: [Vec2; 8] = [
    Vec2::new(1.0, -0.6),
    Vec2::new(1.0, 0.6),
    Vec2::new(-1.0, -0.6),
    Vec2::new(-1.0, 0.6),
    Vec2::new(0.0, -1.0),
    Vec2::new(1.0, 0.0),
    Vec2::new(-1.0, 0.0),
    Vec2::new(0.0, 1.0),
];

/// Labels up to this priority are context: they are placed near their points or not at all, because long leader lines
/// would clutter a small picture. They cover no point that another label names. If their own point is covered, they are
/// left out.
pub const CONTEXT: u8 = 3;

/// The number of [`DISTANCES`] that count as near.
const NEAR: usize = 2;

/// The most labels that are placed: those of the highest priority. A picture has room for fewer, and every pair is compared.
const MOST_LABELS: usize = 1000;

/// The cost of covering a point that another label names, in steps of [`SIDES`]; the next of [`DISTANCES`] costs
/// as much as all sides.
const COVER: usize = 2 * SIDES.len() + 1;

/// The cost of a place that is nearer to such a point than to its own, so that the label seems to name it.
const MISLEAD: usize = SIDES.len();

/// The cost of covering an avoided area or stroke: another side is better, but not a greater distance.
const SHY: usize = SIDES.len() - 1;

/// The cost of covering a part of the label's own item: a greater distance is better.
const OWN: usize = 2 * SIDES.len() + 2;

/// The cost of covering a part of another item: the next distance is better.
const OTHER: usize = SIDES.len() + 1;

/// The cost of covering a part of an image, whose pixels are its answer: any other place is better.
const IMAGE: usize = 2 * DISTANCES_OFF_IMAGE.len() * SIDES.len();

/// The cost of covering more than [`MUCH`] of another item: a greater distance is better.
const OTHER_MUCH: usize = 4 * SIDES.len();

/// A part of an item that hides its shape when it is covered.
const MUCH: f32 = 0.1;

/// The greatest part of an item that all labels together may cover. A label without another place is shortened, or else
/// left out.
const MOST_COVERED: f32 = 0.18;

/// The same for labels below [`CONTEXT`], such as the names of planes.
const MOST_COVERED_BY_FAINT: f32 = 0.04;

/// The least distance of a label with a leader line from the points of others, as a part of the line's length.
const CLOSE: f32 = 0.6;

/// Labels of this priority or a higher one are the answer. They cover items rather than be left out.
pub const NEEDED: u8 = 7;

/// An item that fills more of the picture than this may be covered by the labels of items behind it: it is the ground.
const FRONT: f32 = 0.15;

/// The distances of labels from the rectangle around their item, nearest first.
const AROUND: [f32; 3] = [3.0, 20.0, 44.0];

/// The name in a label such as "✓ crate · inside", for a place without room for the whole text: the sign and the colour
/// show the verdict too. `None` for a label that is not longer than that.
pub fn short(text: &str) -> Option<&str> {
    text.split_once(" · ").map(|(name, _)| name)
}

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

/// The free place of least cost for a plate of that size, and whether it needs a leader line; `hidden` gives the cost
/// of covering the items below, `None` where a plate is not allowed.
///
/// Places around the item that a label names need no leader line.
fn best_place(
    (anchor, silhouette): (Vec2, Option<&Silhouette>),
    size: Vec2,
    inner: Area,
    distances: &[f32],
    occupied: &[Area],
    hidden: impl Fn(&Area) -> Option<usize>,
) -> Option<(Area, bool)> {
    let at_point = distances.iter().enumerate().flat_map(|(step, &distance)| {
        let place = move |(turn, side)| (step * SIDES.len() + turn, beside(anchor, size, side, distance));
        SIDES.into_iter().enumerate().map(place)
    });
    let around_it = silhouette.into_iter().flat_map(|silhouette| {
        AROUND.into_iter().enumerate().flat_map(move |(step, distance)| {
            let place = move |(turn, side): (usize, Vec2)| {
                (step * SIDES.len() + turn, next_to(&silhouette.bounds(), size, side, distance))
            };
            // A place beside the rectangle around a slanted item may be far from the item.
            let is_near = move |(_, plate): &(usize, Area)| silhouette.is_covered_by(&plate.grown(distance + LEADER));
            SIDES_OF_THING.into_iter().enumerate().map(place).filter(is_near)
        })
    });
    let mut best: Option<(usize, Area, bool)> = None;
    for (cost, plate) in at_point.chain(around_it) {
        let plate = inner.holding(&plate);
        let free = plate.is_within(&inner) && !occupied.iter().any(|area| area.grown(GAP).overlaps(&plate));
        if !free || plate.contains(anchor) {
            continue;
        }
        let Some(hidden) = hidden(&plate) else { continue };
        let cost = cost + hidden;
        if best.is_none_or(|(least, ..)| cost < least) {
            let off = plate.nearest(anchor).distance(anchor);
            let is_beside = silhouette.is_some_and(|silhouette| silhouette.is_covered_by(&plate.grown(LEADER)));
            best = Some((cost, plate, off > LEADER && !is_beside));
        }
    }
    best.map(|(_, plate, led)| (plate, led))
}

/// The sides of an item for its name, best first.
const SIDES_OF_THING: [Vec2; 6] = [
    Vec2::new(0.0, -1.0),
    Vec2::new(1.0, -1.0),
    Vec2::new(-1.0, -1.0),
    Vec2::new(1.0, 0.0),
    Vec2::new(-1.0, 0.0),
    Vec2::new(0.0, 1.0),
];

/// A plate at a distance from the border of a rectangle.
fn next_to(silhouette: &Area, size: Vec2, toward: Vec2, distance: f32) -> Area {
    let half = (silhouette.max - silhouette.min + size) * 0.5 + distance;
    // At a corner, the plate is above the rectangle and aligned with its side.
    let half = if toward.x != 0.0 && toward.y != 0.0 { half - Vec2::X * (size.x * 0.5 + distance) } else { half };
    let min = ((silhouette.min + silhouette.max) * 0.5 + toward * half - size * 0.5).round();
    Area { min, max: min + size }
}

/// A plate whose nearest border or corner is at a distance from the point, at whole points, for sharp text.
fn beside(anchor: Vec2, size: Vec2, toward: Vec2, distance: f32) -> Area {
    let centre = anchor + toward * (size * 0.5 + distance);
    let min = (centre - size * 0.5).round();
    Area { min, max: min + size }
}
