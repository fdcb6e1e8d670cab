//! What stands in the files that a scene names, read once and shared by all copies of the scene.
//!
//! A scene that is edited, undone or copied keeps what was read before; only a file that it did not name until now is
//! read, or one that has changed when somebody looks.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use super::asset::Asset;
use super::cells::Cells;
use super::image::ImageFile;
use super::level::LevelFile;
use super::placed::Placed;
use super::tree::TreeAsset;
use crate::budget::Budget;
use crate::opacity::Progress;
use crate::scene::Scene;
use crate::scene::document::Shape;
use crate::source::folder::{Folder, check_written};
use crate::source::options::ReadOptions;

/// What stands in the files of a scene.
#[derive(Clone, Debug, Default)]
pub struct Assets {
    /// Decoded images, by [`Image::source`](crate::scene::Image::source).
    pub images: Files<ImageFile>,
    /// Levels of models and of mesh shapes.
    pub levels: Files<LevelFile>,
    /// Behaviour trees.
    pub trees: Files<TreeAsset>,
    /// Cells of images that were added up elsewhere.
    pub cells: Cells,
    /// When images are read.
    pub pace: Pace,
    /// What all of it may take.
    pub budget: Budget,
    /// Memory for what is made of the scene.
    pub(crate) placed: Placed,
    /// What the person who named the scene chose about reading.
    pub options: ReadOptions,
}

/// What was read is the same. When it is read, within which memory and by which options does not count.
impl PartialEq for Assets {
    fn eq(&self, other: &Self) -> bool {
        let Self { images, levels, trees, cells, pace: _, budget: _, placed: _, options: _ } = self;
        *images == other.images && *levels == other.levels && *trees == other.trees && *cells == other.cells
    }
}

/// When long work on the files of a scene is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// By whoever asks first, who waits for it: every image has its answer.
    #[default]
    AtOnce,
    /// Images are left waiting, and the cells of large ones not added up, until somebody brings them: see
    /// [`ImageFile::waiting`] and [`Cells::insert`]. Levels are made ready for rays as they are read, which is done beside
    /// the window.
    Later,
}

impl Assets {
    /// Nothing was read yet, and images are read at that pace.
    pub fn at(pace: Pace) -> Self {
        Self { pace, ..Self::default() }
    }

    /// Reads the files that a scene names, in its folder, except those that were read before. Without a folder nothing
    /// is read.
    pub fn update(&mut self, scene: &Scene, folder: Option<&Folder>) {
        self.update_with(scene, folder, &Progress::default());
    }

    /// The same with progress, by which it can be stopped.
    pub fn update_with(&mut self, scene: &Scene, folder: Option<&Folder>, progress: &Progress) {
        let Some(folder) = folder else { return };
        let (pace, budget) = (self.pace, self.budget.clone());
        let names: BTreeSet<&str> = level_names(scene).collect();
        let parts = |file| if pace == Pace::Later { scene.parts_of_level(file) } else { Vec::new() };
        let new = names.iter().filter(|file| self.levels.get(file).is_none());
        let new: Vec<_> = new.map(|file| (*file, parts(file))).collect();
        for ((file, _), read) in new.iter().zip(LevelFile::read_all(&new, folder, &budget, progress)) {
            self.levels.insert(file, Arc::new(read));
        }
        self.levels.retain(|file, _| names.contains(file));
        self.placed.update(scene, &self.levels, &budget);
        self.update_images(scene, folder, progress);
        let trees = scene.agents.iter().filter_map(|agent| agent.tree.file()).map(|tree| &*tree.file);
        self.trees.update(trees, |file| TreeAsset::read(file, folder, &budget));
    }

    /// Forgets the images that a scene does not name before it reads those that are new.
    fn update_images(&mut self, scene: &Scene, folder: &Folder, progress: &Progress) {
        let sources: Vec<_> = scene.images.iter().map(crate::scene::Image::source).collect();
        let named: BTreeSet<&str> = sources.iter().map(|source| &**source).collect();
        self.images.retain(|source, _| named.contains(source));
        self.cells.keep(scene, &self.images);
        let new: Vec<&str> = named.into_iter().filter(|source| self.images.get(source).is_none()).collect();
        let read = match self.pace {
            Pace::AtOnce => ImageFile::read_all(&new, folder, &self.images, &self.budget, progress),
            Pace::Later => new.iter().map(|source| ImageFile::waiting(source)).collect(),
        };
        for (source, read) in new.into_iter().zip(read) {
            self.images.insert(source, Arc::new(read));
        }
        self.cells.pay(scene, &self.images, &self.budget);
    }

    /// Whether nothing was read.
    pub(crate) fn is_empty(&self) -> bool {
        self.images.is_empty() && self.levels.is_empty() && self.trees.is_empty()
    }

