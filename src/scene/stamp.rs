//! By what a changed file is known without reading it.

use std::path::Path;
use std::time::SystemTime;

/// The date and the size of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    modified: Option<SystemTime>,
    len: u64,
}

impl Stamp {
    /// `None` when there is no such file.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let metadata = path.metadata().ok()?;
        Some(Self { modified: metadata.modified().ok(), len: metadata.len() })
    }
}
