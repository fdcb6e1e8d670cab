//! Several 3D views, answers that are kept while another camera moves, locked items, and the view in words.

use eframe::egui::{Key, Modifiers, OutputCommand, PointerButton, Pos2, Rect, accesskit::Role, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use eyeline::world::Item;

use crate::select::in_view;
use crate::test_window::{SCENE, TestWindow, in_motion};

const SIDES: [&str; 3] = ["3D view from the top", "3D view from the front", "3D view from the right"];

fn side(window: &TestWindow, name: &str) -> Rect {
    window.harness.get_by_role_and_label(Role::Image, name).rect()
}

fn copied(window: &TestWindow) -> Option<String> {
    window.harness.output().platform_output.commands.iter().find_map(|command| match command {
        OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    })
}

#[test]
fn four_views_have_eyes_of_their_own_and_commands_act_on_the_one_under_the_pointer() {
    let mut window = TestWindow::on(SCENE);
    let whole = window.view();
    window.command("Four views");
    let main = window.view();
    assert!(main.width() < 0.51 * whole.width() && main.height() < 0.51 * whole.height());
    assert!(main.right_top().distance(whole.right_top()) < 1.0, "the main view is at the upper right");
    let places = SIDES.map(|name| side(&window, name));
    let before = window.picture("four_views");
    // The wheel over one view zooms it, and no other.
    window.harness.hover_at(places[1].center() + vec2(0.0, 60.0));
    window.harness.run();
    window.turn_wheel(eframe::egui::MouseWheelUnit::Line, 3.0);
    window.harness.run();
    window.harness.hover_at(Pos2::new(5.0, 5.0));
    window.harness.run();
    let after = window.picture("four_views_zoomed");
    assert!(in_view(&before, places[1].shrink(3.0)) != in_view(&after, places[1].shrink(3.0)));
    for other in [main, places[0], places[2]] {
        assert!(in_view(&before, other.shrink(3.0)) == in_view(&after, other.shrink(3.0)), "{other}");
    }
    // A click in a side view selects there, and Frame selected moves that view.
    window.harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::ALT, Key::Q);
    window.harness.run();
    assert_eq!(window.view(), whole, "the key returns to one view");
    assert!(window.harness.query_by_role_and_label(Role::Image, SIDES[0]).is_none());
}

#[test]
fn a_click_in_the_view_from_the_top_selects_and_the_gizmo_moves_there() {
    let mut window = TestWindow::on(SCENE);
    window.command("Two views");
    let top = side(&window, SIDES[0]);
    // The crate is in the middle between the objects and cameras of the scene; search for it along a grid.
    let mut found = None;
    'search: for y in 1..20_u8 {
        for x in 1..20_u8 {
            let at = top.min + top.size() * vec2(f32::from(x) / 20.0, f32::from(y) / 20.0);
            window.press(at, PointerButton::Primary);
            if window.app().workspace().selected().object() == Some(0) {
                found = Some(at);
                break 'search;
            }
        }
    }
    let at = found.expect("the crate is in the view from the top");
    let position = |window: &TestWindow| window.app().workspace().scene().objects[0].position;
    let before = position(&window);
    window.harness.key_press(Key::F);
    window.harness.run();
    // From the top, the arrow of x points to the right.
    let middle = top.center();
    window.shot("two_views");
    window.drag(middle + vec2(45.0, 0.0), middle + vec2(95.0, 0.0));
    let after = position(&window);
    assert!(after[0] > before[0] + 0.1 && after[1..] == before[1..], "{at}: {before:?} {after:?}");
    assert_eq!(window.app().workspace().document().undo_label(), Some("move"));
}

#[test]
fn the_number_of_views_stays_for_the_next_run_and_a_new_scene_is_framed_in_all() {
    let mut window = TestWindow::on(SCENE);
    window.command("Four views");
    let other = window.path("other.json");
    std::fs::write(&other, SCENE.replace("[0, 0, -4]", "[60, 0, -4]")).unwrap();
    let before = in_view(&window.picture("views_before"), side(&window, SIDES[0]).shrink(3.0));
    assert!(window.harness.state_mut().workspace_mut().open(&other));
    window.harness.run();
    let after = in_view(&window.picture("views_other"), side(&window, SIDES[0]).shrink(3.0));
    assert!(before != after);
}

#[test]
fn the_answers_of_a_camera_stay_while_another_one_is_looked_through_and_moved() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("guard");
    window.command("Keep the answers of “guard”");
    let answers = window.seen_row("ball");
    assert!(answers.is_some());
    window.click_row("second");
    let workspace = window.app().workspace();
    assert_eq!(workspace.selected().querier(), Some(Item::Camera(0)), "guard keeps asking");
    assert_eq!(
        window.harness.get_by_role_and_label(Role::TextInput, "name").accesskit_node().value(),
        Some("second".into())
    );
    window.command("Look through camera");
    window.command("Lock camera to view");
    let eye = window.app().workspace().scene().cameras[1].position;
    let middle = window.view().center();
    window.drag_with(middle, middle + vec2(60.0, 30.0), PointerButton::Middle);
    assert_ne!(window.app().workspace().scene().cameras[1].position, eye, "the second camera has moved");
    assert_eq!(window.seen_row("ball"), answers);
    window.shot("kept_answers");
    window.click(Role::Button, "Select whose answers are shown");
    assert_eq!(window.app().workspace().selected().querier(), Some(Item::Camera(1)), "the active camera asks again");
}

