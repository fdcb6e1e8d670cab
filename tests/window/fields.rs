//! Every kind of field: names, attachment, paths, and the target of a ray.

use eframe::egui::{Event, Key, Modifiers, PointerButton, accesskit::Role};
use egui_kittest::kittest::{NodeT, Queryable};
use eyeline::scene::Scene;

use crate::test_window::TestWindow;

const SCENE: &str = r#"{ "eyeline": 1, "title": "Fields", "select": ["aim", "crate"],
    "cameras": [ { "name": "guard", "position": [0, 1, 0], "attach": "cart" } ],
    "rays": [ { "name": "aim", "origin": [0, 0, 3], "direction": [0, 0, -1] } ],
    "objects": [
        { "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [0, 0, -4] },
        { "name": "cart", "shape": { "sphere": { "radius": 0.5 } }, "path": { "points": [[2, 0, 0], [4, 0, 0]] } },
        { "name": "high ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [1, 5, 3] } ] }"#;

fn scene(window: &TestWindow) -> &Scene {
    window.app().workspace().scene()
}

fn key(window: &mut TestWindow, modifiers: Modifiers, key: Key) {
    window.harness.key_press_modifiers(modifiers, key);
    window.harness.run();
}

/// Replaces the text of a field and presses Enter. The panel is scrolled to the field first.
fn type_text(window: &mut TestWindow, label: &str, text: &str) {
    window.harness.get_by_role_and_label(Role::TextInput, label).scroll_to_me();
    window.harness.run();
    let place = window.harness.get_by_role_and_label(Role::TextInput, label).rect().center();
    window.press(place, PointerButton::Primary);
    key(window, Modifiers::COMMAND, Key::A);
    window.harness.event(Event::Text(text.to_owned()));
    window.harness.run();
    key(window, Modifiers::NONE, Key::Enter);
}

#[test]
fn a_name_is_changed_and_a_used_one_refused() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("guard");
    window.click_row("cart");
    let fields = window.harness.query_all_by_role_and_label(Role::TextInput, "name").count();
    assert_eq!(fields, 2, "of the object and of the camera");
    let first = |window: &TestWindow| {
        window.harness.query_all_by_role_and_label(Role::TextInput, "name").next().unwrap().rect()
    };
    for (typed, name) in [("wagon", "wagon"), ("guard", "wagon"), ("  ", "wagon"), (" carriage ", "carriage")] {
        let place = first(&window).center();
        window.press(place, PointerButton::Primary);
        key(&mut window, Modifiers::COMMAND, Key::A);
        window.harness.event(Event::Text(typed.to_owned()));
        window.harness.run();
        key(&mut window, Modifiers::NONE, Key::Enter);
        assert_eq!(scene(&window).objects[1].name, name, "after “{typed}”");
        assert_eq!(scene(&window).cameras[0].attach.as_deref(), Some(name));
        assert_eq!(window.has_text("the name “guard” is taken"), typed == "guard");
        assert_eq!(window.has_text("a name must not be empty"), typed == "  ");
        if typed == "guard" {
            window.shot("name_refused");
        }
    }
    key(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(scene(&window).objects[1].name, "wagon");
}

#[test]
fn a_camera_is_attached_by_searching() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("guard");
    window.harness.key_press(Key::Escape);
    let free = window.harness.get_by_role_and_label(Role::ComboBox, "attached to");
    free.scroll_to_me();
    window.harness.run();
    window.click(Role::ComboBox, "attached to");
    window.harness.event(Event::Text("HIGH".to_owned()));
    window.harness.run();
    window.shot("attach_search");
    window.click(Role::Button, "high ball");
    assert_eq!(scene(&window).cameras[0].attach.as_deref(), Some("high ball"));
    window.click(Role::ComboBox, "attached to");
    window.click(Role::Button, "nothing");
    assert_eq!(scene(&window).cameras[0].attach, None);
    key(&mut window, Modifiers::COMMAND, Key::Z);
    key(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(scene(&window).cameras[0].attach.as_deref(), Some("cart"));
}

#[test]
fn a_ray_is_aimed_at_a_point_and_at_an_object() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("aim");
    let combo = window.harness.get_by_role_and_label(Role::ComboBox, "aimed");
    combo.scroll_to_me();
    window.harness.run();
    window.click(Role::ComboBox, "aimed");
    window.click(Role::Button, "by a target point");
    assert!(!window.app().workspace().is_dirty(), "how it is shown is no change");
    window.type_number("target Z", "-5");
    assert_eq!(scene(&window).rays[0].direction, [0.0, 0.0, -8.0]);
    // The target stays when the origin moves.
    window.type_number("origin Z", "5");
    assert_eq!(scene(&window).rays[0].direction, [0.0, 0.0, -10.0]);
    // A target at the origin gives no direction.
    window.type_number("target Z", "5");
    assert_eq!(scene(&window).rays[0].direction, [0.0, 0.0, -10.0]);
    assert!(window.has_text("“direction” must not be zero"));
    window.shot("target_refused");
    window.type_number("target Z", "-5");
    window.type_number("target Z", "-6");
    assert!(!window.has_text("“direction” must not be zero"));

    window.click(Role::ComboBox, "aim at");
    window.shot("aim_at");
    window.click(Role::Button, "high ball");
    assert_eq!(scene(&window).rays[0].direction, [1.0, 5.0, -2.0]);
    assert!(window.row("high ball").starts_with("high ball, t = "), "{}", window.row("high ball"));
    key(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(scene(&window).rays[0].direction, [0.0, 0.0, -11.0]);
}

#[test]
fn a_path_is_a_table_of_points() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("cart");
    let points = |window: &TestWindow| scene(window).objects[1].path.as_ref().unwrap().points.clone();
    window.harness.get_by_role_and_label(Role::Button, "Add point").scroll_to_me();
    window.harness.run();
    window.click(Role::Button, "Add point");
    assert_eq!(points(&window), [[2.0, 0.0, 0.0], [4.0, 0.0, 0.0], [6.0, 0.0, 0.0]]);
    window.type_number("point 3 Y", "1.5");
    window.shot("path");
    window.click(Role::Button, "Move point 3 up");
    assert_eq!(points(&window), [[2.0, 0.0, 0.0], [6.0, 1.5, 0.0], [4.0, 0.0, 0.0]]);
    window.click(Role::Button, "Remove point 1");
    assert_eq!(points(&window), [[6.0, 1.5, 0.0], [4.0, 0.0, 0.0]]);
    assert_eq!(window.app().workspace().world().objects[1].aabb.centre().to_array(), [6.0, 1.5, 0.0]);
    key(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(points(&window).len(), 3);
    window.type_number("speed", "-1");
    assert_eq!(scene(&window).objects[1].path.as_ref().unwrap().speed, 1.0);
    assert!(window.has_text("“speed” must not be negative"));
    // Without the path, the object is at the first point.
    window.click(Role::CheckBox, "path");
    assert_eq!(scene(&window).objects[1].path, None);
    assert_eq!(scene(&window).objects[1].position, [2.0, 0.0, 0.0]);
}

#[test]
fn long_paths_scroll() {
    let points = (0..500).map(|i| format!("[{i}, 0, 0]")).collect::<Vec<_>>().join(", ");
    let mut window = TestWindow::on(&format!(
        r#"{{ "eyeline": 1, "select": ["o"], "objects": [{{ "name": "o", "shape": {{ "sphere": {{ "radius": 1 }} }},
            "path": {{ "points": [{points}] }} }}] }}"#
    ));
    window.harness.run();
    let shown = window.harness.query_all_by_label_contains("Remove point").count();
    assert!((5..20).contains(&shown), "{shown}");
    window.type_number("point 2 Z", "7");
    assert_eq!(scene(&window).objects[0].path.as_ref().unwrap().points[1], [1.0, 0.0, 7.0]);
    window.shot("long_path");
}

