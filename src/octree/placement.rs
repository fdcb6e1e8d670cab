//! The cell of a box with the numbers that decided it.

use super::cell::Cell;

/// The cell of a box, and the numbers that decided it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The cell.
    pub cell: Cell,
    /// The leaf codes of its corners; `None` for a box that reaches out of the region.
    pub corners: Option<LeafCorners>,
    /// The axes on which the box straddles the split plane of the cell. Empty in a leaf, and always empty in a loose
    /// tree.
    pub straddles: AxisSet,
}

impl Placement {
    /// Whether the box reaches out of the region, and is in the root for that reason.
    pub fn is_outside(&self) -> bool {
        self.corners.is_none()
    }
}

/// The Morton codes of the leaves that contain the corners of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeafCorners {
    /// Of the least corner.
    pub min_morton: u32,
    /// Of the greatest corner.
    pub max_morton: u32,
}

impl LeafCorners {
    /// The bits in which they differ.
    pub fn xor(&self) -> u32 {
        self.min_morton ^ self.max_morton
    }
}

/// Some of the three axes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AxisSet(u8);

impl AxisSet {
    /// None of them.
    pub const NONE: Self = Self(0);

    /// The axes of an octal digit: bit 0 is X, bit 1 Y, bit 2 Z.
    pub fn of_digit(digit: u32) -> Self {
        Self((digit & 7) as u8)
    }

    /// Whether an axis, 0 to 2, is among them.
    pub fn contains(self, axis: usize) -> bool {
        axis < 3 && self.0 >> axis & 1 == 1
    }

    /// Their numbers, ascending.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..3).filter(move |&axis| self.contains(axis))
    }

    /// Their letters in reports.
    pub fn letters(self) -> impl Iterator<Item = char> {
        self.iter().map(|axis| super::region::AXES[axis])
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}
