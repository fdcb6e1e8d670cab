//! Roots of `A t² + 2 B t + C`, computed without cancellation.
//!
//! Coefficients are sums of products of the `f32` line. Such products are exact in `f64`, so the sums are
//! taken there; and `f64` has the range for squares of squares that `f32` lacks.

use super::NEVER;

/// By how much of its larger part a discriminant may fall short of 0 and still count as touching.
///
/// It is a difference of two sums of at most three positive products, each rounded fewer than eight times on
/// its way; 2⁻⁵³ each. Sets are closed, so a line that touches must not be lost to the last bit.
pub(super) const TOUCH: f64 = 16.0 * f64::EPSILON;

/// The square root of a discriminant `larger − smaller`, `None` when it is negative beyond its rounding.
#[inline]
pub(super) fn root_of_difference(larger: f64, smaller: f64) -> Option<f64> {
    let d = larger - smaller;
    (d >= -TOUCH * larger).then(|| greater(d, 0.0).sqrt())
}

/// Where `A t² + 2 B t + C ≤ 0`, for `A > 0` and the discriminant `B² − A C` as the difference of two parts;
/// [`NEVER`] when it is negative beyond its rounding.
#[inline]
pub(super) fn between_roots(a: f64, b: f64, c: f64, [larger, smaller]: [f64; 2]) -> [f64; 2] {
    root_of_difference(larger, smaller).map_or(NEVER, |root| roots(a, b, c, root))
}

/// The lesser of two numbers: one instruction, where `f64::min` takes five to heed NaN.
#[inline]
pub(super) fn lesser(x: f64, y: f64) -> f64 {
    if x < y { x } else { y }
}

/// The greater of two numbers, see [`lesser`].
#[inline]
pub(super) fn greater(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
}

/// The two roots in ascending order, for `a ≠ 0` and the square root of `B² − A C`.
///
/// `q = −(B ± √D)` with the sign that adds, then `q / A` and `C / q` (Press et al., "Numerical Recipes",
/// 2007, 5.6). So `C = 0`, a start on the surface, gives a root of exactly 0, and when A goes to 0 the
/// root that stays finite stays accurate.
#[inline]
pub(super) fn roots(a: f64, b: f64, c: f64, root: f64) -> [f64; 2] {
    let q = -(b + root.copysign(b));
    if q == 0.0 {
        return [0.0; 2];
    }
    let (x, y) = (q / a, c / q);
    [lesser(x, y), greater(x, y)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_accurate_and_ordered() {
        for (a, b, c, expected) in [
            (1.0, -1.5, 2.0, [1.0, 2.0]),
            (1.0, 1.5, 2.0, [-2.0, -1.0]),
            (-1.0, 1.5, -2.0, [1.0, 2.0]),
            (1.0, 0.0, -4.0, [-2.0, 2.0]),
            (1.0, -0.0, -4.0, [-2.0, 2.0]),
            (2.0, -3.0, 0.0, [0.0, 3.0]),
            (1.0, 0.0, 0.0, [0.0, 0.0]),
            (1.0, -1.0, 1.0, [1.0, 1.0]),
            (1e-30, -1.0, 4.0, [2.0, 2e30]),
            (-1e-30, -1.0, 4.0, [-2e30, 2.0]),
        ] {
            let found = roots(a, b, c, f64::sqrt(b * b - a * c));
            for (x, y) in found.into_iter().zip(expected) {
                assert!((x - y).abs() <= 1e-15 * f64::abs(y), "{a} {b} {c}: {found:?}, expected {expected:?}");
            }
        }
    }

    #[test]
    fn touching_survives_the_last_bit() {
        assert_eq!(root_of_difference(1.0, 1.0 + 2.0 * f64::EPSILON), Some(0.0));
        assert_eq!(root_of_difference(1.0, 1.0 + 1e-12), None);
        assert_eq!(root_of_difference(0.0, 0.0), Some(0.0));
        assert_eq!(root_of_difference(f64::NAN, 0.0), None);
    }
}
