//! Opening, reloading and saving. An error becomes a notice, and the open scene stays.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::disk_mut::DiskMut;
use super::disk_ref::DiskRef;
use super::loading::load_at_once;
use super::open_files::TreeChoice;
use super::opening::renew;
use super::received_trace::{recording_beside, save_recording_beside};
use super::relocating::relocate;
use super::scene_file::{take_loaded, would_overwrite_changes};
use super::trees::save_trees;
use crate::files::open::open_file;
use crate::files::{Files, Inputs, Loaded, Pace, Reading, is_foreign};
use crate::host::fs;
use crate::opacity::Progress;
use crate::scene::{self, Folder, Scene, SceneError, Stamp};
use crate::workspace::notices::notice::{Notice, NoticeKind};
use crate::workspace::open_scene::Workspace;

/// The reason why no scene is saved to a file with such a name.
pub(crate) const FOREIGN: &str =
    "This file name is for a level, a behaviour tree, an image or a recording. Save the scene as a .json file.";

impl Workspace {
    /// Opens a file and closes the open scene. If the file cannot be read, the open scene is kept and a notice is
    /// added. Returns whether the file was opened.
    pub fn open(&mut self, path: &Path) -> bool {
        let (files, reading) = self.disk().fresh_files();
        open_with(self, path, files, reading)
    }

    /// Lets the user choose a tree of a file, when `error` is that the file does not name the main tree.
    ///
    /// # Errors
    /// Any other error.
    pub fn choosing_tree(mut self, path: &Path, error: SceneError) -> Result<Self, SceneError> {
        if error.choices().is_empty() {
            return Err(error);
        }
        self.disk_mut().choose_tree_or_notify(path, &error);
        Ok(self)
    }

    /// Saves the scene to its file, and edited trees to their files. An unchanged scene is not written. Returns `false`
    /// when the scene has no file, when saving fails, and when another program has changed the file, so that the user
    /// has to choose first.
    pub fn save(&mut self) -> bool {
        self.lesson_mut().restore_authored();
        if self.disk().has_only_tree_changes() {
            let Some(folder) = self.disk().folder().cloned() else { return false };
            let saved = save_trees(self, &folder);
            if saved.is_ok() {
                self.document.history.mark_saved();
                self.notices_mut().say("Saved the behaviour trees".to_owned());
            }
            return is_done(self, saved);
        }
        let Some(path) = self.disk().own_file().map(Path::to_owned) else { return false };
        !would_overwrite_changes(self, &path) && self.disk_mut().save_as(&path)
    }
}

