//! Opening, reading again and saving: whatever goes wrong becomes a notice, and the open scene stays.

use std::path::Path;

use super::{Notice, Session};
use crate::scene::import::is_foreign;
use crate::scene::{self, Assets, Loaded, Pace, SceneError, Stamp};

/// Why no scene is saved to a file of such a name.
pub(in crate::app) const FOREIGN: &str =
    "Its name is that of a level, a file of behaviour trees or an image. Save the scene as .json.";

impl Session {
    /// Opens a file in place of the open scene. A broken file leaves the open scene as it is and adds a notice.
    /// Says whether the file is open now.
    pub fn open(&mut self, path: &Path) -> bool {
        self.open_with(path, Assets { pace: self.pace(), ..Assets::default() })
    }

    /// The same with what was read before from the files that it names.
    pub(super) fn open_with(&mut self, path: &Path, assets: Assets) -> bool {
        let Some(loaded) = self.read(path, assets) else { return false };
        self.open_read(path, loaded);
        true
    }

    /// Opens a scene that was read elsewhere in place of the open one.
    pub(in crate::app) fn open_read(&mut self, path: &Path, loaded: Loaded) {
        self.renew(loaded.scene, Some(path.to_owned()));
        self.disk.read(loaded.stamp);
        self.notify_opened(&loaded.warnings, &loaded.faults);
        self.load_at_once();
    }

    /// Reads the file again, keeping tick and selection, as one step that can be undone.
    pub fn reload(&mut self) -> bool {
        let Some(path) = self.path.clone() else { return false };
        let read = scene::read_with(&path, self.current_assets());
        self.reload_read(&path, read)
    }

    /// The same with what was read elsewhere from the file, with [`Session::current_assets`]. When it could not be read, all
    /// stays as it is but for a notice, and so it does when another file was opened meanwhile.
    pub(in crate::app) fn reload_read(&mut self, path: &Path, read: Result<Loaded, SceneError>) -> bool {
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
    pub(in crate::app) fn current_assets(&self) -> Assets {
        let mut assets = self.unedited_assets();
        assets.forget_changed_trees(self.folder(), &self.on_disk);
        assets.forget_changed_levels(self.folder());
        if self.pace() == Pace::AtOnce {
            assets.forget_changed_images(self.folder());
        }
        assets
    }

    fn read(&mut self, path: &Path, assets: Assets) -> Option<Loaded> {
        scene::read_with(path, assets).map_err(|error| self.notify_unreadable(path, &error)).ok()
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
    /// has changed the file meanwhile, and somebody has to choose first.
    pub fn save(&mut self) -> bool {
        if self.has_only_tree_changes() {
            let Some(folder) = self.folder().map(Path::to_owned) else { return false };
            let saved = self.save_trees(&folder);
            if saved.is_ok() {
                self.history.mark_saved();
            }
            return self.is_done(saved);
        }
        let Some(path) = self.own_file().map(Path::to_owned) else { return false };
        !self.is_overtaken(&path) && self.save_as(&path)
    }

    /// Saves to a file, which then is the scene's own; what was edited of files of trees, into its folder.
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
    pub(in crate::app) fn try_save_as(&mut self, path: &Path) -> Result<(), Box<Notice>> {
        const TITLE: &str = "The scene was not saved";
        if is_foreign(path) {
            return Err(Box::new(Notice::error(TITLE, FOREIGN)));
        }
        self.save_trees(path.parent().unwrap_or(Path::new("")))?;
        scene::save(self.history.scene(), path).map_err(|error| Box::new(Notice::error(TITLE, error.to_string())))?;
        self.path = Some(path.to_owned());
        self.disk.read(Stamp::of(path));
        self.history.mark_saved();
        self.refresh_files();
        self.notify_saved(path);
        Ok(())
    }
}
