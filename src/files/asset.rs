//! A file that a scene names, as it was read, and what happens when the file changes.
//!
//! A file may be read while it is half written, and such a reading must not remove the last valid one. So the last
//! valid reading stays until the file can be read again. The result of the last attempt is kept beside it, so that the
//! same contents are not read twice.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::image::{ImageFile, title};
use super::level::LevelFile;
use super::store::Store;
use super::tree::TreeAsset;
use crate::source::error::SceneError;
use crate::source::folder::Folder;

/// The reading of a file.
pub trait Asset {
    /// Whether the file, and all that it needs, look as they did when it was read. Dates and sizes are looked at, nothing
    /// is read.
    fn is_current(&self, file: &str, folder: &Folder) -> bool;

    /// Whether it can be used for answers.
    fn is_usable(&self) -> bool;

    /// Its error; `None` when it can be used or is not read yet. `file` is its name in the scene.
    fn failure(&self, file: &str) -> Option<SceneError>;

    /// The files that it was read from besides the one that the scene names, such as those that it includes.
    fn others(&self) -> Vec<PathBuf>;
}

impl Asset for ImageFile {
    fn is_current(&self, file: &str, folder: &Folder) -> bool {
        self.is_current(file, folder)
    }

    fn is_usable(&self) -> bool {
        self.bitmap().is_ok()
    }

    fn failure(&self, file: &str) -> Option<SceneError> {
        let error = self.bitmap().err().filter(|error| !error.is_pending())?;
        Some(SceneError::unreadable(&title(file), &error.to_string(), Some(&error.help())))
    }

    fn others(&self) -> Vec<PathBuf> {
        self.others().map(Path::to_owned).collect()
    }
}

impl Asset for LevelFile {
    fn is_current(&self, file: &str, folder: &Folder) -> bool {
        self.is_current(file, folder)
    }

    fn is_usable(&self) -> bool {
        self.level().is_ok()
    }

    fn failure(&self, _: &str) -> Option<SceneError> {
        self.level().err().cloned()
    }

    fn others(&self) -> Vec<PathBuf> {
        self.paths().map(Path::to_owned).collect()
    }
}

impl Asset for TreeAsset {
    fn is_current(&self, file: &str, folder: &Folder) -> bool {
        self.is_current(file, folder)
    }

    fn is_usable(&self) -> bool {
        self.trees().is_ok()
    }

    fn failure(&self, _: &str) -> Option<SceneError> {
        self.trees().err().cloned()
    }

    fn others(&self) -> Vec<PathBuf> {
        self.paths().map(Path::to_owned).collect()
    }
}

impl<T: Asset> Store<T> {
    /// Those whose stamps have changed since they were read and since they were last `tried`.
    pub fn changed(&self, tried: &Self, folder: &Folder) -> Vec<Box<str>> {
        let is_known = |name: &str| tried.get(name).is_some_and(|tried| tried.is_current(name, folder));
        let changed = self.iter().filter(|(name, file)| !file.is_current(name, folder) && !is_known(name));
        changed.map(|(name, _)| name.into()).collect()
    }

    /// Stores a new reading. An invalid one does not replace a valid one: it is kept in `tried` only.
    pub fn renew(&mut self, tried: &mut Self, name: &str, read: Arc<T>) {
        if !read.is_usable() && self.get(name).is_some_and(|old| old.is_usable()) {
            tried.insert(name, read);
        } else {
            tried.retain(|other, _| other != name);
            self.insert(name, read);
        }
    }
}
