//! All overlapping pairs by comparing each box with each other.

use crate::geometry::Aabb;

/// All overlapping pairs by comparing each box with each other: the reference in tests.
pub fn overlap_pairs_by_brute_force(boxes: &[Aabb]) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    for (a, i) in boxes.iter().zip(0_u32..) {
        let later = boxes.iter().zip(0_u32..).skip(i as usize + 1);
        pairs.extend(later.filter(|(b, _)| a.overlaps(b)).map(|(_, j)| [i, j]));
    }
    pairs
}
