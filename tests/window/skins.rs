//! Animated characters: the box that the planes test, the marks on the time bar, the skin explained, and problems ignored.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::test_window::TestWindow;

fn vanish() -> TestWindow {
    TestWindow::on_own_scene("vanish", [1440, 1400])
}

#[test]
fn another_tested_box_brings_the_character_back() {
    let mut window = vanish();
    assert!(window.has_text("a false negative of the tested box"), "it vanishes");
    window.harness.get_by_role_and_label(Role::ComboBox, "tested box").click();
    window.harness.run();
    window.harness.get_by_label("exact: of the posed vertices").click();
    window.harness.run();
    assert_eq!(window.row("walker/figure"), "walker/figure, intersect");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert!(window.has_text("a false negative of the tested box"), "undone");
}

#[test]
fn a_mark_on_the_time_bar_is_where_the_mesh_leaves_a_box() {
    let mut window = vanish();
    let label = "walker/figure: first out of its bind box, 0 s into its animation";
    window.click(Role::Button, label);
    assert_eq!(window.app().session().tick(), 0);
    let session = window.app().session();
    let (_, skin) = &session.report().skins[0];
    assert!(skin.escapes().iter().any(|escape| escape.bounds.word() == "bind"));
}

#[test]
fn the_skin_is_explained_and_another_animation_plays() {
    let mut window = vanish();
    window.click(Role::Button, "Explain the skin");
    assert!(window.has_text("12 joints move 1056 vertices of"), "the headline");
    for step in ["Joints", "Sums of weights", "Boxes", "The whole animation"] {
        assert!(window.has_text(step), "{step}");
    }
    window.harness.get_by_role_and_label(Role::ComboBox, "plays").click();
    window.harness.run();
    window.harness.get_by_label("Reach (2 s)").click();
    window.harness.run();
    let session = window.app().session();
    assert_eq!(session.scene().models[0].animation, Some(eyeline::scene::AnimationRef::Name("Reach".into())));
    assert_eq!(session.report().skins[0].1.pose.at.map(|(animation, _)| animation), Some(1));
    window.click_row("camera");
    assert!(!window.has_text("12 joints move 1056 vertices of"), "a camera asks again");
}

#[test]
fn a_problem_is_ignored_and_listed_again() {
    let mut window = TestWindow::on(
        r#"{ "eyeline": 1, "objects": [
            { "name": "decal", "shape": { "box": { "half_extents": [1, 1e-9, 1] } } },
            { "name": "film", "shape": { "box": { "half_extents": [1, 1e-9, 1] } }, "position": [5, 0, 0] }] }"#,
    );
    window.click(Role::Tab, "Problems");
    assert!(window.has_text("Objects without volume: 2"));
    window.harness.get_all_by_role_and_label(Role::Button, "Ignore").next().unwrap().click();
    window.harness.run();
    assert!(window.has_text("Objects without volume: 1") && window.has_text("1 problem ignored"));
    assert_eq!(window.app().session().scene().ignore.len(), 1);
    window.click(Role::Button, "Ignore all");
    assert!(!window.has_text("Objects without volume") && window.has_text("2 problems ignored"));
    window.click(Role::Button, "Show again");
    assert!(window.has_text("Objects without volume: 2"));
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert!(window.has_text("2 problems ignored"), "undone");
}
