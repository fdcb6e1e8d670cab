//! Reads the scene's file after a change, at once or on another thread.

use std::path::Path;
use std::task::Poll;
use std::time::Duration;

use super::super::file_debounce::Ready;
use super::super::tracking::{Conflict, RunningReading};
use super::replace::take_loaded_as;
use crate::files::open::open_file;
use crate::files::{Loaded, Pace};
use crate::opacity::Progress;
use crate::scene::{SceneError, Stamp};
use crate::workspace::document::history::StepKind;
use crate::workspace::job::Job;
use crate::workspace::open_scene::Workspace;

/// Reads the scene's file, at once or in the background.
pub(super) fn read_scene(workspace: &mut Workspace, path: &Path, stamp: Stamp, ready: Ready) {
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
pub(super) fn wait_for_scene(workspace: &mut Workspace, path: &Path, most: Duration) {
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
