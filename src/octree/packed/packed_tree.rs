//! The packed tree, and how it is built.

#![expect(clippy::inline_always, reason = "a call is not compiled for the instruction set of its caller")]

use std::sync::OnceLock;

use fearless_simd::{Level, dispatch};

use super::block::{BoxBlock, LANES};
use super::half_area::half_area;
use super::order::PackingOrder;
use crate::geometry::Aabb;

/// A packed tree of boxes. An object is the index of its box; there can be up to 2³².
#[derive(Clone, Debug)]
pub struct PackedTree {
    /// The object of each lane of the leaves.
    pub(super) ids: Vec<[u32; LANES]>,
    /// The leaves, and above them the bounds of the blocks below, up to a level of one block. Empty without boxes.
    pub(super) levels: Vec<Vec<BoxBlock>>,
    pub(super) len: usize,
    /// Half the surface of each leaf when the boxes were packed.
    pub(super) packed_areas: Vec<f32>,
    /// Leaves that have more than twice that surface now.
    pub(super) grown: usize,
    /// The leaf × 16 + lane of each object; computed when it is needed.
    pub(super) places: OnceLock<Vec<u32>>,
}

impl PackedTree {
    /// Sorts and packs all boxes.
    pub fn new(boxes: &[Aabb]) -> Self {
        dispatch!(Level::new(), _simd => Self::pack(boxes))
    }

    #[inline(always)]
    fn pack(boxes: &[Aabb]) -> Self {
        let order = PackingOrder::of(boxes);
        let count = boxes.len().div_ceil(LANES);
        let mut ids = Vec::with_capacity(count);
        let mut leaves = Vec::with_capacity(count);
        let mut packed_areas = Vec::with_capacity(count);
        let mut above = vec![BoxBlock::EMPTY; count.div_ceil(LANES)];
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
            let mut above = vec![BoxBlock::EMPTY; below.len().div_ceil(LANES)];
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
