//! Writes files completely or not at all: to a temporary file beside the target, which is then renamed.
//!
//! The temporary file has no name where the system supports that, so that a killed program leaves no file: see
//! `temporary_file.rs`.

mod synced;
mod temporary_file;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::Scene;
use super::write::write;
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
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    let target = target(path)?;
    let folder = folder_of(&target);
    if !folder.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("there is no folder {}", folder.display())));
    }
    let temporary = TemporaryFile::new(folder)?;
    if let Some(existing) = existing {
        temporary.file().set_permissions(existing.permissions())?;
    }
    synced::write(temporary.file(), write)?;
    temporary.put(&target)?;
    sync_folder(folder)
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

/// Makes the new name of a file durable against a power failure. File systems on which a folder cannot be synced have
/// their own method.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    match std::fs::File::open(folder).and_then(|folder| folder.sync_all()) {
        // A folder that is writable but not readable cannot be opened.
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported | io::ErrorKind::PermissionDenied
            ) =>
        {
            Ok(())
        }
        result => result,
    }
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
