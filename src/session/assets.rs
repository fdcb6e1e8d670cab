//! The files that the open scene names: read when they are named, and again when they have changed.

use std::sync::Arc;

use super::Session;
use super::settling::Ready;
use crate::opacity::Progress;
use crate::scene::image::ImageFile;
use crate::scene::import::level::LevelFile;
use crate::scene::tree::TreeAsset;
use crate::scene::{Asset, Assets, Files, Folder, Pace, Scene, Stamp, file_of};

impl Session {
    /// When its files are read: [`Pace::Later`] in a window, which shows at once.
    pub fn pace(&self) -> Pace {
        self.scene().assets.pace
    }

    /// Reads again what has changed on the disk since it was read, and answers anew. Says whether anything had. It is no
    /// change of the scene, so there is nothing to undo or to save.
    ///
    /// It looks at dates and sizes, some microseconds a file. Where images are read later, an image stays as it was until it
    /// has been read again. What cannot be read now stays as it was read last, with a notice.
    pub fn refresh_files(&mut self) -> bool {
        self.refresh_some(|_, _, _| Ready::Whole)
    }

    /// The same of files that are ready by `ready_to`: it gets the name in the scene, how all files that belong to it look now, and a
    /// number by which the reading in use is known.
    pub(super) fn refresh_some(&mut self, mut ready_to: impl FnMut(&str, Vec<Option<Stamp>>, usize) -> Ready) -> bool {
        let Some(folder) = self.folder().cloned() else { return false };
        self.tell_of_other_trees();
        let mut assets = self.scene().assets.clone();
        let tried = &mut self.disk.tried;
        let is_back = assets.forget_tries(tried, &self.on_disk, &folder);
        let images = assets.images.changed(&tried.images, &folder);
        let images = ready(&assets.images, images, &folder, &mut ready_to);
        let trees = assets.changed_trees(&self.on_disk, tried, &folder);
        let trees = ready(&assets.trees, trees, &folder, &mut ready_to);
        let levels = assets.levels.changed(&tried.levels, &folder);
        let levels = ready(&assets.levels, levels, &folder, &mut ready_to);
        if images.is_empty() && trees.is_empty() && levels.is_empty() {
            if is_back {
                self.notify_disk();
            }
            return is_back;
        }
        for (file, ready) in &trees {
            // An older reading, as undo brings it back, gives way to the one that is known.
            let known = self.on_disk.get(file).filter(|disk| disk.is_current(file, &folder)).map(Arc::clone);
            let read = known.unwrap_or_else(|| Arc::new(TreeAsset::read(file, &folder, &assets.budget)));
            if *ready != Ready::Interim || read.is_usable() {
                assets.trees.renew(&mut tried.trees, file, read);
            }
        }
        if self.pace() == Pace::Later {
            for (file, ready) in images.iter().chain(&levels) {
                if *ready == Ready::Interim {
                    self.disk.interim.insert(file.clone());
                } else {
                    self.disk.interim.remove(file);
                }
            }
            let names = |files: Vec<(Box<str>, Ready)>| files.into_iter().map(|(file, _)| file).collect();
            self.load_again(names(images), names(levels));
        } else {
            for (file, ready) in &levels {
                let read = LevelFile::read(file, &folder, &assets.budget, &Progress::default());
                if *ready != Ready::Interim || read.is_usable() {
                    assets.levels.renew(&mut self.disk.tried.levels, file, Arc::new(read));
                }
            }
            for (file, ready) in &images {
                let read = ImageFile::read_with(file, &folder, &assets.budget, &Progress::default());
                if *ready != Ready::Interim || read.is_usable() {
                    assets.images.renew(&mut self.disk.tried.images, file, Arc::new(read));
                }
            }
        }
        self.take_assets(assets);
        if !trees.is_empty() {
            self.notify_trees();
        }
        self.notify_disk();
        true
    }

    /// Answers with other assets of the same scene.
    pub(super) fn take_assets(&mut self, mut assets: Assets) {
        let before = Arc::clone(self.scene());
        assets.update(&before, self.folder());
        let now = Scene { assets, ..Scene::clone(&before) };
        self.note_new_trees(&before, &now);
        self.history.amend(now);
        self.follow(&before, self.tick);
    }

    /// Gives the scene of now what was read for the one before.
    pub(super) fn bring_assets(&mut self, before: &Scene) {
        let scene = Arc::clone(self.scene());
        let mut assets = scene.assets.clone();
        assets.inherit(&before.assets);
        assets.update(&scene, self.folder());
        if assets != scene.assets {
            self.history.amend(Scene { assets, ..Scene::clone(&scene) });
        }
    }

    /// Reads the files that a changed scene names and that were not named before.
    pub(super) fn read_new_files(&self, scene: &mut Scene) {
        let mut assets = std::mem::take(&mut scene.assets);
        assets.update(scene, self.folder());
        scene.assets = assets;
    }
}

/// Those of some files that are ready to be read.
fn ready<T: Asset>(
    files: &Files<T>,
    changed: Vec<Box<str>>,
    folder: &Folder,
    ready_to: &mut impl FnMut(&str, Vec<Option<Stamp>>, usize) -> Ready,
) -> Vec<(Box<str>, Ready)> {
    let look = |name: &str| {
        let others = files.get(name).map(|file| file.others()).unwrap_or_default();
        std::iter::once(folder.path().join(file_of(name)))
            .chain(others)
            .map(|path| Stamp::of(&path))
            .collect::<Vec<_>>()
    };
    // Every reading has an address of its own.
    let reading = |name: &str| files.get(name).map_or(0, |file| Arc::as_ptr(file).addr());
    let ready = changed.into_iter().map(|name| {
        let ready = ready_to(&name, look(&name), reading(&name));
        (name, ready)
    });
    ready.filter(|(_, ready)| *ready != Ready::No).collect()
}
