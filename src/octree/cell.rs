//! The cells of an octree and their places in the linear array.
//!
//! A linear octree stores no pointers. A cell is a level and a Morton code with one octal digit for each level. The
//! cells of all levels form one array: level L follows the `(8^L − 1) / 7` cells of the levels above it. Parents,
//! children and ancestors are computed by shifts. (I. Gargantini, "Linear Octtrees for Fast Processing of
//! Three-Dimensional Objects", 1982; the paper stores the occupied leaves only.)

use super::morton::{self, MAX_DEPTH};

/// One cell: the root is level 0, a cell of level L is one of 8^L.
///
/// The order is that of [`Self::index`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    level: u8,
    morton: u32,
}

impl Cell {
    /// The whole region.
    pub const ROOT: Self = Self { level: 0, morton: 0 };

    /// The cell of a code; `None` for a level above [`MAX_DEPTH`] or a code with more digits than levels.
    pub fn new(level: u32, morton: u32) -> Option<Self> {
        let level = u8::try_from(level).ok().filter(|&level| u32::from(level) <= MAX_DEPTH)?;
        (morton >> (3 * level) == 0).then_some(Self { level, morton })
    }

    /// The cell with these coordinates on its level, each below 2^level.
    pub fn at(level: u32, coordinates: [u32; 3]) -> Option<Self> {
        let is_within = level <= MAX_DEPTH && coordinates.iter().all(|c| c >> level == 0);
        Self::new(level, morton::encode(coordinates)).filter(|_| is_within)
    }

    /// The ancestor, or the leaf itself, at `level ≤ depth` of a leaf code of `depth ≤ 10` digits.
    #[inline]
    pub(super) fn above(leaf: u32, depth: u32, level: u32) -> Self {
        debug_assert!(level <= depth && depth <= MAX_DEPTH && leaf >> (3 * depth) == 0);
        #[expect(clippy::cast_possible_truncation, reason = "at most 10")]
        Self { level: level as u8, morton: leaf >> (3 * (depth - level)) }
    }

    /// 0 for the root.
    #[inline]
    pub fn level(self) -> u32 {
        self.level.into()
    }

    /// The Morton code: one octal digit for each level; the first digit selects a child of the root.
    #[inline]
    pub fn morton(self) -> u32 {
        self.morton
    }

    /// X, Y and Z on its level, counted from the least corner of the region.
    pub fn coordinates(self) -> [u32; 3] {
        morton::decode(self.morton)
    }

    /// Its index in the array of all levels: `morton + (8^level − 1) / 7`.
    #[inline]
    pub fn index(self) -> u32 {
        self.morton + first_index(self.level.into())
    }

    /// The cell at an index of the array; `None` beyond level [`MAX_DEPTH`].
    pub fn from_index(index: u32) -> Option<Self> {
        let level = (0..=MAX_DEPTH).rev().find(|&level| first_index(level) <= index)?;
        Self::new(level, index - first_index(level))
    }

    /// The parent; `None` for the root.
    pub fn parent(self) -> Option<Self> {
        Some(Self { level: self.level.checked_sub(1)?, morton: self.morton >> 3 })
    }

    /// Its ancestor at `level`; itself when it is not below that level.
    #[must_use]
    pub fn ancestor(self, level: u32) -> Self {
        Self::above(self.morton, self.level(), level.min(self.level()))
    }

    /// The child of an octal digit: bit 0 selects the upper half on X, bit 1 on Y, bit 2 on Z. `None` at the greatest
    /// depth and for a digit above 7.
    pub fn child(self, digit: u32) -> Option<Self> {
        if digit > 7 { None } else { Self::new(self.level() + 1, self.morton << 3 | digit) }
    }

    /// Whether `other` is this cell or one of its descendants.
    pub fn contains(self, other: Self) -> bool {
        other.level >= self.level && other.ancestor(self.level()) == self
    }

    /// The octal digits of the code, from the root down; empty for the root.
    pub fn digits(self) -> impl Iterator<Item = u32> + Clone {
        (0..self.level()).map(move |level| morton::digit(self.morton, self.level(), level))
    }

    /// The digits in Rust's notation: "0o052", and "root" for the root.
    pub fn octal(self) -> String {
        if self.level == 0 {
            return "root".to_owned();
        }
        format!("0o{:0width$o}", self.morton, width = usize::from(self.level))
    }

