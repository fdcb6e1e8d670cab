//! Pointing at items in the 3D view: picking, naming, and the axis gizmo in the corner.

use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, accesskit::Role, vec2};
use egui_kittest::kittest::Queryable;
use eyeline::world::Item;

use crate::select::in_view;
use crate::test_window::TestWindow;

/// Seen from the front. A metre is 50 points, and the origin is in the middle. A small ball is in front of a large one,
/// with a ray above.
const WALL: &str = r#"{ "eyeline": 1, "view": { "eye": [0, 0, 20], "target": [0, 0, 0], "height": 10 },
    "cameras": [ { "name": "guard", "position": [0, -60, 0], "far": 1 } ],
    "rays": [ { "name": "aim", "origin": [-3, 2, 0], "direction": [6, 0, 0], "kind": "segment" } ],
    "objects": [
        { "name": "large", "shape": { "sphere": { "radius": 1.5 } } },
        { "name": "small", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, 3] } ] }"#;

fn place(window: &TestWindow, x: f32, y: f32) -> Pos2 {
    let view = window.view();
    view.center() + vec2(x, -y) * view.height() / 10.0
}

fn click(window: &mut TestWindow, x: f32, y: f32) {
    let place = place(window, x, y);
    window.press(place, PointerButton::Primary);
}

fn hover_over(window: &mut TestWindow, x: f32, y: f32) {
    let place = place(window, x, y);
    hover(window, place);
}

fn hover(window: &mut TestWindow, place: Pos2) {
    window.harness.hover_at(place);
    window.harness.run_steps(6);
}

#[test]
fn a_click_selects_the_visible_item_and_nothing_beside_it() {
    let mut window = TestWindow::on(WALL);
    for (x, y, expected) in [
        (0.0, -0.3, Some(1)),
        (-4.0, 0.5, None),
        (-1.2, -1.2, None), // Beyond the edge of the ball, though in the box around it.
        (-0.9, -0.9, Some(0)),
        (0.3, -0.3, Some(1)), // Through the name of the Z axis.
    ] {
        click(&mut window, x, y);
        assert_eq!(window.app().workspace().selected().object(), expected, "{x}, {y}");
        assert_eq!(window.app().workspace().selected().querier(), Some(Item::Camera(0)));
    }
    window.shot("picked");
}

#[test]
fn a_line_is_picked_from_a_few_points_away() {
    let mut window = TestWindow::on(WALL);
    // Beyond the label of the large ball.
    let place = place(&window, 2.6, 2.0);
    window.press(place + vec2(0.0, 8.0), PointerButton::Primary);
    assert_eq!(window.app().workspace().selected().querier(), Some(Item::Camera(0)));
    window.press(place + vec2(0.0, 3.0), PointerButton::Primary);
    assert_eq!(window.app().workspace().selected().querier(), Some(Item::Ray(0)));
}

#[test]
fn labels_select_their_items_and_the_legend_selects_nothing() {
    let mut window = TestWindow::on(WALL);
    // The label is to the upper right of the ball's top.
    let place = place(&window, 0.0, 1.5) + vec2(30.0, -15.0);
    window.press(place, PointerButton::Primary);
    assert_eq!(window.app().workspace().selected().object(), Some(0));
    let legend = window.view().left_bottom() + vec2(30.0, -30.0);
    window.press(legend, PointerButton::Primary);
    assert_eq!(window.app().workspace().selected().object(), Some(0));
}

#[test]
fn a_click_follows_the_view() {
    let mut window = TestWindow::on(WALL);
    window.harness.key_press(Key::Num3);
    window.harness.run_steps(6);
    // Seen from the right, the small ball is three metres to the left.
    click(&mut window, -3.0, -0.3);
    assert_eq!(window.app().workspace().selected().object(), Some(1));
}

#[test]
fn the_item_under_the_pointer_is_named_with_its_answer() {
    let mut window = TestWindow::on(WALL);
    hover_over(&mut window, -1.0, -0.9);
    assert!(window.has_text("guard: outside, rejected by"));
    window.shot("hover");
    hover_over(&mut window, -3.0, -3.0);
    assert!(!window.has_text("guard: outside, rejected by"));
    hover_over(&mut window, 2.0, 2.0);
    assert!(window.has_text("hits nothing"));
    assert_eq!(window.app().workspace().selected().querier(), Some(Item::Camera(0)), "pointing selects nothing");
}

