//! Updates world, report, selection and notices after a change of the scene, its files or the tick.

use std::cell::OnceCell;
use std::sync::Arc;

use super::Session;
use crate::files::Content;

impl Session {
    /// Goes to a tick.
    pub fn set_tick(&mut self, tick: u64) {
        if tick != self.tick || self.target_tick.is_some() {
            self.follow_time(tick);
        }
    }

    /// Updates world and report of the same scene to another tick.
    pub(super) fn follow_time(&mut self, tick: u64) {
        let (scene, files) = (Arc::clone(self.scene()), self.files.clone());
        self.follow(Content { scene: &scene, files: &files }, tick);
    }

    /// Updates world and report after a change of the scene from `before`, at a tick. Parts that the change does not
    /// affect are kept. The selection keeps its items.
    pub(super) fn follow(&mut self, before: Content, tick: u64) {
        let scene = Arc::clone(self.scene());
        self.recording.follow(Content { scene: &scene, files: &self.files });
        let tick = self.reach(tick);
        self.tick = tick;
        let now = Content { scene: &scene, files: &self.files };
        let changes = self.world.follow(&mut self.recording, before, now, tick);
        self.report.follow(&self.world, &changes);
        self.revision += 1;
        self.names_revision += u64::from(changes.names);
        if !changes.images.is_none() {
            self.notify_images();
        }
        if before.files.levels != self.files.levels {
            self.notify_levels();
        }
        if !changes.objects.is_none() {
            self.bodies = OnceCell::new();
            self.has_path = OnceCell::new();
            self.placement_revision += 1;
            self.view.problem = None;
        }
        self.explanation = OnceCell::new();
        self.apart = OnceCell::new();
        self.follow_selection();
        if changes.names {
            self.hide_new_parts();
        }
        self.evaluate_at_once();
        self.compare_at_once();
    }
}
