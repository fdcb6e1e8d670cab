//! Opening and saving.

use std::sync::Arc;

use eframe::egui::{ColorImage, Key, Modifiers, ViewportCommand, accesskit::Role};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::opacity::Dropped;
use crate::test_window::{SCENE, TestWindow};

#[test]
fn a_broken_file_shows_its_error_and_keeps_the_scene() {
    let mut window = TestWindow::new();
    let bad = window.path("bad.json");
    std::fs::write(&bad, "{ \"eyeline\": 1,\n  \"cameras\": [ { \"nam\": \"x\" } ] }").unwrap();
    window.harness.state_mut().workspace_mut().open(&bad);
    window.harness.run();
    assert!(window.has_text("Cannot open"));
    assert!(window.has_text("bad.json:2"));
    assert_eq!(window.row("crate"), "crate, inside", "the scene is still there");
    window.shot("broken");
    window.click(Role::Button, "Dismiss");
    assert!(!window.has_text("Cannot open"));
}

#[test]
fn a_changed_scene_is_saved_by_key() {
    let mut window = TestWindow::new();
    window.type_number("near", "1.25");
    assert!(window.has_text("not saved"));
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    window.harness.run();
    assert!(!window.has_text("not saved"));
    let saved = eyeline::files::open(&window.path("desk.json")).unwrap().scene;
    assert_eq!(saved.cameras[0].near, 1.25);
    assert_eq!(saved.objects.len(), 2);
}

#[test]
fn reloading_reads_the_changes_of_an_editor() {
    let mut window = TestWindow::new();
    window.click_row("ball");
    std::fs::write(window.path("desk.json"), SCENE.replace("[0, 0, 8]", "[0, 0, -8]")).unwrap();
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::R);
    window.harness.run();
    assert_eq!(window.row("ball"), "ball, inside");
    assert_eq!(window.app().workspace().selected().object(), Some(1), "the selection stays");
}

#[test]
fn the_menus_open() {
    let mut window = TestWindow::new();
    for (menu, item) in [
        ("File", "Save as…"),
        ("Edit", "Undo"),
        ("Insert", "Sphere"),
        ("View", "Theme"),
        ("Help", "Keyboard shortcuts"),
    ] {
        window.click(Role::Button, menu);
        assert!(window.has_text(item), "{menu}");
        window.shot(&format!("menu_{menu}"));
        window.harness.key_press(Key::Escape);
        window.harness.run();
    }
    window.harness.event(eframe::egui::Event::Text("?".to_owned()));
    window.harness.run();
    assert!(window.has_text("Zoom to the pointer"));
    window.shot("shortcuts");
}

#[test]
fn a_new_scene_has_a_camera_and_a_ray_and_unsaved_changes_are_asked_about() {
    let mut window = TestWindow::new();
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::N);
    window.harness.run();
    assert_eq!(window.row("box"), "box, inside");
    assert_eq!(window.row("ray"), "ray, → box");
    assert_eq!(window.app().workspace().path(), None);
    assert!(!window.app().workspace().is_dirty());
    window.shot("new");
    window.type_number("near", "0.5");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::N);
    window.harness.run();
    assert!(window.has_text("Save the changes?"));
    window.click(Role::Button, "Discard");
    assert!(!window.app().workspace().is_dirty());
    assert!(window.app().workspace().scene().cameras[0].near < 0.5);
}

#[test]
fn recent_files_are_in_a_menu_and_missing_ones_are_disabled() {
    let mut window = TestWindow::new();
    let other = window.path("other.json");
    std::fs::write(&other, SCENE.replace("crate", "chest")).unwrap();
    window.harness.state_mut().workspace_mut().open(&other);
    window.harness.run();
    window.click(Role::Button, "File");
    window.click(Role::Button, "Open recent");
    window.shot("recent");
    window.click(Role::Button, "desk.json");
    assert_eq!(window.row("crate"), "crate, inside");
    std::fs::remove_file(&other).unwrap();
    window.click(Role::Button, "File");
    window.click(Role::Button, "Open recent");
    let gone = window.harness.get_by_role_and_label(Role::Button, "other.json");
    assert!(gone.accesskit_node().is_disabled());
}

#[test]
fn a_screenshot_equals_the_view_on_screen() {
    let mut window = TestWindow::new();
    let file = window.path("shot.png");
    window.harness.state_mut().save_screenshot(file.clone());
    window.harness.step();
    let commands = window.harness.output().viewport_output.values().flat_map(|viewport| viewport.commands.clone());
    let requested = commands.filter_map(|command| match command {
        ViewportCommand::Screenshot(callback) => Some(callback),
        _ => None,
    });
    let [requested] = requested.collect::<Vec<_>>().try_into().unwrap();
    // The desktop's window returns its pixels. This test draws them.
    let pixels = window.picture("screenshot");
    let size = [pixels.width(), pixels.height()].map(|side| side as usize);
    requested.complete(Arc::new(ColorImage::from_rgba_unmultiplied(size, pixels.as_raw())));
    window.harness.run();
    let written = image::open(&file).unwrap().into_rgba8();
    let view = window.view();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rectangle on screen")]
    let [x, y, right, bottom] = [view.left(), view.top(), view.right(), view.bottom()].map(|side| side.round() as u32);
    assert_eq!(written, image::imageops::crop_imm(&pixels, x, y, right - x, bottom - y).to_image());
    let usual = window.picture("after_screenshot");
    assert_ne!(written, image::imageops::crop_imm(&usual, x, y, right - x, bottom - y).to_image(), "it has no buttons");
    assert!(window.app().workspace().notices().is_empty());
}

