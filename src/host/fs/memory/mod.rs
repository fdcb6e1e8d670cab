//! Files in the memory of the program, for a page in a browser. There are no links, and the working folder is the root.
//!
//! ```text
//! entries     all files and folders, and who is told of changes
//! metadata    what is known of one; file: open files
//! operations  work on paths, with the names of `std::fs`; beneath: handles of folders
//! ```

pub(crate) mod beneath;
mod entries;
mod file;
mod metadata;
mod operations;

pub(crate) use entries::{on_change, place};
pub(crate) use file::{File, OpenOptions, TryLockError};
pub(crate) use metadata::{Metadata, Permissions};
pub(crate) use operations::*;
