//! What a change of the scene, its files or the tick causes: world, report, selection, notices and judging follow it.

use std::sync::Arc;
use std::time::Duration;

use super::job::FIRST_WAIT;
use super::open_scene::Workspace;
use super::view::hiding::hide_new_parts;
use crate::files::{Content, Pace};
use crate::scene::Scene;

impl Workspace {
    /// Goes to a tick.
    pub fn set_tick(&mut self, tick: u64) {
        if tick != self.clock.tick || self.clock.target_tick.is_some() {
            let (scene, files) = (Arc::clone(self.scene()), self.disk.files.clone());
            self.follow(Content { scene: &scene, files: &files }, tick);
        }
    }

    /// Continues towards the target tick. Returns whether there is more to do in the next frame.
    pub fn catch_up(&mut self) -> bool {
        if let Some(wanted) = self.clock.run_on() {
            self.set_tick(wanted);
        }
        self.clock.target_tick.is_some()
    }

    /// Makes the tick that was reached the target tick.
    pub fn stop_catching_up(&mut self) {
        if self.clock.target_tick.take().is_some() {
            self.set_tick(self.clock.recording.tick());
        }
    }

    /// Updates world and report after a change of the scene from `before`, at a tick. Parts that the change does not
    /// affect are kept. The selection keeps its items.
    pub(super) fn follow(&mut self, before: Content, tick: u64) {
        let scene = Arc::clone(self.scene());
        let now = Content { scene: &scene, files: &self.disk.files };
        self.clock.recording.follow(now);
        let tick = self.clock.reach(tick);
        let missing = |content: Content| content.files.missing_animations(content.scene);
        let has_other_levels = before.files.levels != now.files.levels || names_other_files(before.scene, &scene);
        let has_other_faults = before.files.levels != now.files.levels
            || (before.scene.models != scene.models && missing(before) != missing(now));
        let changes = self.world.follow(&mut self.clock.recording, before, now, tick);
        self.judging.report.follow(&self.world, &changes);
        self.revision += 1;
        if changes.names || has_other_levels {
            self.placement.count_names();
        }
        if !changes.images.is_none() {
            self.notifier().notify_images();
        }
        if has_other_faults {
            self.notifier().notify_levels();
        }
        if !changes.objects.is_none() {
            self.placement.follow(&self.world, [before.scene, &scene], &changes.objects);
            self.view.clear_problem();
        }
        self.judging.explain_other_world();
        self.view.forget_world();
        self.selection_mut().follow_selection();
        if changes.names {
            hide_new_parts(&mut self.document.history, &self.world);
        }
        self.judging_mut().follow();
        compute(self, FIRST_WAIT);
    }
}

/// Continues the long computations, such as those of leaks, and waits for them at most the given time, or until the end when files
/// are read at once. Returns whether there is more to do.
pub(crate) fn compute(workspace: &mut Workspace, most: Duration) -> bool {
    let is_all = workspace.disk.reading.pace == Pace::AtOnce;
    let most = if is_all { Duration::from_hours(1) } else { most };
    let step = workspace.judging.long_work.advance(&mut workspace.judging.report, most);
    if step.has_answered {
        workspace.revision += 1;
        workspace.judging.explain_again();
    }
    step.is_running
}

/// Whether models name other files than before.
fn names_other_files(before: &Scene, now: &Scene) -> bool {
    let [before_files, now_files] = [before, now].map(|scene| scene.models.iter().map(|model| &*model.file));
    !std::ptr::eq(before, now) && before_files.ne(now_files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Bodies;
    use crate::scene::parse;

    #[test]
    fn whether_something_moves_is_known_after_every_edit() {
        let text = r#"{ "eyeline": 1, "objects": [
            { "name": "still", "shape": { "sphere": { "radius": 1 } } },
            { "name": "cart", "shape": { "sphere": { "radius": 1 } }, "path": { "points": [[0, 0, 0], [9, 0, 0]] } },
            { "name": "other", "shape": { "sphere": { "radius": 1 } } } ] }"#;
        let mut workspace = Workspace::new(parse(text, "a.json").unwrap(), None);
        assert!(workspace.placement().has_path(workspace.scene()));
        let path = workspace.scene().objects[1].path.clone();
        for (object, path, expected) in
            [(0, path.clone(), true), (1, None, true), (0, None, false), (2, path, true), (2, None, false)]
        {
            workspace.edit("path", |scene| scene.objects[object].path = path);
            assert_eq!(workspace.placement().has_path(workspace.scene()), expected);
            workspace.edit("move", |scene| scene.objects[1].position[0] += 1.0);
            assert_eq!(workspace.placement().has_path(workspace.scene()), expected, "after the move of another object");
        }
    }

    #[test]
    fn bodies_follow_every_edit() {
        let mut workspace = Workspace::new(crate::scene::generate(100, 1), None);
        let before = Arc::clone(workspace.bodies());
        assert!(workspace.edit("move", |scene| scene.objects[7].position[0] += 1.0));
        assert_eq!(workspace.bodies().moved_since(&before), Some(vec![7]));
        assert_eq!(**workspace.bodies(), Bodies::of(workspace.world()));
        assert_eq!(*before, Bodies::of(Workspace::new(crate::scene::generate(100, 1), None).world()));
        assert!(workspace.edit("delete", |scene| drop(scene.objects.remove(7))));
        assert_eq!(**workspace.bodies(), Bodies::of(workspace.world()));
    }
}
