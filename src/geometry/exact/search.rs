//! Searches along a line, in numbers of any precision: the minimum of a convex function, and the end of an interval.

use std::ops::{Add, Mul, Sub};

use crate::geometry::interval::Interval;

/// A kind of number with the steps that a search takes until its last digit.
pub(super) trait Number:
    Copy + PartialOrd + From<f64> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// The steps of the golden section search: `0.618^LEAST_STEPS` is the last digit, which a minimum at a kink needs.
    const LEAST_STEPS: usize;
    /// The steps of the bisection.
    const CROSSING_STEPS: usize;

    /// The golden section, `(√5 − 1) / 2`.
    fn golden() -> Self;
}

impl Number for f64 {
    // 0.618^80 = 2e-17.
    const LEAST_STEPS: usize = 80;
    const CROSSING_STEPS: usize = 64;

    fn golden() -> Self {
        0.618_033_988_749_894_9
    }
}

/// The minimum of a convex function in a bracket, or any place where it is below `enough`, by golden section search.
pub(super) fn least<T: Number>(g: &impl Fn(T) -> T, bracket: Interval<T>, enough: T) -> T {
    let Interval { near: mut low, far: mut high } = bracket;
    let golden = T::golden();
    let (mut a, mut b) = (high - golden * (high - low), low + golden * (high - low));
    let (mut at_a, mut at_b) = (g(a), g(b));
    for _ in 0..T::LEAST_STEPS {
        if at_a < enough || at_b < enough {
            break;
        }
        if at_a <= at_b {
            (high, b, at_b) = (b, a, at_a);
            a = high - golden * (high - low);
            at_a = g(a);
        } else {
            (low, a, at_a) = (a, b, at_b);
            b = low + golden * (high - low);
            at_b = g(b);
        }
    }
    if at_a <= at_b { a } else { b }
}

/// The last point inside between an inner and an outer point, by bisection.
pub(super) fn crossing<T: Number>(is_inside: &impl Fn(T) -> bool, mut inner: T, mut outer: T) -> T {
    for _ in 0..T::CROSSING_STEPS {
        let middle = (inner + outer) * T::from(0.5);
        if is_inside(middle) { inner = middle } else { outer = middle }
    }
    inner
}