    /// The code in binary, a group of three for each level: "000 101 010"; empty for the root.
    pub fn binary(self) -> String {
        self.digits().map(|digit| format!("{digit:03b}")).collect::<Vec<_>>().join(" ")
    }

    /// Its index when all cells down to `depth` are listed in depth-first pre-order.
    ///
    /// A cell is preceded by its `level` ancestors and by whole subtrees, each of `(8^h − 1) / 7` cells: for each of its
    /// digits, that many subtrees. This sum is the code m of its first leaf, divided by 8⁰, 8¹, 8² …, each quotient
    /// rounded down, as in Legendre's formula for the digits of m.
    #[inline]
    pub(super) fn preorder(self, depth: u32) -> u32 {
        let leaf = self.morton << (3 * (depth - self.level()));
        (0..MAX_DEPTH).map(|k| leaf >> (3 * k)).sum::<u32>() + self.level()
    }
}

/// The number of cells above `level`: `(8^level − 1) / 7`.
#[inline]
pub(super) const fn first_index(level: u32) -> u32 {
    // In octal this is a row of ones.
    0o1_111_111_111 & ((1 << (3 * level)) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn levels_follow_each_other_in_the_array() {
        for level in 0..=MAX_DEPTH {
            assert_eq!(u64::from(first_index(level)), (8_u64.pow(level) - 1) / 7, "level {level}");
            let last = Cell::at(level, [(1 << level) - 1; 3]).unwrap();
            assert_eq!(u64::from(last.index()) + 1, (8_u64.pow(level + 1) - 1) / 7, "level {level}");
            assert_eq!(Cell::from_index(last.index()), Some(last));
        }
        assert_eq!(Cell::from_index(first_index(MAX_DEPTH) + (1 << 30)), None);
        assert_eq!(Cell::from_index(u32::MAX), None);
        assert_eq!(
            [Cell::new(0, 0), Cell::new(0, 1), Cell::new(11, 0), Cell::new(u32::MAX, 0)],
            [Some(Cell::ROOT), None, None, None]
        );
        assert_eq!([Cell::at(2, [3; 3]), Cell::at(2, [4, 0, 0])], [Cell::new(2, 0o77), None]);
        assert_eq!([Cell::ROOT.parent(), Cell::ROOT.child(8)], [None, None]);
    }

    #[test]
    fn depth_first_places_by_walking_the_tree() {
        fn walk(cell: Cell, depth: u32, next: &mut u32) {
            assert_eq!(cell.preorder(depth), *next, "{cell:?} of {depth}");
            *next += 1;
            if cell.level() < depth {
                (0..8).filter_map(|digit| cell.child(digit)).for_each(|child| walk(child, depth, next));
            }
        }
        for depth in 0..=4 {
            walk(Cell::ROOT, depth, &mut 0);
        }
        assert_eq!(Cell::new(10, (1 << 30) - 1).unwrap().preorder(10), first_index(10) + (1 << 30) - 1);
    }

    #[test]
    fn codes_for_readers() {
        let cell = Cell::new(3, 0o052).unwrap();
        assert_eq!(cell.octal(), "0o052");
        assert_eq!(cell.binary(), "000 101 010");
        assert_eq!(cell.digits().collect::<Vec<_>>(), [0, 5, 2]);
        assert_eq!([Cell::ROOT.octal(), Cell::ROOT.binary()], ["root", ""]);
    }

    fn cells() -> impl Strategy<Value = Cell> {
        (0..=MAX_DEPTH, 0_u32..1 << 30).prop_map(|(level, code)| Cell::above(code, MAX_DEPTH, level))
    }

    proptest! {
        #[test]
        fn families(cell in cells(), digit in 0_u32..8, level in 0..=MAX_DEPTH) {
            prop_assert_eq!(Cell::from_index(cell.index()), Some(cell));
            prop_assert_eq!(Cell::at(cell.level(), cell.coordinates()), Some(cell));
            prop_assert!(cell.ancestor(level).contains(cell));
            if let Some(child) = cell.child(digit) {
                prop_assert_eq!(child.parent(), Some(cell));
                prop_assert!(cell.contains(child) && !child.contains(cell));
                let halves: [u32; 3] = std::array::from_fn(|axis| 2 * cell.coordinates()[axis] + (digit >> axis & 1));
                prop_assert_eq!(child.coordinates(), halves);
            }
        }

        #[test]
        fn the_order_is_that_of_the_array(a in cells(), b in cells()) {
            prop_assert_eq!(a.cmp(&b), a.index().cmp(&b.index()));
        }
    }
}
