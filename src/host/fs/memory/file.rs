//! Open files.

use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::entries::{Entry, FileBytes, entries, expect_folder, find, normal};
use super::metadata::{Metadata, Permissions};

/// Why a file was not locked.
#[derive(Debug)]
pub enum TryLockError {
    /// Another handle has the lock; never.
    WouldBlock,
    /// The system has no locks.
    Error(io::Error),
}

/// An open file or folder.
pub struct File {
    entry: Entry,
    position: AtomicU64,
}

impl std::fmt::Debug for File {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("File").field("position", &self.position).finish_non_exhaustive()
    }
}

impl File {
    /// Opens a file for reading.
    ///
    /// # Errors
    /// When there is none.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        Ok(Self::of(find(path.as_ref())?.1))
    }

    /// Makes an empty file, in place of an existing one.
    ///
    /// # Errors
    /// When its folder does not exist.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        OpenOptions::new().write(true).create(true).truncate(true).open(path)
    }

    /// Options for opening.
    #[must_use]
    pub fn options() -> OpenOptions {
        OpenOptions::new()
    }

    fn of(entry: Entry) -> Self {
        Self { entry, position: AtomicU64::new(0) }
    }

    /// The same file; as `cap-std` has it.
    #[must_use]
    pub fn into_std(self) -> Self {
        self
    }

    /// The length, kind and time of change.
    ///
    /// # Errors
    /// Never.
    pub fn metadata(&self) -> io::Result<Metadata> {
        Ok(Metadata::of(&self.entry))
    }

    /// Has no effect.
    ///
    /// # Errors
    /// Never.
    pub fn set_permissions(&self, _: Permissions) -> io::Result<()> {
        Ok(())
    }

    /// Has no effect: the bytes are in memory.
    ///
    /// # Errors
    /// Never.
    pub fn sync_all(&self) -> io::Result<()> {
        Ok(())
    }

    /// Has no effect: the bytes are in memory.
    ///
    /// # Errors
    /// Never.
    pub fn sync_data(&self) -> io::Result<()> {
        self.sync_all()
    }

    /// Succeeds: no other program has these files.
    ///
    /// # Errors
    /// Never.
    pub fn try_lock(&self) -> Result<(), TryLockError> {
        Ok(())
    }

    /// Succeeds: no other program has these files.
    ///
    /// # Errors
    /// Never.
    pub fn lock(&self) -> io::Result<()> {
        Ok(())
    }

    pub(super) fn content(&self) -> io::Result<&FileBytes> {
        match &self.entry {
            Entry::File(content) => Ok(content),
            Entry::Folder => Err(ErrorKind::IsADirectory.into()),
        }
    }
}

impl Read for &File {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let bytes = self.content()?.bytes();
        let begin = usize::try_from(self.position.load(Ordering::Relaxed)).unwrap_or(usize::MAX).min(bytes.len());
        let count = into.len().min(bytes.len() - begin);
        into[..count].copy_from_slice(&bytes[begin..begin + count]);
        self.position.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

impl Write for &File {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        let content = self.content()?;
        let mut bytes = content.bytes();
        let begin = usize::try_from(self.position.load(Ordering::Relaxed)).map_err(io::Error::other)?;
        let end = begin.checked_add(from.len()).ok_or(ErrorKind::FileTooLarge)?;
        if bytes.len() < end {
            let more = end - bytes.len();
            bytes.try_reserve(more).map_err(|_full| io::Error::from(ErrorKind::OutOfMemory))?;
            bytes.resize(end, 0);
        }
        bytes[begin..end].copy_from_slice(from);
        self.position.fetch_add(from.len() as u64, Ordering::Relaxed);
        content.touch();
        Ok(from.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for &File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let end = self.content()?.bytes().len() as u64;
        let here = self.position.load(Ordering::Relaxed);
        let (from, by) = match to {
            SeekFrom::Start(place) => (place, 0),
            SeekFrom::Current(by) => (here, by),
            SeekFrom::End(by) => (end, by),
        };
        let place = from.checked_add_signed(by).ok_or(ErrorKind::InvalidInput)?;
        self.position.store(place, Ordering::Relaxed);
        Ok(place)
    }
}

impl Read for File {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        (&*self).read(into)
    }
}

impl Write for File {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        (&*self).write(from)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        (&*self).seek(to)
    }
}

/// How a file is opened.
#[derive(Clone, Debug, Default)]
pub struct OpenOptions {
    is_written: bool,
    may_create: bool,
    must_create: bool,
    is_emptied: bool,
}

impl OpenOptions {
    /// Options that open nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Has no effect: each file can be read.
    pub fn read(&mut self, _: bool) -> &mut Self {
        self
    }

    /// For writing.
    pub fn write(&mut self, yes: bool) -> &mut Self {
        self.is_written = yes;
        self
    }

    /// Makes a file that does not exist.
    pub fn create(&mut self, yes: bool) -> &mut Self {
        self.may_create = yes;
        self
    }

    /// Makes a file; an existing one is an error.
    pub fn create_new(&mut self, yes: bool) -> &mut Self {
        self.must_create = yes;
        self
    }

    /// Removes all bytes.
    pub fn truncate(&mut self, yes: bool) -> &mut Self {
        self.is_emptied = yes;
        self
    }

    /// Opens a file.
    ///
    /// # Errors
    /// When it does not exist, or exists and must not, or when its folder does not exist.
    pub fn open(&self, path: impl AsRef<Path>) -> io::Result<File> {
        let file = match find(path.as_ref()) {
            Ok(_) if self.must_create => return Err(ErrorKind::AlreadyExists.into()),
            Ok((_, Entry::Folder)) if self.is_written => return Err(ErrorKind::IsADirectory.into()),
            Ok((_, entry)) => File::of(entry),
            Err(_) if self.may_create || self.must_create => {
                let path = normal(path.as_ref());
                expect_folder(path.parent().unwrap_or(Path::new("/")))?;
                let content = Arc::new(FileBytes::default());
                content.touch();
                entries().insert(path, Entry::File(Arc::clone(&content)));
                File::of(Entry::File(content))
            }
            Err(error) => return Err(error),
        };
        if self.is_emptied {
            let content = file.content()?;
            content.bytes().clear();
            content.touch();
        }
        Ok(file)
    }
}