#[test]
fn all_edits_are_saved_and_read_again() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("crate");
    let switch = window.harness.get_by_role_and_label(Role::CheckBox, "path");
    switch.scroll_to_me();
    window.harness.run();
    window.click(Role::CheckBox, "path");
    window.type_number("point 2 X", "3.25");
    type_text(&mut window, "layers", "2, 5");
    window.click_row("high ball");
    window.type_number("radius", "0.75");
    key(&mut window, Modifiers::COMMAND, Key::S);
    assert!(!window.app().workspace().is_dirty());
    let saved = eyeline::files::open(&window.path("desk.json")).unwrap().scene;
    assert_eq!(saved, *scene(&window));
    assert_eq!(saved.objects[0].layers, [2, 5]);
    assert_eq!(saved.objects[0].path.as_ref().unwrap().points[1], [3.25, 0.0, -4.0]);
}

/// The letter before a number is left out where it does not fit, so its place is what can be tested.
#[test]
fn the_letter_of_an_angle_fits_into_its_field() {
    use eframe::egui::{Color32, FontId, vec2};
    let text = r#"{ "eyeline": 1, "cameras": [ { "name": "eye", "euler": [-12.5, 170.25, 8] } ] }"#;
    for size in [vec2(1440.0, 900.0), vec2(1024.0, 640.0)] {
        let mut window = TestWindow::on(text);
        window.harness.set_size(size);
        window.click_row("eye");
        window.harness.run();
        let width = |text: &str| {
            let ctx = &window.harness.ctx;
            ctx.fonts_mut(|fonts| {
                fonts.layout_no_wrap(text.to_owned(), FontId::proportional(11.5), Color32::WHITE).size().x
            })
        };
        for letter in ["pitch", "yaw", "roll"] {
            let field = window.field(&format!("angles {letter}"));
            // A number has 20 points at least; it is shown with fewer digits there.
            let room = width(&format!("{letter} ")) + 20.0;
            assert!(field.width() >= room, "{letter}: {} of {room} at {size}", field.width());
        }
    }
}

