//! A temporary file beside its target, which replaces the target when it is complete.
//!
//! On Linux it has no name while it is written (`O_TMPFILE`, see open(2)). The system frees it when the program ends in
//! any way. A target that does not exist yet is made by linkat(2). That call cannot replace an existing file; in that
//! case the file gets a temporary name, which is renamed over the target at once.
//!
//! On other systems, and on file systems without `O_TMPFILE`, the file has a temporary name from the start.
//! [`unfinished`] removes such names when a signal ends the program. A program that is killed leaves them; the program
//! that writes a temporary file holds its lock, so [`is_left`] knows such a file.

use std::ffi::{OsStr, OsString};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::home::Home;
use crate::host::fs::File;

/// The prefix of temporary names. Letters and digits follow.
const PREFIX: &str = ".eyeline-";

/// The number of names that are tried.
const TRIES: usize = 100;

/// A temporary name that is in use.
struct InUse {
    home: Home,
    name: OsString,
}

/// Temporary names that are in use. The lock is held while a name is added or removed, so that no name is missed.
static NAMES: Mutex<Vec<InUse>> = Mutex::new(Vec::new());

fn names() -> MutexGuard<'static, Vec<InUse>> {
    NAMES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The temporary files of this program. While this value exists, no file gets a temporary name or its final one.
