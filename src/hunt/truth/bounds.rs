//! The world box of a local one: the least and the greatest of all eight corners.

use glam::DVec3;

use super::right_answer::Truth;
use crate::hunt::nudge::ulp;

/// Roundings in units in the last place that an answer may have.
pub(super) const ROUNDINGS: f64 = 16.0;

pub(super) fn truth(m: &[f32; 16], min: [f32; 3], max: [f32; 3]) -> Truth {
    let column = |i: usize| DVec3::new(m[4 * i].into(), m[4 * i + 1].into(), m[4 * i + 2].into());
    let (mut least, mut most) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let mut largest = 0.0_f64;
    for i in 0..8 {
        let pick = |axis: usize| f64::from(if i >> axis & 1 == 0 { min[axis] } else { max[axis] });
        let parts = [0, 1, 2].map(|axis| column(axis) * pick(axis));
        let corner = parts[0] + parts[1] + parts[2] + column(3);
        least = least.min(corner);
        most = most.max(corner);
        let size = parts.iter().fold(column(3).abs(), |sum, part| sum + part.abs());
        largest = largest.max(size.max_element()).max(pick(0).abs()).max(pick(1).abs()).max(pick(2).abs());
    }
    #[expect(clippy::cast_possible_truncation, reason = "only its size counts")]
    let rounding = ROUNDINGS * ulp(largest as f32);
    Truth::Bounds { min: least.to_array(), max: most.to_array(), rounding }
}
