//! Overlapping pairs: pairs of objects whose boxes have a point in common. Boxes are closed: boxes that touch overlap.
//!
//! The walk descends to blocks of some hundred objects and gathers all boxes that overlap the box of the block. For
//! each sixteen neighbours in Morton order it keeps the gathered boxes that overlap any of the sixteen, and compares
//! each of the sixteen with them, sixteen boxes at a time. So most boxes are compared with a block and never with a
//! single object.

#![expect(clippy::inline_always, reason = "a call is not compiled for the instruction set, see `meet_lanes`")]

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use fearless_simd::{Level, Simd, dispatch};

use super::candidates::{in_scene_order, ordered};
use super::lanes::{LANES, Lanes};
use super::sorted::Sorted;
use super::walk::{Nearness, Part, divided, walk};
use super::wide::Wide;
use crate::geometry::Aabb;

impl Sorted {
    /// All pairs of objects whose boxes overlap or touch, in the order of the scene, the lower index first.
    pub fn overlap_pairs(&self) -> Vec<[u32; 2]> {
        in_scene_order(self.overlap_pairs_unsorted(), self.len())
    }

    /// [`Self::overlap_pairs`], or `None` when there are more than `limit`. The search ends as soon as it has found
    /// that many, so its memory is bounded.
    pub fn overlap_pairs_within(&self, limit: usize) -> Option<Vec<[u32; 2]>> {
        let total = AtomicUsize::new(0);
        let lists = walk(self, &Contents, |found: &mut Found, part, near| {
            if let Some(left) = limit.checked_sub(total.load(Ordering::Relaxed)) {
                let before = found.pairs.len();
                found.most = Some(before.saturating_add(left));
                found.meet(self, part, near);
                total.fetch_add(found.pairs.len() - before, Ordering::Relaxed);
            }
        });
        let pairs = || lists.iter().flat_map(|found| &found.pairs).copied().collect();
        (total.into_inner() <= limit).then(|| in_scene_order(pairs(), self.len()))
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
}

/// All overlapping pairs by comparing each box with each other: the reference in tests.
pub fn overlap_pairs_by_brute_force(boxes: &[Aabb]) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    for (a, i) in boxes.iter().zip(0_u32..) {
        let later = boxes.iter().zip(0_u32..).skip(i as usize + 1);
        pairs.extend(later.filter(|(b, _)| a.overlaps(b)).map(|(_, j)| [i, j]));
    }
    pairs
}

/// Nearness by the boxes of the objects.
struct Contents;

impl Nearness for Contents {
    const BLOCK: usize = 256;

    fn of_branch(&self, tree: &Sorted, node: u32) -> Wide {
        tree.nodes[node as usize].contents
    }

    fn of_run(&self, tree: &Sorted, _: u32, objects: Range<usize>) -> Wide {
        around(&tree.boxes[objects])
    }
}

fn around(boxes: &[Wide]) -> Wide {
    boxes.iter().fold(Wide::NONE, |all, aabb| all.union(aabb))
}

/// The pairs found, and working memory.
#[derive(Default)]
struct Found {
    pairs: Vec<[u32; 2]>,
    /// The block's own objects, and all that reach into it.
    block: Lanes,
    /// Sixteen neighbours, and all later objects that overlap their common box.
    near: Lanes,
    /// Indices in the order of the tree.
    hits: Vec<u32>,
    /// The search ends soon after this number of pairs.
    most: Option<usize>,
}

impl Found {
    fn meet(&mut self, tree: &Sorted, part: &Part, near: &[Part]) {
        dispatch!(Level::new(), simd => self.meet_lanes(simd, tree, part, near));
    }

    /// Everything in here must be inlined into [`dispatch!`] to be compiled for its instruction set.
    #[inline(always)]
    fn meet_lanes<S: Simd>(&mut self, simd: S, tree: &Sorted, part: &Part, near: &[Part]) {
        self.block.clear();
        self.append(tree, part.range());
        self.block.fill_block();
        for other in near {
            self.gather(tree, &part.reach, other);
        }
        let (own, ids) = (&tree.boxes[part.range()], &tree.ids[part.range()]);
        self.hits.resize(self.hits.len().max(self.block.len() + LANES), 0);
        for (i, (own, ids)) in own.chunks(LANES).zip(ids.chunks(LANES)).enumerate() {
            if self.most.is_some_and(|most| self.pairs.len() > most) {
                return;
            }
            self.near.clear();
            self.near.make_room(LANES);
            for (aabb, &id) in own.iter().zip(ids) {
                self.near.push(aabb, id);
            }
            self.near.append_overlapping(simd, &self.block, i + 1, &around(own));
            for (k, (aabb, &id)) in own.iter().zip(ids).enumerate() {
                let hits = self.near.overlapping(simd, k + 1, aabb, &mut self.hits);
                self.pairs.extend(self.hits[..hits].iter().map(|&other| ordered(id, other)));
            }
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
        self.hits.resize(self.hits.len().max(part.len()), 0);
        let mut len = 0;
        for (aabb, i) in tree.boxes[part.range()].iter().zip(part.start..) {
            // Written whether it counts or not: which do is random, and a branch would be guessed wrong.
            self.hits[len] = i;
            len += usize::from(aabb.overlaps(reach));
        }
        let hits = std::mem::take(&mut self.hits);
        self.append(tree, hits[..len].iter().map(|&i| i as usize));
        self.hits = hits;
    }

    /// Appends objects to the block.
    fn append(&mut self, tree: &Sorted, places: impl ExactSizeIterator<Item = usize>) {
        self.block.make_room(self.block.len() + places.len());
        for i in places {
            self.block.push(&tree.boxes[i], tree.ids[i]);
        }
    }
}
