//! How far long work is, and the wish to stop it; shared between who works and who watches.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What has been done of what there is to do, in any unit. Counting up and asking cost a few nanoseconds.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
    cancelled: AtomicBool,
}

impl Progress {
    /// Says that there is so much more to do.
    pub fn expect(&self, more: u64) {
        self.total.fetch_add(more, Ordering::Relaxed);
    }

    /// Says that so much more is done.
    pub fn advance(&self, more: u64) {
        self.done.fetch_add(more, Ordering::Relaxed);
    }

    /// From 0 to 1; 0 while nobody knows how much there is to do.
    pub fn fraction(&self) -> f32 {
        let [done, total] = [&self.done, &self.total].map(|count| count.load(Ordering::Relaxed));
        if total == 0 { 0.0 } else { (done as f32 / total as f32).min(1.0) }
    }

    /// Asks the work to stop, which it will do soon.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked to stop.
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
