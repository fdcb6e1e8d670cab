//! The files that a scene names, and their paths.

use std::path::PathBuf;

use super::asset::{Asset, file_of};
use super::content::Files;
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
        add_paths(&self.traces, folder, &mut paths);
        paths
    }
}

fn add_paths<T: Asset>(files: &Store<T>, folder: &Folder, paths: &mut Vec<PathBuf>) {
    for (name, file) in files.iter() {
        paths.extend(check_written(file_of(name)).is_ok().then(|| folder.join(file_of(name))));
        paths.extend(file.others());
    }
}
