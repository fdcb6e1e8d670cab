//! The loops on the threads of rayon.

use std::cmp::Ordering;

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, sync_channel};

use rayon::prelude::*;

/// The number of threads that work at the same time.
pub(crate) fn thread_count() -> usize {
    rayon::current_num_threads()
}

/// Runs both functions.
pub(crate) fn join<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    rayon::join(a, b)
}

/// Both results of `make` for every index below `count`, in order.
pub(crate) fn unzip<A: Send, B: Send>(count: usize, make: impl Fn(usize) -> (A, B) + Sync) -> (Vec<A>, Vec<B>) {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    (0..count).into_par_iter().map(&make).unzip_into_vecs(&mut first, &mut second);
    (first, second)
}

/// The results of `make` for every index below `count`, in order.
pub(crate) fn map<T: Send>(count: usize, make: impl Fn(usize) -> T + Sync) -> Vec<T> {
    (0..count).into_par_iter().map(&make).collect()
}

/// Replaces every entry of a list by the result of `make` for its index.
#[cfg(feature = "scene")]
pub(crate) fn fill<T: Send>(list: &mut [T], make: impl Fn(usize) -> T + Sync) {
    list.par_iter_mut().enumerate().for_each(|(i, entry)| *entry = make(i));
}

/// The results of `make` for every index below `count` that are not `None`, in order.
pub(crate) fn filter_map<T: Send>(count: usize, make: impl Fn(usize) -> Option<T> + Sync) -> Vec<T> {
    (0..count).into_par_iter().filter_map(&make).collect()
}

/// The lists that `make` gives for every index below `count`, one after the other.
pub(crate) fn flat_map<T: Send>(count: usize, make: impl Fn(usize) -> Vec<T> + Sync) -> Vec<T> {
    (0..count).into_par_iter().flat_map_iter(&make).collect()
}

/// The results of `make` for every item, in order.
pub(crate) fn map_owned<P: Send, T: Send>(items: Vec<P>, make: impl Fn(P) -> T + Sync) -> Vec<T> {
    items.into_par_iter().map(&make).collect()
}

/// Makes an item for every index below `count` on several threads, and passes the items on in order, on the thread of the
/// caller, until one cannot be taken. A few items exist at the same time.
///
/// # Errors
/// The first error of `take`.
pub(crate) fn in_order<T: Send, E>(
    count: usize,
    make: impl Fn(usize) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    // A thread of the pool that waited for an item could wait for itself.
    if count < 2 || rayon::current_thread_index().is_some() {
        return (0..count).map(make).try_for_each(take);
    }
    let make = &make;
    rayon::in_place_scope(|scope| {
        let mut waiting = VecDeque::new();
        let start = |waiting: &mut VecDeque<Receiver<T>>, i: usize| {
            let (sender, receiver) = sync_channel(1);
            scope.spawn(move |_| {
                // Without a receiver, an earlier item could not be taken.
                let _unwanted = sender.send(make(i));
            });
            waiting.push_back(receiver);
        };
        let mut next = 0;
        loop {
            while next < count && waiting.len() < 2 * thread_count() {
                start(&mut waiting, next);
                next += 1;
            }
            let Some(receiver) = waiting.pop_front() else { return Ok(()) };
            // The item is missing only when `make` panicked, and the scope passes the panic on.
            let Ok(item) = receiver.recv() else { return Ok(()) };
            take(item)?;
        }
    })
}

/// A sort without more memory.
#[cfg(feature = "scene")]
pub(crate) fn sort_unstable<T: Ord + Send>(list: &mut [T]) {
    list.par_sort_unstable();
}

/// A stable sort.
pub(crate) fn sort_by<T: Send>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering + Sync) {
    list.par_sort_by(compare);
}

/// Runs a job on a thread of the pool. On such a thread the job runs now, because a thread that waited for it could wait for
/// itself.
#[cfg(feature = "render")]
pub(crate) fn spawn(job: impl FnOnce() + Send + 'static) {
    if rayon::current_thread_index().is_some() { job() } else { rayon::spawn(job) }
}
