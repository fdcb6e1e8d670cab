//! Results that are done in any order, given on in the order of their numbers.

use std::collections::BTreeMap;

/// Holds back each result until all before it are there.
#[derive(Debug)]
pub struct InOrder<T> {
    next: usize,
    waiting: BTreeMap<usize, T>,
}

impl<T> Default for InOrder<T> {
    fn default() -> Self {
        Self { next: 0, waiting: BTreeMap::new() }
    }
}

impl<T> InOrder<T> {
    /// Adds the result with a number, from 0. Returns the results that are next in order.
    pub fn add(&mut self, number: usize, result: T) -> Vec<T> {
        self.waiting.insert(number, result);
        let mut ready = Vec::new();
        while let Some(result) = self.waiting.remove(&self.next) {
            self.next += 1;
            ready.push(result);
        }
        ready
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_waits_for_those_before_it() {
        let mut order = InOrder::default();
        assert!(order.add(1, 'b').is_empty());
        assert_eq!(order.add(0, 'a'), ['a', 'b']);
        assert_eq!((order.add(3, 'd'), order.add(2, 'c')), (vec![], vec!['c', 'd']));
    }
}
