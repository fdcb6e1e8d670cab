//! Several selected items: how they are selected, marked, and changed together.

use eframe::egui::{
    Key, Modifiers, PointerButton,
    accesskit::{Role, Toggled},
};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::test_window::TestWindow;

const SCENE: &str = r#"{ "eyeline": 1, "title": "Set",
    "view": { "eye": [0, 3, 12], "target": [0, 0, -4] },
    "cameras": [ { "name": "guard", "near": 0.5, "far": 20 }, { "name": "second", "position": [0, 0, 4] } ],
    "objects": [
        { "name": "one", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [-4, 0, -4] },
        { "name": "two", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [0, 0, -4] },
        { "name": "three", "shape": { "sphere": { "radius": 0.5 } }, "position": [4, 0, -4] },
        { "name": "four", "shape": { "sphere": { "radius": 0.5 } }, "position": [4, 2, -4] } ] }"#;

fn click(window: &mut TestWindow, name: &str, modifiers: Modifiers) {
    let place = window.harness.get_by_role_and_label(Role::TreeItem, &window.row(name)).rect().center();
    window.press_with(place, PointerButton::Primary, modifiers);
}

/// The rows of a role that are marked as selected, from the top, by the names that they begin with.
fn marked(window: &TestWindow, role: Role) -> Vec<String> {
    let nodes = window.harness.root().children_recursive();
    let mut found: Vec<(f32, String)> = nodes
        .filter(|node| node.accesskit_node().role() == role && node.accesskit_node().toggled() == Some(Toggled::True))
        .filter_map(|node| Some((node.rect().top(), node.accesskit_node().label()?)))
        .collect();
    found.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    found.into_iter().map(|(_, label)| label.split(',').next().unwrap_or_default().to_owned()).collect()
}

fn key(window: &mut TestWindow, modifiers: Modifiers, key: Key) {
    window.harness.key_press_modifiers(modifiers, key);
    window.harness.run();
}

fn names(window: &TestWindow) -> Vec<String> {
    window.app().workspace().scene().objects.iter().map(|object| object.name.clone()).collect()
}

#[test]
fn ctrl_and_shift_select_several_rows() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("one");
    click(&mut window, "three", Modifiers::COMMAND);
    assert_eq!(marked(&window, Role::TreeItem), ["guard", "one", "three"]);
    assert_eq!(window.app().workspace().selected().object(), Some(2), "the last one is the active one");
    assert!(window.has_text("2 objects") && window.has_text("belong to “three”"), "the inspector");
    click(&mut window, "one", Modifiers::COMMAND);
    assert_eq!(marked(&window, Role::TreeItem), ["guard", "three"]);
    assert!(!window.has_text("The answer and the fields"));
    click(&mut window, "one", Modifiers::SHIFT);
    assert_eq!(marked(&window, Role::TreeItem), ["guard", "one", "two", "three"]);
    assert_eq!(window.app().workspace().selected().object(), Some(0));
    click(&mut window, "second", Modifiers::COMMAND);
    assert_eq!(marked(&window, Role::TreeItem), ["second", "one", "two", "three"], "a camera asks about the same");
    assert!(window.has_text("Is “one” in view of “second”?"));
    key(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(marked(&window, Role::TreeItem), ["second"]);
    click(&mut window, "guard", Modifiers::SHIFT);
    assert_eq!(marked(&window, Role::TreeItem), ["guard"], "without an active item there is no range");
    click(&mut window, "second", Modifiers::SHIFT);
    assert_eq!(marked(&window, Role::TreeItem), ["guard", "second"]);
    assert!(window.has_text("2 cameras"));
}

