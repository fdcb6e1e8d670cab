//! The order in which boxes are packed: by their size, then along the Z-order curve of their centres.
//!
//! Sixteen neighbours in this order share a leaf, so the box around a leaf must be small. Two rules ensure that in
//! scenes of any shape:
//!
//! * A large box among small ones would enlarge its leaf. So boxes that are much larger than the median are sorted to
//!   the end, in classes by their size.
//! * A few boxes far away would leave all others in one cell of the curve. So the boxes of a crowded cell are sorted again
//!   by finer cells, which divide the bounds of these boxes.

use crate::geometry::Aabb;
use crate::octree::morton;
use glam::Vec3A;

/// Bits of a digit of the radix sort; its counters fit into the first-level cache.
const DIGIT: u32 = 10;
/// Bits of a Morton code.
const CODE: u32 = 30;
/// The greatest class of sizes; the class has two bits.
const LARGEST: u32 = 3;
/// The powers of two in a class of sizes: each class has boxes up to eight times as long as the one before.
const OCTAVES: u32 = 3;
/// With fewer boxes, the lowest digit of the code saves no time: its cells are smaller than the leaves.
const COARSE: usize = 20_000;
/// A cell with more boxes is divided further.
const CROWDED: usize = 32;

/// The indices of all boxes, in packing order.
pub(super) fn order(boxes: &[Aabb]) -> Vec<u32> {
    #[expect(clippy::cast_possible_truncation, reason = "fewer than 2³² boxes")]
    let mut ids: Vec<u32> = (0..boxes.len() as u32).collect();
    sort(boxes, &mut ids);
    ids
}

/// Sorts some of the boxes.
fn sort(boxes: &[Aabb], ids: &mut [u32]) {
    let bounds = Bounds::of(boxes, ids);
    let skipped = if ids.len() < COARSE { DIGIT } else { 0 };
    let mut items: Vec<u64> = ids.iter().map(|&id| bounds.key(&boxes[id as usize]) << 32 | u64::from(id)).collect();
    radix_sort(&mut items, 32 + skipped, 32 + CODE);
    if bounds.has_classes {
        radix_sort(&mut items, 32 + CODE, u64::BITS);
    }
    for (id, item) in ids.iter_mut().zip(&items) {
        #[expect(clippy::cast_possible_truncation, reason = "the low half is the index")]
        let low = *item as u32;
        *id = low;
    }
    let cell = |i: usize| items[i] >> (32 + skipped);
    let mut at = CROWDED;
    while at < items.len() {
        if cell(at) != cell(at - CROWDED) {
            at += CROWDED;
            continue;
        }
        let start = items[..at].partition_point(|item| item >> (32 + skipped) < cell(at));
        let end = start + items[start..].partition_point(|item| item >> (32 + skipped) == cell(at));
        // Boxes that all share one cell of their own bounds share their centre.
        if end - start < items.len() {
            sort(boxes, &mut ids[start..end]);
        }
        at = end + CROWDED;
    }
}

/// The bounds of the centres, and the median size.
struct Bounds {
    min: Vec3A,
    scale: Vec3A,
    /// The binary exponent of the greatest edge that still belongs to the first class.
    exponent: u32,
    has_classes: bool,
}

impl Bounds {
    fn of(boxes: &[Aabb], ids: &[u32]) -> Self {
        let (mut min, mut max) = (Vec3A::INFINITY, Vec3A::NEG_INFINITY);
        let mut exponents = [0_u32; 256];
        for &id in ids {
            let aabb = &boxes[id as usize];
            let centre = centre(aabb);
            if centre.is_finite() {
                min = min.min(centre);
                max = max.max(centre);
            }
            exponents[size(aabb) as usize] += 1;
        }
        let (mut exponent, mut below) = (0, 0);
        for (i, count) in (0_u32..).zip(exponents) {
            below += count as usize;
            if below * 2 >= ids.len() {
                exponent = i + OCTAVES - 1;
                break;
            }
        }
        let has_classes = exponents.iter().skip(exponent as usize + 1).any(|&count| count > 0);
        let extents = max - min;
        let scale = Vec3A::select(extents.cmpgt(Vec3A::ZERO), 1023.0 / extents, Vec3A::ZERO);
        Self { min, scale: scale.min(Vec3A::splat(f32::MAX)), exponent, has_classes }
    }

    /// The class and the Morton code.
    #[inline]
    fn key(&self, aabb: &Aabb) -> u64 {
        let cell = (centre(aabb) - self.min) * self.scale;
        // The maximum ignores NaN. After the addition, the lowest bits of the significand are the rounded number.
        let cell = cell.max(Vec3A::ZERO).min(Vec3A::splat(1023.0)) + Vec3A::splat(8_388_608.0);
        let code = morton::encode(cell.to_array().map(f32::to_bits));
        let class = size(aabb).saturating_sub(self.exponent).div_ceil(OCTAVES).min(LARGEST);
        u64::from(code) | u64::from(class) << CODE
    }
}

/// The centre, divided by two so that it cannot overflow.
#[inline]
fn centre(aabb: &Aabb) -> Vec3A {
    Vec3A::from(aabb.min) * 0.25 + Vec3A::from(aabb.max) * 0.25
}

/// The binary exponent of the longest edge, biased as in `f32`; 0 for a point.
#[inline]
fn size(aabb: &Aabb) -> u32 {
    let edges = Vec3A::from(aabb.max) - Vec3A::from(aabb.min);
    edges.max(Vec3A::ZERO).max_element().to_bits() >> 23 & 0xff
}

/// Sorts by the bits `from..to`, digit by digit.
fn radix_sort(items: &mut Vec<u64>, from: u32, to: u32) {
    let mut sorted = vec![0; items.len()];
    let mut places = [[0_u32; 1 << DIGIT]; 3];
    let mask = (1_u64 << DIGIT.min(to - from)) - 1;
    #[expect(clippy::cast_possible_truncation, reason = "ten bits of a digit, and at most three passes")]
    let digit = |item: u64, pass: usize| (item >> (from + DIGIT * pass as u32) & mask) as usize;
    let passes = (to - from).div_ceil(DIGIT) as usize;
    for &item in &*items {
        for (pass, places) in places[..passes].iter_mut().enumerate() {
            places[digit(item, pass)] += 1;
        }
    }
    for (pass, places) in places[..passes].iter_mut().enumerate() {
        let mut next = 0;
        for place in &mut *places {
            next += std::mem::replace(place, next);
        }
        for &item in &*items {
            let place = &mut places[digit(item, pass)];
            sorted[*place as usize] = item;
            *place += 1;
        }
        std::mem::swap(items, &mut sorted);
    }
}
