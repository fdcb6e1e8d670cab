//! Places labels beside the things that they name. No label overlaps another label or a taken area, or leaves the
//! picture.
//!
//! Units are points on the screen, x right and y down. The layout uses no fonts and no painters: a closure gives the
//! size of each text. It is greedy, by priority: each label takes the free place of least cost around its point. Of
//! many labels, those of the highest priority are placed, because every pair is compared.

use glam::Vec2;

use super::Label;
use crate::world::Thing;

/// A rectangle on the screen; `min` is its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// Upper left corner.
    pub min: Vec2,
    /// Lower right corner.
    pub max: Vec2,
}

/// A line on the screen that labels avoid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// The start.
    pub from: Vec2,
    /// The end.
    pub to: Vec2,
    /// The thing to which it belongs; the labels of that thing avoid it.
    pub item: Option<Thing>,
    /// Whether all other labels avoid it too.
    pub is_strong: bool,
}

/// The outline of a thing on the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Silhouette {
    /// The thing.
    pub item: Thing,
    hull: Vec<Vec2>,
    bounds: Area,
}

impl Silhouette {
    /// The convex hull of points on the screen; `None` for no points and for points that are not finite.
    pub fn of(item: Thing, mut points: Vec<Vec2>) -> Option<Self> {
        if points.is_empty() || points.iter().any(|point| !point.is_finite()) {
            return None;
        }
        points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        points.dedup();
        let (min, max) = points.iter().fold((points[0], points[0]), |(min, max), p| (min.min(*p), max.max(*p)));
        // One side of the hull, then the other (A. M. Andrew, "Another efficient algorithm for convex hulls in two
        // dimensions", 1979).
        let side = |points: &mut dyn Iterator<Item = Vec2>| {
            let mut chain: Vec<Vec2> = Vec::new();
            for point in points {
                while let [.., a, b] = chain[..]
                    && (b - a).perp_dot(point - a) <= 0.0
                {
                    chain.pop();
                }
                chain.push(point);
            }
            chain.pop();
            chain
        };
        let mut hull = side(&mut points.iter().copied());
        hull.extend(side(&mut points.iter().rev().copied()));
        if hull.is_empty() {
            hull.push(min);
        }
        Some(Self { item, hull, bounds: Area { min, max } })
    }

    /// The corners of its convex hull, in order.
    pub fn hull(&self) -> &[Vec2] {
        &self.hull
    }

    /// The rectangle around it.
    pub fn bounds(&self) -> Area {
        self.bounds
    }

    /// The part of its area that a rectangle covers, from 0 to 1. For a thing without area, 0 or 1.
    pub fn covered_part(&self, area: &Area) -> f32 {
        if !self.is_covered_by(area) {
            return 0.0;
        }
        let all = twice_area(&self.hull);
        if all < 1.0 {
            return 1.0;
        }
        let sides = [(0, area.min.x, 1.0), (0, area.max.x, -1.0), (1, area.min.y, 1.0), (1, area.max.y, -1.0)];
        // Clips by one side of the rectangle after the other (I. E. Sutherland and G. W. Hodgman, "Reentrant Polygon
        // Clipping", 1974).
        let within = sides.into_iter().fold(self.hull.clone(), |hull, (axis, border, sign)| {
            let depth = |point: Vec2| sign * (point[axis] - border);
            let mut cut = Vec::with_capacity(hull.len() + 2);
            for (i, &from) in hull.iter().enumerate() {
                let to = hull[(i + 1) % hull.len()];
                let [a, b] = [depth(from), depth(to)];
                if a >= 0.0 {
                    cut.push(from);
                }
                if (a < 0.0) != (b < 0.0) {
                    cut.push(from.lerp(to, a / (a - b)));
                }
            }
            cut
        });
        (twice_area(&within) / all).clamp(0.0, 1.0)
    }

    /// Whether a rectangle covers a part of it: it does unless an edge of either one separates them.
    pub fn is_covered_by(&self, area: &Area) -> bool {
        if !self.bounds.overlaps(area) {
            return false;
        }
        let corners = area.corners();
        let edges = (0..self.hull.len()).map(|i| (self.hull[i], self.hull[(i + 1) % self.hull.len()]));
        !edges.filter(|(a, b)| a != b).any(|(a, b)| corners.iter().all(|corner| (b - a).perp_dot(*corner - a) <= 0.0))
    }

    /// The distance of a rectangle from it; 0 when the rectangle covers a part of it.
    pub fn distance_to(&self, area: &Area) -> f32 {
        if self.is_covered_by(area) {
            return 0.0;
        }
        let corners = area.corners();
        let sides = (0..4).map(|i| [corners[i], corners[(i + 1) % 4]]);
        let edges = (0..self.hull.len()).map(|i| [self.hull[i], self.hull[(i + 1) % self.hull.len()]]);
        sides.flat_map(|side| edges.clone().map(move |edge| between_segments(side, edge))).fold(f32::INFINITY, f32::min)
    }

    /// Whether its distance from a rectangle is at most `distance`. Faster than the distance.
    fn is_within(&self, distance: f32, area: &Area) -> bool {
        // Areas that only touch are at a distance of 0 and do not overlap.
        self.bounds.overlaps(&area.grown(distance + 0.01)) && self.distance_to(area) <= distance
    }
}

