//! Opens regular files only. A pipe, a device or a folder is refused, and opening never waits for another program.
//!
//! The kind of the file is found twice: before it is opened, because opening a device may have an effect, and from the
//! open file, because another program may have replaced it in between.

use std::io::{self, Read};
use std::path::Path;

use crate::host::fs::{self, File, Metadata, OpenOptions};

/// Why a file is not read.
#[derive(Debug, thiserror::Error)]
pub enum RegularError {
    /// It is a folder.
    #[error("this is a folder; remove or rename it")]
    Folder,
    /// It is a pipe, a device or a socket.
    #[error("this is not a regular file")]
    NotRegular,
    /// It is larger than it may be.
    #[error("the file is larger than {}", crate::budget::Size(*.0))]
    TooLarge(u64),
    /// The operating system reports an error.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Refuses everything but a regular file.
pub(super) fn expect(is_folder: bool, is_file: bool) -> Result<(), RegularError> {
    match (is_folder, is_file) {
        (true, _) => Err(RegularError::Folder),
        (false, true) => Ok(()),
        (false, false) => Err(RegularError::NotRegular),
    }
}

fn expect_regular(metadata: &Metadata) -> Result<(), RegularError> {
    expect(metadata.is_dir(), metadata.is_file())
}

/// Opens a file without waiting. A pipe is opened too: the caller looks at the metadata of the open file.
pub(super) fn open_without_waiting(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(NOT_WAITING);
    }
    options.open(path)
}

/// The flags of an opening that does not wait, and that never makes a terminal the one of this program.
#[cfg(unix)]
pub(super) const NOT_WAITING: i32 = rustix::fs::OFlags::NONBLOCK.union(rustix::fs::OFlags::NOCTTY).bits().cast_signed();

/// Opens a regular file, also through links.
///
/// # Errors
/// When it is not a regular file, or cannot be opened.
pub fn open(path: &Path) -> Result<File, RegularError> {
    expect_regular(&fs::metadata(path)?)?;
    let file = open_without_waiting(path)?;
    expect_regular(&file.metadata()?)?;
    Ok(file)
}

/// The bytes of a regular file of at most `most` bytes, also through links.
///
/// # Errors
/// As [`open`], and when the file is larger.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, RegularError> {
    read_open(&open(path)?, most)
}

/// The bytes of an open file of at most `most` bytes.
pub(super) fn read_open(file: &File, most: u64) -> Result<Vec<u8>, RegularError> {
    if file.metadata()?.len() > most {
        return Err(RegularError::TooLarge(most));
    }
    let mut bytes = Vec::new();
    // The file may grow while it is read.
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(RegularError::TooLarge(most)) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_within_the_limit_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "12345").unwrap();
        assert_eq!(read(&path, 5).unwrap(), b"12345");
        assert!(matches!(read(&path, 4), Err(RegularError::TooLarge(4))));
        assert!(matches!(read(folder.path(), 5), Err(RegularError::Folder)));
        assert!(matches!(read(&folder.path().join("none"), 5), Err(RegularError::Io(_))));
        #[cfg(unix)]
        {
            let pipe = folder.path().join("pipe");
            let mode = rustix::fs::Mode::RWXU;
            rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, mode, 0).unwrap();
            for special in [&*pipe, Path::new("/dev/null")] {
                assert!(matches!(read(special, 5), Err(RegularError::NotRegular)), "{}", special.display());
            }
        }
    }
}
