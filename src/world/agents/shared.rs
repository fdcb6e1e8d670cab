//! A list that only grows. Copies of its beginning share its chunks.

use std::fmt;
use std::sync::Arc;

/// Entries in a chunk: at most so many are copied when a shared list grows.
const CHUNK: usize = 512;

/// The first entries of a list that may have grown since.
pub struct SharedLog<T> {
    chunks: Arc<Vec<Arc<Vec<T>>>>,
    len: usize,
}

impl<T> SharedLog<T> {
    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The entry there, if there is one.
    pub fn get(&self, index: usize) -> Option<&T> {
        if index < self.len { self.chunks.get(index / CHUNK)?.get(index % CHUNK) } else { None }
    }

    /// All entries in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        (0..self.len).map(|i| &self.chunks[i / CHUNK][i % CHUNK])
    }

    /// The entries from one index up to another, as far as there are any.
    pub fn range(&self, range: std::ops::Range<usize>) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        let end = range.end.min(self.len);
        (range.start.min(end)..end).map(|i| &self.chunks[i / CHUNK][i % CHUNK])
    }

    /// The number of entries before the first for which the predicate is false; it must be false for all after that.
    pub fn partition_point(&self, holds: impl Fn(&T) -> bool) -> usize {
        let (mut low, mut high) = (0, self.len);
        while low < high {
            let middle = low.midpoint(high);
            if self.get(middle).is_some_and(&holds) { low = middle + 1 } else { high = middle }
        }
        low
    }

    /// The list's first entries.
    #[must_use]
    pub(super) fn first(&self, count: usize) -> Self {
        Self { chunks: Arc::clone(&self.chunks), len: count.min(self.len) }
    }
}

impl<T: Clone> SharedLog<T> {
    /// Adds an entry. Only for a list that has all entries of its chunks, not for its beginnings.
    pub(super) fn push(&mut self, entry: T) {
        let chunks = Arc::make_mut(&mut self.chunks);
        match chunks.last_mut() {
            Some(last) if last.len() < CHUNK => Arc::make_mut(last).push(entry),
            _ => chunks.push(Arc::new(vec![entry])),
        }
        self.len += 1;
    }
}

impl<T> Clone for SharedLog<T> {
    fn clone(&self) -> Self {
        Self { chunks: Arc::clone(&self.chunks), len: self.len }
    }
}

impl<T> Default for SharedLog<T> {
    fn default() -> Self {
        Self { chunks: Arc::default(), len: 0 }
    }
}

impl<T: PartialEq> PartialEq for SharedLog<T> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && (Arc::ptr_eq(&self.chunks, &other.chunks) || self.iter().eq(other.iter()))
    }
}

impl<T: fmt::Debug> fmt::Debug for SharedLog<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_stays_while_the_list_grows() {
        let mut list = SharedLog::default();
        let mut beginnings = Vec::new();
        for i in 0..3 * CHUNK {
            if i % 100 == 0 {
                beginnings.push(list.first(i));
            }
            list.push(i);
        }
        assert!(list.iter().copied().eq(0..3 * CHUNK));
        for (n, beginning) in beginnings.iter().enumerate() {
            assert!(beginning.iter().copied().eq(0..100 * n), "{n}");
            assert_eq!(beginning.get(100 * n), None);
            assert_eq!(*beginning, list.first(100 * n));
        }
        assert_eq!(list.partition_point(|&i| i < 777), 777);
        assert_eq!(list.range(510..514).copied().collect::<Vec<_>>(), [510, 511, 512, 513]);
        assert_eq!(list.range(9999..10_000).len(), 0);
    }
}
