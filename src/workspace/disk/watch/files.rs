//! A thread that watches the files of the open scene.
//!
//! It compares dates, sizes and paths. The system wakes the thread on events in the files' folders. Changes that the
//! system does not report (folders on other machines, links to other folders, moved folders) are found once a second.
//! While files change, the thread checks twenty times a second, however many events there are.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use notify::Event;

use super::change_timer::ChangeTimer;
use super::places::Places;
use crate::scene::Stamp;
use crate::workspace::disk::file_debounce::Writing;
use crate::workspace::open_scene::Workspace;

/// The interval between checks while no file changes.
const EVERY: Duration = Duration::from_secs(1);
/// The interval between checks while files change.
const STEP: Duration = Duration::from_millis(50);

/// A handle of the thread. Dropping it ends the thread.
pub(crate) struct Files {
    signals: Sender<Signal>,
    report: Arc<Mutex<Option<Writing>>>,
    /// The workspace's generation and revision at which the list of files was made.
    made_for: Option<(u64, u64)>,
}

/// The signals that wake the thread.
enum Signal {
    /// Watch other files.
    Follow(Vec<PathBuf>),
    /// Something has happened in a watched folder.
    Event,
    /// The window was closed.
    End,
}

impl Files {
    /// Starts the thread. `wake` is called from that thread when there is a report to take.
    pub(crate) fn watched(wake: impl Fn() + Send + 'static) -> Self {
        let (signals, heard) = channel();
        let report = Arc::default();
        let names = Arc::default();
        let watcher = Watcher {
            places: Places::new(listener(signals.clone(), Arc::clone(&names))),
            names,
            files: BTreeMap::new(),
            report: Arc::clone(&report),
            wake,
        };
        thread::spawn(move || watcher.run(&heard));
        Self { signals, report, made_for: None }
    }

    /// Watches the files that the open scene names now.
    pub(crate) fn follow(&mut self, workspace: &Workspace) {
        let of = (workspace.disk().generation(), workspace.revision());
        if self.made_for.replace(of) != Some(of) {
            self.look_at(workspace.disk().watched_files());
        }
    }

    fn look_at(&self, files: Vec<PathBuf>) {
        // The thread ends only after the window is closed.
        let _ended = self.signals.send(Signal::Follow(files));
    }

    /// The report since the last call.
    pub(crate) fn take(&self) -> Option<Writing> {
        self.report.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        // The system's listener has a sender too, so the channel stays open. The thread needs an explicit signal to
        // end.
        let _ended = self.signals.send(Signal::End);
    }
}

/// Sends a signal for events on watched files.
fn listener(
    signals: Sender<Signal>,
    names: Arc<Mutex<BTreeSet<OsString>>>,
) -> impl FnMut(notify::Result<Event>) + Send + 'static {
    move |result| {
        let names = names.lock().unwrap_or_else(PoisonError::into_inner);
        // An error means that events were lost, so all files are checked.
        if result.is_ok_and(|event| !matters(&event, &names)) {
            return;
        }
        // The receiver is dropped at the end of the program.
        let _ended = signals.send(Signal::Event);
    }
}

/// Whether an event is about a watched file. Events of reading are ignored, because this program causes them.
fn matters(event: &Event, names: &BTreeSet<OsString>) -> bool {
    let is_watched = |path: &PathBuf| path.file_name().is_some_and(|name| names.contains(name));
    event.need_rescan() || (!event.kind.is_access() && event.paths.iter().any(is_watched))
}

/// The thread's state.
struct Watcher<W> {
    places: Places,
    names: Arc<Mutex<BTreeSet<OsString>>>,
    /// The last stamps of the files.
    files: BTreeMap<PathBuf, Option<Stamp>>,
    report: Arc<Mutex<Option<Writing>>>,
    wake: W,
}

impl<W: Fn()> Watcher<W> {
    fn run(mut self, signals: &Receiver<Signal>) {
        let (mut change_timer, mut last) = (ChangeTimer::default(), Instant::now());
        loop {
            let first = match signals.recv_timeout(if change_timer.is_busy() { STEP } else { EVERY }) {
                Ok(signal) => Some(signal),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return,
            };
            // This limits the number of checks, however many events there are.
            thread::sleep(STEP.saturating_sub(last.elapsed()));
            last = Instant::now();
            let mut has_changed = false;
            for signal in first.into_iter().chain(signals.try_iter()) {
                match signal {
                    Signal::Follow(files) => has_changed |= self.follow(files),
                    Signal::Event => {}
                    Signal::End => return,
                }
            }
            has_changed |= self.check_stamps();
            if let Some(writing) = change_timer.update(has_changed, last) {
                // Folders may have been created, deleted or replaced.
                self.watch();
                *self.report.lock().unwrap_or_else(PoisonError::into_inner) = Some(writing);
                (self.wake)();
            }
        }
    }

    /// Watches other files from now on. Returns whether one of them is new: it may have changed since it was read.
    fn follow(&mut self, files: Vec<PathBuf>) -> bool {
        let before = std::mem::take(&mut self.files);
        let mut is_any_new = false;
        for file in files {
            let known = before.get(&file).copied();
            is_any_new |= known.is_none();
            let stamp = known.unwrap_or_else(|| Stamp::of(&file));
            self.files.insert(file, stamp);
        }
        self.watch();
        is_any_new
    }

