//! The path field: opening and saving in the window, on systems without a file dialog.

use std::path::Path;

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::test_window::{SCENE, TestWindow};

fn press(window: &mut TestWindow, modifiers: Modifiers, key: Key) {
    window.harness.key_press_modifiers(modifiers, key);
    window.harness.run();
}

/// Replaces the text of the path field.
fn type_path(window: &mut TestWindow, text: &str) {
    press(window, Modifiers::COMMAND, Key::A);
    press(window, Modifiers::NONE, Key::Backspace);
    window.harness.event(Event::Text(text.to_owned()));
    window.harness.run();
}

fn path_text(window: &TestWindow) -> Option<String> {
    let field = window.harness.query_by_role_and_label(Role::TextInput, "Path")?;
    Some(field.accesskit_node().value().unwrap_or_default())
}

fn entries(window: &TestWindow) -> Vec<String> {
    let entries = window.harness.root().children_recursive();
    entries
        .filter(|node| node.accesskit_node().role() == Role::ListItem)
        .filter_map(|node| node.accesskit_node().label())
        .collect()
}

fn save_to_path(window: &mut TestWindow) {
    window.click(Role::Button, "File");
    window.click(Role::Button, "Save to path…");
}

/// The commands that the window sent to the desktop in the last frame.
fn commands(window: &TestWindow) -> Vec<ViewportCommand> {
    window.harness.output().viewport_output.values().flat_map(|viewport| viewport.commands.clone()).collect()
}

#[test]
fn a_scene_is_opened_by_its_path() {
    let mut window = TestWindow::new();
    std::fs::create_dir(window.path("inner")).unwrap();
    std::fs::write(window.path("inner/other.json"), SCENE.replace("crate", "chest")).unwrap();
    std::fs::write(window.path("inner/notes.md"), "").unwrap();
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    let folder = window.path("").canonicalize().unwrap();
    assert_eq!(path_text(&window), Some(format!("{}/", folder.display())), "it begins in the scene's folder");
    assert_eq!(entries(&window), ["../", "inner/", "desk.json"]);
    window.shot("path_open");
    // Tab completes a path, also the rest of a name.
    window.harness.event(Event::Text("in".to_owned()));
    window.harness.run();
    press(&mut window, Modifiers::NONE, Key::Tab);
    assert_eq!(path_text(&window), Some(format!("{}/inner/", folder.display())));
    assert_eq!(entries(&window), ["../", "other.json"], "only files that can be opened");
    window.click(Role::CheckBox, "All files");
    assert_eq!(entries(&window), ["../", "notes.md", "other.json"]);
    window.click(Role::CheckBox, "All files");
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(path_text(&window), None, "the question is gone");
    assert_eq!(window.row("chest"), "chest, inside");
}

#[test]
fn an_error_of_opening_is_shown_in_the_dialog() {
    let mut window = TestWindow::new();
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    for (text, reason) in
        [("none.json", "There is no file"), ("none/a.json", "There is no folder"), ("", "Type the name of a file.")]
    {
        type_path(&mut window, text);
        press(&mut window, Modifiers::NONE, Key::Enter);
        assert!(window.has_text(reason), "{text}");
    }
    window.shot("path_refused");
    // Shortcuts of the panels do nothing while the dialog is open.
    press(&mut window, Modifiers::COMMAND, Key::N);
    assert_eq!(window.row("crate"), "crate, inside");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(path_text(&window), None);
    assert!(window.app().workspace().notices().is_empty());
}

#[test]
fn a_scene_is_saved_to_a_path_and_an_existing_file_is_asked_about() {
    let mut window = TestWindow::new();
    let before = std::fs::read_to_string(window.path("desk.json")).unwrap();
    window.type_number("near", "1.25");
    save_to_path(&mut window);
    assert!(path_text(&window).unwrap().ends_with("/desk.json"));
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(window.has_text("exists. Replace it?"));
    window.shot("path_replace");
    // Enter that is held or pressed twice overwrites nothing.
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(std::fs::read_to_string(window.path("desk.json")).unwrap(), before);
    for (text, reason) in [("mine.glb", "name is for a level"), ("none/mine.json", "There is no folder")] {
        type_path(&mut window, text);
        press(&mut window, Modifiers::NONE, Key::Enter);
        assert!(window.has_text(reason), "{text}");
    }
    type_path(&mut window, "mine");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(path_text(&window), None);
    let near = |name: &str| eyeline::files::open(&window.path(name)).unwrap().scene.cameras[0].near;
    assert_eq!((near("mine.json"), near("desk.json")), (1.25, 0.5));
    assert!(!window.app().workspace().is_dirty());
    window.type_number("near", "0.75");
    save_to_path(&mut window);
    press(&mut window, Modifiers::NONE, Key::Enter);
    window.click(Role::Button, "Replace");
    assert_eq!(eyeline::files::open(&window.path("mine.json")).unwrap().scene.cameras[0].near, 0.75);
}

