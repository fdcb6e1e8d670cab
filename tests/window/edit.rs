//! Numbers are changed, and every answer follows in the same frame.

use eframe::egui::{Event, Key, Modifiers, PointerButton, pos2, vec2};

use crate::desk::Desk;

#[test]
fn typing_a_near_plane_changes_the_verdict() {
    let mut desk = Desk::new();
    assert_eq!(desk.row("crate"), "crate, inside");
    assert_eq!(desk.row("ball"), "ball, outside");
    desk.type_number("near", "4");
    assert_eq!(desk.app().session().scene().cameras[0].near, 4.0);
    assert_eq!(desk.row("crate"), "crate, intersect");
    desk.type_number("near", "5");
    assert_eq!(desk.row("crate"), "crate, outside");
}

#[test]
fn dragging_a_near_plane_changes_the_verdict_in_the_same_frame_and_is_one_step() {
    let mut desk = Desk::new();
    desk.type_number("near", "3");
    let place = desk.field("near").center();
    let button = |pressed, pos| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    desk.harness.hover_at(place);
    desk.harness.step();
    desk.harness.event(button(true, place));
    desk.harness.step();
    let mut seen = vec![desk.row("crate")];
    for i in 1..=40 {
        desk.harness.hover_at(place + vec2(4.0 * i as f32, 0.0));
        desk.harness.step();
        let near = desk.app().session().scene().cameras[0].near;
        let expected = match near {
            near if near <= 3.5 => "crate, inside",
            near if near <= 4.5 => "crate, intersect",
            _ => "crate, outside",
        };
        assert_eq!(desk.row("crate"), expected, "near {near}");
        seen.push(desk.row("crate"));
    }
    desk.harness.event(button(false, place + vec2(160.0, 0.0)));
    desk.harness.run();
    assert!(seen.contains(&"crate, intersect".to_owned()), "{seen:?}");
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    desk.harness.run();
    assert_eq!(desk.app().session().scene().cameras[0].near, 3.0);
    assert_eq!(desk.row("crate"), "crate, inside");
}

#[test]
fn a_value_that_cannot_be_is_refused_beside_its_field() {
    let mut desk = Desk::new();
    desk.type_number("near", "25");
    assert_eq!(desk.app().session().scene().cameras[0].near, 0.5);
    assert!(desk.has_text("must be above “near”"));
    desk.shot("refused");
    desk.type_number("near", "2");
    assert_eq!(desk.app().session().scene().cameras[0].near, 2.0);
    assert!(!desk.has_text("must be above “near”"));
}

#[test]
fn undo_and_redo_by_keys() {
    let mut desk = Desk::new();
    desk.type_number("near", "4");
    desk.type_number("far", "9");
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    desk.harness.run();
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    desk.harness.run();
    let camera = desk.app().session().scene().cameras[0].clone();
    assert_eq!((camera.near, camera.far), (0.5, 20.0));
    assert_eq!(desk.row("crate"), "crate, inside");
    desk.harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    desk.harness.run();
    assert_eq!(desk.app().session().scene().cameras[0].near, 4.0);
    assert_eq!(desk.row("crate"), "crate, intersect");
}

#[test]
fn a_ray_and_an_object_can_be_moved() {
    let mut desk = Desk::new();
    desk.click_row("aim");
    assert_eq!(desk.row("crate"), "crate, t = 6.5");
    assert_eq!(desk.row("ball"), "ball, behind");
    desk.type_number("direction Z", "-2");
    assert_eq!(desk.row("crate"), "crate, t = 3.25");
    desk.click_row("crate");
    desk.type_number("position X", "3");
    assert_eq!(desk.row("crate"), "crate, misses");
}

#[test]
fn the_time_bar_moves_the_world() {
    let moving = r#"{ "eyeline": 1, "tick_rate": 10, "cameras": [{ "name": "guard" }],
        "objects": [{ "name": "cart", "shape": { "sphere": { "radius": 0.5 } },
            "path": { "points": [[0, 0, -5], [60, 0, -5]] } }] }"#;
    let mut desk = Desk::on(moving);
    assert_eq!(desk.row("cart"), "cart, inside");
    desk.type_number("Tick", "500");
    assert_eq!(desk.app().session().tick(), 500);
    assert_eq!(desk.row("cart"), "cart, outside");
    let bar = desk.harness.ctx.content_rect();
    desk.press(pos2(bar.center().x, bar.center().y - 100.0), PointerButton::Primary);
    desk.harness.key_press(Key::Space);
    for _ in 0..4 {
        desk.harness.step();
    }
    assert!(desk.app().session().tick() > 500, "{}", desk.app().session().tick());
}
