//! What of the answers of a program is not used.

use std::collections::BTreeSet;

/// Messages about what is not used, the first one of each kind.
#[derive(Debug, Default)]
pub(super) struct Complaints {
    kinds: BTreeSet<&'static str>,
    new: Vec<String>,
}

impl Complaints {
    /// Adds a message unless there was one of this kind.
    pub(super) fn add(&mut self, kind: &'static str, message: impl FnOnce() -> String) {
        if self.kinds.insert(kind) {
            self.new.push(message());
        }
    }

    /// The messages since the last call.
    pub(super) fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.new)
    }
}
