//! The files of a level: found through the guard of the scene's folder, and read until the user cancels.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::error::{LevelError, LevelPlace, Result};
use super::limits::LARGEST_LEVEL;
use super::stamps::Stamps;
use super::work::LevelWork;
use crate::budget::ChargedVec;
use crate::host::fs::File;
use crate::source::error::quoted;
use crate::source::folder::{self, Folder, FolderError};
use crate::source::stamp::Stamp;

/// The number of bytes between two checks for cancellation.
const PIECE: usize = 1 << 20;

/// The error of a file that cannot be read.
#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
pub(in crate::import) fn unreadable(error: io::Error) -> LevelError {
    LevelError::file(format!("cannot be read: {error}"))
}

/// Opens the file of a level. Returns its length too.
///
/// # Errors
/// When it cannot be read, or is larger than [`LARGEST_LEVEL`].
pub(in crate::import) fn open_level(path: &Path) -> Result<(File, u64)> {
    let file = File::open(path).map_err(unreadable)?;
    let length = file.metadata().map_err(unreadable)?.len();
    if length > LARGEST_LEVEL {
        return Err(LevelError::file(format!("is larger than {} GiB", LARGEST_LEVEL >> 30))
            .help("split the level into several files"));
    }
    Ok((file, length))
}

/// The folder of a scene, and one file in it.
#[derive(Clone, Copy)]
pub(crate) struct Named<'a> {
    pub(crate) folder: &'a Folder,
    /// Its name in the scene.
    pub(crate) file: &'a str,
}

/// The file that a level names, seen from its own folder and through the guard of the scene's.
pub(in crate::import) fn resolve_beside(
    named: Named,
    name: &str,
    place: &LevelPlace,
    stamps: &mut Stamps,
) -> Result<PathBuf> {
    let refused = |error: &FolderError| {
        let message = match error {
            FolderError::Missing(_) => format!("there is no file {}", quoted(name)),
            error => error.to_string(),
        };
        LevelError::at(place.clone(), message).help(match error {
            FolderError::Missing(_) => "put the file where the level refers to it; the path is relative to the level",
            error => error.help(),
        })
    };
    // An absolute path must not become relative by a prefix.
    folder::check_written(name).map_err(|error| refused(&error))?;
    let beside = beside(named, name);
    let found = named.folder.resolve(&beside);
    let path = found.as_ref().map_or_else(|_| named.folder.join(&beside), Clone::clone);
    // Before the reading, so that a write during it counts as a change.
    stamps.add(path, Stamp::of);
    found.map_err(|error| refused(&error))
}

/// The name in the scene of a file that a level names.
pub(in crate::import) fn beside(named: Named, name: &str) -> String {
    match named.file.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{name}"),
        None => name.to_owned(),
    }
}

/// Reads at most `most` bytes, until the user cancels.
pub(in crate::import) fn read_piecewise(file: &mut File, most: u64, work: &LevelWork) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut left = most;
    while left > 0 {
        if work.is_cancelled() {
            return Err(LevelError::cancelled());
        }
        let piece = left.min(PIECE as u64);
        let count = file
            .by_ref()
            .take(piece)
            .read_to_end(&mut bytes)
            .map_err(|error| LevelError::file(format!("cannot be read: {error}")))?;
        work.advance(count as u64);
        left -= count as u64;
        if count == 0 {
            break;
        }
    }
    Ok(bytes)
}

/// Reads the file of a level, until the user cancels. Its bytes count for the progress.
///
/// # Errors
/// When it cannot be read, is larger than [`LARGEST_LEVEL`], or does not fit into memory.
pub(in crate::import) fn read_level(path: &Path, work: &LevelWork) -> Result<ChargedVec<u8>> {
    let (mut file, length) = open_level(path)?;
    work.expect(length);
    read_whole(&mut file, length, LARGEST_LEVEL, work)
}

/// Reads at most `most` bytes of a file of this length, until the user cancels. If the file has grown since, the list grows
/// with it.
pub(in crate::import) fn read_whole(
    file: &mut File,
    length: u64,
    most: u64,
    work: &LevelWork,
) -> Result<ChargedVec<u8>> {
    let length = usize::try_from(length.min(most)).unwrap_or(usize::MAX);
    let mut bytes = work.charged(ChargedVec::with_capacity(work.budget(), length))?;
    let mut piece = vec![0; PIECE];
    while (bytes.len() as u64) < most {
        if work.is_cancelled() {
            return Err(LevelError::cancelled());
        }
        let room = usize::try_from(most - bytes.len() as u64).map_or(PIECE, |room| room.min(PIECE));
        let count = file.read(&mut piece[..room]).map_err(unreadable)?;
        if count == 0 {
            break;
        }
        work.charged(bytes.extend_from_slice(&piece[..count]))?;
        work.advance(count as u64);
    }
    Ok(bytes)
}
