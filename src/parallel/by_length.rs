//! Loops that use several threads only when they are long.

use std::cmp::Ordering;

#[cfg(any(not(feature = "parallel"), target_family = "wasm"))]
use super::one_thread as loops;
#[cfg(all(feature = "parallel", not(target_family = "wasm")))]
use super::threads as loops;

/// From so many items on, several threads are faster than one.
const MANY: usize = 1024;

/// The results of `make` for every index below `count`, in order. Short loops run on one thread.
pub(crate) fn collect<T: Send>(count: usize, make: impl Fn(usize) -> T + Sync) -> Vec<T> {
    if count < MANY { (0..count).map(&make).collect() } else { loops::map(count, make) }
}

/// The same for items of unequal weight: on several threads from [`MANY`] on in all.
#[cfg(feature = "scene")]
pub(crate) fn collect_by_weight<T: Send>(
    count: usize,
    weight: impl Fn(usize) -> usize,
    make: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    if is_long(count, weight) { loops::map(count, make) } else { (0..count).map(make).collect() }
}

#[cfg(feature = "scene")]
fn is_long(count: usize, weight: impl Fn(usize) -> usize) -> bool {
    count >= MANY || (count > 1 && (0..count).map(weight).sum::<usize>() >= MANY)
}

/// Replaces every entry of a list by the result of `make` for its index. Entries have weights as in [`collect_by_weight`].
#[cfg(feature = "scene")]
pub(crate) fn fill_by_weight<T: Send>(
    list: &mut [T],
    weight: impl Fn(usize) -> usize,
    make: impl Fn(usize) -> T + Sync,
) {
    if is_long(list.len(), weight) {
        loops::fill(list, make);
    } else {
        list.iter_mut().enumerate().for_each(|(i, entry)| *entry = make(i));
    }
}

/// The results of `make` for every index below `count` that are not `None`, in order. Short loops run on one thread.
pub(crate) fn filter_map<T: Send>(count: usize, make: impl Fn(usize) -> Option<T> + Sync) -> Vec<T> {
    if count < MANY { (0..count).filter_map(&make).collect() } else { loops::filter_map(count, make) }
}

/// A stable sort. Short lists are sorted on one thread.
pub(crate) fn sort_by<T: Send>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering + Sync) {
    #[cfg(all(feature = "parallel", not(target_family = "wasm")))]
    if list.len() >= MANY {
        return loops::sort_by(list, compare);
    }
    list.sort_by(compare);
}
