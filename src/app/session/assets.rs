//! The files that the open scene names: read when they are named, and again when they have changed.

use std::sync::Arc;

use super::Session;
use crate::scene::Scene;

impl Session {
    /// Reads again what has changed on the disk since it was read, and answers anew. Says whether anything had. It is no
    /// change of the scene, so there is nothing to undo or to save.
    ///
    /// It looks at dates and sizes, some microseconds a file, and is meant to be called now and then.
    pub fn refresh_files(&mut self) -> bool {
        let before = Arc::clone(self.scene());
        let mut assets = before.assets.clone();
        self.tell_of_other_trees();
        if !assets.forget_changed(self.folder(), &self.on_disk) {
            return false;
        }
        assets.update(&before, self.folder());
        let now = Scene { assets, ..Scene::clone(&before) };
        self.note_new_trees(&before, &now);
        self.history.amend(now);
        self.follow(&before, self.tick);
        true
    }

    /// Reads the files that a changed scene names and that were not named before.
    pub(super) fn read_new_files(&self, scene: &mut Scene) {
        let mut assets = std::mem::take(&mut scene.assets);
        assets.update(scene, self.folder());
        scene.assets = assets;
    }
}
