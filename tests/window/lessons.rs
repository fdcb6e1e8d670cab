//! Lessons from the menu, the keys, the page and the text of a lesson.

use std::fs;

use eframe::egui::{Event, Key, Modifiers, MouseWheelUnit, Pos2, accesskit::Role, vec2};
use egui_kittest::kittest::Queryable;
use eyeline::lessons;

use crate::behavior::boxes;
use crate::select::in_view;
use crate::test_window::TestWindow;

/// The window as `eyeline` without a file opens it.
fn window() -> TestWindow {
    let mut window = TestWindow::without_file();
    window.click(Role::Button, "Got it");
    window
}

fn press(window: &mut TestWindow, key: Key) {
    window.harness.key_press_modifiers(Modifiers::COMMAND, key);
    window.harness.run();
}

fn name(window: &TestWindow) -> Option<&'static str> {
    window.app().workspace().disk().lesson().map(|lesson| lesson.name)
}

/// Moves the crate of the tour. The camera has a position too.
fn move_crate(window: &mut TestWindow) {
    let fields: Vec<_> = window.harness.get_all_by_role_and_label(Role::SpinButton, "position X").collect();
    let place = fields[0].rect().center();
    drop(fields);
    window.type_into(place, "0");
}

#[test]
fn the_keys_lead_through_all_lessons_and_back() {
    let mut window = window();
    let all: Vec<_> = lessons::all().map(|lesson| lesson.name).collect();
    for (i, lesson) in all.iter().enumerate() {
        assert_eq!(name(&window), Some(*lesson));
        assert_eq!(window.app().workspace().disk().title(), *lesson);
        let place = format!("Lesson {} of {}", i + 1, all.len());
        assert!(window.has_text(&place), "{lesson}: {place}");
        assert!(window.app().workspace().notices().iter().all(|notice| !notice.is_error), "{lesson}");
        press(&mut window, Key::PageDown);
    }
    assert_eq!(name(&window), all.last().copied(), "the last lesson has no next one");
    press(&mut window, Key::PageUp);
    assert_eq!(name(&window), Some(all[all.len() - 2]));
    assert!(!window.app().workspace().is_dirty());
}

#[test]
fn a_lesson_opens_from_its_menu_and_is_reset_as_one_step_of_undo() {
    let mut window = window();
    window.click(Role::Button, "Lessons");
    window.click(Role::Button, "Rays");
    window.click(Role::Button, "Slabs");
    assert_eq!(name(&window), Some("Slabs"));
    let written = window.app().workspace().scene().clone();
    let selected = window.app().workspace().selected().clone();
    window.click_row("turned");
    window.type_number("position X", "3");
    window.type_number("position Y", "2");
    let edited = window.app().workspace().scene().clone();
    assert!(edited != written && window.app().workspace().is_dirty());
    window.command("Reset lesson");
    assert_eq!(*window.app().workspace().scene(), written);
    assert_eq!(*window.app().workspace().selected(), selected);
    assert!(!window.app().workspace().is_dirty());
    press(&mut window, Key::Z);
    assert_eq!(*window.app().workspace().scene(), edited);
}

#[test]
fn the_tour_is_a_lesson_that_can_be_reset() {
    let mut window = window();
    let written = window.app().workspace().scene().clone();
    let view = window.view().shrink(3.0);
    let seen = |window: &mut TestWindow| {
        window.harness.hover_at(Pos2::new(5.0, 5.0));
        window.harness.run();
        in_view(&window.harness.render().unwrap(), view)
    };
    let opened = seen(&mut window);
    move_crate(&mut window);
    window.harness.hover_at(view.center());
    window.harness.run();
    window.turn_wheel(MouseWheelUnit::Line, 3.0);
    window.harness.run();
    assert!(*window.app().workspace().scene() != written);
    assert!(seen(&mut window) != opened);
    window.click(Role::Button, "Reset lesson");
    assert_eq!(*window.app().workspace().scene(), written);
    assert!(seen(&mut window) == opened, "the view is that with which the lesson opens");
}

