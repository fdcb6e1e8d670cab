//! The files that a scene names, and their paths.

use std::path::PathBuf;

use super::Files;
use super::asset::Asset;
use super::store::Store;
use crate::source::folder::{Folder, check_written};

impl Files {
    /// All files of a scene in `folder`, existing or not.
    pub fn paths(&self, folder: &Folder) -> Vec<PathBuf> {
        let mut paths = Vec::new();
        add_paths(&self.images, folder, &mut paths);
        add_paths(&self.levels, folder, &mut paths);
        add_paths(&self.trees, folder, &mut paths);
        add_paths(&self.sessions, folder, &mut paths);
        paths
    }
}

/// The file of an image source. It may contain several images.
pub(crate) fn file_of(name: &str) -> &str {
    name.split_once('\0').map_or(name, |(file, _)| file)
}

fn add_paths<T: Asset>(files: &Store<T>, folder: &Folder, paths: &mut Vec<PathBuf>) {
    for (name, file) in files.iter() {
        paths.extend(check_written(file_of(name)).is_ok().then(|| folder.join(file_of(name))));
        paths.extend(file.others());
    }
}
