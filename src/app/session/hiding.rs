//! What is not drawn: a matter of the view. The scene and its answers stay.

use std::sync::Arc;

use super::Session;
use crate::picture::Hidden;
use crate::world::ModelAt;

impl Session {
    /// What is not drawn.
    pub fn hidden(&self) -> &Hidden {
        &self.hidden
    }

    /// Draws a thing no more, or again; a model with all its objects and cameras. Whoever shows one of these shows the
    /// model, too, without the rest.
    pub fn set_hidden(&mut self, name: &str, is_hidden: bool) {
        let mut has_changed = self.hidden.set(name, is_hidden);
        if let Some(model) = self.world.models.iter().position(|model| *model.name == *name) {
            has_changed |= self.hide_parts(model, is_hidden);
        } else if has_changed && !is_hidden {
            let is_around =
                |model: &&ModelAt| name.strip_prefix(&*model.name).is_some_and(|rest| rest.starts_with('/'));
            for model in self.world.models.iter().filter(is_around) {
                self.hidden.set(&model.name, false);
            }
        }
        self.looks += u64::from(has_changed);
    }

    /// After names have changed: what a file has that was written anew is as hidden as its model.
    pub(super) fn hide_new_parts(&mut self) {
        if self.hidden.is_empty() {
            return;
        }
        for model in 0..self.world.models.len() {
            if self.hidden.contains(&self.world.models[model].name) {
                self.looks += u64::from(self.hide_parts(model, true));
            }
        }
    }

    /// After a model has got another name, which its objects and cameras begin with.
    pub(in crate::app) fn rename_hidden_parts(&mut self, before: &[Arc<str>], model: usize) {
        for (old, new) in before.iter().zip(self.parts(model)) {
            if self.hidden.set(old, false) {
                self.hidden.set(&new, true);
                self.looks += 1;
            }
        }
    }

    /// The names of all objects and cameras of a model.
    pub(in crate::app) fn parts(&self, model: usize) -> Vec<Arc<str>> {
        let Some(model) = self.world.models.get(model) else { return Vec::new() };
        let objects = self.world.objects[model.objects.clone()].iter().map(|object| Arc::clone(&object.name));
        objects.chain(self.world.cameras[model.cameras.clone()].iter().map(|camera| Arc::clone(&camera.name))).collect()
    }

    /// Says whether that changed anything.
    fn hide_parts(&mut self, model: usize, is_hidden: bool) -> bool {
        let mut has_changed = false;
        for name in self.parts(model) {
            has_changed |= self.hidden.set(&name, is_hidden);
        }
        has_changed
    }
}
