//! Editing numbers: every answer is updated in the same frame.

use eframe::egui::{Event, Key, Modifiers, PointerButton, pos2, vec2};

use crate::test_window::TestWindow;

#[test]
fn typing_a_near_plane_changes_the_verdict() {
    let mut window = TestWindow::new();
    assert_eq!(window.row("crate"), "crate, inside");
    assert_eq!(window.row("ball"), "ball, outside");
    window.type_number("near", "4");
    assert_eq!(window.app().workspace().scene().cameras[0].near, 4.0);
    assert_eq!(window.row("crate"), "crate, intersect");
    window.type_number("near", "5");
    assert_eq!(window.row("crate"), "crate, outside");
}

#[test]
fn dragging_a_near_plane_changes_the_verdict_in_the_same_frame_and_is_one_step() {
    let mut window = TestWindow::new();
    window.type_number("near", "3");
    let place = window.field("near").center();
    let button = |pressed, pos| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.harness.hover_at(place);
    window.harness.step();
    window.harness.event(button(true, place));
    window.harness.step();
    let mut seen = vec![window.row("crate")];
    for i in 1..=40 {
        window.harness.hover_at(place + vec2(4.0 * i as f32, 0.0));
        window.harness.step();
        let near = window.app().workspace().scene().cameras[0].near;
        let expected = match near {
            near if near <= 3.5 => "crate, inside",
            near if near <= 4.5 => "crate, intersect",
            _ => "crate, outside",
        };
        assert_eq!(window.row("crate"), expected, "near {near}");
        seen.push(window.row("crate"));
    }
    window.harness.event(button(false, place + vec2(160.0, 0.0)));
    window.harness.run();
    assert!(seen.contains(&"crate, intersect".to_owned()), "{seen:?}");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert_eq!(window.app().workspace().scene().cameras[0].near, 3.0);
    assert_eq!(window.row("crate"), "crate, inside");
}

#[test]
fn an_invalid_value_is_refused_beside_its_field() {
    let mut window = TestWindow::new();
    window.type_number("near", "25");
    assert_eq!(window.app().workspace().scene().cameras[0].near, 0.5);
    assert!(window.has_text("must be above “near”"));
    window.shot("refused");
    window.type_number("near", "2");
    assert_eq!(window.app().workspace().scene().cameras[0].near, 2.0);
    assert!(!window.has_text("must be above “near”"));
}

#[test]
fn undo_and_redo_by_keys() {
    let mut window = TestWindow::new();
    window.type_number("near", "4");
    window.type_number("far", "9");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    let camera = window.app().workspace().scene().cameras[0].clone();
    assert_eq!((camera.near, camera.far), (0.5, 20.0));
    assert_eq!(window.row("crate"), "crate, inside");
    window.harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    window.harness.run();
    assert_eq!(window.app().workspace().scene().cameras[0].near, 4.0);
    assert_eq!(window.row("crate"), "crate, intersect");
}

#[test]
fn a_ray_and_an_object_can_be_moved() {
    let mut window = TestWindow::new();
    window.click_row("aim");
    assert_eq!(window.row("crate"), "crate, t = 6.5");
    assert_eq!(window.row("ball"), "ball, behind");
    window.type_number("direction Z", "-2");
    assert_eq!(window.row("crate"), "crate, t = 3.25");
    window.click_row("crate");
    window.type_number("position X", "3");
    assert_eq!(window.row("crate"), "crate, misses");
}

#[test]
fn the_time_bar_moves_the_world() {
    let moving = r#"{ "eyeline": 1, "tick_rate": 10, "cameras": [{ "name": "guard" }],
        "objects": [{ "name": "cart", "shape": { "sphere": { "radius": 0.5 } },
            "path": { "points": [[0, 0, -5], [60, 0, -5]] } }] }"#;
    let mut window = TestWindow::on(moving);
    assert_eq!(window.row("cart"), "cart, inside");
    window.type_number("Tick", "500");
    assert_eq!(window.app().workspace().tick(), 500);
    assert_eq!(window.row("cart"), "cart, outside");
    let bar = window.harness.ctx.content_rect();
    window.press(pos2(bar.center().x, bar.center().y - 100.0), PointerButton::Primary);
    window.harness.key_press(Key::Space);
    for _ in 0..4 {
        window.harness.step();
    }
    assert!(window.app().workspace().tick() > 500, "{}", window.app().workspace().tick());
}
