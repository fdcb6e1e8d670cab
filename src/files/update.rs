//! Updates of the store from the scene, from the disk, and from newer readings.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::asset::Asset;
use super::content::Files;
use super::image::ImageFile;
use super::level::{LevelFile, LevelPart};
use super::needs::Needs;
use super::reading::Pace;
use super::session::SessionFile;
use super::store::Store;
use super::trace::TraceFile;
use super::tree::TreeAsset;
use crate::opacity::Progress;
use crate::scene::{Image, List, Object, RecordedSession, Scene, Shape};
use crate::source::folder::Folder;
use crate::trace::Trace;

impl Files {
    /// Reads the files that a scene names, except those that were read before. `folder` is the scene's folder; without
    /// it, no file is read.
    pub fn update(&mut self, scene: &Scene, folder: Option<&Folder>, pace: Pace) {
        self.update_with(scene, folder, pace, &Progress::default());
    }

    /// Reads the files of a scene with progress that can cancel the reading.
    pub fn update_with(&mut self, scene: &Scene, folder: Option<&Folder>, pace: Pace, progress: &Progress) {
        self.cells.set_pace(pace);
        let Some(folder) = folder else { return };
        self.update_traces(scene, folder);
        let with_trace = self.trace(scene).map(|trace| naming_all_files(scene, trace));
        let scene = with_trace.as_ref().unwrap_or(scene);
        let mut needs = std::mem::take(&mut self.needs);
        needs.follow(&scene.objects);
        self.placed.update_entries(scene, &needs, &self.budget);
        if self.placed.refused().is_some() {
            // The scene is refused as a whole, so none of its files is read.
            self.needs = needs;
            return;
        }
        self.update_levels(scene, &needs, folder, pace, progress);
        self.placed.update_models(scene, &self.levels, &self.budget);
        self.needs = needs;
        self.update_images(scene, folder, pace, progress);
        let trees = || scene.agents.iter().filter_map(|agent| agent.tree.file());
        // The same as `tree_of` for each file, in one pass.
        let mut chosen: BTreeMap<&str, &str> = BTreeMap::new();
        for tree in trees() {
            if let Some(id) = &tree.id {
                chosen.entry(&tree.file).or_insert(id);
            }
        }
        let budget = self.budget.clone();
        let read = |file: &str| TreeAsset::read(file, folder, chosen.get(file).copied(), &budget);
        self.trees.update(trees().map(|tree| &*tree.file), read);
        self.update_sessions(scene, folder, progress);
    }

    fn update_traces(&mut self, scene: &Scene, folder: &Folder) {
        let budget = self.budget.clone();
        let named = scene.trace.iter().map(|trace| &*trace.file);
        self.traces.update(named, |file| TraceFile::read(file, folder, &budget));
    }

    fn update_sessions(&mut self, scene: &Scene, folder: &Folder, progress: &Progress) {
        let named: BTreeMap<String, &RecordedSession> =
            scene.sessions.iter().map(|session| (session.source(), session)).collect();
        let budget = self.budget.clone();
        let read = |source: &str| SessionFile::read(named[source], folder, &budget, progress);
        self.sessions.update(named.keys().map(|source| &**source), read);
    }

    /// Levels that are no longer named are kept for undo while memory is free.
    fn update_levels(&mut self, scene: &Scene, needs: &Needs, folder: &Folder, pace: Pace, progress: &Progress) {
        let names = needs.level_files(scene);
        for file in &names {
            if self.levels.get(file).is_none()
                && let Some(level) = self.unnamed_levels.remove(file)
            {
                self.levels.insert(file, level);
            }
        }
        for (file, level) in self.levels.iter().filter(|(file, _)| !names.contains(file)) {
            self.unnamed_levels.insert(file, Arc::clone(level));
        }
        self.levels.retain(|file, _| names.contains(file));
        self.drop_unnamed_where_scarce();
        let parts = |file| if pace == Pace::Later { LevelPart::taken_by(scene, file) } else { Vec::new() };
        let new = names.iter().filter(|file| self.levels.get(file).is_none());
        let new: Vec<_> = new.map(|file| (*file, parts(file))).collect();
        for ((file, _), read) in new.iter().zip(LevelFile::read_all(&new, folder, &self.budget, progress)) {
            self.levels.insert(file, Arc::new(read));
        }
        self.drop_unnamed_where_scarce();
    }

