//! Files that the program reads or writes by itself: baselines, captures, results and the other files of a report.
//!
//! Their paths come from data, such as the name of a view or the text of `results.json`, and a project may contain links
//! and pipes that other programs or users made. So each access goes through a [`Rooted`] place: it opens the root folder, and then
//! the file relative to the handle of that folder. The system (openat2(2) with `RESOLVE_BENEATH`, or `cap-std` step by
//! step) refuses each `..` and each link that leads out, at the moment of opening; so there is no time between a look and
//! the opening in which another program could exchange a folder for a link. Everything but a regular file is refused.
//!
//! A link that stays in the root may be read. A file that is written takes the place of the link.

use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::error::quoted;
use super::folder::without_dots;
use super::regular::{self, RegularError};
use super::text::path_in_message;
use crate::host::fs::beneath::{Dir, DirEntry, OpenOptions, ambient_authority};
use crate::host::fs::{self, File, TryLockError};

/// Why a file inside a root cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RootedError {
    /// It leaves the root by `..` or through a link.
    #[error("it leads out of the root {}", quoted(&.0.to_string_lossy()))]
    Leaves(PathBuf),
    /// It is a link to nothing.
    #[error("this is a link to a file that does not exist; remove it")]
    Dangling,
    /// It is not a regular file, is too large, or cannot be read.
    #[error(transparent)]
    Regular(#[from] RegularError),
}

impl From<io::Error> for RootedError {
    fn from(error: io::Error) -> Self {
        Self::Regular(error.into())
    }
}

impl From<RootedError> for io::Error {
    fn from(error: RootedError) -> Self {
        match error {
            RootedError::Regular(RegularError::Io(error)) => error,
            error => Self::other(error.to_string()),
        }
    }
}

/// Whether a text can be a part of a file name: it is not empty, is not `.` or `..`, and has no separator and no NUL.
pub fn is_plain_name(name: &str) -> bool {
    !matches!(name, "" | "." | "..") && !name.contains(['/', '\\', '\0'])
}

/// A folder that other programs cannot lock until this is dropped.
#[derive(Debug)]
#[must_use]
pub struct FolderLock(#[expect(dead_code, reason = "the system unlocks the folder when it is closed")] Option<File>);

/// A file or folder inside a root. It need not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rooted {
    /// An absolute path without links, when the root exists.
    root: PathBuf,
    /// Relative to the root.
    inside: PathBuf,
    /// The path for messages, relative to the working folder.
    shown: PathBuf,
}

impl Rooted {
    /// A place in a root. `root` has no links, `inside` is relative to it, and `shown` is the path for messages.
    pub fn new(root: &Path, inside: &Path, shown: &Path) -> Self {
        Self { root: root.to_owned(), inside: inside.to_owned(), shown: shown.to_owned() }
    }

    /// A folder that the user names, which is a root of its own. It may be a link.
    pub fn of_folder(folder: &Path) -> Self {
        let shown = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let root = fs::canonicalize(shown).or_else(|_| fs::absolute(shown)).unwrap_or_else(|_| shown.to_owned());
        Self::new(&root, Path::new(""), shown)
    }

    /// A folder for results that the user names, which is a root of its own. When it is inside the root of the working
    /// folder by its text, no link may lead it out of that root.
    ///
    /// # Errors
    /// When a link leads out of the root, or to nothing.
    pub fn of_results(folder: &Path, root_of_work: &Path) -> Result<Self, RootedError> {
        let place = Self::of_folder(folder);
        let written = fs::absolute(&place.shown).map(|path| without_dots(&path))?;
        let is_link = fs::symlink_metadata(&place.shown).is_ok_and(|metadata| metadata.is_symlink());
        if is_link && !place.shown.exists() {
            return Err(RootedError::Dangling);
        }
        if written.starts_with(root_of_work) && !place.nearest().starts_with(root_of_work) {
            return Err(RootedError::Leaves(root_of_work.to_owned()));
        }
        Ok(place)
    }

    /// The nearest existing folder at or above the root, without links.
    fn nearest(&self) -> PathBuf {
        self.root.ancestors().find_map(|folder| fs::canonicalize(folder).ok()).unwrap_or_else(|| self.root.clone())
    }

