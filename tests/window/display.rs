//! What the 3D view shows besides the objects: labels, grid, boxes, the name of the view, and coordinates.

use eframe::egui::{Key, accesskit::Role, pos2, vec2};
use eyeline::picture::{DrawOptions, Labels};

use crate::select::in_view;
use crate::test_window::{SCENE, TestWindow};

#[test]
fn labels_grid_and_boxes_are_chosen_in_the_menu_and_stay_for_the_next_scene() {
    let mut window = TestWindow::on(SCENE);
    let view = window.view();
    let all = in_view(&window.shot("labels_all"), view);
    window.click(Role::Button, "View");
    window.click(Role::Button, "Display");
    window.click(Role::Button, "Labels");
    window.click(Role::CheckBox, "None");
    let none = in_view(&window.shot("labels_none"), view);
    assert!(all != none);
    assert_eq!(window.app().session().draw_options().labels, Labels::None);
    assert!(!window.app().session().is_dirty(), "this is not a change of the scene");
    for name in ["Grid", "Tested boxes"] {
        window.command(name);
    }
    let bare = in_view(&window.shot("bare"), view);
    assert!(bare != none);
    let options = DrawOptions { labels: Labels::None, grid: false, boxes: false, ..DrawOptions::default() };
    assert_eq!(window.app().session().draw_options(), options);
    let other = window.path("other.json");
    std::fs::write(&other, SCENE).unwrap();
    assert!(window.harness.state_mut().session_mut().open(&other));
    window.harness.run();
    assert_eq!(window.app().session().draw_options(), options);
    window.command("Labels: of the selection");
    assert_eq!(window.app().session().draw_options().labels, Labels::Selection);
}

#[test]
fn the_view_shows_the_coordinates_under_the_pointer_and_only_there() {
    let mut window = TestWindow::on(SCENE);
    let view = window.view();
    let line = eframe::egui::Rect::from_center_size(view.center_bottom() - vec2(0.0, 22.0), vec2(260.0, 18.0));
    let outside = in_view(&window.shot("no_coordinates"), line);
    window.harness.hover_at(view.center() + vec2(0.0, 60.0));
    window.harness.run();
    let over = in_view(&window.shot("coordinates"), line);
    assert!(outside != over);
    window.harness.hover_at(pos2(5.0, 5.0));
    window.harness.run();
    assert!(in_view(&window.shot("no_coordinates"), line) == outside);
}

#[test]
fn a_view_along_an_axis_has_the_name_of_its_side() {
    let mut window = TestWindow::on(SCENE);
    let corner = eframe::egui::Rect::from_min_size(window.view().min, vec2(170.0, 40.0));
    let free = in_view(&window.shot("named"), corner);
    for key in [Key::Num3, Key::Num5] {
        window.harness.key_press(key);
        window.harness.run();
    }
    assert!(in_view(&window.shot("named_right"), corner) != free);
}

#[test]
fn the_tape_measures_between_two_clicked_points_and_selects_nothing() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("guard");
    let view = window.view();
    let before = in_view(&window.shot("tape_before"), view);
    window.harness.key_press(Key::M);
    window.harness.run();
    let place = |window: &TestWindow, x: f32, y: f32, z: f32| {
        let session = window.app().session();
        let seen = eyeline::picture::scene_view(session.scene(), session.world(), view.aspect_ratio());
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
    let measured = in_view(&window.shot("tape"), view);
    assert!(measured != before);
    assert_eq!(window.app().session().selected().object, None, "a click with the tape selects nothing");
    window.harness.key_press(Key::Escape);
    window.harness.run();
    assert!(in_view(&window.shot("tape_after"), view) == before, "Esc ends measuring");
}
