//! The path field: opening and saving in the window, where the system has no file dialog.

use std::path::Path;

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::desk::{Desk, SCENE};

fn press(desk: &mut Desk, modifiers: Modifiers, key: Key) {
    desk.harness.key_press_modifiers(modifiers, key);
    desk.harness.run();
}

/// Types over what the path field holds.
fn type_path(desk: &mut Desk, text: &str) {
    press(desk, Modifiers::COMMAND, Key::A);
    press(desk, Modifiers::NONE, Key::Backspace);
    desk.harness.event(Event::Text(text.to_owned()));
    desk.harness.run();
}

fn path_text(desk: &Desk) -> Option<String> {
    let field = desk.harness.query_by_role_and_label(Role::TextInput, "Path")?;
    Some(field.accesskit_node().value().unwrap_or_default())
}

fn entries(desk: &Desk) -> Vec<String> {
    let entries = desk.harness.root().children_recursive();
    entries
        .filter(|node| node.accesskit_node().role() == Role::ListItem)
        .filter_map(|node| node.accesskit_node().label())
        .collect()
}

fn save_to_path(desk: &mut Desk) {
    desk.click(Role::Button, "File");
    desk.click(Role::Button, "Save to path…");
}

/// What the window asked its desktop for in the last frame.
fn commands(desk: &Desk) -> Vec<ViewportCommand> {
    desk.harness.output().viewport_output.values().flat_map(|viewport| viewport.commands.clone()).collect()
}

