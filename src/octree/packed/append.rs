//! Lists of the boxes that a comparison of blocks finds, written without branches.
//!
//! The numbers of the bits that are set are written as a whole register, and the next call overwrites those beyond the count.
//! AVX-512 has an instruction that moves them together; other instruction sets read them from a table.

#![expect(clippy::inline_always, reason = "a call is not compiled for the instruction set of its caller")]

use fearless_simd::Simd;
#[cfg(target_arch = "x86_64")]
use fearless_simd::{SimdBase, SimdFrom, u32x16};

use super::block::LANES;

/// Room for so many numbers, and for a register that is written beyond them.
pub(super) fn reserve(list: &mut Vec<u32>, len: usize) {
    if list.len() < len + LANES {
        list.resize((len + LANES).next_power_of_two(), 0);
    }
}

/// Writes `block` × 16 + i for each bit i that is set. The bits from 16 on must be 0.
#[inline(always)]
pub(super) fn append<S: Simd>(simd: S, list: &mut [u32], count: &mut usize, block: u32, hits: u32) {
    #[expect(clippy::cast_possible_truncation, reason = "sixteen")]
    let base = block * LANES as u32;
    // The condition is constant for each instruction set.
    #[cfg(target_arch = "x86_64")]
    if let Some(avx512) = simd.level().as_avx512() {
        u32x16::simd_from(avx512, bits(avx512, base, hits)).store_slice(&mut list[*count..][..LANES]);
        *count += hits.count_ones() as usize;
        return;
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = simd;
    for (base, byte) in [(base, hits & 0xff), (base + 8, hits >> 8 & 0xff)] {
        let room = &mut list[*count..][..8];
        for (number, bit) in room.iter_mut().zip(&BITS[byte as usize]) {
            *number = base + bit;
        }
        *count += byte.count_ones() as usize;
    }
}

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{__m512i, _mm512_add_epi32, _mm512_maskz_compress_epi32, _mm512_set_epi32, _mm512_set1_epi32};

#[cfg(target_arch = "x86_64")]
fearless_simd::kernel!(
    /// `base` + i for each of the lowest sixteen bits that is set; the rest is 0.
    #[inline]
    fn bits(avx512: Avx512, base: u32, hits: u32) -> __m512i {
        let numbers = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
        #[expect(clippy::cast_possible_truncation, reason = "sixteen lanes")]
        let lanes = hits as u16;
        _mm512_maskz_compress_epi32(lanes, _mm512_add_epi32(numbers, _mm512_set1_epi32(base.cast_signed())))
    }
);

/// The numbers of the bits that are set, for each byte; the rest is 0. They have 32 bits, as the numbers that are made of
/// them: with a table of bytes, AVX2 needs four more instructions.
static BITS: [[u32; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut count) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][count] = bit;
                count += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use fearless_simd::{Level, dispatch};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn all_instruction_sets_write_the_bits_that_are_set(blocks in prop::collection::vec((0_u32..1 << 20, 0_u32..1 << 16), 0..40)) {
            let set = |&(block, hits): &(u32, u32)| (0..16).filter(move |bit| hits >> bit & 1 == 1).map(move |bit| block * 16 + bit);
            let expected: Vec<u32> = blocks.iter().flat_map(set).collect();
            for level in [Level::baseline(), Level::new()] {
                let (mut list, mut count) = (Vec::new(), 0);
                reserve(&mut list, blocks.len() * LANES);
                dispatch!(level, simd => for &(block, hits) in &blocks {
                    append(simd, &mut list, &mut count, block, hits);
                });
                prop_assert_eq!(&list[..count], &expected[..]);
            }
        }
    }
}
