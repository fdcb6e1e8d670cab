//! Loops that run on several threads when the feature `parallel` is on, and on one thread without it. The results are
//! the same, in the same order.
//!
//! [`collect`], [`filter_map`] and [`sort_by`] use several threads only from 1024 items, because to wake a thread takes
//! longer than a short loop. The callers of the other functions compare sizes themselves.

mod by_length;
#[cfg(any(test, not(feature = "parallel"), target_family = "wasm"))]
mod one_thread;
#[cfg(feature = "render")]
mod ordered_jobs;
#[cfg(test)]
mod tests;
#[cfg(all(feature = "parallel", not(target_family = "wasm")))]
mod threads;
mod work_limit;

pub(crate) use by_length::{collect, filter_map, sort_by};
#[cfg(feature = "scene")]
pub(crate) use by_length::{collect_by_weight, fill_by_weight};
#[cfg(all(feature = "scene", target_family = "wasm"))]
pub(crate) use one_thread::sort_unstable;
#[cfg(any(not(feature = "parallel"), target_family = "wasm"))]
pub(crate) use one_thread::{flat_map, in_order, join, map, map_owned, thread_count, unzip};
#[cfg(feature = "render")]
pub(crate) use ordered_jobs::OrderedJobs;
#[cfg(all(feature = "scene", not(target_family = "wasm")))]
pub(crate) use threads::sort_unstable;
#[cfg(all(feature = "parallel", not(target_family = "wasm")))]
pub(crate) use threads::{flat_map, in_order, join, map, map_owned, thread_count, unzip};
pub(crate) use work_limit::WorkLimit;
