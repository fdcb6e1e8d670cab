//! Follows the changes that other programs make to the files of the open scene. Unsaved edits are not lost.
//!
//! A change is read once the file has been stable for a short time, because editors write in steps, or replace the
//! file. If the file then cannot be read, a notice is shown and the last reading is kept. A file that is rewritten
//! continuously is read at intervals. A failure of such a reading may be due to a half-written file, so a notice is
//! shown only when it lasts: see [`Settling`]. A pipe or a folder in place of the file is not opened. When both the
//! scene's file and the open scene have changed, the user chooses: see [`Conflict`].

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use super::Workspace;
use super::document::Document;
use super::file_debounce::{Ready, Settling, Writing};
use super::history::StepKind;
use super::job::Job;
use super::loading::FIRST_WAIT;
use super::notice::{Notice, NoticeKind};
use crate::files::open::open_file;
use crate::files::{Content, Files, Loaded, Pace};
use crate::opacity::Progress;
use crate::scene::{SceneError, Stamp};

/// The result of reading the scene's file; `None` after a cancel.
type Reread = Option<Result<Loaded, SceneError>>;

/// The known state of the files on disk.
#[derive(Default)]
pub(super) struct Disk {
    /// The stamp of the scene's file when it was last read or written.
    stamp: Option<Stamp>,
    /// Files whose stamp has changed since they were read.
    settling: Settling,
    /// Images and levels that were read while another program was writing them. Those that could not be read are read
    /// again.
    pub(super) interim: BTreeSet<Box<str>>,
    /// The reading of the scene's file, while it runs.
    reading: Option<Reading>,
    /// Whether the scene's file was still being written when it was last read. It is read again afterwards.
    is_interim: bool,
    /// The number of successful readings of the scene's file.
    readings: usize,
    /// Whether the scene's file has contents that the session has not read.
    has_unread_contents: bool,
    /// Whether the user kept the open scene although its file has other contents. The scene counts as unsaved until it
    /// is written.
    keeps_open_scene: bool,
    conflict: Option<Conflict>,
    /// The results of the last attempt to read files that could be read before.
    pub(super) tried: Files,
}

/// A running reading of the scene's file.
struct Reading {
    /// The stamp of the file before the reading.
    stamp: Stamp,
    ready: Ready,
    job: Job<Reread>,
}

/// The scene's file and the open scene have both changed. The user has to choose one.
#[derive(Clone, Debug)]
pub(crate) struct Conflict {
    /// The contents of the file; `None` when it cannot be read.
    theirs: Option<Box<Loaded>>,
}

impl Conflict {
    /// Whether the contents of the file can be loaded.
    pub(crate) fn can_take(&self) -> bool {
        self.theirs.is_some()
    }
}

impl Disk {
    /// Records that the scene's file was read or written, with its stamp.
    pub(super) fn read(&mut self, stamp: Option<Stamp>) {
        (self.stamp, self.has_unread_contents, self.keeps_open_scene) = (stamp, false, false);
        (self.conflict, self.reading, self.is_interim) = (None, None, false);
    }

    /// The running reading of the scene's file.
    pub(super) fn reading(&self) -> Option<&Job<Reread>> {
        self.reading.as_ref().map(|reading| &reading.job)
    }

    /// Whether the user kept the open scene although its file has other contents.
    pub(super) fn keeps_open_scene(&self) -> bool {
        self.keeps_open_scene
    }
}

impl Workspace {
    /// Checks the files of the scene, and reads what other programs have written. `now` is a time in seconds from any
    /// origin. Returns whether another check is needed soon, because a file is changing or being read.
    pub fn check_files(&mut self, now: f64, writing: Writing) -> bool {
        let mut settling = std::mem::take(&mut self.disk.settling);
        settling.begin(now, writing);
        self.refresh_some(|name, look, reading| settling.ready(name, look, reading));
        let is_reading = self.look_at_scene(&mut settling);
        let waits = settling.end();
        self.disk.settling = settling;
        is_reading || waits
    }

    /// Checks the scene's own file. Returns whether it is being read.
    fn look_at_scene(&mut self, settling: &mut Settling) -> bool {
        let Some(path) = self.own_file().map(Path::to_owned) else { return false };
        self.wait_for_scene(&path, Duration::ZERO);
        let stamp = Stamp::of(&path);
        if self.disk.reading.is_none() && (stamp != self.disk.stamp || self.disk.is_interim) {
            // No file of a scene has the empty name.
            const NAME: &str = "";
            match (settling.ready(NAME, vec![stamp], self.disk.readings), stamp) {
                (Ready::No, _) => {}
                (ready, Some(stamp)) if stamp.is_file() => {
                    self.read_scene(&path, stamp, ready);
                    // Most files are read by the end of this frame.
                    self.wait_for_scene(&path, FIRST_WAIT);
                }
                (_, Some(stamp)) => {
                    self.disk.stamp = Some(stamp);
                    self.notify_no_file(&path);
                }
                (_, None) => {
                    self.disk.stamp = None;
                    self.notify_gone(&path);
                }
            }
        }
        self.disk.reading.is_some()
    }

    /// Reads the scene's file, at once or in the background.
    fn read_scene(&mut self, path: &Path, stamp: Stamp, ready: Ready) {
        let (own, files, reading) = (path.to_owned(), self.unedited_files(), self.reading.clone());
        if self.pace() == Pace::AtOnce {
            let read = open_file(path, files, &reading, &Progress::default());
            self.take_scene(path, stamp, ready, read);
        } else {
            let job = Job::quietly(move |progress| {
                let read = open_file(&own, files, &reading, progress);
                (!progress.is_cancelled()).then_some(read)
            });
            self.disk.reading = Some(Reading { stamp, ready, job });
        }
    }

