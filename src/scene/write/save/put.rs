//! Writes a file of a folder through a temporary one, which takes the place of the one before.

use std::ffi::OsStr;
use std::io;
use std::io::Write;

use super::home::Home;
use super::synced;
use super::temporary_file::TemporaryFile;
use crate::host::fs::Permissions;

/// Writes a file of a folder through a temporary one.
pub(super) fn put(
    home: &Home,
    name: &OsStr,
    permissions: Option<Permissions>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let temporary = TemporaryFile::new(home)?;
    if let Some(permissions) = permissions {
        temporary.file().set_permissions(permissions)?;
    }
    synced::write(temporary.file(), write)?;
    temporary.put(name)?;
    home.sync()
}

/// The message about a file that must not be written.
pub(super) const READ_ONLY: &str = "the file is read-only";
