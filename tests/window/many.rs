//! A scene with many objects in the window: answers are updated after every edit, and an idle window draws nothing.

use eframe::egui::{Key, Modifiers, PointerButton, Rect, pos2, vec2};
use eyeline::files::Files;
use eyeline::geometry::frustum::Verdict;
use eyeline::picture::scene_view;
use eyeline::report::work::Work;
use eyeline::report::{Report, Scope};
use eyeline::scene::{generate, write};
use eyeline::world::World;
use glam::Vec2;

use crate::test_window::TestWindow;

const MANY: usize = 5000;

fn window() -> TestWindow {
    TestWindow::on(&write(&generate(MANY, 3)))
}

/// The numbers of outside, intersect and inside, as in the window and as computed again.
fn counts(window: &TestWindow) -> [usize; 3] {
    let workspace = window.app().workspace();
    // The window computes long answers later.
    let scope = Scope { leaks: Work::Later, colliders: Work::Later, ..Scope::ALL };
    let anew = Report::within(&World::at(workspace.scene(), &Files::default(), workspace.tick()), scope);
    let count = |report: &Report| {
        [Verdict::Outside, Verdict::Intersect, Verdict::Inside].map(|verdict| report.frusta[0].count(verdict))
    };
    assert_eq!(*workspace.report(), anew);
    count(workspace.report())
}

#[test]
fn verdicts_follow_edits_of_camera_and_objects_and_undo() {
    let mut window = window();
    let first = counts(&window);
    assert!(first.iter().sum::<usize>() == MANY && first.iter().all(|&count| count > 20), "{first:?}");
    window.type_number("near", "60");
    let nearer = counts(&window);
    assert!(nearer[0] > first[0] + 20, "{first:?} then {nearer:?}");
    let of_word = |window: &TestWindow, count: usize, word: &str| window.has_text(&format!("{count} {word}"));
    for (count, word) in nearer.into_iter().zip(["outside", "intersect", "inside"]) {
        assert!(of_word(&window, count, word), "the inspector says {count} {word}");
    }
    let inside =
        window.app().workspace().report().frusta[0].objects.iter().position(|o| o.fast.verdict == Verdict::Inside);
    let workspace = window.harness.state_mut().workspace_mut();
    workspace.selection_mut().select_object(inside);
    assert!(workspace.edit("place", |scene| scene.objects[inside.unwrap()].position[1] = 5000.0));
    window.harness.run();
    assert_eq!(counts(&window), [nearer[0] + 1, nearer[1], nearer[2] - 1]);
    window.shot("many_moved");
    window.harness.key_press(Key::Delete);
    window.harness.run();
    assert_eq!(counts(&window), [nearer[0], nearer[1], nearer[2] - 1]);
    for _ in 0..3 {
        window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        window.harness.run();
    }
    assert_eq!(counts(&window), first);
}

#[test]
fn what_is_clicked_in_a_crowd_is_what_is_drawn_there() {
    let mut window = window();
    let mut found = 0;
    for i in 0..12_u8 {
        // A click on a ray would not change the selected object.
        window.harness.state_mut().workspace_mut().selection_mut().select_object(None);
        window.harness.run();
        let view = window.view();
        let at = vec2(f32::from(i) * 17.0 - 90.0, f32::from(i % 3) * 25.0) + view.size() / 2.0;
        window.press(view.min + at, PointerButton::Primary);
        let workspace = window.app().workspace();
        let Some(object) = workspace.selected().object() else { continue };
        found += 1;
        let seen = scene_view(workspace.scene(), workspace.world(), view.aspect_ratio());
        let aabb = workspace.world().objects[object].aabb;
        let corners = (0..8).map(|i| seen.project(aabb.corner(i), Vec2::new(view.width(), view.height())).unwrap());
        let on_screen =
            corners.fold(Rect::NOTHING, |rect, p| rect.union(Rect::from_min_max(pos2(p.x, p.y), pos2(p.x, p.y))));
        assert!(on_screen.expand(2.0).contains(at.to_pos2()), "{object}: {on_screen:?} at {at:?}");
    }
    window.shot("many");
    assert!(found > 2, "{found} of 12 clicks");
}

#[test]
fn an_idle_window_requests_no_frame() {
    let mut window = window();
    window.type_number("near", "2");
    window.press(window.view().center(), PointerButton::Primary);
    window.harness.run();
    window.assert_at_rest();
}