#[test]
fn keys_move_a_locked_camera_as_the_mouse_does() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("second");
    window.command("Look through camera");
    window.command("Lock camera to view");
    let eye = |window: &TestWindow| window.app().workspace().world().cameras[1].camera.position;
    let press = |window: &mut TestWindow, held: Modifiers, key: Key| {
        window.harness.key_press_modifiers(held, key);
        window.harness.run();
    };
    let start = eye(&window);
    for (held, key) in [
        (Modifiers::NONE, Key::Num6),
        (Modifiers::NONE, Key::Num8),
        (Modifiers::COMMAND, Key::Num4),
        (Modifiers::NONE, Key::Plus),
        (Modifiers::NONE, Key::Minus),
    ] {
        press(&mut window, held, key);
        let first = eye(&window);
        assert!(first.distance(start) > 0.05, "{key:?}: {first}");
        assert!(window.has_text("Back from second"), "{key:?}: the view still looks through it");
        press(&mut window, held, key);
        assert!(eye(&window).distance(first) > 0.05, "{key:?}");
        for before in [first, start] {
            press(&mut window, Modifiers::COMMAND, Key::Z);
            assert_eq!(eye(&window), before, "{key:?}: each press is a step of undo");
        }
    }
    window.shot("views_locked_keys");
    window.command("Lock camera to view");
    press(&mut window, Modifiers::NONE, Key::Num6);
    assert_eq!(eye(&window), start);
    assert!(!window.has_text("Back from second"), "without the lock a key leaves the camera");
}

#[test]
fn a_locked_object_is_neither_selected_nor_moved_in_the_view() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("crate");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::L);
    window.harness.run();
    assert!(window.seen_row("crate").is_some_and(|row| row.contains("locked")));
    let before = window.app().workspace().scene().objects[0].position;
    // W and a drag from the middle of the gizmo, then the key of Move.
    let view = window.view();
    let workspace = window.app().workspace();
    let seen = eyeline::picture::scene_view(workspace.scene(), workspace.world(), view.aspect_ratio());
    let middle = workspace.world().objects[0].aabb.centre();
    let at = seen.project(middle, glam::Vec2::new(view.width(), view.height())).unwrap();
    let at = view.min + vec2(at.x, at.y);
    window.shot("locked");
    window.drag(at + vec2(3.0, 3.0), at + vec2(60.0, 40.0));
    assert_eq!(window.app().workspace().scene().objects[0].position, before);
    window.press(view.left_bottom() + vec2(250.0, -10.0), PointerButton::Primary);
    assert_eq!(window.app().workspace().selected().object(), None);
    window.press(at, PointerButton::Primary);
    assert_ne!(window.app().workspace().selected().object(), Some(0), "the click passes over it");
    window.command("Unlock all");
    window.press(at, PointerButton::Primary);
    assert_eq!(window.app().workspace().selected().object(), Some(0));
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert!(window.seen_row("crate").is_some_and(|row| row.contains("locked")), "undo locks it again");
}

#[test]
fn the_view_is_described_in_words_for_screen_readers_and_the_clipboard() {
    let mut window = TestWindow::on(SCENE);
    window.click_row("guard");
    let node = window.harness.get_by_role_and_label(Role::Image, "3D view");
    let spoken = node.accesskit_node().description().unwrap_or_default();
    assert!(spoken.contains("crate, box") && spoken.contains("Perspective view from"), "{spoken}");
    window.harness.hover_at(Pos2::new(5.0, 5.0));
    window.click(Role::Button, "View");
    window.harness.get_by_role_and_label(Role::Button, "Copy description").click();
    let text = (0..4).find_map(|_| {
        window.harness.step();
        copied(&window)
    });
    window.harness.step();
    assert!(window.has_text("Copied a description"));
    assert_eq!(text.as_deref().map(str::trim_end), Some(spoken.trim_end()));
}

#[test]
fn a_scene_in_which_nothing_moves_has_no_time_bar_and_a_loop_repeats_its_ticks() {
    let window = TestWindow::on(SCENE);
    assert!(window.harness.query_by_role_and_label(Role::Slider, "Time").is_none());
    let mut window = TestWindow::on(&in_motion());
    assert!(window.harness.query_by_role_and_label(Role::Slider, "Time").is_some());
    for (tick, key) in [(6, Key::O), (3, Key::I)] {
        window.harness.state_mut().workspace_mut().set_tick(tick);
        window.harness.run();
        window.harness.key_press(key);
        window.harness.run();
    }
    window.shot("loop_range");
    window.harness.key_press(Key::Space);
    let mut seen = Vec::new();
    for _ in 0..40 {
        window.harness.step();
        seen.push(window.app().workspace().tick());
    }
    assert!(seen.iter().all(|tick| (3..=6).contains(tick)), "{seen:?}");
    assert!(seen.windows(2).any(|pair| pair[1] < pair[0]), "{seen:?}");
    window.harness.key_press(Key::Space);
    window.harness.run();
    window.harness.key_press_modifiers(Modifiers::SHIFT, Key::Home);
    window.harness.run();
    window.harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowRight);
    window.harness.run();
    assert_eq!(window.app().workspace().tick(), 1);
}
