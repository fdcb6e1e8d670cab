//! The objects of each cell, stored as four boxes side by side in two cache lines.
//!
//! A query for the neighbours of a box reads about twenty cells with a few objects each, in random places of memory.
//! Memory latency dominates its time. Therefore the objects of a cell are in the block of the cell's number, coordinate
//! by coordinate, and four boxes are compared in a dozen instructions without a branch. A cell with more than four
//! objects has a chain of further blocks. Only the first block of a chain has free lanes, so adding and removing an
//! object takes a constant number of steps.

use glam::Vec4;

use super::cell::Cell;
use super::wide::Wide;
use crate::geometry::Aabb;

/// Objects a block.
const LANES: u32 = 4;

/// No object, no block.
const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
#[repr(align(128))]
struct Block {
    /// The bounds of four boxes, by axis. A free lane holds NaN, which overlaps nothing.
    min: [Vec4; 3],
    max: [Vec4; 3],
    /// The used lanes go before the free ones.
    objects: [u32; LANES as usize],
    cell: Cell,
    /// The first block of the cell; its own number for the first block.
    first: u32,
    /// The next block of the cell.
    next: u32,
}

impl Block {
    const EMPTY: Self = Self {
        min: [Vec4::NAN; 3],
        max: [Vec4::NAN; 3],
        objects: [NONE; LANES as usize],
        cell: Cell::ROOT,
        first: NONE,
        next: NONE,
    };

    fn len(&self) -> u32 {
        self.objects.iter().map(|&object| u32::from(object != NONE)).sum()
    }

    fn get(&self, lane: u32) -> (u32, Wide) {
        let lane = lane as usize;
        let corner = |of: &[Vec4; 3]| [of[0][lane], of[1][lane], of[2][lane]].into();
        (self.objects[lane], Wide { min: corner(&self.min), max: corner(&self.max) })
    }

    fn set(&mut self, lane: u32, object: u32, aabb: &Wide) {
        let lane = lane as usize;
        self.objects[lane] = object;
        for axis in 0..3 {
            self.min[axis][lane] = aabb.min[axis];
            self.max[axis][lane] = aabb.max[axis];
        }
    }

    fn clear(&mut self, lane: u32) {
        self.set(lane, NONE, &Wide { min: glam::Vec3A::NAN, max: glam::Vec3A::NAN });
    }
}

/// A box, with each bound repeated four times.
pub(super) struct Query {
    min: [Vec4; 3],
    max: [Vec4; 3],
}

impl From<&Aabb> for Query {
    fn from(aabb: &Aabb) -> Self {
        let four = |corner: glam::Vec3| corner.to_array().map(Vec4::splat);
        Self { min: four(aabb.min), max: four(aabb.max) }
    }
}

impl Query {
    /// The lanes whose boxes overlap or touch it, one bit each. The same rule as [`Aabb::overlaps`].
    #[inline]
    fn overlapping(&self, block: &Block) -> u32 {
        let on = |axis: usize| block.min[axis].cmple(self.max[axis]) & self.min[axis].cmple(block.max[axis]);
        (on(0) & on(1) & on(2)).bitmask()
    }
}

/// Objects by cell, and the place of each object. The number of an occupied cell is the number of its first block.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    list: Vec<Block>,
    /// Blocks of no cell.
    spare: Vec<u32>,
    /// Block and lane in one number, by object.
    places: Vec<u32>,
}

impl Blocks {
    /// The cell and the box of an object.
    pub(super) fn get(&self, object: u32) -> Option<(Cell, Wide)> {
        let (block, lane) = self.place(object)?;
        let block = &self.list[block as usize];
        Some((block.cell, block.get(lane).1))
    }

    /// The cell of an object.
    #[inline]
    pub(super) fn cell(&self, object: u32) -> Option<Cell> {
        Some(self.list[self.place(object)?.0 as usize].cell)
    }

