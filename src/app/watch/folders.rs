//! The folders of the scene's files, which the system watches. Folders and not files: an editor that puts a new file in
//! the place of the old one would leave a watched file behind.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use notify::{Event, RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};

use super::remote::is_remote;
use crate::app::session::Session;

/// What happens within this time is told once.
const TOGETHER: Duration = Duration::from_millis(120);

/// What the system tells.
pub(super) struct Folders {
    watcher: Debouncer<RecommendedWatcher, RecommendedCache>,
    shared: Arc<Shared>,
    /// The folders, and whether changes in them are told of.
    watched: BTreeMap<PathBuf, bool>,
    /// The revision of the session that they were found for, and the files opened by then.
    made_for: Option<(u64, u64)>,
}

/// What the watching thread needs.
#[derive(Default)]
struct Shared {
    has_changed: AtomicBool,
    /// What files are called whose changes matter; in the same folders there are others.
    names: Mutex<BTreeSet<OsString>>,
}

impl Folders {
    /// `None` where the system cannot watch any. `wake` is called when something has changed, from another thread.
    pub(super) fn new(wake: impl Fn() + Send + 'static) -> Option<Self> {
        let shared = Arc::new(Shared::default());
        let told = Arc::clone(&shared);
        let heard = move |result: DebounceEventResult| {
            let matters = match result {
                Ok(events) => events.iter().any(|event| told.matters(event)),
                // Something was lost: look at everything.
                Err(_) => true,
            };
            if matters {
                told.has_changed.store(true, Ordering::Release);
                wake();
            }
        };
        let watcher = new_debouncer(TOGETHER, None, heard).ok()?;
        Some(Self { watcher, shared, watched: BTreeMap::new(), made_for: None })
    }

    /// Watches what the open scene names now.
    pub(super) fn follow(&mut self, session: &Session) {
        let of = (session.generation(), session.revision());
        if self.made_for.replace(of) != Some(of) {
            self.watch(&session.watched_files());
        }
    }

    /// Watches the folders of these files in place of those of before.
    fn watch(&mut self, files: &[PathBuf]) {
        let folders: BTreeSet<PathBuf> = files.iter().filter_map(|file| folder(file)).collect();
        let names = files.iter().flat_map(|file| file.components().rev().take(3));
        let names: BTreeSet<OsString> = names.map(|part| part.as_os_str().to_owned()).collect();
        *self.shared.names.lock().unwrap_or_else(PoisonError::into_inner) = names;
        let (watcher, mut gone) = (&mut self.watcher, Vec::new());
        self.watched.retain(|old, _| {
            let is_kept = folders.contains(old);
            if !is_kept {
                gone.push(old.clone());
            }
            is_kept
        });
        for old in gone {
            // A folder that was deleted is not watched any more.
            let _gone = watcher.unwatch(&old);
        }
        let new: Vec<PathBuf> = folders.into_iter().filter(|folder| !self.watched.contains_key(folder)).collect();
        for new in new {
            let is_told = watcher.watch(&new, RecursiveMode::NonRecursive).is_ok() && !is_remote(&new);
            self.watched.insert(new, is_told);
            // Between reading a file and watching its folder it may have changed.
            self.shared.has_changed.store(true, Ordering::Release);
        }
    }

    /// Whether something has changed since this was asked last.
    pub(super) fn take_changed(&mut self) -> bool {
        self.shared.has_changed.swap(false, Ordering::AcqRel)
    }

    /// Whether there are files whose changes nobody tells of.
    pub(super) fn misses_any(&self) -> bool {
        self.watched.values().any(|is_told| !is_told)
    }
}

impl Shared {
    /// Whether an event is about a file that is watched. Reading is none: we do that ourselves.
    fn matters(&self, event: &Event) -> bool {
        let names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let is_watched = |path: &PathBuf| path.file_name().is_some_and(|name| names.contains(name));
        event.need_rescan() || (!event.kind.is_access() && event.paths.iter().any(is_watched))
    }
}

/// The folder of a file, or the nearest one around it that is there.
fn folder(file: &Path) -> Option<PathBuf> {
    let here = |folder: &Path| if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() };
    file.ancestors().skip(1).map(here).find(|folder| folder.is_dir())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::mpsc::{Receiver, channel};

    use super::*;

    fn watch(files: &[PathBuf]) -> (Folders, Receiver<()>) {
        let (send, heard) = channel();
        let wake = move || {
            // Nobody listens at the end of a test.
            let _ = send.send(());
        };
        let mut folders = Folders::new(wake).unwrap();
        folders.watch(files);
        assert!(folders.take_changed(), "what happened before is to be looked at");
        (folders, heard)
    }

    fn hears(folders: &mut Folders, heard: &Receiver<()>) {
        heard.recv_timeout(Duration::from_mins(1)).unwrap();
        assert!(folders.take_changed());
        while heard.try_recv().is_ok() {}
    }

    #[test]
    fn writing_renaming_and_deleting_are_heard_of() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("a.json"), "1").unwrap();
        let (mut folders, heard) = watch(&[at("a.json"), at("later/leaf.png")]);
        assert!(!folders.misses_any() || is_remote(folder.path()));
        fs::write(at("a.json"), "12").unwrap();
        hears(&mut folders, &heard);
        fs::write(at(".a.json.tmp"), "123").unwrap();
        fs::rename(at(".a.json.tmp"), at("a.json")).unwrap();
        hears(&mut folders, &heard);
        fs::write(at("a.json"), "1234").unwrap();
        hears(&mut folders, &heard);
        fs::remove_file(at("a.json")).unwrap();
        hears(&mut folders, &heard);
        fs::create_dir(at("later")).unwrap();
        hears(&mut folders, &heard);
        folders.watch(&[at("later/leaf.png")]);
        folders.take_changed();
        fs::write(at("later/leaf.png"), "1").unwrap();
        hears(&mut folders, &heard);
    }

    #[test]
    fn other_files_of_the_folder_do_not_matter_nor_does_reading() {
        let shared = Shared { names: Mutex::new(["a.json".into()].into()), ..Shared::default() };
        let event = |kind, path: &str| Event::new(kind).add_path(PathBuf::from(path));
        let (written, read) = (
            notify::EventKind::Modify(notify::event::ModifyKind::Any),
            notify::EventKind::Access(notify::event::AccessKind::Any),
        );
        assert!(shared.matters(&event(written, "/x/a.json")));
        assert!(!shared.matters(&event(written, "/x/log.txt")));
        assert!(!shared.matters(&event(read, "/x/a.json")));
        let lost = Event::new(notify::EventKind::Other).set_flag(notify::event::Flag::Rescan);
        assert!(shared.matters(&lost));
    }
}
