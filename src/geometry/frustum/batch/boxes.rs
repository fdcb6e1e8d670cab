//! Boxes as lists along each axis.

use crate::geometry::columns::shortest;

/// World-space boxes, `min[axis][i] ≤ max[axis][i]`.
///
/// The slices should have one length; the shortest one counts.
#[derive(Clone, Copy, Debug)]
pub struct BoxSlices<'a> {
    /// X, Y and Z of the least corners.
    pub min: [&'a [f32]; 3],
    /// X, Y and Z of the greatest corners.
    pub max: [&'a [f32]; 3],
}

impl<'a> BoxSlices<'a> {
    /// The boxes with these corners, as lists along each axis.
    pub fn of(min: &'a [Vec<f32>; 3], max: &'a [Vec<f32>; 3]) -> Self {
        Self { min: min.each_ref().map(|axis| &axis[..]), max: max.each_ref().map(|axis| &axis[..]) }
    }

    /// The number of boxes.
    pub fn len(&self) -> usize {
        shortest(&self.min, &self.max)
    }

    /// Whether the number of boxes is 0.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
