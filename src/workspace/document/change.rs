//! Changes of the scene. Each is checked, becomes an undo step, and updates world and report.

use std::collections::HashSet;
use std::sync::Arc;

use super::edits::Edits;
use super::refusal::Refusal;
use super::state::{DocumentState, Draft};
use crate::files::{Content, Files};
use crate::report::quoted;
use crate::scene::{self, Scene};
use crate::workspace::disk::disk_ref::DiskRef;
use crate::workspace::disk::loading::load_at_once;
use crate::workspace::notices::notice::{Notice, NoticeKind};
use crate::workspace::open_scene::Workspace;
use crate::world::World;

impl Workspace {
    /// Changes the scene. When its checks refuse the result, nothing changes, and `OpenDocument::refusal` has the reason
    /// under the name of `field`. Changes of the same field until [`Workspace::settle`] are one undo step.
    pub fn edit(&mut self, field: &str, change: impl FnOnce(&mut Scene)) -> bool {
        self.edit_draft(field, |draft, _| change(&mut draft.scene))
    }

    fn edit_draft(&mut self, field: &str, change: impl FnOnce(&mut Draft, &World)) -> bool {
        if self.document.is_read_only {
            let reason = "this page shows the scene without changes".to_owned();
            self.document.refusal = Some(Refusal { field: field.to_owned(), reason });
            return false;
        }
        let before = Arc::clone(self.scene());
        let mut draft = Draft { scene: Scene::clone(&before), files: self.disk.files.clone() };
        change(&mut draft, &self.world);
        let Draft { scene, mut files } = draft;
        files.forget_outdated_unnamed(&scene, self.disk().folder());
        files.update(&scene, self.disk().folder(), self.disk.reading.pace);
        self.disk.note_new_trees(&self.document, &files);
        if scene == *before && files == self.disk.files {
            return false;
        }
        if let Some(problem) = new_problem(&before, self.disk(), &scene, &files) {
            // Help texts are for authors of the file, so they are left out here.
            let reason = quoted(&problem.message);
            self.document.refusal = Some(Refusal { field: field.to_owned(), reason });
            return false;
        }
        self.document.refusal = None;
        self.document.history.change(field, DocumentState::new(scene, &files));
        let old = std::mem::replace(&mut self.disk.files, files);
        self.follow(Content { scene: &before, files: &old }, self.clock.tick);
        load_at_once(self);
        true
    }

    /// Changes the scene as a separate undo step, even when the last step had the same label. `change` also receives
    /// the current world.
    pub(crate) fn step(&mut self, label: &str, change: impl FnOnce(&mut Scene, &World)) -> bool {
        self.step_draft(label, |draft, world| change(&mut draft.scene, world))
    }

    /// [`Workspace::step`] for a command, which has no field beside which a reason could be shown: a refusal becomes a notice.
    pub(crate) fn command(&mut self, label: &str, change: impl FnOnce(&mut Scene, &World)) -> bool {
        let is_done = self.step(label, change);
        if !is_done
            && let Some(Refusal { reason, .. }) = self.document.refusal.take_if(|refusal| refusal.field == label)
        {
            let text = format!("“{label}” was not done: {}.", reason.trim_end_matches('.'));
            self.notify(Notice::error(NoticeKind::NotChanged, text));
        }
        is_done
    }

    /// Changes the scene and its files as a separate undo step.
    pub(crate) fn step_draft(&mut self, label: &str, change: impl FnOnce(&mut Draft, &World)) -> bool {
        self.settle();
        let is_done = self.edit_draft(label, change);
        self.settle();
        is_done
    }

    /// Ends a drag: the next change becomes a separate undo step.
    pub fn settle(&mut self) {
        self.document.history.settle();
        if self.judging.warned_at != self.revision {
            self.judging.warned_at = self.revision;
            let mut unusual_objects = std::mem::take(&mut self.judging.unusual_objects);
            self.notifier().notify_edited(&mut unusual_objects);
            self.judging.unusual_objects = unusual_objects;
        }
    }
}

impl Edits<'_> {
    /// Refuses every change from now on.
    pub(crate) fn refuse_all(&mut self) {
        self.workspace.document.is_read_only = true;
    }

    /// Removes the refusal.
    pub(crate) fn dismiss_refusal(&mut self) {
        self.workspace.document.refusal = None;
    }
}

/// A problem that a change causes. Problems that existed before, such as those of a level that has changed, do not
/// block other changes.
fn new_problem(before: &Scene, old: DiskRef, scene: &Scene, files: &Files) -> Option<scene::Violation> {
    let (old_files, folder) = (&old.disk.files, old.folder());
    let sound = scene::ValidBefore { scene: before, has_same_levels: old_files.levels == files.levels };
    let problems = scene::check_change(&sound, scene, files, folder);
    let known = if problems.is_empty() { Vec::new() } else { scene::validate(before, old_files, folder) };
    let known: HashSet<_> = known.iter().map(|problem| problem.identity(before)).collect();
    problems.into_iter().find(|problem| !known.contains(&problem.identity(scene)))
}
