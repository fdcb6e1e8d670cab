//! Candidate pairs: pairs of objects that could touch, determined by their cells alone.
//!
//! In a tight tree, objects in the same cell or in nested cells are candidate pairs. In a loose tree, objects whose
//! cells, enlarged by half an edge on every side, overlap or touch are candidate pairs. Cells are compared in whole
//! numbers of half leaf edges, so nothing is rounded. [`Octree::candidate_count`] counts pairs cell by cell without
//! listing them: a scene of 100,000 objects can have billions.

use std::ops::Range;

use super::sorted::Octree;
use super::walk::{CellPart, divided, walk};

/// The number of pairs of `count` objects, `n(n − 1)/2`: the comparisons of a brute-force search.
pub fn brute_force_pairs(count: usize) -> u64 {
    let n = count as u64;
    n * n.saturating_sub(1) / 2
}

impl Octree {
    /// The number of candidate pairs.
    pub fn candidate_count(&self) -> u64 {
        let meet = |count: &mut u64, part: &CellPart, near: &[CellPart]| {
            *count += brute_force_pairs(part.len());
            each_near(self, part, near, &mut |range| *count += (part.len() * range.len()) as u64);
        };
        walk(self, meet).into_iter().sum()
    }

    /// The candidate pairs in the order of the scene, the lower index first. `None` when there are more than `limit`.
    pub fn candidate_pairs(&self, limit: usize) -> Option<Vec<[u32; 2]>> {
        if self.candidate_count() > limit as u64 {
            return None;
        }
        let meet = |pairs: &mut Vec<[u32; 2]>, part: &CellPart, near: &[CellPart]| {
            let own = &self.ids[part.range()];
            for (i, &a) in own.iter().enumerate() {
                pairs.extend(own[i + 1..].iter().map(|&b| ordered(a, b)));
            }
            each_near(self, part, near, &mut |range| {
                let others = &self.ids[range];
                pairs.extend(own.iter().flat_map(|&a| others.iter().map(move |&b| ordered(a, b))));
            });
        };
        Some(in_scene_order(walk(self, meet).concat(), self.len()))
    }
}

/// A pair, the lower index first.
#[inline]
pub(super) fn ordered(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// Sorts pairs of `count` objects by their first, then by their second object: a counting sort by the first object,
/// then a comparison sort among the few pairs with the same first object.
pub(super) fn in_scene_order(pairs: Vec<[u32; 2]>, count: usize) -> Vec<[u32; 2]> {
    let mut ends = vec![0_usize; count];
    for pair in &pairs {
        ends[pair[0] as usize] += 1;
    }
    let mut next = 0;
    for end in &mut ends {
        next += std::mem::replace(end, next);
    }
    let mut sorted = vec![[0; 2]; pairs.len()];
    for pair in pairs {
        let end = &mut ends[pair[0] as usize];
        sorted[*end] = pair;
        *end += 1;
    }
    let mut start = 0;
    for end in ends {
        sorted[start..end].sort_unstable();
        start = end;
    }
    sorted
}

/// The ranges of objects in `near` that are candidates of a run of one cell.
pub(super) fn each_near(tree: &Octree, part: &CellPart, near: &[CellPart], found: &mut impl FnMut(Range<usize>)) {
    for other in near.iter().filter(|other| part.reach.overlaps(&other.reach)) {
        // A cell that contains a whole branch meets every cell in it.
        if other.is_run() || part.reach.contains(&other.reach) {
            found(other.range());
        } else {
            each_near(tree, part, &divided(tree, other), found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_with_all() {
        assert_eq!([0, 1, 2, 5].map(brute_force_pairs), [0, 0, 1, 10]);
        assert_eq!(brute_force_pairs(1 << 32), 9_223_372_034_707_292_160);
    }

    #[test]
    fn pairs_are_sorted_by_both() {
        let pairs = vec![[2, 3], [0, 4], [1, 3], [0, 1], [2, 4], [0, 2]];
        assert_eq!(in_scene_order(pairs, 5), [[0, 1], [0, 2], [0, 4], [1, 3], [2, 3], [2, 4]]);
        assert!(in_scene_order(Vec::new(), 0).is_empty());
    }
}
