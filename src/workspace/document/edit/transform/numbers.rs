//! Numbers as the file has them: places, rotations and scales, rounded to a grain.

use glam::{DQuat, DVec3};

use super::change::Transform;
use crate::geometry::pose::unit_rotation;

/// The least scale of an axis, so that a pose keeps its inverse.
const LEAST_SCALE: f64 = 1e-4;
/// Quaternions, scales and unit vectors are rounded to this.
pub(super) const FINE: f64 = 1e-6;
/// Positions that are chosen by eye are rounded to this, metres.
pub(super) const TIDY: f64 = 1e-4;

/// The same numbers with the decimals that a file would have: 0.1 in place of 0.10000000149.
pub(crate) fn wide(written: [f32; 3]) -> DVec3 {
    DVec3::from(written.map(|x| if x.abs() < 1e5 { (f64::from(x) * 1e7).round() / 1e7 } else { f64::from(x) }))
}

pub(super) fn point(from: [f32; 3], change: &Transform, grain: f64) -> [f32; 3] {
    let before = wide(from);
    rounded(from, change.point(before), grain)
}

/// The point in the numbers of the file. A coordinate that has not changed stays as it was written.
pub(crate) fn rounded(from: [f32; 3], to: DVec3, grain: f64) -> [f32; 3] {
    let (before, to) = (wide(from).to_array(), to.to_array());
    std::array::from_fn(|i| if (to[i] - before[i]).abs() < 1e-7 { from[i] } else { round(to[i], grain) })
}

pub(super) fn rounded_wide(from: [f64; 3], to: DVec3, grain: f64) -> [f64; 3] {
    let to = to.to_array();
    std::array::from_fn(|i| if (to[i] - from[i]).abs() < 1e-9 { from[i] } else { round_wide(to[i], grain) })
}

fn round_wide(x: f64, grain: f64) -> f64 {
    if grain > 0.0 && grain < 1.0 {
        // A division by a whole number gives the decimal that a text would have.
        let per_one = (1.0 / grain).round();
        (x * per_one).round() / per_one + 0.0
    } else if grain > 0.0 {
        (x / grain).round() * grain + 0.0
    } else {
        x
    }
}

/// The nearest multiple of the grain.
#[expect(clippy::cast_possible_truncation, reason = "the numbers of the file")]
pub(crate) fn round(x: f64, grain: f64) -> f32 {
    round_wide(x, grain) as f32
}

pub(super) fn rotation(from: [f32; 4], change: &Transform) -> [f32; 4] {
    let turn = change.rotation();
    if turn == DQuat::IDENTITY { from } else { quaternion(turn * unit_rotation(from)) }
}

pub(super) fn quaternion(rotation: DQuat) -> [f32; 4] {
    rotation.normalize().to_array().map(|x| round(x, FINE))
}

pub(super) fn scale(from: [f32; 3], change: &Transform) -> [f32; 3] {
    let Transform::Scale { factors, .. } = change else { return from };
    let (before, factors) = (wide(from).to_array(), factors.to_array());
    std::array::from_fn(|i| {
        if (factors[i] - 1.0).abs() < 1e-12 {
            return from[i];
        }
        let scaled = before[i] * factors[i];
        round(if scaled.abs() < LEAST_SCALE { LEAST_SCALE.copysign(scaled) } else { scaled }, FINE)
    })
}
