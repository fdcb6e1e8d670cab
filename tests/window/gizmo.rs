//! The gizmo in the 3D view: drags of its handles, drags by keys, typed numbers, undo.

use eframe::egui::accesskit::{Role, Toggled};
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use eyeline::geometry::camera::Camera;
use glam::Vec3;

use super::test_window::TestWindow;

/// Seen from the front, at eye height.
const SCENE: &str = r#"{ "eyeline": 1, "title": "Desk",
    "view": { "eye": [0, 0, 10], "target": [0, 0, 0], "height": 10 },
    "cameras": [ { "name": "guard", "position": [-3, 0, 0], "look_at": [0, 0, 0], "near": 0.5, "far": 20 } ],
    "rays": [ { "name": "aim", "origin": [3, 2, 0], "direction": [-2, 0, 0] } ],
    "objects": [
        { "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [1, -1, 0] },
        { "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [2, 2, 0] } ] }"#;

/// The place of a point of the plane z = 0 in a view of ten metres height.
fn at(window: &TestWindow, x: f32, y: f32) -> Pos2 {
    let view = window.view();
    view.center() + vec2(x, -y) * view.height() / 10.0
}

fn position(window: &TestWindow, object: usize) -> [f32; 3] {
    window.app().workspace().scene().objects[object].position
}

fn camera(window: &TestWindow) -> Camera {
    window.app().workspace().world().cameras[0].camera
}

#[test]
fn an_arrow_moves_an_object_along_its_axis_in_one_step() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("crate");
    let from = at(&window, 1.0, -1.0) + vec2(60.0, 0.0);
    let to = from + vec2(window.view().height() / 5.0, 40.0);
    window.drag(from, to);
    let [x, y, z] = position(&window, 0);
    assert!((x - 3.0).abs() < 0.02 && (y, z) == (-1.0, 0.0), "{x} {y} {z}");
    assert!(x.to_string().len() <= 5, "{x}");
    assert_eq!(window.app().workspace().document().undo_label(), Some("move"));
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert_eq!(position(&window, 0), [1.0, -1.0, 0.0]);
    assert_eq!(window.app().workspace().document().undo_label(), None, "one drag is one step");
}

#[test]
fn esc_ends_a_drag_without_a_step() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("crate");
    let from = at(&window, 1.0, -1.0) + vec2(60.0, 0.0);
    window.harness.hover_at(from);
    window.harness.step();
    let button = |pos, pressed| {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        Event::PointerButton { pos, button, pressed, modifiers }
    };
    window.harness.event(button(from, true));
    window.harness.step();
    for by in [20.0, 60.0, 90.0] {
        window.harness.hover_at(from + vec2(by, 0.0));
        window.harness.step();
    }
    assert!(position(&window, 0)[0] > 1.5, "{:?}", position(&window, 0));
    window.shot("gizmo_drag");
    window.harness.key_press(Key::Escape);
    window.harness.step();
    window.harness.event(button(from, false));
    window.harness.run();
    assert_eq!(position(&window, 0), [1.0, -1.0, 0.0]);
    let workspace = window.app().workspace();
    assert_eq!((workspace.document().undo_label(), workspace.document().redo_label()), (None, None));
    assert!(workspace.selected().object().is_some(), "Esc belonged to the drag");
}

#[test]
fn keys_of_blender_move_rotate_and_scale_by_typed_numbers() {
    let mut window = TestWindow::on(SCENE);
    window.command("Blender keys");
    window.click_row("crate");
    window.harness.hover_at(at(&window, 0.0, 0.0));
    window.harness.step();
    let type_all = |window: &mut TestWindow, keys: &[Key], text: &str| {
        for key in keys {
            window.harness.key_press(*key);
            window.harness.step();
        }
        for character in text.chars() {
            window.harness.event(Event::Text(character.to_string()));
            window.harness.step();
        }
        window.harness.key_press(Key::Enter);
        window.harness.run();
    };
    type_all(&mut window, &[Key::G, Key::X], "2");
    assert_eq!(position(&window, 0), [3.0, -1.0, 0.0]);
    type_all(&mut window, &[Key::G, Key::Y], "-1.5");
    assert_eq!(position(&window, 0), [3.0, -2.5, 0.0]);
    type_all(&mut window, &[Key::S], "2");
    assert_eq!(window.app().workspace().scene().objects[0].scale, [2.0; 3]);
    type_all(&mut window, &[Key::R, Key::Z], "90");
    let rotation = window.app().workspace().world().objects[0].rotation.as_quat();
    assert!((rotation * Vec3::X).distance(Vec3::Y) < 1e-5, "{rotation}");
    for label in ["rotation", "scale", "move", "move"] {
        assert_eq!(window.app().workspace().document().undo_label(), Some(label));
        window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        window.harness.run();
    }
    assert_eq!(position(&window, 0), [1.0, -1.0, 0.0]);
}

#[test]
fn a_typed_scale_scales_the_objects_and_moves_the_cameras_of_the_selection() {
    let mut window = TestWindow::on(SCENE);
    window.command("Blender keys");
    window.click_row("crate");
    let guard = window.harness.get_by_role_and_label(Role::TreeItem, &window.row("guard")).rect().center();
    window.press_with(guard, PointerButton::Primary, Modifiers::COMMAND);
    window.harness.hover_at(at(&window, 0.0, 0.0));
    window.harness.step();
    window.harness.key_press(Key::S);
    window.harness.step();
    window.harness.event(Event::Text("2".to_owned()));
    window.harness.step();
    window.harness.key_press(Key::Enter);
    window.harness.run();
    // The centre of both is (-1, -0.5, 0).
    let scene = window.app().workspace().scene();
    assert_eq!((scene.objects[0].scale, scene.objects[0].position), ([2.0; 3], [3.0, -1.5, 0.0]));
    let guard = &scene.cameras[0];
    assert_eq!((guard.position, guard.near, guard.far), ([-5.0, 0.5, 0.0], 0.5, 20.0));
    assert_eq!(window.app().workspace().document().undo_label(), Some("scale"));
}

#[test]
fn the_keys_of_a_refused_drag_do_not_change_the_view() {
    // Nothing is selected, or a camera, which has no scale.
    for selected in [None, Some("guard")] {
        let mut window = TestWindow::on(SCENE);
        window.command("Blender keys");
        if let Some(row) = selected {
            window.click_row(row);
        }
        window.harness.hover_at(at(&window, 0.0, 0.0));
        window.harness.step();
        let press = |window: &mut TestWindow, key: Key, text: &str| {
            window.harness.key_press(key);
            window.harness.event(Event::Text(text.to_owned()));
            window.harness.step();
        };
        let is_from = |window: &TestWindow, side: &str| {
            let view = window.harness.get_by_role_and_label(Role::Image, "3D view");
            view.accesskit_node().description().unwrap_or_default().contains(&format!("{side} ·"))
        };
        press(&mut window, Key::S, "s");
        press(&mut window, Key::Num3, "3");
        press(&mut window, Key::Num7, "7");
        window.harness.key_press(Key::Enter);
        window.harness.run();
        assert!(is_from(&window, "Front"), "{selected:?}");
        press(&mut window, Key::Num3, "3");
        window.harness.run();
        assert!(is_from(&window, "Right"), "{selected:?}: Enter has ended it");
        press(&mut window, Key::S, "s");
        window.harness.run_steps(8);
        press(&mut window, Key::Num7, "7");
        window.harness.run();
        assert!(is_from(&window, "Top"), "{selected:?}: it ends after some time");
    }
}

#[test]
fn a_drag_by_a_key_follows_the_pointer_until_a_click_or_a_right_click() {
    let mut window = TestWindow::on(SCENE);
    window.command("Blender keys");
    window.click_row("crate");
    let from = at(&window, -2.0, -2.0);
    for (button, expected) in [(PointerButton::Secondary, [1.0, -1.0]), (PointerButton::Primary, [3.0, 0.0])] {
        window.harness.hover_at(from);
        window.harness.step();
        window.harness.key_press(Key::G);
        window.harness.step();
        let to = at(&window, 0.0, -1.0);
        window.harness.hover_at(to);
        window.harness.step();
        window.press(to, button);
        let [x, y, _] = position(&window, 0);
        assert!((x - expected[0]).abs() < 0.02 && (y - expected[1]).abs() < 0.02, "{button:?}: {x} {y}");
        assert!(window.app().workspace().selected().object().is_some(), "the click selects nothing");
        assert!(!window.has_text("Frame all"), "no context menu");
    }
}

#[test]
fn tools_are_chosen_by_keys_and_buttons() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("crate");
    let is_on = |window: &TestWindow, tool: &str| {
        let name = format!("{tool} tool");
        let button = window.harness.get_by_role_and_label(Role::Button, &name);
        button.accesskit_node().toggled() == Some(Toggled::True)
    };
    for (key, tool) in [(Key::E, "Rotate"), (Key::R, "Scale"), (Key::Q, "Select"), (Key::W, "Move")] {
        window.harness.key_press(key);
        window.harness.run();
        assert!(is_on(&window, tool), "{tool}");
        window.shot(&format!("gizmo_{tool}"));
    }
    window.click(Role::Button, "Rotate tool");
    // The ring about Z faces the eye: a quarter of a turn along it.
    let middle = at(&window, 1.0, -1.0);
    window.drag(middle + vec2(72.0, 0.0), middle + vec2(0.0, -72.0));
    let rotation = window.app().workspace().world().objects[0].rotation.as_quat();
    assert!((rotation * Vec3::X).distance(Vec3::Y) < 0.05, "{rotation}");
    window.click(Role::Button, "Scale tool");
    window.drag(middle, middle + vec2(60.0, -60.0));
    let [x, y, z] = window.app().workspace().scene().objects[0].scale;
    assert!((x - std::f32::consts::E).abs() < 0.1 && (x.to_bits(), y.to_bits()) == (y.to_bits(), z.to_bits()), "{x}");
}

