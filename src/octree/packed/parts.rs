//! The packing order of many boxes.
//!
//! Sorted indices refer to boxes in random order. If the boxes exceed the caches, reading them in this order takes longer than
//! sorting. So the boxes are first distributed to parts, by their class of sizes and the highest digit of their code. The
//! boxes of a part are one range of the memory, which fits into a cache, and are sorted there.

use glam::Vec3;

use super::sort::{Bounds, CODE, DIGIT, crowds, indices, low, radix_sort, starts};
use crate::geometry::Aabb;

/// From this number on, the boxes exceed the caches of a core. Fewer boxes are sorted by their indices.
pub(super) const MANY: usize = 250_000;
/// With fewer boxes in a part, comparing them is faster than counting digits.
const COMPARED: usize = 128;
/// The bits of a key by which the boxes of one part are sorted; the higher bits are the part.
const WITHIN: u32 = CODE - DIGIT;

/// A box with its index.
#[derive(Clone, Copy)]
pub(super) struct PlacedBox {
    pub(super) aabb: Aabb,
    pub(super) object: u32,
    key: u32,
}

/// All boxes with their indices, in packing order.
pub(super) fn ordered(boxes: &[Aabb]) -> Vec<PlacedBox> {
    let (mut all, ends) = distribute(boxes);
    let (mut items, mut sorted, mut copy) = (Vec::new(), Vec::new(), Vec::new());
    let mut start = 0;
    for end in ends {
        let part = &mut all[start..end as usize];
        start = end as usize;
        items.clear();
        items.extend(part.iter().zip(0_u64..).map(|(placed, place)| u64::from(placed.key) << 32 | place));
        if items.len() < COMPARED {
            items.sort_unstable();
        } else {
            radix_sort(&mut items, &mut sorted, 32..32 + WITHIN);
        }
        copy.clear();
        copy.extend(items.iter().map(|&item| part[low(item) as usize]));
        part.copy_from_slice(&copy);
    }
    for crowd in crowds(&all, |placed| placed.key) {
        // Boxes that all share one cell of their own bounds share their centre.
        if crowd.len() < all.len() {
            divide(&mut all[crowd]);
        }
    }
    all
}

/// The boxes part by part, and the end of each part.
fn distribute(boxes: &[Aabb]) -> (Vec<PlacedBox>, Vec<u32>) {
    let bounds = Bounds::of(boxes.iter(), boxes.len());
    let keys: Vec<u32> = boxes.iter().map(|aabb| bounds.key(aabb)).collect();
    let mut places = vec![0_u32; 1 << (u32::BITS - WITHIN)];
    for &key in &keys {
        places[(key >> WITHIN) as usize] += 1;
    }
    starts(&mut places);
    let unset = PlacedBox { aabb: Aabb { min: Vec3::ZERO, max: Vec3::ZERO }, object: 0, key: 0 };
    let mut all = vec![unset; boxes.len()];
    for ((aabb, key), object) in boxes.iter().zip(keys).zip(0..) {
        let place = &mut places[(key >> WITHIN) as usize];
        all[*place as usize] = PlacedBox { aabb: *aabb, object, key };
        *place += 1;
    }
    (all, places)
}

/// Orders the boxes of a crowded cell by finer cells.
fn divide(crowd: &mut [PlacedBox]) {
    let before = crowd.to_vec();
    let boxes: Vec<Aabb> = before.iter().map(|placed| placed.aabb).collect();
    for (placed, place) in crowd.iter_mut().zip(indices(&boxes)) {
        *placed = before[place as usize];
    }
}
