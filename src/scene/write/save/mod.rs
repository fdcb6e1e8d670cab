//! Writes files completely or not at all: to a temporary file beside the target, which is then renamed.
//!
//! ```text
//! user_file        a file that the user names
//! chosen_file      a file that the program chooses, inside a root
//! put              puts a file in the place of the one before
//! temporary_file   the file that is written first, and replaces the target
//! synced           syncs a file while it is written
//! home             the folder of a target, by its path or by a handle
//! links            the file to which links lead
//! sweep            removes what killed programs left
//! error            the error of a file that could not be written
//! ```
//!
//! The temporary file has no name where the system supports that, so that a killed program leaves no file: see
//! `temporary_file.rs`. [`sweep`] removes what was left.
//!
//! [`save_bytes`] writes a file that the user names. [`save_in`] writes a file that the program chooses, inside a root.

mod chosen_file;
mod error;
mod home;
mod links;
mod put;
mod sweep;
mod synced;
mod temporary_file;
mod user_file;

pub use chosen_file::{expect_writable, save_in};
pub use error::SaveError;
pub(crate) use links::{folder_of, target};
pub use sweep::sweep;
pub use temporary_file::{Unfinished, unfinished};
pub use user_file::{save, save_bytes, save_with};
