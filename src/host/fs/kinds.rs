//! What is at a path.

#[cfg(target_family = "wasm")]
use super::memory::metadata;
#[cfg(not(target_family = "wasm"))]
use std::fs::metadata;
use std::path::Path;

/// Whether a path leads to a regular file.
pub(crate) fn is_file(path: impl AsRef<Path>) -> bool {
    metadata(path).is_ok_and(|metadata| metadata.is_file())
}

/// Whether a path leads to a folder.
pub(crate) fn is_folder(path: impl AsRef<Path>) -> bool {
    metadata(path).is_ok_and(|metadata| metadata.is_dir())
}

/// Whether a path leads to something.
pub(crate) fn is_there(path: impl AsRef<Path>) -> bool {
    metadata(path).is_ok()
}

/// The length of a file in bytes, 0 when there is none.
#[cfg(feature = "scene")]
pub(crate) fn length(path: impl AsRef<Path>) -> u64 {
    metadata(path).map_or(0, |metadata| metadata.len())
}
