//! A slow picture of the 3D view is drawn as a draft while it moves, and whole when it rests.

use std::time::Duration;

use eframe::egui::{Event, Modifiers, PointerButton, vec2};
use image::RgbaImage;

use crate::test_window::TestWindow;

const SCENE: &str = r#"{ "eyeline": 1, "view": { "eye": [3, 2, 10], "target": [0, 0, 0] },
    "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } } }] }"#;

/// The window while a drag turns the view, when the pointer rests, and after the button is released. A picture that takes more than
/// `most` is followed by drafts.
fn turned(most: Option<Duration>) -> [RgbaImage; 3] {
    let mut window = TestWindow::on(SCENE);
    window.most_time_of_picture.set(most);
    let start = window.view().center() + vec2(90.0, 60.0);
    let button =
        |pos, pressed| Event::PointerButton { pos, button: PointerButton::Middle, pressed, modifiers: Modifiers::NONE };
    window.harness.event(Event::PointerMoved(start));
    window.harness.event(button(start, true));
    window.harness.step();
    for i in 1..=6 {
        window.harness.event(Event::PointerMoved(start + vec2(8.0 * i as f32, 0.0)));
        window.harness.step();
    }
    let moving = window.picture("draft_moving");
    window.harness.run_steps(30);
    let resting = window.picture("draft_resting");
    window.harness.event(button(start + vec2(48.0, 0.0), false));
    window.harness.run();
    [moving, resting, window.picture("draft_released")]
}

#[test]
fn a_slow_movement_is_drawn_as_a_draft_and_its_end_is_whole() {
    let whole = turned(None);
    let fast = turned(Some(Duration::from_secs(1000)));
    assert!(fast == whole, "a fast picture is always whole");
    let slow = turned(Some(Duration::ZERO));
    assert!(slow[0] != whole[0], "the picture is no draft while it moves");
    assert!(slow[1..] == whole[1..], "the picture is not whole after the movement");
}
