//! Opening, reading again and saving: whatever goes wrong becomes a notice, and the open scene stays.

use std::path::{Path, PathBuf};

use super::{Notice, NoticeKind, Session};
use crate::files::Reading;
use crate::files::is_foreign;
use crate::files::read::open_file;
use crate::files::{Files, Inputs, Loaded, Pace};
use crate::opacity::Progress;
use crate::scene::Scene;
use crate::scene::{self, Folder, SceneError, Stamp};

/// Why no scene is saved to a file of such a name.
pub(crate) const FOREIGN: &str =
    "Its name is that of a level, a file of behaviour trees or an image. Save the scene as .json.";

/// A file of trees that is to be opened, as soon as one of its trees was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TreeChoice {
    /// The file.
    pub(crate) file: PathBuf,
    /// Its trees; those first that no other tree includes.
    pub(crate) trees: Vec<Box<str>>,
}

impl Session {
    /// Opens a file in place of the open scene. A broken file leaves the open scene as it is and adds a notice.
    /// Says whether the file is open now.
    pub fn open(&mut self, path: &Path) -> bool {
        let (files, reading) = self.fresh_files();
        self.open_with(path, files, reading)
    }

    /// The same with what was read before from the files that it names.
    pub(super) fn open_with(&mut self, path: &Path, files: Files, reading: Reading) -> bool {
        let read = open_file(path, files, &reading, &Progress::default());
        let Ok(loaded) = read.map_err(|error| self.ask_or_notify(path, &error)) else { return false };
        self.go_on_with(path, loaded, reading);
        true
    }

    /// Goes on with a new scene that has no file yet.
    pub(crate) fn begin(&mut self, scene: Scene) {
        let (files, reading) = self.fresh_files();
        self.renew(scene, files, None, reading);
    }

    /// How files are read.
    pub(crate) fn reading(&self) -> &Reading {
        &self.reading
    }

    /// Opens a scene that was read elsewhere in place of the open one.
    pub(crate) fn open_read(&mut self, path: &Path, loaded: Loaded) {
        let (_, reading) = self.fresh_files();
        self.go_on_with(path, loaded, reading);
    }

    fn go_on_with(&mut self, path: &Path, loaded: Loaded, reading: Reading) {
        self.renew(loaded.scene, loaded.files, Some(path.to_owned()), reading);
        self.disk.read(loaded.stamp);
        self.notify_opened(&loaded.warnings, &loaded.faults);
        self.load_at_once();
    }

    /// Reads the file again, keeping tick and selection, as one step that can be undone.
    pub fn reload(&mut self) -> bool {
        let Some(path) = self.path.clone() else { return false };
        let read = open_file(&path, self.current_files(), &self.reading, &Progress::default());
        self.reload_read(&path, read)
    }

    /// The same with what was read elsewhere from the file, with [`Session::current_files`]. When it could not be read, all
    /// stays as it is but for a notice, and so it does when another file was opened meanwhile.
    pub(crate) fn reload_read(&mut self, path: &Path, read: Result<Loaded, SceneError>) -> bool {
        if self.path() != Some(path) {
            return false;
        }
        let loaded = match read {
            Ok(loaded) => loaded,
            Err(error) => {
                self.notify_unreadable(path, &error);
                return false;
            }
        };
        self.disk.read(loaded.stamp);
        self.take_loaded("reload", loaded);
        self.refresh_files();
        self.load_at_once();
        true
    }

    /// What was read from files that are still the same, without edits, and from images that are read later.
    pub(crate) fn current_files(&self) -> Files {
        let mut files = self.unedited_files();
        files.forget_changed_trees(self.folder(), &self.on_disk);
        files.forget_changed_levels(self.folder());
        if self.pace() == Pace::AtOnce {
            files.forget_changed_images(self.folder());
        }
        files
    }

    /// A file could not be opened: of several trees one is asked for, of anything else it is said why.
    pub(crate) fn ask_or_notify(&mut self, path: &Path, error: &SceneError) {
        if error.choices().is_empty() {
            return self.notify_unreadable(path, error);
        }
        self.tree_choice = Some(TreeChoice { file: path.to_owned(), trees: error.choices().to_vec() });
    }

    /// Asks which tree of a file is to be opened, when `error` is that this is not known. Gives the error back otherwise.
    ///
    /// # Errors
    /// Any other error.
    pub fn choosing_tree(mut self, path: &Path, error: SceneError) -> Result<Self, SceneError> {
        if error.choices().is_empty() {
            return Err(error);
        }
        self.ask_or_notify(path, &error);
        Ok(self)
    }