#[test]
fn the_page_finds_a_lesson_and_has_a_picture_of_each() {
    let mut window = window();
    window.command("All lessons");
    window.harness.run();
    for size in [vec2(1440.0, 900.0), vec2(1024.0, 640.0)] {
        window.harness.set_size(size);
        window.harness.run();
        window.shot(&format!("lessons_{}", size.x));
        let search = window.harness.get_by_label("Search lessons").rect();
        let close = window.harness.get_by_role_and_label(Role::Button, "Close").rect();
        assert!(search.right() < close.left() && close.right() < size.x && search.top() > 0.0);
    }
    assert!(lessons::all().all(|lesson| lessons::thumbnail(lesson).is_some()));
    window.harness.event(Event::Text("long rep".to_owned()));
    window.harness.run();
    window.click(Role::Button, "A long repeater: Two hundred rounds, and any tick at once");
    assert_eq!(name(&window), Some("A long repeater"));
    assert!(window.harness.query_by_label("Search lessons").is_none(), "the page is closed");
    // Enter opens the first lesson that is found.
    window.command("All lessons");
    window.harness.event(Event::Text("sword".to_owned()));
    window.harness.run();
    window.harness.key_press(Key::Enter);
    window.harness.run();
    assert_eq!(name(&window), Some("Sword"));
    // Esc closes the page, and only the page.
    window.command("All lessons");
    window.harness.key_press(Key::Escape);
    window.harness.run();
    assert!(window.harness.query_by_label("Search lessons").is_none());
    assert_eq!(name(&window), Some("Sword"));
}

#[test]
fn a_lesson_is_saved_with_its_files_to_a_file_that_the_user_chooses() {
    let mut window = window();
    window.command("Courtyard");
    assert_eq!(name(&window), Some("Courtyard"));
    let builtin = window.app().workspace().path().unwrap().to_owned();
    let before = fs::read(&builtin).unwrap();
    window.click_row("visitor");
    window.type_number("origin X", "0.5");
    press(&mut window, Key::S);
    assert!(window.has_text("Save"), "it asks for a file");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.json");
    assert!(window.app().workspace().disk().own_file().is_none());
    window.harness.key_press(Key::Escape);
    window.harness.run();
    assert!(
        window.harness.state_mut().workspace_mut().disk_mut().save_as(&path),
        "{:?}",
        window.app().workspace().notices()
    );
    window.harness.run();
    assert_eq!(fs::read(&builtin).unwrap(), before, "the lesson is unchanged");
    assert!(folder.path().join("courtyard.gltf").is_file(), "the level is saved with it");
    assert_eq!(name(&window), None);
    let report = window.app().workspace().report().rays.len();
    let mut other = TestWindow::on("{ \"eyeline\": 1 }");
    assert!(other.harness.state_mut().workspace_mut().open(&path));
    other.harness.run();
    assert_eq!(other.app().workspace().report().rays.len(), report);
    assert!(other.app().workspace().notices().is_empty(), "{:?}", other.app().workspace().notices());
}

#[test]
fn a_file_of_another_scene_is_not_replaced_by_that_of_a_lesson() {
    let mut window = window();
    window.command("Courtyard");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("courtyard.gltf"), "another level").unwrap();
    assert!(!window.harness.state_mut().workspace_mut().disk_mut().save_as(&folder.path().join("mine.json")));
    let notices = window.app().workspace().notices();
    assert!(notices.iter().any(|notice| notice.text.contains("courtyard.gltf")), "{notices:?}");
    assert_eq!(fs::read(folder.path().join("courtyard.gltf")).unwrap(), b"another level");
    assert!(!folder.path().join("mine.json").exists());
}

#[test]
fn unsaved_changes_of_a_lesson_are_asked_about() {
    let mut window = window();
    move_crate(&mut window);
    press(&mut window, Key::PageDown);
    assert!(window.has_text("has unsaved changes"));
    window.click(Role::Button, "Discard");
    assert_eq!(name(&window), Some("Frustum basics"));
}

