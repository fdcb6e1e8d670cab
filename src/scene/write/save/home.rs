//! The folder of a target: by its path, or by the handle of a folder in a root. All changes of its entries are here.

use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;

use crate::host::fs::beneath::{self, Dir, OpenOptions};
use crate::host::fs::{self, File};

/// The folder of a target.
pub(super) enum Home {
    /// A folder that the user names. Its path is used for each change.
    Path(PathBuf),
    /// A folder in a root. No link leads a change out of it.
    Handle(Dir),
}

impl Home {
    /// Another handle of the same folder.
    pub(super) fn again(&self) -> io::Result<Self> {
        Ok(match self {
            Self::Path(path) => Self::Path(path.clone()),
            Self::Handle(dir) => Self::Handle(dir.try_clone()?),
        })
    }

    /// A new file with this name. An existing file is an error.
    pub(super) fn create(&self, name: &OsStr) -> io::Result<File> {
        match self {
            Self::Path(path) => File::options().write(true).create_new(true).open(path.join(name)),
            Self::Handle(dir) => Ok(dir.open_with(name, OpenOptions::new().write(true).create_new(true))?.into_std()),
        }
    }

    /// Renames a file over another one.
    pub(super) fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        match self {
            Self::Path(path) => fs::rename(path.join(from), path.join(to)),
            Self::Handle(dir) => dir.rename(from, dir, to),
        }
    }

    /// Removes a file.
    pub(super) fn remove(&self, name: &OsStr) -> io::Result<()> {
        match self {
            Self::Path(path) => fs::remove_file(path.join(name)),
            Self::Handle(dir) => dir.remove_file(name),
        }
    }

    /// A file without a name. `None` when the system or the file system of the folder has no such files, or cannot name
    /// them later.
    #[cfg(target_os = "linux")]
    pub(super) fn unnamed(&self) -> Option<File> {
        use rustix::fs::{CWD, Mode, OFlags, openat};
        let (flags, mode) = (OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC, Mode::from_raw_mode(0o666));
        let file = match self {
            Self::Path(path) => openat(CWD, path, flags, mode),
            Self::Handle(dir) => openat(dir, ".", flags, mode),
        };
        let file = File::from(file.ok()?);
        // Without /proc the file could not get a name later.
        fs::is_there(place_of(&file)).then_some(file)
    }

    /// Gives a name to a file without one. An existing file with that name is an error.
    #[cfg(target_os = "linux")]
    pub(super) fn link(&self, file: &File, name: &OsStr) -> io::Result<()> {
        use rustix::fs::{AtFlags, CWD, linkat};
        match self {
            Self::Path(path) => linkat(CWD, place_of(file), CWD, path.join(name), AtFlags::SYMLINK_FOLLOW)?,
            Self::Handle(dir) => linkat(CWD, place_of(file), dir, name, AtFlags::SYMLINK_FOLLOW)?,
        }
        Ok(())
    }

    /// Makes the new name of a file durable against a power failure. File systems on which a folder cannot be synced
    /// have their own method.
    #[cfg(unix)]
    pub(super) fn sync(&self) -> io::Result<()> {
        let folder = match self {
            Self::Path(path) => File::open(path),
            Self::Handle(dir) => dir.open(".").map(beneath::File::into_std),
        };
        match folder.and_then(|folder| folder.sync_all()) {
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
    pub(super) fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(target_os = "linux")]
fn place_of(file: &File) -> PathBuf {
    use std::os::fd::AsRawFd;
    PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
}
