//! The outline of an item on the screen, and how much of it a rectangle covers.

use glam::Vec2;

use super::area::Area;
use crate::world::Item;

/// The outline of an item on the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Silhouette {
    /// The item.
    pub item: Item,
    hull: Vec<Vec2>,
    bounds: Area,
}

impl Silhouette {
    /// The convex hull of points on the screen; `None` for no points and for points that are not finite.
    pub fn of(item: Item, mut points: Vec<Vec2>) -> Option<Self> {
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

    /// The area of the hull.
    pub(super) fn area(&self) -> f32 {
        0.5 * twice_area(&self.hull)
    }

    /// The rectangle around it.
    pub fn bounds(&self) -> Area {
        self.bounds
    }

    /// The part of its area that a rectangle covers, from 0 to 1. For an item without area, 0 or 1.
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
    pub(super) fn is_within(&self, distance: f32, area: &Area) -> bool {
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
