//! A temporary file beside its target, which replaces the target when it is complete.
//!
//! On Linux it has no name while it is written (`O_TMPFILE`, see open(2)). The system frees it when the program ends in
//! any way. A target that does not exist yet is made by linkat(2). That call cannot replace an existing file; in that
//! case the file gets a temporary name, which is renamed over the target at once.
//!
//! On other systems, and on file systems without `O_TMPFILE`, the file has a temporary name from the start.
//! [`unfinished`] removes such names when a signal ends the program.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

/// The prefix of temporary names.
const PREFIX: &str = ".eyeline-";

/// Temporary names that are in use. The lock is held while a name is added or removed, so that no name is missed.
static NAMES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn names() -> MutexGuard<'static, Vec<PathBuf>> {
    NAMES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The temporary files of this program. While this value exists, no file gets a temporary name or its final one.
pub struct Unfinished(MutexGuard<'static, Vec<PathBuf>>);

/// The temporary files that have names now. A handler of signals calls [`Unfinished::remove`] and ends the program
/// before it drops this value.
pub fn unfinished() -> Unfinished {
    Unfinished(names())
}

impl Unfinished {
    /// Removes the temporary files.
    pub fn remove(&mut self) {
        for path in self.0.drain(..) {
            // The program is about to end, so an error cannot be reported.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// A file beside its target. It is removed when it is dropped.
pub(super) enum TemporaryFile {
    #[cfg(target_os = "linux")]
    Unnamed(File, PathBuf),
    Named(NamedTempFile),
}

impl TemporaryFile {
    /// An empty file in a folder, with the permissions of a new file.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        if let Some(file) = unnamed(folder) {
            return Ok(Self::Unnamed(file, folder.to_owned()));
        }
        Self::named(folder)
    }

    fn named(folder: &Path) -> io::Result<Self> {
        let mut names = names();
        // The name is made here, because errors of `tempfile` would contain the temporary name, which a reader does not
        // know.
        let create = |path: &Path| File::options().write(true).create_new(true).open(path);
        let file = tempfile::Builder::new().prefix(PREFIX).make_in(folder, create)?;
        names.push(file.path().to_owned());
        Ok(Self::Named(file))
    }

    /// The file as a writer. Its errors contain no file name.
    pub(super) fn file(&self) -> &File {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file, _) => file,
            Self::Named(file) => file.as_file(),
        }
    }

    /// Renames the file to the target's name. An existing file with that name is replaced.
    pub(super) fn put(self, target: &Path) -> io::Result<()> {
        // This lock makes a handler of signals wait until the file has its final name.
        let mut names = names();
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file, folder) => match link(&file, target) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    let linked = tempfile::Builder::new().prefix(PREFIX).make_in(folder, |path| link(&file, path));
                    linked?.into_temp_path().persist(target).map_err(|error| error.error)
                }
                result => result,
            },
            Self::Named(file) => {
                let own = file.path().to_owned();
                let put = file.persist(target).map(drop).map_err(|error| error.error);
                names.retain(|name| *name != own);
                put
            }
        }
    }
}

/// A file without a name. `None` when the system or the file system of the folder has no such files, or cannot name
/// them later.
#[cfg(target_os = "linux")]
fn unnamed(folder: &Path) -> Option<File> {
    use rustix::fs::{CWD, Mode, OFlags, openat};
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    let file = File::from(openat(CWD, folder, flags, Mode::from_raw_mode(0o666)).ok()?);
    // Without /proc the file could not get a name later.
    place_of(&file).exists().then_some(file)
}

#[cfg(target_os = "linux")]
fn place_of(file: &File) -> PathBuf {
    use std::os::fd::AsRawFd;
    PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

#[cfg(target_os = "linux")]
fn link(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    Ok(linkat(CWD, place_of(file), CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn entries(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn both_ways_replace_a_file_and_leave_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        for (way, new) in [("named", TemporaryFile::named as fn(&Path) -> _), ("best", TemporaryFile::new)] {
            let target = folder.path().join(way);
            for text in ["first", "second"] {
                let temporary = new(folder.path()).unwrap();
                temporary.file().write_all(text.as_bytes()).unwrap();
                temporary.put(&target).unwrap();
                assert_eq!(std::fs::read_to_string(&target).unwrap(), text, "{way}");
            }
            drop(new(folder.path()).unwrap());
        }
        assert_eq!(entries(folder.path()), ["best", "named"]);
    }

    #[test]
    fn a_name_that_is_in_use_is_removed_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let temporary = TemporaryFile::named(folder.path()).unwrap();
        let TemporaryFile::Named(file) = &temporary else { panic!() };
        let own = file.path().to_owned();
        assert!(own.exists());
        // Other tests of this process may have names in use. Only this one is removed.
        let mut all = names();
        let at = all.iter().position(|name| *name == own).unwrap();
        let mine = vec![all.remove(at)];
        let others = std::mem::replace(&mut *all, mine);
        let mut unfinished = Unfinished(all);
        unfinished.remove();
        *unfinished.0 = others;
        assert!(!own.exists());
    }

    #[test]
    fn an_error_names_no_temporary_file() {
        let error = TemporaryFile::named(Path::new("/no-such-folder")).map(drop).unwrap_err();
        assert!(!error.to_string().contains(PREFIX), "{error}");
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
}
