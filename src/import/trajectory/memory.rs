//! The memory of a recording while it is read: what stays with the recording, and what is needed only for its text.

use crate::budget::{ChargedVec, OverBudget, Reservation};
use crate::source::error::SceneError;

/// The number of bytes of each reservation, so that few frames need one.
const STEP: u64 = 1 << 16;

/// Reserves memory before a reader allocates it.
pub(super) struct Memory<'a> {
    /// The name of the file in messages.
    file: &'a str,
    /// What stays with the recording.
    kept: &'a mut Reservation,
    /// The bytes of `kept` that are not used yet.
    room: u64,
    /// What is released when the recording was read.
    reading: Reservation,
}

impl<'a> Memory<'a> {
    pub(super) fn new(file: &'a str, kept: &'a mut Reservation) -> Self {
        let reading = kept.beside();
        Self { file, kept, room: 0, reading }
    }

    /// Reserves memory for what stays with the recording.
    pub(super) fn keep(&mut self, bytes: u64) -> Result<(), SceneError> {
        if self.room < bytes {
            let step = bytes.max(STEP);
            self.kept.grow(step).map_err(|over| self.over_budget(over))?;
            self.room += step;
        }
        self.room -= bytes;
        Ok(())
    }

    /// Reserves memory until the recording was read. Returns the bytes held before, for [`Memory::release_to`].
    pub(super) fn hold(&mut self, bytes: u64) -> Result<u64, SceneError> {
        let before = self.reading.bytes();
        self.reading.grow(bytes).map_err(|over| self.over_budget(over))?;
        Ok(before)
    }

    /// An empty list that pays for itself.
    pub(super) fn list<T>(&self) -> ChargedVec<T> {
        ChargedVec::beside(&self.reading)
    }

    /// Adds an item to such a list.
    pub(super) fn push<T>(&self, list: &mut ChargedVec<T>, item: T) -> Result<(), SceneError> {
        list.push(item).map_err(|over| self.over_budget(over.with_own(list.paid())))
    }

    /// The items of a list, which stay with the recording.
    pub(super) fn keep_list<T>(&mut self, list: ChargedVec<T>) -> Vec<T> {
        let (items, memory) = list.into_parts();
        self.kept.absorb(memory);
        items
    }

    /// Releases what was held since then.
    pub(super) fn release_to(&mut self, before: u64) {
        self.reading.shrink_to(before);
    }

    /// The error has the bytes of the whole recording so far, and not only those of the last step.
    fn over_budget(&self, over: OverBudget) -> SceneError {
        let own = self.kept.bytes() + self.reading.bytes();
        SceneError::over_budget(self.file, "this recording", over.with_own(own))
    }
}

/// The occurrences of a byte in a text.
pub(super) fn count(text: &str, byte: u8) -> u64 {
    text.bytes().filter(|&found| found == byte).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;

    #[test]
    fn what_stays_and_what_is_held_share_the_budget() {
        let budget = Budget::new(4 * STEP);
        let mut kept = budget.nothing();
        let mut memory = Memory::new("walk.txt", &mut kept);
        memory.keep(1).unwrap();
        memory.keep(STEP - 1).unwrap();
        assert_eq!(budget.left(), 3 * STEP);
        let before = memory.hold(2 * STEP).unwrap();
        let error = memory.hold(2 * STEP).unwrap_err();
        assert!(
            error.to_string().starts_with("walk.txt:1:1: this recording takes 320 KiB of memory, but 256 KiB"),
            "{error}"
        );
        assert!(memory.keep(2 * STEP).unwrap_err().over.is_some());
        memory.release_to(before);
        memory.keep(2 * STEP).unwrap();
        drop(memory);
        assert_eq!((kept.bytes(), budget.left()), (3 * STEP, STEP));
    }
}