impl DiskMut<'_> {
    /// Replaces the open scene by a new scene without a file.
    pub(crate) fn begin(&mut self, scene: Scene) {
        let (files, reading) = self.workspace.disk().fresh_files();
        renew(self.workspace, scene, files, None, reading);
    }

    /// Replaces the open scene by a scene that was already read.
    pub(crate) fn open_read(&mut self, path: &Path, loaded: Loaded) {
        let (_, reading) = self.workspace.disk().fresh_files();
        go_on_with(self.workspace, path, loaded, reading);
    }

    /// Reads the scene's file again as one undo step. Tick and selection are kept.
    pub fn reload(&mut self) -> bool {
        let Some(path) = self.workspace.disk.path.clone() else { return false };
        let read =
            open_file(&path, self.workspace.disk().current_files(), &self.workspace.disk.reading, &Progress::default());
        self.reload_read(&path, read)
    }

    /// Takes the result of a reading that was made with `DiskRef::current_files`. If the file could not be read, a
    /// notice is added and the scene is kept. If another file was opened since, nothing happens.
    pub(crate) fn reload_read(&mut self, path: &Path, read: Result<Loaded, SceneError>) -> bool {
        if self.workspace.path() != Some(path) {
            return false;
        }
        let loaded = match read {
            Ok(loaded) => loaded,
            Err(error) => {
                self.workspace.notifier().notify_unreadable(path, &error);
                return false;
            }
        };
        self.workspace.disk.tracking.read(loaded.stamp);
        take_loaded(self.workspace, loaded);
        self.refresh_files();
        load_at_once(self.workspace);
        true
    }

    /// Handles a file that could not be opened. If it has several trees, the user chooses one; else a notice is added.
    pub(crate) fn choose_tree_or_notify(&mut self, path: &Path, error: &SceneError) {
        if error.choices().is_empty() {
            return self.workspace.notifier().notify_unreadable(path, error);
        }
        self.workspace.disk.tree_choice = Some(TreeChoice { file: path.to_owned(), trees: error.choices().to_vec() });
    }

    /// Cancels the choice of a tree.
    pub(crate) fn drop_tree_choice(&mut self) {
        self.workspace.disk.tree_choice = None;
    }

    /// Opens one tree of a file in place of the open scene. Returns whether it was opened.
    pub(crate) fn open_tree(&mut self, path: &Path, tree: &str) -> bool {
        self.workspace.disk.tree_choice = None;
        let (files, mut reading) = self.workspace.disk().fresh_files();
        reading.options.tree = Some(tree.into());
        open_with(self.workspace, path, files, reading)
    }

    /// Saves the scene to a file, which becomes its own file, and edited trees to the folder of that file. In another
    /// folder, file names are rewritten relative to it. If that is not possible, nothing is written.
    pub fn save_as(&mut self, path: &Path) -> bool {
        let saved = self.try_save_as(path);
        is_done(self.workspace, saved)
    }

    /// Saves the scene without adding a notice.
    ///
    /// # Errors
    /// The reason why the scene was not saved.
    pub(crate) fn try_save_as(&mut self, path: &Path) -> Result<(), Box<Notice>> {
        const KIND: NoticeKind = NoticeKind::SceneNotSaved;
        self.workspace.lesson_mut().restore_authored();
        if is_foreign(path) {
            return Err(Box::new(Notice::error(KIND, FOREIGN)));
        }
        if let Some(input) = self.workspace.disk().named_files().input_at(path) {
            let text = format!(
                "The scene uses {}, so that file is not overwritten. Save the scene to another file.",
                input.display()
            );
            return Err(Box::new(Notice::error(KIND, text)));
        }
        let (folder, _) = Folder::of_file(path, &self.workspace.disk.reading.options)
            .map_err(|error| Box::new(Notice::error(KIND, format!("{error}; {}", error.help()))))?;
        let relocation = match self.workspace.disk.lesson {
            Some(_) => self.workspace.disk().copy_lesson_files(&folder).map(|()| None)?,
            None => self.workspace.disk().relocation(&folder),
        };
        if let Some(refusal) = relocation.as_ref().and_then(|relocation| relocation.refusal(self.workspace.scene())) {
            return Err(Box::new(refusal));
        }
        if let Some(refusal) = relocation.as_ref().and_then(|relocation| self.workspace.disk().lost_include(relocation))
        {
            return Err(Box::new(refusal));
        }
        let recording = recording_beside(self.workspace, path)?;
        save_trees(self.workspace, &folder)?;
        if let Some(recording) = &recording {
            save_recording_beside(self.workspace, recording)?;
        }
        let moved = relocation.as_ref().map(|relocation| relocation.moved(self.workspace.scene()));
        let scene = Arc::clone(self.workspace.scene());
        let own_file = self.workspace.disk().scene_file().map(Path::to_owned);
        let text = self.workspace.document.text_of(moved.as_ref().unwrap_or(&scene), own_file.as_deref());
        scene::save_bytes(text.as_bytes(), path).map_err(|error| Box::new(Notice::error(KIND, error.to_string())))?;
        self.workspace.disk.path = Some(path.to_owned());
        self.workspace.disk.folder = Some(folder);
        (self.workspace.disk.lesson, self.workspace.disk.is_of_other_kind) = (None, false);
        if let Some(relocation) = relocation {
            relocate(self.workspace, &relocation);
        }
        self.workspace.disk.tracking.read(Stamp::of(path));
        self.workspace.document.history.mark_saved();
        self.refresh_files();
        self.workspace.notifier().notify_saved(path, &text);
        self.workspace.notices_mut().say(format!("Saved {}", path.file_name().unwrap_or_default().display()));
        Ok(())
    }
}

