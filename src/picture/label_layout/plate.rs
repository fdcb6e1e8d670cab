//! The places for a plate around a point or an item, and the free one of least cost.

use glam::Vec2;

use super::area::Area;
use super::silhouette::Silhouette;

/// The gap between a plate and its point, another plate or the border of the picture.
pub(super) const GAP: f32 = 4.0;

/// A plate at a greater distance gets a leader line.
pub(super) const LEADER: f32 = 12.0;

/// The sides of a point for its plate, best first: the right side is best for reading.
pub(super) const SIDES: [Vec2; 8] = [
    Vec2::new(1.0, -0.6),
    Vec2::new(1.0, 0.6),
    Vec2::new(-1.0, -0.6),
    Vec2::new(-1.0, 0.6),
    Vec2::new(0.0, -1.0),
    Vec2::new(1.0, 0.0),
    Vec2::new(-1.0, 0.0),
    Vec2::new(0.0, 1.0),
];

/// The distances of labels from the rectangle around their item, nearest first.
const AROUND: [f32; 3] = [3.0, 20.0, 44.0];

/// The free place of least cost for a plate of that size, and whether it needs a leader line; `hidden` gives the cost
/// of covering the items below, `None` where a plate is not allowed.
///
/// Places around the item that a label names need no leader line.
pub(super) fn best_place(
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
