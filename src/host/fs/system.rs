//! The files of the system.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(crate) use std::fs::*;

/// Handles of folders.
pub(crate) mod beneath {
    pub(crate) use cap_std::ambient_authority;
    pub(crate) use cap_std::fs::{Dir, DirEntry, File, OpenOptions};
}

/// The working folder.
///
/// # Errors
/// When it was removed, or cannot be read.
pub(crate) fn working_folder() -> io::Result<PathBuf> {
    std::env::current_dir()
}

/// The time since a file was changed.
pub(crate) fn age(metadata: &Metadata) -> Option<Duration> {
    metadata.modified().ok()?.elapsed().ok()
}

/// The path from the root of the file system. The file need not exist.
///
/// # Errors
/// For an empty path, and when there is no working folder.
pub(crate) fn absolute(path: impl AsRef<Path>) -> io::Result<PathBuf> {
    std::path::absolute(path)
}
