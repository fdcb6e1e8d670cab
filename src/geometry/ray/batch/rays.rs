//! Many rays, and their hits.

use glam::Vec3;

use crate::geometry::columns::shortest;

/// Rays in world space, `origin[axis][i] + t · direction[axis][i]`; directions as in [`crate::geometry::ray::Ray`].
///
/// The slices should have one length; the shortest one counts.
#[derive(Clone, Copy, Debug)]
pub struct Rays<'a> {
    /// X, Y and Z of the origins.
    pub origin: [&'a [f32]; 3],
    /// X, Y and Z of the directions: not zero, any length.
    pub direction: [&'a [f32]; 3],
}

impl Rays<'_> {
    /// The number of rays.
    pub fn len(&self) -> usize {
        shortest(&self.origin, &self.direction)
    }

    /// Whether the number of rays is 0.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The answers to [`Rays`], in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hits {
    /// The ray's own parameter at the hit; `+∞` for a miss.
    pub t: Vec<f32>,
    /// X, Y and Z of the outward unit normals in world space; 0 for a miss and for a start inside a solid.
    pub normal: [Vec<f32>; 3],
}

impl Hits {
    /// The normal of ray `i`; `None` for a miss, a start inside a solid, and beyond the last ray.
    pub fn normal(&self, i: usize) -> Option<Vec3> {
        let [x, y, z] = &self.normal;
        let normal = Vec3::new(*x.get(i)?, *y.get(i)?, *z.get(i)?);
        (normal != Vec3::ZERO).then_some(normal)
    }

    pub(super) fn resize(&mut self, len: usize) {
        self.t.resize(len, 0.0);
        for axis in &mut self.normal {
            axis.resize(len, 0.0);
        }
    }
}
