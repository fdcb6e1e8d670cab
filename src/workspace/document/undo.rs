//! Undo and redo.

use std::sync::Arc;

use super::edits::Edits;
use super::state::DocumentState;
use crate::files::Content;
use crate::workspace::disk::assets::update_files;
use crate::workspace::disk::loading::load_at_once;
use crate::workspace::open_scene::Workspace;

impl Workspace {
    /// Undoes the last step, or drops a change that still waits for its level.
    pub fn undo(&mut self) {
        if self.document.requests.pop().is_some() {
            return;
        }
        let before = Arc::clone(self.document.history.document());
        if self.document.history.undo() {
            update_after_undo(self, &before);
            let selected = self.document.history.selected_before_undone().to_vec();
            self.edits().select_entries(&selected);
        }
    }

    /// Redoes the last undone step.
    pub fn redo(&mut self) {
        let before = Arc::clone(self.document.history.document());
        if self.document.history.redo() {
            update_after_undo(self, &before);
        }
    }
}

impl Edits<'_> {
    /// Reverts the changes of a drag that is still in progress. They leave no step.
    pub(crate) fn drop_running_step(&mut self) {
        let before = Arc::clone(self.workspace.document.history.document());
        if self.workspace.document.history.drop_running() {
            update_after_undo(self.workspace, &before);
        }
    }
}

/// Keeps the readings of files that were read since, after undo or redo.
fn update_after_undo(workspace: &mut Workspace, before: &Arc<DocumentState>) {
    workspace.document.refusal = None;
    if Arc::ptr_eq(before, workspace.document.history.document()) {
        // The step only hid or showed items.
        return;
    }
    let old = workspace.disk.files.clone();
    workspace.disk.files.trees = workspace.document.history.document().trees.clone();
    update_files(&mut workspace.disk, &mut workspace.document);
    workspace.follow(Content { scene: &before.scene, files: &old }, workspace.clock.tick);
    workspace.disk_mut().refresh_files();
    load_at_once(workspace);
}
