//! The occupied cells and the cells above them, so that a search for the neighbours of a box visits no empty branch.
//!
//! The eight children of a cell form a [`Family`] of one cache line. A cell has a family if there are objects below it.
//! Families are found by the index of their cell, not by descending. A search looks up the few families at the level
//! where cells are about as large as the box, or higher up where larger cells are occupied, and follows links from
//! there. When a cell becomes occupied or empty, one look-up is needed for the cell and one for each ancestor whose
//! branch becomes occupied or empty: at most ten, whatever the number of objects.

use super::cell::Cell;
use super::store::Store;

/// No bucket, no family.
const NONE: u32 = u32::MAX;

/// All levels, from the root to the greatest depth.
const LEVELS: usize = super::morton::MAX_DEPTH as usize + 1;

/// The children of one cell, by their octal digit.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Family {
    /// The bucket of each child with objects of its own.
    buckets: [u32; 8],
    /// The family of each child with objects further below.
    below: [u32; 8],
}

impl Family {
    const EMPTY: Self = Self { buckets: [NONE; 8], below: [NONE; 8] };

    fn is_empty(&self) -> bool {
        self.buckets == [NONE; 8] && self.below == [NONE; 8]
    }
}

/// A number, its bucket, for each occupied cell.
#[derive(Clone, Debug)]
pub(super) struct Families {
    root: u32,
    /// By parent.
    numbers: Store,
    list: Vec<Family>,
    /// Unused families.
    spare: Vec<u32>,
    /// Occupied cells of each level.
    levels: [u32; LEVELS],
}

impl Families {
    /// For an octree of `depth`.
    pub(super) fn new(depth: u32) -> Self {
        let numbers = Store::new(depth.saturating_sub(1));
        Self { root: NONE, numbers, list: Vec::new(), spare: Vec::new(), levels: [0; LEVELS] }
    }

    #[inline]
    pub(super) fn get(&self, cell: Cell) -> Option<u32> {
        let number = match cell.parent() {
            None => self.root,
            Some(parent) => self.family(parent)?.buckets[last_digit(cell)],
        };
        (number != NONE).then_some(number)
    }

    /// `bucket` must be below `u32::MAX`, and the cell be empty.
    pub(super) fn insert(&mut self, cell: Cell, bucket: u32) {
        self.levels[cell.level() as usize] += 1;
        let Some(parent) = cell.parent() else {
            self.root = bucket;
            return;
        };
        let (mut number, mut is_new) = self.family_for(parent);
        self.list[number as usize].buckets[last_digit(cell)] = bucket;
        let mut cell = parent;
        while let Some(parent) = cell.parent().filter(|_| is_new) {
            let below = number;
            (number, is_new) = self.family_for(parent);
            self.list[number as usize].below[last_digit(cell)] = below;
            cell = parent;
        }
    }

    /// The cell must be occupied.
    pub(super) fn remove(&mut self, cell: Cell) {
        self.levels[cell.level() as usize] -= 1;
        let Some(mut parent) = cell.parent() else {
            self.root = NONE;
            return;
        };
        let mut family = self.numbers.get(parent);
        if let Some(number) = family {
            self.list[number as usize].buckets[last_digit(cell)] = NONE;
        }
        while let Some(number) = family.filter(|&number| self.list[number as usize].is_empty()) {
            self.numbers.remove(parent);
            self.spare.push(number);
            let Some(above) = parent.parent() else { return };
            family = self.numbers.get(above);
            if let Some(number) = family {
                self.list[number as usize].below[last_digit(parent)] = NONE;
            }
            parent = above;
        }
    }

    /// Calls `found` with the bucket of every occupied cell in reach. `in_reach` has the least and greatest coordinates
    /// of a level's cells; those of a level hold the parents of those of the next.
    pub(super) fn each_near(&self, in_reach: impl Fn(u32) -> Range, mut found: impl FnMut(u32)) {
        if self.root != NONE {
            found(self.root);
        }
        let occupied = |level: &usize| self.levels[*level] > 0;
        let Some(top) = (1..LEVELS).find(occupied) else { return };
        let bottom = (top..LEVELS).rev().find(occupied).unwrap_or(top);
        let mut reach: Reach = [[[0; 3]; 2]; LEVELS];
        let mut fill = |level: usize| {
            reach[level] = in_reach(u32::try_from(level).unwrap_or(u32::MAX));
            reach[level]
        };
        for level in top + 1..=bottom {
            fill(level);
        }
        let (mut level, mut range) = (top, fill(top));
        while level > 1 && !is_small(range) {
            level -= 1;
            range = fill(level);
        }
        let [from, to] = range.map(|cell| cell.map(|coordinate| coordinate >> 1));
        for z in from[2]..=to[2] {
            for y in from[1]..=to[1] {
                for x in from[0]..=to[0] {
                    let parent = [x, y, z];
                    let above = u32::try_from(level - 1).unwrap_or(u32::MAX);
                    if let Some(family) = Cell::at(above, parent).and_then(|cell| self.family(cell)) {
                        self.descend(family, parent, level, &reach, &mut found);
                    }
                }
            }
        }
    }