    fn drop_unnamed_where_scarce(&mut self) {
        if self.budget.is_scarce() {
            self.unnamed_levels = Store::default();
        }
    }

    /// Removes kept levels that have changed on the disk, before an edit that names one of them again.
    pub(crate) fn forget_outdated_unnamed(&mut self, scene: &Scene, folder: Option<&Folder>) {
        let Some(folder) = folder.filter(|_| !self.unnamed_levels.is_empty()) else { return };
        self.needs.follow(&scene.objects);
        let names = self.needs.level_files(scene);
        self.unnamed_levels.retain(|file, level| !names.contains(file) || level.is_current(file, folder));
    }

    /// Removes the images that a scene does not name, then reads the new ones.
    fn update_images(&mut self, scene: &Scene, folder: &Folder, pace: Pace, progress: &Progress) {
        let sources: Vec<_> = scene.images.iter().map(Image::source).collect();
        let named: BTreeSet<&str> = sources.iter().map(|source| &**source).collect();
        self.images.retain(|source, _| named.contains(source));
        self.cells.keep(scene, &self.images);
        let new: Vec<&str> = named.into_iter().filter(|source| self.images.get(source).is_none()).collect();
        let taken = ImageFile::take_from_levels(&new, &self.levels, folder, &self.images);
        let new: Vec<&str> = new.into_iter().filter(|source| !taken.contains_key(*source)).collect();
        for (source, read) in taken {
            self.images.insert(&source, Arc::new(read));
        }
        let read = match pace {
            Pace::AtOnce => ImageFile::read_all(&new, folder, &self.images, &self.budget, progress),
            Pace::Later => new.iter().map(|source| ImageFile::waiting(source)).collect(),
        };
        for (source, read) in new.into_iter().zip(read) {
            self.images.insert(source, Arc::new(read));
        }
        self.cells.reserve(scene, &self.images, &self.budget);
    }

    /// Removes the readings of files whose dates or sizes have changed. Returns whether it removed any. Edited trees
    /// are kept: `on_disk` has the last reading or saved form of their files.
    pub fn forget_changed(&mut self, folder: Option<&Folder>, on_disk: &Store<TreeAsset>) -> bool {
        let images = self.forget_changed_images(folder);
        let trees = self.forget_changed_trees(folder, on_disk);
        let sessions = folder.is_some_and(|folder| self.sessions.retain(|name, file| file.is_current(name, folder)));
        let traces = folder.is_some_and(|folder| self.traces.retain(|name, file| file.is_current(name, folder)));
        self.forget_changed_levels(folder) || images || trees || sessions || traces
    }

    /// Removes the readings of changed images.
    pub fn forget_changed_images(&mut self, folder: Option<&Folder>) -> bool {
        folder.is_some_and(|folder| self.images.retain(|name, image| image.is_current(name, folder)))
    }

    /// Removes the readings of changed levels.
    pub fn forget_changed_levels(&mut self, folder: Option<&Folder>) -> bool {
        folder.is_some_and(|folder| self.levels.retain(|name, level| level.is_current(name, folder)))
    }

    /// Removes the readings of changed tree files.
    pub fn forget_changed_trees(&mut self, folder: Option<&Folder>, on_disk: &Store<TreeAsset>) -> bool {
        folder
            .is_some_and(|folder| self.trees.retain(|name, tree| tree.is_kept(disk(on_disk, name, tree), name, folder)))
    }

    /// Trees whose files have changed on disk, which were not edited, and which were not `tried` since, by their names.
    pub fn changed_trees(&self, on_disk: &Store<TreeAsset>, tried: &Self, folder: &Folder) -> Vec<Box<str>> {
        let is_known = |name: &str| tried.trees.get(name).is_some_and(|tried| tried.is_current(name, folder));
        let changed = self
            .trees
            .iter()
            .filter(|(name, tree)| !tree.is_kept(disk(on_disk, name, tree), name, folder) && !is_known(name));
        changed.map(|(name, _)| name.into()).collect()
    }

