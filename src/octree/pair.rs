//! Two objects: whether they are a candidate pair, and whether their boxes overlap.
//!
//! [`Octree::candidate_pairs`] answers the first question for all pairs at once, by the same rule, and
//! [`PackedTree::overlap_pairs`] the second.
//!
//! [`Octree::candidate_pairs`]: super::Octree::candidate_pairs
//! [`PackedTree::overlap_pairs`]: super::packed::PackedTree::overlap_pairs

use super::cell::Cell;
use super::method::Method;
use super::near::Cells;
use super::region::Region;
use super::steps;
use super::values::{OctreeValues, PairCells};
use crate::geometry::{Aabb, Narrator, Silent};

/// The relation of two objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Whether their cells make them a candidate pair. Always true if the boxes overlap.
    pub is_candidate: bool,
    /// Whether their boxes overlap or touch.
    pub overlaps: bool,
}

/// Compares the cells and the boxes of two objects. `cells` are the results of [`place`](super::place()) for `boxes`.
/// An object that reaches out of the region is in the root, which makes it a candidate with every object.
///
/// ```
/// # use eyeline::geometry::Aabb;
/// # use eyeline::octree::{Method, Pair, Region, pair, place};
/// # use glam::Vec3;
/// let region = Region::new(Vec3::splat(-8.0), Vec3::splat(8.0), 4)?;
/// let boxes = [[0.1, 2.5, 2.5], [-6.0, -6.0, 6.4]].map(|at| Aabb::around(at.into(), Vec3::splat(0.25)));
/// let [tight, loose] = Method::ALL.map(|method| {
///     let cells = boxes.each_ref().map(|aabb| place(&region, method, aabb).cell);
///     pair(&region, method, cells, boxes.each_ref())
/// });
/// assert_eq!(tight, Pair { is_candidate: true, overlaps: false }, "one straddles x = 0 and stays in the root");
/// assert_eq!(loose, Pair { is_candidate: false, overlaps: false });
/// # Ok::<(), eyeline::octree::RegionError>(())
/// ```
pub fn pair(region: &Region, method: Method, cells: [Cell; 2], boxes: [&Aabb; 2]) -> Pair {
    pair_told(region, method, cells, boxes, &mut Silent)
}

/// [`pair`], with its steps.
pub fn pair_told<N: Narrator>(
    region: &Region,
    method: Method,
    cells: [Cell; 2],
    boxes: [&Aabb; 2],
    narrator: &mut N,
) -> Pair {
    let [a, b] = cells.map(|cell| Cells(method).bounds(cell));
    let is_candidate = a.overlaps(&b);
    narrator.step(|| {
        let compared = [a.aabb(), b.aabb()];
        steps::step(OctreeValues::PairCells(PairCells { region: *region, method, cells, compared, is_candidate }))
    });
    let overlaps = boxes[0].overlaps(boxes[1]);
    narrator.step(|| steps::step(OctreeValues::PairBoxes { boxes: boxes.map(|aabb| *aabb), overlaps }));
    Pair { is_candidate, overlaps }
}

#[cfg(test)]
mod tests {
    use super::super::packed::PackedTree;
    use super::super::place;
    use super::super::sorted::Octree;
    use super::*;
    use crate::geometry::Story;
    use glam::Vec3;
    use proptest::prelude::*;

    fn region() -> Region {
        Region::new(Vec3::splat(-8.0), Vec3::splat(8.0), 4).unwrap()
    }

    fn described(method: Method, a: [f32; 3], b: [f32; 3]) -> (Pair, Story) {
        let boxes = [a, b].map(|at| Aabb::around(at.into(), Vec3::splat(0.25)));
        let cells = boxes.each_ref().map(|aabb| place(&region(), method, aabb).cell);
        let mut story = Story::default();
        let pair = pair_told(&region(), method, cells, boxes.each_ref(), &mut story);
        (pair, story)
    }

    #[test]
    fn a_reason_for_every_case() {
        for (case, a, b, words, is_candidate, overlaps) in [
            ("one cell", [2.5; 3], [2.6; 3], "Both are in cell 0o7070 of level 4: their", true, true),
            ("root", [0.0; 3], [5.5; 3], "One is in the root, which contains every cell: their", true, false),
            ("two in the root", [0.0; 3], [0.0, 0.0, 5.5], "Both are in the root: their", true, false),
            ("nested", [4.0, 2.5, 2.5], [2.5; 3], "0o7070 begins with the digits of 0o7, so the second", true, false),
            (
                "apart",
                [2.5; 3],
                [3.5; 3],
                "0o7070 and 0o7077 differ first at digit 4, so neither cell contains",
                false,
                false,
            ),
        ] {
            let (pair, story) = described(Method::Tight, a, b);
            assert_eq!((pair.is_candidate, pair.overlaps), (is_candidate, overlaps), "{case}");
            assert!(story.steps[0].outcome.starts_with(words), "{case}: {}", story.steps[0].outcome);
        }
    }

    #[test]
    fn the_loose_tree_compares_enlarged_cells() {
        let (pair, story) = described(Method::Loose, [2.5; 3], [4.5, 2.5, 5.5]);
        assert!(!pair.is_candidate);
        assert_eq!(
            story.steps[0].numbers,
            "x: [1.5, 3.5] and [3.5, 5.5]: they touch\ny: [1.5, 3.5] and [1.5, 3.5]: 2 m in common\n\
             z: [1.5, 3.5] and [4.5, 6.5]: 1 m apart"
        );
        assert!(described(Method::Loose, [2.5; 3], [4.5, 2.5, 2.5]).0.is_candidate, "touching counts");
    }

    /// 200 million pairs, which must not be in memory at once.
    #[test]
    fn more_pairs_than_the_limit_give_none() {
        let boxes = vec![Aabb::around(Vec3::ONE, Vec3::ONE); 20_000];
        assert_eq!(Octree::new(region(), Method::Tight, &boxes).candidate_count(), 199_990_000);
        assert_eq!(PackedTree::new(&boxes).overlap_pairs_within(1000), None);
    }

    proptest! {
        #[test]
        fn the_same_as_for_all_at_once(
            at in prop::collection::vec([-9_f32..9.0, -9_f32..9.0, -9_f32..9.0], 2..12), half in 0.0_f32..2.0, loose: bool,
        ) {
            let method = Method::ALL[usize::from(loose)];
            let boxes: Vec<_> = at.iter().map(|&at| Aabb::around(at.into(), Vec3::splat(half))).collect();
            let tree = Octree::new(region(), method, &boxes);
            let (mut candidates, mut overlaps) = (Vec::new(), Vec::new());
            for (i, a) in (0_u32..).zip(&boxes) {
                for (j, b) in (0_u32..).zip(&boxes).skip(i as usize + 1) {
                    let cells = [a, b].map(|aabb| place(&region(), method, aabb).cell);
                    let found = pair(&region(), method, cells, [a, b]);
                    prop_assert!(found.is_candidate || !found.overlaps);
                    candidates.extend(found.is_candidate.then_some([i, j]));
                    overlaps.extend(found.overlaps.then_some([i, j]));
                }
            }
            prop_assert_eq!(tree.candidate_pairs(usize::MAX), Some(candidates));
            let count = overlaps.len();
            let packed = PackedTree::new(&boxes);
            prop_assert_eq!(packed.overlap_pairs_within(count), Some(overlaps));
            prop_assert_eq!(packed.overlap_pairs_within(count.wrapping_sub(1)).is_none(), count > 0);
        }
    }
}
