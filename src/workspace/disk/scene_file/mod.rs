//! Follows the changes that other programs make to the files of the open scene. Unsaved edits are not lost.
//!
//! A change is read once the file has been stable for a short time, because editors write in steps, or replace the
//! file. If the file then cannot be read, a notice is shown and the last reading is kept. A file that is rewritten
//! continuously is read at intervals. A failure of such a reading may be due to a half-written file, so a notice is
//! shown only when it lasts: see `FileDebounce`. A pipe or a folder in place of the file is not opened. When both the
//! scene's file and the open scene have changed, the user chooses: see `Conflict`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use super::assets::{refresh_some, update_files};
use super::disk_mut::DiskMut;
use super::disk_ref::DiskRef;
use super::file_debounce::{FileDebounce, Ready, Writing};
use super::loading::load_at_once;
use super::tracking::{Conflict, RunningReading};
use crate::files::open::open_file;
use crate::files::{Content, Files, Loaded, Pace};
use crate::opacity::Progress;
use crate::scene::{SceneError, Stamp};
use crate::workspace::document::history::StepKind;
use crate::workspace::document::state::DocumentState;
use crate::workspace::job::{FIRST_WAIT, Job};
use crate::workspace::notices::notice::{Notice, NoticeKind};
use crate::workspace::open_scene::Workspace;

impl Workspace {
    /// Checks the files of the scene, and reads what other programs have written. `now` is a time in seconds from any
    /// origin. Returns whether another check is needed soon, because a file is changing or being read.
    pub fn check_files(&mut self, now: f64, writing: Writing) -> bool {
        let mut debounce = std::mem::take(&mut self.disk.tracking.debounce);
        debounce.begin(now, writing);
        refresh_some(self, |name, look, reading| debounce.ready(name, look, reading));
        let is_reading = look_at_scene(self, &mut debounce);
        let waits = debounce.end();
        self.disk.tracking.debounce = debounce;
        is_reading || waits
    }
}

impl DiskMut<'_> {
    /// Resolves the conflict: keeps the open scene. Saving then overwrites the file.
    pub fn keep_mine(&mut self) {
        self.workspace.disk.tracking.keeps_open_scene |= self.workspace.disk.tracking.conflict.take().is_some();
        self.workspace.disk.tracking.has_unread_contents = false;
    }

    /// Resolves the conflict: loads the file as an undo step.
    pub fn take_theirs(&mut self) {
        if let Some(theirs) = self.workspace.disk.tracking.conflict.take().and_then(|conflict| conflict.theirs) {
            take_loaded(self.workspace, *theirs);
        }
    }
}

impl<'a> DiskRef<'a> {
    /// The readings of the scene's files, without edits of trees.
    pub(in crate::workspace) fn unedited_files(self) -> Files {
        self.disk.files.clone().with_trees(self.disk.stored_trees.clone())
    }

    /// The conflict, if there is one.
    pub(crate) fn conflict(self) -> Option<&'a Conflict> {
        self.disk.tracking.conflict.as_ref()
    }

    /// The files whose changes affect the scene, whether they exist or not.
    pub fn watched_files(self) -> Vec<PathBuf> {
        let Some(folder) = self.folder() else { return Vec::new() };
        self.own_file().map(Path::to_owned).into_iter().chain(self.disk.files.paths(folder)).collect()
    }
}

/// Checks the scene's own file. Returns whether it is being read.
fn look_at_scene(workspace: &mut Workspace, debounce: &mut FileDebounce) -> bool {
    let Some(path) = workspace.disk().own_file().map(Path::to_owned) else { return false };
    wait_for_scene(workspace, &path, Duration::ZERO);
    let stamp = Stamp::of(&path);
    if workspace.disk.tracking.reading.is_none()
        && (stamp != workspace.disk.tracking.stamp || workspace.disk.tracking.is_interim)
    {
        // No file of a scene has the empty name.
        const NAME: &str = "";
        match (debounce.ready(NAME, vec![stamp], workspace.disk.tracking.readings), stamp) {
            (Ready::No, _) => {}
            (ready, Some(stamp)) if stamp.is_file() => {
                read_scene(workspace, &path, stamp, ready);
                // Most files are read by the end of this frame.
                wait_for_scene(workspace, &path, FIRST_WAIT);
            }
            (_, Some(stamp)) => {
                workspace.disk.tracking.stamp = Some(stamp);
                workspace.notifier().notify_no_file(&path);
            }
            (_, None) => {
                workspace.disk.tracking.stamp = None;
                workspace.notifier().notify_gone(&path);
            }
        }
    }
    workspace.disk.tracking.reading.is_some()
}

/// Reads the scene's file, at once or in the background.
fn read_scene(workspace: &mut Workspace, path: &Path, stamp: Stamp, ready: Ready) {
    let (own, files, reading) = (path.to_owned(), workspace.disk().unedited_files(), workspace.disk.reading.clone());
    if workspace.disk().pace() == Pace::AtOnce {
        let read = open_file(path, files, &reading, &Progress::default());
        take_scene(workspace, path, stamp, ready, read);
    } else {
        let job = Job::quietly(move |progress| {
            let read = open_file(&own, files, &reading, progress);
            (!progress.is_cancelled()).then_some(read)
        });
        workspace.disk.tracking.reading = Some(RunningReading { stamp, ready, job });
    }
}

