//! The files that the open scene names: read when they are named, and again when they have changed.

use std::sync::Arc;

use super::Session;
use crate::scene::{Assets, Pace, Scene};

impl Session {
    /// When its files are read: [`Pace::Later`] in a window, which shows at once.
    pub fn pace(&self) -> Pace {
        self.scene().assets.pace
    }

    /// Reads again what has changed on the disk since it was read, and answers anew. Says whether anything had. It is no
    /// change of the scene, so there is nothing to undo or to save.
    ///
    /// It looks at dates and sizes, some microseconds a file, and is meant to be called now and then. Where images are
    /// read later, an image stays as it was until it has been read again.
    pub fn refresh_files(&mut self) -> bool {
        self.tell_of_other_trees();
        let mut assets = self.scene().assets.clone();
        let has_other_images = match self.pace() {
            Pace::AtOnce => assets.forget_changed_images(self.folder()),
            Pace::Later => self.load_again(assets.changed_images(self.folder())),
        };
        let has_other_trees = assets.forget_changed_trees(self.folder(), &self.on_disk);
        let has_other_levels = assets.forget_changed_levels(self.folder());
        if has_other_trees || has_other_levels || (has_other_images && self.pace() == Pace::AtOnce) {
            self.take_assets(assets);
        }
        has_other_images || has_other_trees || has_other_levels
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
        if assets.inherit(&before.assets) {
            assets.update(&scene, self.folder());
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
