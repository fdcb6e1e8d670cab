//! The outline of the box.

use glam::{DVec3, Vec3};

use super::Cuboid;
use crate::geometry::bounds::Aabb;
use crate::geometry::shape::outline::{Outline, Rim};
use crate::geometry::shape::part::SolidPart;

impl Outline for Cuboid {
    fn parts(self) -> Vec<(SolidPart, Vec3, Vec3)> {
        vec![(SolidPart::Cube, Vec3::ZERO, self.half_extents.into())]
    }

    fn rims(self) -> Vec<Rim> {
        let local = Aabb::around(Vec3::ZERO, self.half_extents.into());
        Aabb::EDGES.map(|ends| Rim::Edge(ends.map(|end| local.corner(end)))).to_vec()
    }

    fn facet_count(self, _: impl Fn(f32) -> u32) -> u64 {
        12
    }

    fn facets(self, _: impl Fn(f32) -> u32, push: &mut impl FnMut([DVec3; 3])) {
        let half = self.half_extents.as_dvec3();
        let corner = |i: usize| {
            let side = |bit: usize| if i & bit == 0 { -1.0 } else { 1.0 };
            half * DVec3::new(side(1), side(2), side(4))
        };
        for [a, b, c, d] in [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]] {
            push([corner(a), corner(b), corner(c)]);
            push([corner(a), corner(c), corner(d)]);
        }
    }
}
