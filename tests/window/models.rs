//! Levels in the window: opened by dropping them, listed, selected, moved as a whole, and told of when they are broken.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};

use crate::desk::Desk;
use crate::opacity::{drop_file, wait};

const SHED: &str = "v 0 0 0\nv 2 0 0\nv 0 3 0\nv 0 0 4\ng floor\nf 1 2 4\ng wall\nf 1 2 3\nf 1 3 4\n";

#[test]
fn a_level_dropped_on_the_window_opens_and_is_moved_as_a_whole() {
    let mut desk = Desk::new();
    let path = desk.path("shed.obj");
    std::fs::write(&path, SHED).unwrap();
    drop_file(&mut desk, path.clone());
    wait(&mut desk, |desk| desk.app().session().path() == Some(&path));
    desk.harness.run();
    let session = desk.app().session();
    assert_eq!(session.world().objects.len(), 2);
    assert!(session.own_file().is_none(), "no scene is saved over a level");
    let row = desk.row("shed/wall");
    assert!(row.starts_with("shed/wall"), "{row}");
    desk.harness.state_mut().session_mut().select_object(Some(1));
    desk.harness.run();
    for text in ["Model", "triangles", "materials", "notes"] {
        assert_eq!(desk.has_text(text), matches!(text, "Model" | "triangles"), "{text}");
    }
    desk.type_number("position X", "5");
    let places: Vec<f32> = desk.app().session().world().objects.iter().map(|object| object.aabb.min.x).collect();
    assert_eq!(places, [5.0, 5.0]);
    desk.shot("model");
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    desk.harness.run();
    assert_eq!(desk.app().session().world().objects[0].aabb.min.x, 0.0);
}

#[test]
fn a_broken_level_leaves_what_is_open_and_says_where_it_is_broken() {
    let mut desk = Desk::new();
    let (path, before) = (desk.path("shed.obj"), desk.app().session().path().map(std::path::Path::to_owned));
    std::fs::write(&path, SHED.replace("f 1 3 4", "f 1 3 9")).unwrap();
    drop_file(&mut desk, path);
    wait(&mut desk, |desk| !desk.app().session().notices().is_empty());
    desk.harness.run();
    assert_eq!(desk.app().session().path().map(std::path::Path::to_owned), before);
    let notice = &desk.app().session().notices()[0];
    assert_eq!(notice.place.as_deref(), Some("shed.obj:9:7"), "{notice:?}");
    desk.click(Role::Tab, "Problems");
    assert!(desk.has_text("Cannot open shed.obj"), "{notice:?}", notice = desk.app().session().notices());
}