/// The least distance between two line segments that do not cross: from an end of one to the other.
fn between_segments(a: [Vec2; 2], b: [Vec2; 2]) -> f32 {
    let to_segment = |point: Vec2, [from, to]: [Vec2; 2]| {
        let along = to - from;
        let part = if along == Vec2::ZERO { 0.0 } else { (point - from).dot(along) / along.length_squared() };
        point.distance(from + along * part.clamp(0.0, 1.0))
    };
    [to_segment(a[0], b), to_segment(a[1], b), to_segment(b[0], a), to_segment(b[1], a)]
        .into_iter()
        .fold(f32::INFINITY, f32::min)
}

/// Twice the area of a polygon (shoelace formula).
fn twice_area(polygon: &[Vec2]) -> f32 {
    let Some(&first) = polygon.first() else { return 0.0 };
    polygon.windows(2).map(|ends| (ends[0] - first).perp_dot(ends[1] - first)).sum::<f32>().abs()
}

/// Areas, lines and things that a label covers only if all other places are too far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shy<'a> {
    /// Rectangles.
    pub areas: &'a [Area],
    /// Lines.
    pub strokes: &'a [Stroke],
    /// Things; covering the thing that a label names costs more than covering another.
    pub silhouettes: &'a [Silhouette],
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
    /// Whether a leader line must lead to its point: the plate is far from the thing that it names, or as near to
    /// another thing.
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
/// A plate at a greater distance gets a leader line.
const LEADER: f32 = 12.0;
/// A plate gets one too unless it is this much nearer to its own thing than to any other.
const CLEARLY_NEARER: f32 = 4.0;
/// A thing that fills more of the picture than this is the ground or a background. A plate over it does not seem to
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
/// Of more labels, those of the highest priority are placed. A picture has room for fewer, and every pair is compared.
const MOST_LABELS: usize = 1000;
/// The cost of covering a point that another label names, in steps of [`SIDES`]; the next of [`DISTANCES`] costs
/// as much as all sides.
const COVER: usize = 2 * SIDES.len() + 1;
/// The cost of a place that is nearer to such a point than to its own, so that the label seems to name it.
const MISLEAD: usize = SIDES.len();
/// The cost of covering a shy area or stroke: another side is better, but not a greater distance.
const SHY: usize = SIDES.len() - 1;

/// The cost of covering a part of the label's own thing: a greater distance is better.
const OWN: usize = 2 * SIDES.len() + 2;
/// The cost of covering a part of another thing: the next distance is better.
const OTHER: usize = SIDES.len() + 1;
/// The greatest part of a thing that all labels together may cover. A label without another place is shortened, or else
/// left out.
const MOST_COVERED: f32 = 0.18;
/// The same for labels of context.
const MOST_COVERED_BY_CONTEXT: f32 = 0.04;
/// The least distance of a label with a leader line from the points of others, as a part of the line's length.
const CLOSE: f32 = 0.6;
/// Labels of this priority or a higher one are the answer. They cover things rather than be left out.
const NEEDED: u8 = 7;
/// The distances of labels from the rectangle around their thing, nearest first.
const AROUND: [f32; 3] = [3.0, 20.0, 44.0];

/// The name in a label such as "✓ crate · inside", for a place without room for the whole text: the sign and the colour
/// show the verdict too. `None` for a label that is not longer than that.
pub fn short(text: &str) -> Option<&str> {
    text.split_once(" · ").map(|(name, _)| name)
}

/// Whether only the name is shown, and which places are allowed.
type Rule<'a> = (bool, &'a dyn Fn(&Area) -> bool);

