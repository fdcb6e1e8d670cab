//! Panels work wherever they are: answers follow at once, and the pointer means the panel that it is over.

use eframe::egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, TouchPhase, accesskit::Role, pos2,
    vec2,
};
use egui_kittest::kittest::Queryable;

use crate::desk::Desk;
use crate::select::in_view;

/// A bar that no plane rejects and that is outside all the same, 100 m off at first.
const BAR: &str = r#"{ "eyeline": 1, "select": ["camera", "bar"], "about": "A bar.",
    "cameras": [{ "name": "camera", "position": [0, 1, 0], "near": 1, "far": 9,
        "projection": { "perspective": { "fov_y": 45, "aspect": 1.6 } } }],
    "objects": [{ "name": "bar", "shape": { "box": { "half_extents": [0.6, 0.4, 4.2] } },
        "position": [100, 1, -12.4] }] }"#;

#[test]
fn answers_follow_in_the_same_frame_wherever_panels_are() {
    for is_moved in [false, true] {
        let mut desk = Desk::on(BAR);
        // The inspector is drawn last at first, and then first.
        if is_moved {
            desk.drag(desk.tab("Inspector").center(), desk.room().left_center());
        }
        assert_eq!(desk.tab("Inspector").left() < desk.view().left(), is_moved);
        for (x, row) in [
            ("7.6", "bar, intersect, exact differs"),
            ("0", "bar, intersect"),
            ("90", "bar, outside"),
            ("7.6", "bar, intersect, exact differs"),
        ] {
            // The object's comes before the camera's.
            let fields: Vec<_> = desk.harness.get_all_by_role_and_label(Role::SpinButton, "position X").collect();
            let place = fields[0].rect().center();
            drop(fields);
            desk.press(place, PointerButton::Primary);
            desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
            desk.harness.event(Event::Text(x.to_owned()));
            desk.harness.run();
            let seen = |desk: &mut Desk| {
                let image = desk.shot("same_frame");
                [desk.view(), desk.tab("Problems")].map(|place| in_view(&image, place))
            };
            let before = seen(&mut desk);
            desk.harness.key_down(Key::Enter);
            // egui takes over what was typed in the frame after the one with the key.
            let old = desk.app().session().revision();
            for _ in 0..2 {
                if desk.app().session().revision() == old {
                    desk.harness.step();
                }
            }
            let at_once = seen(&mut desk);
            assert_eq!(desk.row("bar"), row, "{x}");
            assert!(at_once[0] != before[0], "{x}");
            desk.harness.key_up(Key::Enter);
            desk.harness.run();
            let later = seen(&mut desk);
            assert!(at_once[0] == later[0], "the view, moved {is_moved}, at {x}");
            assert!(at_once[1] == later[1], "the count of problems, moved {is_moved}, at {x}");
        }
    }
}

#[test]
fn a_view_elsewhere_is_picked_to_the_pixel_and_the_pointer_elsewhere_moves_nothing() {
    let mut desk = Desk::new();
    desk.drag(desk.tab("3D view").center(), pos2(desk.view().center().x, desk.room().bottom() - 35.0));
    let view = desk.view();
    assert!(desk.tab("Explain").bottom() < view.top(), "the view is below the tabs now");
    desk.click_row("crate");
    desk.harness.key_press(Key::F);
    desk.harness.run_steps(30);
    desk.click_row("ball");
    desk.press(view.center() + vec2(20.0, 10.0), PointerButton::Primary);
    assert_eq!(desk.app().session().selected().object, Some(0));
    desk.shot("panels_view_below");

    let inspector = desk.tab("Inspector").left_bottom() + vec2(60.0, 200.0);
    let outliner = desk.tab("Outliner").left_bottom() + vec2(60.0, 300.0);
    let explain = desk.tab("Explain").left_bottom() + vec2(200.0, 100.0);
    // With a menu open, Esc closes that. Else it lets the object go.
    desk.harness.key_press(Key::Escape);
    desk.harness.run();
    // A row that the pointer is at marks its thing in the view.
    desk.harness.hover_at(explain);
    desk.harness.run();
    let before = in_view(&desk.shot("elsewhere"), view);
    for (place, button) in
        [(inspector, PointerButton::Middle), (outliner, PointerButton::Secondary), (explain, PointerButton::Middle)]
    {
        wheel(&mut desk, place);
        drag_with(&mut desk, place, button);
        desk.harness.key_press(Key::Escape);
        desk.harness.hover_at(explain);
        desk.harness.run();
        assert!(in_view(&desk.shot("elsewhere"), view) == before, "{button:?} at {place}");
    }
    wheel(&mut desk, view.center());
    assert!(in_view(&desk.shot("elsewhere"), view) != before, "but here it does");
}

fn wheel(desk: &mut Desk, place: Pos2) {
    desk.harness.hover_at(place);
    desk.harness.step();
    desk.harness.event(Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, 80.0),
        source: MouseWheelSource::Wheel,
        phase: TouchPhase::Move,
        modifiers: Modifiers::NONE,
    });
    desk.harness.run_steps(20);
}

fn drag_with(desk: &mut Desk, place: Pos2, button: PointerButton) {
    let event = |pos, pressed| Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE };
    desk.harness.event(event(place, true));
    desk.harness.step();
    desk.harness.hover_at(place + vec2(40.0, 30.0));
    desk.harness.step();
    desk.harness.event(event(place + vec2(40.0, 30.0), false));
    desk.harness.run();
}
