//! File stamps, which detect a change without reading the file.

use std::fs::Metadata;
use std::path::Path;
use std::time::SystemTime;

/// A file stamp: modification time, length, and identity of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    modified: Option<SystemTime>,
    len: u64,
    is_file: bool,
    /// Device and inode, where the system has them.
    identity: Option<(u64, u64)>,
}

impl Stamp {
    /// The current stamp of a file; `None` when it does not exist.
    pub fn of(path: &Path) -> Option<Self> {
        Some(Self::from(&path.metadata().ok()?))
    }

    /// Whether it is a regular file, not a folder, pipe or device.
    pub fn is_file(&self) -> bool {
        self.is_file
    }

    /// Whether the file is empty. It is empty when another program starts to write it.
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
