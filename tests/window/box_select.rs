//! A rectangle that is dragged over the 3D view selects what it touches.

use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, vec2};
use eyeline::world::Item;
use glam::{Vec2, vec3};

use crate::test_window::TestWindow;

/// Three small boxes side by side, seen from the front, and a camera and a ray below them.
const ROW: &str = r#"{ "eyeline": 1, "view": { "eye": [0, 0, 12], "target": [0, 0, 0] },
    "cameras": [ { "name": "guard", "position": [-2, -3, 0] } ],
    "rays": [ { "name": "aim", "origin": [2, -3, 0], "direction": [0, -1, 0] } ],
    "objects": [
        { "name": "left", "shape": { "box": { "half_extents": [0.4, 0.4, 0.4] } }, "position": [-3, 1, 0] },
        { "name": "middle", "shape": { "box": { "half_extents": [0.4, 0.4, 0.4] } }, "position": [0, 1, 0] },
        { "name": "right", "shape": { "box": { "half_extents": [0.4, 0.4, 0.4] } }, "position": [3, 1, 0] } ] }"#;

fn window() -> TestWindow {
    let mut window = TestWindow::on(ROW);
    window.click_row("guard");
    window.harness.key_press(Key::Q);
    window.harness.run();
    window
}

/// Where a point of the scene is in the window.
fn place(window: &TestWindow, x: f32, y: f32) -> Pos2 {
    let view = window.view();
    let world = window.app().workspace().world();
    let seen = eyeline::picture::scene_view(window.app().workspace().scene(), world, view.aspect_ratio());
    let at = seen.project(vec3(x, y, 0.0), Vec2::new(view.width(), view.height())).unwrap();
    view.min + vec2(at.x, at.y)
}

/// Drags a rectangle between two points of the scene while keys are held.
fn select(window: &mut TestWindow, from: [f32; 2], to: [f32; 2], modifiers: Modifiers, escapes: bool) {
    let (from, to) = (place(window, from[0], from[1]), place(window, to[0], to[1]));
    let button = |pos, pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers };
    window.harness.hover_at(from);
    window.harness.step();
    window.harness.event(button(from, true));
    window.harness.step();
    for part in [0.2, 0.6, 1.0, 1.0] {
        window.harness.hover_at(from + (to - from) * part);
        window.harness.step();
    }
    window.shot("box_select");
    if escapes {
        window.harness.key_press(Key::Escape);
        window.harness.step();
    }
    window.harness.event(button(to, false));
    window.harness.step();
    window.harness.run();
}

/// The names of the selected items, sorted.
fn selected(window: &TestWindow) -> Vec<String> {
    let workspace = window.app().workspace();
    let selected = workspace.selected();
    let last = selected.object().map(Item::Object).or(selected.querier());
    let items = last.into_iter().chain(selected.others.iter().copied());
    let mut names: Vec<_> = items.filter_map(|item| workspace.world().name_of(item)).map(ToString::to_string).collect();
    names.sort();
    names
}

#[test]
fn a_rectangle_selects_the_objects_that_it_touches() {
    let mut window = window();
    // It ends on the middle box.
    select(&mut window, [-4.0, 2.0], [0.0, 0.9], Modifiers::NONE, false);
    assert_eq!(selected(&window), ["left", "middle"]);
    // Another one replaces them, in any direction, and one with Shift adds.
    select(&mut window, [4.0, 0.2], [2.5, 2.0], Modifiers::NONE, false);
    assert_eq!(selected(&window), ["right"]);
    select(&mut window, [-4.0, 2.0], [-2.5, 0.2], Modifiers::SHIFT, false);
    assert_eq!(selected(&window), ["left", "right"]);
    // Esc keeps the selection.
    select(&mut window, [-0.8, 2.0], [0.8, 0.2], Modifiers::NONE, true);
    assert_eq!(selected(&window), ["left", "right"]);
    // All of them are deleted in one step.
    window.harness.key_press(Key::Delete);
    window.harness.run();
    assert_eq!(window.app().workspace().scene().objects.len(), 1);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert_eq!(window.app().workspace().scene().objects.len(), 3);
}

#[test]
fn without_an_object_cameras_and_rays_are_selected_and_background_deselects() {
    let mut window = window();
    window.click_row("left");
    select(&mut window, [1.2, -2.0], [2.6, -3.6], Modifiers::NONE, false);
    assert_eq!(selected(&window), ["aim"]);
    window.click_row("left");
    select(&mut window, [-1.5, -1.0], [1.5, -1.6], Modifiers::NONE, false);
    assert_eq!(window.app().workspace().selected().object(), None);
    // A hidden object is not selected.
    window.click_row("left");
    window.harness.key_press(Key::H);
    window.harness.run();
    select(&mut window, [-4.0, 2.0], [0.8, 0.2], Modifiers::NONE, false);
    assert_eq!(selected(&window), ["middle"]);
}

#[test]
fn isolating_and_showing_all_can_be_undone() {
    let mut window = window();
    select(&mut window, [-0.8, 2.0], [4.0, 0.2], Modifiers::NONE, false);
    let hidden = |window: &TestWindow| {
        let workspace = window.app().workspace();
        let objects = workspace.world().objects.iter().filter(|object| workspace.marks().hidden().contains(object.id));
        objects.map(|object| object.name.to_string()).collect::<Vec<_>>()
    };
    window.command("Isolate");
    assert_eq!(hidden(&window), ["left"]);
    window.harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::H);
    window.harness.run();
    assert!(hidden(&window).is_empty());
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert_eq!(hidden(&window), ["left"]);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert!(hidden(&window).is_empty());
}
