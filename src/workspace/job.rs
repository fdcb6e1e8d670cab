//! Work on a separate thread, which can be cancelled.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::task::Poll;
use std::time::Duration;

use web_time::Instant;

use crate::host::thread::{receive, spawn};
use crate::opacity::Progress;

/// The time that a call waits after it opened or changed something. Most work is complete by then, so the picture does
/// not flicker.
pub(super) const FIRST_WAIT: Duration = Duration::from_millis(30);

/// Running work. Dropping it cancels the work.
pub(crate) struct Job<T> {
    progress: Arc<Progress>,
    answer: Receiver<T>,
    pub(crate) begun: Instant,
}

impl<T: Send + 'static> Job<T> {
    /// Starts work on another thread. The caller polls for its result.
    pub(crate) fn quietly(work: impl FnOnce(&Progress) -> T + Send + 'static) -> Self {
        Self::begin(work, || ())
    }

    pub(crate) fn begin(
        work: impl FnOnce(&Progress) -> T + Send + 'static,
        wake: impl FnOnce() + Send + 'static,
    ) -> Self {
        let (send, answer) = channel();
        let progress = Arc::new(Progress::default());
        let watched = Arc::clone(&progress);
        spawn(move || {
            // The receiver may have been dropped already.
            let _ = send.send(work(&watched));
            wake();
        });
        Self { progress, answer, begun: Instant::now() }
    }

    /// The result, once, after waiting at most the given time. The inner value is `None` when the work ended without a
    /// result.
    pub(crate) fn wait(&self, most: Duration) -> Poll<Option<T>> {
        match receive(&self.answer, most) {
            Ok(answer) => Poll::Ready(Some(answer)),
            Err(RecvTimeoutError::Disconnected) => Poll::Ready(None),
            Err(RecvTimeoutError::Timeout) => Poll::Pending,
        }
    }
}

impl<T> Job<T> {
    /// The progress from 0 to 1.
    pub(crate) fn fraction(&self) -> f32 {
        self.progress.fraction()
    }

    /// Whether the work was requested to end.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.progress.is_cancelled()
    }

    /// Requests that the work ends soon.
    pub(crate) fn cancel(&self) {
        self.progress.cancel();
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.progress.cancel();
    }
}
