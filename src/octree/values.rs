//! The values of each step of an octree query, as the query used them. The words and marks of a step are made from them
//! alone (`tell.rs`).

use super::cell::Cell;
use super::place::{Axes, Corners, Method, Placement};
use super::region::Region;
use crate::geometry::{Aabb, Step, Values};

/// The values of one step of an octree query. [`Self::of`] reads them from the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OctreeValues {
    /// The region and the size of its leaves.
    Region(Region),
    /// A box that reaches out of the region.
    Outside {
        /// The region.
        region: Region,
        /// The box.
        aabb: Aabb,
    },
    /// The leaves that contain the corners of a box.
    CornerLeaves {
        /// The region.
        region: Region,
        /// The box.
        aabb: Aabb,
        /// The leaf of the least corner and of the greatest corner.
        leaves: [[u32; 3]; 2],
    },
    /// The Morton codes of these leaves.
    CornerCodes {
        /// The region.
        region: Region,
        /// The box.
        aabb: Aabb,
        /// The codes.
        corners: Corners,
    },
    /// The first digit in which the codes differ.
    DecidingDigit {
        /// The region.
        region: Region,
        /// The box.
        aabb: Aabb,
        /// The codes.
        corners: Corners,
        /// The deepest cell that contains both leaves.
        cell: Cell,
        /// The axes on which the box straddles the split plane of the cell.
        straddles: Axes,
    },
    /// The level of a box of this size in a loose tree.
    Size {
        /// The region.
        region: Region,
        /// The box.
        aabb: Aabb,
        /// The extents of the box.
        extents: [f64; 3],
        /// The deepest level whose cell edges are at least the extents.
        level: u32,
    },
    /// The cell of that level that contains the centre.
    Centre {
        /// The region.
        region: Region,
        /// The centre of the box.
        centre: [f64; 3],
        /// The cell.
        cell: Cell,
    },
    /// The resulting cell.
    Cell {
        /// The region.
        region: Region,
        /// The rule that selected the cell.
        method: Method,
        /// The cell and the codes of the corners.
        placement: Placement,
    },
}

impl OctreeValues {
    /// The values of a step, when it is a step of an octree query that has values.
    pub fn of(step: &Step) -> Option<&Self> {
        match step.values.as_ref()? {
            Values::Other(values) => values.get(),
            _ => None,
        }
    }
}
