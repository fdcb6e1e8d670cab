//! Triangles along a Morton curve: neighbours on it are neighbours in space.

use std::ops::Range;

use glam::Vec3;

use super::triangles::Triangles;
use crate::parallel;

/// The key of a triangle that is left out. No finite triangle has it, because its number is below the count.
const LEFT_OUT: u64 = u64::MAX;

/// The triangles with finite corners in the order of the curve. Each is one number, its code above its own number, so
/// that sorting moves nothing else; the more triangles there are, the fewer bits are left for their codes.
pub(super) struct Curve {
    pub(super) order: Vec<u64>,
    number_bits: u32,
}

impl Curve {
    pub(super) fn new(mesh: &Triangles) -> Self {
        let count = mesh.triangles().len();
        let number_bits = usize::BITS - count.leading_zeros();
        let axis_bits = ((64 - number_bits) / 3).min(16);
        let bounds = mesh.bounds();
        let cells = ((1_u64 << axis_bits) - 1) as f32;
        let extent = bounds.max * 0.5 - bounds.min * 0.5;
        // A flat mesh has no extent on one axis: all its codes are 0 there.
        let scale = Vec3::from_array(extent.to_array().map(|x| if x > 0.0 { (cells / x).min(f32::MAX) } else { 0.0 }));
        let key = |number: usize| {
            let [a, b, c] = mesh.corners(number);
            let (min, max) = (a.min(b).min(c), a.max(b).max(c));
            // In f32 `min` would ignore NaN.
            if !(a.is_finite() && b.is_finite() && c.is_finite()) {
                return LEFT_OUT;
            }
            let middle = (min * 0.25 + max * 0.25) - bounds.min * 0.5;
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the cells")]
            let [x, y, z] = (middle * scale).to_array().map(|x| x.clamp(0.0, cells) as u64);
            (spread(x) | spread(y) << 1 | spread(z) << 2) << number_bits | number as u64
        };
        let mut order = parallel::collect(count, key);
        order.retain(|key| *key != LEFT_OUT);
        sort(&mut order, number_bits, number_bits + 3 * axis_bits);
        Self { order, number_bits }
    }

    /// The number of a triangle of the order.
    #[expect(clippy::cast_possible_truncation, reason = "there are at most 2³² triangles")]
    pub(super) fn number(&self, triangle: u64) -> u32 {
        (triangle & ((1 << self.number_bits) - 1)) as u32
    }

    /// Splits the curve where codes differ, at the highest bit first, until no stretch has more than `most`.
    pub(super) fn stretches(&self, most: usize) -> Vec<Range<u32>> {
        let mut stretches = Vec::with_capacity(self.order.len() / most * 2);
        let mut open: Vec<Range<usize>> = std::iter::once(0..self.order.len()).collect();
        while let Some(stretch) = open.pop() {
            if stretch.len() <= most {
                #[expect(clippy::cast_possible_truncation, reason = "there are at most 2³² triangles")]
                stretches.push(stretch.start as u32..stretch.end as u32);
                continue;
            }
            let triangles = &self.order[stretch.clone()];
            let code = |triangle: u64| triangle >> self.number_bits;
            let differing = code(triangles[0]) ^ code(triangles[triangles.len() - 1]);
            let middle = if differing == 0 {
                triangles.len() / 2
            } else {
                let highest = 1 << differing.ilog2();
                triangles.partition_point(|triangle| code(*triangle) & highest == 0)
            };
            let middle = stretch.start + middle;
            open.push(middle..stretch.end);
            open.push(stretch.start..middle);
        }
        stretches
    }
}

/// Inserts two 0s above each of 16 bits.
fn spread(x: u64) -> u64 {
    let x = (x | x << 16) & 0x001f_0000_ff00_00ff;
    let x = (x | x << 8) & 0x100f_00f0_0f00_f00f;
    let x = (x | x << 4) & 0x10c3_0c30_c30c_30c3;
    (x | x << 2) & 0x1249_2492_4924_9249
}

/// Sorts by the bits from `low` to `high`; what is equal keeps its order. By counting, ten bits at a time.
pub(crate) fn sort(keys: &mut Vec<u64>, low: u32, high: u32) {
    sort_with(keys, &mut Vec::new(), low, high);
}

/// The same with memory of the caller's.
pub(crate) fn sort_with(keys: &mut Vec<u64>, other: &mut Vec<u64>, low: u32, high: u32) {
    const BITS: u32 = 10;
    other.clear();
    other.resize(keys.len(), 0);
    for shift in (low..high).step_by(BITS as usize) {
        let digit = |key: u64| (key >> shift & ((1 << BITS) - 1)) as usize;
        let mut ends = [0_usize; 1 << BITS];
        for key in &*keys {
            ends[digit(*key)] += 1;
        }
        let mut begin = 0;
        for end in &mut ends {
            begin += std::mem::replace(end, begin);
        }
        for key in &*keys {
            let place = &mut ends[digit(*key)];
            other[*place] = *key;
            *place += 1;
        }
        std::mem::swap(keys, other);
    }
}
