//! Adds and removes the notices that follow from the state of the open scene and of its files.

use std::path::Path;
use std::sync::Arc;

use super::list::Notices;
use super::notice::{Cause, Notice, NoticeKind, file_name};
use crate::files::{Asset, LevelFault, LevelFaultKind, open_watched, parse_with};
use crate::opacity::Progress;
use crate::scene::{self, Entry, ItemId, SceneError, SceneWarning, UnusualObjects, WrittenScene};
use crate::workspace::disk::open_files::Disk;
use crate::workspace::document::open_document::OpenDocument;
use crate::world::World;

/// The notices, with what they are about.
pub(in crate::workspace) struct Notifier<'a> {
    pub(in crate::workspace) notices: &'a mut Notices,
    pub(in crate::workspace) document: &'a OpenDocument,
    pub(in crate::workspace) disk: &'a Disk,
    pub(in crate::workspace) world: &'a World,
    /// Whether there are unsaved changes.
    pub(in crate::workspace) is_dirty: bool,
}

impl Notifier<'_> {
    /// The item with that name at this time. The notice keeps its id.
    fn named(&self, name: Option<&str>) -> Option<ItemId> {
        self.world.named(name?)
    }

    /// Replaces the notices after another scene was opened: by the scene's warnings and the errors of its images.
    pub(in crate::workspace) fn notify_opened(&mut self, warnings: &[SceneWarning], faults: &[SceneError]) {
        let kind_of = |subject: Option<ItemId>| self.document.scene().find(subject?);
        let faults = faults.iter().map(|fault| {
            let subject = self.named(fault.subject.as_deref());
            match kind_of(subject) {
                Some(Entry::Agent(_)) => Notice::of_tree(fault, subject),
                Some(Entry::Image(_)) => Notice::of_image(fault, subject),
                _ => Notice::of_level(fault, subject).or_of_animation(self.lacks_animation(subject)),
            }
        });
        let warnings = warnings.iter().map(|warning| {
            let subject = self.named(warning.subject.as_deref());
            let is_level = warning.is_of_file || self.disk.files.levels.get(&warning.file).is_some();
            if is_level { Notice::of_level_note(warning, subject) } else { Notice::of_scene(warning, subject) }
        });
        let new = faults.chain(warnings).collect();
        self.notices.set(new);
        self.notify_disk();
    }

    /// Adds notices about files of the scene that can no longer be read.
    pub(in crate::workspace) fn notify_disk(&mut self) {
        let scene = Arc::clone(self.document.scene());
        let (images, trees) = (&self.disk.tracking.tried.images, &self.disk.tracking.tried.trees);
        let images = scene.images.iter().filter_map(|image| {
            let source = image.source();
            let tried = images.get(&source)?;
            let is_stopped = tried.bitmap().is_err_and(|error| error.is_stopped());
            Some(Notice::of_disk(&tried.failure(&source).filter(|_| !is_stopped)?, Some(image.id.get()), false))
        });
        let trees = scene.agents.iter().filter_map(|agent| {
            let file = &agent.tree.file()?.file;
            Some(Notice::of_disk(&trees.get(file)?.failure(file)?, Some(agent.id.get()), true))
        });
        let levels =
            self.disk.tracking.tried.levels.iter().filter(|(name, _)| self.disk.files.levels.get(name).is_some());
        let levels = levels.filter_map(|(name, level)| {
            // An error of a missing file has no line and column.
            Some(Notice::of_disk(&level.failure(name)?, None, level.is_opened()))
        });
        let sessions = scene.sessions.iter().filter_map(|session| {
            let source = session.source();
            Some(Notice::of_disk(
                &self.disk.tracking.tried.sessions.get(&source)?.failure(&source)?,
                Some(session.id.get()),
                true,
            ))
        });
        let mut new: Vec<Notice> = Vec::new();
        for notice in images.chain(trees).chain(levels).chain(sessions) {
            if !new.iter().any(|other| other.kind == notice.kind) {
                new.push(notice);
            }
        }
        self.notices.replace(Cause::Disk, &new);
    }

    /// Updates the notices about trees that cannot run, after a change of tree files.
    pub(in crate::workspace) fn notify_trees(&mut self) {
        let (faults, _) = self.disk.files.tree_faults(self.document.scene());
        let of_fault = |fault: &SceneError| Notice::of_tree(fault, self.named(fault.subject.as_deref()));
        let new: Vec<Notice> = faults.iter().map(|fault| of_fault(&fault.error)).collect();
        self.notices.settle(&[Cause::Tree]);
        self.notices.extend(new.into_iter());
    }

    /// Whether an item is a model that names an animation that its level does not have.
    fn lacks_animation(&self, item: Option<ItemId>) -> bool {
        let scene = self.document.scene();
        let Some(Entry::Model(i)) = item.and_then(|item| scene.find(item)) else { return false };
        scene.models.get(i).is_some_and(|model| self.disk.files.missing_animation(model).is_some())
    }

    /// Updates the notices about levels after they were read again, and about parts and animations that the scene names but
    /// the levels do not have.
    pub(in crate::workspace) fn notify_levels(&mut self) {
        let (faults, notes) = self.disk.files.level_faults(self.document.scene());
        let of_fault = |fault: &LevelFault| {
            let subject = self.named(fault.error.subject.as_deref());
            let notice = match fault.named_at {
                Some(_) => Notice::of_level_in_memory(&fault.error, subject),
                None => Notice::of_level(&fault.error, subject),
            };
            match fault.kind {
                LevelFaultKind::Level => notice.or_of_animation(self.lacks_animation(subject)),
                LevelFaultKind::Number => notice.of_kind(NoticeKind::BadNumber),
                LevelFaultKind::Joint => notice.of_kind(NoticeKind::NoJoint),
            }
        };
        let scene = Arc::clone(self.document.scene());
        let misfits = scene::validate(&scene, &self.disk.files, None);
        let misfits = misfits.iter().map(|problem| Notice::of_misfit(problem, scene.id_at(&problem.place)));
        let imprecise = self.disk.files.imprecise_levels(&scene);
        let imprecise =
            imprecise.iter().map(|(place, message)| Notice::of_imprecise_level(message, scene.id_at(place)));
        let notes =
            notes.iter().map(|note| Notice::of_level_note(note, self.named(note.subject.as_deref()))).chain(imprecise);
        let new: Vec<Notice> = faults.iter().map(of_fault).chain(misfits).chain(notes).collect();
        self.notices.replace(Cause::Level, &new);
    }

    /// Adds a warning about the scene's file, which stays until the file is read.
    fn warn_of_scene_file(&mut self, kind: NoticeKind, text: String) {
        let notice = Notice::warning(kind, text);
        self.notices.add(Notice { cause: Cause::Opening, ..notice });
    }

    /// Adds the notice that the scene's file was deleted.
    pub(in crate::workspace) fn notify_gone(&mut self, path: &Path) {
        let name = file_name(&path.display().to_string()).into_owned();
        let text = format!(
            "{name} was deleted from the disk. The last version that was read is shown. Saving creates the file again."
        );
        self.warn_of_scene_file(NoticeKind::SceneFileDeleted, text);
    }

    /// Adds the notice that the scene's file was replaced by something that is not a file.
    pub(in crate::workspace) fn notify_no_file(&mut self, path: &Path) {
        let name = file_name(&path.display().to_string()).into_owned();
        let what = crate::source::text::no_file(path);
        let text =
            format!("{name}: {what}. The last version that was read is shown. Restore the file to read it again.");
        self.warn_of_scene_file(NoticeKind::SceneFileDeleted, text);
    }

    /// Adds the notice that the user cancelled reading the changes of another program in the scene's file.
    pub(in crate::workspace) fn notify_not_reread(&mut self, path: &Path) {
        let name = file_name(&path.display().to_string()).into_owned();
        let text = format!(
            "{name} has changed, but reading it was cancelled. Use Reload to load the new version. Save asks before it overwrites the file."
        );
        self.warn_of_scene_file(NoticeKind::SceneDiffers, text);
    }

    /// Removes the notices about the scene's file after it was read.
    pub(in crate::workspace) fn notify_readable(&mut self) {
        self.notices.settle(&[Cause::Opening]);
    }

    /// Adds the notice of a file that could not be read. The open scene is kept.
    pub(in crate::workspace) fn notify_unreadable(&mut self, path: &Path, error: &SceneError) {
        self.notices.settle(&[Cause::Opening, Cause::Other]);
        let subject = error.subject.as_deref().filter(|_| self.disk.path.as_deref() == Some(path));
        self.notices.add(Notice::unreadable(error, self.named(subject)));
    }

    /// Updates the notices about images that have no answer.
    pub(in crate::workspace) fn notify_images(&mut self) {
        let errors = self.world.images.iter().filter_map(|image| Some((image.id, image.opacity.as_ref().err()?)));
        // An image that is being read is not an error, nor is one whose reading the user cancelled.
        let errors = errors.filter(|(_, error)| !error.is_pending() && !error.is_stopped());
        let new: Vec<Notice> =
            errors.map(|(id, error)| Notice::of_image_in_memory(Some(id), &error.to_string())).collect();
        self.notices.replace(Cause::Image, &new);
    }

    /// Finds the locations in the scene file of image errors that were found after the scene was read.
    pub(in crate::workspace) fn locate_image_faults(&mut self) {
        let is_open = |notice: &Notice| notice.cause == Cause::Image && notice.place.is_none();
        let Some(path) = self.disk.path.as_deref().filter(|_| !self.is_dirty && self.notices.all().iter().any(is_open))
        else {
            return;
        };
        let Ok(loaded) = open_watched(path, self.disk.files.clone(), &self.disk.reading, &Progress::default()) else {
            return;
        };
        let named = |fault: &SceneError| self.world.named(fault.subject.as_deref()?);
        let faults: Vec<_> = loaded.faults.iter().filter_map(|fault| Some((named(fault)?, fault))).collect();
        for notice in self.notices.all_mut().iter_mut().filter(|notice| is_open(notice)) {
            if let Some((id, fault)) = faults.iter().find(|(id, _)| Some(*id) == notice.subject) {
                *notice = Notice { is_dismissed: notice.is_dismissed, ..Notice::of_image(fault, Some(*id)) };
            }
        }
    }

    /// Whether there are notices about names that the running program has not sent.
    pub(in crate::workspace) fn has_unsent_names(&self) -> bool {
        self.notices.all().iter().any(|notice| notice.cause == Cause::Program)
    }

    /// Updates the notices about names of the scene that the running program has not sent. They have their places when the scene is as in
    /// its file.
    pub(in crate::workspace) fn notify_unsent_names(&mut self) {
        let scene = Arc::clone(self.document.scene());
        let mut problems = scene::validate(&scene, &self.disk.files, self.disk.folder.as_ref());
        problems.extend(scene::check_lesson(&scene, &self.disk.files));
        let path = self.disk.path.as_deref().filter(|_| !self.is_dirty && !problems.is_empty());
        let read = path.and_then(|path| {
            open_watched(path, self.disk.files.clone(), &self.disk.reading, &Progress::default()).ok()
        });
        let located = read.map(|loaded| loaded.unsent).filter(|unsent| unsent.len() == problems.len());
        let unsent = located.unwrap_or_else(|| {
            let name = self.disk.path.as_deref().map_or_else(|| "the scene".into(), |path| path.display().to_string());
            let written = WrittenScene::made(&name);
            problems.into_iter().map(|problem| written.error(&scene, problem)).collect()
        });
        let notice = |one: &SceneError| Notice::of_unsent_name(one, self.named(one.subject.as_deref()));
        let new: Vec<Notice> = unsent.iter().map(notice).collect();
        self.notices.replace(Cause::Program, &new);
    }

    /// Updates the warnings about the scene after an edit.
    pub(in crate::workspace) fn notify_edited(&mut self, unusual_objects: &mut UnusualObjects) {
        let scene = Arc::clone(self.document.scene());
        let new: Vec<Notice> = scene::warnings(&scene, unusual_objects)
            .into_iter()
            .map(|(place, message)| Notice::of_edited_scene(message, scene.id_at(&place)))
            .collect();
        self.notices.replace(Cause::Scene, &new);
        if self.has_unsent_names() {
            self.notify_unsent_names();
        }
    }

    /// Updates the warnings after the scene was saved, because their lines may have changed.
    pub(in crate::workspace) fn notify_saved(&mut self, path: &Path, text: &str) {
        let before = self.notices.all().to_vec();
        self.notices.set(Vec::new());
        if !before.iter().any(|notice| !matches!(notice.cause, Cause::Opening | Cause::Other)) {
            return;
        }
        let name = path.display().to_string();
        if let Ok(loaded) = parse_with(text, &name, path.parent(), self.disk.files.clone(), &self.disk.reading) {
            self.notify_opened(&loaded.warnings, &loaded.faults);
            if !loaded.unsent.is_empty() {
                self.notify_unsent_names();
            }
        } else {
            self.notify_opened(&[], &[]);
        }
        self.notices.dismiss_as(&before);
    }
}
