//! How far the reading of a level is, and the memory that it takes.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::error::{LevelError, Result};
use crate::budget::{Budget, ChargedVec, OverBudget, Reservation};
use crate::opacity::Progress;

/// What is done with each byte: it is read, made into meshes, and those are made ready for rays.
const PASSES: u64 = 3;

/// Reading a level with progress: each byte of its files counts once in each pass.
pub(crate) struct LevelWork<'p> {
    progress: &'p Progress,
    bytes: AtomicU64,
    /// The bytes that were reported to the progress in advance.
    foreseen: AtomicU64,
    budget: Budget,
    /// The reservation for temporary memory while the level is read.
    held: Mutex<Reservation>,
    /// For what stays with the level.
    kept: Mutex<Reservation>,
    /// The first request that did not fit.
    over: OnceLock<OverBudget>,
    /// The bytes of images that may still be kept for the scene.
    images_left: AtomicU64,
}

/// Images that are kept for the scene take at most one part in this many of the memory.
const IMAGES: u64 = 4;

impl<'p> LevelWork<'p> {
    pub(crate) fn new(progress: &'p Progress, budget: &Budget) -> Self {
        let [held, kept] = [0; 2].map(|_| Mutex::new(budget.nothing()));
        let (bytes, foreseen) = (AtomicU64::new(0), AtomicU64::new(0));
        let images_left = AtomicU64::new(budget.total() / IMAGES);
        Self { progress, bytes, foreseen, budget: budget.clone(), held, kept, over: OnceLock::new(), images_left }
    }

    /// The same for a file of at least so many bytes, which count for the progress from now on. A caller that reads
    /// several files makes these first, so that the progress does not go back.
    pub(crate) fn estimating(progress: &'p Progress, budget: &Budget, bytes: u64) -> Self {
        progress.expect(PASSES * bytes);
        Self { foreseen: AtomicU64::new(bytes), ..Self::new(progress, budget) }
    }

    /// Whether images were kept for the scene.
    pub(crate) fn has_images(&self) -> bool {
        self.images_left.load(Ordering::Relaxed) < self.budget.total() / IMAGES
    }

    /// Another attempt, which keeps no images for the scene. Releases the temporary memory of this one.
    pub(crate) fn without_images(&self) -> Self {
        self.release(u64::MAX);
        Self { images_left: AtomicU64::new(0), ..Self::new(self.progress, &self.budget) }
    }

    /// Whether an image of so many bytes is kept for the scene. The level comes first, so nothing is kept when memory is
    /// scarce; the scene decodes the image again then.
    pub(in crate::import) fn keeps_image(&self, bytes: u64) -> bool {
        let left = |left: u64| left.checked_sub(bytes);
        !self.budget.is_scarce() && self.images_left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, left).is_ok()
    }

    /// There is one more file, of so many bytes.
    pub(crate) fn expect(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        let foreseen = self.foreseen.swap(0, Ordering::Relaxed);
        self.foreseen.store(foreseen.saturating_sub(bytes), Ordering::Relaxed);
        self.progress.expect(PASSES * bytes.saturating_sub(foreseen));
    }

    /// So many bytes have gone through a pass.
    pub(crate) fn advance(&self, bytes: u64) {
        self.progress.advance(bytes);
    }

    /// Some parts of all bytes have gone through a pass.
    pub(crate) fn advance_by(&self, part: usize, whole: usize) {
        let part = u128::from(self.bytes()) * part as u128 / whole.max(1) as u128;
        self.advance(u64::try_from(part).unwrap_or(u64::MAX));
    }

    /// Of all files so far.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.progress.is_cancelled()
    }

    /// Reserves memory until the level is read.
    pub(in crate::import) fn hold(&self, bytes: u64) -> Result<()> {
        self.grow(&self.held, bytes)
    }

    /// Reserves memory for as long as the caller keeps the reservation.
    pub(in crate::import) fn borrow(&self, bytes: u64) -> Result<Reservation> {
        self.budget.take(bytes).map_err(|over| self.refused(over))
    }

    /// Returns memory of [`LevelWork::hold`] before the level is read.
    pub(in crate::import) fn release(&self, bytes: u64) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let left = held.bytes().saturating_sub(bytes);
        held.shrink_to(left);
    }

    /// What was reserved for a part of the level stays with it.
    pub(in crate::import) fn keep_reserved(&self, reservation: Reservation) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).absorb(reservation);
    }

    /// The items of a list, for which the level pays from now on.
    pub(in crate::import) fn keep_list<T>(&self, list: ChargedVec<T>) -> Vec<T> {
        let (items, memory) = list.into_parts();
        self.keep_reserved(memory);
        items
    }

    /// The result of a list that reserves for itself, such as a [`ChargedVec`](crate::budget::ChargedVec), with the error of
    /// this level.
    pub(in crate::import) fn charged<T>(&self, result: std::result::Result<T, OverBudget>) -> Result<T> {
        result.map_err(|over| self.refused(over))
    }

    /// Checks that so many bytes are left now, without reserving them.
    pub(in crate::import) fn check_room(&self, bytes: u64) -> Result<()> {
        self.borrow(bytes).map(drop)
    }

    /// Reserves memory for what stays with the level.
    pub(in crate::import) fn keep(&self, bytes: u64) -> Result<()> {
        self.grow(&self.kept, bytes)
    }

    /// The same for some items of a size.
    pub(in crate::import) fn keep_many(&self, count: usize, size: usize) -> Result<()> {
        self.keep((count as u64).saturating_mul(size as u64))
    }

    fn grow(&self, reservation: &Mutex<Reservation>, bytes: u64) -> Result<()> {
        let grown = reservation.lock().unwrap_or_else(PoisonError::into_inner).grow(bytes);
        grown.map_err(|over| self.refused(over))
    }

    fn refused(&self, over: OverBudget) -> LevelError {
        LevelError::no_memory(*self.over.get_or_init(|| over))
    }

    /// The first request that did not fit into the budget.
    pub(crate) fn over(&self) -> Option<OverBudget> {
        self.over.get().copied()
    }

    /// The memory that stays with the level.
    pub(crate) fn take_kept(&self) -> Reservation {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *kept, self.budget.nothing())
    }

    pub(crate) fn budget(&self) -> &Budget {
        &self.budget
    }
}