/// Finds a place for each label.
///
/// `anchors` are the points on the screen, one a label, `None` for those behind the eye; labels whose point is
/// outside of `picture` are left out without being counted. `taken` areas stay free. `plate_size` measures a
/// text with its plate.
///
/// ```
/// # use eyeline::picture::{Area, Color, Label, Shy, place_labels};
/// # use glam::{Vec2, Vec3};
/// let (at, color) = (Vec3::ZERO, Color::rgb(0, 158, 115));
/// let label = Label { at, text: "crate".into(), color, priority: 0, item: None, span: None, around: None };
/// let picture = Area { min: Vec2::ZERO, max: Vec2::new(640.0, 480.0) };
/// let layout = place_labels(&[label], &[Some(Vec2::new(320.0, 240.0))], picture, &[], Shy::default(), |_| Vec2::new(40.0, 18.0));
/// assert!(!layout.placed[0].led);
/// ```
pub fn place_labels(
    labels: &[Label],
    anchors: &[Option<Vec2>],
    picture: Area,
    taken: &[Area],
    shy: Shy<'_>,
    mut plate_size: impl FnMut(&str) -> Vec2,
) -> LabelLayout {
    let seen = |anchor: &&Vec2| anchor.is_finite() && picture.contains(**anchor);
    let mut order: Vec<(usize, Vec2)> = anchors
        .iter()
        .take(labels.len())
        .enumerate()
        .filter_map(|(i, at)| Some((i, *at.as_ref().filter(seen)?)))
        .collect();
    order.sort_by_key(|&(i, _)| std::cmp::Reverse(labels[i].priority));
    let inner = picture.grown(-GAP);
    let left_out = order.len().saturating_sub(MOST_LABELS);
    order.truncate(MOST_LABELS);
    let mut occupied = taken.to_vec();
    let mut covered = vec![0.0_f32; shy.silhouettes.len()];
    let backdrop = BACKDROP * (picture.max - picture.min).element_product();
    let rivals: Vec<&Silhouette> =
        shy.silhouettes.iter().filter(|thing| 0.5 * twice_area(&thing.hull) < backdrop).collect();
    let mut layout = LabelLayout { dropped: left_out, ..LabelLayout::default() };
    for &(label, anchor) in &order {
        let is_context = labels[label].priority <= CONTEXT;
        if is_context && occupied.iter().any(|area| area.contains(anchor)) {
            layout.dropped += 1;
            continue;
        }
        let counts = |other: usize| other != label && (is_context || labels[other].priority > CONTEXT);
        let others: Vec<Vec2> = order.iter().filter(|(other, _)| counts(*other)).map(|(_, at)| *at).collect();
        let distances = if is_context { &DISTANCES[..NEAR] } else { &DISTANCES };
        let item = labels[label].item;
        let is_kept_off = |stroke: &Stroke| stroke.is_strong || (item.is_some() && stroke.item == item);
        let hides_much = |plate: &Area| {
            let mut things = shy.silhouettes.iter().zip(&covered);
            things.any(|(thing, before)| {
                let part = thing.covered_part(plate);
                let is_rival = rivals.iter().any(|rival| rival.item == thing.item);
                part > 0.0 && before + part > MOST_COVERED || is_context && is_rival && part > MOST_COVERED_BY_CONTEXT
            })
        };
        // A label with a long leader line that is close to another point seems to name that one.
        let belongs_elsewhere = |plate: &Area| {
            let own = plate.nearest(anchor).distance(anchor);
            own > DISTANCES[1] && others.iter().any(|at| plate.nearest(*at).distance(*at) < CLOSE * own)
        };
        let own_thing = shy.silhouettes.iter().find(|thing| Some(thing.item) == labels[label].around);
        // A plate that is as near to another thing as to its own seems to name that one.
        let is_ambiguous = |plate: &Area| {
            own_thing.is_some_and(|own| {
                let reach = own.distance_to(plate) + CLEARLY_NEARER;
                rivals.iter().any(|rival| rival.item != own.item && rival.is_within(reach, plate))
            })
        };
        let hidden = |plate: &Area| {
            let own = plate.nearest(anchor).distance_squared(anchor);
            let misleads =
                is_ambiguous(plate) || others.iter().any(|at| plate.nearest(*at).distance_squared(*at) < own);
            let points = others.iter().filter(|at| plate.contains(**at)).count();
            let areas = shy.areas.iter().filter(|area| area.overlaps(plate)).count();
            let is_crossed = shy.strokes.iter().any(|stroke| is_kept_off(stroke) && plate.is_crossed(stroke));
            let covered = shy.silhouettes.iter().filter(|thing| thing.is_covered_by(plate));
            let (own, other): (Vec<&Silhouette>, Vec<_>) =
                covered.partition(|thing| Some(thing.item) == item || Some(thing.item) == labels[label].around);
            let things = own.len() * OWN + other.len().min(2) * OTHER;
            let cost = points * COVER + usize::from(misleads) * MISLEAD + (areas + usize::from(is_crossed)) * SHY;
            (points == 0 || !is_context).then_some(cost + things)
        };
        let thing = own_thing.filter(|_| !is_context);
        let text = &*labels[label].text;
        let mut place = |text: &str, allows: &dyn Fn(&Area) -> bool| {
            let cost = |plate: &Area| hidden(plate).filter(|_| allows(plate));
            best_place((anchor, thing), plate_size(text), inner, distances, &occupied, cost)
        };
        let fits = |plate: &Area| !(hides_much(plate) || belongs_elsewhere(plate));
        let is_clear = |plate: &Area| fits(plate) && !is_ambiguous(plate);
        // With a leader line, far from all other things.
        let is_free = |plate: &Area| fits(plate) && !rivals.iter().any(|rival| rival.is_within(CLEARLY_NEARER, plate));
        let is_needed = labels[label].priority >= NEEDED;
        let name = short(text);
        // The name alone beside its thing is better than the whole text with a leader line. An answer keeps its text.
        let rules: &[Rule<'_>] = if own_thing.is_none() || is_needed {
            &[(false, &fits), (true, &fits), (false, &|_| is_needed)]
        } else if is_context {
            // A name that seems to be that of another thing is worse than none.
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
            for (thing, part) in shy.silhouettes.iter().zip(&mut covered) {
                *part += thing.covered_part(&plate);
            }
            layout.placed.push(PlacedLabel { label, anchor, plate, led, is_short });
        } else {
            layout.dropped += 1;
        }
    }
    layout
}

