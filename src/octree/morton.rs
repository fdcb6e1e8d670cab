//! Morton codes: the interleaved bits of a cell's three coordinates.
//!
//! Bit k of x becomes bit 3k of the code, bit k of y bit 3k + 1, and bit k of z bit 3k + 2 (G. M. Morton, "A Computer
//! Oriented Geodetic Data Base and a New Technique in File Sequencing", 1966). Each octal digit of a code selects one
//! of eight children: bit 0 of the digit the upper half on x, bit 1 on y, bit 2 on z. The first digit selects a child
//! of the root. Sorted by code, cells follow the Z-order curve, on which the descendants of each cell are contiguous.
//!
//! Bits are spread by shifts and masks, in four rounds for ten bits (R. Raman and D. S. Wise, "Converting to and from
//! Dilated Integers", 2008). [`encode_all`] encodes many cells with a plain loop, which the compiler vectorises to 4, 8
//! or 16 cells at a time.

use fearless_simd::{Level, dispatch};

/// The bits of a coordinate, which is also the greatest depth of an octree.
pub const MAX_DEPTH: u32 = 10;

/// The bits of x in a code; those of y and z are one and two places to the left.
const X_BITS: u32 = 0x0924_9249;

/// The ten low bits of a coordinate, spread so that bit k becomes bit 3k. Higher bits are dropped.
///
/// ```
/// # use eyeline::octree::morton::spread;
/// assert_eq!(spread(0b1011), 0b001_000_001_001);
/// ```
#[expect(clippy::inline_always, reason = "a call is not vectorised, see `encode_lanes`")]
#[inline(always)]
pub const fn spread(x: u32) -> u32 {
    let x = x & 0x0000_03ff;
    let x = (x | x << 16) & 0x0300_00ff;
    let x = (x | x << 8) & 0x0300_f00f;
    let x = (x | x << 4) & 0x030c_30c3;
    (x | x << 2) & X_BITS
}

/// Every third bit, starting with bit 0: the inverse of [`spread`]. Other bits are dropped.
pub const fn gather(x: u32) -> u32 {
    let x = x & X_BITS;
    let x = (x | x >> 2) & 0x030c_30c3;
    let x = (x | x >> 4) & 0x0300_f00f;
    let x = (x | x >> 8) & 0x0300_00ff;
    (x | x >> 16) & 0x0000_03ff
}

/// The code of a cell with the coordinates x, y, z, each below 2¹⁰.
///
/// ```
/// # use eyeline::octree::morton::{decode, encode};
/// assert_eq!(encode([1, 0, 0]), 0o1);
/// assert_eq!(encode([0b11, 0b10, 0b01]), 0o35);
/// assert_eq!(decode(0o35), [3, 2, 1]);
/// ```
#[expect(clippy::inline_always, reason = "a call is not vectorised, see `encode_lanes`")]
#[inline(always)]
pub const fn encode([x, y, z]: [u32; 3]) -> u32 {
    spread(x) | spread(y) << 1 | spread(z) << 2
}

/// The coordinates of a code of at most 30 bits.
pub const fn decode(code: u32) -> [u32; 3] {
    [gather(code), gather(code >> 1), gather(code >> 2)]
}

/// The octal digit of a code of `depth` digits that selects a child of a cell of `level < depth`.
pub const fn digit(code: u32, depth: u32, level: u32) -> u32 {
    code >> (3 * (depth - 1 - level)) & 7
}

/// The codes of many cells, given as one array each of x, y and z, with the widest instruction set of this machine.
/// `codes` is overwritten and keeps its memory. If the arrays have different lengths, the shortest one counts.
pub fn encode_all(cells: [&[u32]; 3], codes: &mut Vec<u32>) {
    encode_all_at(Level::new(), cells, codes);
}

/// [`encode_all`] with a given instruction set.
pub fn encode_all_at(level: Level, cells: [&[u32]; 3], codes: &mut Vec<u32>) {
    codes.resize(cells.map(<[u32]>::len).into_iter().min().unwrap_or(0), 0);
    dispatch!(level, _simd => encode_lanes(cells, codes));
}