    /// All files that it was read from, whether they are there or not, of a scene in `folder`.
    pub fn paths(&self, folder: &Folder) -> Vec<PathBuf> {
        let mut paths = Vec::new();
        add_paths(&self.images, folder, &mut paths);
        add_paths(&self.levels, folder, &mut paths);
        add_paths(&self.trees, folder, &mut paths);
        paths
    }

    /// Forgets the files that are other now than when they were read, by their dates and sizes; says whether there are
    /// any. Trees that were edited stay: `on_disk` has them as their files were read or written last.
    pub fn forget_changed(&mut self, folder: Option<&Folder>, on_disk: &Files<TreeAsset>) -> bool {
        let images = self.forget_changed_images(folder);
        let trees = self.forget_changed_trees(folder, on_disk);
        self.forget_changed_levels(folder) || images || trees
    }

    /// The same of images alone.
    pub fn forget_changed_images(&mut self, folder: Option<&Folder>) -> bool {
        folder.is_some_and(|folder| self.images.retain(|name, image| image.is_current(name, folder)))
    }

    /// The same of levels alone.
    pub fn forget_changed_levels(&mut self, folder: Option<&Folder>) -> bool {
        folder.is_some_and(|folder| self.levels.retain(|name, level| level.is_current(name, folder)))
    }

    /// The same of trees alone.
    pub fn forget_changed_trees(&mut self, folder: Option<&Folder>, on_disk: &Files<TreeAsset>) -> bool {
        folder
            .is_some_and(|folder| self.trees.retain(|name, tree| tree.is_kept(disk(on_disk, name, tree), name, folder)))
    }

    /// Trees that have changed on the disk, were not edited here, and were not `tried` since, by their names.
    pub fn changed_trees(&self, on_disk: &Files<TreeAsset>, tried: &Self, folder: &Folder) -> Vec<Box<str>> {
        let is_known = |name: &str| tried.trees.get(name).is_some_and(|tried| tried.is_current(name, folder));
        let changed = self
            .trees
            .iter()
            .filter(|(name, tree)| !tree.is_kept(disk(on_disk, name, tree), name, folder) && !is_known(name));
        changed.map(|(name, _)| name.into()).collect()
    }

    /// Forgets what was `tried` of files that look again as they did when they were read; says whether there was any.
    pub fn forget_tries(&self, tried: &mut Self, on_disk: &Files<TreeAsset>, folder: &Folder) -> bool {
        let is_image = |name: &str| self.images.get(name).is_some_and(|image| image.is_current(name, folder));
        let is_level = |name: &str| self.levels.get(name).is_some_and(|level| level.is_current(name, folder));
        let is_tree =
            |name: &str| self.trees.get(name).is_some_and(|tree| disk(on_disk, name, tree).is_current(name, folder));
        let images = tried.images.retain(|name, _| !is_image(name));
        let levels = tried.levels.retain(|name, _| !is_level(name));
        tried.trees.retain(|name, _| !is_tree(name)) || images || levels
    }

    /// The same without images, which are read again when they are needed; without levels too when the budget is half used.
    /// It is what a step that can be undone keeps.
    #[must_use]
    pub fn for_history(&self) -> Self {
        let is_scarce = self.budget.left() < self.budget.total() / 2;
        let levels = if is_scarce { Files::default() } else { self.levels.clone() };
        let (cells, placed) = (self.cells.few(), Placed::default());
        Self { images: Files::default(), levels, cells, placed, ..self.clone() }
    }

    /// What agents depend on: without images, and without levels when there are none.
    #[must_use]
    pub(crate) fn for_agents(&self, has_agents: bool) -> Self {
        let levels = if has_agents { self.levels.clone() } else { Files::default() };
        let (images, cells, placed) = (Files::default(), Cells::default(), Placed::default());
        Self { images, levels, cells, placed, ..self.clone() }
    }

    /// Whether [`Assets::for_history`] would leave something out.
    pub fn is_more_than_history(&self) -> bool {
        let is_scarce = self.budget.left() < self.budget.total() / 2;
        !self.images.is_empty() || (is_scarce && !self.levels.is_empty())
    }

    /// Takes over images, levels and cells that were read for another scene, which is newer; says whether there were any. What it
    /// has besides is forgotten by the next [`Assets::update`]. Trees are left: they may have been edited.
    pub fn inherit(&mut self, newer: &Self) -> bool {
        let before = self.images.clone();
        // All of them: a step that can be undone has none. What is not named is forgotten afterwards.
        self.images.inherit(&newer.images);
        for (name, image) in newer.images.iter() {
            if self.images.get(name).is_none() {
                self.images.insert(name, Arc::clone(image));
            }
        }
        let images = self.images != before;
        let levels = self.levels.inherit(&newer.levels);
        let cells = self.cells.inherit(&newer.cells);
        images || levels || cells
    }
}

