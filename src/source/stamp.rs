//! File stamps, which detect a change without reading the file.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::host::fs::{self, Metadata};

/// What distinguishes a file or folder from another one with the same name: device and inode, where the system has them.
pub(crate) type Identity = Option<(u64, u64)>;

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no identity")]
fn identity(metadata: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> Identity {
    None
}

/// The identity of what a path leads to; `None` also when there is nothing.
pub(crate) fn identity_of(path: &Path) -> Identity {
    identity(&fs::metadata(path).ok()?)
}

/// A file stamp: modification time, length, and identity of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    modified: Option<SystemTime>,
    len: u64,
    is_file: bool,
    identity: Identity,
}

impl Stamp {
    /// The current stamp of a file; `None` when it does not exist.
    pub fn of(path: &Path) -> Option<Self> {
        Some(Self::from(&fs::metadata(path).ok()?))
    }

    /// Whether these files have the same stamps as when they were read.
    pub(crate) fn are_current(stamps: &[(PathBuf, Option<Self>)]) -> bool {
        stamps.iter().all(|(path, stamp)| *stamp == Self::of(path))
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
        Self {
            modified: metadata.modified().ok(),
            len: metadata.len(),
            is_file: metadata.is_file(),
            identity: identity(metadata),
        }
    }
}
