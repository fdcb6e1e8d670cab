//! Going through an answer step by step.

use eframe::egui::{Key, accesskit::Role};
use egui_kittest::kittest::Queryable;

use crate::desk::Desk;

#[test]
fn a_story_is_stepped_through_by_buttons_keys_and_clicks() {
    let mut desk = Desk::new();
    desk.click_row("crate");
    assert_eq!(desk.app().session().focus().step, None);
    let steps = desk.app().session().explanation().unwrap().story.steps.clone();
    desk.click(Role::Button, "Step forward");
    assert_eq!(desk.app().session().focus().step, Some(0));
    assert!(desk.has_text(&steps[0].outcome), "{}", steps[0].outcome);
    desk.click(Role::Button, "Step forward");
    desk.harness.key_press(Key::Period);
    desk.harness.run();
    assert_eq!(desk.app().session().focus().step, Some(2));
    desk.shot("step");
    desk.harness.key_press(Key::Comma);
    desk.harness.run();
    assert_eq!(desk.app().session().focus().step, Some(1));
    let last = steps.len() - 1;
    let label = format!("Step {}: {}", last + 1, steps[last].title);
    desk.harness.get_by_role_and_label(Role::ListBoxOption, &label).scroll_to_me();
    desk.harness.run();
    desk.click(Role::ListBoxOption, &label);
    assert_eq!(desk.app().session().focus().step, Some(last));
    desk.harness.get_by_label("All").click();
    desk.harness.run();
    assert_eq!(desk.app().session().focus().step, None);
}

#[test]
fn a_disagreement_is_told() {
    // The corner region beside the left and near planes: no plane rejects this long box.
    let text = r#"{ "eyeline": 1, "select": ["eye", "beam"],
        "cameras": [{ "name": "eye", "near": 1, "far": 10, "projection": { "perspective": { "fov_y": 90, "aspect": 1 } } }],
        "objects": [{ "name": "beam", "shape": { "box": { "half_extents": [9, 0.1, 0.1] } }, "position": [0, 0, -0.5],
            "scale": [1, 1, 1] },
            { "name": "post", "shape": { "box": { "half_extents": [6, 0.2, 6] } }, "position": [-12, 0, -1] }] }"#;
    let mut desk = Desk::on(text);
    let disputed = desk.app().session().report().frusta[0].objects.iter().position(|answer| !answer.agrees());
    let name = disputed.map(|i| desk.app().session().world().objects[i].name.to_string()).expect("a false positive");
    assert!(desk.row(&name).ends_with("exact differs"), "{}", desk.row(&name));
    desk.click_row(&name);
    assert!(desk.has_text("Fast and exact answer differ"));
    desk.shot("disagreement");
}
