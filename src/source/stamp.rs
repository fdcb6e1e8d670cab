//! By what a changed file is known without reading it.

use std::fs::Metadata;
use std::path::Path;
use std::time::SystemTime;

/// By what a changed file is known without reading it: when it was written, how long it is, and which file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    modified: Option<SystemTime>,
    len: u64,
    is_file: bool,
    /// Device and number in it, where the system has them.
    identity: Option<(u64, u64)>,
}

impl Stamp {
    /// Of a file as it is now; `None` when it is not there.
    pub fn of(path: &Path) -> Option<Self> {
        Some(Self::from(&path.metadata().ok()?))
    }

    /// Whether it is a file with contents of its own, and no folder, pipe or device.
    pub fn is_file(&self) -> bool {
        self.is_file
    }

    /// Whether the file is empty, as it is when another program begins to write it.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl From<&Metadata> for Stamp {
    fn from(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        let identity = {
            use std::os::unix::fs::MetadataExt;
            Some((metadata.dev(), metadata.ino()))
        };
        #[cfg(not(unix))]
        let identity = None;
        Self { modified: metadata.modified().ok(), len: metadata.len(), is_file: metadata.is_file(), identity }
    }
}