#[test]
fn a_set_is_changed_as_one_step() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("one");
    click(&mut window, "two", Modifiers::COMMAND);
    click(&mut window, "four", Modifiers::COMMAND);
    key(&mut window, Modifiers::COMMAND, Key::D);
    assert_eq!(names(&window), ["one", "one 2", "two", "two 2", "three", "four", "four 2"]);
    assert_eq!(marked(&window, Role::TreeItem), ["guard", "one 2", "two 2", "four 2"], "the copies are selected");
    assert_eq!(window.app().workspace().document().undo_label(), Some("duplicate 3 objects"));
    key(&mut window, Modifiers::NONE, Key::H);
    assert_eq!(window.app().workspace().document().undo_label(), Some("hide 3 objects"));
    assert_eq!(window.row("two 2"), "two 2, inside, hidden");
    key(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(window.row("two 2"), "two 2, inside");
    key(&mut window, Modifiers::NONE, Key::Delete);
    assert_eq!(names(&window), ["one", "two", "three", "four"]);
    assert_eq!(window.app().workspace().document().undo_label(), Some("delete 3 objects"));
    key(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(names(&window).len(), 7);
    key(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(names(&window), ["one", "two", "three", "four"]);
}

#[test]
fn a_set_stays_through_rename_move_and_reload() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("four");
    click(&mut window, "one", Modifiers::COMMAND);
    key(&mut window, Modifiers::ALT, Key::ArrowDown);
    assert_eq!(names(&window), ["two", "one", "three", "four"], "the last one is at its place already");
    assert_eq!(window.app().workspace().document().undo_label(), Some("move 2 objects"));
    assert_eq!(marked(&window, Role::TreeItem), ["guard", "one", "four"]);
    let text = SCENE.replace("\"title\": \"Set\"", "\"title\": \"Other\"");
    key(&mut window, Modifiers::COMMAND, Key::Z);
    std::fs::write(window.app().workspace().path().unwrap(), text).unwrap();
    for _ in 0..200 {
        window.harness.step();
        if window.app().workspace().scene().title == "Other" {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    window.harness.run();
    assert_eq!(window.app().workspace().scene().title, "Other");
    assert_eq!(marked(&window, Role::TreeItem), ["guard", "one", "four"]);
    assert_eq!(window.app().workspace().selected().object(), Some(0));
}

#[test]
fn a_set_is_moved_together_and_renaming_is_of_the_active_item() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("two");
    click(&mut window, "four", Modifiers::COMMAND);
    key(&mut window, Modifiers::ALT, Key::ArrowUp);
    assert_eq!(names(&window), ["two", "one", "four", "three"]);
    key(&mut window, Modifiers::ALT, Key::ArrowUp);
    assert_eq!(names(&window), ["two", "four", "one", "three"]);
    key(&mut window, Modifiers::ALT, Key::ArrowUp);
    assert_eq!(names(&window), ["two", "four", "one", "three"], "both are at the top");
    assert_eq!(marked(&window, Role::TreeItem), ["guard", "two", "four"]);
    key(&mut window, Modifiers::COMMAND, Key::Z);
    key(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(names(&window), ["one", "two", "three", "four"], "two steps, and none for the third");
    window.click(Role::Button, "Edit");
    assert!(window.has_text("Move up 2 objects") && window.has_text("Rename “four”"));
    window.shot("set_menu");
    key(&mut window, Modifiers::NONE, Key::Escape);
    key(&mut window, Modifiers::NONE, Key::F2);
    key(&mut window, Modifiers::COMMAND, Key::A);
    window.harness.event(eframe::egui::Event::Text("last".to_owned()));
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(names(&window), ["one", "two", "three", "last"]);
    assert_eq!(marked(&window, Role::TreeItem), ["guard", "two", "last"]);
}

/// A Ctrl + click on a camera asks about the selected object, and adds the camera to what commands change.
#[test]
fn cameras_are_collected_together_with_an_object() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("one");
    click(&mut window, "second", Modifiers::COMMAND);
    assert!(window.has_text("Is “one” in view of “second”?"));
    click(&mut window, "guard", Modifiers::COMMAND);
    assert_eq!(marked(&window, Role::TreeItem), ["guard", "second", "one"]);
    assert!(window.has_text("Is “one” in view of “guard”?") && window.has_text("3 items"));
    key(&mut window, Modifiers::COMMAND, Key::D);
    assert_eq!(window.app().workspace().document().undo_label(), Some("duplicate 3 items"));
    key(&mut window, Modifiers::COMMAND, Key::Z);
    window.click_row("one");
    click(&mut window, "second", Modifiers::COMMAND);
    click(&mut window, "guard", Modifiers::COMMAND);
    key(&mut window, Modifiers::NONE, Key::Delete);
    assert_eq!(window.app().workspace().document().undo_label(), Some("delete 3 items"));
    assert_eq!(names(&window), ["two", "three", "four"]);
    assert!(window.app().workspace().scene().cameras.is_empty());
    key(&mut window, Modifiers::COMMAND, Key::Z);
    // A click on an object reads the answer of the camera, which is then not deleted with it.
    window.click_row("second");
    window.click_row("one");
    assert_eq!(marked(&window, Role::TreeItem), ["second", "one"]);
    key(&mut window, Modifiers::NONE, Key::Delete);
    assert_eq!(window.app().workspace().document().undo_label(), Some("delete one"));
    key(&mut window, Modifiers::COMMAND, Key::Z);
    window.click_row("one");
    click(&mut window, "guard", Modifiers::COMMAND);
    click(&mut window, "second", Modifiers::COMMAND);
    click(&mut window, "guard", Modifiers::COMMAND);
    assert_eq!(marked(&window, Role::TreeItem), ["second", "one"], "taken out again");
    assert!(window.has_text("Is “one” in view of “second”?"));
    click(&mut window, "two", Modifiers::COMMAND);
    assert_eq!(marked(&window, Role::TreeItem), ["second", "one", "two"]);
    window.click_row("one");
    click(&mut window, "guard", Modifiers::COMMAND);
    click(&mut window, "second", Modifiers::SHIFT);
    assert_eq!(marked(&window, Role::TreeItem), ["guard", "second", "one"], "a range of cameras");
    key(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(marked(&window, Role::TreeItem), ["second"]);
}

#[test]
fn the_table_and_the_view_select_and_mark_several() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("one");
    let alone = window.picture("set_alone");
    key(&mut window, Modifiers::COMMAND, Key::A);
    assert_eq!(marked(&window, Role::TreeItem), ["guard", "second", "one", "two", "three", "four"]);
    assert_eq!(window.app().workspace().selected().object(), Some(0), "the active one stays");
    let all = window.picture("set_all");
    assert!(alone.pixels().ne(all.pixels()));
    window.click(Role::Tab, "Verdicts");
    assert_eq!(marked(&window, Role::Row), ["one", "two", "three", "four"]);
    let row = |window: &TestWindow, name: &str| {
        let start = format!("{name},");
        let is_it = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
            node.role() == Role::Row && node.label().is_some_and(|label| label.starts_with(&start))
        };
        window.harness.get_by(is_it).rect().center()
    };
    let place = row(&window, "two");
    window.press(place, PointerButton::Primary);
    assert_eq!(marked(&window, Role::Row), ["two"]);
    let place = row(&window, "four");
    window.press_with(place, PointerButton::Primary, Modifiers::SHIFT);
    assert_eq!(marked(&window, Role::Row), ["two", "three", "four"]);
    let place = row(&window, "three");
    window.press_with(place, PointerButton::Primary, Modifiers::COMMAND);
    assert_eq!(marked(&window, Role::Row), ["two", "four"]);
    window.click_row("two");
    key(&mut window, Modifiers::NONE, Key::F);
    click(&mut window, "one", Modifiers::COMMAND);
    let place = window.view().center();
    window.press_with(place, PointerButton::Primary, Modifiers::SHIFT);
    assert_eq!(marked(&window, Role::Row), ["one"], "a click in the view takes it out of the set");
}

/// Scrolls to a number field and types into it.
fn type_number(window: &mut TestWindow, label: &str, text: &str) {
    window.harness.get_by_role_and_label(Role::SpinButton, label).scroll_to_me();
    window.harness.run();
    window.type_number(label, text);
}

#[test]
fn a_field_changes_all_selected_items_of_its_kind() {
    let text = SCENE.replace(
        "\"cameras\": [ {",
        "\"cameras\": [], \"rays\": [ { \"origin\": [0, 0, 4], \"direction\": [0, 0, -1],",
    );
    let text = text.replace(", \"near\": 0.5, \"far\": 20 }, { \"name\": \"second\", \"position\": [0, 0, 4] }", " }");
    let mut window = TestWindow::on(&text);
    let places = |window: &TestWindow| -> Vec<[f32; 3]> {
        window.app().workspace().scene().objects.iter().map(|object| object.position).collect()
    };
    let before = places(&window);
    window.click_row("one");
    assert!(!window.has_text("a change applies to all of them"));
    click(&mut window, "three", Modifiers::COMMAND);
    click(&mut window, "four", Modifiers::COMMAND);
    assert!(window.has_text("3 objects: a change applies to all of them."));
    let shown = |window: &TestWindow, label: &str| {
        let field = window.harness.get_by_role_and_label(Role::SpinButton, label);
        field.accesskit_node().value().unwrap_or_default()
    };
    assert_eq!(["X", "Y", "Z"].map(|axis| shown(&window, &format!("position {axis}"))), ["X —", "Y —", "Z −4"]);
    window.shot("set_fields");
    // The active item has this height already.
    type_number(&mut window, "position Y", "2");
    let at_2 = vec![[-4.0, 2.0, -4.0], [0.0, 0.0, -4.0], [4.0, 2.0, -4.0], [4.0, 2.0, -4.0]];
    assert_eq!(places(&window), at_2);
    assert_eq!(window.app().workspace().document().undo_label(), Some("position of 3 objects"));
    type_number(&mut window, "position Y", "3");
    assert_eq!(places(&window)[0], [-4.0, 3.0, -4.0]);
    assert_eq!(shown(&window, "position Y"), "Y 3");
    // The sphere that is active has a radius; the box has none.
    type_number(&mut window, "radius", "0.25");
    type_number(&mut window, "angles yaw", "90");
    {
        let objects = &window.app().workspace().scene().objects;
        let shape = |index: usize| format!("{:?}", objects[index].shape);
        assert!(shape(0).contains("0.5") && [2, 3].map(shape).iter().all(|shape| shape.contains("0.25")));
        assert!([0, 2, 3].into_iter().all(|index| objects[index].rotation[1] > 0.7) && objects[1].rotation[1] == 0.0);
    }
    type_number(&mut window, "scale X", "0");
    assert!(window.has_text("scale") && window.app().workspace().document().refusal().is_some(), "refused for all");
    for _ in 0..3 {
        key(&mut window, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(places(&window), at_2, "a field is one step");
    key(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(places(&window), before);
}

#[test]
fn a_choice_and_a_switch_that_differ_are_marked_and_change_all() {
    let text = r#"{ "eyeline": 1, "rays": [
        { "name": "first", "origin": [0, 0, 4], "direction": [0, 0, -1], "kind": "segment" },
        { "name": "second", "origin": [1, 0, 4], "direction": [0, 0, -1], "mask": [3] },
        { "name": "third", "origin": [2, 0, 4], "direction": [0, 0, -1] } ], "objects": [
        { "name": "box", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } } } ] }"#;
    let mut window = TestWindow::on(text);
    window.click_row("second");
    click(&mut window, "first", Modifiers::SHIFT);
    assert!(window.has_text("2 rays: a change applies to all of them."), "{:?}", marked(&window, Role::TreeItem));
    let mask = |window: &TestWindow| {
        let mask = window.harness.get_by_role_and_label(Role::CheckBox, "mask≠");
        mask.scroll_to_me();
        mask.accesskit_node().toggled()
    };
    assert_eq!(mask(&window), Some(Toggled::Mixed));
    window.harness.run();
    window.shot("set_choices");
    window.click(Role::CheckBox, "mask≠");
    let masks: Vec<_> = window.app().workspace().scene().rays.iter().map(|ray| ray.mask.is_some()).collect();
    assert!(masks[0] == masks[1] && !masks[2], "{masks:?}");
    assert_eq!(window.app().workspace().document().undo_label(), Some("mask of 2 rays"));
}
