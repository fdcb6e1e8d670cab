//! All pairs of overlapping boxes of a tree.
//!
//! A group is a block of level 1: sixteen leaves, 256 boxes. The walk finds the groups that overlap the group, once
//! for its sixteen leaves. Each leaf keeps the leaves of these groups that overlap its bounds, then the boxes of these
//! leaves that do, and compares each of these boxes with its own sixteen. Only later leaves count, so each pair
//! is found once.
//!
//! Which boxes overlap is random, and a branch on it would be mispredicted. So indices are written whether they count or not,
//! and only the number of those that count is added.

#![expect(clippy::inline_always, reason = "a call is not compiled for the instruction set, see `dispatch!`")]

use std::sync::atomic::{AtomicUsize, Ordering};

use fearless_simd::{Level, Simd, dispatch};

use super::append::{append, reserve};
use super::block::{LANES, Query};
use super::packed_tree::PackedTree;
use crate::octree::candidates::in_scene_order;
use crate::parallel;

/// With fewer groups, one thread is faster than several.
const FEW: usize = 16;

impl PackedTree {
    /// All pairs of objects whose boxes overlap or touch, in the order of the scene, the lower index first.
    pub fn overlap_pairs(&self) -> Vec<[u32; 2]> {
        in_scene_order(self.overlap_pairs_unsorted(), self.len)
    }

    /// [`Self::overlap_pairs`], or `None` when there are more than `limit`. The search ends as soon as it has found
    /// that many, so its memory is bounded.
    pub fn overlap_pairs_within(&self, limit: usize) -> Option<Vec<[u32; 2]>> {
        let pairs = self.search(Level::new(), limit)?;
        Some(in_scene_order(pairs, self.len))
    }

    /// [`Self::overlap_pairs`] in the order in which they are found, which is the same every time.
    pub fn overlap_pairs_unsorted(&self) -> Vec<[u32; 2]> {
        self.overlap_pairs_at(Level::new())
    }

    /// [`Self::overlap_pairs_unsorted`] with a given instruction set.
    pub fn overlap_pairs_at(&self, level: Level) -> Vec<[u32; 2]> {
        self.search(level, usize::MAX).unwrap_or_default()
    }

    /// `None` when there are more than `limit`.
    fn search(&self, level: Level, limit: usize) -> Option<Vec<[u32; 2]>> {
        let groups = self.levels.get(1).map_or(0, Vec::len);
        let total = AtomicUsize::new(0);
        let run = |groups: std::ops::Range<usize>| {
            let mut found = FoundPairs::new(limit, &total);
            dispatch!(level, simd => found.meet(simd, self, groups));
            found.pairs
        };
        let threads = parallel::thread_count();
        let pairs = if groups < FEW || threads == 1 {
            run(0..groups)
        } else {
            let tasks = (8 * threads).min(groups / (FEW / 4));
            parallel::map(tasks, |i| run(groups * i / tasks..groups * (i + 1) / tasks)).concat()
        };
        (total.into_inner() <= limit).then_some(pairs)
    }
}

/// The pairs found, and working memory.
struct FoundPairs<'a> {
    pairs: Vec<[u32; 2]>,
    /// The search ends soon after so many pairs in all tasks.
    limit: usize,
    total: &'a AtomicUsize,
    /// Overlapping groups.
    groups: Vec<u32>,
    /// Overlapping leaves; the rest is spare memory.
    leaves: Vec<u32>,
    /// Overlapping boxes, as leaf × 16 + lane; the rest is spare memory.
    boxes: Vec<u32>,
    /// Overlaps of a leaf, as index in `boxes` × 16 + lane of the leaf; the rest is spare memory.
    hits: Vec<u32>,
}

impl<'a> FoundPairs<'a> {
    fn new(limit: usize, total: &'a AtomicUsize) -> Self {
        Self {
            pairs: Vec::new(),
            limit,
            total,
            groups: Vec::new(),
            leaves: Vec::new(),
            boxes: Vec::new(),
            hits: Vec::new(),
        }
    }

