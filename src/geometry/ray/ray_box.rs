//! Line against box: three slabs.
//!
//! Each pair of faces bounds t; inside is from the latest entry to the earliest exit (Kay and Kajiya, "Ray
//! tracing complex scenes", 1986). By division, not by multiplication with a reciprocal: a segment that ends
//! exactly on a face then has exactly t = 1. A line parallel to a slab is in it for ever or never.

use glam::{Vec3, Vec3A};

use super::line::Line;
use super::{Chord, Feature, tell};
use crate::geometry::Narrator;

/// The faces by axis, the negative one first.
const FACES: [[Feature; 2]; 3] =
    [[Feature::NegX, Feature::PosX], [Feature::NegY, Feature::PosY], [Feature::NegZ, Feature::PosZ]];

/// Where the line is inside the box.
#[inline]
pub(super) fn chord<N: Narrator>(line: &Line, half_extents: Vec3, narrator: &mut N) -> Option<Chord> {
    let (o, d, half) = (line.o, line.d, Vec3A::from(half_extents));
    let (low, high) = ((-half - o) / d, (half - o) / d);
    let is_parallel = d.cmpeq(Vec3A::ZERO);
    // For a parallel line: the whole of t when it is between the faces, else nothing.
    let open = Vec3A::select(o.abs().cmple(half), Vec3A::INFINITY, Vec3A::NEG_INFINITY);
    let entries = Vec3A::select(is_parallel, -open, low.min(high));
    let exits = Vec3A::select(is_parallel, open, low.max(high));
    let (t_in, t_out) = (entries.max_element(), exits.min_element());

    for axis in 0..3 {
        narrator.step(|| {
            let so_far =
                (0..=axis).fold([f32::NEG_INFINITY, f32::INFINITY], |[a, b], i| [a.max(entries[i]), b.min(exits[i])]);
            tell::slab(line, half_extents, axis, [entries[axis], exits[axis]].map(f64::from), so_far.map(f64::from))
        });
    }
    (t_in <= t_out).then(|| {
        let forward = d.cmpgt(Vec3A::ZERO).bitmask();
        let first = first_axis(entries.cmpeq(Vec3A::splat(t_in)).bitmask());
        let last = first_axis(exits.cmpeq(Vec3A::splat(t_out)).bitmask());
        Chord {
            t: [f64::from(t_in), f64::from(t_out)],
            features: [
                FACES[first][usize::from(forward >> first & 1 == 0)],
                FACES[last][usize::from(forward >> last & 1 == 1)],
            ],
        }
    })
}

/// The lowest axis in a lane mask.
#[inline]
fn first_axis(mask: u32) -> usize {
    if mask & 1 != 0 {
        0
    } else if mask & 2 != 0 {
        1
    } else {
        2
    }
}
