//! Presenter mode: the view alone, a clicker's keys, pen and spotlight.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, PointerButton, vec2};

use crate::test_window::TestWindow;

fn press(window: &mut TestWindow, key: Key) {
    window.harness.key_press(key);
    window.harness.run();
}

#[test]
fn a_clicker_steps_through_a_lesson_and_the_end_restores_the_window() {
    let mut window = TestWindow::on_own_lesson("frustum", [1280, 720]);
    window.wait_for("Step 1 of");
    let (view, scale) = (window.view(), window.harness.ctx.zoom_factor());
    press(&mut window, Key::F5);
    window.harness.run();
    assert!(window.harness.ctx.zoom_factor() > scale);
    assert!(!window.has_tab("Outliner") && !window.has_tab("Inspector"));
    assert!(window.view().width() > 0.9 * window.harness.ctx.content_rect().width());
    window.shot("presenter_step");

    // A question is answered by the first press, and left by the second.
    let answered = |window: &TestWindow| window.app().workspace().report().has_answers();
    let mut presses = 0;
    while answered(&window) && presses < 10 {
        press(&mut window, Key::PageDown);
        presses += 1;
    }
    assert!(!answered(&window), "a question hides the answers");
    window.shot("presenter_question");
    press(&mut window, Key::PageDown);
    assert!(answered(&window) && window.has_text("The answer is"));
    let number = presses + 1;
    assert!(window.has_text(&format!("Step {number} of")));
    press(&mut window, Key::PageDown);
    assert!(window.has_text(&format!("Step {} of", number + 1)));
    press(&mut window, Key::PageUp);
    assert!(window.has_text(&format!("Step {number} of")));

    press(&mut window, Key::Escape);
    window.harness.run();
    assert!((window.harness.ctx.zoom_factor() - scale).abs() < 1e-6);
    assert!(window.has_tab("Outliner"));
    assert!((window.view().width() - view.width()).abs() < 1.0, "{} {}", window.view(), view);
}

#[test]
fn the_pen_draws_over_the_view_without_moving_it() {
    let mut window = TestWindow::on_own_scene("frustum", [1280, 720]);
    window.command("Presenter mode");
    window.harness.run();
    press(&mut window, Key::P);
    let before = window.picture("presenter_pen_before");
    let middle = window.view().center();
    window.drag_with(middle - vec2(200.0, 0.0), middle + vec2(200.0, 60.0), PointerButton::Primary);
    let drawn = window.picture("presenter_pen");
    assert!(drawn != before);
    let selected = window.app().workspace().selected().object();
    press(&mut window, Key::C);
    press(&mut window, Key::P);
    assert_eq!(window.app().workspace().selected().object(), selected, "the pen selects nothing");
    window.harness.hover_at(middle);
    press(&mut window, Key::L);
    window.shot("presenter_spotlight");

    // The steps of the selected answer have their words in the picture.
    press(&mut window, Key::L);
    press(&mut window, Key::PageDown);
    assert_eq!(window.app().workspace().selected().step, Some(0));
    press(&mut window, Key::ArrowRight);
    assert_eq!(window.app().workspace().selected().step, Some(1));
    window.shot("presenter_caption");
    window.harness.hover_at(middle + vec2(5.0, 5.0));
    window.harness.run();
    window.click(Role::Button, "End presenter mode");
    assert!(window.has_tab("Outliner"));
}