pub struct Unfinished(MutexGuard<'static, Vec<InUse>>);

/// The temporary files that have names now. A handler of signals calls [`Unfinished::remove`] and ends the program
/// before it drops this value.
pub fn unfinished() -> Unfinished {
    Unfinished(names())
}

impl Unfinished {
    /// Removes the temporary files.
    pub fn remove(&mut self) {
        for InUse { home, name } in self.0.drain(..) {
            // The program is about to end, so an error cannot be reported.
            let _ = home.remove(&name);
        }
    }
}

/// Whether a name is one of a temporary file.
pub(super) fn is_temporary(name: &OsStr) -> bool {
    let rest = name.as_encoded_bytes().strip_prefix(PREFIX.as_bytes());
    rest.is_some_and(|rest| !rest.is_empty() && rest.iter().all(u8::is_ascii_alphanumeric))
}

/// Whether a temporary file was left by a program that ended: no program holds its lock.
pub(super) fn is_left(file: &File) -> bool {
    file.try_lock().is_ok()
}

/// A name that is not in use, as far as chance allows.
fn new_name() -> OsString {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    // Each state has keys of its own.
    let mut random = RandomState::new().hash_one(crate::host::thread::process_id());
    let mut name = PREFIX.to_owned();
    for _ in 0..8 {
        name.push(char::from(DIGITS[(random % 36) as usize]));
        random /= 36;
    }
    name.into()
}

/// Calls `make` with new names until one is not taken.
fn with_new_name<T>(mut make: impl FnMut(&OsStr) -> io::Result<T>) -> io::Result<(T, OsString)> {
    let mut tries = 1;
    loop {
        let name = new_name();
        match make(&name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && tries < TRIES => tries += 1,
            result => return Ok((result?, name)),
        }
    }
}

/// A file beside its target. It is removed when it is dropped.
pub(super) enum TemporaryFile {
    #[cfg(target_os = "linux")]
    Unnamed(File, Home),
    Named(NamedFile),
}

/// A file with a temporary name.
pub(super) struct NamedFile {
    file: File,
    home: Home,
    name: OsString,
    /// Whether it has its final name.
    is_put: bool,
}

impl Drop for NamedFile {
    fn drop(&mut self) {
        let mut names = names();
        if !self.is_put {
            // The file is not needed, so an error cannot be reported.
            let _ = self.home.remove(&self.name);
        }
        names.retain(|one| one.name != self.name);
    }
}

impl TemporaryFile {
    /// An empty file in a folder, with the permissions of a new file.
    pub(super) fn new(home: &Home) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        if let Some(file) = home.unnamed() {
            return Ok(Self::Unnamed(file, home.again()?));
        }
        Self::named(home)
    }

    fn named(home: &Home) -> io::Result<Self> {
        let mut names = names();
        let (file, name) = with_new_name(|name| home.create(name))?;
        // A file system without locks keeps what a killed program leaves.
        let _is_locked = file.try_lock();
        names.push(InUse { home: home.again()?, name: name.clone() });
        Ok(Self::Named(NamedFile { file, home: home.again()?, name, is_put: false }))
    }

    /// The file as a writer. Its errors contain no file name.
    pub(super) fn file(&self) -> &File {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file, _) => file,
            Self::Named(named) => &named.file,
        }
    }

    /// Renames the file to the target's name. An existing file or link with that name is replaced.
    pub(super) fn put(self, target: &OsStr) -> io::Result<()> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file, home) => {
                // This lock makes a handler of signals wait until the file has its final name.
                let _names = names();
                match home.link(&file, target) {
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                        let _is_locked = file.try_lock();
                        let ((), name) = with_new_name(|name| home.link(&file, name))?;
                        home.rename(&name, target).inspect_err(|_| {
                            // The error of the renaming is reported.
                            let _ = home.remove(&name);
                        })
                    }
                    result => result,
                }
            }
            Self::Named(mut named) => {
                let all_names = names();
                let put = named.home.rename(&named.name, target);
                named.is_put = put.is_ok();
                drop(all_names);
                put
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::path::Path;

    use cap_std::ambient_authority;
    use cap_std::fs::Dir;

    use super::*;

    fn entries(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn all_ways_replace_a_file_and_leave_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let handle = || Home::Handle(Dir::open_ambient_dir(folder.path(), ambient_authority()).unwrap());
        for (way, home) in [("path", Home::Path(folder.path().to_owned())), ("handle", handle())] {
            for (how, new) in [("named", TemporaryFile::named as fn(&Home) -> _), ("best", TemporaryFile::new)] {
                let name = format!("{way} {how}");
                for text in ["first", "second"] {
                    let temporary = new(&home).unwrap();
                    temporary.file().write_all(text.as_bytes()).unwrap();
                    temporary.put(OsStr::new(&name)).unwrap();
                    assert_eq!(std::fs::read_to_string(folder.path().join(&name)).unwrap(), text, "{name}");
                }
                drop(new(&home).unwrap());
            }
        }
        assert_eq!(entries(folder.path()), ["handle best", "handle named", "path best", "path named"]);
    }

    #[test]
    fn a_name_that_is_in_use_is_removed_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let temporary = TemporaryFile::named(&Home::Path(folder.path().to_owned())).unwrap();
        let TemporaryFile::Named(named) = &temporary else { panic!() };
        let own = folder.path().join(&named.name);
        assert!(own.exists() && is_temporary(&named.name));
        assert!(!is_left(&File::open(&own).unwrap()), "the program that writes it holds its lock");
        // Other tests of this process may have names in use. Only this one is removed.
        let mut all = names();
        let at = all.iter().position(|one| one.name == named.name).unwrap();
        let mine = vec![all.remove(at)];
        let others = std::mem::replace(&mut *all, mine);
        let mut unfinished = Unfinished(all);
        unfinished.remove();
        *unfinished.0 = others;
        assert!(!own.exists());
    }

    #[test]
    fn an_error_names_no_temporary_file() {
        let error = TemporaryFile::named(&Home::Path("/no-such-folder".into())).map(drop).unwrap_err();
        assert!(!error.to_string().contains(PREFIX), "{error}");
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn only_letters_and_digits_follow_the_prefix() {
        for (name, is_ours) in
            [(".eyeline-aB3dE9", true), (".eyeline-", false), (".eyeline-notes.txt", false), ("eyeline-a", false)]
        {
            assert_eq!(is_temporary(OsStr::new(name)), is_ours, "{name}");
        }
    }
}
