//! The nodes of a tree of boxes, and how a box moves.

use glam::{Vec3, Vec4};

use crate::geometry::bounds::Aabb;

/// Children of a node.
pub(super) const WIDTH: usize = 4;

/// The greatest error of a shape's answer relative to its bounds, as a fraction of the largest coordinate. The ray is
/// transformed to local space and the answer back, which costs some ten units in the last place.
pub(super) const ROUNDING: f32 = 32.0 * f32::EPSILON;

/// A tree of boxes, which are addressed by index.
#[derive(Clone, Debug, Default)]
pub struct BoxTree {
    /// The nodes above the boxes first, the root last.
    pub(super) nodes: Vec<WideNode>,
    /// The first index of each level in `nodes`, from the boxes up, then the length of `nodes`.
    pub(super) levels: Vec<u32>,
    /// The index of the box in each place of the lowest level.
    pub(super) boxes: Vec<u32>,
    /// The place of each box.
    pub(super) places: Vec<u32>,
    pub(super) moves: usize,
}

/// The boxes of four children, each coordinate in a register of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct WideNode {
    pub(super) min: [Vec4; 3],
    pub(super) max: [Vec4; 3],
}

/// An empty box: no ray meets it, and its union with another box is that box.
pub(super) const NOTHING: Aabb = Aabb { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY };

impl BoxTree {
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
}

impl WideNode {
    pub(super) const EMPTY: Self = Self { min: [Vec4::INFINITY; 3], max: [Vec4::NEG_INFINITY; 3] };

    pub(super) fn get(&self, child: usize) -> Aabb {
        let corner = |axes: &[Vec4; 3]| Vec3::from_array(axes.map(|axis| axis[child]));
        Aabb { min: corner(&self.min), max: corner(&self.max) }
    }

    pub(super) fn set(&mut self, child: usize, aabb: &Aabb) {
        for axis in 0..3 {
            self.min[axis][child] = aabb.min[axis];
            self.max[axis][child] = aabb.max[axis];
        }
    }

    /// The box around all children.
    pub(super) fn union(&self) -> Aabb {
        Aabb { min: self.min.map(Vec4::min_element).into(), max: self.max.map(Vec4::max_element).into() }
    }
}

/// The box, enlarged by [`ROUNDING`]; an empty box if it is invalid.
pub(super) fn sound(aabb: &Aabb) -> Aabb {
    let Aabb { min, max } = *aabb;
    let rounding = ROUNDING * min.abs().max(max.abs()).min(Vec3::MAX).max_element();
    if min.cmple(max).all() { Aabb { min: min - rounding, max: max + rounding } } else { NOTHING }
}
