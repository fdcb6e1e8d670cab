//! The progress of long work, and its cancellation. Shared between the thread that works and the one that shows it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The work that is done and the total work, in any unit. Every method takes a few nanoseconds.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
    cancelled: AtomicBool,
}

impl Progress {
    /// Adds to the total work.
    pub fn expect(&self, more: u64) {
        self.total.fetch_add(more, Ordering::Relaxed);
    }

    /// Adds to the work that is done.
    pub fn advance(&self, more: u64) {
        self.done.fetch_add(more, Ordering::Relaxed);
    }

    /// The fraction that is done, 0 to 1; 0 while the total is 0.
    pub fn fraction(&self) -> f32 {
        let [done, total] = [&self.done, &self.total].map(|count| count.load(Ordering::Relaxed));
        if total == 0 { 0.0 } else { (done as f32 / total as f32).min(1.0) }
    }

    /// Requests the work to stop. It checks the request from time to time.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the work was requested to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::float_cmp, reason = "halves are exact")]
    fn a_fraction_never_leaves_its_range() {
        let progress = Progress::default();
        assert_eq!(progress.fraction(), 0.0);
        progress.expect(8);
        progress.advance(4);
        assert_eq!(progress.fraction(), 0.5);
        progress.advance(40);
        assert_eq!(progress.fraction(), 1.0);
        assert!(!progress.is_cancelled());
        progress.cancel();
        assert!(progress.is_cancelled());
    }
}