#[test]
fn a_camera_turns_and_moves_and_keeps_its_look_at_point() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("guard");
    let middle = at(&window, -3.0, 0.0);
    window.drag(middle + vec2(0.0, -60.0), middle + vec2(0.0, -60.0 - window.view().height() / 10.0));
    let placed = camera(&window);
    assert!((placed.position.y - 1.0).abs() < 0.02, "{placed:?}");
    assert!((placed.rotation.as_quat() * Vec3::NEG_Z).distance(Vec3::X) < 0.01, "it looks the same way");
    assert!(window.app().workspace().scene().cameras[0].look_at.is_some());
}

/// Presses on a place, moves by an offset in steps, and releases.
fn drag_by(window: &mut TestWindow, from: Pos2, metres: [f32; 2]) {
    let by = vec2(metres[0], -metres[1]) * window.view().height() / 10.0;
    window.drag(from, from + by);
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() < 0.03
}

#[test]
fn both_ends_of_a_ray_are_dragged_by_their_dots() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("aim");
    let ray = |window: &TestWindow| window.app().workspace().scene().rays[0].clone();
    let end = at(&window, 1.0, 2.0);
    window.harness.hover_at(end);
    window.harness.run();
    window.shot("gizmo_ray");
    drag_by(&mut window, end, [0.0, -2.0]);
    let moved = ray(&window);
    assert!(moved.origin == [3.0, 2.0, 0.0] && near(moved.direction[1], -2.0) && near(moved.direction[0], -2.0));
    let start = at(&window, 3.0, 2.0);
    drag_by(&mut window, start, [0.0, 1.0]);
    let moved = ray(&window);
    assert!(near(moved.origin[1], 3.0) && near(moved.direction[1], -3.0), "{moved:?}");
    for _ in 0..2 {
        window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        window.harness.run();
    }
    assert_eq!((ray(&window).origin, ray(&window).direction), ([3.0, 2.0, 0.0], [-2.0, 0.0, 0.0]));
}

