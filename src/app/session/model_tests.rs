//! A session on a scene with a model: its objects are selected, its own numbers are changed.

use std::fs;

use super::Session;
use crate::app::edit::Item;
use crate::picture::Asker;

const SHED: &str = "v 0 0 0\nv 2 0 0\nv 0 3 0\nv 0 0 4\ng floor\nf 1 2 4\ng wall\nf 1 2 3\nf 1 3 4\n";

fn session(folder: &std::path::Path) -> Session {
    let scene = r#"{ "eyeline": 1, "select": ["shed/wall"],
        "objects": [{ "name": "crate", "shape": { "box": { "half_extents": [1, 1, 1] } } }],
        "models": [{ "name": "shed", "file": "shed.obj" }],
        "cameras": [{ "name": "guard", "attach": "shed/wall" }],
        "agents": [{ "name": "g", "camera": "guard", "body": "shed/floor", "tree": { "condition": { "sees": { "object": "shed/wall" } } } }] }"#;
    fs::write(folder.join("shed.obj"), SHED).unwrap();
    fs::write(folder.join("a.json"), scene).unwrap();
    let mut session = Session::empty();
    assert!(session.open(&folder.join("a.json")), "{:?}", session.notices());
    session
}

#[test]
fn an_object_of_a_model_is_selected_and_its_model_changed() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(folder.path());
    assert_eq!(session.focus().object, Some(2));
    assert_eq!(session.active(), Some(Item::Model(0)));
    assert_eq!(session.active_name().as_deref(), Some("shed/wall"));
    assert_eq!(session.written(0), Some(Item::Object(0)));
    let before = session.world().objects[2].aabb;
    assert!(session.edit("position of shed", |scene| scene.models[0].position = [0.0, 0.0, 7.0]));
    let moved = session.world().objects[2].aabb.min.z - before.min.z;
    assert!((moved - 7.0).abs() < 1e-6, "{moved}");
    assert_eq!(session.focus().object, Some(2), "it stays selected");
    session.undo();
    assert_eq!(session.world().objects[2].aabb, before);
    // Hiding is about the object alone.
    session.set_hidden("shed/wall", true);
    assert!(session.hidden().contains("shed/wall") && !session.hidden().contains("shed/floor"));
}

#[test]
fn whoever_names_a_part_of_a_model_follows_its_name_and_forgets_it_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(folder.path());
    assert!(session.rename(Item::Model(0), "barn"), "{:?}", session.refusal());
    let scene = session.scene();
    assert_eq!(scene.cameras[0].attach.as_deref(), Some("barn/wall"));
    assert_eq!(scene.agents[0].body.as_deref(), Some("barn/floor"));
    assert_eq!(scene.select, ["barn/wall"]);
    assert_eq!(&*session.world().objects[2].name, "barn/wall");
    session.duplicate(Item::Model(0));
    assert_eq!(session.world().objects.len(), 5);
    assert_eq!(session.active(), Some(Item::Model(1)), "the copy is selected by its first object");
    session.undo();
    assert!(session.delete(Item::Model(0)), "{:?}", session.refusal());
    let scene = session.scene();
    assert_eq!((scene.models.len(), session.world().objects.len()), (0, 1));
    assert!(scene.cameras[0].attach.is_none() && scene.agents[0].body.is_none() && scene.select.is_empty());
    session.undo();
    assert_eq!(session.world().objects.len(), 3);
    session.select_asker(Asker::Camera(0));
    assert_eq!(session.active(), Some(Item::Camera(0)));
}

#[test]
fn a_level_that_is_written_anew_is_read_anew_and_what_is_wrong_with_it_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(folder.path());
    assert!(session.notices().is_empty() && !session.refresh_files());
    fs::write(folder.path().join("shed.obj"), "f 1 2 3").unwrap();
    assert!(session.refresh_files());
    assert_eq!(session.world().objects.len(), 3, "what was read last is shown");
    let [notice] = session.notices() else { panic!("{:?}", session.notices()) };
    assert!(notice.is_error && notice.text.contains("names vertex 3"), "{notice:?}");
    assert_eq!(notice.place.as_deref(), Some("shed.obj:1:7"));
    fs::write(folder.path().join("shed.obj"), SHED).unwrap();
    assert!(session.refresh_files());
    assert_eq!((session.world().objects.len(), session.notices().len()), (3, 0));
}