    /// A file or folder in this folder.
    #[must_use]
    pub fn join(&self, name: impl AsRef<Path>) -> Self {
        let shown = if self.shown == Path::new(".") { name.as_ref().to_owned() } else { self.shown.join(&name) };
        Self { root: self.root.clone(), inside: self.inside.join(&name), shown }
    }

    /// The path for messages and results, relative to the working folder or absolute.
    pub fn shown(&self) -> &Path {
        &self.shown
    }

    /// The same place with another path for messages.
    #[must_use]
    pub fn shown_as(mut self, shown: PathBuf) -> Self {
        self.shown = shown;
        self
    }

    /// The absolute path, for comparisons. A file is never opened by it.
    pub fn absolute(&self) -> PathBuf {
        self.root.join(&self.inside)
    }

    /// The path in a message, on one line.
    pub fn in_message(&self) -> String {
        path_in_message(&self.shown)
    }

    fn failed(&self, error: io::Error) -> RootedError {
        // `cap-std` reports an attempt to escape without a number of the system.
        if error.kind() == io::ErrorKind::PermissionDenied && error.raw_os_error().is_none() {
            RootedError::Leaves(self.root.clone())
        } else {
            error.into()
        }
    }

    /// The root and its path without links.
    fn folder_of_root(&self) -> io::Result<(Dir, PathBuf)> {
        let root = fs::canonicalize(&self.root)?;
        Ok((Dir::open_ambient_dir(&root, ambient_authority())?, root))
    }

    /// The root, and the path of an existing file or folder relative to it, without links. `None` when it does not exist.
    fn existing(&self) -> Result<Option<(Dir, PathBuf)>, RootedError> {
        let found = || -> io::Result<_> {
            let (dir, root) = self.folder_of_root()?;
            let real = fs::canonicalize(root.join(&self.inside))?;
            Ok((dir, real.strip_prefix(&root).map(Path::to_owned)))
        };
        match found() {
            // The system would refuse an absolute link to a file inside. So the path without links is opened.
            Ok((dir, Ok(inside))) => Ok(Some((dir, inside))),
            Ok((_, Err(_))) => Err(RootedError::Leaves(self.root.clone())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let is_link = fs::symlink_metadata(self.absolute()).is_ok_and(|metadata| metadata.is_symlink());
                if is_link { Err(RootedError::Dangling) } else { Ok(None) }
            }
            Err(error) => Err(self.failed(error)),
        }
    }

    /// Opens a regular file for reading. `None` when it does not exist.
    ///
    /// # Errors
    /// When it leads out of the root, is not a regular file, or cannot be opened.
    pub fn open(&self) -> Result<Option<File>, RootedError> {
        let Some((dir, inside)) = self.existing()? else { return Ok(None) };
        let inside = if inside.as_os_str().is_empty() { Path::new(".") } else { &inside };
        let metadata = dir.metadata(inside).map_err(|error| self.failed(error))?;
        regular::expect(metadata.is_dir(), metadata.is_file())?;
        let mut options = OpenOptions::new();
        options.read(true);
        #[cfg(unix)]
        {
            use cap_std::fs::OpenOptionsExt;
            options.custom_flags(regular::NOT_WAITING);
        }
        let file = dir.open_with(inside, &options).map_err(|error| self.failed(error))?.into_std();
        let metadata = file.metadata()?;
        regular::expect(metadata.is_dir(), metadata.is_file())?;
        Ok(Some(file))
    }

    /// The bytes of a regular file of at most `most` bytes. `None` when it does not exist.
    ///
    /// # Errors
    /// As [`Rooted::open`], and when the file is larger.
    pub fn read(&self, most: u64) -> Result<Option<Vec<u8>>, RootedError> {
        let Some(file) = self.open()? else { return Ok(None) };
        Ok(Some(regular::read_open(&file, most)?))
    }

    /// The length of a regular file; 0 when there is none.
    pub fn size(&self) -> u64 {
        self.open().ok().flatten().and_then(|file| file.metadata().ok()).map_or(0, |metadata| metadata.len())
    }

    /// Makes the root, a folder that the user names.
    ///
    /// # Errors
    /// With the error of the operating system.
    pub fn make_root(&self) -> io::Result<()> {
        fs::create_dir_all(&self.root)
    }

