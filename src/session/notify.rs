//! Adds and removes the notices of the open scene.

use std::path::Path;
use std::sync::Arc;

use super::notice::{Cause, file_name};
use super::{Notice, NoticeKind, Session};
use crate::files::{Asset, LevelFault, open_watched, parse_with};
use crate::opacity::Progress;
use crate::scene::{self, SceneError, SceneWarning};

impl Session {
    /// The notices.
    pub fn notices(&self) -> &[Notice] {
        self.notices.all()
    }

    /// Adds a notice, in place of an older one of the same kind.
    pub fn notify(&mut self, notice: Notice) {
        self.notices.add(notice);
    }

    /// Closes a notice: it stays in the list until its cause is removed.
    pub fn put_away(&mut self, notice: usize) {
        self.notices.put_away(notice);
    }

    /// After another scene was opened: replaces the notices by its warnings and the errors of its images.
    pub(super) fn notify_opened(&mut self, warnings: &[SceneWarning], faults: &[SceneError]) {
        let scene = self.scene();
        let is_agent = |name: &str| scene.agents.iter().any(|agent| agent.name == name);
        let is_image = |name: &str| scene.images.iter().any(|image| image.name == name);
        let faults = faults.iter().map(|fault| match fault.subject.as_deref() {
            Some(subject) if is_agent(subject) => Notice::of_tree(fault),
            Some(subject) if !is_image(subject) => Notice::of_level(fault),
            _ => Notice::of_image(fault),
        });
        let far_levels = self.files.far_levels(scene);
        let is_far = |warning: &SceneWarning| far_levels.iter().any(|(_, message)| **message == *warning.message);
        let is_level = |warning: &SceneWarning| self.files.levels.get(&warning.file).is_some() || is_far(warning);
        let warnings = warnings
            .iter()
            .map(|warning| if is_level(warning) { Notice::of_level_note(warning) } else { Notice::of_scene(warning) });
        self.notices.set(faults.chain(warnings).collect());
        self.notify_disk();
    }

    /// Notices about files of the scene that cannot be read any more.
    pub(super) fn notify_disk(&mut self) {
        let scene = Arc::clone(self.scene());
        let (images, trees) = (&self.disk.tried.images, &self.disk.tried.trees);
        let images = scene.images.iter().filter_map(|image| {
            let source = image.source();
            let tried = images.get(&source)?;
            let is_stopped = tried.bitmap().is_err_and(|error| error.is_stopped());
            Some(Notice::of_disk(&tried.failure(&source).filter(|_| !is_stopped)?, Some(&image.name), false))
        });
        let trees = scene.agents.iter().filter_map(|agent| {
            let file = &agent.tree.file()?.file;
            Some(Notice::of_disk(&trees.get(file)?.failure(file)?, Some(&agent.name), true))
        });
        let levels = self.disk.tried.levels.iter().filter(|(name, _)| self.files.levels.get(name).is_some());
        let levels = levels.filter_map(|(name, level)| {
            // A missing file has no line and column.
            Some(Notice::of_disk(&level.failure(name)?, None, level.is_opened()))
        });
        let mut new: Vec<Notice> = Vec::new();
        for notice in images.chain(trees).chain(levels) {
            if !new.iter().any(|other| other.kind == notice.kind) {
                new.push(notice);
            }
        }
        self.notices.replace(Cause::Disk, new);
    }

    /// After a change of trees in files: updates the notices about trees that cannot run.
    pub(super) fn notify_trees(&mut self) {
        let (faults, _) = self.files.tree_faults(self.scene());
        self.notices.settle(&[Cause::Tree]);
        self.notices.extend(faults.iter().map(|fault| Notice::of_tree(&fault.error)));
    }

    /// After levels were read again: updates the notices about them, and about parts that the scene names and they no
    /// longer have.
    pub(super) fn notify_levels(&mut self) {
        let (faults, notes) = self.files.level_faults(self.scene());
        let of_fault = |fault: &LevelFault| match fault.named_at {
            Some(_) => Notice::of_level_in_memory(&fault.error),
            None => Notice::of_level(&fault.error),
        };
        let scene = Arc::clone(self.scene());
        let misfits = scene::check(&scene, &self.files, None);
        let misfits = misfits.iter().map(|problem| Notice::of_misfit(problem, scene.subject(&problem.place)));
        let far_levels = self.files.far_levels(&scene);
        let far_levels = far_levels.iter().map(|(place, message)| Notice::of_far_level(message, scene.subject(place)));
        let notes = notes.iter().map(Notice::of_level_note).chain(far_levels);
        let new = faults.iter().map(of_fault).chain(misfits).chain(notes).collect();
        self.notices.replace(Cause::Level, new);
    }