#[test]
fn names_in_the_text_select_and_fields_are_pointed_at() {
    let mut window = window();
    window.click(Role::Link, "aim");
    assert_eq!(window.app().workspace().selected().ray(), Some(0));
    window.command("Tap");
    assert_eq!(name(&window), Some("Tap"));
    // The text is hidden while a step asks a question.
    window.command("Steps of the lesson");
    let at_rest = window.picture("pointing_before");
    // The link may be scrolled out of view.
    window.harness.get_by_role_and_label(Role::Link, "rule").click_accesskit();
    window.harness.run_steps(6);
    let rule = window.harness.get_by_role_and_label(Role::ComboBox, "rule").rect();
    let room = window.room();
    assert!(room.contains_rect(rule), "{rule:?}");
    let outlined = window.picture("pointing_rule");
    let edge = |image: &image::RgbaImage| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in the window")]
        let (x, y) = (rule.center().x as u32, rule.top() as u32);
        (y.saturating_sub(8)..y).map(|y| image.get_pixel(x, y).0).collect::<Vec<_>>()
    };
    assert!(edge(&at_rest) != edge(&outlined), "an outline");
    // The octree is in a panel of its own.
    window.command("Crowd");
    window.command("Steps of the lesson");
    window.harness.get_by_role_and_label(Role::Link, "method").click_accesskit();
    window.harness.run();
    let method = window.harness.get_all_by_role_and_label(Role::ComboBox, "method").next().unwrap().rect();
    assert!(window.room().contains_rect(method), "{method:?}");
    // The outline ends.
    let end = window.harness.ctx.input(|i| i.time) + 5.0;
    while window.harness.ctx.input(|i| i.time) < end {
        window.harness.step();
    }
    window.assert_at_rest();
}

#[test]
fn the_name_of_a_node_in_the_text_shows_the_node_in_its_tree() {
    let mut window = window();
    window.command("Guard");
    assert_eq!(name(&window), Some("Guard"));
    // The first step asks what the tree does.
    window.command("Steps of the lesson");
    window.click(Role::Tab, "Explain");
    assert!(boxes(&window).is_empty(), "another panel is in front of the tree");
    // The link may be scrolled out of view.
    window.harness.get_by_role_and_label(Role::Link, "strike").click_accesskit();
    window.harness.run();
    assert_eq!(window.app().workspace().selected().agent(), Some(0));
    assert!(boxes(&window).iter().any(|(label, _)| label.starts_with("2 strike,")), "{:?}", boxes(&window));
    window.click(Role::Tab, "Node of the tree");
    window.shot("lessons_node");
    assert!(window.harness.query_all_by_label("2 strike").next().is_some(), "the node is selected");
}

#[test]
fn the_steps_open_at_the_one_that_decides() {
    let mut window = window();
    let is_at_top = |window: &TestWindow, outcome: &str| {
        let panel = window.tab("Explain");
        let text = window.harness.get_by_label_contains(outcome).rect();
        text.top() > panel.bottom() && text.top() < panel.bottom() + 70.0
    };
    assert!(is_at_top(&window, "Even the p-vertex lies 0.4409 m behind"), "the tour");
    window.click_row("visitor");
    assert!(is_at_top(&window, "m behind: the left plane rejects"));
    assert_eq!(window.app().workspace().selected().step, None, "all steps are drawn");
    window.shot("deciding_step");
}

#[test]
fn a_panel_without_content_does_not_stay_in_front_for_the_next_lesson() {
    let mut window = window();
    window.click(Role::Tab, "Octree");
    assert!(window.has_text("This scene has no octree"));
    press(&mut window, Key::PageDown);
    assert!(!window.has_text("This scene has no octree"), "the next lesson has no octree either");
}

#[test]
fn the_next_step_brings_its_words_to_the_front() {
    let mut window = window();
    window.click(Role::Tab, "Octree");
    assert!(window.has_text("This scene has no octree"));
    window.harness.key_press(Key::Period);
    window.harness.run_ok();
    assert!(!window.has_text("This scene has no octree"));
    assert!(window.app().workspace().selected().step.is_some());
}
