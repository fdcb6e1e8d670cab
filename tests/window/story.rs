//! Stepping through an answer.

use eframe::egui::{Key, PointerButton, accesskit::Role, pos2};
use egui_kittest::kittest::Queryable;

use crate::test_window::{TestWindow, in_motion};

#[test]
fn an_explanation_is_stepped_through_by_buttons_keys_and_clicks() {
    let mut window = TestWindow::new();
    window.click_row("crate");
    assert_eq!(window.app().workspace().selected().step, None);
    let steps = window.app().workspace().explanation().unwrap().story.steps.clone();
    window.click(Role::Button, "Step forward");
    assert_eq!(window.app().workspace().selected().step, Some(0));
    assert!(window.has_text(&steps[0].outcome), "{}", steps[0].outcome);
    window.click(Role::Button, "Step forward");
    window.harness.key_press(Key::Period);
    window.harness.run();
    assert_eq!(window.app().workspace().selected().step, Some(2));
    window.shot("step");
    window.harness.key_press(Key::Comma);
    window.harness.run();
    assert_eq!(window.app().workspace().selected().step, Some(1));
    let last = steps.len() - 1;
    let label = format!("Step {}: {}", last + 1, steps[last].title);
    window.harness.get_by_role_and_label(Role::ListBoxOption, &label).scroll_to_me();
    window.harness.run();
    window.click(Role::ListBoxOption, &label);
    assert_eq!(window.app().workspace().selected().step, Some(last));
    window.harness.get_by_label("All").click();
    window.harness.run();
    assert_eq!(window.app().workspace().selected().step, None);
}

#[test]
fn the_keys_for_steps_work_with_every_open_panel() {
    let mut window = TestWindow::new();
    window.click_row("crate");
    for tab in ["Verdicts", "Plots", "Problems"] {
        window.click(Role::Tab, tab);
        let before = window.app().workspace().selected().step;
        window.harness.key_press(Key::Period);
        window.harness.run();
        assert_eq!(window.app().workspace().selected().step, Some(before.map_or(0, |step| step + 1)), "{tab}");
    }
    window.harness.key_press(Key::Comma);
    window.harness.run();
    assert_eq!(window.app().workspace().selected().step, Some(1));
    // In a text field they are characters.
    window.harness.get_by_role_and_label(Role::TextInput, "Search").focus();
    window.harness.run();
    window.harness.key_press(Key::Period);
    window.harness.run();
    assert_eq!(window.app().workspace().selected().step, Some(1));
}

#[test]
fn a_disagreement_is_shown() {
    // The bar is beside the far right edge of the view volume. It is not completely behind any plane.
    let text = r#"{ "eyeline": 1, "select": ["camera", "bar"],
        "view": { "eye": [16, 12, 8], "target": [3, 0.5, -8], "fov_y": 42 },
        "cameras": [{ "name": "camera", "position": [0, 1, 0], "near": 1, "far": 9,
            "projection": { "perspective": { "fov_y": 45, "aspect": 1.6 } } }],
        "objects": [{ "name": "bar", "shape": { "box": { "half_extents": [0.6, 0.4, 4.2] } },
            "position": [7.6, 1, -12.4] }] }"#;
    let mut window = TestWindow::on(text);
    assert_eq!(window.row("bar"), "bar, intersect, exact differs");
    assert!(window.has_text("Fast and exact answer differ"));
    window.shot("disagreement");
}

#[test]
fn playing_the_steps_stops_at_the_last_one() {
    let mut window = TestWindow::new();
    window.click_row("crate");
    let count = window.app().workspace().explanation().unwrap().story.steps.len();
    window.click(Role::Button, "Play steps");
    let mut seen = vec![window.app().workspace().selected().step.unwrap()];
    for _ in 0..count * 20 {
        window.harness.step();
        let step = window.app().workspace().selected().step.unwrap();
        if *seen.last().unwrap() != step {
            seen.push(step);
        }
    }
    assert_eq!(seen, (0..count).collect::<Vec<_>>());
    assert!(window.harness.query_by_role_and_label(Role::Button, "Play steps").is_some(), "it has ended");
    window.assert_at_rest();
}

