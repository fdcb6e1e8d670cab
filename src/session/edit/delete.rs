//! Deletes an item and every reference to it.

use super::references::{Reference, Who, forget, references};
use crate::scene::{Entry, Scene};
use crate::world::World;

/// Deletes an item and the references to it, as [`consequences`] lists. A camera that was attached to it keeps its pose
/// in `world`.
pub(super) fn delete(scene: &mut Scene, item: Entry, world: &World) {
    let Some(name) = item.name(scene).map(str::to_owned) else { return };
    let who = Who::of(item, &name);
    for camera in scene.cameras.iter_mut().filter(|camera| camera.attach.as_deref().is_some_and(|n| who.is(n))) {
        if let Some(stands) = world.cameras.iter().find(|placed| *placed.name == *camera.name) {
            camera.position = stands.camera.position.to_array();
            (camera.look_at, camera.euler) = (None, None);
            camera.rotation = Some(stands.camera.rotation.as_quat().to_array());
        }
    }
    match item {
        Entry::Camera(i) => drop(scene.cameras.remove(i)),
        Entry::Ray(i) => drop(scene.rays.remove(i)),
        Entry::Object(i) => drop(scene.objects.remove(i)),
        Entry::Model(i) => drop(scene.models.remove(i)),
        Entry::Image(i) => drop(scene.images.remove(i)),
        Entry::Agent(i) => drop(scene.agents.remove(i)),
        Entry::Occlusion(i) => drop(scene.occlusion.remove(i)),
    }
    forget(scene, who);
}

/// The further changes that the deletion makes, one sentence each.
pub(crate) fn consequences(scene: &Scene, item: Entry) -> Vec<String> {
    let told = |reference: &Reference| match *reference {
        Reference::Attach(i) => {
            format!(
                "Camera “{}” is attached to it. The camera will keep its pose and be attached to no object.",
                scene.cameras[i].name
            )
        }
        Reference::Body(i) => {
            format!("Agent “{}” has it as its body. The agent will have no body.", scene.agents[i].name)
        }
        Reference::Sight(i) => {
            format!("Agent “{}” uses it as its camera. The agent will have no camera.", scene.agents[i].name)
        }
        Reference::Leaf(i) => {
            format!("The tree of agent “{}” refers to it. Those leaves will fail.", scene.agents[i].name)
        }
        Reference::Occlusion(i) if scene.occlusion[i].among.len() > 2 => {
            format!("Occlusion query “{}” refers to it. It will be removed from the query.", scene.occlusion[i].name)
        }
        Reference::Occlusion(i) => {
            format!("Occlusion query “{}” refers to it and will be deleted too.", scene.occlusion[i].name)
        }
        Reference::CheckView(i) => {
            let view = scene.check.as_ref().and_then(|check| check.views.get(i)).map_or("", |view| &view.name);
            format!("The checked view “{view}” looks through it and will be deleted too.")
        }
        Reference::Expectation(i) => {
            format!("Expectation {} refers to it and will be deleted too.", i + 1)
        }
        Reference::Select => {
            let is_other = |name: &&String| item.name(scene).is_none_or(|own| !Who::of(item, own).is(name));
            let others = scene.select.iter().find(is_other);
            let left = others.map_or("nothing selected".to_owned(), |name| format!("“{name}” alone"));
            format!("The scene opens with it selected. It will open with {left}.")
        }
    };
    let all = match item {
        Entry::Model(_) => Some("All objects and cameras of its file will be deleted too.".to_owned()),
        _ => None,
    };
    all.into_iter().chain(references(scene, item).iter().map(told)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::references::tests::{EDITED, scene};
    use super::*;
    use crate::files::Files;
    use crate::scene::{NoLevels, check};

    #[test]
    fn the_scene_is_valid_after_every_deletion() {
        for item in EDITED {
            let mut left = scene();
            let name = item.name(&left).unwrap().to_owned();
            let before = item.count(&left);
            delete(&mut left, item, &World::at(&scene(), &Files::default(), 0));
            assert_eq!(item.count(&left), before - 1);
            assert_eq!(check(&left, &NoLevels, None), [], "{name}");
        }
    }

    #[test]
    fn deleting_a_missing_item_changes_nothing() {
        let mut left = scene();
        delete(&mut left, Entry::Ray(9), &World::at(&scene(), &Files::default(), 0));
        assert_eq!(left, scene());
    }

    #[test]
    fn an_attached_camera_keeps_its_pose() {
        let mut left = scene();
        let before = World::at(&left, &Files::default(), 0).cameras[0].camera;
        delete(&mut left, Entry::Object(0), &World::at(&scene(), &Files::default(), 0));
        let after = World::at(&left, &Files::default(), 0).cameras[0].camera;
        assert!(before.position.distance(after.position) < 1e-6);
        assert!(before.rotation.angle_between(after.rotation) < 1e-3);
        assert!(before.position.length() > 1.0, "it stood somewhere else than its numbers say");
    }

    #[test]
    fn consequences_list_every_reference() {
        let told = consequences(&scene(), Entry::Object(0));
        let whos = ["open with “guard” alone", "“guard”", "“g”", "“g”", "“touch”", "“other”"];
        assert_eq!(told.len(), whos.len(), "{told:?}");
        for (sentence, who) in told.iter().zip(whos) {
            assert!(sentence.contains(who), "{sentence}");
        }
        let mut alone = scene();
        alone.select = vec!["aim".to_owned()];
        let told = consequences(&alone, Entry::Ray(0));
        assert_eq!(told, ["The scene opens with it selected. It will open with nothing selected."]);
        assert_eq!(consequences(&scene(), Entry::Camera(1)), [""; 0]);
    }
}
