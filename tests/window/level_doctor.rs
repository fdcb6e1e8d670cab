//! Leaks and colliders in the window: commands add them, and rows have their answers.

use eframe::egui::{Key, Modifiers};
use eyeline::world::Item;

use crate::test_window::TestWindow;

#[test]
fn a_leak_is_added_and_answered() {
    let mut window = TestWindow::on_own_scene("leak", [1440, 900]);
    window.wait_until("the answers", |window| {
        window.row("draught").contains("leaks") && window.row("ball").contains("sealed")
    });
    window.click_row("ball");
    assert_eq!(window.app().workspace().selected().explained_alone(), Some(Item::Leak(1)));
    window.wait_for("no sphere 0.3 m wide gets out");

    window.command("Leak");
    let workspace = window.app().workspace();
    assert_eq!(workspace.scene().leaks.len(), 4);
    assert_eq!(workspace.selected().explained_alone(), Some(Item::Leak(3)), "the new leak is selected");
    assert_eq!(workspace.document().undo_label(), Some("add leak"));
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert_eq!(window.app().workspace().scene().leaks.len(), 3);
}

#[test]
fn colliders_are_found_by_name_and_compared() {
    let scene = r#"{ "eyeline": 1, "objects": [
        { "name": "rock", "shape": { "sphere": { "radius": 1 } } },
        { "name": "UCX_rock", "shape": { "box": { "half_extents": [1, 1, 1] } } },
        { "name": "crate", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [4, 0, 0] },
        { "name": "crate-col", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [4, 0, 0] } ] }"#;
    let mut window = TestWindow::on(scene);
    window.command("Compare colliders found by name");
    let workspace = window.app().workspace();
    let names: Vec<&str> = workspace.scene().colliders.iter().map(|one| &*one.name).collect();
    assert_eq!(names, ["rock fits", "crate fits"]);
    window.wait_until("the answers", |window| {
        window.row("rock fits").contains("0.732") && window.row("crate fits").contains("0 m")
    });
    window.command("Compare colliders found by name");
    assert_eq!(window.app().workspace().scene().colliders.len(), 2, "both are compared already");
}
