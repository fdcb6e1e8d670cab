//! What is not drawn. The scene and its answers stay, and no file has it; but hiding is a step that can be undone.

use std::sync::Arc;

use super::Session;
use crate::picture::Hidden;
use crate::world::ModelAt;

impl Session {
    /// What is not drawn.
    pub fn hidden(&self) -> &Hidden {
        self.history.hidden()
    }

    /// Hides a thing or shows it again, as a step that can be undone; a model with all its objects and cameras. Showing one
    /// of these shows the model too, without the rest.
    pub fn set_hidden(&mut self, name: &str, is_hidden: bool) {
        let hidden = self.with_hidden(name, is_hidden);
        if hidden != **self.history.hidden() {
            let verb = if is_hidden { "hide" } else { "show" };
            self.history.push_hidden(&format!("{verb} {name}"), hidden);
            self.view.looks += 1;
        }
    }

    /// The same as a part of the step before.
    pub(crate) fn amend_hidden(&mut self, name: &str, is_hidden: bool) {
        let hidden = self.with_hidden(name, is_hidden);
        if hidden != **self.history.hidden() {
            *self.history.hidden_mut() = hidden;
            self.view.looks += 1;
        }
    }

    fn with_hidden(&self, name: &str, is_hidden: bool) -> Hidden {
        let mut hidden = Hidden::clone(self.history.hidden());
        let has_changed = hidden.set(name, is_hidden);
        if let Some(model) = self.world.models.iter().position(|model| *model.name == *name) {
            for part in self.parts(model) {
                hidden.set(&part, is_hidden);
            }
        } else if has_changed && !is_hidden {
            let is_around =
                |model: &&ModelAt| name.strip_prefix(&*model.name).is_some_and(|rest| rest.starts_with('/'));
            for model in self.world.models.iter().filter(is_around) {
                hidden.set(&model.name, false);
            }
        }
        hidden
    }

    /// After names have changed: what a file has that was written anew is as hidden as its model.
    pub(super) fn hide_new_parts(&mut self) {
        if self.hidden().is_empty() {
            return;
        }
        for model in 0..self.world.models.len() {
            if !self.hidden().contains(&self.world.models[model].name) {
                continue;
            }
            for part in self.parts(model) {
                if !self.hidden().contains(&part) {
                    self.history.hidden_mut().set(&part, true);
                    self.view.looks += 1;
                }
            }
        }
    }

    /// After a model has got another name, which its objects and cameras begin with.
    pub(crate) fn rename_hidden_parts(&mut self, before: &[Arc<str>], model: usize) {
        for (old, new) in before.iter().zip(self.parts(model)) {
            if self.hidden().contains(old) {
                let hidden = self.history.hidden_mut();
                hidden.set(old, false);
                hidden.set(&new, true);
                self.view.looks += 1;
            }
        }
    }

    /// The names of all objects and cameras of a model.
    pub(crate) fn parts(&self, model: usize) -> Vec<Arc<str>> {
        let Some(model) = self.world.models.get(model) else { return Vec::new() };
        let objects = self.world.objects[model.objects.clone()].iter().map(|object| Arc::clone(&object.name));
        objects.chain(self.world.cameras[model.cameras.clone()].iter().map(|camera| Arc::clone(&camera.name))).collect()
    }
}
