//! Quadratics and slabs without branches.

use crate::geometry::interval::Interval;

/// The lesser of two numbers in one instruction; unlike `f32::min`, it does not handle NaN.
#[inline(always)]
pub(crate) fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The greater, as one instruction.
#[inline(always)]
pub(crate) fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// One of two intervals.
#[inline(always)]
pub(crate) fn select(condition: bool, yes: Interval<f32>, no: Interval<f32>) -> Interval<f32> {
    Interval::new(if condition { yes.near } else { no.near }, if condition { yes.far } else { no.far })
}

/// Where `least ≤ o + t · d ≤ greatest`.
#[inline(always)]
pub(crate) fn slab(o: f32, d: f32, least: f32, greatest: f32) -> Interval<f32> {
    let (a, b) = ((least - o) / d, (greatest - o) / d);
    let parallel = select((least <= o) & (o <= greatest), Interval::ALL, Interval::EMPTY);
    select(d == 0.0, parallel, Interval::between(a, b))
}

/// The roots of `a t² + 2 b t + c = 0` in no order, given `root = √(b² − a c)`.
///
/// Both come without cancellation: `q = −(b ± root)` with the sign that adds, then `q / a` and `c / q` (Press
/// et al., "Numerical Recipes", 2007, section 5.6). A root at infinity, for a = 0, comes as an infinity.
#[inline(always)]
pub(crate) fn roots(a: f32, b: f32, c: f32, root: f32) -> [f32; 2] {
    let q = -(b + root.copysign(b));
    let far = q / a;
    // q = 0 only for the double root 0.
    [far, if q == 0.0 { far } else { c / q }]
}

/// Where `a t² + 2 b t + c ≤ 0` for a sum of squares less one: `a ≥ 0`, and `b = 0` when `a = 0`. `discriminant` is
/// `b² − a c`, computed without cancellation by the caller.
#[inline(always)]
pub(crate) fn between_roots(a: f32, b: f32, c: f32, discriminant: f32) -> Interval<f32> {
    let [t0, t1] = roots(a, b, c, greater(discriminant, 0.0).sqrt());
    let parallel = select(c <= 0.0, Interval::ALL, Interval::EMPTY);
    let crossing = select(discriminant >= 0.0, Interval::between(t0, t1), Interval::EMPTY);
    select(a == 0.0, parallel, crossing)
}