    /// Replaces the box of an object that stays in its cell.
    #[inline]
    pub(super) fn update(&mut self, object: u32, aabb: &Wide) {
        if let Some((block, lane)) = self.place(object) {
            self.list[block as usize].set(lane, object, aabb);
        }
    }

    /// The number for a cell that was empty.
    pub(super) fn open(&mut self, cell: Cell) -> u32 {
        let number = self.free();
        let block = &mut self.list[number as usize];
        (block.cell, block.first) = (cell, number);
        number
    }

    /// Adds an object to a cell. The object must be in no cell.
    pub(super) fn insert(&mut self, first: u32, object: u32, aabb: &Wide) {
        let mut lane = self.list[first as usize].len();
        if lane == LANES {
            // The objects of the first block move to a new block behind it.
            let behind = self.free();
            let full = std::mem::replace(&mut self.list[first as usize], Block::EMPTY);
            let block = &mut self.list[first as usize];
            (block.cell, block.first, block.next) = (full.cell, first, behind);
            self.list[behind as usize] = full;
            self.settle(behind);
            lane = 0;
        }
        self.list[first as usize].set(lane, object, aabb);
        self.keep_place(object, first, lane);
    }

    /// Removes an object. Returns its cell and whether that cell is empty now. The number of an empty cell can be given
    /// to another cell.
    pub(super) fn remove(&mut self, object: u32) -> Option<(Cell, bool)> {
        let (block, lane) = self.place(object)?;
        self.places[object as usize] = NONE;
        let first = self.list[block as usize].first;
        // The last object of the first block takes its lane.
        let last = self.list[first as usize].len() - 1;
        let (moved, aabb) = self.list[first as usize].get(last);
        if moved != object {
            self.list[block as usize].set(lane, moved, &aabb);
            self.keep_place(moved, block, lane);
        }
        let head = &mut self.list[first as usize];
        head.clear(last);
        let (cell, next) = (head.cell, head.next);
        if last > 0 {
            return Some((cell, false));
        }
        if next == NONE {
            self.spare.push(first);
            return Some((cell, true));
        }
        self.list[first as usize] = std::mem::replace(&mut self.list[next as usize], Block::EMPTY);
        self.settle(first);
        self.spare.push(next);
        Some((cell, false))
    }

    /// Calls `found` with the objects of a cell whose boxes overlap or touch the query.
    #[inline]
    pub(super) fn each_overlapping(&self, first: u32, query: &Query, found: &mut impl FnMut(u32)) {
        let mut next = first;
        while let Some(block) = self.list.get(next as usize) {
            let mut lanes = query.overlapping(block);
            while lanes != 0 {
                found(block.objects[lanes.trailing_zeros() as usize]);
                lanes &= lanes - 1;
            }
            next = block.next;
        }
    }

    /// The objects of a cell, in no order.
    pub(super) fn of(&self, first: Option<u32>) -> impl Iterator<Item = u32> {
        let block = |number: u32| self.list.get(number as usize);
        std::iter::successors(first.and_then(block), move |of| block(of.next))
            .flat_map(|block| block.objects)
            .filter(|&object| object != NONE)
    }

    /// The occupied cells with their numbers, in no order.
    pub(super) fn occupied(&self) -> impl Iterator<Item = (Cell, u32)> {
        let is_first = |(block, number): &(&Block, u32)| block.first == *number && block.objects[0] != NONE;
        self.list.iter().zip(0..).filter(is_first).map(|(block, number)| (block.cell, number))
    }

    /// Updates the places of the objects of a block that was moved.
    fn settle(&mut self, number: u32) {
        for (lane, object) in (0..).zip(self.list[number as usize].objects) {
            if object != NONE {
                self.keep_place(object, number, lane);
            }
        }
    }

    fn free(&mut self) -> u32 {
        self.spare.pop().unwrap_or_else(|| {
            self.list.push(Block::EMPTY);
            u32::try_from(self.list.len() - 1).unwrap_or(NONE)
        })
    }

