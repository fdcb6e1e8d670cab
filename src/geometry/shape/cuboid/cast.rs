//! Line against box: three slabs.
//!
//! Each pair of faces bounds t; inside is from the latest entry to the earliest exit (Kay and Kajiya, "Ray
//! tracing complex scenes", 1986). By division, not by multiplication with a reciprocal: a segment that ends
//! exactly on a face then has exactly t = 1. A line parallel to a slab is wholly inside or wholly outside it.

use glam::{Vec3, Vec3A};

use super::Cuboid;
use crate::geometry::interval::Interval;
use crate::geometry::narrate::Narrator;
use crate::geometry::ray::answer::Feature;
use crate::geometry::ray::chord::Chord;
use crate::geometry::ray::line::LocalLine;
use crate::geometry::ray::ray_cast::{RayCast, flat_normal};
use crate::geometry::ray::steps;
use crate::geometry::ray::values::Slab;

/// The faces by axis, the negative one first.
const FACES: [Feature; 6] = [Feature::NegX, Feature::PosX, Feature::NegY, Feature::PosY, Feature::NegZ, Feature::PosZ];

impl RayCast for Cuboid {
    const NAME: &'static str = "box";
    const IS_CHEAP: bool = true;

    #[inline]
    fn reach_squared(self) -> f32 {
        self.half_extents.length_squared()
    }

    #[inline]
    fn chord<N: Narrator>(self, line: &LocalLine, narrator: &mut N) -> Chord {
        let (o, d, half) = (line.o, line.d, self.half_extents);
        let (low, high) = ((-half - o) / d, (half - o) / d);
        let is_parallel = d.cmpeq(Vec3A::ZERO);
        // For a parallel line: every t if the line is between the faces, else none.
        let open = Vec3A::select(o.abs().cmple(half), Vec3A::INFINITY, Vec3A::NEG_INFINITY);
        let entries = Vec3A::select(is_parallel, -open, low.min(high));
        let exits = Vec3A::select(is_parallel, open, low.max(high));
        let (t_in, t_out) = (entries.max_element(), exits.min_element());

        for axis in 0..3 {
            narrator.step(|| {
                let slab = |axis: usize| Interval::new(f64::from(entries[axis]), f64::from(exits[axis]));
                let values = Slab {
                    axis,
                    o: o[axis].into(),
                    d: d[axis].into(),
                    half: half[axis].into(),
                    inside: slab(axis),
                    so_far: (0..=axis).map(slab).fold(Interval::ALL, Interval::intersection),
                    parameter: line.parameter,
                };
                steps::slab(line, half.into(), values)
            });
        }
        let forward = d.cmpgt(Vec3A::ZERO).bitmask();
        let first = entries.cmpeq(Vec3A::splat(t_in)).bitmask();
        let last = exits.cmpeq(Vec3A::splat(t_out)).bitmask();
        // A lane mask, since a comparison would become a branch.
        let meets_line = Vec3A::splat(t_in).cmple(Vec3A::splat(t_out));
        let t = Vec3A::select(meets_line, Vec3A::new(t_in, t_out, 0.0), Vec3A::new(0.0, -1.0, 0.0));
        Chord { t: Interval::new(t.x.into(), t.y.into()), features: [face(first, !forward), face(last, forward)] }
    }

    #[inline]
    fn normal(self, _: &LocalLine, _: f64, feature: Feature) -> (Vec3, bool) {
        (flat_normal(feature), true)
    }
}

/// The face of the lowest axis in a lane mask, without branches: a branch on the face would be mispredicted.
#[inline]
fn face(lanes: u32, is_positive: u32) -> Feature {
    let axis = lanes.trailing_zeros().min(2);
    FACES[(2 * axis + (is_positive >> axis & 1)) as usize]
}
