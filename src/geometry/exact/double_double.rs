//! Numbers of twice the digits of `f64`: the unevaluated sum of two of them (Dekker, "A floating-point technique for
//! extending the available precision", 1971).
//!
//! The references use them where `f64` is not precise enough: for sizes and distances that differ by more than some six
//! powers of ten. The relative error of sums and products is about 2⁻¹⁰⁰ of the result or of their parts, that of roots
//! and quotients 2⁻⁹⁸. The range is that of `f64`; products of four `f32` coordinates are in it.

use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

use glam::{DVec3, Vec3};

/// About the relative rounding of one operation.
pub(crate) const ROUNDING: f64 = 1.0 / (1_u128 << 100) as f64;

/// A number of about 32 decimal digits.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct DoubleDouble {
    high: f64,
    low: f64,
}

impl DoubleDouble {
    pub(crate) const ZERO: Self = Self { high: 0.0, low: 0.0 };
    pub(crate) const ONE: Self = Self { high: 1.0, low: 0.0 };

    /// The nearest `f64`.
    pub(crate) fn to_f64(self) -> f64 {
        self.high
    }

    pub(crate) fn abs(self) -> Self {
        if self.high < 0.0 { -self } else { self }
    }

    pub(crate) fn max(self, other: Self) -> Self {
        if self < other { other } else { self }
    }

    pub(crate) fn min(self, other: Self) -> Self {
        if other < self { other } else { self }
    }

    /// The square root; 0 for numbers that are not above 0.
    pub(crate) fn sqrt(self) -> Self {
        if self.high <= 0.0 {
            return Self::ZERO;
        }
        let root = self.high.sqrt();
        // One step of Newton's method from an f64 root doubles its digits.
        let rest = self - product(root, root);
        sum(root, rest.high / (2.0 * root))
    }

    /// The nearest `f64` of a sum of two exact numbers.
    fn of_sum(a: f64, b: f64) -> Self {
        sum(a, b)
    }
}

impl From<f64> for DoubleDouble {
    fn from(x: f64) -> Self {
        Self { high: x, low: 0.0 }
    }
}

impl From<f32> for DoubleDouble {
    fn from(x: f32) -> Self {
        f64::from(x).into()
    }
}

/// a + b, exactly (Knuth).
fn sum(a: f64, b: f64) -> DoubleDouble {
    let high = a + b;
    let b_part = high - a;
    DoubleDouble { high, low: (a - (high - b_part)) + (b - b_part) }
}

/// a · b, exactly (Dekker's splitting by Veltkamp).
fn product(a: f64, b: f64) -> DoubleDouble {
    let split = |x: f64| {
        let scaled = x * 134_217_729.0;
        let high = scaled - (scaled - x);
        (high, x - high)
    };
    let high = a * b;
    let ((a1, a2), (b1, b2)) = (split(a), split(b));
    DoubleDouble { high, low: ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2 }
}

impl Add for DoubleDouble {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (high, low) = (sum(self.high, other.high), sum(self.low, other.low));
        let high = sum(high.high, high.low + low.high);
        sum(high.high, high.low + low.low)
    }
}

impl Neg for DoubleDouble {
    type Output = Self;

    fn neg(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }
}

impl Sub for DoubleDouble {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for DoubleDouble {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let exact = product(self.high, other.high);
        sum(exact.high, exact.low + (self.high * other.low + self.low * other.high))
    }
}

impl Div for DoubleDouble {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        let first = self.high / other.high;
        let rest = self - other * first.into();
        let second = rest.high / other.high;
        let rest = rest - other * second.into();
        DoubleDouble::of_sum(first, second) + (rest.high / other.high).into()
    }
}

impl PartialOrd for DoubleDouble {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match self.high.partial_cmp(&other.high) {
            Some(Ordering::Equal) => self.low.partial_cmp(&other.low),
            order => order,
        }
    }
}

/// A vector of such numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Vector(pub(crate) [DoubleDouble; 3]);

impl Vector {
    pub(crate) fn dot(self, other: Self) -> DoubleDouble {
        let [a, b, c] = self.0;
        let [x, y, z] = other.0;
        a * x + b * y + c * z
    }

    pub(crate) fn cross(self, other: Self) -> Self {
        let [a, b, c] = self.0;
        let [x, y, z] = other.0;
        Self([b * z - c * y, c * x - a * z, a * y - b * x])
    }

    pub(crate) fn length(self) -> DoubleDouble {
        self.dot(self).sqrt()
    }

    pub(crate) fn scaled(self, by: DoubleDouble) -> Self {
        Self(self.0.map(|x| x * by))
    }

    pub(crate) fn to_f64(self) -> DVec3 {
        DVec3::from_array(self.0.map(DoubleDouble::to_f64))
    }

    /// The sum of the absolute products; the rounding of [`Self::dot`] is relative to it.
    pub(crate) fn dot_of_abs(self, other: Self) -> f64 {
        let (a, b) = (self.to_f64().abs(), other.to_f64().abs());
        a.dot(b)
    }
}

impl Add for Vector {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}

impl Sub for Vector {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] - other.0[i]))
    }
}

impl From<DVec3> for Vector {
    fn from(v: DVec3) -> Self {
        Self(v.to_array().map(DoubleDouble::from))
    }
}

impl From<Vec3> for Vector {
    fn from(v: Vec3) -> Self {
        v.as_dvec3().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_float::FBig;
    use proptest::prelude::*;

    type Big = FBig<dashu_float::round::mode::HalfEven, 2>;

    fn big(x: f64) -> Big {
        Big::try_from(x).unwrap().with_precision(400).value()
    }

    fn exact(x: DoubleDouble) -> Big {
        big(x.high) + big(x.low)
    }

    /// Of any size between two powers of ten, with digits beyond those of `f64`.
    fn number() -> impl Strategy<Value = DoubleDouble> {
        (any::<bool>(), -40_f64..40.0, -1_f64..1.0).prop_map(|(is_negative, power, low)| {
            let high = libm::exp10(power) * if is_negative { -1.0 } else { 1.0 };
            sum(high, low * high * 1e-17)
        })
    }

    fn off(found: DoubleDouble, expected: &Big, scale: &Big) -> f64 {
        let off = exact(found) - expected.clone();
        (off / scale.clone()).to_f64().value().abs()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn operations_have_twice_the_digits(a in number(), b in number()) {
            let (x, y) = (exact(a), exact(b));
            let scale = exact(a.abs() + b.abs());
            prop_assert!(off(a + b, &(x.clone() + y.clone()), &scale) < ROUNDING);
            prop_assert!(off(a - b, &(x.clone() - y.clone()), &scale) < ROUNDING);
            let product = x.clone() * y.clone();
            prop_assert!(off(a * b, &product, &product) < ROUNDING);
            let quotient = x.clone() / y.clone();
            prop_assert!(off(a / b, &quotient, &quotient) < 4.0 * ROUNDING);
            let root = a.abs().sqrt();
            let square = exact(root) * exact(root);
            let size = exact(a.abs());
            prop_assert!(((square - size.clone()) / size).to_f64().value().abs() < 8.0 * ROUNDING);
            prop_assert_eq!(a < b, x < y);
        }
    }
}