/// A text that is no number stays in its field, with the reason, until the field has a number.
#[test]
fn a_text_that_is_no_number_stays_and_has_its_reason() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("cart");
    window.click_row("crate");
    let value = |window: &TestWindow| scene(window).objects[0].position[0].to_bits();
    let shown = |window: &TestWindow, label: &str| {
        window.harness.query_all_by_label(label).find_map(|node| node.accesskit_node().value())
    };
    let before = value(&window);
    for (typed, reason) in [
        ("2*3,5", "“2*3,5” is no number: the field takes one number, such as 2.5, and calculates nothing."),
        ("3,5", "“3,5” is no number: write the decimal point as a point, 3.5."),
        ("3 km", "“km” is no unit of this field; it takes m, cm, mm."),
        ("1e999", "“1e999” is beyond the range of 32-bit numbers"),
    ] {
        window.type_number("position X", typed);
        assert_eq!(value(&window), before, "{typed}");
        assert!(window.has_text(reason), "{typed}");
        assert_eq!(shown(&window, "position X"), Some(format!("X {typed}")), "it is still in the field");
    }
    window.type_number("position X", "2*3,5");
    window.shot("number_refused");
    window.type_number("position X", "2.5");
    assert_eq!(scene(&window).objects[0].position[0].to_bits(), 2.5_f32.to_bits());
    assert!(!window.has_text("calculates nothing"), "the reason is gone");
    // Another item with the same value does not have the text.
    window.type_number("position Y", "x");
    assert!(window.has_text("“x” is no number"));
    window.click_row("high ball");
    assert!(!window.has_text("“x” is no number"));
}
