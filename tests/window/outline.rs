//! What the scene is made of, changed in the list: every change is followed by its answers and by undo.

use eframe::egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, TouchPhase, accesskit::Role, vec2,
};
use egui_kittest::kittest::Queryable;
use eyeline::scene::Scene;

use crate::desk::Desk;

/// A camera on a cart, and an occlusion query about the cart.
const CART: &str = r#"{ "eyeline": 1, "title": "Cart", "select": ["driver", "cart"],
    "cameras": [ { "name": "driver", "position": [0, 1, 0], "attach": "cart" } ],
    "objects": [
        { "name": "cart", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [0, 0, 3] },
        { "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 1, -2] } ],
    "occlusion": [ { "name": "touch", "a": "cart", "b": "ball" } ] }"#;

fn scene(desk: &Desk) -> &Scene {
    desk.app().session().scene()
}

fn names(desk: &Desk) -> Vec<&str> {
    scene(desk).objects.iter().map(|object| &*object.name).collect()
}

fn key(desk: &mut Desk, modifiers: Modifiers, key: Key) {
    desk.harness.key_press_modifiers(modifiers, key);
    desk.harness.run();
}

fn undo(desk: &mut Desk) {
    key(desk, Modifiers::COMMAND, Key::Z);
}

/// Types over the name that is being edited.
fn type_name(desk: &mut Desk, name: &str) {
    desk.harness.event(Event::Text(name.to_owned()));
    desk.harness.run();
}

#[test]
fn everything_can_be_inserted_by_menu_and_by_button() {
    let mut desk = Desk::on(r#"{ "eyeline": 1 }"#);
    for (i, what) in ["Camera", "Ray", "Box", "Sphere", "Cylinder", "Cone", "Capsule"].into_iter().enumerate() {
        desk.click(Role::Button, if i % 2 == 0 { "Insert" } else { "Add" });
        if i < 2 {
            desk.shot(&format!("insert_{i}"));
        }
        desk.click(Role::Button, what);
    }
    assert_eq!(names(&desk), ["box", "sphere", "cylinder", "cone", "capsule"]);
    assert_eq!((scene(&desk).cameras.len(), scene(&desk).rays.len()), (1, 1));
    assert!(desk.row("capsule").starts_with("capsule, "), "it has its answer: {}", desk.row("capsule"));
    desk.shot("inserted");
    for _ in 0..7 {
        undo(&mut desk);
    }
    assert_eq!(*scene(&desk), Scene::clone(eyeline::app::Session::empty().scene()));
}

#[test]
fn a_copy_is_made_by_key() {
    let mut desk = Desk::new();
    desk.click_row("crate");
    key(&mut desk, Modifiers::COMMAND, Key::D);
    key(&mut desk, Modifiers::COMMAND, Key::D);
    assert_eq!(names(&desk), ["crate", "crate 2", "crate 3", "ball"]);
    assert_eq!(desk.row("crate 3"), "crate 3, inside");
    assert_eq!(desk.app().session().selected().object, Some(2));
    undo(&mut desk);
    assert_eq!(names(&desk), ["crate", "crate 2", "ball"]);
}

#[test]
fn references_follow_a_rename() {
    let mut desk = Desk::on(CART);
    desk.click_row("cart");
    key(&mut desk, Modifiers::NONE, Key::F2);
    desk.shot("renaming");
    type_name(&mut desk, "wagon");
    key(&mut desk, Modifiers::NONE, Key::Enter);
    assert_eq!(names(&desk), ["wagon", "ball"]);
    assert_eq!(scene(&desk).cameras[0].attach.as_deref(), Some("wagon"));
    assert_eq!(scene(&desk).occlusion[0].a, "wagon");
    assert_eq!(scene(&desk).select, ["driver", "wagon"]);
    assert_eq!(desk.row("ball"), "ball, inside");
    undo(&mut desk);
    assert_eq!(names(&desk), ["cart", "ball"]);
    assert_eq!(scene(&desk).cameras[0].attach.as_deref(), Some("cart"));
}

#[test]
fn a_name_that_is_taken_is_refused_in_its_row() {
    let mut desk = Desk::new();
    desk.click_row("crate");
    key(&mut desk, Modifiers::NONE, Key::F2);
    type_name(&mut desk, "ball");
    assert!(desk.has_text("The name “ball” is taken."));
    desk.shot("name_taken");
    key(&mut desk, Modifiers::NONE, Key::Enter);
    assert!(desk.has_text("The name “ball” is taken."), "the field stays open");
    type_name(&mut desk, "given up");
    key(&mut desk, Modifiers::NONE, Key::Escape);
    assert_eq!(names(&desk), ["crate", "ball"]);
    assert!(!desk.app().session().is_dirty());
    // Delete in the field takes letters, not the crate.
    key(&mut desk, Modifiers::NONE, Key::F2);
    key(&mut desk, Modifiers::NONE, Key::Delete);
    key(&mut desk, Modifiers::NONE, Key::Escape);
    assert_eq!(names(&desk), ["crate", "ball"]);
}

#[test]
fn a_row_out_of_sight_comes_into_sight_to_be_renamed() {
    let boxes = (0..500).map(|i| format!(r#"{{ "name": "box {i}", "shape": {{ "sphere": {{ "radius": 0.4 }} }} }}"#));
    let boxes = boxes.collect::<Vec<_>>().join(", ");
    let mut desk = Desk::on(&format!(r#"{{ "eyeline": 1, "cameras": [{{ "name": "c" }}], "objects": [{boxes}] }}"#));
    desk.click_row("box 3");
    let list = desk.harness.get_by_role_and_label(Role::TreeItem, &desk.row("box 3")).rect().center();
    desk.harness.hover_at(list);
    for _ in 0..5 {
        desk.harness.event(Event::MouseWheel {
            unit: MouseWheelUnit::Page,
            delta: vec2(0.0, -1.0),
            phase: TouchPhase::Move,
            source: MouseWheelSource::Wheel,
            modifiers: Modifiers::NONE,
        });
        desk.harness.run();
    }
    assert!(desk.harness.query_by_label_contains("box 3, ").is_none(), "it was scrolled away");
    key(&mut desk, Modifiers::NONE, Key::F2);
    desk.harness.run();
    type_name(&mut desk, "third");
    desk.shot("renaming_far");
    key(&mut desk, Modifiers::NONE, Key::Enter);
    assert_eq!(scene(&desk).objects[3].name, "third");
    // A search that leaves it out is put away.
    let search = desk.harness.get_by_role_and_label(Role::TextInput, "Search").rect().center();
    desk.press(search, PointerButton::Primary);
    type_name(&mut desk, "box 4");
    key(&mut desk, Modifiers::NONE, Key::Enter);
    key(&mut desk, Modifiers::NONE, Key::F2);
    type_name(&mut desk, "fourth");
    key(&mut desk, Modifiers::NONE, Key::Enter);
    assert_eq!(scene(&desk).objects[3].name, "fourth");
}

#[test]
fn deleting_asks_when_something_refers_to_it() {
    let mut desk = Desk::on(CART);
    desk.click_row("cart");
    key(&mut desk, Modifiers::NONE, Key::Delete);
    assert!(desk.has_text("Camera “driver” is attached to it"));
    assert!(desk.has_text("Occlusion query “touch” refers to it"));
    assert!(desk.has_text("The scene opens with it selected. It will open with “driver” alone."));
    desk.shot("deleting");
    desk.click(Role::Button, "Cancel");
    assert_eq!(names(&desk), ["cart", "ball"]);
    key(&mut desk, Modifiers::NONE, Key::Delete);
    desk.click(Role::Button, "Delete");
    assert_eq!(names(&desk), ["ball"]);
    assert_eq!(scene(&desk).cameras[0].attach, None);
    assert_eq!(scene(&desk).cameras[0].position, [0.0, 1.0, 3.0], "the camera stays where it was");
    assert!(scene(&desk).occlusion.is_empty());
    assert_eq!(scene(&desk).select, ["driver"]);
    assert_eq!(desk.row("ball"), "ball, inside");
    undo(&mut desk);
    assert_eq!(names(&desk), ["cart", "ball"]);
    assert_eq!(scene(&desk).occlusion.len(), 1);
    // Only the selection in the file refers to the camera; that is listed too.
    desk.click_row("driver");
    key(&mut desk, Modifiers::NONE, Key::Delete);
    assert!(desk.has_text("will open with “cart” alone"));
    desk.click(Role::Button, "Delete");
    assert!(scene(&desk).cameras.is_empty());
    assert_eq!(scene(&desk).select, ["cart"]);
}

/// A camera and a crate that `check` and `expect` name.
const GUARDED: &str = r#"{ "eyeline": 1, "cameras": [ { "name": "guard" } ],
    "objects": [ { "name": "crate", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, -4] } ],
    "rays": [ { "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] } ],
    "check": { "views": [ { "name": "front", "camera": "guard" }, { "name": "whole" } ] },
    "expect": [ { "camera": "guard", "object": "crate", "verdict": "inside" }, { "ray": "aim", "nearest": "crate" },
        { "ray": "aim", "t": { "min": 1 } } ] }"#;

#[test]
fn what_is_guarded_follows_a_rename_and_goes_with_what_it_names() {
    let mut desk = Desk::on(GUARDED);
    let before = scene(&desk).clone();
    for (row, new) in [("crate", "box"), ("guard", "post")] {
        desk.click_row(row);
        key(&mut desk, Modifiers::NONE, Key::F2);
        type_name(&mut desk, new);
        key(&mut desk, Modifiers::NONE, Key::Enter);
    }
    let expected = |desk: &Desk| -> Vec<String> {
        scene(desk).expect.iter().map(|one| one.names().collect::<Vec<_>>().join(" ")).collect()
    };
    let cameras = |desk: &Desk| -> Vec<Option<String>> {
        scene(desk).check.iter().flat_map(|check| &check.views).map(|view| view.camera.clone()).collect()
    };
    assert_eq!(expected(&desk), ["post box", "aim box", "aim"]);
    assert_eq!(cameras(&desk), [Some("post".to_owned()), None]);
    undo(&mut desk);
    undo(&mut desk);
    assert_eq!(*scene(&desk), before);
    // Deleting the crate takes what is expected of it along, and undo brings it back.
    desk.click_row("crate");
    key(&mut desk, Modifiers::NONE, Key::Delete);
    desk.click(Role::Button, "Delete");
    assert_eq!((names(&desk).len(), expected(&desk)), (0, vec!["aim".to_owned()]));
    undo(&mut desk);
    assert_eq!(*scene(&desk), before);
    desk.click_row("guard");
    key(&mut desk, Modifiers::NONE, Key::Delete);
    desk.click(Role::Button, "Delete");
    assert_eq!((cameras(&desk), expected(&desk)), (vec![None], vec!["aim crate".to_owned(), "aim".to_owned()]));
    undo(&mut desk);
    assert_eq!(*scene(&desk), before);
}

#[test]
fn nothing_selected_is_nothing_deleted() {
    let mut desk = Desk::new();
    let view = desk.view();
    desk.press(view.left_top() + vec2(30.0, 200.0), PointerButton::Primary);
    for pressed in [Key::Delete, Key::F2, Key::H] {
        key(&mut desk, Modifiers::NONE, pressed);
    }
    assert!(!desk.app().session().is_dirty());
}

#[test]
fn rows_move_and_the_selection_with_them() {
    let mut desk = Desk::new();
    desk.click_row("ball");
    key(&mut desk, Modifiers::ALT, Key::ArrowUp);
    assert_eq!(names(&desk), ["ball", "crate"]);
    assert_eq!(desk.app().session().selected().object, Some(0));
    key(&mut desk, Modifiers::ALT, Key::ArrowUp);
    assert_eq!(names(&desk), ["ball", "crate"], "it is the first");
    key(&mut desk, Modifiers::ALT, Key::ArrowDown);
    assert_eq!(names(&desk), ["crate", "ball"]);
}

#[test]
fn what_is_hidden_is_neither_drawn_nor_picked_but_answered() {
    let mut desk = Desk::new();
    desk.click_row("crate");
    key(&mut desk, Modifiers::NONE, Key::F);
    desk.click_row("ball");
    let view = desk.view();
    let place = view.center() + vec2(70.0, 30.0);
    let before = desk.shot("all_shown");
    desk.click(Role::CheckBox, "Draw crate");
    let after = desk.shot("crate_hidden");
    assert_ne!(before, after);
    assert_eq!(desk.row("crate"), "crate, inside, hidden");
    desk.press(place, PointerButton::Primary);
    assert_eq!(desk.app().session().selected().object, None);
    assert!(!desk.app().session().is_dirty());
    assert_eq!(desk.app().session().undo_label(), Some("hide crate"));
    desk.click(Role::CheckBox, "Draw crate");
    desk.press(place, PointerButton::Primary);
    assert_eq!(desk.app().session().selected().object, Some(0));
}

#[test]
fn an_item_without_references_is_deleted_at_once() {
    let mut desk = Desk::new();
    desk.click_row("ball");
    key(&mut desk, Modifiers::NONE, Key::Delete);
    assert_eq!(names(&desk), ["crate"]);
}

#[test]
fn all_references_to_it_are_listed() {
    let cameras =
        (0..40).map(|i| format!(r#"{{ "name": "eye {i}", "attach": "cart" }}"#)).collect::<Vec<_>>().join(", ");
    let mut desk = Desk::on(&format!(
        r#"{{ "eyeline": 1, "cameras": [{cameras}],
        "objects": [{{ "name": "cart", "shape": {{ "sphere": {{ "radius": 1 }} }} }}] }}"#
    ));
    desk.harness.set_size(vec2(1024.0, 640.0));
    desk.harness.state_mut().session_mut().select_names(&["cart".to_owned()]).unwrap();
    desk.harness.run();
    key(&mut desk, Modifiers::NONE, Key::Delete);
    for i in 0..40 {
        assert!(desk.has_text(&format!("Camera “eye {i}” is attached to it")), "{i}");
    }
    desk.shot("deleting_many");
    let delete = desk.harness.get_by_role_and_label(Role::Button, "Delete").rect();
    assert!(delete.bottom() < 640.0, "{delete:?}");
    desk.click(Role::Button, "Delete");
    assert!(names(&desk).is_empty());
}

#[test]
fn a_row_has_a_menu_of_its_own() {
    let mut desk = Desk::new();
    let label = desk.row("ball");
    let place = desk.harness.get_by_role_and_label(Role::TreeItem, &label).rect().center();
    desk.press(place, PointerButton::Secondary);
    assert_eq!(desk.app().session().selected().object, Some(1), "a right click selects");
    desk.shot("row_menu");
    desk.click(Role::Button, "Delete Delete");
    assert_eq!(names(&desk), ["crate"]);
}

#[test]
fn an_edited_scene_is_saved_and_opens_as_it_was() {
    let mut desk = Desk::on(CART);
    desk.click_row("cart");
    key(&mut desk, Modifiers::COMMAND, Key::D);
    key(&mut desk, Modifiers::NONE, Key::F2);
    type_name(&mut desk, "trailer");
    key(&mut desk, Modifiers::NONE, Key::Enter);
    desk.click(Role::Button, "Insert");
    desk.click(Role::Button, "Ray");
    key(&mut desk, Modifiers::COMMAND, Key::S);
    assert!(!desk.app().session().is_dirty());
    let saved = eyeline::files::open(&desk.path("desk.json")).unwrap().scene;
    assert_eq!(saved, *scene(&desk));
    assert_eq!(names(&desk), ["cart", "trailer", "ball"]);
}
