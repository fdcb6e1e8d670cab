//! Writes a file that the program chooses, inside a root.

use std::io;

use super::error::SaveError;
use super::home::Home;
use super::put::{READ_ONLY, put};
use crate::host::fs::Permissions;
use crate::source::rooted::{Rooted, RootedError};

/// Refuses a place in a root that cannot be written: all but a regular file and a file that does not exist, a place that
/// leads out of the root, and a file that is read-only.
///
/// # Errors
/// With the reason.
pub fn expect_writable(place: &Rooted) -> Result<Option<Permissions>, RootedError> {
    let existing = place.open()?.map(|file| file.metadata()).transpose()?;
    let permissions = existing.map(|existing| existing.permissions());
    if permissions.as_ref().is_some_and(Permissions::readonly) {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, READ_ONLY).into());
    }
    Ok(permissions)
}

/// Writes a file inside a root completely or not at all, and makes the folders above it. The new file takes the place of
/// the old one and keeps its permissions. A link is replaced, and the file that it leads to is unchanged.
///
/// # Errors
/// As [`expect_writable`], and when the file cannot be written. It is then unchanged, or still missing.
pub fn save_in(place: &Rooted, bytes: &[u8]) -> Result<(), SaveError> {
    let replace = || -> Result<(), RootedError> {
        let permissions = expect_writable(place)?;
        let (folder, name) = place.make_folder()?;
        Ok(put(&Home::Handle(folder), &name, permissions, |out| out.write_all(bytes))?)
    };
    replace().map_err(|reason| SaveError { path: place.shown().to_owned(), reason: reason.into() })
}
