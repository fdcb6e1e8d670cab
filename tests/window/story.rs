//! Going through an answer step by step.

use eframe::egui::{Key, accesskit::Role};
use egui_kittest::kittest::Queryable;

use crate::desk::Desk;

#[test]
fn a_story_is_stepped_through_by_buttons_keys_and_clicks() {
    let mut desk = Desk::new();
    desk.click_row("crate");
    assert_eq!(desk.app().session().selected().step, None);
    let steps = desk.app().session().explanation().unwrap().story.steps.clone();
    desk.click(Role::Button, "Step forward");
    assert_eq!(desk.app().session().selected().step, Some(0));
    assert!(desk.has_text(&steps[0].outcome), "{}", steps[0].outcome);
    desk.click(Role::Button, "Step forward");
    desk.harness.key_press(Key::Period);
    desk.harness.run();
    assert_eq!(desk.app().session().selected().step, Some(2));
    desk.shot("step");
    desk.harness.key_press(Key::Comma);
    desk.harness.run();
    assert_eq!(desk.app().session().selected().step, Some(1));
    let last = steps.len() - 1;
    let label = format!("Step {}: {}", last + 1, steps[last].title);
    desk.harness.get_by_role_and_label(Role::ListBoxOption, &label).scroll_to_me();
    desk.harness.run();
    desk.click(Role::ListBoxOption, &label);
    assert_eq!(desk.app().session().selected().step, Some(last));
    desk.harness.get_by_label("All").click();
    desk.harness.run();
    assert_eq!(desk.app().session().selected().step, None);
}

#[test]
fn steps_have_their_keys_whichever_panel_is_open() {
    let mut desk = Desk::new();
    desk.click_row("crate");
    for tab in ["Verdicts", "Plots", "Problems"] {
        desk.click(Role::Tab, tab);
        let before = desk.app().session().selected().step;
        desk.harness.key_press(Key::Period);
        desk.harness.run();
        assert_eq!(desk.app().session().selected().step, Some(before.map_or(0, |step| step + 1)), "{tab}");
    }
    desk.harness.key_press(Key::Comma);
    desk.harness.run();
    assert_eq!(desk.app().session().selected().step, Some(1));
    // In a field they are letters.
    desk.harness.get_by_role_and_label(Role::TextInput, "Search").focus();
    desk.harness.run();
    desk.harness.key_press(Key::Period);
    desk.harness.run();
    assert_eq!(desk.app().session().selected().step, Some(1));
}

#[test]
fn a_disagreement_is_shown() {
    // The bar lies beside the far right edge of the view volume: no plane has all of it behind.
    let text = r#"{ "eyeline": 1, "select": ["camera", "bar"],
        "view": { "eye": [16, 12, 8], "target": [3, 0.5, -8], "fov_y": 42 },
        "cameras": [{ "name": "camera", "position": [0, 1, 0], "near": 1, "far": 9,
            "projection": { "perspective": { "fov_y": 45, "aspect": 1.6 } } }],
        "objects": [{ "name": "bar", "shape": { "box": { "half_extents": [0.6, 0.4, 4.2] } },
            "position": [7.6, 1, -12.4] }] }"#;
    let mut desk = Desk::on(text);
    assert_eq!(desk.row("bar"), "bar, intersect, exact differs");
    assert!(desk.has_text("Fast and exact answer differ"));
    desk.shot("disagreement");
}

#[test]
fn a_story_plays_to_its_last_step_and_rests() {
    let mut desk = Desk::new();
    desk.click_row("crate");
    let count = desk.app().session().explanation().unwrap().story.steps.len();
    desk.click(Role::Button, "Play steps");
    let mut seen = vec![desk.app().session().selected().step.unwrap()];
    for _ in 0..count * 20 {
        desk.harness.step();
        let step = desk.app().session().selected().step.unwrap();
        if *seen.last().unwrap() != step {
            seen.push(step);
        }
    }
    assert_eq!(seen, (0..count).collect::<Vec<_>>());
    assert!(desk.harness.query_by_role_and_label(Role::Button, "Play steps").is_some(), "it has ended");
    let output = desk.harness.output();
    assert!(output.viewport_output.values().all(|viewport| viewport.repaint_delay.as_secs() > 1), "and rests");
}

#[test]
fn playback_stops_when_the_user_chooses_a_step() {
    let mut desk = Desk::new();
    desk.click_row("crate");
    desk.click(Role::Button, "Play steps");
    desk.click(Role::Button, "Step forward");
    assert_eq!(desk.app().session().selected().step, Some(1));
    desk.harness.run_steps(40);
    assert_eq!(desk.app().session().selected().step, Some(1));
    desk.click(Role::Button, "Play steps");
    assert_eq!(desk.app().session().selected().step, Some(2));
    desk.click(Role::Button, "Pause steps");
    desk.harness.run_steps(40);
    assert_eq!(desk.app().session().selected().step, Some(2));
    desk.shot("step_played");
}
