//! The spacing of f32 at a position.
//!
//! An f32 has 24 significant bits (IEEE 754-2019, binary32): from `2^e` to `2^(e+1)` the step to the next number is
//! `2^(e-23)`.

use glam::Vec3;

use crate::geometry::{self, Aabb};

/// The least spacing that is a problem, in metres: 2^-10, just below a millimetre, the spacing 8192 m from the origin.
///
/// At a distance of 0.5 m a millimetre is two pixels of a full-HD screen with a field of view of 60°, so a vertex at
/// this spacing jumps visibly; and physics engines use contact margins of a few millimetres.
pub const COARSE: f32 = 1.0 / 1024.0;

/// The spacing at the largest absolute coordinate of a box, in metres.
pub fn spacing(aabb: &Aabb) -> f32 {
    geometry::spacing(furthest(aabb))
}

/// The largest absolute coordinate.
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
