//! The split planes that an object straddles.

use crate::geometry::narrate::num;
use crate::octree::{Placement, Region};

/// The split planes that an object straddles in its cell, such as "x = 4".
pub(super) fn split_planes(region: &Region, placement: &Placement) -> Vec<String> {
    let plane = |(axis, letter)| {
        let at = region.split_plane(placement.cell, axis)?.min[axis];
        Some(format!("{letter} = {}", num(at)))
    };
    placement.straddles.iter().zip(placement.straddles.letters()).filter_map(plane).collect()
}
