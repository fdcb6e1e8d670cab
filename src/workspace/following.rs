//! Updates world, report, selection and notices after a change of the scene, its files or the tick.

use std::cell::OnceCell;
use std::sync::Arc;

use super::Workspace;
use crate::files::Content;
use crate::picture::Bodies;
use crate::scene::{Changed, Scene};

impl Workspace {
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
        let missing = |content: Content| content.files.missing_animations(content.scene);
        let has_other_levels = before.files.levels != self.files.levels || names_other_files(before.scene, &scene);
        let has_other_faults = before.files.levels != self.files.levels
            || (before.scene.models != scene.models && missing(before) != missing(now));
        let changes = self.world.follow(&mut self.recording, before, now, tick);
        self.report.follow(&self.world, &changes);
        self.revision += 1;
        self.names_revision += u64::from(changes.names || has_other_levels);
        if !changes.images.is_none() {
            self.notify_images();
        }
        if has_other_faults {
            self.notify_levels();
        }
        if !changes.objects.is_none() {
            let (world, moved) = (&self.world, &changes.objects);
            // Pictures have the bodies too, so the changed chunks are copied.
            let follow = |bodies: &mut Arc<Bodies>| Arc::make_mut(bodies).follow(world, moved);
            if !self.bodies.get_mut().is_some_and(follow) {
                self.bodies = OnceCell::new();
            }
            let has_path = has_path_after(self.has_path.get().copied(), [before.scene, &scene], moved);
            self.has_path = has_path.map_or_else(OnceCell::new, OnceCell::from);
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

/// Whether models name other files than before.
fn names_other_files(before: &Scene, now: &Scene) -> bool {
    let [before_files, now_files] = [before, now].map(|scene| scene.models.iter().map(|model| &*model.file));
    !std::ptr::eq(before, now) && before_files.ne(now_files)
}

/// Whether an object has a path after a change from one scene to another, if that follows from the changed objects and
/// from what was `known` before.
fn has_path_after(known: Option<bool>, [before, now]: [&Scene; 2], changed: &Changed) -> Option<bool> {
    let Changed::At(changed) = changed else { return None };
    // Objects of models have no paths.
    let has_path = |scene: &Scene| {
        let mut objects = changed.iter().filter_map(|&i| scene.objects.get(i));
        objects.any(|object| object.path.is_some())
    };
    let known = known?;
    if known && has_path(before) { has_path(now).then_some(true) } else { Some(known || has_path(now)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::parse;

    #[test]
    fn whether_something_moves_is_known_after_every_edit() {
        let text = r#"{ "eyeline": 1, "objects": [
            { "name": "still", "shape": { "sphere": { "radius": 1 } } },
            { "name": "cart", "shape": { "sphere": { "radius": 1 } }, "path": { "points": [[0, 0, 0], [9, 0, 0]] } },
            { "name": "other", "shape": { "sphere": { "radius": 1 } } } ] }"#;
        let mut workspace = Workspace::new(parse(text, "a.json").unwrap(), None);
        assert!(workspace.has_path());
        let path = workspace.scene().objects[1].path.clone();
        for (object, path, expected) in
            [(0, path.clone(), true), (1, None, true), (0, None, false), (2, path, true), (2, None, false)]
        {
            workspace.edit("path", |scene| scene.objects[object].path = path);
            assert_eq!(workspace.has_path(), expected);
            workspace.edit("move", |scene| scene.objects[1].position[0] += 1.0);
            assert_eq!(workspace.has_path(), expected, "after the move of another object");
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
