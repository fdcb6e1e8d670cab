//! The candidate pairs of each object.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::candidates::each_near;
use super::sorted::Octree;
use super::walk::{CellPart, walk};

impl Octree {
    /// For each object, by its index, the number of candidate pairs that it belongs to. Together they are twice
    /// [`Octree::candidate_count`].
    pub fn pairs_by_object(&self) -> Vec<u64> {
        // Differences between objects that follow each other in the tree, so that a range takes two additions. They wrap.
        let differences: Vec<AtomicU64> = (0..=self.len()).map(|_| AtomicU64::new(0)).collect();
        let add = |range: Range<usize>, pairs: usize| {
            differences[range.start].fetch_add(pairs as u64, Ordering::Relaxed);
            differences[range.end].fetch_sub(pairs as u64, Ordering::Relaxed);
        };
        let meet = |(): &mut (), part: &CellPart, near: &[CellPart]| {
            // The root may be empty.
            let mut others = part.len().saturating_sub(1);
            each_near(self, part, near, &mut |range| {
                others += range.len();
                add(range, part.len());
            });
            add(part.range(), others);
        };
        walk(self, meet);
        let (mut pairs, mut by_object) = (0_u64, vec![0; self.len()]);
        for (difference, &object) in differences.into_iter().zip(&self.ids) {
            pairs = pairs.wrapping_add(difference.into_inner());
            by_object[object as usize] = pairs;
        }
        by_object
    }
}

#[cfg(test)]
mod tests {
    use super::super::method::Method;
    use super::super::region::Region;
    use super::*;
    use crate::geometry::Aabb;
    use glam::Vec3;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_object_has_the_pairs_that_are_listed(
            boxes in prop::collection::vec(([-9_f32..9.0, -9_f32..9.0, -9_f32..9.0], 0.0_f32..3.0), 0..60),
            depth in 0_u32..6,
        ) {
            let region = Region::new(Vec3::new(-8.0, -1.5, -3.5), Vec3::new(8.0, 5.5, 3.1), depth).unwrap();
            let boxes: Vec<_> = boxes.iter().map(|&(at, half)| Aabb::around(at.into(), Vec3::splat(half))).collect();
            for method in Method::ALL {
                let tree = Octree::new(region, method, &boxes);
                let mut expected = vec![0; boxes.len()];
                for pair in tree.candidate_pairs(usize::MAX).unwrap() {
                    for object in pair {
                        expected[object as usize] += 1;
                    }
                }
                prop_assert_eq!(tree.pairs_by_object(), expected);
            }
        }
    }
}
