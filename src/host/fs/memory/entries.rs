//! All files and folders of the program, by their paths from the root.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

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
    pub(super) fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number that differs for each change of any file.
    pub(super) fn modified(&self) -> u64 {
        self.modified.load(Ordering::Relaxed)
    }

    pub(super) fn touch(&self) {
        static CHANGES: AtomicU64 = AtomicU64::new(1);
        self.modified.store(CHANGES.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
    }
}

static ENTRIES: Mutex<BTreeMap<PathBuf, Entry>> = Mutex::new(BTreeMap::new());

pub(super) fn entries() -> MutexGuard<'static, BTreeMap<PathBuf, Entry>> {
    ENTRIES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is called for each file that was written whole, renamed or removed: with its path and its bytes.
pub(crate) type Listener = fn(&Path, Option<&[u8]>);

static LISTENER: OnceLock<Listener> = OnceLock::new();

/// Sets what is called for changed files. Later calls have no effect.
pub(crate) fn on_change(listener: Listener) {
    let _is_first = LISTENER.set(listener);
}

pub(super) fn tell(path: &Path, bytes: Option<&[u8]>) {
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

pub(super) fn expect_folder(path: &Path) -> io::Result<()> {
    match find(path)?.1 {
        Entry::Folder => Ok(()),
        Entry::File(_) => Err(ErrorKind::NotADirectory.into()),
    }
}
