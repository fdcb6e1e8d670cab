//! Many boxes against one, sixteen at a time.
//!
//! Boxes are stored in blocks of sixteen, coordinate by coordinate, so that one comparison uses a whole vector
//! register. `fearless_simd` selects the widest registers of the machine. In an unused lane the least x is NaN, so it
//! overlaps nothing.

#![expect(clippy::inline_always, reason = "a call is not compiled for the instruction set of its caller")]

use fearless_simd::{Simd, SimdBase, SimdFrom, SimdMask, f32x16};

use super::wide::Wide;

/// Boxes in a block.
pub(super) const LANES: usize = 16;

/// A growing list of boxes and their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Lanes {
    /// Blocks beyond `len` are spare memory.
    blocks: Vec<Block>,
    len: usize,
}

#[derive(Clone, Debug)]
#[repr(align(64))]
struct Block {
    min: [[f32; LANES]; 3],
    max: [[f32; LANES]; 3],
    ids: [u32; LANES],
}

impl Block {
    const EMPTY: Self = Self { min: [[f32::NAN; LANES]; 3], max: [[f32::NAN; LANES]; 3], ids: [0; LANES] };

    /// Bit i is set if box i overlaps or touches the other. The rule of [`Wide::overlaps`].
    #[inline(always)]
    fn overlapping<S: Simd>(&self, simd: S, other: &[[f32x16<S>; 3]; 2]) -> u64 {
        let [min, max] = other;
        let x = load(simd, &self.min[0]).simd_le(max[0]) & min[0].simd_le(load(simd, &self.max[0]));
        let y = load(simd, &self.min[1]).simd_le(max[1]) & min[1].simd_le(load(simd, &self.max[1]));
        let z = load(simd, &self.min[2]).simd_le(max[2]) & min[2].simd_le(load(simd, &self.max[2]));
        (x & y & z).to_bitmask()
    }
}

impl Lanes {
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// Reserves memory for this many boxes in all. Pushing does not allocate, because a call in its loop would spill
    /// registers.
    pub(super) fn make_room(&mut self, len: usize) {
        let blocks = len.div_ceil(LANES);
        if self.blocks.len() < blocks {
            self.blocks.resize(blocks.next_power_of_two(), Block::EMPTY);
        }
    }

    /// The number of boxes, including those that only fill a block.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub(super) fn push(&mut self, aabb: &Wide, id: u32) {
        let (block, lane) = next(&mut self.blocks, &mut self.len);
        for axis in 0..3 {
            block.min[axis][lane] = aabb.min[axis];
            block.max[axis][lane] = aabb.max[axis];
        }
        block.ids[lane] = id;
    }

    /// Fills up the last block with boxes that overlap nothing, so that the next one starts a block.
    pub(super) fn fill_block(&mut self) {
        self.len = self.len.next_multiple_of(LANES);
    }

    fn used(&self) -> &[Block] {
        &self.blocks[..self.len.div_ceil(LANES)]
    }

    /// Appends those of `from`'s boxes, from block `first` on, that overlap `reach`.
    #[inline(always)]
    pub(super) fn append_overlapping<S: Simd>(&mut self, simd: S, from: &Self, first: usize, reach: &Wide) {
        self.make_room(self.len + from.len);
        let reach = spread(simd, reach);
        let (blocks, mut len) = (&mut self.blocks[..], self.len);
        for source in from.used().iter().skip(first) {
            let mut hits = source.overlapping(simd, &reach);
            while hits != 0 {
                let hit = hits.trailing_zeros() as usize % LANES;
                hits &= hits - 1;
                let (block, lane) = next(blocks, &mut len);
                for axis in 0..3 {
                    block.min[axis][lane] = source.min[axis][hit];
                    block.max[axis][lane] = source.max[axis][hit];
                }
                block.ids[lane] = source.ids[hit];
            }
        }
        self.len = len;
    }

    /// Writes the numbers of the boxes after the first `skip` that overlap `aabb` to `found`, and returns how many.
    /// There must be room for [`Self::len`].
    #[inline(always)]
    pub(super) fn overlapping<S: Simd>(&self, simd: S, skip: usize, aabb: &Wide, found: &mut [u32]) -> usize {
        let aabb = spread(simd, aabb);
        let mut counted = u64::MAX << (skip % LANES);
        let mut len = 0;
        for block in self.used().iter().skip(skip / LANES) {
            let mut hits = block.overlapping(simd, &aabb) & counted;
            counted = u64::MAX;
            while hits != 0 {
                found[len] = block.ids[hits.trailing_zeros() as usize % LANES];
                len += 1;
                hits &= hits - 1;
            }
        }
        len
    }
}

/// The index of the next box.
#[inline(always)]
fn next<'a>(blocks: &'a mut [Block], len: &mut usize) -> (&'a mut Block, usize) {
    let (block, lane) = (&mut blocks[*len / LANES], *len % LANES);
    *len += 1;
    if lane == 0 {
        block.min[0] = [f32::NAN; LANES];
    }
    (block, lane)
}

/// A box with each coordinate repeated in all lanes of a register.
#[inline(always)]
fn spread<S: Simd>(simd: S, aabb: &Wide) -> [[f32x16<S>; 3]; 2] {
    let (min, max) = (aabb.min, aabb.max);
    [
        [f32x16::splat(simd, min.x), f32x16::splat(simd, min.y), f32x16::splat(simd, min.z)],
        [f32x16::splat(simd, max.x), f32x16::splat(simd, max.y), f32x16::splat(simd, max.z)],
    ]
}

#[inline(always)]
fn load<S: Simd>(simd: S, lanes: &[f32; LANES]) -> f32x16<S> {
    f32x16::simd_from(simd, *lanes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Aabb;
    use crate::geometry::ray::batch::tests::levels;
    use fearless_simd::dispatch;
    use glam::Vec3;
    use proptest::prelude::*;

    fn boxes() -> impl Strategy<Value = Aabb> {
        let coordinate = || prop_oneof![9 => (-3_i8..=3).prop_map(f32::from), 1 => Just(f32::NAN)];
        let point = move || [coordinate(), coordinate(), coordinate()].prop_map(Vec3::from);
        (point(), point()).prop_map(|(a, b)| Aabb { min: a.min(b), max: a.max(b) })
    }

    proptest! {
        #[test]
        fn lanes_are_boxes_one_by_one(all in prop::collection::vec(boxes(), 0..70), one in boxes(), skip in 0_usize..70) {
            let mut lanes = Lanes::default();
            lanes.make_room(all.len());
            for (aabb, id) in all.iter().zip(0..) {
                lanes.push(&aabb.into(), id);
            }
            let one = Wide::from(&one);
            let expected: Vec<u32> = (0..).zip(&all).skip(skip).filter(|(_, b)| one.overlaps(&Wide::from(*b))).map(|(i, _)| i).collect();
            for level in levels() {
                let mut found = vec![0; lanes.len()];
                let len = dispatch!(level, simd => lanes.overlapping(simd, skip, &one, &mut found));
                prop_assert_eq!(&found[..len], &expected);
                let mut kept = Lanes::default();
                kept.make_room(1);
                kept.push(&Wide::NONE, 99);
                kept.fill_block();
                dispatch!(level, simd => kept.append_overlapping(simd, &lanes, skip / LANES, &one));
                found.resize(kept.len(), 0);
                let len = dispatch!(level, simd => kept.overlapping(simd, 0, &one, &mut found));
                found.truncate(len);
                found.retain(|&id| id as usize >= skip);
                prop_assert_eq!(&found, &expected);
            }
        }
    }
}
