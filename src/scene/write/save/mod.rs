//! Writes files completely or not at all: to a temporary file beside the target, which is then renamed.
//!
//! The temporary file has no name where the system supports that, so that a killed program leaves no file: see
//! `temporary_file.rs`. [`sweep`] removes what was left.
//!
//! [`save_bytes`] writes a file that the user names. [`save_in`] writes a file that the program chooses, inside a root.

mod home;
mod synced;
mod temporary_file;

use std::ffi::OsStr;
use std::fs::Permissions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::text::write;
use crate::scene::document::Scene;
use crate::source::rooted::{Rooted, RootedError};
use home::Home;
use temporary_file::TemporaryFile;
pub use temporary_file::{Unfinished, unfinished};

/// The error of a file that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {reason}", path.display())]
pub struct SaveError {
    /// The target, by the name that the caller gave.
    pub path: PathBuf,
    /// The error of the operating system.
    pub reason: io::Error,
}

/// Writes a scene to a file, as [`save_bytes`] does.
///
/// # Errors
/// When the file cannot be written. It is then unchanged.
pub fn save(scene: &Scene, path: &Path) -> Result<(), SaveError> {
    save_bytes(write(scene).as_bytes(), path)
}

/// Writes a file completely or not at all. An existing file keeps its permissions. A link is followed, and the file
/// that it leads to is written, even when that file does not exist yet. A path that is not a regular file, such as
/// `/dev/null`, is written directly.
///
/// # Errors
/// When the file cannot be written. It is then unchanged, or still missing.
pub fn save_bytes(bytes: &[u8], path: &Path) -> Result<(), SaveError> {
    save_with(path, |out| out.write_all(bytes))
}

/// Writes a file whose contents are produced in parts. Otherwise as [`save_bytes`].
///
/// # Errors
/// When the file or a part cannot be written. The file is then unchanged, or still missing.
pub fn save_with(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), SaveError> {
    replace(path, write).map_err(|reason| SaveError { path: path.to_owned(), reason })
}

fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let existing = path.metadata().ok();
    if path.as_os_str().is_empty() || existing.as_ref().is_some_and(std::fs::Metadata::is_dir) {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "this is a folder"));
    }
    if existing.as_ref().is_some_and(|existing| !existing.is_file()) {
        let mut out = io::BufWriter::new(std::fs::OpenOptions::new().write(true).open(path)?);
        write(&mut out)?;
        return out.flush();
    }
    if existing.as_ref().is_some_and(|existing| existing.permissions().readonly()) {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, READ_ONLY));
    }
    let target = target(path)?;
    let folder = folder_of(&target);
    if !folder.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("there is no folder {}", folder.display())));
    }
    let name = target.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    put(&Home::Path(folder.to_owned()), name, existing.map(|existing| existing.permissions()), write)
}

/// Writes a file of a folder through a temporary one.
fn put(
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
const READ_ONLY: &str = "the file is read-only";

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

/// Removes the temporary files that programs left in a folder when they were killed.
pub fn sweep(folder: &Rooted) {
    for (place, is_folder) in folder.list() {
        let is_ours = place.shown().file_name().is_some_and(temporary_file::is_temporary);
        if !is_folder && is_ours && matches!(place.open(), Ok(Some(file)) if temporary_file::is_left(&file)) {
            // The file does no harm, so an error is not reported.
            let _ = place.remove();
        }
    }
}

/// The path with all links at its end resolved. The file need not exist.
pub(crate) fn target(path: &Path) -> io::Result<PathBuf> {
    /// Linux has the same limit.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match path.read_link() {
            // A relative link starts in the folder of the link.
            Ok(to) => path = folder_of(&path).join(to),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("the path has too many links"))
}

pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
