//! A box in `f64`.

use glam::{DVec3, Vec3};

use crate::geometry::Aabb;
use crate::scene::SkinBounds;

/// A box in `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Box64 {
    /// The least coordinates.
    pub min: DVec3,
    /// The greatest coordinates.
    pub max: DVec3,
}

impl Box64 {
    pub(super) const EMPTY: Self = Self { min: DVec3::INFINITY, max: DVec3::NEG_INFINITY };

    /// The box around points; around nothing it has no finite corner.
    pub fn of_points(points: impl Iterator<Item = DVec3>) -> Self {
        points.fold(Self::EMPTY, |all, at| Self { min: all.min.min(at), max: all.max.max(at) })
    }

    pub(super) fn include(&mut self, at: DVec3) {
        *self = Self { min: self.min.min(at), max: self.max.max(at) };
    }

    /// The same box in `f32`, rounded outwards.
    #[expect(clippy::cast_possible_truncation, reason = "rounded outwards")]
    pub fn enclosing(&self) -> Aabb {
        let above = |x: f64| {
            let nearest = x as f32;
            if f64::from(nearest) < x { nearest.next_up() } else { nearest }
        };
        let above = |corner: DVec3| Vec3::from_array(corner.to_array().map(above));
        Aabb { min: -above(-self.min), max: above(self.max) }
    }

    /// The edge whose middle has the name of a box, as an index into [`Aabb::EDGES`]. The names of boxes that are nearly the
    /// same are apart from each other, on the screen too: seen along an axis, no two of these middles coincide.
    pub fn named_edge(method: SkinBounds) -> usize {
        match method {
            SkinBounds::Bind => 0,
            SkinBounds::Root => 11,
            SkinBounds::Joints => 4,
            SkinBounds::Exact => 6,
            SkinBounds::Given => 9,
        }
    }

    /// The point of the box that is nearest to a point.
    pub fn nearest(&self, at: DVec3) -> DVec3 {
        at.clamp(self.min, self.max)
    }

    /// The distance of a point from the box; 0 within it.
    pub(super) fn distance(&self, at: DVec3) -> f64 {
        at.distance(self.nearest(at))
    }

    /// The distance of a point from the box; within it, that from the nearest face, negative.
    pub(super) fn signed_distance(&self, at: DVec3) -> f64 {
        let within = (at - self.min).min(self.max - at).min_element();
        if within < 0.0 { self.distance(at) } else { -within }
    }

    /// Its corners: bit 0, 1 and 2 of the index choose the greatest x, y and z.
    pub fn corners(&self) -> [DVec3; 8] {
        std::array::from_fn(|i| {
            let pick = |bit: usize, min: f64, max: f64| if i >> bit & 1 == 0 { min } else { max };
            let Self { min, max } = self;
            DVec3::new(pick(0, min.x, max.x), pick(1, min.y, max.y), pick(2, min.z, max.z))
        })
    }

    /// Whether it is a box around nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.min.x > self.max.x
    }

    pub(super) fn diagonal(&self) -> f64 {
        self.min.distance(self.max)
    }
}
