//! Why a camera sees an object or not: the command, its steps with the pixels in the picture, and the Visibility panel.

use eframe::egui::accesskit::Role;

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

    // Again: back to the planes.
    window.command("Why don't I see it?");
    let explanation = window.app().workspace().explanation().unwrap();
    assert_eq!(explanation.title, "Is `ball` in view of `eye`?");
}