    /// The handle of the folder of this file, which is made when it does not exist, and the name of the file.
    ///
    /// # Errors
    /// When the folder leads out of the root, or cannot be made.
    pub fn make_folder(&self) -> Result<(Dir, OsString), RootedError> {
        let name = self.inside.file_name().ok_or(RegularError::Folder)?;
        self.make_root()?;
        let above = Self { inside: self.inside.parent().unwrap_or(Path::new("")).to_owned(), ..self.clone() };
        let (dir, inside) = if let Some(existing) = above.existing()? {
            existing
        } else {
            let (dir, _) = self.folder_of_root()?;
            dir.create_dir_all(&above.inside).map_err(|error| self.failed(error))?;
            (dir, above.inside)
        };
        let inside = if inside.as_os_str().is_empty() { Path::new(".") } else { &inside };
        Ok((dir.open_dir(inside).map_err(|error| self.failed(error))?, name.to_owned()))
    }

    /// The folder of this file.
    #[must_use]
    pub fn folder(&self) -> Self {
        let above = |path: &Path| path.parent().unwrap_or(Path::new("")).to_owned();
        Self { root: self.root.clone(), inside: above(&self.inside), shown: above(&self.shown) }
    }

    /// Locks this folder, which exists, against other programs that lock it. `None` while another program holds the lock.
    ///
    /// # Errors
    /// When the folder leads out of the root, or cannot be opened.
    pub fn try_lock(&self) -> Result<Option<FolderLock>, RootedError> {
        let Some(handle) = self.handle()? else { return Ok(Some(FolderLock(None))) };
        match handle.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(None),
            // A file system without locks.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(FolderLock(Some(handle)))),
        }
    }

    /// Locks this folder, which exists, and waits while another program holds the lock.
    ///
    /// # Errors
    /// As [`Rooted::try_lock`].
    pub fn lock(&self) -> Result<FolderLock, RootedError> {
        let handle = self.handle()?;
        if let Some(handle) = &handle {
            // A file system without locks.
            let _is_locked = handle.lock();
        }
        Ok(FolderLock(handle))
    }

    /// This folder, opened for a lock. `None` on a system that cannot open folders as files.
    fn handle(&self) -> Result<Option<File>, RootedError> {
        if !cfg!(unix) {
            return Ok(None);
        }
        let Some((dir, inside)) = self.existing()? else { return Err(io::Error::from(io::ErrorKind::NotFound).into()) };
        let inside = if inside.as_os_str().is_empty() { Path::new(".") } else { &inside };
        let mut options = OpenOptions::new();
        options.read(true);
        #[cfg(unix)]
        {
            use cap_std::fs::OpenOptionsExt;
            options.custom_flags(regular::NOT_WAITING);
        }
        let opened = dir.open_with(inside, &options).map_err(|error| self.failed(error))?.into_std();
        if opened.metadata()?.is_dir() { Ok(Some(opened)) } else { Err(RegularError::NotRegular.into()) }
    }

    /// The regular files and the folders in this folder, without links; empty when it cannot be read.
    pub fn list(&self) -> Vec<(Self, bool)> {
        let Ok(Some((dir, inside))) = self.existing() else { return Vec::new() };
        let inside = if inside.as_os_str().is_empty() { Path::new(".") } else { &inside };
        let Ok(entries) = dir.read_dir(inside) else { return Vec::new() };
        let kind = |entry: &DirEntry| entry.file_type().ok().filter(|kind| kind.is_dir() || kind.is_file());
        let entries = entries.filter_map(Result::ok);
        entries.filter_map(|entry| Some((self.join(entry.file_name()), kind(&entry)?.is_dir()))).collect()
    }

    /// Removes a file or a link.
    ///
    /// # Errors
    /// When its folder leads out of the root, or when it cannot be removed.
    pub fn remove(&self) -> Result<(), RootedError> {
        let (dir, _) = self.folder_of_root()?;
        dir.remove_file(&self.inside).map_err(|error| self.failed(error))
    }

    /// Removes a folder that has no entries.
    ///
    /// # Errors
    /// When it has entries, when it leads out of the root, or when it cannot be removed.
    pub fn remove_empty_folder(&self) -> Result<(), RootedError> {
        let (dir, _) = self.folder_of_root()?;
        dir.remove_dir(&self.inside).map_err(|error| self.failed(error))
    }
}

