//! The values of each step of an octree query, as the query used them. The words and marks of a step are made from them
//! alone (`steps.rs`).

use super::cell::Cell;
use super::method::Method;
use super::placement::{AxisSet, LeafCorners, Placement};
use super::region::Region;
use crate::geometry::{Aabb, Step};

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
        corners: LeafCorners,
    },
    /// The first digit in which the codes differ.
    DecidingDigit {
        /// The region.
        region: Region,
        /// The box.
        aabb: Aabb,
        /// The codes.
        corners: LeafCorners,
        /// The deepest cell that contains both leaves.
        cell: Cell,
        /// The axes on which the box straddles the split plane of the cell.
        straddles: AxisSet,
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
    /// The cells of two objects, and whether they make them a candidate pair.
    PairCells(PairCells),
    /// The boxes of two objects, and whether they overlap.
    PairBoxes {
        /// The boxes.
        boxes: [Aabb; 2],
        /// Whether they overlap or touch.
        overlaps: bool,
    },
}

/// The cells of two objects, as they were compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairCells {
    /// The region.
    pub region: Region,
    /// The rule that selected the cells.
    pub method: Method,
    /// The cells.
    pub cells: [Cell; 2],
    /// The boxes that were compared, in half edges of the smallest leaf that a tree can have: exact numbers. Loose cells
    /// are enlarged by half their edge. Tight cells are smaller by half a unit on every side, so that neighbours do not
    /// touch.
    pub compared: [Aabb; 2],
    /// Whether these boxes overlap or touch.
    pub is_candidate: bool,
}

impl OctreeValues {
    /// The values of a step, when it is a step of an octree query that has values.
    pub fn of(step: &Step) -> Option<&Self> {
        step.other_values()
    }
}
