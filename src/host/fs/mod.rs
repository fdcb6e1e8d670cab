//! Files: those of the system, and in a browser those of the page.
//!
//! The names are those of `std::fs`. What `std` has as methods of paths is a function here, because the methods of a path always
//! ask the system. [`beneath`] has handles of folders that no link or `..` leaves.

mod kinds;
#[cfg(any(test, target_family = "wasm"))]
#[allow(dead_code, unused_imports, reason = "tests and pages use parts of it")]
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

#[cfg(feature = "scene")]
pub(crate) use kinds::length;
pub(crate) use kinds::{is_file, is_folder, is_there};
#[cfg(target_family = "wasm")]
pub(crate) use memory::*;
#[cfg(not(target_family = "wasm"))]
pub(crate) use system::*;
