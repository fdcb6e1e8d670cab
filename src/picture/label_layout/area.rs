//! Rectangles and lines on the screen, which labels take and avoid.

use glam::Vec2;

use crate::world::Item;

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
    /// The item to which it belongs; the labels of that item avoid it.
    pub item: Option<Item>,
    /// Whether all other labels avoid it too.
    pub is_strong: bool,
}

impl Area {
    /// Its corners, in order around it.
    pub(super) fn corners(&self) -> [Vec2; 4] {
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

    pub(super) fn is_within(&self, outer: &Self) -> bool {
        outer.contains(self.min) && outer.contains(self.max)
    }

    /// With borders moved outwards.
    pub(super) fn grown(&self, by: f32) -> Self {
        Self { min: self.min - by, max: self.max + by }
    }

    /// The other area, moved inside this one if it fits.
    pub(super) fn holding(&self, other: &Self) -> Self {
        let size = other.max - other.min;
        let min = other.min.min(self.max - size).max(self.min);
        Self { min, max: min + size }
    }
}