    /// Takes the result of reading the scene's file, and waits for it at most `most`.
    fn wait_for_scene(&mut self, path: &Path, most: Duration) {
        let Some(Reading { stamp, ready, job }) = self.disk.reading.take() else { return };
        match job.wait(most) {
            Poll::Ready(Some(Some(read))) => self.take_scene(path, stamp, ready, read),
            Poll::Ready(Some(None)) => {
                self.disk.read(Some(stamp));
                self.disk.has_unread_contents = true;
                self.notify_not_reread(path);
            }
            Poll::Ready(None) => {}
            Poll::Pending => self.disk.reading = Some(Reading { stamp, ready, job }),
        }
    }

    /// Replaces the open scene by the contents of its file, or reports a conflict. `stamp` is the file's stamp before
    /// the reading.
    fn take_scene(&mut self, path: &Path, stamp: Stamp, ready: Ready, read: Result<Loaded, SceneError>) {
        let loaded = match read {
            Ok(loaded) => loaded,
            // The file was written during the reading, so it will be read again.
            Err(_) if ready == Ready::Interim || (ready == Ready::Whole && Stamp::of(path) != Some(stamp)) => return,
            Err(error) => {
                self.disk.read(Some(stamp));
                self.disk.has_unread_contents = true;
                self.notify_unreadable(path, &error);
                return;
            }
        };
        let was_interim = self.disk.is_interim;
        // If the file was written since the reading, its stamp differs from this one.
        self.disk.read(loaded.stamp);
        self.disk.is_interim = ready != Ready::Whole;
        self.disk.readings += 1;
        self.notify_readable();
        if loaded.scene == **self.scene() {
            if !self.has_unsaved_trees() {
                self.history.mark_saved();
            }
        } else if !self.has_edits() {
            // Repeated readings of a file that is rewritten continuously are one undo step.
            let is_same_step = was_interim
                && self.loading.namings.is_empty()
                && self.history.undo_kind() == Some(StepKind::Reload)
                && self.redo_label().is_none();
            self.take_loaded_as(is_same_step, loaded);
        } else if loaded.scene != *self.history.saved().scene {
            self.disk.conflict = Some(Conflict { theirs: Some(Box::new(loaded)) });
        }
    }

    /// Replaces the scene by the contents of its file as one undo step. Tick, selection and view are kept.
    pub(super) fn take_loaded(&mut self, loaded: Loaded) {
        self.take_loaded_as(false, loaded);
    }

    /// Replaces the scene as a step of its own, or as a part of the last step.
    fn take_loaded_as(&mut self, is_same_step: bool, mut loaded: Loaded) {
        let before = Arc::clone(self.scene());
        loaded.scene.adopt_ids(&before);
        loaded.files.adopt_tree_ids(&self.files);
        self.settle();
        self.on_disk = loaded.files.trees.clone();
        self.user_text = None;
        let document = Document::new(loaded.scene, &loaded.files);
        if is_same_step {
            self.history.amend(document);
        } else {
            self.history.push_reloaded(document);
        }
        self.history.mark_saved();
        self.refusal = None;
        let old = std::mem::replace(&mut self.files, loaded.files);
        // Files that were read during this reading, or together with the scene's file, are not read again.
        let folder = self.folder().cloned();
        self.files.inherit(&old, folder.as_ref());
        self.update_files();
        self.follow(Content { scene: &before, files: &old }, self.tick);
        self.notify_opened(&loaded.warnings, &loaded.faults);
        self.load_at_once();
    }

    /// The readings of the scene's files, without edits of trees.
    pub(super) fn unedited_files(&self) -> Files {
        self.files.clone().with_trees(self.on_disk.clone())
    }

    /// The conflict, if there is one.
    pub(crate) fn conflict(&self) -> Option<&Conflict> {
        self.disk.conflict.as_ref()
    }

    /// Resolves the conflict: keeps the open scene. Saving then overwrites the file.
    pub fn keep_mine(&mut self) {
        self.disk.keeps_open_scene |= self.disk.conflict.take().is_some();
        self.disk.has_unread_contents = false;
    }

    /// Resolves the conflict: loads the file as an undo step.
    pub fn take_theirs(&mut self) {
        if let Some(theirs) = self.disk.conflict.take().and_then(|conflict| conflict.theirs) {
            self.take_loaded(*theirs);
        }
    }

    /// Whether saving would overwrite changes of another program that the user has not seen. The user is then asked.
    pub(super) fn would_overwrite_changes(&mut self, path: &Path) -> bool {
        let stamp = Stamp::of(path);
        if let Some(stamp) = stamp.filter(|_| self.disk.stamp.is_some() && stamp != self.disk.stamp) {
            if self.disk.reading.is_none() {
                self.read_scene(path, stamp, Ready::Whole);
            }
            self.wait_for_scene(path, FIRST_WAIT);
        }
        if self.disk.reading.is_some() {
            let text = "Another program has changed the file, which is still being read. Save again when the reading has ended.";
            self.notify(Notice::warning(NoticeKind::SceneNotSaved, text));
            return true;
        }
        if self.disk.has_unread_contents && stamp.is_some() {
            self.disk.conflict.get_or_insert(Conflict { theirs: None });
        }
        if self.disk.conflict.is_none() {
            return false;
        }
        let text =
            "Another program has changed the file since it was read. Choose which version to keep, then save again.";
        self.notify(Notice::warning(NoticeKind::SceneNotSaved, text));
        true
    }

    /// The files whose changes affect the scene, whether they exist or not.
    pub fn watched_files(&self) -> Vec<PathBuf> {
        let Some(folder) = self.folder() else { return Vec::new() };
        self.own_file().map(Path::to_owned).into_iter().chain(self.files.paths(folder)).collect()
    }
}

#[cfg(test)]
mod tests;
