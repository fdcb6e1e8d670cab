//! Candidate pairs: pairs of objects that could touch, judged by their cells alone.
//!
//! In a tight tree, objects in the same cell or in nested cells are candidate pairs. In a loose tree, objects whose
//! cells, enlarged by half an edge on every side, overlap or touch are candidate pairs. Cells are compared in whole
//! numbers of half leaf edges, so nothing is rounded. [`Sorted::candidate_count`] counts pairs cell by cell without
//! listing them: a scene of 100,000 objects can have billions.

use std::ops::Range;

use super::cell::Cell;
use super::method::Method;
use super::morton::MAX_DEPTH;
use super::sorted::Sorted;
use super::walk::{Part, divided, walk};
use super::wide::Wide;

/// The number of pairs of `count` objects, `n(n − 1)/2`: the comparisons of a brute-force search.
pub fn brute_force_pairs(count: usize) -> u64 {
    let n = count as u64;
    n * n.saturating_sub(1) / 2
}

impl Sorted {
    /// The number of candidate pairs.
    pub fn candidate_count(&self) -> u64 {
        let meet = |count: &mut u64, part: &Part, near: &[Part]| {
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
        let meet = |pairs: &mut Vec<[u32; 2]>, part: &Part, near: &[Part]| {
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
fn each_near(tree: &Sorted, part: &Part, near: &[Part], found: &mut impl FnMut(Range<usize>)) {
    for other in near.iter().filter(|other| part.reach.overlaps(&other.reach)) {
        // A cell that contains a whole branch meets every cell in it.
        if other.is_run() || part.reach.contains(&other.reach) {
            found(other.range());
        } else {
            each_near(tree, part, &divided(tree, other), found);
        }
    }
}

/// Nearness by cells: two cells are near each other when their boxes overlap.
#[derive(Clone, Copy)]
pub(super) struct Cells(pub(super) Method);

impl Cells {
    /// The box of a cell in half edges of the smallest leaves. Its bounds are whole numbers below 2¹³, which f32
    /// represents exactly.
    ///
    /// A loose cell is enlarged by half its edge on every side, so it contains its enlarged descendants. A tight cell
    /// is shrunk by one half leaf edge on every side, so neighbours do not touch, and two cells meet only when one
    /// contains the other.
    pub(super) fn of(self, cell: Cell) -> Wide {
        let edge = 2_u32 << (MAX_DEPTH - cell.level());
        let grow = match self.0 {
            Method::Tight => -0.5,
            Method::Loose => edge as f32 / 2.0,
        };
        let min = glam::Vec3A::from_array(cell.coordinates().map(|c| (c * edge) as f32));
        Wide { min: min - grow, max: min + edge as f32 + grow }
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

    /// The definition, checked for all cells of four levels.
    #[test]
    fn cells_meet_when_nested_or_when_they_touch_enlarged() {
        let levels: Vec<_> = (0..4).flat_map(|level| (0..8_u32.pow(level)).map(move |code| (level, code))).collect();
        let cells: Vec<_> = levels.into_iter().filter_map(|(level, code)| Cell::new(level, code)).collect();
        let touch = |a: Cell, b: Cell| {
            let enlarged = |cell: Cell, axis: usize| {
                let edge = 1.0 / f64::from(1 << cell.level());
                let low = f64::from(cell.coordinates()[axis]) * edge;
                [low - edge / 2.0, low + edge * 1.5]
            };
            (0..3).all(|axis| {
                let ([a0, a1], [b0, b1]) = (enlarged(a, axis), enlarged(b, axis));
                a0 <= b1 && b0 <= a1
            })
        };
        for &a in &cells {
            for &b in cells.iter().step_by(3) {
                let nested = a.contains(b) || b.contains(a);
                assert_eq!(Cells(Method::Tight).of(a).overlaps(&Cells(Method::Tight).of(b)), nested, "{a:?} {b:?}");
                let loose = Cells(Method::Loose).of(a).overlaps(&Cells(Method::Loose).of(b));
                assert_eq!(loose, touch(a, b), "{a:?} {b:?}");
            }
        }
    }
}
