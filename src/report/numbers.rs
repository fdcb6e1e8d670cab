//! The texts of the numbers that were written last. Numbers of an answer repeat: each coordinate of a box is a coordinate of
//! the nearest and furthest corners for all six planes of a frustum.

use std::io::{self, Write};

use serde_json::ser::{CompactFormatter, Formatter};

/// Numbers that are remembered: a power of 2, and more than an answer has.
const COUNT: usize = 64;

/// More than the bytes of the longest text of an `f32`, such as `-0.0000123456789`.
const LONGEST: usize = 24;

/// Texts of numbers, each at a place that follows from its bits.
pub(super) struct Numbers([Number; COUNT]);

#[derive(Clone, Copy)]
struct Number {
    bits: u32,
    len: u8,
    text: [u8; LONGEST],
}

impl Default for Numbers {
    fn default() -> Self {
        Self([Number { bits: 0, len: 0, text: [0; LONGEST] }; COUNT])
    }
}

impl Numbers {
    /// Writes a finite number as `serde_json` does.
    #[inline]
    pub(super) fn write<W: ?Sized + Write>(&mut self, out: &mut W, value: f32) -> io::Result<()> {
        let bits = value.to_bits();
        // The upper bits of a product depend on all bits (D. E. Knuth, "The Art of Computer Programming", volume 3, 1973: Fibonacci
        // hashing).
        let place = bits.wrapping_mul(0x9e37_79b9) >> (u32::BITS - COUNT.ilog2());
        let number = &mut self.0[place as usize % COUNT];
        if number.bits != bits || number.len == 0 {
            *number = Number::of(value)?;
        }
        out.write_all(&number.text[..usize::from(number.len)])
    }
}

impl Number {
    fn of(value: f32) -> io::Result<Self> {
        let mut text = [0; LONGEST];
        let mut rest = &mut text[..];
        CompactFormatter.write_f32(&mut rest, value)?;
        let len = LONGEST - rest.len();
        Ok(Self { bits: value.to_bits(), len: u8::try_from(len).unwrap_or_default(), text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_the_text_of_serde_json() {
        let mut numbers = Numbers::default();
        let mut random = crate::random::Random(5);
        let delicate = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            f32::MAX,
            f32::MIN,
            f32::MIN_POSITIVE,
            -1.175_494_4e-38,
            -1.234_567_9e-5,
            -1.234_567_9e-6,
            1e-45,
            1e16,
            16_777_217.0,
        ];
        for i in 0..20_000_usize {
            #[expect(clippy::cast_possible_truncation, reason = "below 2³²")]
            let value = match delicate.get(i % 64) {
                Some(&value) => value,
                None => f32::from_bits(random.below(1 << 32) as u32),
            };
            if value.is_finite() {
                let mut text = Vec::new();
                numbers.write(&mut text, value).unwrap();
                assert_eq!(text, serde_json::to_vec(&value).unwrap(), "{value:e}");
            }
        }
    }
}
