//! Files: those of the system, and in a browser those of the page.
//!
//! The names are those of `std::fs`. What `std` has as methods of paths is a function here, because the methods of a path always
//! ask the system. [`beneath`] has handles of folders that no link or `..` leaves.

#[cfg(any(test, target_family = "wasm"))]
#[allow(dead_code, reason = "tests and pages use parts of it")]
#[allow(
    clippy::len_without_is_empty,
    clippy::needless_pass_by_value,
    clippy::struct_excessive_bools,
    clippy::trivially_copy_pass_by_ref,
    clippy::unnecessary_wraps,
    clippy::unused_self,
    reason = "the interface is that of std"
)]
mod memory;
#[cfg(not(target_family = "wasm"))]
mod system;

#[cfg(target_family = "wasm")]
pub use memory::*;
#[cfg(not(target_family = "wasm"))]
pub(crate) use system::*;

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