    /// The pairs of some groups with themselves and with later ones.
    #[inline(always)]
    fn meet<S: Simd>(&mut self, simd: S, tree: &PackedTree, groups: std::ops::Range<usize>) {
        let [leaves, bounds, ..] = &tree.levels[..] else { return };
        for group in groups {
            self.find_groups(simd, tree, group);
            let first = group * LANES;
            for (i, own) in leaves[first..].iter().take(LANES).enumerate() {
                if self.total.load(Ordering::Relaxed) > self.limit {
                    return;
                }
                let leaf = first + i;
                let query = Query::new(simd, &bounds[group].get(i));
                let mut near = 0;
                reserve(&mut self.leaves, self.groups.len() * LANES);
                for &other in &self.groups {
                    let hits = bounds[other as usize].overlapping(simd, &query);
                    let later = if other as usize == group { u32::MAX << (i + 1) } else { u32::MAX };
                    append(simd, &mut self.leaves, &mut near, other, hits & later);
                }
                // The boxes of the leaf itself are the first.
                let mut count = 0;
                reserve(&mut self.boxes, (near + 1) * LANES);
                #[expect(clippy::cast_possible_truncation, reason = "fewer than 2³² boxes")]
                append(simd, &mut self.boxes, &mut count, leaf as u32, 0xffff);
                for &other in &self.leaves[..near] {
                    let hits = leaves[other as usize].overlapping(simd, &query);
                    append(simd, &mut self.boxes, &mut count, other, hits);
                }
                let mut found = 0;
                reserve(&mut self.hits, count * LANES);
                for k in 0..count {
                    let at = self.boxes[k] as usize;
                    let aabb = leaves[at / LANES].get(at % LANES);
                    let hits = own.overlapping(simd, &Query::new(simd, &aabb));
                    let later = if k < LANES { u32::MAX << (k + 1) } else { u32::MAX };
                    #[expect(clippy::cast_possible_truncation, reason = "fewer than 2³² boxes")]
                    append(simd, &mut self.hits, &mut found, k as u32, hits & later);
                }
                self.name_pairs(tree, leaf, found);
                self.total.fetch_add(found, Ordering::Relaxed);
            }
        }
    }

    /// The groups from this one on that overlap it.
    #[inline(always)]
    fn find_groups<S: Simd>(&mut self, simd: S, tree: &PackedTree, group: usize) {
        self.groups.clear();
        let query = match tree.levels.get(2) {
            Some(level) => Query::new(simd, &level[group / LANES].get(group % LANES)),
            None => return self.groups.push(0),
        };
        // The blocks of one level that overlap the group, from the top down to the groups.
        self.groups.push(0);
        for (level, blocks) in tree.levels.iter().enumerate().skip(2).rev() {
            // The ancestor of the group among the children.
            let ancestor = group >> (4 * (level - 2));
            let parents = std::mem::take(&mut self.groups);
            for &parent in &parents {
                let mut hits = blocks[parent as usize].overlapping(simd, &query);
                while hits != 0 {
                    let child = parent * 16 + hits.trailing_zeros();
                    hits &= hits - 1;
                    if child as usize >= ancestor {
                        self.groups.push(child);
                    }
                }
            }
        }
    }

    /// Turns the hits of a leaf into pairs.
    #[inline(always)]
    fn name_pairs(&mut self, tree: &PackedTree, leaf: usize, count: usize) {
        let own = &tree.ids[leaf];
        self.pairs.extend(self.hits[..count].iter().map(|&hit| {
            let at = self.boxes[hit as usize / LANES] as usize;
            let (a, b) = (tree.ids[at / LANES][at % LANES], own[hit as usize % LANES]);
            [a.min(b), a.max(b)]
        }));
    }
}
