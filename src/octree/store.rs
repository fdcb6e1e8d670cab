//! A map from occupied cells to numbers: an array for small depths, a hash table for large ones.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::cell::{Cell, first_index};

/// The greatest depth with an array, which has one entry for each of 37,449 cells.
const DENSE_DEPTH: u32 = 5;

/// No bucket.
const EMPTY: u32 = u32::MAX;

/// A number for each occupied cell.
#[derive(Clone, Debug)]
pub(super) enum Store {
    Dense(Vec<u32>),
    Hashed(HashMap<u32, u32, BuildHasherDefault<IndexHasher>>),
}

impl Store {
    /// For an octree of `depth`.
    pub(super) fn new(depth: u32) -> Self {
        if depth <= DENSE_DEPTH {
            Self::Dense(vec![EMPTY; (first_index(depth) + (1 << (3 * depth))) as usize])
        } else {
            Self::Hashed(HashMap::default())
        }
    }

    #[inline]
    pub(super) fn get(&self, cell: Cell) -> Option<u32> {
        match self {
            Self::Dense(numbers) => numbers.get(cell.index() as usize).copied().filter(|&number| number != EMPTY),
            Self::Hashed(numbers) => numbers.get(&cell.index()).copied(),
        }
    }

    /// `number` must be below `u32::MAX`.
    pub(super) fn insert(&mut self, cell: Cell, number: u32) {
        match self {
            Self::Dense(numbers) => {
                if let Some(place) = numbers.get_mut(cell.index() as usize) {
                    *place = number;
                }
            }
            Self::Hashed(numbers) => {
                numbers.insert(cell.index(), number);
            }
        }
    }

    pub(super) fn remove(&mut self, cell: Cell) {
        match self {
            Self::Dense(numbers) => {
                if let Some(place) = numbers.get_mut(cell.index() as usize) {
                    *place = EMPTY;
                }
            }
            Self::Hashed(numbers) => {
                numbers.remove(&cell.index());
            }
        }
    }
}

/// Fibonacci hashing: multiplies by 2⁶⁴ divided by the golden ratio and uses the upper half of the product (D. E.
/// Knuth, "The Art of Computer Programming 3: Sorting and Searching", 1998, 6.4). Not resistant to chosen collisions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct IndexHasher(u64);

impl Hasher for IndexHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(byte.into());
        }
    }

    fn write_u32(&mut self, index: u32) {
        self.0 = (self.0.rotate_left(5) ^ u64::from(index)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn array_and_table_answer_alike() {
        let mut stores = [Store::new(DENSE_DEPTH), Store::new(DENSE_DEPTH + 1)];
        assert!(matches!(stores, [Store::Dense(_), Store::Hashed(_)]));
        let cells: Vec<_> = (0..2000).map(|i| Cell::from_index(i * 7 % 30_011).unwrap()).collect();
        for store in &mut stores {
            for (&cell, number) in cells.iter().zip(0..) {
                store.insert(cell, number);
            }
            cells.iter().step_by(3).for_each(|&cell| store.remove(cell));
        }
        for i in 0..37_449 {
            let cell = Cell::from_index(i).unwrap();
            assert_eq!(stores[0].get(cell), stores[1].get(cell), "{cell:?}");
        }
        assert_eq!([0, 1, 2, 3].map(|i| stores[0].get(cells[i])), [None, Some(1), Some(2), None]);
    }
}
