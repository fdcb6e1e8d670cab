//! The window while another program writes the files of its scene. A step of the harness is a quarter of a second.

use std::path::Path;

use eframe::egui::{Key, Modifiers, accesskit::Role};
use egui_kittest::kittest::Queryable;

use crate::opacity::wait;
use crate::test_window::{SCENE, TestWindow};

/// The number of steps after which the window has checked the files, found a file stable, and read it.
const STEPS: usize = 12;

/// Writes the scene's file and waits until the window has read it: another thread does that in its own time.
fn save(window: &mut TestWindow, text: &str, is_read: impl Fn(&TestWindow) -> bool) {
    std::fs::write(window.path("desk.json"), text).unwrap();
    window.harness.run_steps(STEPS);
    wait(window, is_read);
}

fn undo(window: &mut TestWindow) {
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
}

/// The pixels of the 3D view.
fn view(window: &mut TestWindow, name: &str) -> image::RgbaImage {
    let (pixels, place) = (window.picture(name), window.view());
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rectangle on screen")]
    let [x, y, right, bottom] =
        [place.left(), place.top(), place.right(), place.bottom()].map(|side| side.round() as u32);
    image::imageops::crop_imm(&pixels, x, y, right - x, bottom - y).to_image()
}

#[test]
fn changes_by_an_editor_are_shown_and_keep_selection_and_view() {
    let mut window = TestWindow::new();
    window.click_row("ball");
    window.harness.key_press(Key::Num7);
    window.harness.run_steps(8);
    let before = view(&mut window, "alive_before");
    assert_eq!(window.row("ball"), "ball, outside");
    save(&mut window, &SCENE.replace("[0, 0, 8]", "[0, 0, -8]"), |window| window.row("ball") != "ball, outside");
    assert_eq!(window.row("ball"), "ball, inside");
    let workspace = window.app().workspace();
    assert_eq!(
        (workspace.selected().object(), workspace.document().undo_label(), workspace.is_dirty()),
        (Some(1), Some("reload"), false)
    );
    assert!(workspace.notices().is_empty());
    window.shot("alive");
    undo(&mut window);
    assert_eq!(window.row("ball"), "ball, outside");
    window.harness.run_steps(STEPS);
    assert_eq!(window.row("ball"), "ball, outside", "undo is not undone by the file");
    assert_eq!(view(&mut window, "alive_after"), before, "the view from above");
}

#[test]
fn a_broken_save_has_a_notice_above_the_view_until_it_is_repaired() {
    let mut window = TestWindow::new();
    let is_refused = |window: &TestWindow| window.has_text("Cannot open");
    save(&mut window, &SCENE.replace("\"radius\": 0.5", "\"radius\": -0.5"), is_refused);
    assert!(window.has_text("Cannot open desk.json") && window.has_text("desk.json:7:"));
    assert_eq!(window.row("crate"), "crate, inside", "the scene is still there");
    window.shot("alive_broken");
    save(&mut window, &SCENE.replace("\"radius\": 0.5", "\"radius\": 0.75"), |window| !is_refused(window));
    assert!(!window.has_text("Cannot open"));
    assert_eq!(window.app().workspace().document().undo_label(), Some("reload"));
}

#[test]
fn changes_in_the_window_and_in_the_file_are_a_conflict() {
    let theirs = SCENE.replace("crate", "chest");
    for takes_theirs in [true, false] {
        let mut window = TestWindow::new();
        window.type_number("near", "1.25");
        save(&mut window, &theirs, |window| window.has_text("Another program changed"));
        assert!(window.has_text("Another program changed desk.json"));
        window.shot("alive_conflict");
        window.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
        window.harness.run();
        assert!(window.has_text("The scene was not saved"));
        let on_disk = |path: &Path| std::fs::read_to_string(path).unwrap();
        assert_eq!(on_disk(&window.path("desk.json")), theirs);
        window.click(Role::Button, if takes_theirs { "Load the file" } else { "Keep mine" });
        assert!(!window.has_text("Another program changed"));
        if takes_theirs {
            assert_eq!(window.row("chest"), "chest, inside");
            undo(&mut window);
            assert_eq!(window.app().workspace().scene().cameras[0].near, 1.25);
        } else {
            assert_eq!(window.row("crate"), "crate, inside");
            window.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
            window.harness.run();
            assert!(on_disk(&window.path("desk.json")).contains("1.25"));
            window.harness.run_steps(STEPS);
            assert!(!window.has_text("Another program changed"), "our own save is no change");
            assert!(!window.app().workspace().is_dirty());
        }
        assert!(window.harness.query_by_role_and_label(Role::Button, "Keep mine").is_none());
    }
}

/// A triangle with this height.
fn hut(height: f32) -> String {
    format!("o hut\nv 0 0 0\nv 1 0 0\nv 0 {height} 0\nf 1 2 3\n")
}

