//! A lesson as the open scene. Its files belong to the program, so it is saved to a file that the user chooses, together
//! with the files that it names.

use std::path::{Path, PathBuf};

use super::disk_mut::DiskMut;
use super::disk_ref::DiskRef;
use super::scene_file::take_loaded;
use crate::files::Loaded;
use crate::files::open::open_file;
use crate::host::fs;
use crate::lessons::{self, Lesson};
use crate::opacity::Progress;
use crate::scene::{self, Folder};
use crate::workspace::notices::notice::{Notice, NoticeKind};
use crate::workspace::open_scene::Workspace;
use crate::workspace::selection::state::Selection;

impl Workspace {
    /// Marks the open scene as the tour.
    #[must_use]
    pub(crate) fn on_tour(mut self) -> Self {
        self.disk.lesson = lessons::by_file(lessons::TOUR);
        self
    }
}

impl DiskMut<'_> {
    /// Opens a lesson from its file. If it cannot be read, the open scene is kept and a notice is added. Returns whether
    /// it was opened.
    pub(crate) fn open_lesson(&mut self, lesson: &'static Lesson, path: &Path) -> bool {
        let is_open = self.workspace.open(path);
        if is_open {
            self.workspace.disk.lesson = Some(lesson);
        }
        is_open
    }

    /// Discards all changes of the lesson, as one step of undo. Tick and selection are those with which it opens.
    pub(crate) fn reset_lesson(&mut self) {
        let Some(lesson) = self.workspace.disk.lesson else { return };
        let read = match self.workspace.path().map(Path::to_owned) {
            Some(path) => open_file(
                &path,
                self.workspace.disk().current_files(),
                &self.workspace.disk.reading,
                &Progress::default(),
            ),
            None => scene::tour().map(|scene| Loaded {
                scene,
                files: self.workspace.disk().fresh_files().0,
                faults: Vec::new(),
                unsent: Vec::new(),
                warnings: Vec::new(),
                stamp: None,
            }),
        };
        match read {
            Ok(loaded) => {
                self.workspace.disk.tracking.read(loaded.stamp);
                take_loaded(self.workspace, loaded);
                self.refresh_files();
                self.workspace.set_tick(self.workspace.scene().opens_at);
                let selection = Selection::opening(&self.workspace.world, &self.workspace.scene().select);
                self.workspace.selection_mut().set_selection(selection);
            }
            Err(error) => self.workspace.notifier().notify_unreadable(Path::new(lesson.file), &error),
        }
    }
}

impl DiskRef<'_> {
    /// The lesson that is open. `None` for any other scene, and after the lesson was saved to a file.
    pub fn lesson(self) -> Option<&'static Lesson> {
        self.disk.lesson
    }

    /// Copies the files that the lesson names to another folder, except those with unsaved edits, which are saved there.
    ///
    /// # Errors
    /// When a file cannot be copied, or when another file has its name there. Then nothing was copied.
    pub(in crate::workspace) fn copy_lesson_files(self, to: &Folder) -> Result<(), Box<Notice>> {
        let Some(from) = self.folder() else { return Ok(()) };
        let refused = |text: String| Box::new(Notice::error(NoticeKind::SceneNotSaved, text));
        let from = fs::canonicalize(from.path()).unwrap_or_else(|_| from.path().to_owned());
        let edited = self.unsaved_tree_names();
        let mut copies: Vec<(PathBuf, Vec<u8>)> = Vec::new();
        for file in self.named_files().files() {
            let file = fs::canonicalize(file).unwrap_or_else(|_| file.clone());
            let Ok(name) = file.strip_prefix(&from) else { continue };
            if edited.contains(&*name.to_string_lossy()) {
                continue;
            }
            let target = to.path().join(name);
            let bytes =
                fs::read(&file).map_err(|error| refused(format!("{} cannot be read: {error}.", file.display())))?;
            match fs::read(&target) {
                Ok(there) if there == bytes => {}
                Ok(_) => {
                    return Err(refused(format!(
                        "The lesson needs its file {}, and {} already has another file with this name. Nothing was \
                         written. Choose another folder.",
                        name.display(),
                        to.path().display()
                    )));
                }
                Err(_) => copies.push((target, bytes)),
            }
        }
        for (target, bytes) in copies {
            if let Some(folder) = target.parent() {
                let failed = |error| refused(format!("The folder {} cannot be created: {error}.", folder.display()));
                fs::create_dir_all(folder).map_err(failed)?;
            }
            scene::save_bytes(&bytes, &target).map_err(|error| refused(error.to_string()))?;
        }
        Ok(())
    }
}
