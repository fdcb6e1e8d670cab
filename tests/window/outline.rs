//! Edits of the items of a scene in the outliner. After every edit the answers are updated, and undo restores the
//! scene.

use eframe::egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, accesskit::Role, vec2};
use egui_kittest::kittest::Queryable;
use eyeline::scene::Scene;

use crate::test_window::TestWindow;

/// A camera on a cart, and an occlusion query about the cart.
const CART: &str = r#"{ "eyeline": 1, "title": "Cart", "select": ["driver", "cart"],
    "cameras": [ { "name": "driver", "position": [0, 1, 0], "attach": "cart" } ],
    "objects": [
        { "name": "cart", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [0, 0, 3] },
        { "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 1, -2] } ],
    "occlusion": [ { "name": "touch", "a": "cart", "b": "ball" } ] }"#;

fn scene(window: &TestWindow) -> &Scene {
    window.app().workspace().scene()
}

fn names(window: &TestWindow) -> Vec<&str> {
    scene(window).objects.iter().map(|object| &*object.name).collect()
}

fn key(window: &mut TestWindow, modifiers: Modifiers, key: Key) {
    window.harness.key_press_modifiers(modifiers, key);
    window.harness.run();
}

fn undo(window: &mut TestWindow) {
    key(window, Modifiers::COMMAND, Key::Z);
}

/// Replaces the name that is being edited.
fn type_name(window: &mut TestWindow, name: &str) {
    window.harness.event(Event::Text(name.to_owned()));
    window.harness.run();
}

#[test]
fn everything_can_be_inserted_by_menu_and_by_button() {
    let mut window = TestWindow::on(r#"{ "eyeline": 1 }"#);
    for (i, what) in ["Camera", "Ray", "Box", "Sphere", "Cylinder", "Cone", "Capsule"].into_iter().enumerate() {
        window.click(Role::Button, if i % 2 == 0 { "Insert" } else { "Add" });
        if i < 2 {
            window.shot(&format!("insert_{i}"));
        }
        window.click(Role::Button, what);
    }
    assert_eq!(names(&window), ["box", "sphere", "cylinder", "cone", "capsule"]);
    assert_eq!((scene(&window).cameras.len(), scene(&window).rays.len()), (1, 1));
    assert!(window.row("capsule").starts_with("capsule, "), "it has its answer: {}", window.row("capsule"));
    window.shot("inserted");
    for _ in 0..7 {
        undo(&mut window);
    }
    assert_eq!(*scene(&window), Scene::clone(eyeline::app::Workspace::empty().scene()));
}

#[test]
fn a_copy_is_made_by_key() {
    let mut window = TestWindow::new();
    window.click_row("crate");
    key(&mut window, Modifiers::COMMAND, Key::D);
    key(&mut window, Modifiers::COMMAND, Key::D);
    assert_eq!(names(&window), ["crate", "crate 2", "crate 3", "ball"]);
    assert_eq!(window.row("crate 3"), "crate 3, inside");
    assert_eq!(window.app().workspace().selected().object(), Some(2));
    undo(&mut window);
    assert_eq!(names(&window), ["crate", "crate 2", "ball"]);
}

#[test]
fn references_follow_a_rename() {
    let mut window = TestWindow::on(CART);
    window.click_row("cart");
    key(&mut window, Modifiers::NONE, Key::F2);
    window.shot("renaming");
    type_name(&mut window, "wagon");
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(names(&window), ["wagon", "ball"]);
    assert_eq!(scene(&window).cameras[0].attach.as_deref(), Some("wagon"));
    assert_eq!(scene(&window).occlusion[0].a, "wagon");
    assert_eq!(scene(&window).select, ["driver", "wagon"]);
    assert_eq!(window.row("ball"), "ball, inside");
    undo(&mut window);
    assert_eq!(names(&window), ["cart", "ball"]);
    assert_eq!(scene(&window).cameras[0].attach.as_deref(), Some("cart"));
}

#[test]
fn a_used_name_is_refused_in_its_row() {
    let mut window = TestWindow::new();
    window.click_row("crate");
    key(&mut window, Modifiers::NONE, Key::F2);
    type_name(&mut window, "ball");
    assert!(window.has_text("The name “ball” is taken."));
    window.shot("name_taken");
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert!(window.has_text("The name “ball” is taken."), "the field stays open");
    type_name(&mut window, "given up");
    key(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(names(&window), ["crate", "ball"]);
    assert!(!window.app().workspace().is_dirty());
    // In the field the Delete key deletes characters, not the crate.
    key(&mut window, Modifiers::NONE, Key::F2);
    key(&mut window, Modifiers::NONE, Key::Delete);
    key(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(names(&window), ["crate", "ball"]);
}

#[test]
fn renaming_scrolls_to_the_row() {
    let boxes = (0..500).map(|i| format!(r#"{{ "name": "box {i}", "shape": {{ "sphere": {{ "radius": 0.4 }} }} }}"#));
    let boxes = boxes.collect::<Vec<_>>().join(", ");
    let mut window =
        TestWindow::on(&format!(r#"{{ "eyeline": 1, "cameras": [{{ "name": "c" }}], "objects": [{boxes}] }}"#));
    window.click_row("box 3");
    let list = window.harness.get_by_role_and_label(Role::TreeItem, &window.row("box 3")).rect().center();
    window.harness.hover_at(list);
    for _ in 0..5 {
        window.turn_wheel(MouseWheelUnit::Page, -1.0);
        window.harness.run();
    }
    assert!(window.harness.query_by_label_contains("box 3, ").is_none(), "it was scrolled away");
    key(&mut window, Modifiers::NONE, Key::F2);
    window.harness.run();
    type_name(&mut window, "third");
    window.shot("renaming_far");
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(scene(&window).objects[3].name, "third");
    // A search that does not match the row is cleared.
    let search = window.harness.get_by_role_and_label(Role::TextInput, "Search").rect().center();
    window.press(search, PointerButton::Primary);
    type_name(&mut window, "box 4");
    key(&mut window, Modifiers::NONE, Key::Enter);
    key(&mut window, Modifiers::NONE, Key::F2);
    type_name(&mut window, "fourth");
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(scene(&window).objects[3].name, "fourth");
}

#[test]
fn deleting_asks_when_something_refers_to_it() {
    let mut window = TestWindow::on(CART);
    window.click_row("cart");
    key(&mut window, Modifiers::NONE, Key::Delete);
    assert!(window.has_text("Camera “driver” is attached to it"));
    assert!(window.has_text("Occlusion query “touch” refers to it"));
    assert!(window.has_text("The scene opens with it selected. It will open with “driver” alone."));
    window.shot("deleting");
    window.click(Role::Button, "Cancel");
    assert_eq!(names(&window), ["cart", "ball"]);
    key(&mut window, Modifiers::NONE, Key::Delete);
    window.click(Role::Button, "Delete");
    assert_eq!(names(&window), ["ball"]);
    assert_eq!(scene(&window).cameras[0].attach, None);
    assert_eq!(scene(&window).cameras[0].position, [0.0, 1.0, 3.0], "the camera stays where it was");
    assert!(scene(&window).occlusion.is_empty());
    assert_eq!(scene(&window).select, ["driver"]);
    assert_eq!(window.row("ball"), "ball, inside");
    undo(&mut window);
    assert_eq!(names(&window), ["cart", "ball"]);
    assert_eq!(scene(&window).occlusion.len(), 1);
    // Only the scene's selection refers to the camera. It is listed too.
    window.click_row("driver");
    key(&mut window, Modifiers::NONE, Key::Delete);
    assert!(window.has_text("will open with “cart” alone"));
    window.click(Role::Button, "Delete");
    assert!(scene(&window).cameras.is_empty());
    assert_eq!(scene(&window).select, ["cart"]);
}

/// A camera and a crate that `check` and `expect` name.
const GUARDED: &str = r#"{ "eyeline": 1, "cameras": [ { "name": "guard" } ],
    "objects": [ { "name": "crate", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, -4] } ],
    "rays": [ { "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] } ],
    "check": { "views": [ { "name": "front", "camera": "guard" }, { "name": "whole" } ] },
    "expect": [ { "camera": "guard", "object": "crate", "verdict": "inside" }, { "ray": "aim", "nearest": "crate" },
        { "ray": "aim", "t": { "min": 1 } } ] }"#;

#[test]
fn checked_views_and_expectations_follow_a_rename_and_a_deletion() {
    let mut window = TestWindow::on(GUARDED);
    let before = scene(&window).clone();
    for (row, new) in [("crate", "box"), ("guard", "post")] {
        window.click_row(row);
        key(&mut window, Modifiers::NONE, Key::F2);
        type_name(&mut window, new);
        key(&mut window, Modifiers::NONE, Key::Enter);
    }
    let expected = |window: &TestWindow| -> Vec<String> {
        scene(window).expect.iter().map(|one| one.names().collect::<Vec<_>>().join(" ")).collect()
    };
    let cameras = |window: &TestWindow| -> Vec<Option<String>> {
        scene(window).check.iter().flat_map(eyeline::scene::Check::views).map(|view| view.camera.clone()).collect()
    };
    assert_eq!(expected(&window), ["post box", "aim box", "aim"]);
    assert_eq!(cameras(&window), [Some("post".to_owned()), None]);
    undo(&mut window);
    undo(&mut window);
    assert_eq!(*scene(&window), before);
    // Deleting the crate also deletes its expectations, and undo restores both.
    window.click_row("crate");
    key(&mut window, Modifiers::NONE, Key::Delete);
    window.click(Role::Button, "Delete");
    assert_eq!((names(&window).len(), expected(&window)), (0, vec!["aim".to_owned()]));
    undo(&mut window);
    assert_eq!(*scene(&window), before);
    window.click_row("guard");
    key(&mut window, Modifiers::NONE, Key::Delete);
    window.click(Role::Button, "Delete");
    assert_eq!((cameras(&window), expected(&window)), (vec![None], vec!["aim crate".to_owned(), "aim".to_owned()]));
    undo(&mut window);
    assert_eq!(*scene(&window), before);
}

#[test]
fn without_a_selection_nothing_is_deleted() {
    let mut window = TestWindow::new();
    let view = window.view();
    window.press(view.left_top() + vec2(30.0, 200.0), PointerButton::Primary);
    for pressed in [Key::Delete, Key::F2, Key::H] {
        key(&mut window, Modifiers::NONE, pressed);
    }
    assert!(!window.app().workspace().is_dirty());
}

#[test]
fn rows_move_and_the_selection_with_them() {
    let mut window = TestWindow::new();
    window.click_row("ball");
    key(&mut window, Modifiers::ALT, Key::ArrowUp);
    assert_eq!(names(&window), ["ball", "crate"]);
    assert_eq!(window.app().workspace().selected().object(), Some(0));
    key(&mut window, Modifiers::ALT, Key::ArrowUp);
    assert_eq!(names(&window), ["ball", "crate"], "it is the first");
    key(&mut window, Modifiers::ALT, Key::ArrowDown);
    assert_eq!(names(&window), ["crate", "ball"]);
}

#[test]
fn hidden_items_are_neither_drawn_nor_picked_but_answered() {
    let mut window = TestWindow::new();
    window.click_row("crate");
    key(&mut window, Modifiers::NONE, Key::F);
    window.click_row("ball");
    let view = window.view();
    let place = view.center() + vec2(70.0, 30.0);
    let before = window.picture("all_shown");
    window.click(Role::CheckBox, "Draw crate");
    let after = window.picture("crate_hidden");
    assert_ne!(before, after);
    assert_eq!(window.row("crate"), "crate, inside, hidden");
    window.press(place, PointerButton::Primary);
    assert_eq!(window.app().workspace().selected().object(), None);
    assert!(!window.app().workspace().is_dirty());
    assert_eq!(window.app().workspace().document().undo_label(), Some("hide crate"));
    window.click(Role::CheckBox, "Draw crate");
    window.press(place, PointerButton::Primary);
    assert_eq!(window.app().workspace().selected().object(), Some(0));
}

#[test]
fn an_item_without_references_is_deleted_at_once() {
    let mut window = TestWindow::new();
    window.click_row("ball");
    key(&mut window, Modifiers::NONE, Key::Delete);
    assert_eq!(names(&window), ["crate"]);
}

#[test]
fn all_references_to_it_are_listed() {
    let cameras =
        (0..40).map(|i| format!(r#"{{ "name": "eye {i}", "attach": "cart" }}"#)).collect::<Vec<_>>().join(", ");
    let mut window = TestWindow::on(&format!(
        r#"{{ "eyeline": 1, "cameras": [{cameras}],
        "objects": [{{ "name": "cart", "shape": {{ "sphere": {{ "radius": 1 }} }} }}] }}"#
    ));
    window.harness.set_size(vec2(1024.0, 640.0));
    window.harness.state_mut().workspace_mut().selection_mut().select_names(&["cart".to_owned()]).unwrap();
    window.harness.run();
    key(&mut window, Modifiers::NONE, Key::Delete);
    for i in 0..40 {
        assert!(window.has_text(&format!("Camera “eye {i}” is attached to it")), "{i}");
    }
    window.shot("deleting_many");
    let delete = window.harness.get_by_role_and_label(Role::Button, "Delete").rect();
    assert!(delete.bottom() < 640.0, "{delete:?}");
    window.click(Role::Button, "Delete");
    assert!(names(&window).is_empty());
}

#[test]
fn a_row_has_a_context_menu() {
    let mut window = TestWindow::new();
    let label = window.row("ball");
    let place = window.harness.get_by_role_and_label(Role::TreeItem, &label).rect().center();
    window.press(place, PointerButton::Secondary);
    assert_eq!(window.app().workspace().selected().object(), Some(1), "a right click selects");
    window.shot("row_menu");
    window.click(Role::Button, "Delete Delete");
    assert_eq!(names(&window), ["crate"]);
}

#[test]
fn an_edited_scene_is_saved_and_read_again() {
    let mut window = TestWindow::on(CART);
    window.click_row("cart");
    key(&mut window, Modifiers::COMMAND, Key::D);
    key(&mut window, Modifiers::NONE, Key::F2);
    type_name(&mut window, "trailer");
    key(&mut window, Modifiers::NONE, Key::Enter);
    window.click(Role::Button, "Insert");
    window.click(Role::Button, "Ray");
    key(&mut window, Modifiers::COMMAND, Key::S);
    assert!(!window.app().workspace().is_dirty());
    let saved = eyeline::files::open(&window.path("desk.json")).unwrap().scene;
    assert_eq!(saved, *scene(&window));
    assert_eq!(names(&window), ["cart", "trailer", "ball"]);
}