#[test]
fn a_scene_is_opened_by_its_path() {
    let mut desk = Desk::new();
    std::fs::create_dir(desk.path("inner")).unwrap();
    std::fs::write(desk.path("inner/other.json"), SCENE.replace("crate", "chest")).unwrap();
    std::fs::write(desk.path("inner/notes.txt"), "").unwrap();
    press(&mut desk, Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    let folder = desk.path("").canonicalize().unwrap();
    assert_eq!(path_text(&desk), Some(format!("{}/", folder.display())), "it begins in the scene's folder");
    assert_eq!(entries(&desk), ["../", "inner/", "desk.json"]);
    desk.shot("path_open");
    // Tab completes, also the rest of a name.
    desk.harness.event(Event::Text("in".to_owned()));
    desk.harness.run();
    press(&mut desk, Modifiers::NONE, Key::Tab);
    assert_eq!(path_text(&desk), Some(format!("{}/inner/", folder.display())));
    assert_eq!(entries(&desk), ["../", "other.json"], "only files that can be opened");
    desk.click(Role::CheckBox, "All files");
    assert_eq!(entries(&desk), ["../", "notes.txt", "other.json"]);
    desk.click(Role::CheckBox, "All files");
    press(&mut desk, Modifiers::NONE, Key::ArrowDown);
    press(&mut desk, Modifiers::NONE, Key::Enter);
    assert_eq!(path_text(&desk), None, "the question is gone");
    assert_eq!(desk.row("chest"), "chest, inside");
}

#[test]
fn what_cannot_be_opened_is_said_in_the_question() {
    let mut desk = Desk::new();
    press(&mut desk, Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    for (text, reason) in
        [("none.json", "There is no file"), ("none/a.json", "There is no folder"), ("", "Type the name of a file.")]
    {
        type_path(&mut desk, text);
        press(&mut desk, Modifiers::NONE, Key::Enter);
        assert!(desk.has_text(reason), "{text}");
    }
    desk.shot("path_refused");
    // Keys of the panels do nothing meanwhile.
    press(&mut desk, Modifiers::COMMAND, Key::N);
    assert_eq!(desk.row("crate"), "crate, inside");
    press(&mut desk, Modifiers::NONE, Key::Escape);
    assert_eq!(path_text(&desk), None);
    assert!(desk.app().session().notices().is_empty());
}

#[test]
fn a_scene_is_saved_to_a_path_and_what_is_there_is_asked_about() {
    let mut desk = Desk::new();
    let before = std::fs::read_to_string(desk.path("desk.json")).unwrap();
    desk.type_number("near", "1.25");
    save_to_path(&mut desk);
    assert!(path_text(&desk).unwrap().ends_with("/desk.json"));
    press(&mut desk, Modifiers::NONE, Key::Enter);
    assert!(desk.has_text("exists. Replace it?"));
    desk.shot("path_replace");
    // Enter that is held or pressed twice replaces nothing.
    press(&mut desk, Modifiers::NONE, Key::Enter);
    assert_eq!(std::fs::read_to_string(desk.path("desk.json")).unwrap(), before);
    for (text, reason) in [("mine.glb", "name is that of a level"), ("none/mine.json", "There is no folder")] {
        type_path(&mut desk, text);
        press(&mut desk, Modifiers::NONE, Key::Enter);
        assert!(desk.has_text(reason), "{text}");
    }
    type_path(&mut desk, "mine");
    press(&mut desk, Modifiers::NONE, Key::Enter);
    assert_eq!(path_text(&desk), None);
    let near = |name: &str| eyeline::files::open(&desk.path(name)).unwrap().scene.cameras[0].near;
    assert_eq!((near("mine.json"), near("desk.json")), (1.25, 0.5));
    assert!(!desk.app().session().is_dirty());
    desk.type_number("near", "0.75");
    save_to_path(&mut desk);
    press(&mut desk, Modifiers::NONE, Key::Enter);
    desk.click(Role::Button, "Replace");
    assert_eq!(eyeline::files::open(&desk.path("mine.json")).unwrap().scene.cameras[0].near, 0.75);
}

/// Typing into the field as it opens, without a key that selects.
fn type_at_once(desk: &mut Desk, text: &str) {
    for letter in text.chars() {
        desk.harness.event(Event::Text(letter.to_string()));
        desk.harness.step();
    }
    desk.harness.run();
}

#[test]
fn typing_replaces_the_proposed_name_and_keeps_folder_and_extension() {
    let mut desk = Desk::beside(SCENE, |folder| std::fs::create_dir(folder.join("inner")).unwrap());
    let folder = desk.path("").canonicalize().unwrap();
    let in_folder = |name: &str| Some(format!("{}/{name}", folder.display()));
    save_to_path(&mut desk);
    assert_eq!(path_text(&desk), in_folder("desk.json"));
    assert_eq!(entries(&desk), ["../", "inner/", "desk.json"], "the proposed name hides nothing");
    desk.shot("path_stem");
    type_at_once(&mut desk, "mine");
    assert_eq!(path_text(&desk), in_folder("mine.json"));
    press(&mut desk, Modifiers::NONE, Key::Enter);
    assert!(desk.path("mine.json").exists());

    // The name goes along into another folder, and is selected there again.
    save_to_path(&mut desk);
    desk.click(Role::ListItem, "inner/");
    assert_eq!(path_text(&desk), in_folder("inner/mine.json"));
    type_at_once(&mut desk, "other");
    assert_eq!(path_text(&desk), in_folder("inner/other.json"));
    press(&mut desk, Modifiers::NONE, Key::Escape);

    // A screenshot, and a scene without a file.
    press(&mut desk, Modifiers::NONE, Key::F12);
    assert_eq!(path_text(&desk), in_folder("mine.png"));
    type_at_once(&mut desk, "view");
    assert_eq!(path_text(&desk), in_folder("view.png"));
    press(&mut desk, Modifiers::NONE, Key::Escape);
    press(&mut desk, Modifiers::COMMAND, Key::N);
    save_to_path(&mut desk);
    assert!(path_text(&desk).unwrap().ends_with("/scene.json"));
    type_at_once(&mut desk, "mine");
    assert!(path_text(&desk).unwrap().ends_with("/mine.json"));
    // The cursor is in the name; a key for the end still leads there.
    press(&mut desk, Modifiers::NONE, Key::End);
    type_at_once(&mut desk, "c");
    assert!(path_text(&desk).unwrap().ends_with("/mine.jsonc"));
}

#[test]
fn an_error_of_saving_is_said_in_the_question() {
    let mut desk = Desk::new();
    save_to_path(&mut desk);
    // The system refuses a name of 300 letters.
    type_path(&mut desk, &format!("{}.json", "a".repeat(300)));
    press(&mut desk, Modifiers::NONE, Key::Enter);
    assert!(path_text(&desk).is_some_and(|text| text.ends_with("aaa.json")), "another one can be typed");
    assert!(desk.app().session().notices().is_empty());
    let other = desk.path("b.json").display().to_string();
    type_path(&mut desk, &other);
    press(&mut desk, Modifiers::NONE, Key::Enter);
    assert!(desk.path("b.json").exists());
}

/// Asks the window to close, as its title bar does.
fn close(desk: &mut Desk) {
    let viewport = desk.harness.input_mut().viewports.entry(ViewportId::ROOT).or_default();
    viewport.events.push(ViewportEvent::Close);
    desk.harness.step();
    desk.harness.run();
}

#[test]
fn closing_with_a_new_scene_saves_it_by_the_field() {
    let mut desk = Desk::new();
    press(&mut desk, Modifiers::COMMAND, Key::N);
    desk.type_number("near", "0.25");
    for chooses in [false, true] {
        close(&mut desk);
        assert!(desk.has_text("Save the changes?"));
        // Save has the focus; the same Enter does not accept the path that is suggested.
        press(&mut desk, Modifiers::NONE, Key::Enter);
        assert!(path_text(&desk).is_some(), "without a desktop there is no other dialog");
        if chooses {
            break;
        }
        press(&mut desk, Modifiers::NONE, Key::Escape);
        assert!(desk.app().session().is_dirty() && path_text(&desk).is_none(), "one stays");
    }
    desk.shot("path_save");
    let file = desk.path("new.json");
    type_path(&mut desk, &file.display().to_string());
    // The press alone, since the window is closed in its frame.
    let modifiers = Modifiers::NONE;
    let enter = Event::Key { key: Key::Enter, physical_key: None, pressed: true, repeat: false, modifiers };
    desk.harness.input_mut().events.push(enter);
    desk.harness.step();
    let mut asked = Vec::new();
    for _ in 0..6 {
        asked.extend(commands(&desk));
        desk.harness.step();
    }
    assert!(asked.contains(&ViewportCommand::Close), "{asked:?}");
    assert_eq!(eyeline::files::open(Path::new(&file)).unwrap().scene.cameras[0].near, 0.25);
}

#[test]
fn a_scene_that_is_saved_to_another_folder_still_has_its_files() {
    const TREE: &str = r#"<root BTCPP_format="4"><BehaviorTree ID="Main"><AlwaysSuccess/></BehaviorTree></root>"#;
    let text = r#"{ "eyeline": 1, "cameras": [{ "name": "eye", "position": [0, 0, 5] }],
        "objects": [{ "name": "rock", "shape": { "mesh": { "file": "parts/rock.obj" } } }],
        "models": [{ "name": "shed", "file": "shed.obj" }],
        "images": [{ "name": "leaf", "file": "parts/leaf.png", "divisions": [2, 2], "position": [3, 0, 0] }],
        "agents": [{ "name": "guard", "tree": { "file": "guard.xml" } }] }"#;
    let mut desk = Desk::beside(text, |folder| {
        std::fs::create_dir_all(folder.join(".git")).unwrap();
        std::fs::create_dir_all(folder.join("parts/deep")).unwrap();
        for name in ["parts/rock.obj", "shed.obj"] {
            std::fs::write(folder.join(name), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
        }
        image::RgbaImage::from_pixel(4, 4, image::Rgba([9, 9, 9, 255])).save(folder.join("parts/leaf.png")).unwrap();
        std::fs::write(folder.join("guard.xml"), TREE).unwrap();
    });
    desk.type_number("near", "0.25");
    let before = std::fs::read_to_string(desk.path("desk.json")).unwrap();
    save_to_path(&mut desk);
    let file = desk.path("parts/deep/moved.json");
    type_path(&mut desk, &file.display().to_string());
    press(&mut desk, Modifiers::NONE, Key::Enter);
    assert_eq!(path_text(&desk), None);
    let written = std::fs::read_to_string(&file).unwrap();
    for name in ["\"../rock.obj\"", "\"../../shed.obj\"", "\"../leaf.png\"", "\"../../guard.xml\""] {
        assert!(written.contains(name), "{name}: {written}");
    }
    assert_eq!(std::fs::read_to_string(desk.path("desk.json")).unwrap(), before);
    let is_whole = |desk: &Desk| {
        let session = desk.app().session();
        let world = session.world();
        let has_all = world.unplaced.is_empty() && world.models.iter().all(|model| model.error.is_none());
        assert!(has_all && world.images.iter().all(|image| image.opacity.is_ok()), "{:?}", session.notices());
        assert!(world.agents[0].tree.is_ok());
    };
    is_whole(&desk);
    assert!(!desk.app().session().is_dirty() && desk.app().session().notices().is_empty());
    // The binary opens it with everything.
    let report = std::process::Command::new(env!("CARGO_BIN_EXE_eyeline")).arg("report").arg(&file).output().unwrap();
    assert_eq!(report.status.code(), Some(0), "{}", String::from_utf8_lossy(&report.stderr));
    // The steps before lead to the same files.
    desk.harness.state_mut().session_mut().undo();
    desk.harness.run();
    is_whole(&desk);
    assert_eq!(desk.app().session().scene().models[0].file, "../../shed.obj");
    desk.harness.state_mut().session_mut().redo();
    desk.harness.run();
    is_whole(&desk);
    assert!(!desk.app().session().is_dirty());

    // Outside of the root nothing is written.
    let elsewhere = tempfile::tempdir().unwrap();
    let outside = elsewhere.path().join("outside.json");
    save_to_path(&mut desk);
    type_path(&mut desk, &outside.display().to_string());
    press(&mut desk, Modifiers::NONE, Key::Enter);
    assert!(desk.has_text("../../guard.xml” and 3 more") && desk.has_text("Nothing was written."));
    assert!(!outside.exists());
    assert_eq!(desk.app().session().path(), Some(&*file));
}
