//! A bounding volume hierarchy over boxes that move. It finds the boxes that a ray may meet, nearest first.
//!
//! A tree of nodes with four children each, whose boxes lie side by side so that a ray is tested against all four at
//! once. Its form depends on the number of boxes alone: children follow from indices, and a box that moves needs no
//! rebalancing. It changes only the nodes above it ([`BoxTree::set`]), which costs far less than a new tree, but nodes
//! overlap more after each move; so [`BoxTree::refresh`] sorts the boxes again after many moves. The sort repeatedly
//! halves the longest axis of the boxes' centres. A tree by the surface area heuristic is some tenths faster to
//! traverse and several times slower to build.
//!
//! eyeline has three trees, and none can replace another. The tree of a mesh (`mesh/tree.rs`) is built once over
//! triangles that never move relative to each other, by the surface area heuristic and with blocks of eight triangles
//! at its leaves; a box that moved would need a new tree. This tree has the bounds of the objects of a scene, which
//! move at every tick, so a change must cost a few nodes only. The octree (`crate::octree`) is a question of the scene:
//! its cells follow from the depth and method in the file, not from speed, and it answers pairs and culling, not rays.
//!
//! The answers do not depend on the form of the tree: a traversal visits every box that a ray may meet, and a caller
//! must not depend on the order.

mod build;
mod walk;

use glam::{Vec3, Vec4};

use super::bounds::Aabb;

/// Children of a node.
const WIDTH: usize = 4;

/// The average number of moves of a box after which the tree is sorted again.
const MOST_MOVES: usize = 16;

/// The greatest error of a shape's answer relative to its bounds, as a fraction of the largest coordinate. The ray is
/// transformed to local space and the answer back, which costs some ten units in the last place.
const ROUNDING: f32 = 32.0 * f32::EPSILON;

/// A tree of boxes, which are addressed by index.
#[derive(Clone, Debug, Default)]
pub struct BoxTree {
    /// The nodes above the boxes first, the root last.
    nodes: Vec<Node>,
    /// The first index of each level in `nodes`, from the boxes up, then the length of `nodes`.
    levels: Vec<u32>,
    /// The index of the box in each place of the lowest level.
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

/// An empty box: no ray meets it, and its union with another box is that box.
const NOTHING: Aabb = Aabb { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY };

impl BoxTree {
    /// A tree of these boxes. No ray meets a box whose corners are not in order or are NaN.
    ///
    /// # Panics
    /// For more than `u32::MAX` boxes.
    pub fn new(boxes: &[Aabb]) -> Self {
        build::tree(&boxes.iter().map(sound).collect::<Vec<_>>())
    }

    /// The number of boxes.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether the number of boxes is 0.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Moves or resizes a box.
    ///
    /// # Panics
    /// When no box has the index.
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

    /// Sorts the boxes again if they have moved often enough, see `MOST_MOVES`.
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

/// The box, enlarged by [`ROUNDING`]; an empty box if it is invalid.
fn sound(aabb: &Aabb) -> Aabb {
    let Aabb { min, max } = *aabb;
    let rounding = ROUNDING * min.abs().max(max.abs()).min(Vec3::MAX).max_element();
    if min.cmple(max).all() { Aabb { min: min - rounding, max: max + rounding } } else { NOTHING }
}

#[cfg(test)]
mod tests;
