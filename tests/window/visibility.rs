//! Why a camera sees an object or not: the command, its steps with the pixels in the picture, and the Visibility panel.

use eframe::egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use eyeline::geometry::MarkShape;

use crate::test_window::TestWindow;

/// A box that is half behind another one, and a sphere that is hidden.
const SCENE: &str = r#"{ "eyeline": 1, "view": { "eye": [6, 4, 5], "target": [0, 0, -2] }, "select": ["eye", "crate"],
    "cameras": [{ "name": "eye", "position": [0, 0, 3], "near": 0.5, "far": 20, "size": [160, 90] }],
    "objects": [
        { "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [0, 0, -4] },
        { "name": "door", "shape": { "box": { "half_extents": [0.5, 1, 0.1] } }, "position": [0.5, 0, -2] },
        { "name": "ball", "shape": { "sphere": { "radius": 0.2 } }, "position": [0.6, 0, -4] }] }"#;

#[test]
fn why_an_object_is_not_seen_is_explained_and_listed() {
    let mut window = TestWindow::on(SCENE);
    assert!(!window.has_tab("Visibility"), "it has a tab after it was asked for");
    window.click_row("crate");
    window.command("Why don't I see it?");
    // The last rows of the list are below its border.
    window.click(Role::ListBoxOption, "Step 8: Faces");
    for _ in 0..2 {
        window.click(Role::Button, "Step forward");
    }
    assert_eq!(window.app().workspace().selected().step, Some(9), "the step about what covers it");
    window.shot("visibility_covered");
    let explanation = window.app().workspace().explanation().unwrap();
    assert!(explanation.answer.contains("`door`"), "{}", explanation.answer);

    window.click(Role::Tab, "Visibility");
    window.wait_for("ball: covered");
    window.shot("visibility_list");
    window.click(Role::ListBoxOption, "ball: covered");
    let explanation = window.app().workspace().explanation().unwrap();
    assert!(explanation.answer.starts_with("not seen"), "{}", explanation.answer);

    window.click(Role::Tab, "Explain");
    window.click(Role::Button, "Find an eye that sees it");
    window.wait_for("would be seen from");
    let explanation = window.app().workspace().explanation().unwrap();
    let step = window.app().workspace().selected().step.unwrap();
    assert_eq!(step + 1, explanation.story.steps.len(), "the step with the place of the eye is open");
    let marks = &explanation.story.steps[step].marks;
    assert!(marks.iter().any(|mark| matches!(mark.shape, MarkShape::Box { .. })), "the camera there is drawn");
    assert!(marks.iter().any(|mark| mark.label.ends_with(" m")), "the way of the eye has its length");
    window.shot("visibility_nearest_eye");
    // A change of the scene makes the result void.
    window.harness.state_mut().workspace_mut().set_tick(1);
    window.harness.run();
    assert!(!window.has_text("would be seen from"));

    // Again: back to the planes.
    window.command("Why don't I see it?");
    let explanation = window.app().workspace().explanation().unwrap();
    assert_eq!(explanation.title, "Is `ball` in view of `eye`?");
}

/// The button at the right of a row under the pointer, and an expectation of what the camera sees.
#[test]
fn a_row_of_verdicts_asks_why_and_a_scene_that_expects_it_opens_on_it() {
    let mut window = TestWindow::on(SCENE);
    window.click(Role::Tab, "Verdicts");
    let door = window
        .harness
        .get_by(|node| node.role() == Role::Row && node.label().is_some_and(|label| label.starts_with("door")));
    let place = door.rect().center();
    assert!(window.harness.query_by_role_and_label(Role::Button, "Why don't I see it?").is_none());
    window.harness.hover_at(place);
    window.harness.run();
    window.shot("visibility_verdict_row");
    window.click(Role::Button, "Why don't I see it?");
    let explanation = window.app().workspace().explanation().unwrap();
    assert_eq!(explanation.title, "Does `eye` see `door`?");

    let expecting = SCENE.replacen(
        "\"cameras\"",
        "\"expect\": [{ \"camera\": \"eye\", \"object\": \"ball\", \"seen\": false }], \"cameras\"",
        1,
    );
    let window = TestWindow::on(&expecting);
    assert_eq!(window.app().workspace().explanation().unwrap().title, "Does `eye` see `crate`?");
}