#[test]
fn faces_radii_planes_and_angles_have_dots() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("crate");
    window.harness.key_press(Key::T);
    window.harness.run();
    window.shot("gizmo_Size");
    let face = at(&window, 1.5, -1.0);
    drag_by(&mut window, face, [1.0, 0.0]);
    let object = |window: &TestWindow, i: usize| window.app().workspace().scene().objects[i].clone();
    let box_ = object(&window, 0);
    let eyeline::scene::Shape::Box { half_extents } = box_.shape else { panic!() };
    assert!(near(half_extents[0], 1.0) && near(box_.position[0], 1.5), "{box_:?}: the other face stays");
    assert_eq!((half_extents[1], half_extents[2]), (0.5, 0.5));
    window.click_row("ball");
    let radius = at(&window, 2.5, 2.0);
    drag_by(&mut window, radius, [0.5, 0.0]);
    let eyeline::scene::Shape::Sphere { radius } = object(&window, 1).shape else { panic!() };
    assert!(near(radius, 1.0), "{radius}");
    window.click_row("guard");
    let near_plane = at(&window, -2.5, 0.0);
    drag_by(&mut window, near_plane, [1.0, 0.0]);
    let written = window.app().workspace().scene().cameras[0].clone();
    assert!(near(written.near, 1.5) && written.far.to_bits() == 20.0_f32.to_bits(), "{written:?}");
    window.shot("gizmo_camera_size");
    assert_eq!(window.app().workspace().document().undo_label(), Some("near"));
}

