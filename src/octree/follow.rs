//! Updates all objects in Morton order after some of them moved. The other objects keep their order, so they are
//! neither placed nor sorted again, and only the pairs of the moved objects are searched.
//!
//! While few objects move, as in a drag, only a part of the tree changes: the boxes of objects that stay in their cells,
//! and the range between the old and the new cell of each object that leaves its cell. Otherwise one pass over all
//! objects takes a small part of the time of placing, sorting and pairing them. The result equals that of
//! [`Octree::new`] for the new boxes.

use super::candidates::ordered;
use super::cell::Cell;
use super::marks::Marks;
use super::near::Cells;
use super::place::cell_of;
use super::sorted::{CellNode, Octree};
use super::wide::SimdAabb;
use crate::geometry::Aabb;

/// A part of the tree changes when at most this many objects have moved, or at most one in [`PART_MOVED`].
const FEW_MOVED: usize = 8;
/// See [`FEW_MOVED`].
const PART_MOVED: usize = 64;
/// The greatest number of objects that are moved to other cells one by one. More of them are faster in one pass.
const FEW_LEAVING: usize = 4;

/// An object with its new box.
struct Moved {
    object: u32,
    aabb: SimdAabb,
    cell: Cell,
    /// The place of the cell in the pre-order of all cells.
    preorder: u32,
}

/// Moved objects, so few that only a part of the tree changes.
#[derive(Default)]
struct Few {
    /// Those that stay in their cells, each with its place.
    staying: Vec<(usize, Moved)>,
    /// Those that leave their cells.
    leaving: Vec<Moved>,
}

impl Octree {
    /// As [`Octree::follow`]. Returns the number of candidate pairs after it, from their number before it; `None` when all
    /// objects stay in their cells, so that the candidate pairs are the same.
    pub fn follow_counted(&mut self, moved: &[(u32, Aabb)], candidate_count: u64) -> Option<u64> {
        let moved = self.with_new_cells(moved);
        match self.few(moved) {
            Ok(few) => {
                let homes: Vec<_> = few.leaving.iter().map(|moved| (moved.object, moved.cell)).collect();
                let objects: Vec<u32> = homes.iter().map(|(object, _)| *object).collect();
                let gone = if objects.is_empty() { 0 } else { self.candidate_count_of(&objects) };
                self.follow_few(few);
                (!objects.is_empty()).then(|| candidate_count - gone + self.count_near(&homes))
            }
            Err(moved) => {
                let homes: Vec<_> = moved.iter().map(|moved| (moved.object, moved.cell)).collect();
                let objects: Vec<u32> = homes.iter().map(|(object, _)| *object).collect();
                let gone = self.candidate_count_of(&objects);
                self.merge(moved);
                Some(candidate_count - gone + self.count_near(&homes))
            }
        }
    }

    /// Replaces the boxes of some objects. The indices must ascend strictly.
    pub fn follow(&mut self, moved: &[(u32, Aabb)]) {
        let moved = self.with_new_cells(moved);
        match self.few(moved) {
            Ok(few) => self.follow_few(few),
            Err(moved) => self.merge(moved),
        }
    }

    /// Objects with their new boxes and cells, in the order of the tree.
    fn with_new_cells(&self, moved: &[(u32, Aabb)]) -> Vec<Moved> {
        let placed = |&(object, ref aabb): &(u32, Aabb)| {
            let cell = cell_of(&self.region, self.method, aabb);
            Moved { object, aabb: SimdAabb::from(aabb), cell, preorder: cell.preorder(self.region.depth()) }
        };
        let mut moved: Vec<_> = moved.iter().map(placed).collect();
        moved.sort_unstable_by_key(|moved| (moved.preorder, moved.object));
        moved
    }