/// Whether a path has only names of files and folders: no root, no `.` and no `..`.
pub fn is_plain_path(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_))) && !path.as_os_str().is_empty()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_name_of_a_file_has_no_separator() {
        for name in ["a", "a b", "a..b", "...", "深い"] {
            assert!(is_plain_name(name), "{name}");
        }
        for name in ["", ".", "..", "a/b", "a\\b", "/", "a\0b"] {
            assert!(!is_plain_name(name), "{name:?}");
        }
        assert!(is_plain_path(Path::new("a/b")));
        for path in ["", "/a", "../a", "a/../b"] {
            assert!(!is_plain_path(Path::new(path)), "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn only_regular_files_inside_are_read() {
        use std::os::unix::fs::symlink;
        let all = tempfile::tempdir().unwrap();
        let real = all.path().canonicalize().unwrap();
        let root = real.join("root");
        fs::create_dir_all(root.join("sub")).unwrap();
        fs::write(root.join("sub/a"), "inside").unwrap();
        fs::write(real.join("secret"), "secret").unwrap();
        for (to, from) in [
            ("sub/a", "relative"),
            ("../secret", "out"),
            ("/dev/zero", "zero"),
            ("..", "up"),
            ("none", "dangling"),
            ("sub", "folder"),
        ] {
            symlink(to, root.join(from)).unwrap();
        }
        symlink(root.join("sub/a"), root.join("absolute")).unwrap();
        let contents = |inside: &str| Rooted::new(&root, Path::new(inside), Path::new(inside)).read(100);
        for inside in ["sub/a", "relative", "absolute", "folder/a", "sub/../sub/a"] {
            assert_eq!(contents(inside).unwrap().unwrap(), b"inside", "{inside}");
        }
        for inside in ["out", "zero", "up/secret", "../secret", "sub/../../secret"] {
            assert!(matches!(contents(inside), Err(RootedError::Leaves(_))), "{inside}");
        }
        assert!(matches!(contents("dangling"), Err(RootedError::Dangling)));
        assert!(matches!(contents("sub"), Err(RootedError::Regular(RegularError::Folder))));
        assert!(contents("missing").unwrap().is_none() && contents("missing/a").unwrap().is_none());
    }

    #[cfg(unix)]
    #[test]
    fn one_program_at_a_time_locks_a_folder() {
        let all = tempfile::tempdir().unwrap();
        let folder = Rooted::of_folder(all.path());
        let held = folder.try_lock().unwrap().unwrap();
        assert!(folder.try_lock().unwrap().is_none());
        drop(held);
        drop(folder.lock().unwrap());
        assert!(folder.try_lock().unwrap().is_some());
        assert!(folder.join("none").try_lock().is_err());
        assert_eq!(folder.join("a/b").folder(), folder.join("a"));
    }

    /// Another program may replace a folder by a link after a look at it. The opening itself refuses the link.
    #[cfg(unix)]
    #[test]
    fn a_folder_that_becomes_a_link_is_never_followed_out() {
        use std::os::unix::fs::symlink;
        use std::sync::atomic::{AtomicBool, Ordering};
        let all = tempfile::tempdir().unwrap();
        let real = all.path().canonicalize().unwrap();
        let (root, outside) = (real.join("root"), real.join("outside"));
        for folder in [root.join("one"), outside.clone()] {
            fs::create_dir_all(&folder).unwrap();
        }
        fs::write(root.join("one/a"), "inside").unwrap();
        fs::write(outside.join("a"), "secret").unwrap();
        symlink(&outside, root.join("two")).unwrap();
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let [one, two, other] = ["one", "two", "other"].map(|name| root.join(name));
                while !is_over.load(Ordering::Relaxed) {
                    for (from, to) in [(&one, &other), (&two, &one), (&one, &two), (&other, &one)] {
                        fs::rename(from, to).unwrap();
                    }
                }
            });
            let place = Rooted::new(&root, Path::new("one/a"), Path::new("one/a"));
            for _ in 0..2_000 {
                let found = place.read(100);
                assert!(!matches!(&found, Ok(Some(bytes)) if bytes == b"secret"), "{found:?}");
            }
            is_over.store(true, Ordering::Relaxed);
        });
    }
}
