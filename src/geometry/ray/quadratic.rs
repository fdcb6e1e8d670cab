//! Quadratics `A t² + 2 B t + C ≤ 0`, solved without cancellation.
//!
//! Coefficients are sums of products of the `f32` line. Such products are exact in `f64`, so the sums are
//! taken there; and `f64` has the range for squares of squares that `f32` lacks.

use crate::geometry::interval::Interval;

/// The fraction of its larger part by which a discriminant may be below 0 and still count as touching: 2⁻⁴⁸.
///
/// It is a difference of two sums of at most three positive products, each rounded fewer than eight times by 2⁻⁵³.
/// Sets are closed, so a line that touches must not be lost to the rounding of the last bit.
pub(crate) const TOUCH: f64 = 16.0 * f64::EPSILON;

/// The discriminant `B² − A C` as the difference of two numbers, of which the first is not negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Discriminant {
    /// The minuend.
    pub larger: f64,
    /// The subtrahend.
    pub smaller: f64,
}

impl Discriminant {
    /// The difference.
    #[inline]
    pub fn value(self) -> f64 {
        self.larger - self.smaller
    }

    /// The tolerance of the difference below 0: 2⁻⁴⁸ of the larger part, its greatest rounding error.
    #[inline]
    pub fn tolerance(self) -> f64 {
        TOUCH * self.larger
    }

    /// Whether real roots exist: the difference is at least minus the tolerance.
    #[inline]
    pub fn has_roots(self) -> bool {
        self.value() >= -self.tolerance()
    }

    /// The square root of the difference; 0 for a negative one.
    #[inline]
    pub fn root(self) -> f64 {
        greater(self.value(), 0.0).sqrt()
    }
}

/// The coefficients of `A t² + 2 B t + C` along a line, with its discriminant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quadratic {
    /// The coefficient of `t²`.
    pub a: f64,
    /// The coefficient of `2 t`.
    pub b: f64,
    /// The constant term.
    pub c: f64,
    /// `B² − A C`.
    pub discriminant: Discriminant,
}

impl Quadratic {
    /// The interval in which it is 0 or less, for `A > 0`; empty when the discriminant is below 0 by more than its
    /// tolerance.
    #[inline]
    pub fn between_roots(&self) -> Interval<f64> {
        if self.discriminant.has_roots() { self.roots() } else { Interval::EMPTY }
    }

    /// The lesser and the greater root, for `A ≠ 0`. A negative discriminant counts as 0.
    ///
    /// `q = −(B ± √D)` with the sign that adds, then `q / A` and `C / q` (Press et al., "Numerical Recipes",
    /// 2007, 5.6). So `C = 0`, a start on the surface, gives a root of exactly 0, and when A goes to 0 the
    /// root that stays finite stays accurate.
    #[inline]
    pub fn roots(&self) -> Interval<f64> {
        let Self { a, b, c, discriminant } = *self;
        let q = -(b + discriminant.root().copysign(b));
        if q == 0.0 {
            return Interval::point(0.0);
        }
        Interval::between(q / a, c / q)
    }
}

/// The lesser of two numbers in one instruction: `f64::min` takes five, because it handles NaN.
#[inline]
pub(crate) fn lesser(x: f64, y: f64) -> f64 {
    if x < y { x } else { y }
}

/// The greater of two numbers, see [`lesser`].
#[inline]
pub(crate) fn greater(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
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
            let discriminant = Discriminant { larger: b * b, smaller: a * c };
            let found = Quadratic { a, b, c, discriminant }.roots().ends();
            for (x, y) in found.into_iter().zip(expected) {
                assert!((x - y).abs() <= 1e-15 * f64::abs(y), "{a} {b} {c}: {found:?}, expected {expected:?}");
            }
        }
    }

    #[test]
    fn touching_survives_the_last_bit() {
        for (larger, smaller, root) in [
            (1.0, 1.0 + 2.0 * f64::EPSILON, Some(0.0)),
            (1.0, 1.0 + 1e-12, None),
            (0.0, 0.0, Some(0.0)),
            (f64::NAN, 0.0, None),
        ] {
            let discriminant = Discriminant { larger, smaller };
            assert_eq!(discriminant.has_roots().then(|| discriminant.root()), root, "{discriminant:?}");
        }
    }
}