    /// Removes failed attempts from `tried` whose files are again as in the reading. Returns whether it removed any.
    pub fn forget_tries(&self, tried: &mut Self, on_disk: &Store<TreeAsset>, folder: &Folder) -> bool {
        let is_image = |name: &str| self.images.get(name).is_some_and(|image| image.is_current(name, folder));
        let is_level = |name: &str| self.levels.get(name).is_some_and(|level| level.is_current(name, folder));
        let is_tree =
            |name: &str| self.trees.get(name).is_some_and(|tree| disk(on_disk, name, tree).is_current(name, folder));
        let images = tried.images.retain(|name, _| !is_image(name));
        let levels = tried.levels.retain(|name, _| !is_level(name));
        tried.trees.retain(|name, _| !is_tree(name)) || images || levels
    }

    /// Gives the nodes of trees that were read again the ids that they have in the earlier readings.
    pub(crate) fn adopt_tree_ids(&mut self, before: &Self) {
        for (name, old) in before.trees.iter() {
            if let Some(new) = self.trees.get(name).filter(|new| !new.is_same_reading(old)) {
                let adopted = TreeAsset::clone(new).adopting_ids(old);
                self.trees.insert(name, Arc::new(adopted));
            }
        }
    }

    /// Takes images, levels and cells that were read since this store was copied. Returns whether there were any. The
    /// next [`Files::update`] removes those that the scene does not name. Trees are left out, because they may have
    /// been edited. A valid reading of a file in `folder` that has not changed on disk is kept, because it needs no
    /// other reading.
    pub fn inherit(&mut self, newer: &Self, folder: Option<&Folder>) -> bool {
        let before = self.images.clone();
        // All readings are taken. Those that the scene does not name are removed later.
        self.images.inherit(&newer.images, |name, own| is_good(own, name, folder));
        for (name, image) in newer.images.iter() {
            if self.images.get(name).is_none() {
                self.images.insert(name, Arc::clone(image));
            }
        }
        let images = self.images != before;
        let levels = self.levels.inherit(&newer.levels, |name, own| is_good(own, name, folder));
        let cells = self.cells.inherit(&newer.cells);
        images || levels || cells
    }
}

/// The scene with all entries of its trace, whenever the trace has them.
fn naming_all_files(scene: &Scene, trace: &Trace) -> Scene {
    let mut all = scene.clone();
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut add = |objects: &mut List<Object>, object: &Object| {
        if known.insert(object.name.clone()) || matches!(object.shape, Shape::Mesh { .. }) {
            objects.push(object.clone());
        }
    };
    for keyframe in trace.scenes() {
        keyframe.objects.iter().for_each(|object| add(&mut all.objects, object));
        all.models.extend_from_slice(&keyframe.models);
        all.images.extend_from_slice(&keyframe.images);
        all.agents.extend_from_slice(&keyframe.agents);
        all.sessions.extend_from_slice(&keyframe.sessions);
    }
    trace.added_objects().for_each(|object| add(&mut all.objects, object));
    all
}

/// The tree of a file that the first agent with that file names.
pub(crate) fn tree_of<'s>(scene: &'s Scene, file: &str) -> Option<&'s str> {
    let mut trees = scene.agents.iter().filter_map(|agent| agent.tree.file());
    trees.find(|tree| tree.file == file && tree.id.is_some())?.id.as_deref()
}

/// Whether a reading can be used and is current.
fn is_good(read: &impl Asset, name: &str, folder: Option<&Folder>) -> bool {
    read.is_usable() && folder.is_some_and(|folder| read.is_current(name, folder))
}

/// The last reading or saved form of a tree file, or the current form if that is unknown.
fn disk<'a>(on_disk: &'a Store<TreeAsset>, name: &str, tree: &'a TreeAsset) -> &'a TreeAsset {
    on_disk.get(name).map_or(tree, |disk| disk)
}
