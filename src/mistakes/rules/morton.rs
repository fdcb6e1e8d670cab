//! Morton codes: bit k of x becomes bit 3k, that of y bit 3k + 1, that of z bit 3k + 2.

use crate::mistakes::mistake::MistakeKind as M;
use crate::mistakes::set::MistakeSet;

/// The code of a cell, bit by bit.
pub(super) fn code(cell: [u32; 3], depth: u32, mistakes: MistakeSet) -> u64 {
    let [x, y, z] = if mistakes.has(M::AxesReversed) { [cell[2], cell[1], cell[0]] } else { cell };
    let cell = if mistakes.has(M::LowestBitLost) { [x, y, z].map(|c| c / 2 * 2) } else { [x, y, z] };
    if mistakes.has(M::RowByRow) {
        let [x, y, z] = cell.map(u64::from);
        return x | y << depth | z << (2 * depth);
    }
    let bits = if mistakes.has(M::TenBits) { depth.min(10) } else { depth };
    let bit = |k: u32, axis: u32| u64::from(cell[axis as usize] >> k & 1) << (3 * k + axis);
    (0..bits).flat_map(|k| (0..3).map(move |axis| (k, axis))).map(|(k, axis)| bit(k, axis)).sum()
}