/// The free place of least cost for a plate of that size, and whether it needs a leader line; `hidden` gives the cost
/// of covering the things below, `None` where a plate is not allowed.
///
/// Places around the thing that a label names need no leader line.
fn best_place(
    (anchor, thing): (Vec2, Option<&Silhouette>),
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
    let at_thing = thing.into_iter().flat_map(|thing| {
        AROUND.into_iter().enumerate().flat_map(move |(step, distance)| {
            let place = move |(turn, side): (usize, Vec2)| {
                (step * SIDES.len() + turn, next_to(&thing.bounds, size, side, distance))
            };
            // A place beside the rectangle around a slanted thing may be far from the thing.
            let is_near = move |(_, plate): &(usize, Area)| thing.is_covered_by(&plate.grown(distance + LEADER));
            SIDES_OF_THING.into_iter().enumerate().map(place).filter(is_near)
        })
    });
    let mut best: Option<(usize, Area, bool)> = None;
    for (cost, plate) in at_point.chain(at_thing) {
        let plate = inner.holding(&plate);
        let free = plate.is_within(&inner) && !occupied.iter().any(|area| area.grown(GAP).overlaps(&plate));
        if !free || plate.contains(anchor) {
            continue;
        }
        let Some(hidden) = hidden(&plate) else { continue };
        let cost = cost + hidden;
        if best.is_none_or(|(least, ..)| cost < least) {
            let off = plate.nearest(anchor).distance(anchor);
            let is_beside = thing.is_some_and(|thing| thing.is_covered_by(&plate.grown(LEADER)));
            best = Some((cost, plate, off > LEADER && !is_beside));
        }
    }
    best.map(|(_, plate, led)| (plate, led))
}

/// The sides of a thing for its name, best first.
const SIDES_OF_THING: [Vec2; 6] = [
    Vec2::new(0.0, -1.0),
    Vec2::new(1.0, -1.0),
    Vec2::new(-1.0, -1.0),
    Vec2::new(1.0, 0.0),
    Vec2::new(-1.0, 0.0),
    Vec2::new(0.0, 1.0),
];

/// A plate at a distance from the border of a rectangle.
fn next_to(thing: &Area, size: Vec2, toward: Vec2, distance: f32) -> Area {
    let half = (thing.max - thing.min + size) * 0.5 + distance;
    // At a corner, the plate is above the rectangle and aligned with its side.
    let half = if toward.x != 0.0 && toward.y != 0.0 { half - Vec2::X * (size.x * 0.5 + distance) } else { half };
    let min = ((thing.min + thing.max) * 0.5 + toward * half - size * 0.5).round();
    Area { min, max: min + size }
}

/// A plate whose nearest border or corner is at a distance from the point, at whole points, for sharp text.
fn beside(anchor: Vec2, size: Vec2, toward: Vec2, distance: f32) -> Area {
    let centre = anchor + toward * (size * 0.5 + distance);
    let min = (centre - size * 0.5).round();
    Area { min, max: min + size }
}

impl Area {
    /// Its corners, in order around it.
    fn corners(&self) -> [Vec2; 4] {
        [self.min, Vec2::new(self.max.x, self.min.y), self.max, Vec2::new(self.min.x, self.max.y)]
    }

    /// Whether a point is inside or on the border.
    pub fn contains(&self, point: Vec2) -> bool {
        point.cmpge(self.min).all() && point.cmple(self.max).all()
    }

