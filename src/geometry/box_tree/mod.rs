//! A bounding volume hierarchy over boxes that move: which of many a ray may meet, nearest first.
//!
//! A tree of nodes with four children each, whose boxes lie side by side so that a ray is tested against all four at once.
//! Its form is fixed by the number of boxes alone: children follow from indices, and there is nothing to rebalance when a box
//! moves. Then only the nodes above it change ([`BoxTree::set`]), which is far less than a new tree but lets nodes
//! overlap more and more; so from time to time [`BoxTree::refresh`] sorts the boxes again. Sorting halves the longest axis
//! of the boxes' middles, again and again. A tree chosen by surface areas is some tenths faster to ask and several times
//! slower to build.
//!
//! There are three trees in eyeline, and none can stand in for another. The tree of a mesh (`mesh/tree.rs`) is built once
//! over triangles that never move against each other, with surface areas and with blocks of eight triangles at its leaves;
//! a box that moved would mean to build it again. This tree holds the bounds of the objects of a scene, which move
//! at every tick, so a change must cost a few nodes. The octree (`crate::octree`) is what the scene asks about: its cells
//! follow from the file's depth and method, not from what is fast, and it answers pairs and culling, not rays.
//!
//! The answers do not depend on the form: a tree names every box that a ray may meet, and who asks must not care for the
//! order.

mod build;
mod walk;

use glam::{Vec3, Vec4};

use super::Aabb;

/// Children of a node.
const WIDTH: usize = 4;

/// How often every box, on average, has moved when the tree is sorted again.
const MOST_MOVES: usize = 16;

/// Relative to the largest coordinate: what a shape's answer may be off the bounds of that shape. It comes by way of the
/// shape's local space, to and fro, which costs some ten units of the last place.
const ROUNDING: f32 = 32.0 * f32::EPSILON;

/// Boxes by their index, in a tree.
#[derive(Clone, Debug, Default)]
pub struct BoxTree {
    /// Those above the boxes first, the root last.
    nodes: Vec<Node>,
    /// Where each level begins in `nodes`, from the boxes up, and at last the end.
    levels: Vec<u32>,
    /// The box in each place at the bottom.
    boxes: Vec<u32>,
    /// The place of each box.
    places: Vec<u32>,
    moves: usize,
}

/// The boxes of four children, each coordinate in a register of its own.
#[derive(Clone, Copy, Debug)]
struct Node {
    min: [Vec4; 3],
    max: [Vec4; 3],
}

/// A box that no ray meets, and that adds nothing to others.
const NOTHING: Aabb = Aabb { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY };

impl BoxTree {
    /// A tree of these boxes. One whose corners are not in order, or not a number, is met by nothing.
    ///
    /// # Panics
    /// For more boxes than a `u32` counts.
    pub fn new(boxes: &[Aabb]) -> Self {
        build::tree(&boxes.iter().map(sound).collect::<Vec<_>>())
    }

    /// How many boxes there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// A box is somewhere else, or of another size.
    ///
    /// # Panics
    /// When there is no such box.
    pub fn set(&mut self, index: usize, aabb: &Aabb) {
        self.moves += 1;
        let mut place = self.places[index] as usize;
        let mut aabb = sound(aabb);
        for level in 0..self.levels.len() - 1 {
            let node = &mut self.nodes[self.levels[level] as usize + place / WIDTH];
            if node.get(place % WIDTH) == aabb {
                break;
            }
            node.set(place % WIDTH, &aabb);
            aabb = node.union();
            place /= WIDTH;
        }
    }

    /// Sorts the boxes again when they have moved so much that it is worth it.
    pub fn refresh(&mut self) {
        if self.moves > MOST_MOVES * self.len() {
            let place = |&place: &u32| self.nodes[place as usize / WIDTH].get(place as usize % WIDTH);
            *self = build::tree(&self.places.iter().map(place).collect::<Vec<_>>());
        }
    }
}

impl Node {
    const EMPTY: Self = Self { min: [Vec4::INFINITY; 3], max: [Vec4::NEG_INFINITY; 3] };

    fn get(&self, child: usize) -> Aabb {
        let corner = |axes: &[Vec4; 3]| Vec3::from_array(axes.map(|axis| axis[child]));
        Aabb { min: corner(&self.min), max: corner(&self.max) }
    }

    fn set(&mut self, child: usize, aabb: &Aabb) {
        for axis in 0..3 {
            self.min[axis][child] = aabb.min[axis];
            self.max[axis][child] = aabb.max[axis];
        }
    }

    /// The box around all children.
    fn union(&self) -> Aabb {
        Aabb { min: self.min.map(Vec4::min_element).into(), max: self.max.map(Vec4::max_element).into() }
    }
}

/// The box, larger by its [`ROUNDING`]; or one that is met by nothing.
fn sound(aabb: &Aabb) -> Aabb {
    let Aabb { min, max } = *aabb;
    let rounding = ROUNDING * min.abs().max(max.abs()).min(Vec3::MAX).max_element();
    if min.cmple(max).all() { Aabb { min: min - rounding, max: max + rounding } } else { NOTHING }
}

#[cfg(test)]
mod tests;
