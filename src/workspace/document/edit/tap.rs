//! Adds a tap by a click on the picture of a camera.

use super::names::free_name;
use crate::scene::{Entry, EntryId, Scene, Tap, TapRule, default};
use crate::workspace::document::edits::Edits;
use crate::workspace::selection::items::SelectionRef;

/// Adds a tap at the end of the list, with the default types and rule. `screen` is from 0 to 1 from the left and from the
/// top, and is rounded to four digits.
fn add_tap(scene: &mut Scene, camera: &str, time: f64, screen: [f64; 2]) -> Entry {
    let (name, camera) = (free_name(scene, "tap"), camera.to_owned());
    let screen = screen.map(|part| (part.clamp(0.0, 1.0) * 1e4).round() / 1e4);
    let (order, rule) = (default::order(), TapRule::default());
    scene.taps.push(Tap { id: EntryId::default(), name, camera, time, screen, order, rule });
    Entry::Tap(scene.taps.len() - 1)
}

impl Edits<'_> {
    /// Adds a tap on the picture of a camera that follows a session, at the time that is shown, as one undo step. The new tap
    /// is selected.
    pub(crate) fn add_tap(&mut self, camera: &str, screen: [f64; 2]) {
        let (mut added, time) = (None, self.workspace.world().time);
        self.workspace.command("add tap", |scene, _| added = Some(add_tap(scene, camera, time, screen)));
        if let Some(id) = added.and_then(|entry| entry.id(self.workspace.scene())) {
            self.workspace.selection_mut().select(id);
        }
    }
}

impl SelectionRef<'_> {
    /// Whether a click on the picture of a camera can make a tap: the camera follows a session that has a path.
    pub(crate) fn takes_taps(self, camera: &str) -> bool {
        self.recording_of_camera(camera).is_some_and(|index| self.world.sessions[index].file.is_ok())
    }
}

#[cfg(test)]
mod tests {
    use crate::workspace::open_scene::Workspace;

    #[test]
    fn a_tap_is_one_step_and_has_a_name_of_its_own() {
        let text = r#"{ "eyeline": 1, "cameras": [{ "name": "phone", "session": { "name": "walk" } }],
            "sessions": [{ "name": "walk", "file": "walk.txt" }] }"#;
        let mut workspace = Workspace::new(serde_json::from_str(text).unwrap(), None);
        workspace.set_tick(90);
        workspace.edits().add_tap("phone", [0.123_456, 1.2]);
        workspace.edits().add_tap("phone", [0.5, 0.5]);
        let taps = &workspace.scene().taps;
        assert_eq!(
            (&*taps[0].name, &*taps[1].name, taps[0].time, taps[0].screen),
            ("tap", "tap 2", 1.5, [0.1235, 1.0])
        );
        assert_eq!(workspace.document().undo_label(), Some("add tap"));
        assert_eq!(workspace.selected().explained_alone(), Some(crate::world::Item::Tap(1)));
        assert!(!workspace.selection().takes_taps("phone"), "its file is not there");
    }
}
