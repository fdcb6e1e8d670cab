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
    desk.harness.key_press(Key::Enter);
    desk.harness.step();
    let mut asked = Vec::new();
    for _ in 0..6 {
        asked.extend(commands(&desk));
        desk.harness.step();
    }
    assert!(asked.contains(&ViewportCommand::Close), "{asked:?}");
    assert_eq!(eyeline::files::open(Path::new(&file)).unwrap().scene.cameras[0].near, 0.25);
}
