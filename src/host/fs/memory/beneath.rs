//! Handles of folders in memory, as `cap-std` has them.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use super::entries::{expect_folder, find, normal};
use super::operations;

pub(crate) use super::file::{File, OpenOptions};
pub(crate) use super::metadata::DirEntry;
use super::metadata::Metadata;

/// A proof that the caller may use all files.
pub(crate) fn ambient_authority() {}

/// A folder.
#[derive(Clone, Debug)]
pub(crate) struct Dir(PathBuf);

impl Dir {
    /// Opens a folder.
    ///
    /// # Errors
    /// When there is none.
    pub(crate) fn open_ambient_dir(path: impl AsRef<Path>, (): ()) -> io::Result<Self> {
        expect_folder(path.as_ref())?;
        Ok(Self(normal(path.as_ref())))
    }

    fn at(&self, path: impl AsRef<Path>) -> io::Result<PathBuf> {
        let whole = normal(&self.0.join(path));
        if whole.starts_with(&self.0) { Ok(whole) } else { Err(io::ErrorKind::PermissionDenied.into()) }
    }

    /// Another handle of the same folder.
    ///
    /// # Errors
    /// Never.
    pub(crate) fn try_clone(&self) -> io::Result<Self> {
        Ok(self.clone())
    }

    /// Opens a folder in this one.
    ///
    /// # Errors
    /// When there is none, or it is outside.
    pub(crate) fn open_dir(&self, path: impl AsRef<Path>) -> io::Result<Self> {
        Self::open_ambient_dir(self.at(path)?, ())
    }

    /// Opens a file for reading.
    ///
    /// # Errors
    /// When there is none, or it is outside.
    pub(crate) fn open(&self, path: impl AsRef<Path>) -> io::Result<File> {
        File::open(self.at(path)?)
    }

    /// Opens a file.
    ///
    /// # Errors
    /// As [`OpenOptions::open`], and when it is outside.
    pub(crate) fn open_with(&self, path: impl AsRef<Path>, options: &OpenOptions) -> io::Result<File> {
        options.open(self.at(path)?)
    }

    /// The length, kind and time of change of a file.
    ///
    /// # Errors
    /// When there is none, or it is outside.
    pub(crate) fn metadata(&self, path: impl AsRef<Path>) -> io::Result<Metadata> {
        Ok(Metadata::of(&find(&self.at(path)?)?.1))
    }

    /// The entries of a folder.
    ///
    /// # Errors
    /// When there is none, or it is outside.
    pub(crate) fn read_dir(&self, path: impl AsRef<Path>) -> io::Result<std::vec::IntoIter<io::Result<DirEntry>>> {
        operations::read_dir(self.at(path)?)
    }

    /// Makes a folder and those around it.
    ///
    /// # Errors
    /// When one is a file, or it is outside.
    pub(crate) fn create_dir_all(&self, path: impl AsRef<Path>) -> io::Result<()> {
        operations::create_dir_all(self.at(path)?)
    }

    /// Gives a file another name in another folder.
    ///
    /// # Errors
    /// When there is no such file, or one is outside.
    pub(crate) fn rename(&self, from: impl AsRef<OsStr>, other: &Self, to: impl AsRef<OsStr>) -> io::Result<()> {
        operations::rename(self.at(from.as_ref())?, other.at(to.as_ref())?)
    }

    /// Removes a file.
    ///
    /// # Errors
    /// When there is none, or it is outside.
    pub(crate) fn remove_file(&self, path: impl AsRef<Path>) -> io::Result<()> {
        operations::remove_file(self.at(path)?)
    }

    /// Removes an empty folder.
    ///
    /// # Errors
    /// When there is none, when it has entries, or when it is outside.
    pub(crate) fn remove_dir(&self, path: impl AsRef<Path>) -> io::Result<()> {
        operations::remove_dir(self.at(path)?)
    }
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use super::*;
    use crate::host::fs::memory::entries::place;

    #[test]
    fn a_handle_of_a_folder_is_not_left() {
        place("/host-beneath/in/one.txt", Vec::new());
        place("/host-beneath/secret.txt", Vec::new());
        let folder = Dir::open_ambient_dir("/host-beneath/in", ()).unwrap();

        folder.open("one.txt").unwrap();
        for path in ["../secret.txt", "/host-beneath/secret.txt"] {
            assert_eq!(folder.open(path).unwrap_err().kind(), ErrorKind::PermissionDenied, "{path}");
        }
    }
}
