//! The Settings window: its choices apply at once, by mouse and by keyboard, and stay for the next run.

use eframe::egui::accesskit::{Role, Toggled};
use eframe::egui::{Key, Modifiers, Theme, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use eyeline::geometry::units::{Angle, Length};

use crate::test_window::{SCENE, TestWindow};

fn opened() -> TestWindow {
    let mut window = TestWindow::new();
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Comma);
    window.harness.run();
    assert!(window.has_text("Files, reports and explanations"));
    window
}

fn is_on(window: &TestWindow, label: &str) -> bool {
    let node = window.harness.get_by_role_and_label(Role::Button, label);
    node.accesskit_node().toggled() == Some(Toggled::True)
}

/// The text of a number field.
fn field(window: &TestWindow, label: &str) -> String {
    let node = window.harness.get_by_role_and_label(Role::SpinButton, label);
    node.accesskit_node().value().unwrap_or_default()
}

#[test]
fn units_change_fields_labels_and_tables_and_no_scene() {
    let mut window = opened();
    window.click(Role::Button, "Lengths: mm");
    window.click(Role::Button, "Angles: radians");
    window.shot("settings");
    assert!(is_on(&window, "Lengths: mm") && !is_on(&window, "Lengths: m"));
    window.harness.key_press(Key::Escape);
    window.harness.run();
    assert!(!window.has_text("Files, reports and explanations"), "Esc closes the window");

    window.click_row("guard");
    assert!(field(&window, "near").ends_with("500 mm"), "{}", field(&window, "near"));
    assert!(field(&window, "field of view").ends_with("1.0472 rad"), "{}", field(&window, "field of view"));
    window.type_number("near", "250");
    assert_eq!(window.app().workspace().scene().cameras[0].near, 0.25);
    window.type_number("near", "75 cm");
    assert_eq!(window.app().workspace().scene().cameras[0].near, 0.75);
    window.click_row("ball");
    assert!(window.has_text(" mm"), "the margin");
    window.click(Role::Tab, "Verdicts");
    assert!(window.has_text("margin mm"));
    let text = std::fs::read_to_string(window.path("desk.json")).unwrap();
    assert_eq!(text, SCENE);
    window.shot("settings_mm");
}

#[test]
fn a_field_that_is_only_entered_keeps_its_number() {
    let mut window = opened();
    window.click(Role::Button, "Lengths: cm");
    window.click(Role::Button, "Digits: 2");
    window.harness.key_press(Key::Escape);
    window.harness.run();
    let set = 0.123_456_79;
    window.harness.state_mut().workspace_mut().edit("far", |scene| scene.cameras[0].near = set);
    window.click_row("guard");
    assert!(field(&window, "near").ends_with("12.3 cm"), "{}", field(&window, "near"));
    let place = window.field("near").center();
    window.press(place, eframe::egui::PointerButton::Primary);
    window.harness.run();
    window.harness.key_press(Key::Enter);
    window.harness.run();
    assert_eq!(window.app().workspace().scene().cameras[0].near, set);
}

#[test]
fn settings_are_chosen_by_keyboard_and_are_those_of_the_menus() {
    let mut window = opened();
    window.click(Role::Button, "Theme: Light");
    assert_eq!(window.harness.ctx.theme(), Theme::Light);
    window.click(Role::Button, "Keys: Blender");
    window.click(Role::Button, "Scale: 125 %");
    assert_eq!(window.harness.ctx.zoom_factor(), 1.25);
    window.click(Role::Button, "Scale: 100 %");
    assert!(is_on(&window, "Keys: Blender") && is_on(&window, "Theme: Light"));
    // Tab goes through the choices, and Enter chooses.
    window.harness.get_by_role_and_label(Role::Button, "Theme: Light").focus();
    window.harness.run();
    window.harness.key_press_modifiers(Modifiers::SHIFT, Key::Tab);
    window.harness.run();
    window.harness.key_press(Key::Enter);
    window.harness.run();
    assert_eq!(window.harness.ctx.theme(), Theme::Dark);
    window.command("Lengths in centimetres");
    assert_eq!(window.app().workspace().view().units().length, Length::Centimetres);
    assert_eq!(window.app().workspace().view().units().angle, Angle::Degrees);
    assert!(is_on(&window, "Lengths: cm"));
}

#[test]
fn the_settings_fit_into_the_smallest_window_at_every_scale() {
    // The size of a window of 1024 × 640 in points.
    for percent in [100.0, 200.0] {
        let mut window = opened();
        window.harness.set_size(vec2(102_400.0, 64_000.0) / percent);
        window.harness.run();
        let room = window.harness.ctx.content_rect();
        for label in ["Keys: Blender", "Theme: System", "Scale: 200 %", "Lengths: mm"] {
            let rect = window.harness.get_by_role_and_label(Role::Button, label).rect();
            assert!(room.contains_rect(rect), "{percent}: {label} {rect} in {room}");
        }
        window.shot(&format!("settings_{percent}"));
    }
}

#[test]
fn motion_is_reduced_and_returns() {
    let mut window = opened();
    let usual = window.harness.ctx.global_style().animation_time;
    assert!(usual > 0.0 && is_on(&window, "Motion: Full"));
    window.click(Role::Button, "Motion: Reduced");
    // The view flies to a new place only with animations.
    assert_eq!(window.harness.ctx.global_style().animation_time, 0.0);
    assert!(is_on(&window, "Motion: Reduced") && !is_on(&window, "Motion: Full"));
    window.command("Full motion");
    assert_eq!(window.harness.ctx.global_style().animation_time, usual);
}
