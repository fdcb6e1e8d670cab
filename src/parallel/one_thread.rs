//! The loops on the thread of the caller.

/// The number of threads that work at the same time: 1.
pub(crate) fn thread_count() -> usize {
    1
}

/// Runs both functions, one after the other.
pub(crate) fn join<A, B>(a: impl FnOnce() -> A, b: impl FnOnce() -> B) -> (A, B) {
    (a(), b())
}

/// Both results of `make` for every index below `count`, in order.
pub(crate) fn unzip<A, B>(count: usize, make: impl Fn(usize) -> (A, B)) -> (Vec<A>, Vec<B>) {
    (0..count).map(make).unzip()
}

/// The results of `make` for every index below `count`, in order.
pub(crate) fn map<T>(count: usize, make: impl Fn(usize) -> T) -> Vec<T> {
    (0..count).map(make).collect()
}

/// Replaces every entry of a list by the result of `make` for its index.
#[cfg(feature = "scene")]
pub(crate) fn fill<T>(list: &mut [T], make: impl Fn(usize) -> T) {
    list.iter_mut().enumerate().for_each(|(i, entry)| *entry = make(i));
}

/// The results of `make` for every index below `count` that are not `None`, in order.
pub(crate) fn filter_map<T>(count: usize, make: impl Fn(usize) -> Option<T>) -> Vec<T> {
    (0..count).filter_map(make).collect()
}

/// The lists that `make` gives for every index below `count`, one after the other.
pub(crate) fn flat_map<T>(count: usize, make: impl Fn(usize) -> Vec<T>) -> Vec<T> {
    (0..count).flat_map(make).collect()
}

/// The results of `make` for every item, in order.
pub(crate) fn map_owned<P, T>(items: Vec<P>, make: impl FnMut(P) -> T) -> Vec<T> {
    items.into_iter().map(make).collect()
}

/// Makes an item for every index below `count`, and passes the items on in order, until one cannot be taken.
///
/// # Errors
/// The first error of `take`.
pub(crate) fn in_order<T, E>(
    count: usize,
    make: impl Fn(usize) -> T,
    take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    (0..count).map(make).try_for_each(take)
}

/// A sort without more memory.
#[cfg(feature = "scene")]
pub(crate) fn sort_unstable<T: Ord>(list: &mut [T]) {
    list.sort_unstable();
}

/// Runs a job now.
#[cfg(all(feature = "render", target_family = "wasm"))]
pub(crate) fn spawn(job: impl FnOnce() + Send + 'static) {
    job();
}
