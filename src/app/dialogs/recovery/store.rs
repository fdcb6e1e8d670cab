//! The files of unsaved changes. Each window has one, with a lock that the system releases when the program ends.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::host::fs::{self, File};
use crate::host::thread::process_id;
use crate::scene::save_bytes;
use crate::workspace::recover::Changes;

/// A larger file is not read.
const LARGEST: u64 = 1 << 30;

/// The folder, and the file of this window.
pub(super) struct Store {
    folder: PathBuf,
    own: Option<OwnFile>,
}

/// The file of a window. The lock shows that the window runs.
struct OwnFile {
    file: PathBuf,
    _lock: File,
}

/// Changes that a window has left which no longer runs.
pub(super) struct LeftChanges {
    file: PathBuf,
    changes: Changes,
    age: Option<Duration>,
    _lock: File,
}

impl Store {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder, own: None }
    }

    /// The file to write to. It is chosen when it is first needed.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub(super) fn file(&mut self) -> io::Result<PathBuf> {
        if let Some(own) = &self.own {
            return Ok(own.file.clone());
        }
        fs::create_dir_all(&self.folder)?;
        for number in 0_u32.. {
            let file = self.folder.join(format!("{}-{number}.json", process_id()));
            let lock = lock_of(&file)?;
            if lock.try_lock().is_ok() && !fs::is_there(&file) {
                self.own = Some(OwnFile { file: file.clone(), _lock: lock });
                return Ok(file);
            }
        }
        Err(io::Error::other("there is no free name"))
    }

    /// Removes the file of this window.
    pub(super) fn remove(&mut self) {
        if let Some(own) = self.own.take() {
            remove(&own.file);
        }
    }

    /// The changes of windows that no longer run, the latest first. Files that cannot be read are left out.
    pub(super) fn left(&self) -> Vec<LeftChanges> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let files = files.filter(|file| file.extension().is_some_and(|end| end == "json"));
        let mut left: Vec<LeftChanges> = files.filter_map(|file| LeftChanges::read(&file)).collect();
        left.sort_by_key(|left| left.age);
        left
    }
}

impl LeftChanges {
    fn read(file: &Path) -> Option<Self> {
        let lock = lock_of(file).ok()?;
        lock.try_lock().ok()?;
        let metadata = fs::metadata(file).ok().filter(|metadata| metadata.is_file() && metadata.len() <= LARGEST)?;
        let changes = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
        let age = fs::age(&metadata);
        Some(Self { file: file.to_owned(), changes, age, _lock: lock })
    }

    /// The changes.
    pub(super) fn changes(&self) -> &Changes {
        &self.changes
    }

    /// How long ago they were stored.
    pub(super) fn age(&self) -> Option<Duration> {
        self.age
    }

    /// The file.
    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    /// Removes the file.
    pub(super) fn discard(&self) {
        remove(&self.file);
    }
}

/// Writes changes to a file, completely or not at all.
///
/// # Errors
/// When they cannot be written.
pub(super) fn write(changes: &Arc<Changes>, file: &Path) -> io::Result<()> {
    save_bytes(&serde_json::to_vec(&**changes)?, file).map_err(|error| error.reason)
}

fn lock_of(file: &Path) -> io::Result<File> {
    fs::OpenOptions::new().create(true).truncate(false).write(true).open(file.with_extension("lock"))
}

fn remove(file: &Path) {
    // A missing file needs no removal.
    let _gone = fs::remove_file(file);
    let _gone = fs::remove_file(file.with_extension("lock"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(title: &str) -> Arc<Changes> {
        let mut changes = Changes::default();
        title.clone_into(&mut changes.title);
        Arc::new(changes)
    }

    #[test]
    fn only_the_changes_of_windows_that_have_ended_are_left() {
        let folder = tempfile::tempdir().unwrap();
        let mut ended = Store::new(folder.path().join("recovery"));
        write(&changes("ended"), &ended.file().unwrap()).unwrap();
        let mut running = Store::new(folder.path().join("recovery"));
        write(&changes("running"), &running.file().unwrap()).unwrap();
        assert!(running.left().is_empty(), "both run");
        drop(ended);
        let left = running.left();
        assert_eq!(left.iter().map(|left| &*left.changes().title).collect::<Vec<_>>(), ["ended"]);
        assert!(Store::new(folder.path().join("recovery")).left().is_empty(), "it is offered by one window only");
        left[0].discard();
        drop(left);
        assert!(running.left().is_empty());
        running.remove();
        assert_eq!(fs::read_dir(folder.path().join("recovery")).unwrap().count(), 0);
    }

    #[test]
    fn the_changes_of_all_windows_are_offered() {
        let folder = tempfile::tempdir().unwrap();
        let ended: Vec<Store> = (0..25)
            .map(|i| {
                let mut store = Store::new(folder.path().to_owned());
                write(&changes(&format!("{i}")), &store.file().unwrap()).unwrap();
                store
            })
            .collect();
        drop(ended);
        assert_eq!(Store::new(folder.path().to_owned()).left().len(), 25);
    }

    #[test]
    fn a_broken_file_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("1-0.json"), "{ broken").unwrap();
        assert!(Store::new(folder.path().to_owned()).left().is_empty());
        assert!(Store::new(folder.path().join("missing")).left().is_empty());
    }
}
