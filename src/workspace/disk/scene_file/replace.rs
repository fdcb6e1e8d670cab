//! Replaces the open scene by the contents of its file.

use std::sync::Arc;

use super::super::assets::update_files;
use super::super::loading::load_at_once;
use crate::files::{Content, Loaded};
use crate::workspace::document::state::DocumentState;
use crate::workspace::open_scene::Workspace;

/// Replaces the scene by the contents of its file as one undo step. Tick, selection and view are kept.
pub(in crate::workspace) fn take_loaded(workspace: &mut Workspace, loaded: Loaded) {
    take_loaded_as(workspace, false, loaded);
}

/// Replaces the scene as a step of its own, or as a part of the last step.
pub(super) fn take_loaded_as(workspace: &mut Workspace, is_same_step: bool, mut loaded: Loaded) {
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
