//! All overlapping pairs of boxes, by a packed tree: boxes sorted along a space-filling curve, sixteen to a node.
//!
//! The octree answers which objects *could* overlap, by cells. This tree answers which boxes *do* overlap, and is built
//! for nothing else: it stores the bounds of its nodes and no pointers, and a node is compared with a box by a few vector
//! instructions. (I. Kamel and C. Faloutsos, "On Packing R-trees", 1993; here the curve is the Z-order curve of
//! [`super::morton`].)
//!
//! Level 0 has the boxes, sixteen to a block. Each level above has the bounds of the blocks of the level below, again
//! sixteen to a block, up to a level of one block. The children of block b are the blocks 16b to 16b + 15.

#![expect(clippy::inline_always, reason = "a call is not compiled for the instruction set of its caller")]

mod append;
mod block;
mod follow;
mod meet;
mod order;
mod parts;
mod sort;

use std::sync::OnceLock;

use fearless_simd::{Level, dispatch};

use self::block::{Block, LANES};
use self::follow::half_area;
use self::order::Order;
use crate::geometry::Aabb;

/// A packed tree of boxes. An object is the index of its box; there can be up to 2³².
#[derive(Clone, Debug)]
pub struct PackedTree {
    /// The object of each lane of the leaves.
    ids: Vec<[u32; LANES]>,
    /// The leaves, and above them the bounds of the blocks below, up to a level of one block. Empty without boxes.
    levels: Vec<Vec<Block>>,
    len: usize,
    /// Half the surface of each leaf when the boxes were packed.
    packed_areas: Vec<f32>,
    /// Leaves that have more than twice that surface now.
    grown: usize,
    /// The leaf × 16 + lane of each object; computed when it is needed.
    places: OnceLock<Vec<u32>>,
}

impl PackedTree {
    /// Sorts and packs all boxes.
    pub fn new(boxes: &[Aabb]) -> Self {
        dispatch!(Level::new(), _simd => Self::pack(boxes))
    }

    #[inline(always)]
    fn pack(boxes: &[Aabb]) -> Self {
        let order = Order::of(boxes);
        let count = boxes.len().div_ceil(LANES);
        let mut ids = Vec::with_capacity(count);
        let mut leaves = Vec::with_capacity(count);
        let mut packed_areas = Vec::with_capacity(count);
        let mut above = vec![Block::EMPTY; count.div_ceil(LANES)];
        for i in 0..count {
            let (objects, leaf) = order.leaf(i);
            let bounds = leaf.bounds();
            ids.push(objects);
            leaves.push(leaf);
            packed_areas.push(half_area(&bounds));
            above[i / LANES].set(i % LANES, &bounds);
        }
        let mut levels = vec![leaves, above];
        while let Some(below) = levels.last().filter(|level| level.len() > 1) {
            let mut above = vec![Block::EMPTY; below.len().div_ceil(LANES)];
            for (i, block) in below.iter().enumerate() {
                above[i / LANES].set(i % LANES, &block.bounds());
            }
            levels.push(above);
        }
        Self { ids, levels, len: boxes.len(), packed_areas, grown: 0, places: OnceLock::new() }
    }

    /// The number of objects.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// All overlapping pairs by comparing each box with each other: the reference in tests.
pub fn overlap_pairs_by_brute_force(boxes: &[Aabb]) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    for (a, i) in boxes.iter().zip(0_u32..) {
        let later = boxes.iter().zip(0_u32..).skip(i as usize + 1);
        pairs.extend(later.filter(|(b, _)| a.overlaps(b)).map(|(_, j)| [i, j]));
    }
    pairs
}

#[cfg(test)]
mod tests;