/// Types into the field as soon as it opens, without a key that selects.
fn type_at_once(window: &mut TestWindow, text: &str) {
    for letter in text.chars() {
        window.harness.event(Event::Text(letter.to_string()));
        window.harness.step();
    }
    window.harness.run();
}

#[test]
fn typing_replaces_the_proposed_name_and_keeps_folder_and_extension() {
    let mut window = TestWindow::beside(SCENE, |folder| std::fs::create_dir(folder.join("inner")).unwrap());
    let folder = window.path("").canonicalize().unwrap();
    let in_folder = |name: &str| Some(format!("{}/{name}", folder.display()));
    save_to_path(&mut window);
    assert_eq!(path_text(&window), in_folder("desk.json"));
    assert_eq!(entries(&window), ["../", "inner/", "desk.json"], "the proposed name hides nothing");
    window.shot("path_stem");
    type_at_once(&mut window, "mine");
    assert_eq!(path_text(&window), in_folder("mine.json"));
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(window.path("mine.json").exists());

    // The name is kept in another folder, and is selected there again.
    save_to_path(&mut window);
    window.click(Role::ListItem, "inner/");
    assert_eq!(path_text(&window), in_folder("inner/mine.json"));
    type_at_once(&mut window, "other");
    assert_eq!(path_text(&window), in_folder("inner/other.json"));
    press(&mut window, Modifiers::NONE, Key::Escape);

    // A screenshot, and a scene without a file.
    press(&mut window, Modifiers::NONE, Key::F12);
    assert_eq!(path_text(&window), in_folder("mine.png"));
    type_at_once(&mut window, "view");
    assert_eq!(path_text(&window), in_folder("view.png"));
    press(&mut window, Modifiers::NONE, Key::Escape);
    press(&mut window, Modifiers::COMMAND, Key::N);
    save_to_path(&mut window);
    assert!(path_text(&window).unwrap().ends_with("/scene.json"));
    type_at_once(&mut window, "mine");
    assert!(path_text(&window).unwrap().ends_with("/mine.json"));
    // The cursor is in the name. The End key still moves it to the end.
    press(&mut window, Modifiers::NONE, Key::End);
    type_at_once(&mut window, "c");
    assert!(path_text(&window).unwrap().ends_with("/mine.jsonc"));
}

#[test]
fn a_scene_that_cannot_be_saved_in_a_subfolder_says_where_it_can_be() {
    let obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    let text = r#"{ "eyeline": 1, "objects": [ { "name": "leaf", "shape": { "mesh": { "file": "leaf.obj" } } } ] }"#;
    let mut window = TestWindow::beside(text, |folder| {
        std::fs::write(folder.join("leaf.obj"), obj).unwrap();
        std::fs::create_dir(folder.join("inner")).unwrap();
    });
    let folder = window.path("").canonicalize().unwrap();
    let folder = folder.display().to_string().trim_end_matches('/').to_owned();
    let inner = window.path("inner/copy.json");
    save_to_path(&mut window);
    type_path(&mut window, &inner.display().to_string());
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(window.has_text("it refers to “leaf.obj”"), "the reason is in the dialog");
    assert!(window.has_text(&format!("Save the scene in {folder}, or start eyeline with")));
    assert!(window.has_text(&format!("--root {folder}")));
    assert!(path_text(&window).is_some_and(|text| text.ends_with("inner/copy.json")), "another path can be typed");
    assert!(!inner.exists());
    // The remedy works. In a root that contains both folders, the reference is rewritten.
    let beside = window.path("copy.json");
    type_path(&mut window, &beside.display().to_string());
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(beside.exists());
    std::fs::create_dir(window.path(".git")).unwrap();
    save_to_path(&mut window);
    type_path(&mut window, &inner.display().to_string());
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(std::fs::read_to_string(&inner).unwrap().contains("../leaf.obj"));
}

#[test]
fn an_error_of_saving_is_shown_in_the_dialog() {
    let mut window = TestWindow::new();
    save_to_path(&mut window);
    // The system refuses a name of 300 characters.
    type_path(&mut window, &format!("{}.json", "a".repeat(300)));
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(path_text(&window).is_some_and(|text| text.ends_with("aaa.json")), "another one can be typed");
    assert!(window.app().workspace().notices().is_empty());
    let other = window.path("b.json").display().to_string();
    type_path(&mut window, &other);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(window.path("b.json").exists());
}

/// Asks the window to close, as its title bar does.
fn close(window: &mut TestWindow) {
    let viewport = window.harness.input_mut().viewports.entry(ViewportId::ROOT).or_default();
    viewport.events.push(ViewportEvent::Close);
    window.harness.step();
    window.harness.run();
}

