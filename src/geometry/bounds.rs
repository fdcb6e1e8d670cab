//! Axis-aligned bounding boxes.

use glam::{DVec3, Vec3};

/// An axis-aligned box in world space, in metres; `min ≤ max` on every axis. The faces belong to the box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Least corner.
    pub min: Vec3,
    /// Greatest corner.
    pub max: Vec3,
}

impl Aabb {
    /// The box around a centre; `half_extents` must not be negative.
    pub fn around(centre: Vec3, half_extents: Vec3) -> Self {
        Self { min: centre - half_extents, max: centre + half_extents }
    }

    /// The smallest box that contains both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Whether the two boxes have a point in common; touching counts.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// The centre.
    pub fn centre(&self) -> Vec3 {
        self.min * 0.5 + self.max * 0.5
    }

    /// Half the edge lengths.
    pub fn half_extents(&self) -> Vec3 {
        self.max * 0.5 - self.min * 0.5
    }

    /// The ends of each edge, as the indices of [`Aabb::corner`].
    pub const EDGES: [[usize; 2]; 12] =
        [[0, 1], [0, 2], [0, 4], [1, 3], [1, 5], [2, 3], [2, 6], [3, 7], [4, 5], [4, 6], [5, 7], [6, 7]];

    /// Corner `i` of 0..8: bit 0 chooses max on X, bit 1 on Y, bit 2 on Z.
    pub fn corner(&self, i: usize) -> Vec3 {
        Vec3::from_array(std::array::from_fn(|axis| if i >> axis & 1 == 1 { self.max[axis] } else { self.min[axis] }))
    }
}

/// The least and the greatest coordinates of points; infinite and −infinite without a point.
pub(crate) fn enclosing(points: impl Iterator<Item = DVec3>) -> [DVec3; 2] {
    points.fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[min, max], point| [min.min(point), max.max(point)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touching_is_overlapping() {
        let unit = Aabb { min: Vec3::ZERO, max: Vec3::ONE };
        for (min, max, expected) in [
            ([0.5; 3], [2.0; 3], true),
            ([1.0; 3], [2.0; 3], true),
            ([1.0_f32.next_up(), 0.0, 0.0], [2.0; 3], false),
            ([0.0, 0.0, -1.0], [1.0, 1.0, 0.0_f32.next_down()], false),
            ([0.2; 3], [0.3; 3], true),
            ([-1.0; 3], [2.0; 3], true),
        ] {
            let other = Aabb { min: min.into(), max: max.into() };
            assert_eq!(unit.overlaps(&other), expected, "{other:?}");
            assert_eq!(other.overlaps(&unit), expected, "{other:?}");
        }
    }
}
