//! Work on many things at once, and on few without asking other threads: waking them takes longer than the work, and
//! on a busy machine far longer.

use std::cmp::Ordering;

use rayon::prelude::*;

/// From here on more threads than one are worth it.
const MANY: usize = 1024;

/// What `make` gives for every index below `count`, in order.
pub(crate) fn collect<T: Send>(count: usize, make: impl Fn(usize) -> T + Sync) -> Vec<T> {
    if count < MANY { (0..count).map(&make).collect() } else { (0..count).into_par_iter().map(&make).collect() }
}

/// Sorts; what is equal keeps its order.
pub(crate) fn sort_by<T: Send>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering + Sync) {
    if list.len() < MANY { list.sort_by(compare) } else { list.par_sort_by(compare) }
}

#[cfg(test)]
mod tests {
    #[test]
    fn few_and_many_come_in_order() {
        for count in [0, 1, 1023, 1024, 5000] {
            assert_eq!(super::collect(count, |i| i), (0..count).collect::<Vec<_>>());
        }
    }
}
