//! The traversal of a mesh's tree by a line.

use glam::DVec3;

use super::triangle::{Shear, TriangleCrossing};
use crate::geometry::bounds::Aabb;
use crate::geometry::mesh::Mesh;
use crate::geometry::mesh::tree::Child;

/// Records the boxes and triangles that a traversal visits.
pub(super) trait Observer {
    /// A box of a level, from 1 below the root on, and whether the line meets it.
    fn visited(&mut self, level: u32, aabb: &Aabb, is_met: bool);

    /// A triangle that was tested.
    fn tested(&mut self, triangle: u32, crossing: Option<&TriangleCrossing>);
}

/// Records nothing.
pub(super) struct Unseen;

impl Observer for Unseen {
    #[inline(always)]
    fn visited(&mut self, _: u32, _: &Aabb, _: bool) {}

    #[inline(always)]
    fn tested(&mut self, _: u32, _: Option<&TriangleCrossing>) {}
}

/// All crossings of the whole line `o + tau · d` with the mesh, in no order.
pub(super) fn crossings(mesh: &Mesh, o: DVec3, d: DVec3, observer: &mut impl Observer) -> Vec<(u32, TriangleCrossing)> {
    let (tree, shear, slabs) = (mesh.tree(), Shear::new(o, d), Slabs::new(o, d));
    let mut crossings = Vec::new();
    let mut open = vec![(1, Child::ROOT.node())];
    while let Some((level, node)) = open.pop() {
        for (aabb, child) in tree.nodes[node].boxes() {
            let is_met = slabs.meet(&aabb);
            observer.visited(level, &aabb, is_met);
            match child.block() {
                _ if !is_met => {}
                None => open.push((level + 1, child.node())),
                Some(block) => {
                    for triangle in tree.blocks[block].triangles() {
                        let crossing = shear.meet(mesh.corners(triangle as usize));
                        observer.tested(triangle, crossing.as_ref());
                        crossings.extend(crossing.map(|crossing| (triangle, crossing)));
                    }
                }
            }
        }
    }
    crossings
}

/// The line, precomputed for many slab tests (Kay and Kajiya, "Ray Tracing Complex Scenes", 1986).
struct Slabs {
    o: DVec3,
    d: DVec3,
    inverse: DVec3,
}

impl Slabs {
    fn new(o: DVec3, d: DVec3) -> Self {
        Self { o, d, inverse: d.recip() }
    }

    /// Whether the line meets the box, enlarged a little: [`Shear`] moves corners beside the line by up to a
    /// rounding of `f32`, which may take an edge out of its box by 2⁻²³ of the box's size.
    fn meet(&self, aabb: &Aabb) -> bool {
        const ROUNDING: f64 = 2.0 * f32::EPSILON as f64;
        let (min, max) = (aabb.min.as_dvec3(), aabb.max.as_dvec3());
        let slack = DVec3::splat((max - min).element_sum() * ROUNDING);
        let (low, high) = (min - slack - self.o, max + slack - self.o);
        let (mut near, mut far) = (f64::NEG_INFINITY, f64::INFINITY);
        for axis in 0..3 {
            if self.d[axis] == 0.0 {
                if low[axis] > 0.0 || high[axis] < 0.0 {
                    return false;
                }
                continue;
            }
            let (a, b) = (low[axis] * self.inverse[axis], high[axis] * self.inverse[axis]);
            near = near.max(a.min(b));
            far = far.min(a.max(b));
        }
        // Three roundings of f64 on either side, relative to what is compared.
        near <= far + 8.0 * f64::EPSILON * (near.abs() + far.abs())
    }
}