#[test]
fn playback_stops_when_the_user_chooses_a_step() {
    let mut window = TestWindow::new();
    window.click_row("crate");
    window.click(Role::Button, "Play steps");
    window.click(Role::Button, "Step forward");
    assert_eq!(window.app().workspace().selected().step, Some(1));
    window.harness.run_steps(40);
    assert_eq!(window.app().workspace().selected().step, Some(1));
    window.click(Role::Button, "Play steps");
    assert_eq!(window.app().workspace().selected().step, Some(2));
    window.click(Role::Button, "Pause steps");
    window.harness.run_steps(40);
    assert_eq!(window.app().workspace().selected().step, Some(2));
    window.shot("step_played");
}

/// The steps of the selected answer are on the time bar, and playback walks through them and on to the next tick.
#[test]
fn time_and_steps_are_one_movement_on_the_time_bar() {
    let mut window = TestWindow::on(&in_motion());
    window.click_row("crate");
    let count = window.app().workspace().explanation().unwrap().story.steps.len();
    let now = |window: &TestWindow| (window.app().workspace().tick(), window.app().workspace().selected().step);
    let lane = window.harness.get_by_label(&format!("Steps of the answer: all of {count}")).rect();
    let middle = |step: usize| {
        let width = lane.width() / count as f32;
        pos2(lane.left() + width * (step as f32 + 0.5), lane.center().y)
    };
    window.press(middle(2), PointerButton::Primary);
    window.harness.run();
    assert_eq!(now(&window), (0, Some(2)));
    window.shot("steps_on_the_time_bar");
    // Without step by step, the last step is the end.
    window.press(middle(count - 1), PointerButton::Primary);
    window.harness.key_press(Key::Period);
    window.harness.run();
    assert_eq!(now(&window), (0, Some(count - 1)));
    window.click(Role::Button, "Play step by step");
    window.harness.key_press(Key::Period);
    window.harness.run();
    assert_eq!(now(&window), (1, Some(0)), "the first step of the next tick");
    window.harness.key_press(Key::Comma);
    window.harness.run();
    assert_eq!(now(&window), (0, Some(count - 1)), "and back");
    window.press(middle(count - 2), PointerButton::Primary);
    window.harness.key_press(Key::Space);
    let mut seen = vec![now(&window)];
    for _ in 0..200 {
        window.harness.step();
        if *seen.last().unwrap() != now(&window) {
            seen.push(now(&window));
        }
    }
    let expected = [(0, count - 2), (0, count - 1), (1, 0), (1, 1), (1, 2)].map(|(tick, step)| (tick, Some(step)));
    assert_eq!(seen[..5], expected);
    assert!(window.harness.query_by_role_and_label(Role::Button, "Pause steps").is_some());
    window.harness.key_press(Key::Space);
    window.harness.run();
    let rests = now(&window);
    window.harness.run_steps(20);
    assert_eq!(now(&window), rests);
    // Without an answer, playback goes through the ticks.
    window.harness.key_press(Key::Escape);
    window.harness.run();
}

/// In a scene in which nothing moves, the steps are what is played.
#[test]
fn space_plays_the_steps_of_a_scene_in_which_nothing_moves() {
    let mut window = TestWindow::new();
    window.click_row("crate");
    window.harness.key_press(Key::Space);
    window.harness.run_steps(2);
    assert_eq!(window.app().workspace().selected().step, Some(0));
    assert!(window.harness.query_by_role_and_label(Role::Button, "Pause steps").is_some());
    window.harness.key_press(Key::Space);
    window.harness.run();
    assert!(window.harness.query_by_role_and_label(Role::Button, "Play steps").is_some());
}