/// A file of trees as it was read or written last, or as it is when that is not known.
fn disk<'a>(on_disk: &'a Files<TreeAsset>, name: &str, tree: &'a TreeAsset) -> &'a TreeAsset {
    on_disk.get(name).map_or(tree, |disk| disk)
}

/// The file of an image, which may be one of those in a file.
pub(crate) fn file_of(name: &str) -> &str {
    name.split_once('\0').map_or(name, |(file, _)| file)
}

fn add_paths<T: Asset>(files: &Files<T>, folder: &Folder, paths: &mut Vec<PathBuf>) {
    for (name, file) in files.iter() {
        paths.extend(check_written(file_of(name)).is_ok().then(|| folder.join(file_of(name))));
        paths.extend(file.others());
    }
}

/// The files of models and of mesh shapes, in file order. Neighbours of the same file name it once, as a hundred thousand
/// objects may.
fn level_names(scene: &Scene) -> impl Iterator<Item = &str> {
    let mut last = None;
    let of_objects = scene.objects.iter().filter_map(|object| match &object.shape {
        Shape::Mesh { file, .. } => Some(&**file),
        _ => None,
    });
    let of_objects = of_objects.filter(move |file| last.replace(*file) != Some(*file));
    of_objects.chain(scene.models.iter().map(|model| &*model.file))
}

/// Files of one kind, by the names that the scene calls them. Two are equal when they share what was read.
pub struct Files<T> {
    read: Arc<BTreeMap<Box<str>, Arc<T>>>,
}

impl<T> Files<T> {
    /// What was read from a file; `None` when nobody named it when files were read last.
    pub fn get(&self, name: &str) -> Option<&Arc<T>> {
        self.read.get(name)
    }

    /// Whether nothing was read.
    pub fn is_empty(&self) -> bool {
        self.read.is_empty()
    }

    /// All of them, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Arc<T>)> {
        self.read.iter().map(|(name, file)| (&**name, file))
    }

    /// Takes over what was read elsewhere of the files that it has; says whether there was any.
    fn inherit(&mut self, newer: &Self) -> bool {
        let other = |(name, own)| newer.get(name).filter(|new| !Arc::ptr_eq(own, new)).map(|_| name.into());
        let others: Vec<Box<str>> = self.iter().filter_map(other).collect();
        for name in &others {
            if let Some(file) = newer.get(name) {
                self.insert(name, Arc::clone(file));
            }
        }
        !others.is_empty()
    }

    /// Takes over what was read elsewhere.
    pub fn insert(&mut self, name: &str, file: Arc<T>) {
        Arc::make_mut(&mut self.read).insert(name.into(), file);
    }

    /// Reads the files named, except those that were read before, and forgets all others.
    pub fn update<'a>(&mut self, names: impl IntoIterator<Item = &'a str>, read: impl Fn(&str) -> T) {
        let mut files = BTreeMap::new();
        for name in names {
            if !files.contains_key(name) {
                let file = self.read.get(name).map_or_else(|| Arc::new(read(name)), Arc::clone);
                files.insert(name.into(), file);
            }
        }
        if files.len() != self.read.len() || !files.keys().eq(self.read.keys()) {
            self.read = Arc::new(files);
        }
    }

    /// Forgets what `keep` refuses; says whether there was any.
    pub fn retain(&mut self, keep: impl Fn(&str, &T) -> bool) -> bool {
        if self.read.iter().all(|(name, file)| keep(name, file)) {
            return false;
        }
        let kept = self.read.iter().filter(|(name, file)| keep(name, file));
        self.read = Arc::new(kept.map(|(name, file)| (name.clone(), Arc::clone(file))).collect());
        true
    }
}

impl<T> Clone for Files<T> {
    fn clone(&self) -> Self {
        Self { read: Arc::clone(&self.read) }
    }
}

impl<T> Default for Files<T> {
    fn default() -> Self {
        Self { read: Arc::default() }
    }
}

impl<T> PartialEq for Files<T> {
    fn eq(&self, other: &Self) -> bool {
        let is_shared = |name: &str, file| other.get(name).is_some_and(|other| Arc::ptr_eq(file, other));
        self.read.len() == other.read.len() && self.read.iter().all(|(name, file)| is_shared(name, file))
    }
}

impl<T> fmt::Debug for Files<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.read.keys()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn a_file_is_read_once() {
        let read = RefCell::new(Vec::new());
        let reader = |name: &str| {
            read.borrow_mut().push(name.to_owned());
            name.len()
        };
        let mut files = Files::default();
        files.update(["a", "bc", "a"], reader);
        let before = files.clone();
        files.update(["bc", "a"], reader);
        assert_eq!(before, files);
        files.update(["bc", "def"], reader);
        assert_ne!(before, files);
        assert_eq!(*read.borrow(), ["a", "bc", "def"]);
        assert_eq!((files.get("a"), files.get("def").map(|n| **n)), (None, Some(3)));
    }
}
