//! What is known of a file or a folder.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use super::entries::Entry;

/// Whether a file may be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permissions;

impl Permissions {
    /// Whether it may not; `false`.
    pub fn readonly(&self) -> bool {
        false
    }
}

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileType {
    is_folder: bool,
}

impl FileType {
    /// Whether it is a folder.
    pub(crate) fn is_dir(&self) -> bool {
        self.is_folder
    }

    /// Whether it is a file.
    pub(crate) fn is_file(&self) -> bool {
        !self.is_folder
    }
}

/// The length, kind and time of change of an entry.
#[derive(Clone, Debug)]
pub struct Metadata {
    is_folder: bool,
    length: u64,
    modified: u64,
}

impl Metadata {
    pub(super) fn of(entry: &Entry) -> Self {
        match entry {
            Entry::Folder => Self { is_folder: true, length: 0, modified: 0 },
            Entry::File(content) => {
                Self { is_folder: false, length: content.bytes().len() as u64, modified: content.modified() }
            }
        }
    }

    /// Whether it is a folder.
    pub fn is_dir(&self) -> bool {
        self.is_folder
    }

    /// Whether it is a file.
    pub fn is_file(&self) -> bool {
        !self.is_folder
    }

    /// Whether it is a link; `false`.
    pub fn is_symlink(&self) -> bool {
        false
    }

    /// The length in bytes.
    pub fn len(&self) -> u64 {
        self.length
    }

    /// A time that differs for each change. It is not the time of a clock.
    ///
    /// # Errors
    /// Never.
    pub fn modified(&self) -> io::Result<SystemTime> {
        Ok(SystemTime::UNIX_EPOCH + Duration::from_secs(self.modified))
    }

    /// The permissions.
    pub fn permissions(&self) -> Permissions {
        Permissions
    }
}

/// An entry of a folder.
#[derive(Clone, Debug)]
pub(crate) struct DirEntry {
    pub(super) path: PathBuf,
    pub(super) metadata: Metadata,
}

impl DirEntry {
    /// The whole path.
    pub(crate) fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// The name in the folder.
    pub(crate) fn file_name(&self) -> OsString {
        self.path.file_name().unwrap_or_default().to_owned()
    }

    /// The length, kind and time of change.
    ///
    /// # Errors
    /// Never.
    pub(crate) fn metadata(&self) -> io::Result<Metadata> {
        Ok(self.metadata.clone())
    }

    /// The kind.
    ///
    /// # Errors
    /// Never.
    pub(crate) fn file_type(&self) -> io::Result<FileType> {
        Ok(FileType { is_folder: self.metadata.is_folder })
    }
}