    /// The scene's file was deleted.
    pub(super) fn notify_gone(&mut self, path: &Path) {
        let name = file_name(&path.display().to_string()).into_owned();
        let text =
            format!("{name} is gone from the disk. The last version that was read is shown; saving writes it again.");
        let notice = Notice::warning(NoticeKind::SceneGone, text);
        self.notify(Notice { cause: Cause::Opening, ..notice });
    }

    /// The scene's file was replaced by something that is not a file.
    pub(super) fn notify_no_file(&mut self, path: &Path) {
        let name = file_name(&path.display().to_string()).into_owned();
        let what = crate::source::text::no_file(path);
        let text =
            format!("{name}: {what}. The last version that was read is shown. Put the file back to read it again.");
        let notice = Notice::warning(NoticeKind::SceneGone, text);
        self.notify(Notice { cause: Cause::Opening, ..notice });
    }

    /// The user cancelled reading what another program wrote to the scene's file.
    pub(super) fn notify_not_reread(&mut self, path: &Path) {
        let name = file_name(&path.display().to_string()).into_owned();
        let text =
            format!("{name} has changed, and reading it was stopped. Reload loads the new version; saving asks first.");
        let notice = Notice::warning(NoticeKind::SceneDiffers, text);
        self.notify(Notice { cause: Cause::Opening, ..notice });
    }

    /// The scene's file can be read again.
    pub(super) fn notify_readable(&mut self) {
        self.notices.settle(&[Cause::Opening]);
    }

    /// A file could not be read, and the open scene stays.
    pub(crate) fn notify_unreadable(&mut self, path: &Path, error: &SceneError) {
        self.notices.settle(&[Cause::Opening, Cause::Passing]);
        let is_open = self.path() == Some(path);
        self.notices.add(Notice::unreadable(error, is_open));
    }

    /// Updates the notices about images without an answer.
    pub(super) fn notify_images(&mut self) {
        let errors = self.world.images.iter().filter_map(|image| Some((&*image.name, image.opacity.as_ref().err()?)));
        // An image that is being read, or whose reading the user cancelled, is not an error.
        let errors = errors.filter(|(_, error)| !error.is_pending() && !error.is_stopped());
        let new = errors.map(|(name, error)| Notice::of_image_in_memory(Some(name), &error.to_string())).collect();
        self.notices.replace(Cause::Image, new);
    }

    /// Finds the places in the scene file of image errors that were found after the scene was read.
    pub(super) fn locate_image_faults(&mut self) {
        let is_open = |notice: &Notice| notice.cause == Cause::Image && notice.place.is_none();
        let Some(path) = self.path().filter(|_| !self.is_dirty() && self.notices.all().iter().any(is_open)) else {
            return;
        };
        let Ok(loaded) = open_watched(path, self.files.clone(), &self.reading, &Progress::default()) else { return };
        for notice in self.notices.all_mut().iter_mut().filter(|notice| is_open(notice)) {
            let is_it = |fault: &&SceneError| fault.subject == notice.subject.as_deref().map(Box::from);
            if let Some(fault) = loaded.faults.iter().find(is_it) {
                *notice = Notice { is_put_away: notice.is_put_away, ..Notice::of_image(fault) };
            }
        }
    }

    /// The scene was saved: its warnings have other lines now.
    pub(super) fn notify_saved(&mut self, path: &Path) {
        let before = self.notices.all().to_vec();
        self.notices.set(Vec::new());
        if !before.iter().any(|notice| !matches!(notice.cause, Cause::Opening | Cause::Passing)) {
            return;
        }
        let (text, name) = (scene::write(self.scene()), path.display().to_string());
        if let Ok(loaded) = parse_with(&text, &name, path.parent(), self.files.clone(), &self.reading) {
            self.notify_opened(&loaded.warnings, &loaded.faults);
        } else {
            self.notify_opened(&[], &[]);
        }
        for notice in self.notices.all_mut() {
            notice.is_put_away = before.iter().any(|old| old.is_put_away && old.is_same_as(notice));
        }
    }
}
