//! The reading of a file that a scene names, and its update when the file changes.
//!
//! A file may be read while it is half written. Such a reading must not remove the last valid one. So the last valid
//! reading is kept until the file can be read again. The result of the last attempt is stored too, so that the same
//! contents are not read twice.

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
    /// Whether the stamps of the file, and of all files that it needs, are those of the reading. This compares dates
    /// and sizes; it reads no contents.
    fn is_current(&self, file: &str, folder: &Folder) -> bool;

    /// Whether the reading can be used for answers.
    fn is_usable(&self) -> bool;

    /// The error; `None` when the reading can be used or does not exist yet. `file` is the file's name in the scene.
    fn failure(&self, file: &str) -> Option<SceneError>;

    /// The files of the reading other than the one that the scene names, such as included files.
    fn others(&self) -> Vec<PathBuf>;
}

/// The file of an image source. It may contain several images.
pub(crate) fn file_of(name: &str) -> &str {
    name.split_once('\0').map_or(name, |(file, _)| file)
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
    /// The files whose stamps have changed since the reading and since the last attempt in `tried`.
    pub fn changed(&self, tried: &Self, folder: &Folder) -> Vec<Box<str>> {
        let is_known = |name: &str| tried.get(name).is_some_and(|tried| tried.is_current(name, folder));
        let changed = self.iter().filter(|(name, file)| !file.is_current(name, folder) && !is_known(name));
        changed.map(|(name, _)| name.into()).collect()
    }

    /// Stores a new reading. An invalid reading does not replace a valid one: it is stored only in `tried`.
    pub fn renew(&mut self, tried: &mut Self, name: &str, read: Arc<T>) {
        if !read.is_usable() && self.get(name).is_some_and(|old| old.is_usable()) {
            tried.insert(name, read);
        } else {
            tried.retain(|other, _| other != name);
            self.insert(name, read);
        }
    }
}