#[test]
fn path_points_move_alone_and_an_object_with_a_path_moves_all_of_them() {
    let scene = SCENE.replace(
        r#""position": [1, -1, 0]"#,
        r#""path": { "points": [[1, -1, 0], [-1, -1, 0], [-1, -3, 0]], "speed": 0 }"#,
    );
    let mut window = TestWindow::on(&scene);
    window.click_row("crate");
    let points = |window: &TestWindow| window.app().workspace().scene().objects[0].path.clone().unwrap().points;
    window.shot("gizmo_path");
    let second = at(&window, -1.0, -1.0);
    drag_by(&mut window, second, [0.0, 1.0]);
    let moved = points(&window);
    assert!(near(moved[1][1], 0.0) && moved[0] == [1.0, -1.0, 0.0] && moved[2] == [-1.0, -3.0, 0.0], "{moved:?}");
    window.click_row("ball");
    window.click_row("crate");
    let arrow = at(&window, 1.0, -1.0) + vec2(0.0, -60.0);
    drag_by(&mut window, arrow, [0.0, 1.0]);
    let all = points(&window);
    assert!((0..3).all(|i| near(all[i][1], moved[i][1] + 1.0)), "{all:?}");
}

#[test]
fn what_a_recording_moves_has_no_gizmo_and_a_reason() {
    let scene = SCENE.replace(
        r#""cameras": [ {"#,
        r#""sessions": [ { "name": "walk", "file": "walk.txt" } ], "cameras": [ { "session": { "name": "walk" },"#,
    );
    let fill = |folder: &std::path::Path| {
        std::fs::write(folder.join("walk.txt"), "0 0 0 0 0 0 0 1\n1 1 0 0 0 0 0 1\n").unwrap();
    };
    let mut window = TestWindow::beside(&scene, fill);
    window.click_row("guard");
    window.shot("gizmo_reason");
    let before = window.app().workspace().scene().cameras[0].clone();
    let middle = window.view().center();
    window.drag(middle, middle + vec2(60.0, 0.0));
    assert_eq!(window.app().workspace().scene().cameras[0], before);
}

