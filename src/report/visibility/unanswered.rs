//! Cameras without an answer because their picture does not fit into the memory, as errors at their place in the scene file.

use indexmap::IndexSet;

use super::answers::VisibilityAnswers;
use crate::budget::Budget;
use crate::scene::{Scene, Violation, WrittenScene};
use crate::source::error::SceneError;
use crate::source::place::ValuePath;
use crate::world::World;

/// The cameras of one run whose picture does not fit into the memory budget, each once: a recording has the same at every tick.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnseenCameras(IndexSet<UnseenCamera>);

/// One of them: its index in the world, and why it has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct UnseenCamera {
    index: Option<usize>,
    message: String,
}

impl UnseenCameras {
    /// Adds those of a tick that are new. Unplaced cameras are not among them: what they name could not be read.
    pub(in crate::report) fn add(&mut self, answers: &[VisibilityAnswers], world: &World) {
        for answers in answers {
            let found = world.cameras.iter().position(|camera| camera.name == answers.camera);
            let is_unplaced = found.is_some_and(|index| world.cameras[index].error.is_some());
            if let Some(error) = answers.error.as_ref().filter(|_| !is_unplaced) {
                let message = format!("visibility of `{}`: {error}", answers.camera);
                self.0.insert(UnseenCamera { index: found, message });
            }
        }
    }

    /// Whether all cameras have answers.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All errors, located in the text of the scene, `name` in messages. Without the text, and for the camera of a model, they
    /// have the first line.
    pub fn located(&self, scene: &Scene, text: Option<&str>, name: &str) -> Vec<SceneError> {
        let written = text.and_then(|text| WrittenScene::parse(text, name, &Budget::default()).ok());
        let written = written.filter(|(now, _)| now.cameras.len() == scene.cameras.len());
        let written = written.map_or_else(|| WrittenScene::made(name), |(_, written)| written);
        let located = |camera: &UnseenCamera| {
            let own = camera.index.filter(|index| *index < scene.cameras.len());
            let place = own.map(|index| ValuePath::default().key("cameras").index(index)).unwrap_or_default();
            written.error(scene, Violation::at(place, camera.message.clone(), None))
        };
        self.0.iter().map(located).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::report::visibility::looking::Looking;
    use crate::report::{Report, Scope};

    const SCENE: &str = r#"{ "eyeline": 1,
  "objects": [{ "name": "a", "shape": { "sphere": { "radius": 1 } } }],
  "cameras": [
    { "name": "small", "size": [8, 8] },
    { "name": "large", "size": [16384, 16384] } ] }"#;

    #[test]
    fn a_picture_without_room_is_an_error_at_its_camera() {
        let (scene, _) = WrittenScene::parse(SCENE, "a.json", &Budget::default()).unwrap();
        let unseen = |index| {
            let camera = UnseenCamera { index, message: "visibility of `large`: its picture is large".to_owned() };
            UnseenCameras(IndexSet::from([camera]))
        };
        let line = |index, text| unseen(index).located(&scene, text, "a.json")[0].to_string();
        assert_eq!(line(Some(1), Some(SCENE)), "a.json:5:5: visibility of `large`: its picture is large");
        // The camera of a model, and a scene from a pipe.
        assert!(line(Some(7), Some(SCENE)).starts_with("a.json:1:1: "));
        assert!(line(Some(1), None).starts_with("a.json:1:1: "));
        assert!(UnseenCameras::default().is_empty() && !unseen(None).is_empty());
    }

    #[test]
    fn an_unplaced_camera_is_not_among_them() {
        let (scene, _) = WrittenScene::parse(SCENE, "a.json", &Budget::default()).unwrap();
        let mut world = World::at(&scene, &Files::default(), 0);
        world.cameras[1].error = Some("it has no pose".into());
        let report = Report::within(&world, Scope { visibility: Looking::All, ..Scope::NONE });
        assert!(report.visibility[1].error.is_some());
        let mut unseen = UnseenCameras::default();
        unseen.add(&report.visibility, &world);
        assert!(unseen.is_empty(), "{unseen:?}");
        world.cameras[1].error = None;
        unseen.add(&report.visibility, &world);
        unseen.add(&report.visibility, &world);
        assert_eq!(unseen.located(&scene, Some(SCENE), "a.json").len(), 1, "each once");
    }
}