    /// The moved objects with their places, unless so many have moved that a pass over all is faster.
    fn few(&self, moved: Vec<Moved>) -> Result<Few, Vec<Moved>> {
        if moved.len() > FEW_MOVED.max(self.ids.len() / PART_MOVED) {
            return Err(moved);
        }
        let places: Vec<_> = moved.iter().map(|moved| self.place_in(moved.preorder, moved.object)).collect();
        if places.iter().filter(|place| place.is_none()).count() > FEW_LEAVING {
            return Err(moved);
        }
        let mut few = Few::default();
        for (moved, place) in moved.into_iter().zip(places) {
            match place {
                Some(place) => few.staying.push((place, moved)),
                None => few.leaving.push(moved),
            }
        }
        Ok(few)
    }

    fn follow_few(&mut self, few: Few) {
        for (place, moved) in &few.staying {
            self.boxes[*place] = moved.aabb;
        }
        self.enclose(few.staying.iter().map(|(_, moved)| moved.cell));
        for moved in few.leaving {
            if let Some(place) = self.ids.iter().position(|&object| object == moved.object) {
                self.reinsert(place, moved.cell, moved.aabb);
            }
        }
    }

    /// The place of an object in the cell at this place of the pre-order; `None` when it is not in that cell.
    fn place_in(&self, preorder: u32, object: u32) -> Option<usize> {
        let CellNode { start, own_end, .. } = self.nodes[self.node_of(preorder)?];
        let own = &self.ids[start as usize..own_end as usize];
        Some(start as usize + own.binary_search(&object).ok()?)
    }

    /// The index of the node of the cell at this place of the pre-order.
    pub(super) fn node_of(&self, preorder: u32) -> Option<usize> {
        let depth = self.region.depth();
        self.nodes.binary_search_by_key(&preorder, |node| node.cell.preorder(depth)).ok()
    }

    /// The index of the node whose own objects include the one at a place.
    pub(super) fn node_at(&self, place: usize) -> usize {
        // Every branch has objects, so the object at this place belongs to the last node that starts here or before.
        self.nodes.partition_point(|node| node.start as usize <= place).saturating_sub(1)
    }

    fn cell_at(&self, place: usize) -> Cell {
        self.nodes[self.node_at(place)].cell
    }

    /// Computes the contents of some cells and of their ancestors again.
    pub(super) fn enclose(&mut self, cells: impl Iterator<Item = Cell>) {
        let depth = self.region.depth();
        let above = |cell: Cell| (0..=cell.level()).map(move |level| cell.ancestor(level).preorder(depth));
        let mut preorders: Vec<u32> = cells.flat_map(above).collect();
        preorders.sort_unstable();
        preorders.dedup();
        // Descendants come after their ancestors, so they have their new contents first.
        for preorder in preorders.into_iter().rev() {
            if let Some(node) = self.node_of(preorder) {
                self.nodes[node].contents = self.contents_of(node);
            }
        }
    }

    /// The box around a node's own objects and the contents of its children.
    fn contents_of(&self, node: usize) -> SimdAabb {
        let CellNode { start, own_end, .. } = self.nodes[node];
        let own = &self.boxes[start as usize..own_end as usize];
        let mut contents = own.iter().fold(SimdAabb::NONE, |contents, aabb| contents.union(aabb));
        let (mut child, after) = (node + 1, self.nodes[node].after(node));
        while child < after {
            contents = contents.union(&self.nodes[child].contents);
            child = self.nodes[child].after(child);
        }
        contents
    }

    /// Sorts objects with new boxes among the others, in one pass.
    fn merge(&mut self, moved: Vec<Moved>) {
        let depth = self.region.depth();
        let is_moved = Marks::of(&moved.iter().map(|moved| moved.object).collect::<Vec<_>>());
        let count = self.ids.len();
        let (mut ids, mut boxes, mut cells) =
            (Vec::with_capacity(count), Vec::with_capacity(count), Vec::with_capacity(count));
        let mut come = |object: u32, aabb: SimdAabb, cell: Cell| {
            ids.push(object);
            boxes.push(aabb);
            cells.push(cell);
        };
        let mut coming = moved.into_iter().peekable();
        for node in &self.nodes {
            let place = node.cell.preorder(depth);
            let own = node.start as usize..node.own_end as usize;
            for (&object, aabb) in self.ids[own.clone()].iter().zip(&self.boxes[own]) {
                if is_moved.contains(object) {
                    continue;
                }
                while let Some(next) = coming.next_if(|next| (next.preorder, next.object) < (place, object)) {
                    come(next.object, next.aabb, next.cell);
                }
                come(object, *aabb, node.cell);
            }
        }
        coming.for_each(|next| come(next.object, next.aabb, next.cell));
        (self.ids, self.boxes) = (ids, boxes);
        self.nodes.clear();
        self.grow(cells.into_iter());
    }

