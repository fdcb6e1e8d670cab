//! The projections of a camera in the inspector: kinds, borders, no far plane, and 16 numbers that are pasted.

use eframe::egui::{Event, Key, Modifiers, PointerButton, accesskit::Role};
use egui_kittest::kittest::Queryable;
use eyeline::scene::{Camera, Projection};

use crate::test_window::TestWindow;

const SCENE: &str = r#"{ "eyeline": 1, "cameras": [ { "name": "eye", "near": 0.5 } ],
    "objects": [ { "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [1, 0, -5] } ] }"#;

fn camera(window: &TestWindow) -> Camera {
    window.app().workspace().scene().cameras[0].clone()
}

fn choose(window: &mut TestWindow, kind: &str) {
    window.click(Role::ComboBox, "projection");
    window.click(Role::Button, kind);
}

/// Pastes a text into the field for 16 numbers, and leaves the field.
fn paste(window: &mut TestWindow, text: &str) {
    let field = |window: &TestWindow| {
        let field = window.harness.get_by_role_and_label(Role::MultilineTextInput, "16 numbers");
        field.scroll_to_me();
        field.rect().center()
    };
    field(window);
    window.harness.run();
    let place = field(window);
    window.press(place, PointerButton::Primary);
    window.harness.event(Event::Paste(text.to_owned()));
    window.harness.run();
    let outside = window.view().center();
    window.press(outside, PointerButton::Primary);
    window.harness.run();
}

#[test]
fn sixteen_numbers_are_pasted_in_either_order() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("eye");
    choose(&mut window, "matrix");
    assert!(matches!(camera(&window).projection, Projection::Matrix(_)));
    let columns = [0.8, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.6, 0.0, -1.004, -1.0, 0.0, 0.0, -0.2004, 0.0];
    let in_rows = "0.8, 0, 0.6, 0,\n0, 1, 0, 0,\n0, 0, -1.004, -0.2004,\n0, 0, -1, 0";
    paste(&mut window, in_rows);
    assert_eq!(camera(&window).projection, Projection::Matrix(columns));
    assert!(window.has_text("Read row by row: the 15th number is −1"));
    window.shot("matrix_pasted");
    window.click_row("eye");
    paste(&mut window, "glm::mat4(2.f, 0, 0, 0, 0, 2.f, 0, 0, 0, 0, -1.f, -1.f, 0, 0, -0.2f, 0)");
    let expected = [2.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, -1.0, -1.0, 0.0, 0.0, -0.2, 0.0];
    assert_eq!(camera(&window).projection, Projection::Matrix(expected));
    assert!(window.has_text("Read column by column: the 12th number is −1"));
    window.click_row("eye");
    paste(&mut window, "1 2 3");
    assert!(window.has_text("These are 3 numbers. A matrix has 16."));
    assert_eq!(camera(&window).projection, Projection::Matrix(expected), "the matrix stays");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert_eq!(camera(&window).projection, Projection::Matrix(columns));
}

#[test]
fn a_camera_has_no_far_plane_when_its_distance_is_infinite_or_nothing() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("eye");
    for typed in ["∞", ""] {
        window.type_number("far", "70");
        assert_eq!(camera(&window).far, 70.0);
        let place = window.field("far").center();
        window.press(place, PointerButton::Primary);
        window.harness.run();
        for (modifiers, key) in [(Modifiers::COMMAND, Key::A), (Modifiers::NONE, Key::Backspace)] {
            window.harness.key_press_modifiers(modifiers, key);
            window.harness.run();
        }
        window.harness.event(Event::Text(typed.to_owned()));
        window.harness.run();
        window.harness.key_press(Key::Enter);
        window.harness.run();
        assert!(camera(&window).far.is_infinite(), "“{typed}”");
    }
    choose(&mut window, "perspective, off centre");
    let Projection::Frustum { left, right, .. } = camera(&window).projection else { panic!("{:?}", camera(&window)) };
    assert!((left + right).abs() < 1e-6 && right > 0.0, "{left} {right}");
    window.type_number("right", "0.9");
    assert!(matches!(camera(&window).projection, Projection::Frustum { right, .. } if (right - 0.9).abs() < 1e-6));
    window.shot("no_far_plane");
    choose(&mut window, "orthographic, off centre");
    let far = camera(&window).far;
    assert!(far.is_finite(), "an orthographic camera has a far plane");
    window.type_number("far", "∞");
    assert_eq!(camera(&window).far, far);
}