    /// The question which tree of a file is to be opened.
    pub(crate) fn tree_choice(&self) -> Option<&TreeChoice> {
        self.tree_choice.as_ref()
    }

    /// Opens none of them.
    pub(crate) fn drop_tree_choice(&mut self) {
        self.tree_choice = None;
    }

    /// Opens one tree of a file in place of the open scene. Says whether it is open now.
    pub(crate) fn open_tree(&mut self, path: &Path, tree: &str) -> bool {
        self.tree_choice = None;
        let (files, mut reading) = self.fresh_files();
        reading.options.tree = Some(tree.into());
        self.open_with(path, files, reading)
    }

    /// The file that the scene is saved to; `None` for one that has none yet, such as one made of a level, a file of trees or an image.
    pub fn own_file(&self) -> Option<&Path> {
        self.path().filter(|path| !is_foreign(path))
    }

    /// Whether [`Session::save`] knows where to: the scene has a file, or nothing but a tree was changed, which has one.
    pub fn saves_in_place(&self) -> bool {
        self.own_file().is_some() || self.has_only_tree_changes()
    }

    /// Saves to the scene's own file, and what was edited of files of trees to those. A scene in which nothing else was
    /// changed is not written again. Without a file, or when saving fails, the answer is `false`; also when another program
    /// has changed the file meanwhile, and the person has to choose first.
    pub fn save(&mut self) -> bool {
        if self.has_only_tree_changes() {
            let Some(folder) = self.folder().cloned() else { return false };
            let saved = self.save_trees(&folder);
            if saved.is_ok() {
                self.history.mark_saved();
            }
            return self.is_done(saved);
        }
        let Some(path) = self.own_file().map(Path::to_owned) else { return false };
        !self.is_overtaken(&path) && self.save_as(&path)
    }

    /// The files that the scene names, and those that they name.
    fn named_files(&self) -> Inputs {
        let named = |folder| Inputs::default().with(&self.files, folder);
        self.folder().map(named).unwrap_or_default()
    }

    /// All files that the open scene is made of: no other result may replace them.
    pub(crate) fn inputs(&self) -> Inputs {
        self.path().map_or_else(|| self.named_files(), |path| self.named_files().and(path))
    }

    /// Saves to a file, which then is the scene's own; what was edited of files of trees, into its folder. In another folder
    /// the names of files are written relative to that one. When that is not possible, nothing is written.
    pub fn save_as(&mut self, path: &Path) -> bool {
        let saved = self.try_save_as(path);
        self.is_done(saved)
    }

    /// Whether something was saved; a notice says why not.
    fn is_done(&mut self, saved: Result<(), Box<Notice>>) -> bool {
        saved.map_err(|notice| self.notify(*notice)).is_ok()
    }

    /// The same without a notice of what went wrong.
    ///
    /// # Errors
    /// Why the scene was not saved.
    pub(crate) fn try_save_as(&mut self, path: &Path) -> Result<(), Box<Notice>> {
        const KIND: NoticeKind = NoticeKind::SceneNotSaved;
        if is_foreign(path) {
            return Err(Box::new(Notice::error(KIND, FOREIGN)));
        }
        if let Some(input) = self.named_files().meant_by(path) {
            let text = format!("The scene names {}. Save the scene to another file.", input.display());
            return Err(Box::new(Notice::error(KIND, text)));
        }
        let (folder, _) = Folder::of_file(path, &self.reading.options)
            .map_err(|error| Box::new(Notice::error(KIND, format!("{error}; {}", error.help()))))?;
        let relocation = self.relocation(&folder);
        if let Some(refusal) = relocation.as_ref().and_then(|relocation| relocation.refusal(self.scene())) {
            return Err(Box::new(refusal));
        }
        if let Some(refusal) = relocation.as_ref().and_then(|relocation| self.lost_include(relocation)) {
            return Err(Box::new(refusal));
        }
        self.save_trees(&folder)?;
        let moved = relocation.as_ref().map(|relocation| relocation.moved(self.scene()));
        let written = moved.as_ref().unwrap_or(self.scene());
        scene::save(written, path).map_err(|error| Box::new(Notice::error(KIND, error.to_string())))?;
        self.path = Some(path.to_owned());
        self.folder = Some(folder);
        if let Some(relocation) = relocation {
            self.relocate(&relocation);
        }
        self.disk.read(Stamp::of(path));
        self.history.mark_saved();
        self.refresh_files();
        self.notify_saved(path);
        Ok(())
    }
}
