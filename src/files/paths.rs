//! The files that a scene names, and their paths.

use std::path::PathBuf;

use super::{Asset, Files, Store};
use crate::scene::{Scene, Shape};
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

/// The files of models and of mesh shapes, in file order. Consecutive items with the same file give it once, because a
/// hundred thousand objects may share a file.
pub(super) fn level_names(scene: &Scene) -> impl Iterator<Item = &str> {
    let mut last = None;
    let of_objects = scene.objects.iter().filter_map(|object| match &object.shape {
        Shape::Mesh { file, .. } => Some(&**file),
        _ => None,
    });
    let of_objects = of_objects.filter(move |file| last.replace(*file) != Some(*file));
    of_objects.chain(scene.models.iter().map(|model| &*model.file))
}
