//! How far the reading of a level is.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::opacity::Progress;

/// What is done with each byte: it is read, made into meshes, and those are made ready for rays.
const PASSES: u64 = 3;

/// Reading a level while somebody watches: each byte of its files counts once in each pass.
pub(super) struct Work<'p> {
    progress: &'p Progress,
    bytes: AtomicU64,
    /// Of which the progress was told before.
    foreseen: AtomicU64,
}

impl<'p> Work<'p> {
    pub(super) fn new(progress: &'p Progress) -> Self {
        Self { progress, bytes: AtomicU64::new(0), foreseen: AtomicU64::new(0) }
    }

    /// The same for a file of so many bytes at least, which are told now: who reads one file after the other tells of all of
    /// them first, so that the progress does not go back.
    pub(super) fn foreseeing(progress: &'p Progress, bytes: u64) -> Self {
        progress.expect(PASSES * bytes);
        Self { foreseen: AtomicU64::new(bytes), ..Self::new(progress) }
    }

    /// There is one more file, of so many bytes.
    pub(super) fn expect(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        let foreseen = self.foreseen.swap(0, Ordering::Relaxed);
        self.foreseen.store(foreseen.saturating_sub(bytes), Ordering::Relaxed);
        self.progress.expect(PASSES * bytes.saturating_sub(foreseen));
    }

    /// So many bytes have gone through a pass.
    pub(super) fn advance(&self, bytes: u64) {
        self.progress.advance(bytes);
    }

    /// Some parts of all bytes have gone through a pass.
    pub(super) fn advance_by(&self, part: usize, whole: usize) {
        let part = u128::from(self.bytes()) * part as u128 / whole.max(1) as u128;
        self.advance(u64::try_from(part).unwrap_or(u64::MAX));
    }

    /// Of all files so far.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.progress.is_cancelled()
    }
}
