//! Every kind of field: names, attachment, paths, and where a ray leads.

use eframe::egui::{Event, Key, Modifiers, PointerButton, accesskit::Role};
use egui_kittest::kittest::Queryable;
use eyeline::scene::Scene;

use crate::desk::Desk;

const SCENE: &str = r#"{ "eyeline": 1, "title": "Fields", "select": ["aim", "crate"],
    "cameras": [ { "name": "guard", "position": [0, 1, 0], "attach": "cart" } ],
    "rays": [ { "name": "aim", "origin": [0, 0, 3], "direction": [0, 0, -1] } ],
    "objects": [
        { "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [0, 0, -4] },
        { "name": "cart", "shape": { "sphere": { "radius": 0.5 } }, "path": { "points": [[2, 0, 0], [4, 0, 0]] } },
        { "name": "high ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [1, 5, 3] } ] }"#;

fn scene(desk: &Desk) -> &Scene {
    desk.app().session().scene()
}

fn key(desk: &mut Desk, modifiers: Modifiers, key: Key) {
    desk.harness.key_press_modifiers(modifiers, key);
    desk.harness.run();
}

/// Types over the text of a field and presses Enter. The panel is scrolled to the field first.
fn type_text(desk: &mut Desk, label: &str, text: &str) {
    desk.harness.get_by_role_and_label(Role::TextInput, label).scroll_to_me();
    desk.harness.run();
    let place = desk.harness.get_by_role_and_label(Role::TextInput, label).rect().center();
    desk.press(place, PointerButton::Primary);
    key(desk, Modifiers::COMMAND, Key::A);
    desk.harness.event(Event::Text(text.to_owned()));
    desk.harness.run();
    key(desk, Modifiers::NONE, Key::Enter);
}

#[test]
fn a_name_is_changed_and_a_taken_one_refused() {
    let mut desk = Desk::on(SCENE);
    desk.click_row("guard");
    desk.click_row("cart");
    let fields = desk.harness.query_all_by_role_and_label(Role::TextInput, "name").count();
    assert_eq!(fields, 2, "of the object and of the camera");
    let first = |desk: &Desk| desk.harness.query_all_by_role_and_label(Role::TextInput, "name").next().unwrap().rect();
    for (typed, name) in [("wagon", "wagon"), ("guard", "wagon"), ("  ", "wagon"), (" carriage ", "carriage")] {
        let place = first(&desk).center();
        desk.press(place, PointerButton::Primary);
        key(&mut desk, Modifiers::COMMAND, Key::A);
        desk.harness.event(Event::Text(typed.to_owned()));
        desk.harness.run();
        key(&mut desk, Modifiers::NONE, Key::Enter);
        assert_eq!(scene(&desk).objects[1].name, name, "after “{typed}”");
        assert_eq!(scene(&desk).cameras[0].attach.as_deref(), Some(name));
        assert_eq!(desk.has_text("the name “guard” is taken"), typed == "guard");
        assert_eq!(desk.has_text("a name must not be empty"), typed == "  ");
        if typed == "guard" {
            desk.shot("name_refused");
        }
    }
    key(&mut desk, Modifiers::COMMAND, Key::Z);
    assert_eq!(scene(&desk).objects[1].name, "wagon");
}

#[test]
fn a_camera_is_attached_by_searching() {
    let mut desk = Desk::on(SCENE);
    desk.click_row("guard");
    desk.harness.key_press(Key::Escape);
    let free = desk.harness.get_by_role_and_label(Role::ComboBox, "attached to");
    free.scroll_to_me();
    desk.harness.run();
    desk.click(Role::ComboBox, "attached to");
    desk.harness.event(Event::Text("HIGH".to_owned()));
    desk.harness.run();
    desk.shot("attach_search");
    desk.click(Role::Button, "high ball");
    assert_eq!(scene(&desk).cameras[0].attach.as_deref(), Some("high ball"));
    desk.click(Role::ComboBox, "attached to");
    desk.click(Role::Button, "nothing");
    assert_eq!(scene(&desk).cameras[0].attach, None);
    key(&mut desk, Modifiers::COMMAND, Key::Z);
    key(&mut desk, Modifiers::COMMAND, Key::Z);
    assert_eq!(scene(&desk).cameras[0].attach.as_deref(), Some("cart"));
}

#[test]
fn a_ray_leads_to_a_point_and_to_an_object() {
    let mut desk = Desk::on(SCENE);
    desk.click_row("aim");
    let combo = desk.harness.get_by_role_and_label(Role::ComboBox, "aimed");
    combo.scroll_to_me();
    desk.harness.run();
    desk.click(Role::ComboBox, "aimed");
    desk.click(Role::Button, "by a target point");
    assert!(!desk.app().session().is_dirty(), "how it is shown is no change");
    desk.type_number("target Z", "-5");
    assert_eq!(scene(&desk).rays[0].direction, [0.0, 0.0, -8.0]);
    // The target stays when the origin moves.
    desk.type_number("origin Z", "5");
    assert_eq!(scene(&desk).rays[0].direction, [0.0, 0.0, -10.0]);
    // A target at the origin is no direction.
    desk.type_number("target Z", "5");
    assert_eq!(scene(&desk).rays[0].direction, [0.0, 0.0, -10.0]);
    assert!(desk.has_text("“direction” must not be zero"));
    desk.shot("target_refused");
    desk.type_number("target Z", "-5");
    desk.type_number("target Z", "-6");
    assert!(!desk.has_text("“direction” must not be zero"));

    desk.click(Role::ComboBox, "aim at");
    desk.shot("aim_at");
    desk.click(Role::Button, "high ball");
    assert_eq!(scene(&desk).rays[0].direction, [1.0, 5.0, -2.0]);
    assert!(desk.row("high ball").starts_with("high ball, t = "), "{}", desk.row("high ball"));
    key(&mut desk, Modifiers::COMMAND, Key::Z);
    assert_eq!(scene(&desk).rays[0].direction, [0.0, 0.0, -11.0]);
}

#[test]
fn a_path_is_a_table_of_points() {
    let mut desk = Desk::on(SCENE);
    desk.click_row("cart");
    let points = |desk: &Desk| scene(desk).objects[1].path.as_ref().unwrap().points.clone();
    desk.harness.get_by_role_and_label(Role::Button, "Add point").scroll_to_me();
    desk.harness.run();
    desk.click(Role::Button, "Add point");
    assert_eq!(points(&desk), [[2.0, 0.0, 0.0], [4.0, 0.0, 0.0], [6.0, 0.0, 0.0]]);
    desk.type_number("point 3 Y", "1.5");
    desk.shot("path");
    desk.click(Role::Button, "Move point 3 up");
    assert_eq!(points(&desk), [[2.0, 0.0, 0.0], [6.0, 1.5, 0.0], [4.0, 0.0, 0.0]]);
    desk.click(Role::Button, "Remove point 1");
    assert_eq!(points(&desk), [[6.0, 1.5, 0.0], [4.0, 0.0, 0.0]]);
    assert_eq!(desk.app().session().world().objects[1].aabb.centre().to_array(), [6.0, 1.5, 0.0]);
    key(&mut desk, Modifiers::COMMAND, Key::Z);
    assert_eq!(points(&desk).len(), 3);
    desk.type_number("speed", "-1");
    assert_eq!(scene(&desk).objects[1].path.as_ref().unwrap().speed, 1.0);
    assert!(desk.has_text("“speed” must not be negative"));
    // Off, it stands at its first point.
    desk.click(Role::CheckBox, "path");
    assert_eq!(scene(&desk).objects[1].path, None);
    assert_eq!(scene(&desk).objects[1].position, [2.0, 0.0, 0.0]);
}

#[test]
fn long_paths_scroll() {
    let points = (0..500).map(|i| format!("[{i}, 0, 0]")).collect::<Vec<_>>().join(", ");
    let mut desk = Desk::on(&format!(
        r#"{{ "eyeline": 1, "select": ["o"], "objects": [{{ "name": "o", "shape": {{ "sphere": {{ "radius": 1 }} }},
            "path": {{ "points": [{points}] }} }}] }}"#
    ));
    desk.harness.run();
    let shown = desk.harness.query_all_by_label_contains("Remove point").count();
    assert!((5..20).contains(&shown), "{shown}");
    desk.type_number("point 2 Z", "7");
    assert_eq!(scene(&desk).objects[0].path.as_ref().unwrap().points[1], [1.0, 0.0, 7.0]);
    desk.shot("long_path");
}

#[test]
fn all_of_it_is_saved_and_opens_as_it_was() {
    let mut desk = Desk::on(SCENE);
    desk.click_row("crate");
    let switch = desk.harness.get_by_role_and_label(Role::CheckBox, "path");
    switch.scroll_to_me();
    desk.harness.run();
    desk.click(Role::CheckBox, "path");
    desk.type_number("point 2 X", "3.25");
    type_text(&mut desk, "layers", "2, 5");
    desk.click_row("high ball");
    desk.type_number("radius", "0.75");
    key(&mut desk, Modifiers::COMMAND, Key::S);
    assert!(!desk.app().session().is_dirty());
    let saved = eyeline::files::open(&desk.path("desk.json")).unwrap().scene;
    assert_eq!(saved, *scene(&desk));
    assert_eq!(saved.objects[0].layers, [2, 5]);
    assert_eq!(saved.objects[0].path.as_ref().unwrap().points[1], [3.25, 0.0, -4.0]);
}