    /// Whether more than the borders touch.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.cmplt(other.max).all() && other.min.cmplt(self.max).all()
    }

    /// The point of the area next to `point`.
    pub fn nearest(&self, point: Vec2) -> Vec2 {
        point.max(self.min).min(self.max)
    }

    /// Whether a stroke crosses the inside: its parts between both pairs of borders overlap.
    pub fn is_crossed(&self, stroke: &Stroke) -> bool {
        let way = stroke.to - stroke.from;
        let [mut first, mut last] = [0.0_f32, 1.0_f32];
        for axis in 0..2 {
            let (start, step, min, max) = (stroke.from[axis], way[axis], self.min[axis], self.max[axis]);
            if step == 0.0 {
                if start < min || start > max {
                    return false;
                }
                continue;
            }
            let [a, b] = [(min - start) / step, (max - start) / step];
            first = first.max(a.min(b));
            last = last.min(a.max(b));
        }
        first <= last
    }

    fn is_within(&self, outer: &Self) -> bool {
        outer.contains(self.min) && outer.contains(self.max)
    }

    /// With borders moved outwards.
    fn grown(&self, by: f32) -> Self {
        Self { min: self.min - by, max: self.max + by }
    }

    /// The other area, moved inside this one if it fits.
    fn holding(&self, other: &Self) -> Self {
        let size = other.max - other.min;
        let min = other.min.min(self.max - size).max(self.min);
        Self { min, max: min + size }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Color;
    use glam::Vec3;
    use proptest::prelude::*;

    const PICTURE: Area = Area { min: Vec2::ZERO, max: Vec2::new(400.0, 300.0) };

    fn label(text: &str, priority: u8) -> Label {
        Label {
            at: Vec3::ZERO,
            text: text.to_owned(),
            color: Color::rgb(0, 0, 0),
            priority,
            item: None,
            span: None,
            around: None,
        }
    }

    fn size(text: &str) -> Vec2 {
        Vec2::new(7.0 * text.len() as f32 + 10.0, 18.0)
    }

    #[test]
    fn a_lone_label_stands_beside_its_point_without_a_leader() {
        let layout =
            place_labels(&[label("crate", 0)], &[Some(Vec2::new(200.0, 150.0))], PICTURE, &[], Shy::default(), size);
        let [only] = layout.placed[..] else { panic!("{layout:?}") };
        assert!(!only.led);
        assert!(only.plate.min.x > 200.0 && only.plate.max.y < 150.0, "up and right of its point: {only:?}");
    }

    #[test]
    fn the_higher_priority_keeps_the_place_and_the_other_is_led() {
        let here = Some(Vec2::new(200.0, 150.0));
        let labels: Vec<Label> = (0..9).map(|i| label("name of nine", i)).collect();
        let layout = place_labels(&labels, &[here; 9], PICTURE, &[], Shy::default(), size);
        assert_eq!(layout.placed[0].label, 8);
        assert!(layout.placed.iter().any(|placed| placed.led), "nine cannot all stand next to one point");
    }

    #[test]
    fn context_is_left_out_rather_than_led_far() {
        let here = Some(Vec2::new(200.0, 150.0));
        let furthest = |priority| {
            let labels: Vec<Label> = (0..30).map(|_| label("name of thirty", priority)).collect();
            let layout = place_labels(&labels, &[here; 30], PICTURE, &[], Shy::default(), size);
            let off = |placed: &PlacedLabel| placed.plate.nearest(placed.anchor).distance(placed.anchor);
            (layout.placed.len(), layout.placed.iter().map(off).fold(0.0, f32::max))
        };
        let ((few, near), (many, far)) = (furthest(CONTEXT), furthest(CONTEXT + 1));
        assert!(few < many && near < far && near < 60.0, "{few} within {near}, {many} within {far}");
    }

    #[test]
    fn without_room_labels_are_dropped_and_counted() {
        let small = Area { min: Vec2::ZERO, max: Vec2::new(120.0, 60.0) };
        let labels: Vec<Label> = (0..20).map(|i| label("some name", i)).collect();
        let layout = place_labels(&labels, &[Some(Vec2::new(60.0, 30.0)); 20], small, &[], Shy::default(), size);
        assert!(layout.dropped > 0);
        assert_eq!(layout.placed.len() + layout.dropped, 20);
        assert_eq!(layout.placed[0].label, 19, "the highest priority is never the one to go");
    }

    #[test]
    fn points_that_are_not_in_the_picture_are_no_dropped_labels() {
        let anchors = [None, Some(Vec2::new(-5.0, 10.0)), Some(Vec2::NAN)];
        let labels = [label("behind", 0), label("left of it", 0), label("nowhere", 0)];
        assert_eq!(place_labels(&labels, &anchors, PICTURE, &[], Shy::default(), size), LabelLayout::default());
    }

    #[test]
    fn a_label_does_not_cover_the_point_of_another_when_it_can() {
        let anchors = [Some(Vec2::new(200.0, 150.0)), Some(Vec2::new(240.0, 135.0))];
        let layout =
            place_labels(&[label("first", 1), label("second", 0)], &anchors, PICTURE, &[], Shy::default(), size);
        assert!(!layout.placed[0].plate.contains(Vec2::new(240.0, 135.0)), "{layout:?}");
    }

    #[test]
    fn a_shy_area_is_left_free_by_who_has_another_side() {
        let image = Area { min: Vec2::new(100.0, 150.0), max: Vec2::new(300.0, 250.0) };
        let shy = Shy { areas: &[image], ..Shy::default() };
        let placed = |at: Vec2| place_labels(&[label("crate", 0)], &[Some(at)], PICTURE, &[], shy, size).placed[0];
        assert!(!placed(Vec2::new(100.0, 200.0)).plate.overlaps(&image), "to the left of its left border");
        assert!(!placed(Vec2::new(200.0, 152.0)).led, "but not at the end of a line");
    }

    #[test]
    fn a_name_stands_beside_its_thing_and_covers_neither_that_nor_others() {
        let square = |item, at: Vec2| {
            let corners = [[-30.0, -30.0], [30.0, -30.0], [30.0, 30.0], [-30.0, 30.0], [0.0, 0.0]];
            Silhouette::of(item, corners.map(|corner| at + Vec2::from(corner)).to_vec()).unwrap()
        };
        let things = [(Thing::Object(0), Vec2::new(200.0, 150.0)), (Thing::Object(1), Vec2::new(200.0, 80.0))];
        let silhouettes = things.map(|(item, at)| square(item, at));
        let named = |item| Label { around: Some(item), ..label("visitor · outside", 5) };
        // The points lie inside of their things, as the top of a body that is seen from above.
        let anchors = things.map(|(_, at)| Some(at - Vec2::Y * 10.0));
        let labels = things.map(|(item, _)| named(item));
        let shy = Shy { silhouettes: &silhouettes, ..Shy::default() };
        let layout = place_labels(&labels, &anchors, PICTURE, &[], shy, size);
        assert_eq!(layout.placed.len(), 2);
        for placed in &layout.placed {
            assert!(!silhouettes.iter().any(|thing| thing.is_covered_by(&placed.plate)), "{layout:?}");
            let own = silhouettes[placed.label].bounds().grown(LEADER);
            assert!(placed.led || own.overlaps(&placed.plate), "beside it, or with a line to it: {layout:?}");
        }
    }

    #[test]
    fn a_name_is_nearer_to_its_thing_than_to_any_other_or_a_line_leads_from_it() {
        // A barrel and a ball side by side, as in the tour in a small window, and the ground below both.
        let rectangle = |item, min: [f32; 2], max: [f32; 2]| {
            let corners = [min, [max[0], min[1]], max, [min[0], max[1]]].map(Vec2::from);
            Silhouette::of(Thing::Object(item), corners.to_vec()).unwrap()
        };
        let ground = rectangle(2, [0.0, 100.0], [400.0, 300.0]);
        for gap in [2.0, 6.0, 20.0, 50.0] {
            let barrel = rectangle(0, [180.0, 140.0], [200.0, 175.0]);
            let ball = rectangle(1, [200.0 + gap, 145.0], [222.0 + gap, 167.0]);
            let things = [barrel, ball, ground.clone()];
            let named = |text: &str, item| Label { around: Some(Thing::Object(item)), ..label(text, 5) };
            let labels = [named("barrel · inside", 0), named("ball · inside", 1)];
            let anchors = [Some(Vec2::new(190.0, 140.0)), Some(Vec2::new(211.0 + gap, 145.0))];
            let shy = Shy { silhouettes: &things, ..Shy::default() };
            let layout = place_labels(&labels, &anchors, PICTURE, &[], shy, size);
            assert_eq!(layout.placed.len(), 2, "both have a name: {layout:?}");
            for placed in &layout.placed {
                let [own, other] = [placed.label, 1 - placed.label].map(|i| things[i].distance_to(&placed.plate));
                assert!(placed.led || own < other, "{gap}: {own} to its own, {other} to the other: {layout:?}");
            }
            let is_led = layout.placed.iter().any(|placed| placed.led);
            assert!(gap < 50.0 || !is_led, "what has room needs no line: {layout:?}");
        }
    }

    #[test]
    fn the_distance_to_a_rectangle_is_that_between_borders() {
        let square = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]].map(Vec2::from);
        let thing = Silhouette::of(Thing::Object(0), square.to_vec()).unwrap();
        let at = |x: f32, y: f32| thing.distance_to(&Area { min: Vec2::new(x, y), max: Vec2::new(x + 4.0, y + 4.0) });
        for (x, y, wanted) in [(3.0, 3.0, 0.0), (13.0, 3.0, 3.0), (3.0, -9.0, 5.0), (13.0, 14.0, 5.0), (-7.0, 5.0, 3.0)]
        {
            assert!((at(x, y) - wanted).abs() < 1e-5, "{x} {y}: {}", at(x, y));
        }
    }

    #[test]
    fn a_silhouette_is_covered_where_the_hull_is_and_not_where_its_rectangle_is() {
        let leaning = [[0.0, 0.0], [100.0, 100.0], [96.0, 104.0], [-4.0, 4.0], [50.0, 50.0]].map(Vec2::from);
        let thing = Silhouette::of(Thing::Object(0), leaning.to_vec()).unwrap();
        let at = |x: f32, y: f32| Area { min: Vec2::new(x, y), max: Vec2::new(x + 10.0, y + 10.0) };
        assert!(thing.is_covered_by(&at(45.0, 45.0)) && thing.is_covered_by(&at(-5.0, 0.0)));
        assert!(!thing.is_covered_by(&at(80.0, 10.0)) && !thing.is_covered_by(&at(10.0, 80.0)));
        assert!(!thing.is_covered_by(&at(200.0, 0.0)));
        assert_eq!(Silhouette::of(Thing::Object(0), vec![Vec2::NAN]), None);
        assert!(Silhouette::of(Thing::Object(0), vec![Vec2::ONE; 3]).is_some());
    }

    #[test]
    fn the_covered_part_of_a_silhouette_is_that_of_its_area() {
        let square = [[0.0, 0.0], [100.0, 0.0], [100.0, 100.0], [0.0, 100.0]].map(Vec2::from);
        let thing = Silhouette::of(Thing::Object(0), square.to_vec()).unwrap();
        let part = |a: [f32; 2], b: [f32; 2]| thing.covered_part(&Area { min: a.into(), max: b.into() });
        for (a, b, wanted) in [
            ([-10.0, -10.0], [110.0, 110.0], 1.0),
            ([50.0, -10.0], [110.0, 110.0], 0.5),
            ([20.0, 20.0], [40.0, 70.0], 0.1),
            ([100.0, 0.0], [120.0, 50.0], 0.0),
        ] {
            assert!((part(a, b) - wanted).abs() < 1e-5, "{a:?} {b:?}: {}", part(a, b));
        }
        let point = Silhouette::of(Thing::Object(0), vec![Vec2::ONE]).unwrap();
        assert!(point.covered_part(&Area { min: Vec2::ZERO, max: Vec2::splat(2.0) }) > 0.99);
    }

    /// A view so full of small things that there is hardly a place beside them.
    #[test]
    fn in_a_full_view_labels_are_shortened_or_left_out_rather_than_hide_what_is_there() {
        let at = |i: usize| Vec2::new(30.0 + 46.0 * (i % 8) as f32, 24.0 + 44.0 * (i / 8) as f32);
        let things: Vec<Silhouette> = (0..48)
            .map(|i| {
                let corners = [[-9.0, -9.0], [9.0, -9.0], [9.0, 9.0], [-9.0, 9.0]];
                Silhouette::of(Thing::Object(i), corners.map(|corner| at(i) + Vec2::from(corner)).to_vec()).unwrap()
            })
            .collect();
        let text = |i: usize| format!("box {i} · outside, right −0.4409 m");
        let of = |i: usize| Label { around: Some(Thing::Object(i)), ..label(&text(i), if i == 20 { 9 } else { 5 }) };
        let labels: Vec<Label> = (0..48).map(of).collect();
        let anchors: Vec<_> = (0..48).map(|i| Some(at(i))).collect();
        let shy = Shy { silhouettes: &things, ..Shy::default() };
        let layout = place_labels(&labels, &anchors, PICTURE, &[], shy, size);
        assert_eq!(layout.placed[0].label, 20, "the answer has a place");
        assert!(layout.placed.iter().any(|placed| placed.is_short) && layout.dropped > 0, "{layout:?}");
        let others = &layout.placed[1..];
        for (i, thing) in things.iter().enumerate() {
            let part: f32 = others.iter().map(|placed| thing.covered_part(&placed.plate)).sum();
            assert!(part <= MOST_COVERED + 1e-3, "{part} of {i} is covered");
        }
    }

    #[test]
    fn context_covers_little_of_things_and_seems_to_name_no_other() {
        let square = |item, at: Vec2, half: f32| {
            let corners = [[-half, -half], [half, -half], [half, half], [-half, half]];
            Silhouette::of(Thing::Object(item), corners.map(|corner| at + Vec2::from(corner)).to_vec()).unwrap()
        };
        // The arrow of a plane in the middle of a crate.
        let at = Vec2::new(200.0, 150.0);
        let crates = [square(0, at, 45.0)];
        let shy = Shy { silhouettes: &crates, ..Shy::default() };
        let covered = |priority| -> f32 {
            let layout = place_labels(&[label("left", priority)], &[Some(at)], PICTURE, &[], shy, size);
            layout.placed.iter().map(|placed| crates[0].covered_part(&placed.plate)).sum()
        };
        assert!(covered(CONTEXT) <= MOST_COVERED_BY_CONTEXT, "{}", covered(CONTEXT));
        assert!(covered(CONTEXT + 1) > MOST_COVERED_BY_CONTEXT, "{}", covered(CONTEXT + 1));
        // Posts side by side, closer to each other than a name is wide.
        let place = |i: usize| Vec2::new(60.0 + 26.0 * i as f32, 150.0);
        let posts: Vec<Silhouette> = (0..9).map(|i| square(i, place(i), 6.0)).collect();
        let shy = Shy { silhouettes: &posts, ..Shy::default() };
        let named = |i| Label { around: Some(Thing::Object(i)), ..label(&format!("post number {i}"), CONTEXT) };
        let labels: Vec<Label> = (0..9).map(named).collect();
        let anchors: Vec<_> = (0..9).map(|i| Some(place(i) - Vec2::Y * 6.0)).collect();
        let layout = place_labels(&labels, &anchors, PICTURE, &[], shy, size);
        assert!(!layout.placed.is_empty() && layout.dropped > 0, "{layout:?}");
        for placed in &layout.placed {
            let own = posts[placed.label].distance_to(&placed.plate);
            let nearer = posts.iter().filter(|post| post.distance_to(&placed.plate) < own).count();
            assert_eq!(nearer, 0, "{placed:?}");
        }
    }

    #[test]
    fn context_covers_no_point_of_another() {
        // Points all around, so that there is no place which covers none.
        let ring = (0..400).map(|i| Vec2::new(200.0, 150.0) + Vec2::from_angle(i as f32) * (8.0 + 0.2 * i as f32));
        let anchors: Vec<_> = [Vec2::new(200.0, 150.0)].into_iter().chain(ring).map(Some).collect();
        let placed = |priority| {
            let labels: Vec<Label> = (0..anchors.len()).map(|i| label("", if i == 0 { priority } else { 0 })).collect();
            let first = |text: &str| if text.is_empty() { Vec2::splat(1e3) } else { size(text) };
            let named = Label { text: "far".to_owned(), ..labels[0].clone() };
            let labels: Vec<Label> = [named].into_iter().chain(labels[1..].iter().cloned()).collect();
            place_labels(&labels, &anchors, PICTURE, &[], Shy::default(), first).placed.len()
        };
        assert_eq!([placed(CONTEXT), placed(CONTEXT + 1)], [0, 1]);
    }

    #[test]
    fn context_gives_way_to_an_answer_and_is_left_out_where_that_stands() {
        let anchors = [Some(Vec2::new(200.0, 150.0)), Some(Vec2::new(220.0, 135.0))];
        let placed = |priority| {
            let labels = [label("crate", 9), label("right", priority)];
            let layout = place_labels(&labels, &anchors, PICTURE, &[], Shy::default(), size);
            (layout.placed[0].plate.contains(Vec2::new(220.0, 135.0)), layout.dropped)
        };
        assert_eq!(placed(CONTEXT), (true, 1));
        assert_eq!(placed(CONTEXT + 1), (false, 0));
    }

    #[test]
    fn a_label_stands_nearer_to_its_own_point_than_to_another() {
        // The first takes the place between both points, and leaves the second none beside its own on that side.
        let anchors = [Some(Vec2::new(160.0, 150.0)), Some(Vec2::new(250.0, 150.0)), Some(Vec2::new(256.0, 118.0))];
        let labels = [label("first", 5), label("lower_priority: strike", 4), label("both", 6)];
        let layout = place_labels(&labels, &anchors, PICTURE, &[], Shy::default(), size);
        for placed in &layout.placed {
            let off = |at: Vec2| placed.plate.nearest(at).distance(at);
            let nearest = anchors.iter().flatten().map(|at| off(*at)).fold(f32::INFINITY, f32::min);
            assert!(off(placed.anchor) <= nearest, "{layout:?}");
        }
    }

    #[test]
    fn a_label_keeps_off_its_own_line_and_off_strong_ones() {
        let at = Vec2::new(200.0, 150.0);
        let own = Some(Thing::Ray(0));
        let placed = |item, is_strong, to: Vec2| {
            let stroke = Stroke { from: at, to, item, is_strong };
            let shy = Shy { strokes: &[stroke], ..Shy::default() };
            let label = Label { item: own, ..label("aim (ray)", 0) };
            let only = place_labels(&[label], &[Some(at)], PICTURE, &[], shy, size).placed[0];
            (only.plate.is_crossed(&stroke), only.led)
        };
        for to in [Vec2::new(300.0, 140.0), Vec2::new(300.0, 90.0), Vec2::new(290.0, 210.0), Vec2::new(200.0, 20.0)] {
            assert_eq!(placed(own, false, to), (false, false), "its own to {to}");
            assert_eq!(placed(None, true, to), (false, false), "a strong one to {to}");
        }
        assert!(placed(Some(Thing::Ray(1)), false, Vec2::new(300.0, 100.0)).0, "a weak one of another is covered");
    }

    #[test]
    fn a_stroke_crosses_where_it_comes_inside() {
        let area = Area { min: Vec2::new(10.0, 10.0), max: Vec2::new(30.0, 20.0) };
        let crosses = |[a, b, c, d]: [f32; 4]| {
            let stroke = Stroke { from: Vec2::new(a, b), to: Vec2::new(c, d), item: None, is_strong: true };
            area.is_crossed(&stroke)
        };
        for inside in
            [[0.0, 15.0, 40.0, 15.0], [15.0, 12.0, 16.0, 13.0], [20.0, 0.0, 20.0, 40.0], [0.0, 5.0, 40.0, 25.0]]
        {
            assert!(crosses(inside), "{inside:?}");
        }
        for beside in [[0.0, 15.0, 9.0, 15.0], [0.0, 25.0, 40.0, 25.0], [5.0, 0.0, 5.0, 40.0], [0.0, 18.0, 25.0, 43.0]]
        {
            assert!(!crosses(beside), "{beside:?}");
        }
    }

    proptest! {
        #[test]
        fn plates_never_overlap_nor_leave_the_picture(
            points in prop::collection::vec((0.0_f32..400.0, 0.0_f32..300.0, 1_usize..20, any::<u8>()), 0..60),
        ) {
            let labels: Vec<Label> = points.iter().map(|&(_, _, n, p)| label(&"x".repeat(n), p)).collect();
            let anchors: Vec<_> = points.iter().map(|&(x, y, ..)| Some(Vec2::new(x, y))).collect();
            let legend = Area { min: Vec2::new(10.0, 200.0), max: Vec2::new(120.0, 290.0) };
            let stroke = Stroke { from: Vec2::ZERO, to: PICTURE.max, item: None, is_strong: true };
            let shy = Shy { areas: &[legend], strokes: &[stroke], ..Shy::default() };
            let layout = place_labels(&labels, &anchors, PICTURE, &[legend], shy, size);
            prop_assert_eq!(layout.placed.len() + layout.dropped, labels.len());
            for (i, a) in layout.placed.iter().enumerate() {
                prop_assert!(a.plate.is_within(&PICTURE));
                prop_assert!(!a.plate.overlaps(&legend));
                prop_assert!(!a.plate.contains(a.anchor));
                for b in &layout.placed[i + 1..] {
                    prop_assert!(!a.plate.overlaps(&b.plate), "{:?} over {:?}", a, b);
                    prop_assert!(labels[a.label].priority >= labels[b.label].priority);
                }
            }
        }
    }
}