#[test]
fn a_resting_pointer_requests_no_frame() {
    let mut window = TestWindow::on(WALL);
    hover_over(&mut window, -1.0, -0.9);
    window.harness.run();
    window.assert_at_rest();
    assert!(window.has_text("guard: outside, rejected by"));
}

#[test]
fn the_axis_gizmo_turns_the_view_as_the_keys_do() {
    let mut window = TestWindow::new();
    let view = window.view();
    for (name, key) in [("View from +X", Key::Num3), ("View from +Y", Key::Num7), ("View from +Z", Key::Num1)] {
        let mut other = TestWindow::new();
        other.harness.key_press(key);
        other.harness.run_steps(6);
        let keyed = in_view(&other.picture("axis_key"), view);
        window.click(Role::Button, name);
        // Away from the axes, which are highlighted under the pointer.
        hover(&mut window, view.left_bottom() + vec2(-20.0, 60.0));
        assert!(in_view(&window.picture("axis_click"), view) == keyed, "{name}");
        assert!(window.harness.query_by_role_and_label(Role::Button, name).is_none(), "now it turns round");
    }
    window.click(Role::Button, "View from −Z");
    window.harness.run_steps(6);
    assert!(window.harness.query_by_role_and_label(Role::Button, "View from +Z").is_some());
    assert_eq!(window.app().workspace().selected().object(), None, "the axes select nothing");
}

#[test]
fn the_axes_are_highlighted_under_the_pointer() {
    let mut window = TestWindow::new();
    let view = window.view();
    let before = in_view(&window.picture("axes"), view);
    let place = window.harness.get_by_role_and_label(Role::Button, "View from +X").rect().center();
    hover(&mut window, place);
    assert!(in_view(&window.picture("axes_hovered"), view) != before);
}

#[test]
fn the_item_under_the_pointer_is_marked_in_the_view_and_in_the_list() {
    let mut window = TestWindow::on(WALL);
    let row = |window: &TestWindow, name: &str| {
        let label = window.row(name);
        window.harness.get_by_role_and_label(Role::TreeItem, &label).rect()
    };
    hover(&mut window, Pos2::new(2.0, 2.0));
    let view = window.view();
    let before = in_view(&window.harness.render().unwrap(), view);
    let large = row(&window, "large");
    hover(&mut window, large.center());
    assert!(in_view(&window.picture("hovered_row"), view) != before, "the ball has an outline");
    hover(&mut window, Pos2::new(2.0, 2.0));
    assert!(in_view(&window.harness.render().unwrap(), view) == before, "and loses it");
    let plain = in_view(&window.harness.render().unwrap(), large);
    hover_over(&mut window, -0.9, -0.9);
    assert!(in_view(&window.picture("hovered_ball"), large) != plain, "its row is marked");
}

#[test]
fn a_double_click_at_an_object_frames_it() {
    let mut window = TestWindow::on(WALL);
    let button = |pos, pressed| {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        Event::PointerButton { pos, button, pressed, modifiers }
    };
    let view = window.view();
    let before = in_view(&window.harness.render().unwrap(), view);
    let at = place(&window, 0.0, -0.3);
    window.harness.hover_at(at);
    window.harness.step();
    // All events are in one frame, because frames of the harness are too far apart in time for a double click.
    let clicks = [true, false, true, false].map(|pressed| button(at, pressed));
    window.harness.input_mut().events.extend(clicks);
    window.harness.step();
    window.harness.run();
    assert_eq!(window.app().workspace().selected().object(), Some(1));
    assert!(in_view(&window.picture("framed"), view) != before);
    // When framed, the small ball fills the view. It is hit far from the middle, where it was not visible before.
    window.harness.key_press(Key::Escape);
    window.harness.run();
    window.press(view.center() + vec2(0.3, 0.0) * view.height(), PointerButton::Primary);
    assert_eq!(window.app().workspace().selected().object(), Some(1));
}
