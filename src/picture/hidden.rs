//! What is left out of the picture.

use std::collections::HashSet;
use std::sync::Arc;

use super::Focus;
use crate::world::World;

/// Things that are not drawn, by name, so that it holds while others come and go. Their answers stay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hidden(HashSet<Arc<str>>);

impl Hidden {
    /// Whether the thing of that name is hidden.
    pub fn contains(&self, name: &str) -> bool {
        !self.0.is_empty() && self.0.contains(name)
    }

    /// Hides or shows the thing of that name. Says whether that changed anything.
    pub fn set(&mut self, name: &str, is_hidden: bool) -> bool {
        if is_hidden { self.0.insert(Arc::from(name)) } else { self.0.remove(name) }
    }

    /// Whether nothing is.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether something that the focus is about is hidden.
    pub(super) fn concerns(&self, world: &World, focus: &Focus) -> bool {
        let names = [
            focus.camera().and_then(|i| world.cameras.get(i)).map(|camera| &camera.name),
            focus.ray().and_then(|i| world.rays.get(i)).map(|ray| &ray.name),
            focus.object.and_then(|i| world.objects.get(i)).map(|object| &object.name),
            focus.image.and_then(|i| world.images.get(i)).map(|image| &image.name),
        ];
        names.into_iter().flatten().any(|name| self.contains(name))
    }
}
