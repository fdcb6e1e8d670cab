//! Intervals, quadratics and slabs without branches.

/// No t at all.
pub(super) const EMPTY: [f32; 2] = [f32::INFINITY, f32::NEG_INFINITY];

/// Every t.
pub(super) const WHOLE: [f32; 2] = [f32::NEG_INFINITY, f32::INFINITY];

/// The lesser, as one instruction: unlike `f32::min` it does not look for NaN.
#[inline(always)]
pub(super) fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The greater, as one instruction.
#[inline(always)]
pub(super) fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Where both hold.
#[inline(always)]
pub(super) fn both(a: [f32; 2], b: [f32; 2]) -> [f32; 2] {
    [greater(a[0], b[0]), lesser(a[1], b[1])]
}

/// One of two intervals.
#[inline(always)]
pub(super) fn select(condition: bool, yes: [f32; 2], no: [f32; 2]) -> [f32; 2] {
    [if condition { yes[0] } else { no[0] }, if condition { yes[1] } else { no[1] }]
}

/// Where `least ≤ o + t · d ≤ greatest`.
#[inline(always)]
pub(super) fn slab(o: f32, d: f32, least: f32, greatest: f32) -> [f32; 2] {
    let (a, b) = ((least - o) / d, (greatest - o) / d);
    let parallel = select((least <= o) & (o <= greatest), WHOLE, EMPTY);
    select(d == 0.0, parallel, [lesser(a, b), greater(a, b)])
}

/// The roots of `a t² + 2 b t + c = 0` in no order, given `root = √(b² − a c)`.
///
/// Both come without cancellation: `q = −(b ± root)` with the sign that adds, then `q / a` and `c / q` (Press
/// et al., "Numerical Recipes", 2007, section 5.6). A root at infinity, for a = 0, comes as an infinity.
#[inline(always)]
pub(super) fn roots(a: f32, b: f32, c: f32, root: f32) -> [f32; 2] {
    let q = -(b + root.copysign(b));
    let far = q / a;
    // q = 0 only for the double root 0.
    [far, if q == 0.0 { far } else { c / q }]
}

/// Where `a t² + 2 b t + c ≤ 0` for a sum of squares less one: `a ≥ 0`, and `b = 0` when `a = 0`. `discriminant` is
/// `b² − a c`, computed without cancellation by the caller.
#[inline(always)]
pub(super) fn between_roots(a: f32, b: f32, c: f32, discriminant: f32) -> [f32; 2] {
    let [t0, t1] = roots(a, b, c, greater(discriminant, 0.0).sqrt());
    let parallel = select(c <= 0.0, WHOLE, EMPTY);
    let crossing = select(discriminant >= 0.0, [lesser(t0, t1), greater(t0, t1)], EMPTY);
    select(a == 0.0, parallel, crossing)
}