/// Takes the result of reading the scene's file, and waits for it at most `most`.
fn wait_for_scene(workspace: &mut Workspace, path: &Path, most: Duration) {
    let Some(RunningReading { stamp, ready, job }) = workspace.disk.tracking.reading.take() else { return };
    match job.wait(most) {
        Poll::Ready(Some(Some(read))) => take_scene(workspace, path, stamp, ready, read),
        Poll::Ready(Some(None)) => {
            workspace.disk.tracking.read(Some(stamp));
            workspace.disk.tracking.has_unread_contents = true;
            workspace.notifier().notify_not_reread(path);
        }
        Poll::Ready(None) => {}
        Poll::Pending => workspace.disk.tracking.reading = Some(RunningReading { stamp, ready, job }),
    }
}

/// Replaces the open scene by the contents of its file, or reports a conflict. `stamp` is the file's stamp before
/// the reading.
fn take_scene(workspace: &mut Workspace, path: &Path, stamp: Stamp, ready: Ready, read: Result<Loaded, SceneError>) {
    let loaded = match read {
        Ok(loaded) => loaded,
        // The file was written during the reading, so it will be read again.
        Err(_) if ready == Ready::Interim || (ready == Ready::Whole && Stamp::of(path) != Some(stamp)) => return,
        Err(error) => {
            workspace.disk.tracking.read(Some(stamp));
            workspace.disk.tracking.has_unread_contents = true;
            workspace.notifier().notify_unreadable(path, &error);
            return;
        }
    };
    let was_interim = workspace.disk.tracking.is_interim;
    // If the file was written since the reading, its stamp differs from this one.
    workspace.disk.tracking.read(loaded.stamp);
    workspace.disk.tracking.is_interim = ready != Ready::Whole;
    workspace.disk.tracking.readings += 1;
    workspace.notifier().notify_readable();
    if loaded.scene == **workspace.scene() {
        if !workspace.disk().has_unsaved_trees() {
            workspace.document.history.mark_saved();
        }
    } else if !workspace.disk().has_edits() {
        // Repeated readings of a file that is rewritten continuously are one undo step.
        let is_same_step = was_interim
            && workspace.document.requests.is_empty()
            && workspace.document.history.undo_kind() == Some(StepKind::Reload)
            && workspace.document().redo_label().is_none();
        take_loaded_as(workspace, is_same_step, loaded);
    } else if loaded.scene != *workspace.document.history.saved().scene {
        workspace.disk.tracking.conflict = Some(Conflict { theirs: Some(Box::new(loaded)) });
    }
}

/// Replaces the scene by the contents of its file as one undo step. Tick, selection and view are kept.
pub(in crate::workspace) fn take_loaded(workspace: &mut Workspace, loaded: Loaded) {
    take_loaded_as(workspace, false, loaded);
}

/// Replaces the scene as a step of its own, or as a part of the last step.
fn take_loaded_as(workspace: &mut Workspace, is_same_step: bool, mut loaded: Loaded) {
    let before = Arc::clone(workspace.scene());
    loaded.scene.adopt_ids(&before);
    loaded.files.adopt_tree_ids(&workspace.disk.files);
    workspace.settle();
    workspace.disk.stored_trees = loaded.files.trees.clone();
    workspace.document.user_text = None;
    let document = DocumentState::new(loaded.scene, &loaded.files);
    if is_same_step {
        workspace.document.history.amend(document);
    } else {
        workspace.document.history.push_reloaded(document);
    }
    workspace.document.history.mark_saved();
    workspace.document.refusal = None;
    let old = std::mem::replace(&mut workspace.disk.files, loaded.files);
    // Files that were read during this reading, or together with the scene's file, are not read again.
    let folder = workspace.disk().folder().cloned();
    workspace.disk.files.inherit(&old, folder.as_ref());
    update_files(&mut workspace.disk, &mut workspace.document);
    workspace.follow(Content { scene: &before, files: &old }, workspace.clock.tick);
    workspace.notifier().notify_opened(&loaded.warnings, &loaded.faults);
    if !loaded.unsent.is_empty() {
        workspace.notifier().notify_unsent_names();
    }
    load_at_once(workspace);
    workspace.lesson_mut().begin_again();
}

/// Whether saving would overwrite changes of another program that the user has not seen. The user is then asked.
pub(in crate::workspace) fn would_overwrite_changes(workspace: &mut Workspace, path: &Path) -> bool {
    let stamp = Stamp::of(path);
    if let Some(stamp) =
        stamp.filter(|_| workspace.disk.tracking.stamp.is_some() && stamp != workspace.disk.tracking.stamp)
    {
        if workspace.disk.tracking.reading.is_none() {
            read_scene(workspace, path, stamp, Ready::Whole);
        }
        wait_for_scene(workspace, path, FIRST_WAIT);
    }
    if workspace.disk.tracking.reading.is_some() {
        let text =
            "Another program has changed the file, which is still being read. Save again when the reading has ended.";
        workspace.notify(Notice::warning(NoticeKind::SceneNotSaved, text));
        return true;
    }
    if workspace.disk.tracking.has_unread_contents && stamp.is_some() {
        workspace.disk.tracking.conflict.get_or_insert(Conflict { theirs: None });
    }
    if workspace.disk.tracking.conflict.is_none() {
        return false;
    }
    let text = "Another program has changed the file since it was read. Choose which version to keep, then save again.";
    workspace.notify(Notice::warning(NoticeKind::SceneNotSaved, text));
    true
}

#[cfg(test)]
mod tests;
