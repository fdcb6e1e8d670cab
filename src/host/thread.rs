//! Threads. A page has only one, so what would run beside it runs at once.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// Whether work runs beside the caller. Without it, [`spawn`] returns when the work has ended.
pub(crate) const RUNS_BESIDE: bool = !cfg!(target_family = "wasm");

/// Runs work on another thread; in a browser on this one.
pub(crate) fn spawn(work: impl FnOnce() + Send + 'static) {
    if RUNS_BESIDE {
        std::thread::spawn(work);
    } else {
        work();
    }
}

/// Waits. Returns at once in a browser, where other work of the page would wait too.
pub(crate) fn sleep(time: Duration) {
    if RUNS_BESIDE {
        std::thread::sleep(time);
    }
}

/// The next message, after waiting at most the given time. In a browser it does not wait.
///
/// # Errors
/// When no message has come, or none can come any more.
pub(crate) fn receive<T>(messages: &Receiver<T>, most: Duration) -> Result<T, RecvTimeoutError> {
    if RUNS_BESIDE {
        messages.recv_timeout(most)
    } else {
        messages.try_recv().map_err(|error| match error {
            std::sync::mpsc::TryRecvError::Empty => RecvTimeoutError::Timeout,
            std::sync::mpsc::TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
        })
    }
}

/// The number of this process; 0 in a browser.
pub(crate) fn process_id() -> u32 {
    if RUNS_BESIDE { std::process::id() } else { 0 }
}