    /// Stores the place of an object: its block and lane in one number of 32 bits. The number holds 2³⁰ blocks, which
    /// would take 128 GiB.
    #[inline]
    fn keep_place(&mut self, object: u32, block: u32, lane: u32) {
        if self.places.len() <= object as usize {
            self.places.resize(object as usize + 1, NONE);
        }
        self.places[object as usize] = block * LANES + lane;
    }

    #[inline]
    fn place(&self, object: u32) -> Option<(u32, u32)> {
        let place = *self.places.get(object as usize)?;
        (place != NONE).then_some((place / LANES, place % LANES))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::octree::overlap_pairs_by_brute_force;
    use glam::Vec3;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    #[test]
    fn a_block_is_two_cache_lines() {
        assert_eq!(size_of::<Block>(), 128);
    }

    #[test]
    fn a_free_lane_overlaps_nothing() {
        let mut blocks = Blocks::default();
        let cell = blocks.open(Cell::ROOT);
        blocks.insert(cell, 7, &Wide { min: Vec3::ZERO.into(), max: Vec3::ONE.into() });
        for (bound, expected) in [(f32::INFINITY, 1), (f32::NAN, 0)] {
            let mut count = 0;
            let query = Query::from(&Aabb { min: Vec3::splat(-bound), max: Vec3::splat(bound) });
            blocks.each_overlapping(cell, &query, &mut |_| count += 1);
            assert_eq!(count, expected, "{bound}");
        }
    }

    proptest! {
        #[test]
        fn objects_come_and_go(
            changes in prop::collection::vec((0_u32..20, 0_u32..3, [-3_i8..3, -3_i8..3, -3_i8..3]), 0..150),
        ) {
            let mut blocks = Blocks::default();
            let mut numbers: BTreeMap<Cell, u32> = BTreeMap::new();
            let mut there: BTreeMap<u32, (Cell, Aabb)> = BTreeMap::new();
            for (object, child, at) in changes {
                let cell = Cell::new(1, child).unwrap();
                let aabb = Aabb::around(Vec3::from(at.map(f32::from)), Vec3::splat(0.5));
                match there.remove(&object) {
                    Some((home, _)) if home == cell => {
                        blocks.update(object, &Wide::from(&aabb));
                        there.insert(object, (cell, aabb));
                    }
                    Some((home, _)) => {
                        let is_last = there.values().all(|&(other, _)| other != home);
                        prop_assert_eq!(blocks.remove(object), Some((home, is_last)));
                        if is_last {
                            numbers.remove(&home);
                        }
                    }
                    None => {
                        let number = *numbers.entry(cell).or_insert_with(|| blocks.open(cell));
                        blocks.insert(number, object, &Wide::from(&aabb));
                        there.insert(object, (cell, aabb));
                    }
                }
            }
            let mut occupied: Vec<_> = blocks.occupied().collect();
            occupied.sort_unstable();
            prop_assert_eq!(occupied, numbers.iter().map(|(&cell, &number)| (cell, number)).collect::<Vec<_>>());
            for object in 0..20 {
                let found = blocks.get(object).map(|(cell, wide)| (cell, wide.aabb()));
                prop_assert_eq!(found, there.get(&object).copied());
            }
            for (cell, number) in numbers {
                let mut of: Vec<_> = blocks.of(Some(number)).collect();
                of.sort_unstable();
                let mine = there.iter().filter(|(_, home)| home.0 == cell);
                prop_assert_eq!(&of, &mine.clone().map(|(&object, _)| object).collect::<Vec<_>>());
                for (_, (_, aabb)) in mine.clone() {
                    let mut count = 0;
                    blocks.each_overlapping(number, &Query::from(aabb), &mut |_| count += 1);
                    let with = |other: &Aabb| overlap_pairs_by_brute_force(&[*aabb, *other]).len();
                    prop_assert_eq!(count, mine.clone().map(|(_, (_, other))| with(other)).sum::<usize>());
                }
            }
        }
    }
}
