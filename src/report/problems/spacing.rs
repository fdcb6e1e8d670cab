//! How coarse the numbers are at a place.
//!
//! An f32 has 24 significant bits (IEEE 754-2019, binary32): from `2^e` to `2^(e+1)` the step to the next number is
//! `2^(e-23)`.

use glam::Vec3;

use crate::geometry::{self, Aabb};

/// Spacings from this one on are a problem, metres: 2^-10, just below a millimetre, which is reached 8192 m from the origin.
///
/// At arm's length a millimetre is two pixels of a full-HD screen with a field of view of 60°, so a vertex that cannot
/// be placed more finely is seen to jump; and physics engines keep contacts apart by a few millimetres.
pub const COARSE: f32 = 1.0 / 1024.0;

/// The step to the next larger number at the corner of a box that is furthest out on one axis, metres.
pub fn spacing(aabb: &Aabb) -> f32 {
    geometry::spacing(furthest(aabb))
}

/// The largest coordinate, without its sign.
pub(super) fn furthest(aabb: &Aabb) -> f32 {
    let all: Vec3 = aabb.min.abs().max(aabb.max.abs());
    all.max_element()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_double_at_powers_of_two() {
        let at = |x: f32| spacing(&Aabb { min: Vec3::splat(-1.0), max: Vec3::new(1.0, x, 1.0) });
        for (x, wanted) in
            [(1.0, 2.0_f32.powi(-23)), (8191.9, COARSE / 2.0), (8192.0, COARSE), (1e6, 0.0625), (16_777_216.0, 2.0)]
        {
            assert_eq!(at(x).to_bits(), wanted.to_bits(), "{x}");
        }
        let low = Aabb { min: Vec3::new(-1e6, 0.0, 0.0), max: Vec3::ONE };
        assert_eq!(spacing(&low).to_bits(), 0.0625_f32.to_bits(), "the other way too");
    }
}
