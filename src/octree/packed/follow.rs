//! Updates a packed tree after some boxes changed, and finds the pairs of these boxes only.
//!
//! A changed box stays in its leaf, and the bounds above it are computed again. A leaf whose boxes move apart gets large
//! bounds, which slows down the search. When too many leaves have grown, all boxes are packed again.

#![expect(clippy::inline_always, reason = "a call is not compiled for the instruction set, see `dispatch!`")]

use fearless_simd::{Level, Simd, dispatch};

use super::append::{append, reserve};
use super::block::{LANES, Query};
use super::half_area::half_area;
use super::packed_tree::PackedTree;
use crate::geometry::Aabb;
use crate::octree::marks::Marks;

/// Boxes are packed again when more than one in this many leaves has grown.
const GROWN_PART: usize = 8;

impl PackedTree {
    /// Replaces the boxes of some objects.
    pub fn follow(&mut self, moved: &[(u32, Aabb)]) {
        let places = self.places.get_or_init(|| places_of(&self.ids, self.len));
        let mut touched = Vec::with_capacity(moved.len());
        for (object, aabb) in moved {
            let place = places[*object as usize] as usize;
            self.levels[0][place / LANES].set(place % LANES, aabb);
            touched.push(place / LANES);
        }
        touched.sort_unstable();
        touched.dedup();
        for level in 1..self.levels.len() {
            for &i in &touched {
                let bounds = self.levels[level - 1][i].bounds();
                if level == 1 {
                    let is_grown = |bounds: &Aabb| half_area(bounds) > 2.0 * self.packed_areas[i];
                    self.grown -= usize::from(is_grown(&self.levels[1][i / LANES].get(i % LANES)));
                    self.grown += usize::from(is_grown(&bounds));
                }
                self.levels[level][i / LANES].set(i % LANES, &bounds);
            }
            for i in &mut touched {
                *i /= LANES;
            }
            touched.dedup();
        }
        if self.grown > self.ids.len() / GROWN_PART {
            *self = Self::new(&self.boxes());
        }
    }

    /// The overlapping pairs with at least one of some objects, in the order of the scene, the lower index first. The
    /// indices must ascend strictly.
    pub fn overlap_pairs_of(&self, objects: &[u32]) -> Vec<[u32; 2]> {
        let places = self.places.get_or_init(|| places_of(&self.ids, self.len));
        // In the order of the leaves, objects one after the other have the same blocks near them.
        let mut sought: Vec<u32> = objects.iter().map(|&object| places[object as usize]).collect();
        sought.sort_unstable();
        let mut pairs = Vec::new();
        dispatch!(Level::new(), simd => self.meet_objects(simd, &sought, &Marks::of(objects), &mut pairs));
        pairs.sort_unstable_by_key(|[a, b]| u64::from(*a) << 32 | u64::from(*b));
        pairs
    }

    /// The pairs of the objects at these places, which are marked in `is_wanted`.
    #[inline(always)]
    fn meet_objects<S: Simd>(&self, simd: S, sought: &[u32], is_wanted: &Marks, pairs: &mut Vec<[u32; 2]>) {
        let (mut blocks, mut below) = (Vec::new(), Vec::new());
        for &place in sought {
            let (leaf, lane) = (place as usize / LANES, place as usize % LANES);
            let object = self.ids[leaf][lane];
            let query = Query::new(simd, &self.levels[0][leaf].get(lane));
            reserve(&mut blocks, 1);
            blocks[0] = 0;
            let mut count = 1;
            for level in self.levels.iter().rev() {
                reserve(&mut below, count * LANES);
                let mut next = 0;
                for &block in &blocks[..count] {
                    append(simd, &mut below, &mut next, block, level[block as usize].overlapping(simd, &query));
                }
                std::mem::swap(&mut blocks, &mut below);
                count = next;
            }
            for &place in &blocks[..count] {
                let other = self.ids[place as usize / LANES][place as usize % LANES];
                // A pair of two of the objects is found twice.
                if other != object && (object < other || !is_wanted.contains(other)) {
                    pairs.push([object.min(other), object.max(other)]);
                }
            }
        }
    }

    /// The box of each object, in the order of the scene; NaN for those with a NaN.
    pub(super) fn boxes(&self) -> Vec<Aabb> {
        let places = self.places.get_or_init(|| places_of(&self.ids, self.len));
        places.iter().map(|&place| self.levels[0][place as usize / LANES].get(place as usize % LANES)).collect()
    }
}

/// Two trees are equal if each object has the same box, whatever the order in which they are packed.
impl PartialEq for PackedTree {
    fn eq(&self, other: &Self) -> bool {
        let bits = |aabb: Aabb| [aabb.min, aabb.max].map(|corner| corner.to_array().map(f32::to_bits));
        self.len == other.len && self.boxes().into_iter().map(bits).eq(other.boxes().into_iter().map(bits))
    }
}

/// The leaf × 16 + lane of each object.
fn places_of(ids: &[[u32; LANES]], len: usize) -> Vec<u32> {
    let mut places = vec![0; len];
    for (place, &object) in (0_u32..).zip(ids.as_flattened().iter().take(len)) {
        places[object as usize] = place;
    }
    places
}
