//! A ray through a tree of boxes, nearest boxes first.

use glam::Vec4;

use super::nodes::{BoxTree, ROUNDING, WIDTH, WideNode};
use crate::geometry::interval::Interval;
use crate::geometry::ray::Ray;

/// The size of the stack. It never overflows: three entries for each level, and a tree of 2³² boxes has 16 levels.
const STACK_SIZE: usize = 64;

/// The greatest error of t, relative to 1 or to t. It covers shapes whose scale makes them so thin that their local
/// space is far less precise than world space.
const SLACK: f32 = 1e-4;

/// A node on the stack, or a box at level 0.
#[derive(Clone, Copy, Default)]
struct StackEntry {
    /// A lower bound of the t at which the ray enters.
    enter: f32,
    level: u32,
    /// The index in its level.
    place: u32,
}

impl BoxTree {
    /// Calls `visit` with every box that a ray may meet with `t` in `range`, roughly from near to far: in the order of
    /// the tree's nodes. The ray may still miss a box that is visited. It cannot hit a box that is not visited, nor a
    /// shape inside that box.
    ///
    /// `visit` returns the largest `t` up to which boxes are still needed; `f32::NEG_INFINITY` ends the traversal.
    pub fn along(&self, ray: &Ray, range: Interval<f32>, mut visit: impl FnMut(usize) -> f32) {
        if self.is_empty() {
            return;
        }
        let slabs = Slabs::new(ray);
        let Interval { near: first, far: mut last } = range;
        let mut stack = [StackEntry::default(); STACK_SIZE];
        let top = u32::try_from(self.levels.len() - 1).unwrap_or(0);
        stack[0] = StackEntry { enter: f32::NEG_INFINITY, level: top, place: 0 };
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            let StackEntry { enter, level, place } = stack[waiting];
            if enter > later(last) {
                continue;
            }
            if level == 0 {
                last = last.min(visit(self.boxes[place as usize] as usize));
                if last == f32::NEG_INFINITY {
                    return;
                }
                continue;
            }
            let node = &self.nodes[self.levels[level as usize - 1] as usize + place as usize];
            let (enter, met) = slabs.meet(node, first, later(last));
            let base = waiting;
            for child in 0..WIDTH {
                if met >> child & 1 == 1 {
                    #[expect(clippy::cast_possible_truncation, reason = "0 to 3")]
                    let next = StackEntry {
                        enter: enter[child],
                        level: level - 1,
                        place: place * WIDTH as u32 + child as u32,
                    };
                    // The nearest is at the top of the stack.
                    let mut at = waiting;
                    while at > base && stack[at - 1].enter < next.enter {
                        stack[at] = stack[at - 1];
                        at -= 1;
                    }
                    stack[at] = next;
                    waiting += 1;
                }
            }
        }
    }
}

/// The precomputed values of a ray for slab tests (Kay and Kajiya, "Ray Tracing Complex Scenes", 1986).
struct Slabs {
    /// The origin, moved by the rounding so that the ray enters boxes too early and leaves them too late.
    at_entry: [f32; 3],
    at_exit: [f32; 3],
    reciprocal: [f32; 3],
    /// Whether the direction is positive on an axis; `None` when it is 0 or too small for a reciprocal.
    upwards: [Option<bool>; 3],
}

impl Slabs {
    fn new(ray: &Ray) -> Self {
        let rounding = ROUNDING * ray.origin.abs().max_element();
        let upwards: [Option<bool>; 3] = std::array::from_fn(|axis| {
            let step = ray.direction[axis];
            (step.abs() > f32::MIN_POSITIVE).then_some(step > 0.0)
        });
        let shifted = |sign: f32| {
            std::array::from_fn(|axis| match upwards[axis] {
                Some(is_up) => ray.origin[axis] + if is_up { sign * rounding } else { -sign * rounding },
                None if ray.direction[axis] == 0.0 => ray.origin[axis] + sign * rounding,
                // Too small for a reciprocal: the ray may be anywhere on this axis.
                None => sign * f32::MAX,
            })
        };
        Self { at_entry: shifted(1.0), at_exit: shifted(-1.0), reciprocal: ray.direction.recip().to_array(), upwards }
    }

    /// The t at which the ray enters each child's box, and a bit for each box that it meets.
    #[inline]
    fn meet(&self, node: &WideNode, first: f32, last: f32) -> (Vec4, u32) {
        let (mut enter, mut exit) = (Vec4::splat(first), Vec4::splat(last));
        let mut met = 0b1111;
        for axis in 0..3 {
            let (at_entry, at_exit) = (Vec4::splat(self.at_entry[axis]), Vec4::splat(self.at_exit[axis]));
            let (near, far) = match self.upwards[axis] {
                Some(true) => (node.min[axis], node.max[axis]),
                Some(false) => (node.max[axis], node.min[axis]),
                None => {
                    met &= node.min[axis].cmple(at_entry).bitmask() & node.max[axis].cmpge(at_exit).bitmask();
                    continue;
                }
            };
            let reciprocal = self.reciprocal[axis];
            enter = enter.max((near - at_entry) * reciprocal);
            exit = exit.min((far - at_exit) * reciprocal);
        }
        // A t below the range of `f32` becomes its least number.
        let exit = exit.max(Vec4::splat(f32::MIN));
        let late = exit + SLACK * (Vec4::ONE + exit.abs());
        (enter, met & enter.cmple(late).bitmask())
    }
}

/// An upper bound of a t after rounding.
fn later(t: f32) -> f32 {
    t + SLACK * (1.0 + t.abs())
}
