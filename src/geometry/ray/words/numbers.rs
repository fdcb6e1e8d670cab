//! Numbers in the words of a ray's steps: parameters, intervals, and what decides a quadratic.

use crate::geometry::interval::Interval;
use crate::geometry::narrate::{apart, at_least, at_most, num};
use crate::geometry::ray::values::{Parameter, Quadratic};

/// Both ends, with enough digits to show on which side of 0 and of 1 they are. The largest `f32` represents all numbers
/// beyond it.
pub(crate) fn among_bounds(t: Interval<f32>) -> [String; 2] {
    let [near, far] = t.ends().map(|t| if t.abs() >= f32::MAX { f64::INFINITY.copysign(t.into()) } else { t.into() });
    let [near, far, ..] = apart([near, far, 0.0, 1.0]);
    [near, far]
}

/// The quadratic with its numbers in it, and each of them.
pub(crate) fn coefficients(quadratic: &Quadratic) -> String {
    let Quadratic { a, b, c, .. } = *quadratic;
    let [a, b, c] = [a, b, c].map(|x| [short(x), bracketed(x)]);
    format!("{} t² + 2 · {} t + {} ≤ 0\nA = {}\nB = {}\nC = {}", a[0], b[1], c[1], a[0], b[0], c[0])
}

/// D as a difference.
pub(crate) fn difference(quadratic: &Quadratic) -> String {
    let discriminant = quadratic.discriminant;
    let [larger, smaller] = apart([discriminant.larger, discriminant.smaller]);
    let smaller = if discriminant.smaller < 0.0 { format!("({smaller})") } else { smaller };
    format!("\nD = {larger} − {smaller} = {}", short(discriminant.value()))
}

/// D, its tolerance, and how they compare.
pub(crate) fn compared_d(quadratic: &Quadratic) -> String {
    let (d, tolerance) = (quadratic.discriminant.value(), quadratic.discriminant.tolerance());
    format!("{}\nδ = {}\n{}", difference(quadratic), short(tolerance), at_least(d, -tolerance).join(" "))
}

/// C's tolerance, and how they compare.
pub(crate) fn compared_c(c: f64, tolerance: f64) -> String {
    format!("\nδ = {}\n{}", short(tolerance), at_most(c, tolerance).join(" "))
}

/// "entry 1.5 ≤ exit 2.5", or ">" where that is so; in the line's own parameter.
pub(crate) fn entry_and_exit(inside: Interval<f64>, parameter: Parameter) -> String {
    let [entry, sign, exit] = at_most(inside.near, inside.far);
    let prime = if parameter.is_of_ray() { "" } else { "t' = " };
    format!("entry {prime}{entry} {sign} exit {prime}{exit}")
}

/// An interval of t in words.
pub(crate) fn interval(t: Interval<f64>, parameter: Parameter) -> String {
    if t.is_filled() {
        let [near, far] = t.ends().map(|tau| num(parameter.t_or_infinite(tau)));
        format!("[{near}, {far}]")
    } else {
        "the empty interval".to_owned()
    }
}

/// "→ t = 2", and for a rescaled line what the formula gives first.
pub(crate) fn arrow(tau: f64, parameter: Parameter) -> String {
    let t = num(parameter.t(tau));
    if parameter.is_of_ray() { format!("→ t = {t}") } else { format!("→ t' = {}, t = {t}", short(tau)) }
}

/// About four digits.
pub(crate) fn short(x: f64) -> String {
    let [text] = apart([x]);
    text
}

/// A number inside a formula: negative ones in brackets.
pub(crate) fn bracketed(x: f64) -> String {
    if x < 0.0 { format!("({})", short(x)) } else { short(x) }
}
