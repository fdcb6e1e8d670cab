//! Selecting in the list and in the scene, and moving the view.

use eframe::egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, TouchPhase, accesskit::Role, vec2,
};
use egui_kittest::kittest::Queryable;
use eyeline::picture::Querier;
use image::RgbaImage;

use crate::desk::Desk;

#[test]
fn clicking_rows_selects_querier_and_object() {
    let mut desk = Desk::new();
    assert_eq!(desk.app().session().selected().querier, Some(Querier::Camera(0)));
    desk.click_row("second");
    assert_eq!(desk.app().session().selected().querier, Some(Querier::Camera(1)));
    desk.click_row("ball");
    assert_eq!(desk.app().session().selected().object, Some(1));
    assert!(desk.has_text("Is “ball” in view of “second”?"));
    desk.click_row("aim");
    assert_eq!(desk.app().session().selected().object, None, "a ray by itself is asked what it hits");
    assert!(desk.has_text("crate first"), "the inspector");
    desk.click_row("ball");
    assert!(desk.has_text("Does “aim” hit “ball”?"));
    let row = desk.harness.get_by_role_and_label(Role::TreeItem, &desk.row("guard")).rect().center();
    desk.harness.hover_at(row);
    desk.harness.step();
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::COMMAND);
        desk.harness.event(Event::PointerButton { pos: row, button, pressed, modifiers });
        desk.harness.step();
    }
    desk.harness.run();
    assert!(desk.has_text("Is “ball” in view of “guard”?"), "with Ctrl it asks about the same object");
}

#[test]
fn the_object_that_is_asked_about_can_be_let_go_in_four_ways() {
    let mut desk = Desk::new();
    let is_let_go = |desk: &Desk| {
        let focus = desk.app().session().selected();
        (focus.object, focus.querier) == (None, Some(Querier::Camera(0)))
    };
    for way in 0..4 {
        desk.click_row("guard");
        desk.click_row("ball");
        assert!(!is_let_go(&desk));
        match way {
            0 => {
                desk.harness.key_press(Key::Escape);
                desk.harness.run();
            }
            1 => desk.click_row("guard"),
            2 | 3 => {
                let buttons = desk.harness.get_all_by_role_and_label(Role::Button, "Clear the selected object");
                let places: Vec<_> = buttons.map(|button| button.rect().center()).collect();
                assert_eq!(places.len(), 2, "beside the headline, and in the inspector");
                desk.press(places[way - 2], PointerButton::Primary);
            }
            _ => unreachable!(),
        }
        assert!(is_let_go(&desk), "way {way}");
    }
    assert!(desk.harness.query_by_role_and_label(Role::Button, "Clear the selected object").is_none());
}

#[test]
fn clicking_in_the_scene_selects_and_clicking_at_nothing_lets_go() {
    let mut desk = Desk::new();
    desk.harness.key_press(Key::Home);
    desk.harness.run();
    desk.click_row("crate");
    desk.harness.key_press(Key::F);
    desk.harness.run();
    desk.click_row("ball");
    let view = desk.view();
    // A little beside the middle, where the ray runs through the crate.
    desk.press(view.center() + vec2(70.0, 30.0), PointerButton::Primary);
    assert_eq!(desk.app().session().selected().object, Some(0));
    desk.shot("selected");
    desk.press(view.left_top() + vec2(30.0, 200.0), PointerButton::Primary);
    assert_eq!(desk.app().session().selected().object, None);
    assert_eq!(desk.app().session().selected().querier, Some(Querier::Camera(0)), "who asks stays");
}