impl<'a> DiskRef<'a> {
    /// The options for reading files.
    pub(crate) fn reading(self) -> &'a Reading {
        &self.disk.reading
    }

    /// The readings of files that have not changed, without edits, and the readings of images that are read later.
    pub(crate) fn current_files(self) -> Files {
        let mut files = self.unedited_files();
        files.forget_changed_trees(self.folder(), &self.disk.stored_trees);
        files.forget_changed_levels(self.folder());
        if self.pace() == Pace::AtOnce {
            files.forget_changed_images(self.folder());
        }
        files
    }

    /// The open choice of a tree.
    pub(crate) fn tree_choice(self) -> Option<&'a TreeChoice> {
        self.disk.tree_choice.as_ref()
    }

    /// The file to which the scene is saved. `None` if it has none yet, such as a scene that was made from a level, a
    /// tree file or an image, and a lesson.
    pub fn own_file(self) -> Option<&'a Path> {
        self.scene_file().filter(|_| self.disk.lesson.is_none())
    }

    /// The file of the scene, if it is a scene file. The kind of other files may be told by their content only.
    pub(in crate::workspace) fn scene_file(self) -> Option<&'a Path> {
        self.path().filter(|path| !is_foreign(path) && !self.disk.is_of_other_kind)
    }

    /// Whether [`Workspace::save`] needs no path: either the scene has a file, or only trees were changed, which have
    /// files.
    pub fn saves_in_place(self) -> bool {
        self.own_file().is_some() || self.has_only_tree_changes()
    }

    /// The file beside which dialogs offer files: that of the scene. The files of lessons belong to the program; for a lesson
    /// it is a file of its name in the working folder, or in the home folder when the program was started at the root.
    pub(crate) fn near(self) -> Option<PathBuf> {
        let path = self.path()?;
        if self.disk.lesson.is_none() {
            return Some(path.to_owned());
        }
        let working = fs::working_folder().ok().filter(|folder| folder.parent().is_some());
        let name = path.file_name().unwrap_or_default();
        Some(working.or_else(std::env::home_dir).unwrap_or_default().join(name))
    }

    /// The files that the scene names, and the files that those name.
    pub(in crate::workspace) fn named_files(self) -> Inputs {
        let named = |folder| Inputs::default().with(&self.disk.files, folder);
        self.folder().map(named).unwrap_or_default()
    }

    /// All files of the open scene. No output may replace them.
    pub(crate) fn inputs(self) -> Inputs {
        self.path().map_or_else(|| self.named_files(), |path| self.named_files().and(path))
    }
}

/// Opens a file with earlier readings of the files that it names.
pub(in crate::workspace) fn open_with(workspace: &mut Workspace, path: &Path, files: Files, reading: Reading) -> bool {
    let read = open_file(path, files, &reading, &Progress::default());
    let Ok(loaded) = read.map_err(|error| workspace.disk_mut().choose_tree_or_notify(path, &error)) else {
        return false;
    };
    go_on_with(workspace, path, loaded, reading);
    true
}

fn go_on_with(workspace: &mut Workspace, path: &Path, loaded: Loaded, reading: Reading) {
    renew(workspace, loaded.scene, loaded.files, Some(path.to_owned()), reading);
    workspace.disk.is_of_other_kind = loaded.stamp.is_none();
    workspace.disk.tracking.read(loaded.stamp);
    workspace.notifier().notify_opened(&loaded.warnings, &loaded.faults);
    load_at_once(workspace);
}

/// Saves the scene. Adds a notice when that fails. Returns whether it was saved.
fn is_done(workspace: &mut Workspace, saved: Result<(), Box<Notice>>) -> bool {
    saved.map_err(|notice| workspace.notify(*notice)).is_ok()
}