#[test]
fn neither_a_picture_nor_a_scene_replaces_a_file_of_the_scene() {
    let text = r#"{ "eyeline": 1, "models": [{ "name": "shed", "file": "shed.gltf" }],
        "images": [{ "name": "leaf", "file": "leaf.png", "divisions": [2, 2] }] }"#;
    let gltf = r#"{ "asset": { "version": "2.0" }, "buffers": [{ "uri": "bytes.json", "byteLength": 4 }] }"#;
    let mut window = TestWindow::beside(text, |folder| {
        image::RgbaImage::new(4, 4).save(folder.join("leaf.png")).unwrap();
        std::fs::write(folder.join("shed.gltf"), gltf).unwrap();
        std::fs::write(folder.join("bytes.json"), "1234").unwrap();
    });
    let leaf = window.path("leaf.png");
    let before = std::fs::read(&leaf).unwrap();
    window.harness.state_mut().save_screenshot(leaf.clone());
    window.harness.step();
    let commands = window.harness.output().viewport_output.values().flat_map(|viewport| viewport.commands.clone());
    let requested = commands.filter_map(|command| match command {
        ViewportCommand::Screenshot(callback) => Some(callback),
        _ => None,
    });
    for requested in requested.collect::<Vec<_>>() {
        requested.complete(Arc::new(ColorImage::filled([1600, 1000], eframe::egui::Color32::RED)));
    }
    window.harness.run();
    assert_eq!(std::fs::read(&leaf).unwrap(), before);
    assert!(window.has_text("The picture was not saved"));

    let bytes = window.path("bytes.json");
    assert!(!window.harness.state_mut().workspace_mut().disk_mut().save_as(&bytes));
    window.harness.run();
    assert_eq!(std::fs::read_to_string(&bytes).unwrap(), "1234");
    assert!(window.has_text("The scene was not saved"));
    let copy = window.path("copy.json");
    assert!(window.harness.state_mut().workspace_mut().disk_mut().save_as(&copy), "any other file may be written");
}

#[test]
fn unsaved_changes_are_asked_about() {
    let mut window = TestWindow::new();
    window.type_number("near", "1.5");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Q);
    window.harness.run();
    assert!(window.has_text("Save the changes?"));
    window.shot("unsaved");
    window.click(Role::Button, "Cancel");
    assert!(!window.has_text("Save the changes?"));
    assert_eq!(window.app().workspace().scene().cameras[0].near, 1.5);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Q);
    window.harness.run();
    window.click(Role::Button, "Save");
    assert_eq!(eyeline::files::open(&window.path("desk.json")).unwrap().scene.cameras[0].near, 1.5);
}

#[test]
fn the_text_of_another_scene_is_scrolled_to_the_top() {
    let text = |word: &str| {
        let about = format!("# {word}\\n\\n").to_string() + &format!("A paragraph of {word}.\\n\\n").repeat(80);
        SCENE.replacen("\"title\": \"Desk\"", &format!("\"title\": \"Desk\", \"about\": \"{about}\""), 1)
    };
    let mut window = TestWindow::on(&text("Alpha"));
    let title = |window: &TestWindow, word: &str| window.harness.get_by_label(word).rect();
    let top = title(&window, "Alpha");
    window.harness.hover_at(top.center());
    window.harness.step();
    window.turn_wheel(eframe::egui::MouseWheelUnit::Line, -20.0);
    window.harness.run();
    assert!(title(&window, "Alpha").top() < top.top() - 100.0, "it is scrolled");
    let other = window.path("other.json");
    std::fs::write(&other, text("Omega")).unwrap();
    assert!(window.harness.state_mut().workspace_mut().open(&other));
    window.harness.run();
    assert_eq!(title(&window, "Omega").top(), top.top());
}

#[test]
fn quitting_waits_for_a_level_that_is_being_added() {
    use std::fmt::Write as _;
    // A level that takes some time to read.
    let mut level = String::new();
    for i in 0..300_000 {
        writeln!(level, "v {} {} 0\nv {i} 1 0\nv {i} 0 1\nf {} {} {}", i % 77, i % 91, 3 * i + 1, 3 * i + 2, 3 * i + 3)
            .unwrap();
    }
    for saves in [true, false] {
        let mut window = TestWindow::beside(SCENE, |folder| std::fs::write(folder.join("large.obj"), &level).unwrap());
        let scene = window.path("desk.json");
        let before = std::fs::read_to_string(&scene).unwrap();
        let dropped = Arc::new(Dropped(window.path("large.obj")));
        window.harness.input_mut().dropped_files.push(dropped);
        window.harness.step();
        window.harness.step();
        window.harness.get_by_role_and_label(Role::Button, "Add to this scene").click();
        window.harness.run_steps(4);
        window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Q);
        window.harness.step();
        window.harness.step();
        assert!(window.has_text("has unsaved changes"), "a level is being added");
        assert!(window.has_text("large.obj, which is still loading"));
        window.shot("quit_while_adding");
        if saves {
            window.harness.get_by_role_and_label(Role::Button, "Save").click();
            window.wait_until("the saved scene", |_| std::fs::read_to_string(&scene).unwrap().contains("large.obj"));
        } else {
            window.harness.get_by_role_and_label(Role::Button, "Discard").click();
            window.harness.step();
            assert_eq!(std::fs::read_to_string(&scene).unwrap(), before);
        }
    }
}

#[test]
fn a_saved_scene_says_so_for_some_seconds() {
    let mut window = TestWindow::new();
    window.type_number("near", "1.25");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    window.harness.run_steps(4);
    assert!(window.has_text("Saved desk.json"));
    window.shot("saved_notice");
    window.harness.run_steps(16);
    assert!(!window.has_text("Saved desk.json"), "it disappears");
}
