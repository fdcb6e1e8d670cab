//! What happens when both the scene's file and the open scene have changed.

use std::path::{Path, PathBuf};

use super::super::disk_mut::DiskMut;
use super::super::disk_ref::DiskRef;
use super::super::file_debounce::Ready;
use super::super::tracking::Conflict;
use super::read::{read_scene, wait_for_scene};
use super::replace::take_loaded;
use crate::files::Files;
use crate::scene::Stamp;
use crate::workspace::job::FIRST_WAIT;
use crate::workspace::notices::notice::{Notice, NoticeKind};
use crate::workspace::open_scene::Workspace;

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
