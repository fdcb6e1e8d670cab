//! Opening and saving.

use eframe::egui::{Key, Modifiers, accesskit::Role};

use crate::desk::{Desk, SCENE};

#[test]
fn a_broken_file_shows_its_error_and_keeps_the_scene() {
    let mut desk = Desk::new();
    let bad = desk.path("bad.json");
    std::fs::write(&bad, "{ \"eyeline\": 1,\n  \"cameras\": [ { \"nam\": \"x\" } ] }").unwrap();
    desk.harness.state_mut().session_mut().open(&bad);
    desk.harness.run();
    assert!(desk.has_text("Cannot open"));
    assert!(desk.has_text("bad.json:2"));
    assert_eq!(desk.row("crate"), "crate, inside", "the scene is still there");
    desk.shot("broken");
    desk.click(Role::Button, "Dismiss");
    assert!(!desk.has_text("Cannot open"));
}

#[test]
fn a_changed_scene_is_saved_by_key() {
    let mut desk = Desk::new();
    desk.type_number("near", "1.25");
    assert!(desk.has_text("not saved"));
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    desk.harness.run();
    assert!(!desk.has_text("not saved"));
    let saved = eyeline::scene::read(&desk.path("desk.json")).unwrap().scene;
    assert_eq!(saved.cameras[0].near, 1.25);
    assert_eq!(saved.objects.len(), 2);
}

#[test]
fn reloading_brings_what_an_editor_wrote() {
    let mut desk = Desk::new();
    desk.click_row("ball");
    std::fs::write(desk.path("desk.json"), SCENE.replace("[0, 0, 8]", "[0, 0, -8]")).unwrap();
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::R);
    desk.harness.run();
    assert_eq!(desk.row("ball"), "ball, inside");
    assert_eq!(desk.app().session().focus().object, Some(1), "the selection stays");
}

#[test]
fn the_menus_open() {
    let mut desk = Desk::new();
    for (menu, item) in [("File", "Save as…"), ("Edit", "Undo"), ("View", "Light theme"), ("Help", "Shortcuts")] {
        desk.click(Role::Button, menu);
        assert!(desk.has_text(item), "{menu}");
        desk.shot(&format!("menu_{menu}"));
        desk.harness.key_press(Key::Escape);
        desk.harness.run();
    }
    desk.harness.event(eframe::egui::Event::Text("?".to_owned()));
    desk.harness.run();
    assert!(desk.has_text("Zoom to the pointer"));
    desk.shot("shortcuts");
}

#[test]
fn unsaved_changes_are_asked_about() {
    let mut desk = Desk::new();
    desk.type_number("near", "1.5");
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::Q);
    desk.harness.run();
    assert!(desk.has_text("Save the changes?"));
    desk.shot("unsaved");
    desk.click(Role::Button, "Cancel");
    assert!(!desk.has_text("Save the changes?"));
    assert_eq!(desk.app().session().scene().cameras[0].near, 1.5);
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::Q);
    desk.harness.run();
    desk.click(Role::Button, "Save");
    assert_eq!(eyeline::scene::read(&desk.path("desk.json")).unwrap().scene.cameras[0].near, 1.5);
}
