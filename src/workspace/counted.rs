//! A value that counts its changes. It is changed only through functions that compare and count, so that no change is
//! missing from the count.

use std::ops::Deref;

/// A value with the number of its changes.
#[derive(Clone, Debug, Default)]
pub(super) struct Counted<T> {
    value: T,
    changes: u64,
}

impl<T> Counted<T> {
    /// A value after this number of changes.
    pub(super) fn after(changes: u64, value: T) -> Self {
        Self { value, changes }
    }

    /// The number of changes.
    pub(super) fn changes(&self) -> u64 {
        self.changes
    }

    /// Replaces the value. Returns the old one.
    pub(super) fn replace(&mut self, value: T) -> T {
        self.changes += 1;
        std::mem::replace(&mut self.value, value)
    }

    /// Sets a part of the value. An equal part is no change. Returns whether it changed.
    pub(super) fn set<P: PartialEq>(&mut self, part: impl FnOnce(&mut T) -> &mut P, new: P) -> bool {
        let part = part(&mut self.value);
        let is_other = *part != new;
        if is_other {
            *part = new;
            self.changes += 1;
        }
        is_other
    }
}

impl<T> Deref for Counted<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}