    /// The number of candidate pairs with at least one of some objects. The indices must ascend strictly.
    pub fn candidate_count_of(&self, objects: &[u32]) -> u64 {
        self.count_near(&self.homes(objects))
    }

    /// The same for objects whose cells are known.
    fn count_near(&self, homes: &[(u32, Cell)]) -> u64 {
        let is_wanted = Marks::of(&homes.iter().map(|&(object, _)| object).collect::<Vec<_>>());
        let (mut all, mut among) = (0, 0);
        for &(object, cell) in homes {
            self.each_near_cell(cell, |range| {
                all += range.len() as u64;
                // One object has no pair with itself.
                if homes.len() > 1 {
                    let others = self.ids[range].iter().filter(|&&other| other != object);
                    among += others.filter(|&&other| is_wanted.contains(other)).count();
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
        let is_wanted = Marks::of(objects);
        let mut pairs = Vec::new();
        for (object, cell) in self.homes(objects) {
            self.each_near_cell(cell, |range| {
                let others = self.ids[range].iter().filter(|&&other| is_new(object, other, &is_wanted));
                pairs.extend(others.map(|&other| ordered(object, other)));
            });
        }
        pairs.sort_unstable();
        pairs
    }

    /// Some objects with their cells, in the order of the tree.
    fn homes(&self, objects: &[u32]) -> Vec<(u32, Cell)> {
        let is_wanted = Marks::of(objects);
        let places = self.ids.iter().enumerate().filter(|(_, object)| is_wanted.contains(**object));
        places.map(|(place, &object)| (object, self.cell_at(place))).collect()
    }

    /// Calls `found` with the places of all objects that are candidates of those in a cell, and of those themselves.
    fn each_near_cell(&self, cell: Cell, mut found: impl FnMut(std::ops::Range<usize>)) {
        let cells = Cells(self.method);
        let here = cells.bounds(cell);
        let mut i = 0;
        while let Some(node) = self.nodes.get(i) {
            let reach = cells.bounds(node.cell);
            i = if !here.overlaps(&reach) {
                node.after(i)
            } else if here.contains(&reach) {
                // A cell that contains a whole branch meets every cell in it.
                found(node.start as usize..node.end as usize);
                node.after(i)
            } else {
                found(node.start as usize..node.own_end as usize);
                i + 1
            };
        }
    }
}

/// Whether a pair is found for the first time: a pair of two of the objects is found twice.
fn is_new(object: u32, other: u32, is_wanted: &Marks) -> bool {
    object != other && (!is_wanted.contains(other) || object < other)
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
    use super::super::method::Method;
    use super::super::packed::PackedTree;
    use super::super::region::Region;
    use super::*;
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
            is_short: bool,
            depth in 0_u32..6,
            loose: bool,
        ) {
            let method = Method::ALL[usize::from(loose)];
            let region = Region::new(Vec3::splat(-8.0), Vec3::splat(8.0), depth).unwrap();
            let mut now = before.clone();
            let moves = moves.into_iter().filter(|(object, _)| (*object as usize) < before.len());
            // After a short move, many boxes are in the same cell as before.
            let moved: Vec<_> = moves
                .map(|(object, at)| {
                    let (Aabb { min, max }, way) = (before[object as usize], Vec3::from(at) * 0.02);
                    let short = Aabb { min: min + way, max: max + way };
                    (object, if is_short { short } else { Aabb::around(at.into(), Vec3::splat(half)) })
                })
                .collect();
            for (object, aabb) in &moved {
                now[*object as usize] = *aabb;
            }
            let objects: Vec<_> = moved.iter().map(|(object, _)| *object).collect();

            let mut tree = Octree::new(region, method, &before);
            let (count, gone) = (tree.candidate_count(), tree.candidate_count_of(&objects));
            let candidates = tree.candidate_pairs(usize::MAX).unwrap();
            let mut packed = PackedTree::new(&before);
            let overlaps = packed.overlap_pairs();
            packed.follow(&moved);
            let counted = tree.follow_counted(&moved, count).unwrap_or(count);
            let anew = Octree::new(region, method, &now);
            prop_assert_eq!(&tree, &anew);
            prop_assert_eq!(counted, anew.candidate_count());
            prop_assert_eq!(count - gone + tree.candidate_count_of(&objects), anew.candidate_count());
            let kept = exchange_pairs(&candidates, &objects, &tree.candidate_pairs_of(&objects));
            prop_assert_eq!(kept, anew.candidate_pairs(usize::MAX).unwrap());
            let kept = exchange_pairs(&overlaps, &objects, &packed.overlap_pairs_of(&objects));
            prop_assert_eq!(kept, PackedTree::new(&now).overlap_pairs());
        }
    }

    proptest! {
        /// One object after the other moves, so that cells are emptied and occupied again.
        #[test]
        fn moving_one_object_after_the_other_equals_building(
            before in boxes(),
            moves in prop::collection::vec((0_usize..40, [-9_f32..9.0, -9_f32..9.0, -9_f32..9.0], 0.0_f32..2.0), 1..30),
            depth in 0_u32..7,
            loose: bool,
        ) {
            let method = Method::ALL[usize::from(loose)];
            let region = Region::new(Vec3::splat(-8.0), Vec3::splat(8.0), depth).unwrap();
            let mut now = before;
            let mut tree = Octree::new(region, method, &now);
            for (object, at, half) in moves {
                let object = object % now.len();
                now[object] = Aabb::around(at.into(), Vec3::splat(half));
                let count = tree.candidate_count();
                let counted = tree.follow_counted(&[(u32::try_from(object).unwrap(), now[object])], count);
                let anew = Octree::new(region, method, &now);
                prop_assert_eq!(&tree, &anew);
                prop_assert_eq!(counted.unwrap_or(count), anew.candidate_count());
            }
        }
    }

    /// Many short moves in a tree of many objects replace boxes; a long one does not.
    #[test]
    fn boxes_are_replaced_while_their_objects_stay_in_their_cells() {
        let region = Region::new(Vec3::ZERO, Vec3::splat(16.0), 4).unwrap();
        let at = |i: u32, x: f32| {
            Aabb::around(Vec3::new((i % 16) as f32 + x, (i / 16 % 16) as f32 + 0.5, 0.5), Vec3::splat(0.2))
        };
        for method in Method::ALL {
            let mut boxes: Vec<_> = (0..2560).map(|i| at(i, 0.5)).collect();
            let mut tree = Octree::new(region, method, &boxes);
            for (step, (x, count, is_replaced)) in
                [(0.6, 40, true), (0.6, 41, false), (0.7, 1, true), (1.5, 1, false)].into_iter().enumerate()
            {
                let moved: Vec<_> = (0..count).map(|i| (i * 60, at(i * 60, x))).collect();
                for (object, aabb) in &moved {
                    boxes[*object as usize] = *aabb;
                }
                let count = tree.candidate_count();
                let counted = tree.follow_counted(&moved, count);
                assert_eq!(counted.is_none(), is_replaced, "{method:?}, step {step}");
                let anew = Octree::new(region, method, &boxes);
                assert_eq!((&tree, counted.unwrap_or(count)), (&anew, anew.candidate_count()));
            }
        }
    }
}
