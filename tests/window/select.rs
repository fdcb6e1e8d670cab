//! Selecting in the outliner and in the 3D view, and moving the view.

use eframe::egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, accesskit::Role, vec2};
use egui_kittest::kittest::Queryable;
use eyeline::world::Item;
use image::RgbaImage;

use crate::test_window::TestWindow;

#[test]
fn clicking_rows_selects_querier_and_object() {
    let mut window = TestWindow::new();
    assert_eq!(window.app().workspace().selected().querier(), Some(Item::Camera(0)));
    window.click_row("second");
    assert_eq!(window.app().workspace().selected().querier(), Some(Item::Camera(1)));
    window.click_row("ball");
    assert_eq!(window.app().workspace().selected().object(), Some(1));
    assert!(window.has_text("Is “ball” in view of “second”?"));
    window.click_row("aim");
    assert_eq!(window.app().workspace().selected().object(), None, "a ray alone has the answers for all objects");
    assert!(window.has_text("crate first"), "the inspector");
    window.click_row("ball");
    assert!(window.has_text("Does “aim” hit “ball”?"));
    let row = window.harness.get_by_role_and_label(Role::TreeItem, &window.row("guard")).rect().center();
    window.harness.hover_at(row);
    window.harness.step();
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::COMMAND);
        window.harness.event(Event::PointerButton { pos: row, button, pressed, modifiers });
        window.harness.step();
    }
    window.harness.run();
    assert!(window.has_text("Is “ball” in view of “guard”?"), "with Ctrl it asks about the same object");
}

#[test]
fn the_selected_object_can_be_deselected_in_four_ways() {
    let mut window = TestWindow::new();
    let is_let_go = |window: &TestWindow| {
        let focus = window.app().workspace().selected();
        (focus.object(), focus.querier()) == (None, Some(Item::Camera(0)))
    };
    for way in 0..4 {
        window.click_row("guard");
        window.click_row("ball");
        assert!(!is_let_go(&window));
        match way {
            0 => {
                window.harness.key_press(Key::Escape);
                window.harness.run();
            }
            1 => window.click_row("guard"),
            2 | 3 => {
                let buttons = window.harness.get_all_by_role_and_label(Role::Button, "Clear the selected object");
                let places: Vec<_> = buttons.map(|button| button.rect().center()).collect();
                assert_eq!(places.len(), 2, "beside the headline, and in the inspector");
                window.press(places[way - 2], PointerButton::Primary);
            }
            _ => unreachable!(),
        }
        assert!(is_let_go(&window), "way {way}");
    }
    assert!(window.harness.query_by_role_and_label(Role::Button, "Clear the selected object").is_none());
}

#[test]
fn a_click_in_the_scene_selects_and_a_click_on_the_background_deselects() {
    let mut window = TestWindow::new();
    window.harness.key_press(Key::Home);
    window.harness.run();
    window.click_row("crate");
    window.harness.key_press(Key::F);
    window.harness.run();
    window.click_row("ball");
    let view = window.view();
    // A little beside the middle, where the ray passes through the crate.
    window.press(view.center() + vec2(70.0, 30.0), PointerButton::Primary);
    assert_eq!(window.app().workspace().selected().object(), Some(0));
    window.shot("selected");
    window.press(view.left_top() + vec2(80.0, 200.0), PointerButton::Primary);
    assert_eq!(window.app().workspace().selected().object(), None);
    assert_eq!(window.app().workspace().selected().querier(), Some(Item::Camera(0)), "who asks stays");
}

#[test]
fn the_view_turns_moves_and_zooms() {
    let mut window = TestWindow::new();
    let view = window.view();
    let place = view.center() - vec2(0.0, 60.0);
    let before = window.picture("view_before");
    for (button, modifiers) in [
        (PointerButton::Middle, Modifiers::NONE),
        (PointerButton::Middle, Modifiers::SHIFT),
        (PointerButton::Secondary, Modifiers::NONE),
        (PointerButton::Primary, Modifiers::ALT),
    ] {
        let from = in_view(&window.picture("view_step"), view);
        let event = |pressed, pos| Event::PointerButton { pos, button, pressed, modifiers };
        window.harness.hover_at(place);
        window.harness.step();
        window.harness.event_modifiers(event(true, place), modifiers);
        window.harness.step();
        window.harness.event_modifiers(Event::PointerMoved(place + vec2(60.0, 25.0)), modifiers);
        window.harness.step();
        window.harness.event(event(false, place + vec2(60.0, 25.0)));
        window.harness.run();
        let to = in_view(&window.picture("view_step"), view);
        assert_ne!(from, to, "{button:?} {modifiers:?}");
    }
    let from = in_view(&window.picture("view_step"), view);
    window.turn_wheel(MouseWheelUnit::Line, 3.0);
    window.harness.run();
    assert_ne!(from, in_view(&window.picture("view_after"), view));
    assert_eq!(before.dimensions(), (1440, 900));
    assert_eq!(window.app().workspace().selected().object(), None, "moving the view selects nothing");
}

#[test]
fn axis_views_and_orthographic_projection_have_keys() {
    let mut window = TestWindow::new();
    let view = window.view();
    let mut seen = vec![in_view(&window.picture("axis_0"), view)];
    for key in [Key::Num1, Key::Num3, Key::Num7, Key::Num5] {
        window.harness.key_press(key);
        window.harness.run();
        let image = in_view(&window.picture(&format!("axis_{key:?}")), view);
        assert!(!seen.contains(&image), "{key:?}");
        seen.push(image);
    }
}

#[test]
fn a_click_on_the_inset_looks_through_the_camera_and_esc_leaves_it() {
    let mut window = TestWindow::new();
    window.click(Role::Button, "Look through guard");
    assert!(window.harness.query_by_role_and_label(Role::Button, "Look through guard").is_none());
    assert!(window.has_text("Back from guard"));
    window.shot("through");
    window.harness.key_press(Key::Escape);
    window.harness.run();
    assert!(!window.has_text("Back from guard"));
    window.click(Role::Button, "Look through guard");
}

/// The pixels of only the 3D view.
pub(crate) fn in_view(image: &RgbaImage, view: eframe::egui::Rect) -> Vec<u8> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rectangle on screen")]
    let [x, y, width, height] = [view.left(), view.top(), view.width(), view.height()].map(|side| side as u32);
    image::imageops::crop_imm(image, x, y, width, height).to_image().into_raw()
}

#[test]
fn selecting_in_the_scene_scrolls_the_list_to_the_item() {
    let boxes = (0..500).map(|i| {
        format!(r#"{{ "name": "box {i}", "shape": {{ "sphere": {{ "radius": 0.4 }} }}, "position": [{i}, 0, -5] }}"#)
    });
    let boxes = boxes.collect::<Vec<_>>().join(", ");
    let mut window =
        TestWindow::on(&format!(r#"{{ "eyeline": 1, "cameras": [{{ "name": "c" }}], "objects": [{boxes}] }}"#));
    let is_listed = |window: &TestWindow| window.harness.query_by_label("box 400, outside").is_some();
    assert!(!is_listed(&window), "only rows in sight are laid out");
    window.harness.state_mut().workspace_mut().selection_mut().select_object(Some(400));
    window.harness.run();
    window.harness.run();
    assert!(is_listed(&window));
    window.shot("scrolled");
}