#[test]
fn the_view_turns_moves_and_zooms() {
    let mut desk = Desk::new();
    let view = desk.view();
    let place = view.center() - vec2(0.0, 60.0);
    let before = desk.shot("view_before");
    for (button, modifiers) in [
        (PointerButton::Middle, Modifiers::NONE),
        (PointerButton::Middle, Modifiers::SHIFT),
        (PointerButton::Secondary, Modifiers::NONE),
        (PointerButton::Primary, Modifiers::ALT),
    ] {
        let from = in_view(&desk.shot("view_step"), view);
        let event = |pressed, pos| Event::PointerButton { pos, button, pressed, modifiers };
        desk.harness.hover_at(place);
        desk.harness.step();
        desk.harness.event_modifiers(event(true, place), modifiers);
        desk.harness.step();
        desk.harness.event_modifiers(Event::PointerMoved(place + vec2(60.0, 25.0)), modifiers);
        desk.harness.step();
        desk.harness.event(event(false, place + vec2(60.0, 25.0)));
        desk.harness.run();
        let to = in_view(&desk.shot("view_step"), view);
        assert_ne!(from, to, "{button:?} {modifiers:?}");
    }
    let from = in_view(&desk.shot("view_step"), view);
    desk.harness.event(Event::MouseWheel {
        unit: MouseWheelUnit::Line,
        delta: vec2(0.0, 3.0),
        phase: TouchPhase::Move,
        source: MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    desk.harness.run();
    assert_ne!(from, in_view(&desk.shot("view_after"), view));
    assert_eq!(before.dimensions(), (1440, 900));
    assert_eq!(desk.app().session().selected().object, None, "moving the view selects nothing");
}

#[test]
fn axis_views_and_parallels_have_keys() {
    let mut desk = Desk::new();
    let view = desk.view();
    let mut seen = vec![in_view(&desk.shot("axis_0"), view)];
    for key in [Key::Num1, Key::Num3, Key::Num7, Key::Num5] {
        desk.harness.key_press(key);
        desk.harness.run();
        let image = in_view(&desk.shot(&format!("axis_{key:?}")), view);
        assert!(!seen.contains(&image), "{key:?}");
        seen.push(image);
    }
}

#[test]
fn the_inset_leads_into_a_camera_and_escape_out_of_it() {
    let mut desk = Desk::new();
    desk.click(Role::Button, "Look through guard");
    assert!(desk.harness.query_by_role_and_label(Role::Button, "Look through guard").is_none());
    assert!(desk.has_text("Back from guard"));
    desk.shot("through");
    desk.harness.key_press(Key::Escape);
    desk.harness.run();
    assert!(!desk.has_text("Back from guard"));
    desk.click(Role::Button, "Look through guard");
}

#[test]
fn an_idle_window_asks_for_no_frame() {
    let mut desk = Desk::new();
    desk.harness.run();
    let output = desk.harness.output();
    let delays: Vec<_> = output.viewport_output.values().map(|viewport| viewport.repaint_delay).collect();
    assert!(delays.iter().all(|delay| delay.as_secs() > 1), "{delays:?}");
}

/// The pixels of the 3D view alone.
pub(crate) fn in_view(image: &RgbaImage, view: eframe::egui::Rect) -> Vec<u8> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rectangle on screen")]
    let [x, y, width, height] = [view.left(), view.top(), view.width(), view.height()].map(|side| side as u32);
    image::imageops::crop_imm(image, x, y, width, height).to_image().into_raw()
}

#[test]
fn what_is_selected_in_the_scene_comes_into_sight_in_the_list() {
    let boxes = (0..500).map(|i| {
        format!(r#"{{ "name": "box {i}", "shape": {{ "sphere": {{ "radius": 0.4 }} }}, "position": [{i}, 0, -5] }}"#)
    });
    let boxes = boxes.collect::<Vec<_>>().join(", ");
    let mut desk = Desk::on(&format!(r#"{{ "eyeline": 1, "cameras": [{{ "name": "c" }}], "objects": [{boxes}] }}"#));
    let is_listed = |desk: &Desk| desk.harness.query_by_label("box 400, outside").is_some();
    assert!(!is_listed(&desk), "only rows in sight are laid out");
    desk.harness.state_mut().session_mut().select_object(Some(400));
    desk.harness.run();
    desk.harness.run();
    assert!(is_listed(&desk));
    desk.shot("scrolled");
}
