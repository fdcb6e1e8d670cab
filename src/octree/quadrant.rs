//! Morton codes in two dimensions, to draw the Z-order curve of a slice of the octree.
//!
//! Bit k of x becomes bit 2k, bit k of y bit 2k + 1. A digit in base 4 selects a quadrant (I. Gargantini, "An Effective
//! Way to Represent Quadtrees", 1982).

/// The code of a square cell, each coordinate below 2¹⁶.
///
/// ```
/// # use eyeline::octree::quadrant::{decode, encode};
/// assert_eq!([[0, 0], [1, 0], [0, 1], [1, 1]].map(encode), [0, 1, 2, 3]);
/// assert_eq!(decode(0b1101), [0b11, 0b10]);
/// ```
pub const fn encode([x, y]: [u32; 2]) -> u32 {
    spread(x) | spread(y) << 1
}

/// The coordinates of a code.
pub const fn decode(code: u32) -> [u32; 2] {
    [gather(code), gather(code >> 1)]
}

/// Bit k becomes bit 2k, for the 16 low bits.
pub const fn spread(x: u32) -> u32 {
    let x = x & 0x0000_ffff;
    let x = (x | x << 8) & 0x00ff_00ff;
    let x = (x | x << 4) & 0x0f0f_0f0f;
    let x = (x | x << 2) & 0x3333_3333;
    (x | x << 1) & 0x5555_5555
}

/// The inverse of [`spread`]; bits in odd places are dropped.
pub const fn gather(x: u32) -> u32 {
    let x = x & 0x5555_5555;
    let x = (x | x >> 1) & 0x3333_3333;
    let x = (x | x >> 2) & 0x0f0f_0f0f;
    let x = (x | x >> 4) & 0x00ff_00ff;
    (x | x >> 8) & 0x0000_ffff
}

/// The cells of a level, 2^level on each side, in the order of the Z-order curve. Levels above 8, which has 65,536
/// cells, give the cells of level 8.
pub fn curve(level: u32) -> impl Iterator<Item = [u32; 2]> {
    (0..1_u32 << (2 * level.min(8))).map(decode)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::octree::morton;
    use proptest::prelude::*;

    #[test]
    fn the_curve_visits_each_cell_of_a_level_once() {
        let mut cells: Vec<_> = curve(3).collect();
        assert_eq!(cells[..5], [[0, 0], [1, 0], [0, 1], [1, 1], [2, 0]]);
        cells.sort_unstable();
        cells.dedup();
        assert_eq!(cells.len(), 64);
        assert!(cells.iter().flatten().all(|&c| c < 8));
        assert_eq!(curve(99).count(), 1 << 16);
    }

    proptest! {
        #[test]
        fn codes_come_back(x in 0_u32..1 << 16, y in 0_u32..1 << 16) {
            prop_assert_eq!(decode(encode([x, y])), [x, y]);
        }

        /// In the plane z = 0 the order of octants is that of quadrants.
        #[test]
        fn the_plane_is_a_slice_of_space(a in [0_u32..1024, 0_u32..1024], b in [0_u32..1024, 0_u32..1024]) {
            let octant = |[x, y]: [u32; 2]| morton::encode([x, y, 0]);
            prop_assert_eq!(encode(a).cmp(&encode(b)), octant(a).cmp(&octant(b)));
        }
    }
}
