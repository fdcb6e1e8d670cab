//! What the 3D view shows besides the objects: labels, grid, boxes, the name of the view, and coordinates.

use eframe::egui::{Key, accesskit::Role, pos2, vec2};
use eyeline::picture::{DrawOptions, Labels};

use crate::select::in_view;
use crate::test_window::{SCENE, TestWindow};

#[test]
fn labels_grid_and_boxes_are_chosen_in_the_menu_and_stay_for_the_next_scene() {
    let mut window = TestWindow::on(SCENE);
    let view = window.view();
    let all = in_view(&window.picture("labels_all"), view);
    window.click(Role::Button, "View");
    window.click(Role::Button, "Display");
    window.click(Role::Button, "Labels");
    window.click(Role::CheckBox, "None");
    let none = in_view(&window.picture("labels_none"), view);
    assert!(all != none);
    assert_eq!(window.app().workspace().view().draw_options().labels, Labels::None);
    assert!(!window.app().workspace().is_dirty(), "this is not a change of the scene");
    for name in ["Grid", "Tested boxes"] {
        window.command(name);
    }
    let bare = in_view(&window.picture("bare"), view);
    assert!(bare != none);
    let options = DrawOptions { labels: Labels::None, grid: false, boxes: false, ..DrawOptions::default() };
    assert_eq!(window.app().workspace().view().draw_options(), options);
    let other = window.path("other.json");
    std::fs::write(&other, SCENE).unwrap();
    assert!(window.harness.state_mut().workspace_mut().open(&other));
    window.harness.run();
    assert_eq!(window.app().workspace().view().draw_options(), options);
    window.command("Labels: of the selection");
    assert_eq!(window.app().workspace().view().draw_options().labels, Labels::Selection);
}

#[test]
fn the_view_shows_the_coordinates_under_the_pointer_and_only_there() {
    let mut window = TestWindow::on(SCENE);
    let view = window.view();
    let line = eframe::egui::Rect::from_center_size(view.center_bottom() - vec2(0.0, 22.0), vec2(260.0, 18.0));
    let outside = in_view(&window.picture("no_coordinates"), line);
    window.harness.hover_at(view.center() + vec2(0.0, 60.0));
    window.harness.run();
    let over = in_view(&window.picture("coordinates"), line);
    assert!(outside != over);
    window.harness.hover_at(pos2(5.0, 5.0));
    window.harness.run();
    assert!(in_view(&window.picture("no_coordinates"), line) == outside);
}

#[test]
fn a_view_along_an_axis_has_the_name_of_its_side() {
    let mut window = TestWindow::on(SCENE);
    let corner = eframe::egui::Rect::from_min_size(window.view().min, vec2(170.0, 40.0));
    let free = in_view(&window.picture("named"), corner);
    for key in [Key::Num3, Key::Num5] {
        window.harness.key_press(key);
        window.harness.run();
    }
    assert!(in_view(&window.picture("named_right"), corner) != free);
}

#[test]
fn the_tape_measures_between_two_clicked_points_and_selects_nothing() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("guard");
    let view = window.view();
    let before = in_view(&window.picture("tape_before"), view);
    window.harness.key_press(Key::M);
    window.harness.run();
    let place = |window: &TestWindow, x: f32, y: f32, z: f32| {
        let workspace = window.app().workspace();
        let seen = eyeline::picture::scene_view(workspace.scene(), workspace.world(), view.aspect_ratio());
        let at = seen.project(glam::vec3(x, y, z), glam::Vec2::new(view.width(), view.height())).unwrap();
        view.min + vec2(at.x, at.y)
    };
    // The upper edge of the crate, which is 1 m long.
    for x in [-0.5, 0.5] {
        let at = place(&window, x, 0.5, -3.5);
        let inside = if x < 0.0 { vec2(3.0, 2.0) } else { vec2(-3.0, 2.0) };
        window.press(at + inside, eframe::egui::PointerButton::Primary);
    }
    window.harness.hover_at(pos2(5.0, 5.0));
    window.harness.run();
    let measured = in_view(&window.picture("tape"), view);
    assert!(measured != before);
    assert_eq!(window.app().workspace().selected().object(), None, "a click with the tape selects nothing");
    window.harness.key_press(Key::Escape);
    window.harness.run();
    assert!(in_view(&window.picture("tape_after"), view) == before, "Esc ends measuring");
}

/// Two squares, one of which shows its back, in a scene without other meshes.
fn squares() -> TestWindow {
    let square = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nvn 0 0 1\nf 1//1 2//1 3//1 4//1\n";
    let scene = r#"{ "eyeline": 1, "view": { "eye": [0, 0, 8], "target": [0, 0, 0] }, "objects": [
        { "name": "front", "shape": { "mesh": { "file": "square.obj" } }, "position": [-1.5, 0, 0] },
        { "name": "back", "shape": { "mesh": { "file": "square.obj" } }, "rotation": [0, 1, 0, 0], "position": [1.5, 0, 0] }] }"#;
    TestWindow::beside(scene, |folder| std::fs::write(folder.join("square.obj"), square).unwrap())
}

#[test]
fn faces_are_shown_by_their_orientation_and_back_faces_are_counted() {
    let mut window = squares();
    let view = window.view();
    window.click(Role::Button, "View");
    window.click(Role::Button, "Display");
    window.click(Role::CheckBox, "Face orientation display");
    let shot = window.picture("orientation");
    let at = |x: f32| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a point on screen")]
        let [x, y] = [view.center().x + x, view.center().y + 10.0].map(|at| at.round() as u32);
        shot.get_pixel(x, y).0.map(i32::from)
    };
    let ([r, _, b, _], [red, _, blue, _]) = (at(-120.0), at(120.0));
    assert!(b > 2 * r && red > 2 * blue, "{:?} {:?}", at(-120.0), at(120.0));
    window.click_row("back");
    window.shot("orientation_selected");
    assert!(window.has_text("2 of 2 triangles face away from this view"));
    assert!(!window.app().workspace().is_dirty());
}

#[test]
fn normals_are_strokes_toward_the_front() {
    let mut window = squares();
    // From the side, a normal is a stroke beside the square.
    let side = |window: &mut TestWindow, name: &str| {
        window.harness.key_press(Key::Num3);
        window.harness.run();
        in_view(&window.picture(name), window.view())
    };
    let without = side(&mut window, "no_normals");
    window.command("Normals");
    assert!(window.app().workspace().view().draw_options().normals);
    assert!(side(&mut window, "normals") != without);
    window.command("Normals");
    assert!(side(&mut window, "no_normals") == without);
    let mut level = TestWindow::on_own_scene("courtyard", [1440, 900]);
    level.command("Normals");
    level.command("Face orientation display");
    level.shot("normals_of_a_level");
    assert!(level.app().workspace().view().draw_options().normals);
}
