//! True overlaps: pairs of objects whose boxes have a point in common. The boxes are closed, so touching counts.
//!
//! The walk goes down to blocks of a few objects. For each block the boxes near it are gathered side by side, and each of
//! its objects is compared with all of them in one loop without branches.

use std::ops::Range;

use super::candidates::{in_scene_order, ordered};
use super::sorted::Sorted;
use super::walk::{Nearness, Part, divided, walk};
use super::wide::Wide;
use crate::geometry::Aabb;

impl Sorted {
    /// All pairs of objects whose boxes overlap or touch, in the order of the scene, the lesser index first.
    pub fn overlap_pairs(&self) -> Vec<[u32; 2]> {
        in_scene_order(self.overlap_pairs_unsorted(), self.len())
    }

    /// [`Self::overlap_pairs`] in the order in which they are found, which is the same every time.
    pub fn overlap_pairs_unsorted(&self) -> Vec<[u32; 2]> {
        let mut lists = walk(self, &Contents, |found: &mut Found, part, near| found.meet(self, part, near));
        if lists.len() == 1 {
            return lists.pop().map(|found| found.pairs).unwrap_or_default();
        }
        let mut pairs = Vec::with_capacity(lists.iter().map(|found| found.pairs.len()).sum());
        for found in lists {
            pairs.extend_from_slice(&found.pairs);
        }
        pairs
    }

    /// How many pairs overlap, without listing them.
    pub fn overlap_count(&self) -> u64 {
        let meet = |count: &mut (u64, Found), part: &Part, near: &[Part]| {
            count.1.meet(self, part, near);
            count.0 += count.1.pairs.len() as u64;
            count.1.pairs.clear();
        };
        walk(self, &Contents, meet).into_iter().map(|(count, _)| count).sum()
    }
}

/// All overlapping pairs by comparing all with all: the truth that the tree is held to.
pub fn overlap_pairs_by_brute_force(boxes: &[Aabb]) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    for (a, i) in boxes.iter().zip(0_u32..) {
        let later = boxes.iter().zip(0_u32..).skip(i as usize + 1);
        pairs.extend(later.filter(|(b, _)| a.overlaps(b)).map(|(_, j)| [i, j]));
    }
    pairs
}

/// Nearness of the objects' own boxes.
struct Contents;

impl Nearness for Contents {
    /// Measured: 16 to 48 make little difference.
    const BLOCK: usize = 24;

    fn of_branch(&self, tree: &Sorted, node: u32) -> Wide {
        tree.nodes[node as usize].contents
    }

    fn of_run(&self, tree: &Sorted, _: u32, objects: Range<usize>) -> Wide {
        tree.boxes[objects].iter().fold(Wide::NONE, |all, aabb| all.union(aabb))
    }
}

/// Pairs, and memory to find them in.
#[derive(Default)]
struct Found {
    pairs: Vec<[u32; 2]>,
    near: Vec<Wide>,
    near_ids: Vec<u32>,
    hits: Vec<u32>,
}

impl Found {
    fn meet(&mut self, tree: &Sorted, part: &Part, near: &[Part]) {
        self.near.clear();
        self.near_ids.clear();
        for other in near {
            self.gather(tree, &part.reach, other);
        }
        let own = part.range();
        self.hits.resize(self.hits.len().max(self.near.len()).max(own.len()), 0);
        for i in own.clone() {
            let (aabb, id) = (tree.boxes[i], tree.ids[i]);
            let later = i + 1..own.end;
            self.compare(&aabb, id, &tree.boxes[later.clone()], &tree.ids[later]);
            let (near, near_ids) = (std::mem::take(&mut self.near), std::mem::take(&mut self.near_ids));
            self.compare(&aabb, id, &near, &near_ids);
            (self.near, self.near_ids) = (near, near_ids);
        }
    }

    /// Appends the objects of a part that overlap `reach`.
    fn gather(&mut self, tree: &Sorted, reach: &Wide, part: &Part) {
        if !part.is_run() && part.len() > Contents::BLOCK {
            for below in divided(tree, &Contents, part).iter().filter(|below| reach.overlaps(&below.reach)) {
                self.gather(tree, reach, below);
            }
            return;
        }
        let mut len = self.near.len();
        self.near.resize(len + part.len(), Wide::NONE);
        self.near_ids.resize(len + part.len(), 0);
        for (aabb, id) in tree.boxes[part.range()].iter().zip(&tree.ids[part.range()]) {
            // Written whether it counts or not: which do is random, and a branch would be guessed wrong.
            self.near[len] = *aabb;
            self.near_ids[len] = *id;
            len += usize::from(aabb.overlaps(reach));
        }
        self.near.truncate(len);
        self.near_ids.truncate(len);
    }

    #[inline]
    fn compare(&mut self, aabb: &Wide, id: u32, others: &[Wide], ids: &[u32]) {
        let mut len = 0;
        for (other, &other_id) in others.iter().zip(ids) {
            self.hits[len] = other_id;
            len += usize::from(aabb.overlaps(other));
        }
        self.pairs.extend(self.hits[..len].iter().map(|&other| ordered(id, other)));
    }
}
