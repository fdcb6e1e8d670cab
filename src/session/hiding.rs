//! Hidden items. Hiding does not change the scene or its answers and is not saved, but it can be undone.

use super::Session;
use crate::picture::Hidden;
use crate::scene::ThingId;
use crate::world::Thing;

impl Session {
    /// The hidden items.
    pub fn hidden(&self) -> &Hidden {
        self.history.hidden()
    }

    /// Hides or shows an item, as an undo step. A model is hidden or shown with all its objects and cameras. Showing
    /// one of these also shows the model, but not its other parts.
    pub fn set_hidden(&mut self, id: ThingId, is_hidden: bool) {
        let hidden = self.with_hidden(id, is_hidden);
        if hidden != **self.history.hidden() {
            let verb = if is_hidden { "hide" } else { "show" };
            let name = self.world.find(id).and_then(|thing| self.world.name_of(thing)).cloned().unwrap_or_default();
            self.history.push_hidden(&format!("{verb} {name}"), hidden);
            self.view.appearance_revision += 1;
        }
    }

    fn with_hidden(&self, id: ThingId, is_hidden: bool) -> Hidden {
        let mut hidden = Hidden::clone(self.history.hidden());
        let has_changed = hidden.set(id, is_hidden);
        match self.world.find(id) {
            Some(Thing::Model(model)) => {
                for part in self.parts(model) {
                    hidden.set(part, is_hidden);
                }
            }
            Some(part) if has_changed && !is_hidden => {
                if let Some(model) = self.world.owner(part) {
                    hidden.set(model, false);
                }
            }
            _ => {}
        }
        hidden
    }

    /// Hides new parts of a hidden model after a change of models or their files.
    pub(super) fn hide_new_parts(&mut self) {
        if self.hidden().is_empty() {
            return;
        }
        for model in 0..self.world.models.len() {
            if !self.hidden().contains(self.world.models[model].id) {
                continue;
            }
            for part in self.parts(model) {
                if !self.hidden().contains(part) {
                    self.history.hidden_mut().set(part, true);
                    self.view.appearance_revision += 1;
                }
            }
        }
    }

    /// The ids of all objects and cameras of a model.
    fn parts(&self, model: usize) -> Vec<ThingId> {
        let Some(model) = self.world.models.get(model) else { return Vec::new() };
        let objects = self.world.objects[model.objects.clone()].iter().map(|object| object.id);
        objects.chain(self.world.cameras[model.cameras.clone()].iter().map(|camera| camera.id)).collect()
    }
}