    fn watch(&mut self) {
        let names = self.places.watch(self.files.keys());
        *self.names.lock().unwrap_or_else(PoisonError::into_inner) = names;
    }

    /// Whether any stamp has changed since the last check.
    fn check_stamps(&mut self) -> bool {
        let mut has_changed = false;
        for (file, stamp) in &mut self.files {
            let now = Stamp::of(file);
            has_changed |= now != *stamp;
            *stamp = now;
        }
        has_changed
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The thread for some files of a folder, and the receiver of its signals.
    struct WatchTest {
        folder: tempfile::TempDir,
        files: Files,
        woken: Receiver<()>,
    }

    impl WatchTest {
        fn of(names: &[&str], made: impl FnOnce(&std::path::Path)) -> Self {
            let folder = tempfile::tempdir().unwrap();
            made(folder.path());
            let (send, woken) = channel();
            let wake = move || {
                // The receiver is dropped at the end of a test.
                let _ = send.send(());
            };
            let watched = Self { files: Files::watched(wake), folder, woken };
            watched.files.look_at(names.iter().map(|name| watched.at(name)).collect());
            watched.hears(Writing::Over);
            watched
        }

        fn at(&self, name: &str) -> PathBuf {
            self.folder.path().join(name)
        }

        fn write(&self, name: &str, text: &str) {
            fs::write(self.at(name), text).unwrap();
        }

        fn hears(&self, writing: Writing) {
            self.woken.recv_timeout(Duration::from_mins(1)).unwrap();
            assert_eq!(self.files.take(), Some(writing));
        }
    }

    #[test]
    fn writing_renaming_and_deleting_are_reported() {
        let watched =
            WatchTest::of(&["a.json", "later/leaf.png"], |folder| fs::write(folder.join("a.json"), "1").unwrap());
        watched.write("a.json", "12");
        watched.hears(Writing::Over);
        watched.write(".a.json.tmp", "123");
        fs::rename(watched.at(".a.json.tmp"), watched.at("a.json")).unwrap();
        watched.hears(Writing::Over);
        fs::remove_file(watched.at("a.json")).unwrap();
        watched.hears(Writing::Over);
        fs::create_dir(watched.at("later")).unwrap();
        watched.write("later/leaf.png", "1");
        watched.hears(Writing::Over);
        watched.write("later/leaf.png", "12");
        watched.hears(Writing::Over);
        watched.write("other.txt", "1");
        assert!(watched.woken.recv_timeout(Duration::from_millis(1500)).is_err(), "no file of the scene");
    }

    #[test]
    fn a_file_that_is_rewritten_continuously_is_reported_at_intervals() {
        for by_rename in [false, true] {
            let watched = WatchTest::of(&["a.json"], |folder| fs::write(folder.join("a.json"), "1").unwrap());
            let begun = Instant::now();
            let mut reports = 0;
            while begun.elapsed() < Duration::from_secs(3) {
                let text = format!("{}", begun.elapsed().as_nanos());
                if by_rename {
                    watched.write("b.json", &text);
                    fs::rename(watched.at("b.json"), watched.at("a.json")).unwrap();
                } else {
                    watched.write("a.json", &text);
                }
                thread::sleep(Duration::from_millis(20));
                reports += usize::from(watched.files.take().is_some());
            }
            assert!((4..=9).contains(&reports), "{reports} in three seconds");
        }
    }

    #[cfg(unix)]
    #[test]
    fn moved_folders_and_changed_links_are_reported() {
        let watched = WatchTest::of(&["one/a.json", "now/b.json"], |folder| {
            for name in ["one", "two"] {
                fs::create_dir(folder.join(name)).unwrap();
                fs::write(folder.join(name).join("a.json"), "1").unwrap();
                fs::write(folder.join(name).join("b.json"), name.repeat(3)).unwrap();
            }
            std::os::unix::fs::symlink("one", folder.join("now")).unwrap();
        });
        std::os::unix::fs::symlink("two", watched.at("next")).unwrap();
        fs::rename(watched.at("next"), watched.at("now")).unwrap();
        watched.hears(Writing::Over);
        fs::rename(watched.at("one"), watched.at("old")).unwrap();
        watched.hears(Writing::Over);
        fs::create_dir(watched.at("one")).unwrap();
        watched.write("one/a.json", "123");
        watched.hears(Writing::Over);
        watched.write("one/a.json", "1234");
        watched.hears(Writing::Over);
    }

    #[test]
    fn other_files_of_the_folder_and_reading_are_not_reported() {
        let names = ["a.json".into()].into();
        let event = |kind, path: &str| Event::new(kind).add_path(PathBuf::from(path));
        let (written, read) = (
            notify::EventKind::Modify(notify::event::ModifyKind::Any),
            notify::EventKind::Access(notify::event::AccessKind::Any),
        );
        assert!(matters(&event(written, "/x/a.json"), &names));
        assert!(!matters(&event(written, "/x/log.txt"), &names));
        assert!(!matters(&event(read, "/x/a.json"), &names));
        let lost = Event::new(notify::EventKind::Other).set_flag(notify::event::Flag::Rescan);
        assert!(matters(&lost, &names));
    }
}
