//! What follows from where the objects of the open scene are. It is computed when it is first used.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::picture::Bodies;
use crate::report::colliders::{PairByName, pairs_by_name};
use crate::scene::{Changed, Scene};
use crate::world::World;

/// What follows from the objects and their names.
#[derive(Default)]
pub struct Placement {
    /// The geometry for pictures. It follows the objects that move.
    bodies: OnceCell<Arc<Bodies>>,
    /// Whether an object of the scene has a path.
    has_path: OnceCell<bool>,
    /// The objects with their colliders, by their names.
    colliders: OnceCell<Vec<PairByName>>,
    revision: u64,
    names_revision: u64,
}

impl Placement {
    /// Continues the count of changes of names after another scene was opened.
    pub(super) fn count_names_from(&mut self, before: &Self) {
        self.names_revision = before.names_revision + 1;
    }

    /// The geometry of the world's objects for pictures.
    pub(super) fn bodies(&self, world: &World) -> &Arc<Bodies> {
        self.bodies.get_or_init(|| Arc::new(Bodies::of(world)))
    }

    /// Whether an object of the scene has a path.
    pub(crate) fn has_path(&self, scene: &Scene) -> bool {
        *self.has_path.get_or_init(|| scene.objects.iter().any(|object| object.path.is_some()))
    }

    /// Updates it after these objects of the world have changed, by a change of the scene from one to another.
    pub(super) fn follow(&mut self, world: &World, scenes: [&Scene; 2], moved: &Changed) {
        // Pictures have the bodies too, so the changed chunks are copied.
        let follow = |bodies: &mut Arc<Bodies>| Arc::make_mut(bodies).follow(world, moved);
        if !self.bodies.get_mut().is_some_and(follow) {
            self.bodies = OnceCell::new();
        }
        let has_path = has_path_after(self.has_path.get().copied(), scenes, moved);
        self.has_path = has_path.map_or_else(OnceCell::new, OnceCell::from);
        self.revision += 1;
    }

    /// The names of objects with those of their colliders, see [`pairs_by_name`].
    pub(super) fn colliders(&self, world: &World) -> &[PairByName] {
        self.colliders.get_or_init(|| pairs_by_name(world))
    }

    /// Counts a change of names.
    pub(super) fn count_names(&mut self) {
        self.colliders = OnceCell::new();
        self.names_revision += 1;
    }

    /// Changes whenever an object of the world changes. A list of problems is valid while the value is the same.
    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// Changes whenever a name in the scene's lists changes, and whenever the file of a model does. A list of names is valid
    /// while the value is the same.
    pub fn names_revision(&self) -> u64 {
        self.names_revision
    }
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
