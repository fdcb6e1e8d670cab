//! Writes a file that the user names.

use std::io;
use std::io::Write;
use std::path::Path;

use super::super::text::write;
use super::error::SaveError;
use super::home::Home;
use super::links::{folder_of, target};
use super::put::{READ_ONLY, put};
use crate::host::fs;
use crate::scene::document::Scene;

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

pub(super) fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let existing = fs::metadata(path).ok();
    if path.as_os_str().is_empty() || existing.as_ref().is_some_and(fs::Metadata::is_dir) {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "this is a folder"));
    }
    if existing.as_ref().is_some_and(|existing| !existing.is_file()) {
        let mut out = io::BufWriter::new(fs::OpenOptions::new().write(true).open(path)?);
        write(&mut out)?;
        return out.flush();
    }
    if existing.as_ref().is_some_and(|existing| existing.permissions().readonly()) {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, READ_ONLY));
    }
    let target = target(path)?;
    let folder = folder_of(&target);
    if !fs::is_folder(folder) {
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("there is no folder {}", folder.display())));
    }
    let name = target.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    put(&Home::Path(folder.to_owned()), name, existing.map(|existing| existing.permissions()), write)
}
