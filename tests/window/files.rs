//! Opening and saving.

use std::sync::Arc;

use eframe::egui::{ColorImage, Key, Modifiers, ViewportCommand, accesskit::Role};
use egui_kittest::kittest::{NodeT, Queryable};

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
    let saved = eyeline::files::open(&desk.path("desk.json")).unwrap().scene;
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
    assert_eq!(desk.app().session().selected().object, Some(1), "the selection stays");
}

#[test]
fn the_menus_open() {
    let mut desk = Desk::new();
    for (menu, item) in [
        ("File", "Save as…"),
        ("Edit", "Undo"),
        ("Insert", "Sphere"),
        ("View", "Light theme"),
        ("Help", "Keyboard shortcuts"),
    ] {
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
fn a_new_scene_asks_both_questions_and_what_was_open_is_asked_about() {
    let mut desk = Desk::new();
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::N);
    desk.harness.run();
    assert_eq!(desk.row("box"), "box, inside");
    assert_eq!(desk.row("ray"), "ray, → box");
    assert_eq!(desk.app().session().path(), None);
    assert!(!desk.app().session().is_dirty());
    desk.shot("new");
    desk.type_number("near", "0.5");
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::N);
    desk.harness.run();
    assert!(desk.has_text("Save the changes?"));
    desk.click(Role::Button, "Discard");
    assert!(!desk.app().session().is_dirty());
    assert!(desk.app().session().scene().cameras[0].near < 0.5);
}

#[test]
fn files_opened_before_are_in_a_menu_and_those_that_are_gone_say_so() {
    let mut desk = Desk::new();
    let other = desk.path("other.json");
    std::fs::write(&other, SCENE.replace("crate", "chest")).unwrap();
    desk.harness.state_mut().session_mut().open(&other);
    desk.harness.run();
    desk.click(Role::Button, "File");
    desk.click(Role::Button, "Open recent");
    desk.shot("recent");
    desk.click(Role::Button, "desk.json");
    assert_eq!(desk.row("crate"), "crate, inside");
    std::fs::remove_file(&other).unwrap();
    desk.click(Role::Button, "File");
    desk.click(Role::Button, "Open recent");
    let gone = desk.harness.get_by_role_and_label(Role::Button, "other.json");
    assert!(gone.accesskit_node().is_disabled());
}

#[test]
fn a_screenshot_is_the_view_as_it_is_on_screen() {
    let mut desk = Desk::new();
    let file = desk.path("shot.png");
    desk.harness.state_mut().save_screenshot(file.clone());
    desk.harness.step();
    let commands = desk.harness.output().viewport_output.values().flat_map(|viewport| viewport.commands.clone());
    let asked = commands.filter_map(|command| match command {
        ViewportCommand::Screenshot(callback) => Some(callback),
        _ => None,
    });
    let [asked] = asked.collect::<Vec<_>>().try_into().unwrap();
    // The desktop's window answers with its pixels; here they are painted.
    let window = desk.shot("screenshot");
    let size = [window.width(), window.height()].map(|side| side as usize);
    asked.complete(Arc::new(ColorImage::from_rgba_unmultiplied(size, window.as_raw())));
    desk.harness.run();
    let written = image::open(&file).unwrap().into_rgba8();
    let view = desk.view();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rectangle on screen")]
    let [x, y, right, bottom] = [view.left(), view.top(), view.right(), view.bottom()].map(|side| side.round() as u32);
    assert_eq!(written, image::imageops::crop_imm(&window, x, y, right - x, bottom - y).to_image());
    assert!(desk.app().session().notices().is_empty());
}

#[test]
fn neither_a_picture_nor_a_scene_replaces_what_the_scene_names() {
    let text = r#"{ "eyeline": 1, "models": [{ "name": "shed", "file": "shed.gltf" }],
        "images": [{ "name": "leaf", "file": "leaf.png", "divisions": [2, 2] }] }"#;
    let gltf = r#"{ "asset": { "version": "2.0" }, "buffers": [{ "uri": "bytes.json", "byteLength": 4 }] }"#;
    let mut desk = Desk::beside(text, |folder| {
        image::RgbaImage::new(4, 4).save(folder.join("leaf.png")).unwrap();
        std::fs::write(folder.join("shed.gltf"), gltf).unwrap();
        std::fs::write(folder.join("bytes.json"), "1234").unwrap();
    });
    let leaf = desk.path("leaf.png");
    let before = std::fs::read(&leaf).unwrap();
    desk.harness.state_mut().save_screenshot(leaf.clone());
    desk.harness.step();
    let commands = desk.harness.output().viewport_output.values().flat_map(|viewport| viewport.commands.clone());
    let asked = commands.filter_map(|command| match command {
        ViewportCommand::Screenshot(callback) => Some(callback),
        _ => None,
    });
    for asked in asked.collect::<Vec<_>>() {
        asked.complete(Arc::new(ColorImage::filled([1600, 1000], eframe::egui::Color32::RED)));
    }
    desk.harness.run();
    assert_eq!(std::fs::read(&leaf).unwrap(), before);
    assert!(desk.has_text("The picture was not saved"));

    let bytes = desk.path("bytes.json");
    assert!(!desk.harness.state_mut().session_mut().save_as(&bytes));
    desk.harness.run();
    assert_eq!(std::fs::read_to_string(&bytes).unwrap(), "1234");
    assert!(desk.has_text("The scene was not saved"));
    let copy = desk.path("copy.json");
    assert!(desk.harness.state_mut().session_mut().save_as(&copy), "any other file may be written");
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
    assert_eq!(eyeline::files::open(&desk.path("desk.json")).unwrap().scene.cameras[0].near, 1.5);
}

#[test]
fn the_text_of_another_scene_begins_at_its_top() {
    let text = |word: &str| {
        let about = format!("# {word}\\n\\n").to_string() + &format!("A paragraph of {word}.\\n\\n").repeat(80);
        SCENE.replacen("\"title\": \"Desk\"", &format!("\"title\": \"Desk\", \"about\": \"{about}\""), 1)
    };
    let mut desk = Desk::on(&text("Alpha"));
    let title = |desk: &Desk, word: &str| desk.harness.get_by_label(word).rect();
    let top = title(&desk, "Alpha");
    desk.harness.hover_at(top.center());
    desk.harness.step();
    desk.harness.event(eframe::egui::Event::MouseWheel {
        unit: eframe::egui::MouseWheelUnit::Line,
        delta: eframe::egui::vec2(0.0, -20.0),
        phase: eframe::egui::TouchPhase::Move,
        source: eframe::egui::MouseWheelSource::Wheel,
        modifiers: eframe::egui::Modifiers::NONE,
    });
    desk.harness.run();
    assert!(title(&desk, "Alpha").top() < top.top() - 100.0, "it is scrolled");
    let other = desk.path("other.json");
    std::fs::write(&other, text("Omega")).unwrap();
    assert!(desk.harness.state_mut().session_mut().open(&other));
    desk.harness.run();
    assert_eq!(title(&desk, "Omega").top(), top.top());
}