#[test]
fn a_changed_level_is_shown_and_a_broken_one_keeps_the_last_reading() {
    let scene = r#"{ "eyeline": 1, "title": "Level", "models": [ { "name": "hut", "file": "hut.obj" } ] }"#;
    let mut window = TestWindow::beside(scene, |folder| std::fs::write(folder.join("hut.obj"), hut(2.0)).unwrap());
    let height = |window: &TestWindow| window.app().workspace().world().objects[0].aabb.max.y;
    assert_eq!(height(&window), 2.0);
    let write = |window: &mut TestWindow, text: &str| {
        std::fs::write(window.path("hut.obj"), text).unwrap();
        window.harness.run_steps(STEPS);
    };
    write(&mut window, &hut(3.25));
    assert_eq!(height(&window), 3.25);
    write(&mut window, &hut(4.5).replace("f 1 2 3", "f 1 2 300000"));
    assert_eq!(height(&window), 3.25, "what was read last is shown");
    assert!(window.has_text("hut.obj has changed and cannot be read"));
    window.shot("alive_level");
    write(&mut window, &hut(5.75));
    assert_eq!(height(&window), 5.75);
    assert!(!window.has_text("cannot be read") && !window.app().workspace().is_dirty());
}

/// The bytes of a wall with this height, for a separate file.
fn wall(height: f32) -> Vec<u8> {
    [0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, height, 0.0].iter().flat_map(|x: &f32| x.to_le_bytes()).collect()
}

const YARD: &str = r#"{ "asset": { "version": "2.0" }, "scenes": [{ "nodes": [0] }], "nodes": [{ "name": "wall", "mesh": 0 }],
    "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 } }] }],
    "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" }],
    "bufferViews": [{ "buffer": 0, "byteLength": 36 }], "buffers": [{ "byteLength": 36, "uri": "parts/yard.bin" }] }"#;

#[test]
fn the_bytes_of_a_level_are_followed_in_their_own_folder() {
    let scene = r#"{ "eyeline": 1, "title": "Yard", "models": [ { "name": "yard", "file": "yard.gltf" } ] }"#;
    let mut window = TestWindow::beside(scene, |folder| {
        std::fs::create_dir(folder.join("parts")).unwrap();
        std::fs::write(folder.join("parts/yard.bin"), wall(2.0)).unwrap();
        std::fs::write(folder.join("yard.gltf"), YARD).unwrap();
    });
    let height = |window: &TestWindow| window.app().workspace().world().objects[0].aabb.max.y;
    assert_eq!(height(&window), 2.0);
    let write = |window: &mut TestWindow, bytes: &[u8]| {
        std::fs::write(window.path("parts/yard.bin"), bytes).unwrap();
        window.harness.run_steps(STEPS);
    };
    write(&mut window, &wall(3.25)[..30]);
    assert_eq!(height(&window), 2.0, "what was read last is shown");
    assert!(window.has_text("yard.gltf has changed and cannot be read"));
    window.shot("alive_bytes");
    write(&mut window, &wall(3.25));
    assert_eq!(height(&window), 3.25);
    assert!(!window.has_text("cannot be read") && !window.app().workspace().is_dirty());
}

/// A step of the harness is a quarter of a second. The file is written in every step.
#[test]
fn a_scene_that_is_rewritten_all_the_time_is_shown_twice_a_second_and_never_half() {
    for by_rename in [false, true] {
        let mut window = TestWindow::new();
        let mut shown = std::collections::BTreeSet::new();
        for i in 0..24 {
            let text = SCENE.replace("Desk", &format!("State {i}"));
            if by_rename {
                std::fs::write(window.path("next.json"), &text).unwrap();
                std::fs::rename(window.path("next.json"), window.path("desk.json")).unwrap();
            } else {
                std::fs::write(window.path("desk.json"), &text).unwrap();
            }
            window.harness.run_steps(1);
            shown.insert(window.app().workspace().scene().title.clone());
            // The file is sometimes half written, which is not an error.
            std::fs::write(window.path("desk.json"), &text[..text.len() / 2]).unwrap();
            if i % 3 == 0 {
                window.harness.run_steps(1);
            }
            std::fs::write(window.path("desk.json"), &text).unwrap();
            assert!(!window.has_text("Cannot open"), "an error flashes at {i}");
        }
        assert!(shown.len() >= 8, "{shown:?}");
        assert_eq!(window.app().workspace().document().undo_label(), Some("reload"));
        undo(&mut window);
        assert_eq!(window.app().workspace().scene().title, "Desk", "what followed without a pause is one step");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_a_folder_or_a_dangling_link_in_place_of_the_scene_keeps_the_scene() {
    let mut window = TestWindow::new();
    let file = window.path("desk.json");
    for (i, kind) in ["pipe", "folder", "link", "nothing"].into_iter().enumerate() {
        std::fs::remove_file(&file).unwrap();
        match kind {
            "pipe" => assert!(std::process::Command::new("mkfifo").arg(&file).status().unwrap().success()),
            "folder" => std::fs::create_dir(&file).unwrap(),
            "link" => std::os::unix::fs::symlink("nowhere", &file).unwrap(),
            _ => {}
        }
        window.harness.run_steps(STEPS);
        assert!(window.has_text("The file of the scene was deleted or replaced"), "{kind}");
        assert_eq!(window.row("crate"), "crate, inside", "{kind}: the scene is still there");
        match kind {
            "folder" => std::fs::remove_dir(&file).unwrap(),
            "nothing" => {}
            _ => std::fs::remove_file(&file).unwrap(),
        }
        let title = format!("State {i}");
        save(&mut window, &SCENE.replace("Desk", &title), |window| window.app().workspace().scene().title == title);
        assert_eq!(window.app().workspace().scene().title, format!("State {i}"), "after a {kind}");
        assert!(!window.has_text("is gone"), "after a {kind}");
    }
}