#[test]
fn closing_with_a_new_scene_saves_it_with_the_path_field() {
    let mut window = TestWindow::new();
    press(&mut window, Modifiers::COMMAND, Key::N);
    window.type_number("near", "0.25");
    for chooses in [false, true] {
        close(&mut window);
        assert!(window.has_text("Save the changes?"));
        // The Save button has the focus. The same Enter does not accept the suggested path.
        press(&mut window, Modifiers::NONE, Key::Enter);
        assert!(path_text(&window).is_some(), "without a desktop there is no other dialog");
        if chooses {
            break;
        }
        press(&mut window, Modifiers::NONE, Key::Escape);
        assert!(window.app().workspace().is_dirty() && path_text(&window).is_none(), "one stays");
    }
    window.shot("path_save");
    let file = window.path("new.json");
    type_path(&mut window, &file.display().to_string());
    // Only the press is sent, because the window is closed in that frame.
    let modifiers = Modifiers::NONE;
    let enter = Event::Key { key: Key::Enter, physical_key: None, pressed: true, repeat: false, modifiers };
    window.harness.input_mut().events.push(enter);
    window.harness.step();
    let mut requested = Vec::new();
    for _ in 0..6 {
        requested.extend(commands(&window));
        window.harness.step();
    }
    assert!(requested.contains(&ViewportCommand::Close), "{requested:?}");
    assert_eq!(eyeline::files::open(Path::new(&file)).unwrap().scene.cameras[0].near, 0.25);
}

#[test]
fn a_scene_saved_to_another_folder_still_finds_its_files() {
    const TREE: &str = r#"<root BTCPP_format="4"><BehaviorTree ID="Main"><AlwaysSuccess/></BehaviorTree></root>"#;
    let text = r#"{ "eyeline": 1, "cameras": [{ "name": "eye", "position": [0, 0, 5] }],
        "objects": [{ "name": "rock", "shape": { "mesh": { "file": "parts/rock.obj" } } }],
        "models": [{ "name": "shed", "file": "shed.obj" }],
        "images": [{ "name": "leaf", "file": "parts/leaf.png", "divisions": [2, 2], "position": [3, 0, 0] }],
        "agents": [{ "name": "guard", "tree": { "file": "guard.xml" } }] }"#;
    let mut window = TestWindow::beside(text, |folder| {
        std::fs::create_dir_all(folder.join(".git")).unwrap();
        std::fs::create_dir_all(folder.join("parts/deep")).unwrap();
        for name in ["parts/rock.obj", "shed.obj"] {
            std::fs::write(folder.join(name), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
        }
        image::RgbaImage::from_pixel(4, 4, image::Rgba([9, 9, 9, 255])).save(folder.join("parts/leaf.png")).unwrap();
        std::fs::write(folder.join("guard.xml"), TREE).unwrap();
    });
    window.type_number("near", "0.25");
    let before = std::fs::read_to_string(window.path("desk.json")).unwrap();
    save_to_path(&mut window);
    let file = window.path("parts/deep/moved.json");
    type_path(&mut window, &file.display().to_string());
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(path_text(&window), None);
    let written = std::fs::read_to_string(&file).unwrap();
    for name in ["\"../rock.obj\"", "\"../../shed.obj\"", "\"../leaf.png\"", "\"../../guard.xml\""] {
        assert!(written.contains(name), "{name}: {written}");
    }
    assert_eq!(std::fs::read_to_string(window.path("desk.json")).unwrap(), before);
    let is_whole = |window: &TestWindow| {
        let workspace = window.app().workspace();
        let world = workspace.world();
        let has_all = world.unplaced.is_empty() && world.models.iter().all(|model| model.error.is_none());
        assert!(has_all && world.images.iter().all(|image| image.opacity.is_ok()), "{:?}", workspace.notices());
        assert!(world.agents[0].tree.is_ok());
    };
    is_whole(&window);
    assert!(!window.app().workspace().is_dirty() && window.app().workspace().notices().is_empty());
    // The binary opens the saved scene with all its files.
    let report = std::process::Command::new(env!("CARGO_BIN_EXE_eyeline")).arg("report").arg(&file).output().unwrap();
    assert_eq!(report.status.code(), Some(0), "{}", String::from_utf8_lossy(&report.stderr));
    // The earlier undo steps refer to the same files.
    window.harness.state_mut().workspace_mut().undo();
    window.harness.run();
    is_whole(&window);
    assert_eq!(window.app().workspace().scene().models[0].file, "../../shed.obj");
    window.harness.state_mut().workspace_mut().redo();
    window.harness.run();
    is_whole(&window);
    assert!(!window.app().workspace().is_dirty());

    // A scene outside the root is not written.
    let elsewhere = tempfile::tempdir().unwrap();
    let outside = elsewhere.path().join("outside.json");
    save_to_path(&mut window);
    type_path(&mut window, &outside.display().to_string());
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(window.has_text("../../guard.xml” and 3 more") && window.has_text("Nothing was written."));
    assert!(!outside.exists());
    assert_eq!(window.app().workspace().path(), Some(&*file));
}
