//! Numbers and strings as JSON. All go to the end of a buffer of bytes, which is UTF-8.

use std::io::Write;

/// The longest name in bytes: no line of a usual world comes near the longest line that eyeline reads.
const LONGEST_NAME: usize = 4096;

/// Whether eyeline accepts a name.
pub(crate) fn is_name(name: &str) -> bool {
    !name.trim().is_empty() && name.len() <= LONGEST_NAME
}

/// A string with its quotes.
pub(crate) fn string(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    for character in text.chars() {
        match character {
            '"' => out.extend(b"\\\""),
            '\\' => out.extend(b"\\\\"),
            '\n' => out.extend(b"\\n"),
            '\u{0}'..='\u{1f}' | '\u{7f}' => print(out, format_args!("\\u{:04x}", u32::from(character))),
            _ => out.extend(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    out.push(b'"');
}

/// A finite number, with the fewest digits from which it is read back exactly.
#[expect(clippy::cast_possible_truncation, reason = "whole numbers of less than 2^24")]
pub(crate) fn number(out: &mut Vec<u8>, number: f32) {
    let is_whole = number.trunc().to_bits() == number.to_bits() && number.abs() < 1e7;
    if is_whole && number.to_bits() != (-0.0_f32).to_bits() {
        print(out, format_args!("{}", number as i32));
    } else if !decimal(out, number) {
        // With an exponent where the number is very large or small.
        print(out, format_args!("{number:?}"));
    }
}

/// A finite number of 64 bits.
pub(crate) fn double(out: &mut Vec<u8>, number: f64) {
    print(out, format_args!("{number:?}"));
}

pub(crate) fn integer(out: &mut Vec<u8>, integer: impl std::fmt::Display) {
    print(out, format_args!("{integer}"));
}

pub(crate) fn numbers(out: &mut Vec<u8>, numbers: &[f32]) {
    list(out, numbers, |out, &one| number(out, one));
}

/// `[a,b,c]`.
pub(crate) fn list<T>(out: &mut Vec<u8>, items: impl IntoIterator<Item = T>, mut item: impl FnMut(&mut Vec<u8>, T)) {
    out.push(b'[');
    for (i, one) in items.into_iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        item(out, one);
    }
    out.push(b']');
}

/// `"key":`, after a comma unless it is the first of its object. The key needs no escapes.
pub(crate) fn key(out: &mut Vec<u8>, key: &str) {
    if out.last() != Some(&b'{') {
        out.push(b',');
    }
    out.push(b'"');
    out.extend(key.as_bytes());
    out.extend(b"\":");
}

fn print(out: &mut Vec<u8>, text: std::fmt::Arguments) {
    // Writing into memory does not fail.
    let _ = out.write_fmt(text);
}

/// Powers of ten, which are exact in `f64`.
const TENS: [f64; 10] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

/// Writes a number of usual size as a decimal fraction, in a fraction of the time of `std`'s formatting; false for other numbers.
///
/// D / 10^k with whole D below 2^53 is one correctly rounded division, so it is the `f64` that a reader gets from the text. The first k
/// whose `f64` is clearly nearer to the number than to the next `f32` is taken, so the reader gets the same `f32`, whether it rounds the
/// text once or twice.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole, from 0 to 2^53")]
fn decimal(out: &mut Vec<u8>, number: f32) -> bool {
    let magnitude = number.abs();
    if !(1e-3..1e6).contains(&magnitude) {
        return false;
    }
    let exact = f64::from(magnitude);
    let unit = f64::from(f32::from_bits(magnitude.to_bits() + 1)) - exact;
    // Below a power of two, the distance to the next `f32` is half of that above it.
    let is_power_of_two = magnitude.to_bits().trailing_zeros() >= 23;
    let near = if is_power_of_two { 0.24 } else { 0.49 } * unit;
    for (places, ten) in TENS.iter().enumerate().skip(1) {
        let digits = (exact * ten).round();
        if (digits / ten - exact).abs() < near {
            write_decimal(out, number < 0.0, digits as u64, places);
            return true;
        }
    }
    false
}

/// The digits with a point before the last `places`.
fn write_decimal(out: &mut Vec<u8>, is_negative: bool, mut digits: u64, places: usize) {
    let mut text = [b'0'; 24];
    let mut at = text.len();
    let mut written = 0;
    while digits > 0 || written <= places {
        if written == places {
            at -= 1;
            text[at] = b'.';
        }
        at -= 1;
        text[at] = b'0' + u8::try_from(digits % 10).unwrap_or(0);
        digits /= 10;
        written += 1;
    }
    if is_negative {
        at -= 1;
        text[at] = b'-';
    }
    out.extend(&text[at..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        write(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn strings_are_read_back() {
        for text in ["crate", "", "a \"b\" \\ c/", "\0\u{1}\t\n\r\u{1f}\u{7f}", "Kiste № 7 – 箱 🧰", "\u{2028}"]
        {
            let json = written(|out| string(out, text));
            assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text, "{json}");
        }
    }

    #[test]
    fn numbers_are_read_back_exactly() {
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        let mut bits = || {
            // xorshift64.
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            u32::try_from(random >> 32).unwrap()
        };
        let special =
            [0.0, -0.0, 1.0, -1.0, 0.1, 0.3, 1e7, 9_999_999.0, 16_777_216.0, f32::MIN_POSITIVE, 1e-45, f32::MAX];
        let usual = (0..200_000).map(|i| (i as f32 - 1e5) * 0.001_37);
        let of_usual_size: Vec<f32> =
            (0..200_000).map(|_| f32::from_bits(bits() % 0x1000_0000 + 0x3800_0000)).collect();
        let any: Vec<f32> = (0..200_000).map(|_| f32::from_bits(bits())).collect();
        for x in special.into_iter().chain(usual).chain(of_usual_size).chain(any).filter(|x| x.is_finite()) {
            let json = written(|out| number(out, x));
            let once: f32 = json.parse().unwrap();
            #[expect(clippy::cast_possible_truncation, reason = "as a reader with f64 does")]
            let twice = json.parse::<f64>().unwrap() as f32;
            assert_eq!((once.to_bits(), twice.to_bits()), (x.to_bits(), x.to_bits()), "{json}");
            serde_json::from_str::<f32>(&json).unwrap();
        }
    }

    #[test]
    fn usual_numbers_are_short() {
        for (x, text) in
            [(0.5, "0.5"), (-1.25, "-1.25"), (100.0, "100"), (0.1, "0.1"), (-0.001, "-0.001"), (3.3, "3.3")]
        {
            assert_eq!(written(|out| number(out, x)), text);
        }
    }
}
