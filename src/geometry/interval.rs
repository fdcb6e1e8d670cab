//! A closed interval of a line's parameter.

#![expect(clippy::inline_always, reason = "what stays a call is not vectorised in the batch queries")]

/// From `near` to `far`, both included. Empty unless `near ≤ far`; either end may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval<T> {
    /// The least value.
    pub near: T,
    /// The greatest value.
    pub far: T,
}

impl<T: Copy + PartialOrd> Interval<T> {
    /// From the first to the second number; empty when these are not in order.
    #[inline(always)]
    pub const fn new(near: T, far: T) -> Self {
        Self { near, far }
    }

    /// One point.
    #[inline(always)]
    pub const fn point(t: T) -> Self {
        Self { near: t, far: t }
    }

    /// The interval between two numbers in any order.
    #[inline(always)]
    pub fn between(a: T, b: T) -> Self {
        Self { near: if a < b { a } else { b }, far: if a > b { a } else { b } }
    }

    /// Whether it contains no number. An interval with a NaN end is empty.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        !self.is_filled()
    }

    /// Whether it contains at least one number.
    #[inline(always)]
    pub fn is_filled(self) -> bool {
        self.near <= self.far
    }

    /// Whether it contains a number.
    #[inline(always)]
    pub fn contains(self, t: T) -> bool {
        self.near <= t && t <= self.far
    }

    /// The numbers in both intervals: from the later entry to the earlier exit.
    ///
    /// One comparison for each end, which is one instruction: `f32::max` takes more, because it handles NaN.
    #[inline(always)]
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self {
            near: if self.near > other.near { self.near } else { other.near },
            far: if self.far < other.far { self.far } else { other.far },
        }
    }

    /// The interval of both ends after a function, near end first.
    #[inline(always)]
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> Interval<U> {
        Interval { near: f(self.near), far: f(self.far) }
    }

    /// The near and the far end.
    #[inline(always)]
    pub fn ends(self) -> [T; 2] {
        [self.near, self.far]
    }
}

/// A floating-point type.
pub trait Infinite {
    /// −∞.
    const LEAST: Self;

    /// +∞.
    const GREATEST: Self;
}

impl Infinite for f32 {
    const LEAST: Self = Self::NEG_INFINITY;
    const GREATEST: Self = Self::INFINITY;
}

impl Infinite for f64 {
    const LEAST: Self = Self::NEG_INFINITY;
    const GREATEST: Self = Self::INFINITY;
}

impl<T: Infinite> Interval<T> {
    /// Every number.
    pub const ALL: Self = Self { near: T::LEAST, far: T::GREATEST };

    /// No number.
    pub const EMPTY: Self = Self { near: T::GREATEST, far: T::LEAST };
}

impl From<Interval<f32>> for Interval<f64> {
    fn from(interval: Interval<f32>) -> Self {
        interval.map(f64::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touching_intervals_share_a_point() {
        let (a, b) = (Interval::new(-1.0, 2.0), Interval::new(2.0, 5.0));
        assert_eq!(a.intersection(b), Interval::point(2.0));
        assert!(a.intersection(b).is_filled());
        assert!(Interval::new(0.0, 1.0).intersection(b).is_empty());
        assert!(Interval::<f64>::EMPTY.is_empty() && Interval::new(f64::NAN, 1.0).is_empty());
        assert_eq!(Interval::ALL.intersection(a), a);
        assert_eq!(Interval::between(3.0, 1.0), Interval::new(1.0, 3.0));
        assert!(a.contains(2.0) && !a.contains(2.1) && !Interval::<f32>::EMPTY.contains(0.0));
    }
}
