//! Numbers and names in the words of steps.

use std::fmt;

use glam::Vec3;

/// A number as text: about four significant digits, no trailing zeros, `−` and `∞` as signs; very small and very
/// large numbers with a power of ten, `1.5e−7`. The largest `f32` represents all numbers beyond it, as in
/// [`crate::geometry::ray::cast`].
pub(crate) fn num(x: f32) -> String {
    if x.abs() >= f32::MAX {
        return if x < 0.0 { "−∞" } else { "∞" }.to_owned();
    }
    digits(x.into(), 4)
}

/// A number of a file, for a message: about four significant digits. Unlike in [`num`], the largest `f32` is itself.
pub(crate) fn written(x: f64) -> String {
    digits(x, 4)
}

/// A count with its noun: "1 object", "3 objects". The plural of the noun ends in "s".
pub(crate) fn counted<N: Copy + fmt::Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let s = if count == N::from(1) { "" } else { "s" };
    format!("{count} {noun}{s}")
}

/// A count with commas: "1,999,000".
pub(crate) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The text with a capital first letter, for the start of a sentence or a title.
pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A number with seven digits, the precision of `f32`, for values that are compared with an answer in `f32`.
pub fn fine(x: f64) -> String {
    digits(x, 7)
}

/// The value, or 0 when it is smaller than the spacing of `f32` at `size`. For words about a value that decides nothing:
/// such a value is rounding noise beside numbers of that size.
pub(crate) fn settled(value: f64, size: f64) -> f64 {
    if value.abs() < f64::from(f32::EPSILON) * size.abs() { 0.0 } else { value }
}

/// Numbers with enough digits to show which is greater and which are equal: at least four, and seventeen for two
/// numbers that differ in the last place.
pub(crate) fn apart<const N: usize>(values: [f64; N]) -> [String; N] {
    let read =
        |x: f64, count: usize| if x.is_finite() { format!("{x:.*e}", count - 1).parse().unwrap_or(x) } else { x };
    let keeps_order = |count: usize| {
        (0..N).all(|i| {
            (0..i).all(|j| {
                let [a, b] = [values[i], values[j]];
                read(a, count).partial_cmp(&read(b, count)) == a.partial_cmp(&b)
            })
        })
    };
    let count = (4..17).find(|count| keeps_order(*count)).unwrap_or(17);
    values.map(|x| digits(x, count))
}

/// "a ≤ b" if it holds, else "a > b".
pub(crate) fn at_most(a: f64, b: f64) -> [String; 3] {
    let [left, right] = apart([a, b]);
    [left, if a <= b { "≤" } else { ">" }.to_owned(), right]
}

/// "a ≥ b" if it holds, else "a < b".
pub(crate) fn at_least(a: f64, b: f64) -> [String; 3] {
    let [left, right] = apart([a, b]);
    [left, if a >= b { "≥" } else { "<" }.to_owned(), right]
}

/// A number with `count` significant digits.
pub(crate) fn digits(x: f64, count: usize) -> String {
    if x.is_nan() {
        return "undefined".to_owned();
    }
    if x.is_infinite() {
        return if x < 0.0 { "−∞" } else { "∞" }.to_owned();
    }
    if x == 0.0 {
        return "0".to_owned();
    }
    // Rounding first: 9.9996 has the exponent of 10.
    let scientific = format!("{x:.*e}", count - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let power: i64 = exponent.parse().unwrap_or(0);
    let text = if (-3..6).contains(&power) {
        let decimals = i64::try_from(count).unwrap_or(0) - 1 - power;
        trim_zeros(&format!("{x:.*}", usize::try_from(decimals).unwrap_or(0))).to_owned()
    } else {
        format!("{}e{exponent}", trim_zeros(mantissa))
    };
    text.replace('-', "−")
}

/// A vector as text: "(1, −0.5, 0)".
pub(crate) fn vec3(v: Vec3) -> String {
    format!("({}, {}, {})", num(v.x), num(v.y), num(v.z))
}

/// A number inside a formula: negative ones in brackets.
pub(crate) fn bracketed(x: f32) -> String {
    if x < 0.0 { format!("({})", num(x)) } else { num(x) }
}

/// A dot product with its numbers in it: "0.5·1 + 0·2 + (−1)·3".
pub(crate) fn product(a: Vec3, b: Vec3) -> String {
    (0..3).map(|i| format!("{}·{}", bracketed(a[i]), bracketed(b[i]))).collect::<Vec<_>>().join(" + ")
}

fn trim_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_keep_their_sign() {
        for (x, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-1.25, "−1.25"),
            (1.0 / 3.0, "0.3333"),
            (9.999_96, "10"),
            (1234.5678, "1235"),
            (123_456.0, "123456"),
            (-0.001_5, "−0.0015"),
            (1.5e-7, "1.5e−7"),
            (-2e30, "−2e30"),
            (f32::INFINITY, "∞"),
            (f32::NEG_INFINITY, "−∞"),
            (f32::MAX, "∞"),
            (f32::MIN, "−∞"),
            (f32::NAN, "undefined"),
        ] {
            assert_eq!(num(x), text, "{x:e}");
        }
        for (x, text) in [
            (0.0, "0"),
            (4.5, "4.5"),
            (-1.0 / 3.0, "−0.3333333"),
            (123_456.789_012, "123456.8"),
            (7_136_238_486_159_360_000_000_000.0, "7.136238e24"),
            (-2.5e-9, "−2.5e−9"),
            (f64::INFINITY, "∞"),
            (f64::NAN, "undefined"),
        ] {
            assert_eq!(fine(x), text, "{x:e}");
        }
    }
}
