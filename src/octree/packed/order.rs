//! Boxes in packing order, sixteen to a leaf.

#![expect(clippy::inline_always, reason = "a call is not compiled for the instruction set of its caller")]

use super::block::{BoxBlock, LANES};
use super::parts::{MANY, PlacedBox, ordered};
use super::sort::indices;
use crate::geometry::Aabb;

/// Boxes in packing order.
pub(super) enum PackingOrder<'b> {
    /// The given boxes, and their indices in packing order.
    Indices(&'b [Aabb], Vec<u32>),
    /// Copies of the boxes in packing order.
    Copies(Vec<PlacedBox>),
}

impl<'b> PackingOrder<'b> {
    pub(super) fn of(boxes: &'b [Aabb]) -> Self {
        if boxes.len() >= MANY { Self::Copies(ordered(boxes)) } else { Self::Indices(boxes, indices(boxes)) }
    }

    /// The objects of a leaf, and the block of their boxes.
    #[inline(always)]
    pub(super) fn leaf(&self, leaf: usize) -> ([u32; LANES], BoxBlock) {
        let mut objects = [u32::MAX; LANES];
        let lanes = |count: usize| leaf * LANES..count.min((leaf + 1) * LANES);
        let block = match self {
            Self::Indices(boxes, indices) => {
                let own = &indices[lanes(indices.len())];
                objects[..own.len()].copy_from_slice(own);
                BoxBlock::of(own.iter().map(|&object| &boxes[object as usize]))
            }
            Self::Copies(copies) => {
                let own = &copies[lanes(copies.len())];
                for (object, placed) in objects.iter_mut().zip(own) {
                    *object = placed.object;
                }
                BoxBlock::of(own.iter().map(|placed| &placed.aabb))
            }
        };
        (objects, block)
    }
}