const ROOM: &str = r#"{ "eyeline": 1, "title": "Room",
    "view": { "eye": [0, 3, 12], "target": [0, 1, 0] },
    "cameras": [ { "name": "guard", "position": [-3, 2, 4], "look_at": [0, 0, 4] } ],
    "rays": [ { "name": "aim", "origin": [3, 4, 0], "direction": [0, 0, -2] } ],
    "objects": [
        { "name": "floor", "shape": { "box": { "half_extents": [8, 0.5, 8] } }, "position": [0, -0.5, 0] },
        { "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [1, 3, 0] } ] }"#;

#[test]
fn a_crate_drops_on_the_floor_and_is_placed_by_a_click() {
    let mut window = TestWindow::on(ROOM);
    window.click_row("crate");
    window.harness.key_press(Key::End);
    window.harness.run();
    assert_eq!(position(&window, 1), [1.0, 0.5, 0.0]);
    assert_eq!(window.app().workspace().document().undo_label(), Some("drop to surface"));
    window.click_row("floor");
    window.command("Drop to surface");
    assert_eq!(window.app().workspace().document().undo_label(), Some("drop to surface"), "nothing is below the floor");
    window.click_row("crate");
    window.command("Place by a click");
    window.shot("gizmo_place");
    let at = window.view().center() + vec2(-90.0, 60.0);
    window.press(at, PointerButton::Primary);
    let [x, y, z] = position(&window, 1);
    assert!(x < 0.0 && (y - 0.5).abs() < 1e-3, "{x} {y} {z}");
    assert!(window.app().workspace().selected().object() == Some(1), "the click selects nothing");
    window.press(at, PointerButton::Primary);
    assert_eq!(window.app().workspace().document().undo_label(), Some("place"), "one click only");
}

#[test]
fn a_camera_and_a_ray_are_aimed_by_a_click() {
    let mut window = TestWindow::on(ROOM);
    let at = window.view().center() + vec2(-40.0, 80.0);
    window.click_row("guard");
    window.command("Aim by a click");
    window.press(at, PointerButton::Primary);
    let target = Vec3::from(window.app().workspace().scene().cameras[0].look_at.unwrap());
    assert!(target.y.abs() < 1e-3 && target.x < 0.0, "on the floor: {target}");
    window.click_row("aim");
    window.command("Aim by a click");
    window.press(at, PointerButton::Primary);
    let ray = window.app().workspace().world().rays[0].ray;
    assert!(ray.at(1.0).distance(target) < 1e-2, "{ray:?} {target}");
    window.command("Aim by a click");
    window.harness.key_press(Key::Escape);
    window.harness.run();
    window.press(window.view().center() + vec2(150.0, 90.0), PointerButton::Primary);
    assert!(window.app().workspace().world().rays[0].ray.at(1.0).distance(target) < 1e-2, "Esc ends the waiting");
}

#[test]
fn a_camera_is_placed_by_the_view_and_moves_with_it_while_locked() {
    let mut window = TestWindow::on(ROOM);
    window.click_row("guard");
    window.command("Camera from view");
    let placed = camera(&window);
    assert!(placed.position.distance(Vec3::new(0.0, 3.0, 12.0)) < 1e-3, "{placed:?}");
    let forward = placed.rotation.as_quat() * Vec3::NEG_Z;
    assert!(forward.distance(Vec3::new(0.0, -2.0, -12.0).normalize_or_zero()) < 1e-3, "{forward}");
    window.command("Look through camera");
    window.command("Lock camera to view");
    let from = window.view().center() + vec2(0.0, -60.0);
    let event =
        |pressed, pos| Event::PointerButton { pos, button: PointerButton::Middle, pressed, modifiers: Modifiers::NONE };
    window.harness.hover_at(from);
    window.harness.step();
    window.harness.event(event(true, from));
    window.harness.step();
    for by in [20.0, 60.0, 90.0] {
        window.harness.hover_at(from + vec2(by, 0.0));
        window.harness.step();
    }
    window.harness.event(event(false, from + vec2(90.0, 0.0)));
    window.harness.run();
    let turned = camera(&window);
    assert!(turned.position.distance(placed.position) > 0.5, "{turned:?}");
    assert!(window.has_text("Back from guard"), "the view still looks through it");
    assert_eq!(window.app().workspace().document().undo_label(), Some("camera"));
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert_eq!(camera(&window).position, placed.position, "the drag is one step");
}

#[test]
fn a_new_camera_is_added_where_the_view_is() {
    let mut window = TestWindow::on(r#"{ "eyeline": 1, "view": { "eye": [0, 3, 12], "target": [0, 1, 0] } }"#);
    window.command("New camera from view");
    assert!(camera(&window).position.distance(Vec3::new(0.0, 3.0, 12.0)) < 1e-3);
    assert_eq!(window.app().workspace().document().undo_label(), Some("add camera"));
}

#[test]
fn the_faces_of_the_octree_s_region_are_dragged_while_its_panel_is_open() {
    let scene = SCENE.replace(r#""cameras""#, r#""octree": { "min": [-4, -4, -4], "max": [4, 4, 4] }, "cameras""#);
    let mut window = TestWindow::on(&scene);
    window.click_row("crate");
    window.harness.key_press(Key::T);
    window.harness.run();
    let region = |window: &TestWindow| {
        let octree = window.app().workspace().scene().octree.clone().unwrap();
        (octree.min.unwrap(), octree.max.unwrap())
    };
    let face = at(&window, 4.0, 0.0);
    drag_by(&mut window, face, [-1.0, 0.0]);
    assert_eq!(region(&window), ([-4.0; 3], [4.0; 3]), "the panel is closed");
    window.click(Role::Tab, "Octree");
    window.shot("gizmo_octree");
    let face = at(&window, 4.0, 0.0);
    drag_by(&mut window, face, [-1.0, 0.0]);
    let (min, max) = region(&window);
    assert!(min == [-4.0; 3] && near(max[0], 3.0) && max[1..] == [4.0, 4.0], "{min:?} {max:?}");
    assert_eq!(window.app().workspace().document().undo_label(), Some("max X"));
}

#[test]
fn the_middle_of_the_octree_s_region_moves_all_of_it_in_one_step() {
    let scene = SCENE.replace(r#""cameras""#, r#""octree": { "min": [-4, -3, -4], "max": [2, 3, 4] }, "cameras""#);
    let mut window = TestWindow::on(&scene);
    window.click(Role::Tab, "Octree");
    let region = |window: &TestWindow| {
        let octree = window.app().workspace().scene().octree.clone().unwrap();
        (octree.min.unwrap(), octree.max.unwrap())
    };
    // Nothing is selected, so the move tool has the dot too.
    let middle = at(&window, -1.0, 0.0);
    drag_by(&mut window, middle, [1.0, -0.5]);
    let (min, max) = region(&window);
    assert!(near(min[0], -3.0) && near(min[1], -3.5) && min[2] == -4.0, "{min:?}");
    assert_eq!([0, 1, 2].map(|i| max[i] - min[i]), [6.0, 6.0, 8.0], "the size stays: {min:?} {max:?}");
    assert_eq!(window.app().workspace().document().undo_label(), Some("octree region"));
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert_eq!(region(&window), ([-4.0, -3.0, -4.0], [2.0, 3.0, 4.0]));
    assert_eq!(window.app().workspace().document().undo_label(), None, "one drag is one step");

    window.click_row("crate");
    let middle = at(&window, -1.0, 0.0);
    drag_by(&mut window, middle, [1.0, 0.0]);
    assert_eq!(region(&window).0, [-4.0, -3.0, -4.0], "a selected item has the arrows");
    window.click_row("crate");
    window.harness.key_press(Key::T);
    window.harness.run();
    window.shot("gizmo_region");
    let middle = at(&window, -1.0, 0.0);
    drag_by(&mut window, middle, [1.0, 0.0]);
    assert!(near(region(&window).0[0], -3.0), "{:?}", region(&window));
}
