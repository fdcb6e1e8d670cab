//! Unsaved changes are stored while the window runs, and offered after it was killed.

use std::fs;
use std::path::{Path, PathBuf};

use eframe::egui::{Key, Modifiers, accesskit::Role};
use egui_kittest::kittest::Queryable;
use eyeline::app::Start;

use crate::test_window::{SCENE, TestWindow, scene_of};

/// The window on a file, with a folder for unsaved changes.
fn window(file: Option<&Path>, storage: &Path) -> TestWindow {
    let start = Start::on(file, Default::default(), scene_of).unwrap().storing_in(Some(storage.to_owned()));
    TestWindow::started(start)
}

/// The files of stored changes.
fn stored(storage: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(storage.join("recovery")) else { return Vec::new() };
    let files = entries.map(|entry| entry.unwrap().path());
    files.filter(|file| file.extension().is_some_and(|end| end == "json")).collect()
}

/// Ends a window as a kill does: nothing of it runs any more, and its files stay.
fn kill(window: TestWindow) {
    drop(window);
}

fn x(window: &TestWindow) -> f32 {
    window.app().workspace().scene().objects[0].position[0]
}

fn move_crate(window: &mut TestWindow, to: &str) {
    window.click_row("crate");
    let fields: Vec<_> = window.harness.get_all_by_role_and_label(Role::SpinButton, "position X").collect();
    let place = fields[0].rect().center();
    drop(fields);
    window.type_into(place, to);
}

#[test]
fn changes_of_a_killed_window_are_offered_and_recovered() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("desk.json");
    fs::write(&file, SCENE).unwrap();
    let mut first = window(Some(&file), folder.path());
    assert!(stored(folder.path()).is_empty());
    move_crate(&mut first, "7");
    first.wait_until("the stored changes", |_| stored(folder.path()).len() == 1);
    // Another window that runs at the same time is not asked about them.
    let other = window(None, folder.path());
    assert!(!other.has_text("Recover unsaved changes?"));
    drop(other);
    kill(first);
    assert_eq!(fs::read_to_string(&file).unwrap(), SCENE);
    let mut second = window(None, folder.path());
    assert!(second.has_text("Recover unsaved changes?") && second.has_text("desk.json"));
    second.shot("recovery");
    second.click(Role::Button, "Recover");
    assert_eq!(second.app().workspace().path(), Some(&*file));
    assert_eq!(x(&second), 7.0);
    assert!(second.app().workspace().is_dirty());
    assert_eq!(second.app().workspace().document().undo_label(), Some("recover"));
    // Undo shows the saved state, redo the changes; saving writes them to the file.
    second.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    second.harness.run();
    assert_eq!(second.app().workspace().document().redo_label(), Some("recover"));
    assert_eq!(x(&second), 0.0);
    second.harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    second.harness.run();
    second.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    second.harness.run();
    assert!(!second.app().workspace().is_dirty());
    assert_eq!(eyeline::files::open(&file).unwrap().scene.objects[0].position[0], 7.0);
    assert!(stored(folder.path()).is_empty());
    kill(second);
    assert!(!window(None, folder.path()).has_text("Recover unsaved changes?"));
}

#[test]
fn changes_are_kept_for_later_or_discarded() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = window(None, folder.path());
    first.click(Role::Button, "Got it");
    move_crate(&mut first, "1.5");
    first.wait_until("the stored changes", |_| stored(folder.path()).len() == 1);
    kill(first);
    let mut later = window(None, folder.path());
    later.click(Role::Button, "Later");
    assert_eq!(stored(folder.path()).len(), 1);
    kill(later);
    let mut third = window(None, folder.path());
    third.click(Role::Button, "Discard");
    assert!(!third.has_text("Recover unsaved changes?"));
    assert!(stored(folder.path()).is_empty());
}

#[test]
fn a_lesson_and_a_scene_without_its_file_are_recovered() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = window(None, folder.path());
    first.click(Role::Button, "Got it");
    first.command("Slabs");
    first.click_row("box");
    first.type_number("position X", "2");
    first.wait_until("the stored changes", |_| stored(folder.path()).len() == 1);
    kill(first);
    let mut second = window(None, folder.path());
    second.click(Role::Button, "Recover");
    assert_eq!(second.app().workspace().disk().lesson().map(|lesson| lesson.name), Some("Slabs"));
    assert_eq!(x(&second), 2.0);
    second.wait_until("the stored changes", |_| stored(folder.path()).len() == 1);
    kill(second);
    // The file of a scene is gone.
    let file = folder.path().join("desk.json");
    fs::write(&file, SCENE).unwrap();
    let mut third = window(Some(&file), folder.path());
    third.click(Role::Button, "Later");
    move_crate(&mut third, "3");
    third.wait_until("the stored changes", |_| stored(folder.path()).len() == 2);
    kill(third);
    fs::remove_file(&file).unwrap();
    let mut fourth = window(None, folder.path());
    // The latest changes come first.
    fourth.harness.get_all_by_role_and_label(Role::Button, "Recover").next().unwrap().click();
    fourth.harness.run();
    assert_eq!(x(&fourth), 3.0);
    assert_eq!(fourth.app().workspace().path(), None, "saving asks for a file");
}

#[test]
fn saved_and_discarded_changes_leave_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("desk.json");
    fs::write(&file, SCENE).unwrap();
    let mut window = window(Some(&file), folder.path());
    move_crate(&mut window, "7");
    window.wait_until("the stored changes", |_| stored(folder.path()).len() == 1);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    window.wait_until("no stored changes", |_| stored(folder.path()).is_empty());
}
