//! Files in the memory of the program, for a page in a browser. There are no links, and the working folder is the root.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, SystemTime};

/// A file or a folder.
#[derive(Clone)]
pub(super) enum Entry {
    Folder,
    File(Arc<FileBytes>),
}

/// The bytes of a file, which open handles share.
#[derive(Default)]
pub(super) struct FileBytes {
    bytes: Mutex<Vec<u8>>,
    /// Counts the changes of all files.
    modified: AtomicU64,
}

impl FileBytes {
    fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn touch(&self) {
        static CHANGES: AtomicU64 = AtomicU64::new(1);
        self.modified.store(CHANGES.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
    }
}

static ENTRIES: Mutex<BTreeMap<PathBuf, Entry>> = Mutex::new(BTreeMap::new());

fn entries() -> MutexGuard<'static, BTreeMap<PathBuf, Entry>> {
    ENTRIES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is called for each file that was written whole, renamed or removed: with its path and its bytes.
pub(crate) type Listener = fn(&Path, Option<&[u8]>);

static LISTENER: OnceLock<Listener> = OnceLock::new();

/// Sets what is called for changed files. Later calls have no effect.
pub(crate) fn on_change(listener: Listener) {
    let _is_first = LISTENER.set(listener);
}

fn tell(path: &Path, bytes: Option<&[u8]>) {
    if let Some(listener) = LISTENER.get() {
        listener(path, bytes);
    }
}

/// Puts a file at a path with all its folders. The listener is not called.
pub(crate) fn place(path: impl AsRef<Path>, bytes: Vec<u8>) {
    let path = normal(path.as_ref());
    let mut entries = entries();
    for folder in path.ancestors().skip(1) {
        entries.entry(folder.to_owned()).or_insert(Entry::Folder);
    }
    let content = FileBytes { bytes: Mutex::new(bytes), modified: AtomicU64::new(0) };
    content.touch();
    entries.insert(path, Entry::File(Arc::new(content)));
}

/// The path from the root, without `.` and `..`.
pub(super) fn normal(path: &Path) -> PathBuf {
    let mut whole = PathBuf::from("/");
    for part in path.components() {
        match part {
            Component::ParentDir => _ = whole.pop(),
            Component::Normal(name) => whole.push(name),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    whole
}

fn not_found() -> io::Error {
    io::Error::new(ErrorKind::NotFound, "there is no such file in this page")
}

pub(super) fn find(path: &Path) -> io::Result<(PathBuf, Entry)> {
    if path.as_os_str().is_empty() {
        return Err(not_found());
    }
    let path = normal(path);
    if path == Path::new("/") {
        return Ok((path, Entry::Folder));
    }
    let found = entries().get(&path).cloned();
    found.map(|entry| (path, entry)).ok_or_else(not_found)
}

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
            Entry::File(content) => Self {
                is_folder: false,
                length: content.bytes().len() as u64,
                modified: content.modified.load(Ordering::Relaxed),
            },
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

    fn content(&self) -> io::Result<&FileBytes> {
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

pub(super) fn expect_folder(path: &Path) -> io::Result<()> {
    match find(path)?.1 {
        Entry::Folder => Ok(()),
        Entry::File(_) => Err(ErrorKind::NotADirectory.into()),
    }
}

/// An entry of a folder.
#[derive(Clone, Debug)]
pub(crate) struct DirEntry {
    path: PathBuf,
    metadata: Metadata,
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

/// The entries of a folder, by name.
///
/// # Errors
/// When there is no such folder.
pub(crate) fn read_dir(path: impl AsRef<Path>) -> io::Result<std::vec::IntoIter<io::Result<DirEntry>>> {
    let (folder, _) = find(path.as_ref())?;
    expect_folder(&folder)?;
    let entries = entries();
    let inside = entries.iter().filter(|(path, _)| path.parent() == Some(&folder));
    let found = inside.map(|(path, entry)| Ok(DirEntry { path: path.clone(), metadata: Metadata::of(entry) }));
    Ok(found.collect::<Vec<_>>().into_iter())
}

/// The length, kind and time of change of a file.
///
/// # Errors
/// When there is none.
pub(crate) fn metadata(path: impl AsRef<Path>) -> io::Result<Metadata> {
    Ok(Metadata::of(&find(path.as_ref())?.1))
}

/// The same as [`metadata`].
///
/// # Errors
/// When there is no such file.
pub(crate) fn symlink_metadata(path: impl AsRef<Path>) -> io::Result<Metadata> {
    metadata(path)
}

/// The target of a link.
///
/// # Errors
/// Always: there are no links.
pub(crate) fn read_link(_: impl AsRef<Path>) -> io::Result<PathBuf> {
    Err(ErrorKind::InvalidInput.into())
}

/// The path from the root of an existing file.
///
/// # Errors
/// When there is no such file.
pub(crate) fn canonicalize(path: impl AsRef<Path>) -> io::Result<PathBuf> {
    Ok(find(path.as_ref())?.0)
}

/// The path from the root. The file need not exist.
///
/// # Errors
/// For an empty path.
pub(crate) fn absolute(path: impl AsRef<Path>) -> io::Result<PathBuf> {
    if path.as_ref().as_os_str().is_empty() { Err(ErrorKind::InvalidInput.into()) } else { Ok(normal(path.as_ref())) }
}

/// The working folder, `/`.
///
/// # Errors
/// Never.
pub(crate) fn working_folder() -> io::Result<PathBuf> {
    Ok("/".into())
}

/// The time since a file was changed, which is not known.
pub(crate) fn age(_: &Metadata) -> Option<Duration> {
    None
}

/// The bytes of a file.
///
/// # Errors
/// When there is none.
pub(crate) fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let bytes = file.content()?.bytes();
    Ok(bytes.clone())
}

/// The text of a file.
///
/// # Errors
/// When there is none, and when it is not UTF-8.
pub(crate) fn read_to_string(path: impl AsRef<Path>) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|error| io::Error::new(ErrorKind::InvalidData, error))
}

/// Writes a file, in place of an existing one.
///
/// # Errors
/// When its folder does not exist.
pub(crate) fn write(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    File::create(&path)?.write_all(bytes.as_ref())?;
    tell(&normal(path.as_ref()), Some(bytes.as_ref()));
    Ok(())
}

/// Gives a file another name, in place of an existing one with that name.
///
/// # Errors
/// When it does not exist, or the folder of the new name does not.
pub(crate) fn rename(from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<()> {
    let (from, entry) = find(from.as_ref())?;
    let to = normal(to.as_ref());
    expect_folder(to.parent().unwrap_or(Path::new("/")))?;
    let mut all = entries();
    all.remove(&from);
    all.insert(to.clone(), entry.clone());
    drop(all);
    if let Entry::File(content) = &entry {
        tell(&from, None);
        tell(&to, Some(&content.bytes()));
    }
    Ok(())
}

/// Copies a file. Returns its length.
///
/// # Errors
/// As [`read`] and [`write`].
pub(crate) fn copy(from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<u64> {
    let bytes = read(from)?;
    write(to, &bytes)?;
    Ok(bytes.len() as u64)
}

/// Removes a file.
///
/// # Errors
/// When there is none.
pub(crate) fn remove_file(path: impl AsRef<Path>) -> io::Result<()> {
    let (path, entry) = find(path.as_ref())?;
    if matches!(entry, Entry::Folder) {
        return Err(ErrorKind::IsADirectory.into());
    }
    entries().remove(&path);
    tell(&path, None);
    Ok(())
}

/// Removes an empty folder.
///
/// # Errors
/// When there is none, and when it has entries.
pub(crate) fn remove_dir(path: impl AsRef<Path>) -> io::Result<()> {
    if read_dir(&path)?.next().is_some() {
        return Err(ErrorKind::DirectoryNotEmpty.into());
    }
    entries().remove(&normal(path.as_ref()));
    Ok(())
}

/// Removes a folder with all that it contains.
///
/// # Errors
/// When there is none.
pub(crate) fn remove_dir_all(path: impl AsRef<Path>) -> io::Result<()> {
    let (folder, _) = find(path.as_ref())?;
    let inside: Vec<_> = entries().keys().filter(|path| path.starts_with(&folder)).cloned().collect();
    for path in inside {
        if let Some(Entry::File(_)) = entries().remove(&path) {
            tell(&path, None);
        }
    }
    Ok(())
}

/// Makes a folder.
///
/// # Errors
/// When it exists, or the folder around it does not.
pub(crate) fn create_dir(path: impl AsRef<Path>) -> io::Result<()> {
    let path = normal(path.as_ref());
    expect_folder(path.parent().unwrap_or(Path::new("/")))?;
    if find(&path).is_ok() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    entries().insert(path, Entry::Folder);
    Ok(())
}

/// Makes a folder and those around it.
///
/// # Errors
/// When one of them is a file.
pub(crate) fn create_dir_all(path: impl AsRef<Path>) -> io::Result<()> {
    let path = normal(path.as_ref());
    let mut entries = entries();
    for folder in path.ancestors() {
        if matches!(entries.entry(folder.to_owned()).or_insert(Entry::Folder), Entry::File(_)) {
            return Err(ErrorKind::NotADirectory.into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_behave_as_those_of_a_system() {
        place("/host-test/a/one.txt", b"12345".to_vec());
        assert_eq!(read_to_string("host-test/a/../a/./one.txt").unwrap(), "12345");
        assert_eq!(canonicalize("/host-test/a/one.txt/..").unwrap(), Path::new("/host-test/a"));
        assert_eq!(File::open("/host-test/none").unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(write("/host-test/none/b", "x").unwrap_err().kind(), ErrorKind::NotFound);
        assert!(metadata("/host-test/a").unwrap().is_dir());

        let before = metadata("/host-test/a/one.txt").unwrap().modified().unwrap();
        let mut file = File::options().write(true).open("/host-test/a/one.txt").unwrap();
        file.seek(SeekFrom::End(-2)).unwrap();
        file.write_all(b"xyz").unwrap();
        file.rewind().unwrap();
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        assert_eq!(text, "123xyz");
        assert_ne!(metadata("/host-test/a/one.txt").unwrap().modified().unwrap(), before);

        let new = File::options().write(true).create_new(true).open("/host-test/a/one.txt");
        assert_eq!(new.unwrap_err().kind(), ErrorKind::AlreadyExists);
        rename("/host-test/a/one.txt", "/host-test/two.txt").unwrap();
        let names: Vec<_> = read_dir("/host-test").unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["a", "two.txt"]);
        assert_eq!(remove_file("/host-test/a").unwrap_err().kind(), ErrorKind::IsADirectory);
        assert_eq!(remove_dir("/host-test").unwrap_err().kind(), ErrorKind::DirectoryNotEmpty);
    }
}