    /// Visits the children, of `level`, of the cell at `parent`, and their descendants.
    fn descend(&self, family: &Family, parent: [u32; 3], level: usize, reach: &Reach, found: &mut impl FnMut(u32)) {
        let mut near = children(parent, reach[level]);
        while near != 0 {
            let digit = near.trailing_zeros();
            near &= near - 1;
            let [bucket, below] = [&family.buckets, &family.below].map(|of_child| of_child[digit as usize]);
            if bucket != NONE {
                found(bucket);
            }
            if let Some(below) = self.list.get(below as usize) {
                let cell = [0, 1, 2].map(|axis| parent[axis] << 1 | digit >> axis & 1);
                self.descend(below, cell, level + 1, reach, found);
            }
        }
    }

    #[inline]
    fn family(&self, parent: Cell) -> Option<&Family> {
        self.list.get(self.numbers.get(parent)? as usize)
    }

    /// The number of a cell's family, and whether it is new.
    fn family_for(&mut self, parent: Cell) -> (u32, bool) {
        if let Some(number) = self.numbers.get(parent) {
            return (number, false);
        }
        let number = self.spare.pop().unwrap_or_else(|| {
            self.list.push(Family::EMPTY);
            u32::try_from(self.list.len() - 1).unwrap_or(u32::MAX)
        });
        self.numbers.insert(parent, number);
        (number, true)
    }
}

fn last_digit(cell: Cell) -> usize {
    (cell.morton() & 7) as usize
}

/// Least and greatest coordinates of cells of one level.
pub(super) type Range = [[u32; 3]; 2];

/// The cells that can contain an object that overlaps a box, by level.
type Reach = [Range; LEVELS];

/// Whether the cells are children of at most two cells on each axis.
fn is_small([from, to]: Range) -> bool {
    (0..3).all(|axis| (to[axis] >> 1) <= (from[axis] >> 1) + 1)
}

/// The children of a cell that are in a range, one bit each.
#[inline]
fn children(parent: [u32; 3], [from, to]: Range) -> u32 {
    /// The digits in the lower half of each axis.
    const LOWER: [u32; 3] = [0b0101_0101, 0b0011_0011, 0b0000_1111];
    let mut near = 0xff;
    for axis in 0..3 {
        let lower = parent[axis] << 1;
        let is_in = |coordinate: u32| from[axis] <= coordinate && coordinate <= to[axis];
        near &= if is_in(lower) { LOWER[axis] } else { 0 } | if is_in(lower | 1) { !LOWER[axis] } else { 0 };
    }
    near
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    const DEPTH: u32 = 7;

    fn cell() -> impl Strategy<Value = Cell> {
        (0..=DEPTH, any::<u32>(), any::<bool>()).prop_map(|(level, code, is_crowded)| {
            // Half of them in one corner, where families have more than one child.
            let mask = if is_crowded { 0o77 } else { u32::MAX };
            Cell::new(level, code & mask & ((1 << (3 * level)) - 1)).unwrap()
        })
    }

    /// As around a loose box: from less to more than two points, by half a cell.
    fn around(low: [u32; 3], high: [u32; 3], level: u32) -> [[u32; 3]; 2] {
        let half = 1 << (DEPTH - level) >> 1;
        let last = (1 << DEPTH) - 1;
        let from = [0, 1, 2].map(|i| low[i].min(high[i]).saturating_sub(half) >> (DEPTH - level));
        let to = [0, 1, 2].map(|i| (low[i].max(high[i]) + half).min(last) >> (DEPTH - level));
        [from, to]
    }

    proptest! {
        #[test]
        fn cells_come_and_go_and_all_in_reach_are_found(
            changes in prop::collection::vec(cell(), 0..200),
            low in prop::array::uniform3(0_u32..1 << DEPTH),
            high in prop::array::uniform3(0_u32..1 << DEPTH),
            is_small: bool,
        ) {
            let mut families = Families::new(DEPTH);
            let mut there = BTreeMap::new();
            for (cell, bucket) in changes.into_iter().zip(0..) {
                if there.remove(&cell).is_some() {
                    families.remove(cell);
                } else {
                    there.insert(cell, bucket);
                    families.insert(cell, bucket);
                }
                prop_assert_eq!(families.get(cell), there.get(&cell).copied());
            }
            let high = if is_small { low.map(|c| (c + high[0] % 4).min((1 << DEPTH) - 1)) } else { high };
            let mut found = Vec::new();
            families.each_near(|level| around(low, high, level), |bucket| found.push(bucket));
            found.sort_unstable();
            let is_near = |cell: &Cell| {
                let ([from, to], c) = (around(low, high, cell.level()), cell.coordinates());
                (0..3).all(|axis| from[axis] <= c[axis] && c[axis] <= to[axis])
            };
            let mut expected: Vec<_> = there.iter().filter(|(cell, _)| is_near(cell)).map(|(_, &b)| b).collect();
            expected.sort_unstable();
            prop_assert_eq!(found, expected);
            for cell in there.keys() {
                families.remove(*cell);
            }
            prop_assert_eq!(families.spare.len(), families.list.len(), "an empty tree keeps no family");
            prop_assert!(families.list.iter().all(Family::is_empty));
        }
    }
}
