//! Updates all objects in Morton order after some of them moved. The other objects keep their order, so they are
//! neither placed nor sorted again, and only the pairs of the moved objects are searched.
//!
//! One pass over all objects takes a small part of the time of placing, sorting and pairing them. The result equals
//! that of [`Sorted::new`] for the new boxes.

use super::candidates::ordered;
use super::cell::Cell;
use super::marks::Marks;
use super::near::Cells;
use super::place::place;
use super::sorted::Sorted;
use super::wide::Wide;
use crate::geometry::Aabb;

impl Sorted {
    /// As [`Sorted::follow`]. Returns the number of candidate pairs after it, from their number before it.
    pub fn follow_counted(&mut self, moved: &[(u32, Aabb)], candidate_count: u64) -> u64 {
        let objects: Vec<u32> = moved.iter().map(|(object, _)| *object).collect();
        let gone = self.candidate_count_of(&objects);
        self.follow(moved);
        let homes: Vec<_> =
            moved.iter().map(|(object, aabb)| (*object, place(&self.region, self.method, aabb).cell)).collect();
        candidate_count - gone + self.count_near(&homes)
    }

    /// Replaces the boxes of some objects. The indices must ascend strictly.
    pub fn follow(&mut self, moved: &[(u32, Aabb)]) {
        let depth = self.region.depth();
        let mut coming: Vec<_> = moved
            .iter()
            .map(|(object, aabb)| {
                let cell = place(&self.region, self.method, aabb).cell;
                (cell.preorder(depth), *object, cell, Wide::from(aabb))
            })
            .collect();
        coming.sort_unstable_by_key(|&(place, object, ..)| (place, object));
        let is_moved = self.marks(moved.iter().map(|&(object, _)| object));
        let count = self.ids.len();
        let (mut ids, mut boxes, mut cells) =
            (Vec::with_capacity(count), Vec::with_capacity(count), Vec::with_capacity(count));
        let mut come = |object: u32, aabb: Wide, cell: Cell| {
            ids.push(object);
            boxes.push(aabb);
            cells.push(cell);
        };
        let mut coming = coming.into_iter().peekable();
        for node in &self.nodes {
            let place = node.cell.preorder(depth);
            let own = node.start as usize..node.own_end as usize;
            for (&object, aabb) in self.ids[own.clone()].iter().zip(&self.boxes[own]) {
                if is_moved[object as usize] {
                    continue;
                }
                while let Some((_, other, cell, aabb)) = coming.next_if(|next| (next.0, next.1) < (place, object)) {
                    come(other, aabb, cell);
                }
                come(object, *aabb, node.cell);
            }
        }
        coming.for_each(|(_, object, cell, aabb)| come(object, aabb, cell));
        (self.ids, self.boxes) = (ids, boxes);
        self.nodes.clear();
        self.grow(cells.into_iter());
    }

    /// The number of candidate pairs with at least one of some objects. The indices must ascend strictly.
    pub fn candidate_count_of(&self, objects: &[u32]) -> u64 {
        let is_wanted = self.marks(objects.iter().copied());
        let mut homes = Vec::with_capacity(objects.len());
        self.each_home(&is_wanted, |object, cell| homes.push((object, cell)));
        self.count_near(&homes)
    }

    /// The same for objects whose cells are known.
    fn count_near(&self, homes: &[(u32, Cell)]) -> u64 {
        let is_wanted = self.marks(homes.iter().map(|&(object, _)| object));
        let (mut all, mut among) = (0, 0);
        for &(object, cell) in homes {
            self.each_near_cell(cell, |range| {
                all += range.len() as u64;
                // One object has no pair with itself.
                if homes.len() > 1 {
                    let others = self.ids[range].iter().filter(|&&other| other != object);
                    among += others.filter(|&&other| is_wanted[other as usize]).count();
                }
            });
            // Its own cell contains the object itself.
            all -= 1;
        }
        // Pairs of two of these objects are counted twice.
        all - among as u64 / 2
    }

    /// The candidate pairs with at least one of some objects, in the order of the scene, the lower index first.
    pub fn candidate_pairs_of(&self, objects: &[u32]) -> Vec<[u32; 2]> {
        let is_wanted = self.marks(objects.iter().copied());
        let mut pairs = Vec::new();
        self.each_home(&is_wanted, |object, cell| {
            self.each_near_cell(cell, |range| {
                let others = self.ids[range].iter().filter(|&&other| is_new(object, other, &is_wanted));
                pairs.extend(others.map(|&other| ordered(object, other)));
            });
        });
        pairs.sort_unstable();
        pairs
    }

    /// Calls `found` with the cell of each of the objects.
    fn each_home(&self, is_wanted: &[bool], mut found: impl FnMut(u32, Cell)) {
        for node in &self.nodes {
            for &object in &self.ids[node.start as usize..node.own_end as usize] {
                if is_wanted[object as usize] {
                    found(object, node.cell);
                }
            }
        }
    }

