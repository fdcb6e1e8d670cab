//! A course: its page, its lessons in order, and what is done of them.

use std::fs;
use std::path::Path;

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use eyeline::app::Start;

use crate::test_window::{Shelf, TestWindow, scene_of};

fn lesson(title: &str) -> String {
    format!(
        r#"{{ "eyeline": 1, "title": "{title}", "cameras": [{{ "name": "eye" }}],
        "objects": [{{ "name": "crate", "shape": {{ "box": {{ "half_extents": [1, 1, 1] }} }}, "position": [0, 0, -5] }}],
        "lesson": [{{ "say": "Look at {title}." }},
            {{ "ask": {{ "choice": {{ "camera": "eye", "object": "crate", "field": "verdict" }} }} }}] }}"#
    )
}

/// Writes a course of two lessons and one that does not exist.
fn write_course(folder: &Path) {
    for title in ["First", "Second"] {
        fs::write(folder.join(format!("{}.json", title.to_lowercase())), lesson(title)).unwrap();
    }
    let course = r##"{ "eyeline_course": 1, "title": "Two weeks", "about": "# Two weeks\n\nStart with the first lesson.",
        "lessons": ["first.json", "second.json", "gone.json"] }"##;
    fs::write(folder.join("course.json"), course).unwrap();
}

fn opened(folder: &Path, file: &str) -> TestWindow {
    TestWindow::started(Start::on(Some(&folder.join(file)), Default::default(), scene_of).unwrap())
}

fn title(window: &TestWindow) -> String {
    window.app().workspace().scene().title.clone()
}

#[test]
fn a_course_opens_with_its_lessons_and_keeps_what_is_done() {
    let folder = tempfile::tempdir().unwrap();
    write_course(folder.path());
    let mut window = opened(folder.path(), "course.json");
    window.harness.run();
    assert_eq!(title(&window), "First");
    assert!(window.has_text("Two weeks") && window.has_text("Start with the first lesson."));
    // Each lesson that can be opened has a picture, which is drawn in the background.
    let height =
        |window: &TestWindow, card: &str| window.harness.get_by_role_and_label(Role::Button, card).rect().height();
    window.wait_until("both pictures", |window| {
        let textures = window.harness.ctx.tex_manager();
        let textures = textures.read();
        ["first.json", "second.json"].iter().all(|file| textures.allocated().any(|(_, meta)| meta.name.ends_with(file)))
    });
    assert!(height(&window, "2. Second: second.json") > 150.0);
    window.shot("course_page");
    window.click(Role::Button, "2. Second: second.json");
    window.wait_until("the second lesson", |window| title(window) == "Second");
    assert!(!window.has_text("Start with the first lesson."), "the page is closed");

    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::PageUp);
    window.harness.run();
    window.wait_until("the first lesson", |window| title(window) == "First");
    window.wait_for("Look at First.");
    window.click(Role::Button, "Next step of the lesson");
    window.wait_for("what is the verdict?");
    window.click(Role::Button, "inside");
    window.wait_for("1 of 1 right");
    window.shot("course_lesson");
    window.command("All lessons");
    window.wait_for("1 of 3 done");
    window.shot("course_done");
    window.click(Role::Button, "Close");

    // The next lesson is that of the course, and the last one does not exist.
    window.click(Role::Button, "Next lesson");
    window.wait_until("the second lesson", |window| title(window) == "Second");
    let mut shelf = Shelf::default();
    window.app().store(&mut shelf);
}

#[test]
fn a_lesson_of_a_course_finds_its_course() {
    let folder = tempfile::tempdir().unwrap();
    write_course(folder.path());
    let mut window = opened(folder.path(), "first.json");
    window.harness.run();
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::PageDown);
    window.harness.run();
    window.wait_until("the second lesson", |window| title(window) == "Second");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::PageDown);
    window.harness.run();
    assert_eq!(title(&window), "Second", "the third lesson does not exist");
}

#[test]
fn a_course_without_a_lesson_that_exists_does_not_open() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("course.json"), r#"{ "eyeline_course": 1, "title": "a", "lessons": ["gone.json"] }"#)
        .unwrap();
    let error = Start::on(Some(&folder.path().join("course.json")), Default::default(), scene_of).err().unwrap();
    assert!(error.to_string().contains("there is no file `gone.json`"), "{error}");
}
