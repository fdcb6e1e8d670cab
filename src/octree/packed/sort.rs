//! The order in which boxes are packed: by their size, then along the Z-order curve of their centres.
//!
//! Sixteen neighbours in this order share a leaf, so the box around a leaf must be small. Two rules ensure that in
//! scenes of any shape:
//!
//! * A large box among small ones would enlarge its leaf. So boxes that are much larger than the median are sorted to
//!   the end, in classes by their size.
//! * A few boxes far away would leave all others in one cell of the curve. So the boxes of a crowded cell are sorted again
//!   by finer cells, which divide the bounds of these boxes.

use std::ops::Range;

use glam::Vec3A;

use crate::geometry::Aabb;
use crate::octree::morton;

/// Bits of a digit of the radix sort; its counters fit into the first-level cache.
pub(super) const DIGIT: u32 = 10;
/// Bits of a Morton code.
pub(super) const CODE: u32 = 30;
/// The greatest class of sizes; the class has two bits.
const LARGEST: u32 = 3;
/// The powers of two in a class of sizes: each class has boxes up to eight times as long as the one before.
const OCTAVES: u32 = 3;
/// With fewer boxes, the lowest digit of the code saves no time: its cells are smaller than the leaves.
const COARSE: usize = 20_000;
/// A cell with more boxes is divided further.
const CROWDED: usize = 32;

/// The indices of all boxes, in packing order.
pub(super) fn indices(boxes: &[Aabb]) -> Vec<u32> {
    #[expect(clippy::cast_possible_truncation, reason = "fewer than 2³² boxes")]
    let mut ids: Vec<u32> = (0..boxes.len() as u32).collect();
    sort(boxes, &mut ids);
    ids
}

/// Sorts the boxes with these indices.
fn sort(boxes: &[Aabb], ids: &mut [u32]) {
    let bounds = Bounds::of(ids.iter().map(|&id| &boxes[id as usize]), ids.len());
    let skipped = if ids.len() < COARSE { DIGIT } else { 0 };
    let item = |&id: &u32| u64::from(bounds.key(&boxes[id as usize])) << 32 | u64::from(id);
    let mut items: Vec<u64> = ids.iter().map(item).collect();
    let mut sorted = Vec::new();
    radix_sort(&mut items, &mut sorted, 32 + skipped..if bounds.has_classes { u64::BITS } else { 32 + CODE });
    for (id, item) in ids.iter_mut().zip(&items) {
        *id = low(*item);
    }
    for crowd in crowds(&items, |item| item >> (32 + skipped)) {
        // Boxes that all share one cell of their own bounds share their centre.
        if crowd.len() < items.len() {
            sort(boxes, &mut ids[crowd]);
        }
    }
}

/// The cells with more than [`CROWDED`] boxes, of boxes that are sorted by their cells.
pub(super) fn crowds<T, C: PartialOrd>(sorted: &[T], cell: impl Fn(&T) -> C) -> Vec<Range<usize>> {
    let (mut crowds, mut at) = (Vec::new(), CROWDED);
    while at < sorted.len() {
        let crowded = cell(&sorted[at]);
        if crowded == cell(&sorted[at - CROWDED]) {
            let start = sorted[..at].partition_point(|item| cell(item) < crowded);
            let end = start + sorted[start..].partition_point(|item| cell(item) == crowded);
            crowds.push(start..end);
            at = end;
        }
        at += CROWDED;
    }
    crowds
}

/// The lower half.
#[expect(clippy::cast_possible_truncation, reason = "the half of a number of 64 bits")]
pub(super) fn low(item: u64) -> u32 {
    item as u32
}

/// The bounds of the centres, and the median size.
pub(super) struct Bounds {
    min: Vec3A,
    scale: Vec3A,
    /// The binary exponent of the greatest edge that still belongs to the first class.
    exponent: u32,
    has_classes: bool,
}

impl Bounds {
    /// Of `count` boxes.
    pub(super) fn of<'b>(boxes: impl Iterator<Item = &'b Aabb>, count: usize) -> Self {
        let (mut min, mut max) = (Vec3A::INFINITY, Vec3A::NEG_INFINITY);
        let mut exponents = [0_u32; 256];
        for aabb in boxes {
            let centre = centre(aabb);
            if centre.is_finite() {
                min = min.min(centre);
                max = max.max(centre);
            }
            exponents[size(aabb) as usize] += 1;
        }
        let (mut exponent, mut below) = (0, 0);
        for (i, of_exponent) in (0_u32..).zip(exponents) {
            below += of_exponent as usize;
            if below * 2 >= count {
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
    pub(super) fn key(&self, aabb: &Aabb) -> u32 {
        let cell = (centre(aabb) - self.min) * self.scale;
        // The maximum ignores NaN. After the addition, the lowest bits of the significand are the rounded number.
        let cell = cell.max(Vec3A::ZERO).min(Vec3A::splat(1023.0)) + Vec3A::splat(8_388_608.0);
        let code = morton::encode(cell.to_array().map(f32::to_bits));
        let class = size(aabb).saturating_sub(self.exponent).div_ceil(OCTAVES).min(LARGEST);
        code | class << CODE
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

/// Sorts by some of the upper bits, digit by digit; the bits above them are equal. `sorted` is memory for it.
pub(super) fn radix_sort(items: &mut Vec<u64>, sorted: &mut Vec<u64>, bits: Range<u32>) {
    sorted.resize(items.len(), 0);
    #[expect(clippy::cast_possible_truncation, reason = "ten bits of a digit")]
    let digit = |item: u64, pass: u32| (item >> (bits.start + DIGIT * pass)) as usize & ((1 << DIGIT) - 1);
    let mut places = [[0_u32; 1 << DIGIT]; u32::BITS.div_ceil(DIGIT) as usize];
    let passes = (bits.end - bits.start).div_ceil(DIGIT);
    for &item in &*items {
        for (pass, places) in (0..passes).zip(&mut places) {
            places[digit(item, pass)] += 1;
        }
    }
    for (pass, places) in (0..passes).zip(&mut places) {
        starts(places);
        for &item in &*items {
            let place = &mut places[digit(item, pass)];
            sorted[*place as usize] = item;
            *place += 1;
        }
        std::mem::swap(items, sorted);
    }
}

/// Replaces counts by the sums of the counts before them.
pub(super) fn starts(counts: &mut [u32]) {
    let mut next = 0;
    for count in counts {
        next += std::mem::replace(count, next);
    }
}
