//! Jobs that run beside the caller, whose results come in the order in which the jobs were started.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

#[cfg(target_family = "wasm")]
use super::one_thread::spawn;
#[cfg(not(target_family = "wasm"))]
use super::threads::spawn;

/// Jobs that were started and whose results were not taken. Without threads, a job runs when it is started.
pub(crate) struct OrderedJobs<T> {
    waiting: VecDeque<Receiver<thread::Result<T>>>,
    most: usize,
}

impl<T: Send + 'static> OrderedJobs<T> {
    /// At most `most` jobs wait at the same time; with 0 a job runs when it is started.
    pub(crate) fn new(most: usize) -> Self {
        Self { waiting: VecDeque::new(), most }
    }

    /// Changes how many jobs wait at most.
    pub(crate) fn set_most(&mut self, most: usize) {
        self.most = most;
    }

    /// Starts a job. Returns the result of the oldest one when more than `most` jobs would wait.
    pub(crate) fn start(&mut self, job: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        if self.most == 0 && self.waiting.is_empty() {
            return Some(job());
        }
        let (sender, receiver) = sync_channel(1);
        spawn(move || {
            // Without a receiver, the caller gave up.
            let _unwanted = sender.send(catch_unwind(AssertUnwindSafe(job)));
        });
        self.waiting.push_back(receiver);
        if self.waiting.len() > self.most { self.take_oldest() } else { None }
    }

    /// Waits for the oldest job. `None` when no job is left.
    ///
    /// # Panics
    /// When the job panicked.
    pub(crate) fn take_oldest(&mut self) -> Option<T> {
        let result = self.waiting.pop_front()?.recv().ok()?;
        Some(result.unwrap_or_else(|panic| resume_unwind(panic)))
    }
}
