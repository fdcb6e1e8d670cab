//! The boxes that overlap a box.

use std::ops::ControlFlow;

use glam::Vec4;

use super::nodes::{BoxTree, WIDTH, WideNode};
use crate::geometry::bounds::Aabb;

/// The size of the stack: three entries for each level, and a tree of 2³² boxes has 16 levels.
const STACK_SIZE: usize = 64;

impl BoxTree {
    /// Calls `visit` with every box that overlaps or touches `around`, in the order of the tree's nodes. Boxes of the tree are
    /// enlarged by a rounding, so a box that is just beside it may be visited too. Nothing overlaps a box whose corners are not
    /// in order. [`ControlFlow::Break`] ends the traversal.
    pub fn near(&self, around: &Aabb, mut visit: impl FnMut(usize) -> ControlFlow<()>) {
        if self.is_empty() {
            return;
        }
        let mut stack = [(0_u32, 0_u32); STACK_SIZE];
        let top = u32::try_from(self.levels.len() - 1).unwrap_or(0);
        stack[0] = (top, 0);
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            let (level, place) = stack[waiting];
            let node = &self.nodes[self.levels[level as usize - 1] as usize + place as usize];
            let overlapping = overlapping(node, around);
            for child in (0_u32..).take(WIDTH).filter(|child| overlapping >> child & 1 == 1) {
                let below = place * 4 + child;
                if level > 1 {
                    stack[waiting] = (level - 1, below);
                    waiting += 1;
                } else if visit(self.boxes[below as usize] as usize).is_break() {
                    return;
                }
            }
        }
    }
}

/// A bit for each child whose box overlaps.
fn overlapping(node: &WideNode, around: &Aabb) -> u32 {
    let mut all = 0b1111;
    for axis in 0..3 {
        let (min, max) = (Vec4::splat(around.min[axis]), Vec4::splat(around.max[axis]));
        all &= node.min[axis].cmple(max).bitmask() & node.max[axis].cmpge(min).bitmask();
    }
    all
}
