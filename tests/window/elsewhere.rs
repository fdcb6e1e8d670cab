//! Panels work at every place in the window: answers are updated at once, and the pointer acts on the panel below it.

use eframe::egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, accesskit::Role, pos2, vec2};
use egui_kittest::kittest::Queryable;

use crate::select::in_view;
use crate::test_window::TestWindow;

/// A bar that no plane rejects although it is outside, 100 m away at first.
const BAR: &str = r#"{ "eyeline": 1, "select": ["camera", "bar"], "about": "A bar.",
    "cameras": [{ "name": "camera", "position": [0, 1, 0], "near": 1, "far": 9,
        "projection": { "perspective": { "fov_y": 45, "aspect": 1.6 } } }],
    "objects": [{ "name": "bar", "shape": { "box": { "half_extents": [0.6, 0.4, 4.2] } },
        "position": [100, 1, -12.4] }] }"#;

#[test]
fn answers_follow_in_the_same_frame_wherever_panels_are() {
    for is_moved in [false, true] {
        let mut window = TestWindow::on(BAR);
        // The inspector is drawn last at first, and then first.
        if is_moved {
            window.drag(window.tab("Inspector").center(), window.room().left_center());
        }
        assert_eq!(window.tab("Inspector").left() < window.view().left(), is_moved);
        for (x, row) in [
            ("7.6", "bar, intersect, exact differs"),
            ("0", "bar, intersect"),
            ("90", "bar, outside"),
            ("7.6", "bar, intersect, exact differs"),
        ] {
            // The position of the object comes before that of the camera.
            let fields: Vec<_> = window.harness.get_all_by_role_and_label(Role::SpinButton, "position X").collect();
            let place = fields[0].rect().center();
            drop(fields);
            window.press(place, PointerButton::Primary);
            window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
            window.harness.event(Event::Text(x.to_owned()));
            window.harness.run();
            let seen = |window: &mut TestWindow| {
                let image = window.picture("same_frame");
                [window.view(), window.tab("Problems")].map(|place| in_view(&image, place))
            };
            let before = seen(&mut window);
            window.harness.key_down(Key::Enter);
            // egui applies typed text in the frame after the one with the key.
            let old = window.app().workspace().revision();
            for _ in 0..2 {
                if window.app().workspace().revision() == old {
                    window.harness.step();
                }
            }
            let at_once = seen(&mut window);
            assert_eq!(window.row("bar"), row, "{x}");
            assert!(at_once[0] != before[0], "{x}");
            window.harness.key_up(Key::Enter);
            window.harness.run();
            let later = seen(&mut window);
            assert!(at_once[0] == later[0], "the view, moved {is_moved}, at {x}");
            assert!(at_once[1] == later[1], "the count of problems, moved {is_moved}, at {x}");
        }
    }
}

#[test]
fn a_moved_view_is_picked_exactly_and_other_panels_do_not_move_it() {
    let mut window = TestWindow::new();
    window.drag(window.tab("3D view").center(), pos2(window.view().center().x, window.room().bottom() - 35.0));
    let view = window.view();
    assert!(window.tab("Explain").bottom() < view.top(), "the view is below the tabs now");
    window.click_row("crate");
    window.harness.key_press(Key::F);
    window.harness.run_steps(30);
    window.click_row("ball");
    window.press(view.center() + vec2(20.0, 10.0), PointerButton::Primary);
    assert_eq!(window.app().workspace().selected().object(), Some(0));
    window.shot("panels_view_below");

    let inspector = window.tab("Inspector").left_bottom() + vec2(60.0, 200.0);
    let outliner = window.tab("Outliner").left_bottom() + vec2(60.0, 300.0);
    let explain = window.tab("Explain").left_bottom() + vec2(200.0, 50.0);
    // With a menu open, Esc closes the menu. Otherwise it deselects the object.
    window.harness.key_press(Key::Escape);
    window.harness.run();
    // Hovering over a row marks its item in the view.
    window.harness.hover_at(explain);
    window.harness.run();
    let before = in_view(&window.picture("elsewhere_before"), view);
    for (place, button) in
        [(inspector, PointerButton::Middle), (outliner, PointerButton::Secondary), (explain, PointerButton::Middle)]
    {
        wheel(&mut window, place);
        drag_with(&mut window, place, button);
        window.harness.key_press(Key::Escape);
        window.harness.hover_at(explain);
        window.harness.run();
        assert!(in_view(&window.picture("elsewhere"), view) == before, "{button:?} at {place}");
    }
    wheel(&mut window, view.center());
    assert!(in_view(&window.picture("elsewhere"), view) != before, "but here it does");
}

fn wheel(window: &mut TestWindow, place: Pos2) {
    window.harness.hover_at(place);
    window.harness.step();
    window.turn_wheel(MouseWheelUnit::Point, 80.0);
    window.harness.run_steps(20);
}

fn drag_with(window: &mut TestWindow, place: Pos2, button: PointerButton) {
    let event = |pos, pressed| Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE };
    window.harness.event(event(place, true));
    window.harness.step();
    window.harness.hover_at(place + vec2(40.0, 30.0));
    window.harness.step();
    window.harness.event(event(place + vec2(40.0, 30.0), false));
    window.harness.run();
}
