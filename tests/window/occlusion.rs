//! The panel of occlusion queries: the three methods side by side, live while something moves.

use eframe::egui::{Event, Modifiers, PointerButton, accesskit::Role, vec2};

use crate::test_window::TestWindow;

/// A ball beside a crate.
const SCENE: &str = r#"{ "eyeline": 1, "title": "Touch",
    "view": { "eye": [3, 2, 6], "target": [0, 0, 0] }, "select": ["ball"],
    "objects": [ { "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } } },
        { "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [2, 0, 0] } ],
    "occlusion": [ { "name": "touch", "a": "crate", "b": "ball" } ] }"#;

#[test]
fn the_methods_are_side_by_side_and_the_draws_are_counted() {
    let window = TestWindow::on(SCENE);
    for text in
        ["crate + ball", "true negative", "1 m apart", "20 draw calls and 10 queries in one batch; results after"]
    {
        assert!(window.has_text(text), "{text}");
    }
    // The volumes of three cameras, and nothing that collides.
    assert_eq!(window.app().session().occlusion_marks().len(), 3);
    let colliding = TestWindow::on(&SCENE.replace("[2, 0, 0]", "[0.8, 0, 0]"));
    assert_eq!(colliding.app().session().occlusion_marks().len(), 5, "three volumes, two bodies");
}

#[test]
fn a_closed_panel_marks_nothing() {
    let mut window = TestWindow::on(SCENE);
    window.click(Role::Tab, "Explain");
    window.harness.run();
    assert_eq!(window.app().session().occlusion_marks(), []);
}

#[test]
fn the_verdict_follows_while_an_object_is_dragged() {
    let mut window = TestWindow::on(SCENE);
    let place = window.field("position X").center();
    let button = |pressed, pos| {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        Event::PointerButton { pos, button, pressed, modifiers }
    };
    window.harness.hover_at(place);
    window.harness.step();
    window.harness.event(button(true, place));
    window.harness.step();
    assert!(!window.has_text("they touch"));
    let mut touched = false;
    for i in 1..=60 {
        window.harness.hover_at(place - vec2(4.0 * i as f32, 0.0));
        // The results come some frames later.
        for _ in 0..4 {
            window.harness.step();
        }
        let x = window.app().session().scene().objects[1].position[0];
        assert_eq!(window.has_text("they touch"), x.abs() <= 1.0, "x = {x}");
        assert!(!window.has_text("false"), "two convex bodies are answered right: x = {x}");
        touched |= window.has_text("true positive");
    }
    window.harness.event(button(false, place));
    assert!(touched, "it was dragged through the crate");
}

#[test]
fn a_scene_without_queries_has_no_such_tab() {
    assert!(!TestWindow::new().has_tab("Occlusion"));
    assert!(TestWindow::on(SCENE).has_tab("Occlusion"));
}
