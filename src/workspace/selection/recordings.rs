//! The recorded session that the selection is about.

use super::items::SelectionRef;
use crate::scene::{Entry, Follow};
use crate::world::Item;

impl SelectionRef<'_> {
    /// The index of the recorded session that is selected, or that the selected tap, camera or object follows.
    pub(crate) fn selected_recording(self) -> Option<usize> {
        let selected = &self.selection.in_world;
        match selected.explained_alone() {
            Some(Item::Session(index)) => Some(index),
            Some(Item::Tap(index)) => self.recording_of_camera(&self.world.taps.get(index)?.camera),
            _ => {
                let item = selected.camera().map(Item::Camera).or(selected.object().map(Item::Object))?;
                let scene = self.scene;
                self.followed(match self.entry_for(item)? {
                    Entry::Camera(camera) => scene.cameras.get(camera)?.session.as_ref(),
                    Entry::Object(object) => scene.objects.get(object)?.session.as_ref(),
                    _ => None,
                })
            }
        }
    }

    /// The index of the recorded session that the camera with this name follows.
    pub(crate) fn recording_of_camera(self, name: &str) -> Option<usize> {
        let camera = self.scene.cameras.iter().find(|camera| camera.name == name)?;
        self.followed(camera.session.as_ref())
    }

    fn followed(self, follow: Option<&Follow>) -> Option<usize> {
        let name = &follow?.name;
        self.world.sessions.iter().position(|other| *other.name == **name)
    }
}