    /// Calls `found` with the places of all objects that are candidates of those in a cell, and of those themselves.
    fn each_near_cell(&self, cell: Cell, mut found: impl FnMut(std::ops::Range<usize>)) {
        let cells = Cells(self.method);
        let here = cells.of(cell);
        let mut i = 0;
        while let Some(node) = self.nodes.get(i) {
            let reach = cells.of(node.cell);
            i = if !here.overlaps(&reach) {
                node.next as usize
            } else if here.contains(&reach) {
                // A cell that contains a whole branch meets every cell in it.
                found(node.start as usize..node.end as usize);
                node.next as usize
            } else {
                found(node.start as usize..node.own_end as usize);
                i + 1
            };
        }
    }

    fn marks(&self, objects: impl Iterator<Item = u32>) -> Vec<bool> {
        let mut marks = vec![false; self.ids.len()];
        objects.for_each(|object| marks[object as usize] = true);
        marks
    }
}

/// Whether a pair is found for the first time: a pair of two of the objects is found twice.
fn is_new(object: u32, other: u32, is_wanted: &[bool]) -> bool {
    object != other && (!is_wanted[other as usize] || object < other)
}

/// Removes the pairs of some objects from sorted pairs, and inserts the sorted pairs `new` of these objects.
pub fn exchange_pairs(pairs: &[[u32; 2]], objects: &[u32], new: &[[u32; 2]]) -> Vec<[u32; 2]> {
    let is_gone = Marks::of(objects);
    let mut all = vec![[0; 2]; pairs.len() + new.len()];
    let (mut len, mut rest) = (0, pairs);
    for next in new.iter().map(Some).chain([None]) {
        let before = next.map_or(rest.len(), |next| rest.partition_point(|pair| pair < next));
        for pair in &rest[..before] {
            // Written whether it stays or not: which do is random, and a branch would be mispredicted.
            all[len] = *pair;
            len += usize::from(!is_gone.contains(pair[0]) & !is_gone.contains(pair[1]));
        }
        rest = &rest[before..];
        if let Some(next) = next {
            all[len] = *next;
            len += 1;
        }
    }
    all.truncate(len);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::octree::{Method, PackedTree, Region};
    use glam::Vec3;
    use proptest::prelude::*;

    fn boxes() -> impl Strategy<Value = Vec<Aabb>> {
        let one = ([-9_f32..9.0, -9_f32..9.0, -9_f32..9.0], 0.0_f32..2.0);
        let one = one.prop_map(|(at, half)| Aabb::around(at.into(), Vec3::splat(half)));
        prop::collection::vec(one, 1..40)
    }

    proptest! {
        #[test]
        fn following_equals_building(
            before in boxes(),
            moves in prop::collection::btree_map(0_u32..40, [-9_f32..9.0, -9_f32..9.0, -9_f32..9.0], 0..12),
            half in 0.0_f32..2.0,
            depth in 0_u32..6,
            loose: bool,
        ) {
            let method = Method::ALL[usize::from(loose)];
            let region = Region::new(Vec3::splat(-8.0), Vec3::splat(8.0), depth).unwrap();
            let mut now = before.clone();
            let moves = moves.into_iter().filter(|(object, _)| (*object as usize) < before.len());
            let moved: Vec<_> = moves.map(|(object, at)| (object, Aabb::around(at.into(), Vec3::splat(half)))).collect();
            for (object, aabb) in &moved {
                now[*object as usize] = *aabb;
            }
            let objects: Vec<_> = moved.iter().map(|(object, _)| *object).collect();

            let mut tree = Sorted::new(region, method, &before);
            let (count, gone) = (tree.candidate_count(), tree.candidate_count_of(&objects));
            let candidates = tree.candidate_pairs(usize::MAX).unwrap();
            let mut packed = PackedTree::new(&before);
            let overlaps = packed.overlap_pairs();
            packed.follow(&moved);
            let counted = tree.follow_counted(&moved, count);
            let anew = Sorted::new(region, method, &now);
            prop_assert_eq!(&tree, &anew);
            prop_assert_eq!(counted, anew.candidate_count());
            prop_assert_eq!(count - gone + tree.candidate_count_of(&objects), anew.candidate_count());
            let kept = exchange_pairs(&candidates, &objects, &tree.candidate_pairs_of(&objects));
            prop_assert_eq!(kept, anew.candidate_pairs(usize::MAX).unwrap());
            let kept = exchange_pairs(&overlaps, &objects, &packed.overlap_pairs_of(&objects));
            prop_assert_eq!(kept, PackedTree::new(&now).overlap_pairs());
        }
    }
}