/// A function that is not inlined into [`dispatch!`] is compiled for the baseline instruction set and not vectorised.
#[expect(clippy::inline_always, reason = "it must become part of `dispatch!` to be compiled for its instruction set")]
#[inline(always)]
fn encode_lanes([x, y, z]: [&[u32]; 3], codes: &mut [u32]) {
    for (((code, &x), &y), &z) in codes.iter_mut().zip(x).zip(y).zip(z) {
        *code = encode([x, y, z]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::ray::batch::cast_all::tests::levels;
    use proptest::prelude::*;

    /// Bit by bit, as the definition says.
    fn by_definition(cell: [u32; 3]) -> u32 {
        (0..MAX_DEPTH)
            .fold(0, |code, k| (0..3).fold(code, |code, axis| code | (cell[axis] >> k & 1) << (3 * k as usize + axis)))
    }

    #[test]
    fn the_corners_of_the_range() {
        assert_eq!(encode([1023; 3]), (1 << 30) - 1);
        assert_eq!(encode([1023, 0, 0]), X_BITS);
        assert_eq!(spread(u32::MAX), X_BITS, "higher bits are dropped");
        assert_eq!(gather(u32::MAX), 1023);
    }

    #[test]
    fn digits_choose_from_the_root_down() {
        let code = encode([0b101, 0b011, 0b000]);
        assert_eq!([0, 1, 2].map(|level| digit(code, 3, level)), [0b001, 0b010, 0b011]);
    }

    proptest! {
        #[test]
        fn codes_interleave_bits_and_decode_again(cell in [0_u32..1024, 0_u32..1024, 0_u32..1024]) {
            prop_assert_eq!(encode(cell), by_definition(cell));
            prop_assert_eq!(decode(encode(cell)), cell);
        }

        #[test]
        fn every_code_is_a_cell(code in 0_u32..1 << 30) {
            prop_assert_eq!(encode(decode(code)), code);
        }

        /// A cell's code, cut by digits, is its ancestor's: so descendants are neighbours in Z-order.
        #[test]
        fn cutting_digits_halves_the_coordinates(cell in [0_u32..1024, 0_u32..1024, 0_u32..1024], up in 0_u32..=10) {
            prop_assert_eq!(decode(encode(cell) >> (3 * up)), cell.map(|x| x >> up));
        }

        /// Greater on every axis is later; and along one axis the order of codes is that of coordinates.
        #[test]
        fn codes_keep_the_order_of_coordinates(cell in [0_u32..1024, 0_u32..1024, 0_u32..1024], more in [0_u32..1024, 0_u32..1024, 0_u32..1024]) {
            let other: [u32; 3] = std::array::from_fn(|axis| (cell[axis] + more[axis]).min(1023));
            prop_assert!(encode(cell) <= encode(other));
            prop_assert_eq!(encode(cell) == encode(other), cell == other);
        }

        /// A step along x is an addition that carries over the bits of y and z.
        #[test]
        fn the_next_cell_on_x_by_arithmetic_on_the_code(cell in [0_u32..1023, 0_u32..1024, 0_u32..1024]) {
            let [x, y, z] = cell;
            let code = encode(cell);
            let next = ((code | !X_BITS).wrapping_add(1) & X_BITS) | code & !X_BITS;
            prop_assert_eq!(next, encode([x + 1, y, z]));
        }

        #[test]
        fn many_at_a_time_are_as_one_by_one(cells in prop::collection::vec([0_u32..1024, 0_u32..1024, 0_u32..1024], 0..100)) {
            let axis = |i: usize| -> Vec<u32> { cells.iter().map(|cell| cell[i]).collect() };
            let [x, y, z] = [axis(0), axis(1), axis(2)];
            let expected: Vec<_> = cells.iter().map(|&cell| encode(cell)).collect();
            let mut codes = vec![7; 3];
            encode_all([&x, &y, &z], &mut codes);
            prop_assert_eq!(&codes, &expected);
            for level in levels() {
                encode_all_at(level, [&x, &y, &z], &mut codes);
                prop_assert_eq!(&codes, &expected);
            }
            encode_all([&x, &y[..cells.len() / 2], &z], &mut codes);
            prop_assert_eq!(&codes[..], &expected[..cells.len() / 2]);
        }
    }
}
