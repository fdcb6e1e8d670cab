//! Undo and redo.

use std::sync::Arc;

use super::Workspace;
use super::document::Document;
use crate::files::Content;

impl Workspace {
    /// Undoes the last step, or drops a change that still waits for its level.
    pub fn undo(&mut self) {
        if self.loading.namings.pop().is_some() {
            return;
        }
        let before = Arc::clone(self.history.document());
        if self.history.undo() {
            self.update_after_undo(&before);
            let selected = self.history.selected_before_undone().to_vec();
            self.select_entries(&selected);
        }
    }

    /// Reverts the changes of a drag that is still in progress. They leave no step.
    pub(crate) fn drop_running_step(&mut self) {
        let before = Arc::clone(self.history.document());
        if self.history.drop_running() {
            self.update_after_undo(&before);
        }
    }

    /// Redoes the last undone step.
    pub fn redo(&mut self) {
        let before = Arc::clone(self.history.document());
        if self.history.redo() {
            self.update_after_undo(&before);
        }
    }

    /// Keeps the readings of files that were read since, after undo or redo.
    fn update_after_undo(&mut self, before: &Arc<Document>) {
        self.refusal = None;
        self.view.appearance_revision += 1;
        if Arc::ptr_eq(before, self.history.document()) {
            // The step only hid or showed items.
            return;
        }
        let old = self.files.clone();
        self.files.trees = self.history.document().trees.clone();
        self.update_files();
        self.follow(Content { scene: &before.scene, files: &old }, self.tick);
        self.refresh_files();
        self.load_at_once();
    }

    /// The label of the step that undo would revert.
    pub fn undo_label(&self) -> Option<&str> {
        self.loading.namings.last().map(|naming| &*naming.label).or(self.history.undo_label())
    }

    /// The label of the step that redo would restore.
    pub fn redo_label(&self) -> Option<&str> {
        self.history.redo_label()
    }
}
