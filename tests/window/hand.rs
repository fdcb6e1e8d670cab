//! Placing by hand: the keys of Blender, aligning, snapping, new cameras and new objects.

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, PointerButton, vec2};
use egui_kittest::kittest::Queryable;
use eyeline::picture::Display;
use eyeline::scene::Scene;

use super::test_window::TestWindow;

/// Seen from the front, at eye height.
const SCENE: &str = r#"{ "eyeline": 1, "title": "Desk",
    "view": { "eye": [0, 0, 10], "target": [0, 0, 0], "height": 10 },
    "cameras": [ { "name": "guard", "position": [-3, 0, 0], "look_at": [0, 0, 0], "near": 0.5, "far": 20 } ],
    "objects": [
        { "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [1, -1, 0] },
        { "name": "chest", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [-2, 0, -3] },
        { "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [2, 2, 0] } ] }"#;

fn scene(window: &TestWindow) -> &Scene {
    window.app().workspace().scene()
}

fn position(window: &TestWindow, object: usize) -> [f32; 3] {
    scene(window).objects[object].position
}

fn key(window: &mut TestWindow, modifiers: Modifiers, key: Key) {
    window.harness.key_press_modifiers(modifiers, key);
    window.harness.run();
}

fn set_len(window: &TestWindow) -> usize {
    let selected = window.app().workspace().selected();
    usize::from(selected.object().is_some()) + selected.others.len()
}

/// A window with the keys of Blender and the pointer in the view.
fn blender(text: &str) -> TestWindow {
    let mut window = TestWindow::on(text);
    window.command("Blender keys");
    let middle = window.view().center();
    window.harness.hover_at(middle);
    window.harness.step();
    window
}

#[test]
fn keys_of_blender_select_add_and_show_wireframe() {
    let mut window = blender(SCENE);
    key(&mut window, Modifiers::NONE, Key::A);
    assert_eq!(set_len(&window), 3, "A selects all");
    key(&mut window, Modifiers::ALT, Key::A);
    assert_eq!(set_len(&window), 0, "Alt+A deselects");
    let display = |window: &TestWindow| window.app().workspace().view().display();
    window.command("Clay display");
    key(&mut window, Modifiers::NONE, Key::Z);
    assert_eq!(display(&window), Display::Wireframe);
    key(&mut window, Modifiers::NONE, Key::Z);
    assert_eq!(display(&window), Display::Clay, "what was shown before");
    key(&mut window, Modifiers::SHIFT, Key::A);
    window.shot("hand_add");
    window.harness.event(Event::Text("cap".to_owned()));
    window.harness.run();
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(scene(&window).objects.iter().last().unwrap().name, "capsule");
    key(&mut window, Modifiers::NONE, Key::H);
    assert!(window.has_text("capsule, inside, hidden") || window.has_text("hidden"));
    key(&mut window, Modifiers::ALT, Key::H);
    assert!(!window.has_text("hidden"), "Alt+H shows all");
}

#[test]
fn shift_d_of_blender_moves_the_copies_and_esc_leaves_them_in_place() {
    let mut window = blender(SCENE);
    window.click_row("crate");
    let middle = window.view().center();
    window.harness.hover_at(middle);
    window.harness.step();
    for (accepts, moved) in [(false, 0.0), (true, 2.0)] {
        window.harness.key_press_modifiers(Modifiers::SHIFT, Key::D);
        window.harness.step();
        window.harness.key_press(Key::X);
        window.harness.step();
        window.harness.event(Event::Text("2".to_owned()));
        window.harness.step();
        window.harness.key_press(if accepts { Key::Enter } else { Key::Escape });
        window.harness.run();
        let (objects, name) = (&scene(&window).objects, if accepts { "crate 3" } else { "crate 2" });
        let copy = objects.iter().find(|object| object.name == name).unwrap();
        let original = if accepts { "crate 2" } else { "crate" };
        let original = objects.iter().find(|object| object.name == original).unwrap();
        assert_eq!(copy.position[0] - original.position[0], moved, "{name}");
        assert_eq!(original.position, [1.0, -1.0, 0.0]);
    }
}

#[test]
fn a_second_press_of_an_axis_keeps_the_axis_of_an_item_that_is_not_rotated() {
    let mut window = blender(SCENE);
    window.click_row("crate");
    let middle = window.view().center();
    window.harness.hover_at(middle);
    window.harness.step();
    for (presses, expected) in [(1, [3.0, -1.0]), (2, [3.0, -1.0]), (3, [3.0, 0.0])] {
        window.harness.key_press(Key::G);
        window.harness.step();
        for _ in 0..presses {
            window.harness.key_press(Key::X);
            window.harness.step();
        }
        let metre = window.view().height() / 10.0;
        let to = middle + vec2(2.0 * metre, -metre);
        window.harness.hover_at(to);
        window.harness.step();
        window.harness.key_press(Key::Enter);
        window.harness.run();
        let [x, y, _] = position(&window, 0);
        assert!((x - expected[0]).abs() < 0.02 && (y - expected[1]).abs() < 0.02, "{presses} presses: {x} {y}");
        key(&mut window, Modifiers::COMMAND, Key::Z);
        window.harness.hover_at(middle);
        window.harness.step();
    }
}

#[test]
fn zero_of_blender_looks_through_the_camera_and_leaves_it() {
    let mut window = blender(SCENE);
    window.click_row("guard");
    key(&mut window, Modifiers::NONE, Key::Num0);
    assert!(window.has_text("Back from guard"));
    key(&mut window, Modifiers::NONE, Key::Num0);
    assert!(!window.has_text("Back from guard"));
}

#[test]
fn a_drag_is_snapped_when_button_and_ctrl_are_released_in_one_frame() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("crate");
    let metre = window.view().height() / 10.0;
    let from = window.view().center() + vec2(metre + 60.0, metre);
    let to = from + vec2(1.93 * metre, 0.0);
    let held = Modifiers::COMMAND;
    let button = |pos, pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: held };
    window.harness.hover_at(from);
    window.harness.step();
    window.harness.event_modifiers(button(from, true), held);
    window.harness.step();
    for part in [0.3, 0.7, 1.0] {
        window.harness.hover_at(from + (to - from) * part);
        window.harness.step();
    }
    // Ctrl is up at the end of this frame.
    window.harness.event(button(to, false));
    window.harness.run();
    let [x, ..] = position(&window, 0);
    assert!((x * 2.0 - (x * 2.0).round()).abs() < 1e-4 && (x - 3.0).abs() < 0.6, "{x}");
}

#[test]
fn the_selected_items_are_aligned_with_the_active_one_in_one_step() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("ball");
    window.command("Align X");
    assert_eq!(position(&window, 2), [2.0, 2.0, 0.0], "one item has nothing to be aligned with");
    key(&mut window, Modifiers::NONE, Key::Escape);
    window.harness.key_press(Key::F3);
    window.harness.run();
    window.harness.event(Event::Text("align y".to_owned()));
    window.harness.run();
    assert!(window.has_text("Select two or more items"));
    key(&mut window, Modifiers::NONE, Key::Escape);
    key(&mut window, Modifiers::COMMAND, Key::A);
    let others: Vec<[f32; 3]> = (0..2).map(|object| position(&window, object)).collect();
    window.command("Align Y");
    assert_eq!([0, 1].map(|object| position(&window, object)), [[1.0, 2.0, 0.0], [-2.0, 2.0, -3.0]]);
    assert_eq!(position(&window, 2), [2.0, 2.0, 0.0], "the active item stays");
    assert_eq!(window.app().workspace().document().undo_label(), Some("align"));
    key(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!((0..2).map(|object| position(&window, object)).collect::<Vec<_>>(), others, "one step");
    window.command("Align least Y");
    assert_eq!([0, 1].map(|object| position(&window, object)[1]), [2.0, 2.5], "lower sides at 1.5");
    window.click(Role::Button, "Edit");
    window.click(Role::Button, "Transform");
    window.click(Role::Button, "Align");
    window.shot("hand_align_menu");
    window.click(Role::Button, "Align Z");
    assert_eq!([0, 1].map(|object| position(&window, object)[2]), [0.0, 0.0]);
}

#[test]
fn a_new_camera_from_the_view_leaves_the_selected_one_and_sees_what_is_looked_at() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("guard");
    let before = scene(&window).cameras[0].clone();
    window.command("New camera from view");
    assert_eq!((scene(&window).cameras.len(), &scene(&window).cameras[0]), (2, &before));
    let workspace = window.app().workspace();
    let camera = workspace.world().cameras[1].camera;
    assert!(camera.position.truncate().length() < 1e-3 && camera.position.z > 9.9, "{camera:?}");
    let in_middle = workspace.report().frusta[1].objects[0].fast.verdict;
    assert_eq!(in_middle, eyeline::geometry::frustum::Verdict::Inside, "the crate is at a distance of 10 m");
    window.command("Camera from view");
    assert_eq!(scene(&window).cameras.len(), 2, "the selected one moves");
    let mut window = TestWindow::on(r#"{ "eyeline": 1 }"#);
    key(&mut window, Modifiers { shift: true, ..Modifiers::COMMAND }, Key::F);
    assert_eq!(scene(&window).cameras.len(), 0, "without a selected camera it is disabled");
    window.harness.key_press_modifiers(Modifiers { alt: true, ..Modifiers::COMMAND }, Key::F);
    window.harness.run();
    assert_eq!(scene(&window).cameras.len(), 1);
}

#[test]
fn new_objects_rest_on_the_grid_and_objects_drop_on_it() {
    let mut window = TestWindow::on(r#"{ "eyeline": 1 }"#);
    for name in ["Capsule", "Box", "Cone"] {
        window.click(Role::Button, "Insert");
        window.click(Role::Button, name);
    }
    let bottoms = |window: &TestWindow| -> Vec<f32> {
        window.app().workspace().world().objects.iter().map(|object| object.aabb.min.y).collect()
    };
    assert!(bottoms(&window).iter().all(|bottom| bottom.abs() < 1e-3), "{:?}", bottoms(&window));
    window.shot("hand_new_objects");
    let mut window = TestWindow::on(SCENE);
    window.click_row("ball");
    key(&mut window, Modifiers::NONE, Key::End);
    assert_eq!(position(&window, 2), [2.0, 0.5, 0.0], "nothing but the plane y = 0 is below it");
    window.click_row("crate");
    key(&mut window, Modifiers::NONE, Key::End);
    assert_eq!(position(&window, 0), [1.0, -1.0, 0.0], "it is below the plane");
    assert!(window.has_text("not above the plane y = 0") || scene(&window).objects.len() == 3);
}

#[test]
fn a_box_beside_an_object_without_a_floor_rests_on_the_grid() {
    let mut window = TestWindow::new();
    window.click(Role::Button, "Insert");
    window.click(Role::Button, "Box");
    window.shot("hand_beside");
    let world = window.app().workspace().world();
    let new = world.objects.last().unwrap();
    assert!(new.aabb.min.y >= -1e-3, "{:?}", new.aabb);
}

#[test]
fn the_palette_has_its_height_again_after_a_search_without_results() {
    let mut window = TestWindow::on(SCENE);
    let count = |window: &mut TestWindow, text: &str| {
        window.harness.key_press(Key::F3);
        window.harness.run();
        window.harness.event(Event::Text(text.to_owned()));
        window.harness.run();
        let field = window.harness.get_by_role_and_label(Role::TextInput, "Search commands").rect();
        let below = |rect: eframe::egui::Rect| rect.top() > field.bottom() && rect.left() < field.left() + 20.0;
        let rows = window.harness.query_all_by_role(Role::Button).filter(|row| {
            let rect = row.rect();
            below(rect) && (rect.width() - field.width()).abs() < 30.0 && rect.bottom() < field.bottom() + 370.0
        });
        let count = rows.count();
        window.shot("hand_palette");
        window.harness.key_press(Key::Escape);
        window.harness.run();
        count
    };
    let before = count(&mut window, "e");
    assert!(before >= 10, "{before}");
    assert_eq!(count(&mut window, "zzz"), 0);
    assert_eq!(count(&mut window, "e"), before);
}

#[test]
fn locked_items_stay_with_a_notice_and_undo_of_a_deletion_selects_again() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("chest");
    key(&mut window, Modifiers::COMMAND, Key::L);
    key(&mut window, Modifiers::NONE, Key::Delete);
    assert_eq!(scene(&window).objects.len(), 3);
    assert!(window.has_text("“chest” is locked. Unlock it to delete it"));
    window.shot("hand_locked");
    key(&mut window, Modifiers::COMMAND, Key::A);
    key(&mut window, Modifiers::NONE, Key::Delete);
    assert_eq!(scene(&window).objects.iter().map(|object| &*object.name).collect::<Vec<_>>(), ["chest"]);
    key(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!((scene(&window).objects.len(), set_len(&window)), (3, 3), "selected as before");
    window.click_row("crate");
    key(&mut window, Modifiers::NONE, Key::Delete);
    assert_eq!(set_len(&window), 0);
    key(&mut window, Modifiers::COMMAND, Key::Z);
    let workspace = window.app().workspace();
    assert_eq!(workspace.selected().object().map(|object| &*workspace.world().objects[object].name), Some("crate"));
}

#[test]
fn a_hidden_item_has_no_gizmo() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("crate");
    key(&mut window, Modifiers::NONE, Key::H);
    window.shot("hand_hidden");
    let metre = window.view().height() / 10.0;
    let arrow = window.view().center() + vec2(metre + 60.0, metre);
    window.drag(arrow, arrow + vec2(metre, 0.0));
    assert_eq!(position(&window, 0), [1.0, -1.0, 0.0]);
    assert!(window.has_text("hidden"));
}

#[test]
fn four_views_keep_the_tools_and_a_locked_camera_has_a_sign() {
    let mut window = TestWindow::on(SCENE);
    window.command("Four views");
    window.harness.run();
    window.shots("hand_four");
    assert!(window.harness.query_by_role_and_label(Role::Button, "Move tool").is_some());
    window.command("Lock camera to view");
    assert!(!window.has_text("Navigation moves the camera"), "it looks through no camera");
    window.click_row("guard");
    window.command("Look through camera");
    window.command("Lock camera to view");
    window.shot("hand_locked_camera");
    window.click(Role::Button, "Navigation moves the camera ×");
    assert!(!window.has_text("Navigation moves the camera"));
}
