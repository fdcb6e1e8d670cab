//! The state that is kept from one run of the window to the next.

use std::collections::HashMap;

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Memory, Modifiers, pos2, vec2};

use crate::test_window::{SCENE, Shelf, TestWindow};

#[test]
fn panels_keep_their_places() {
    let mut window = TestWindow::new();
    window.drag(window.tab("Inspector").center(), window.room().left_center());
    window.click(Role::Tab, "Verdicts");
    window.click(Role::Button, "Close Outliner");
    let border = pos2(window.view().left() - 0.5, 300.0);
    window.drag(border, border + vec2(33.0, 0.0));
    let (view, before) = (window.view(), window.picture("before_restart"));
    let mut shelf = Shelf::default();
    window.app().store(&mut shelf);

    let mut again = TestWindow::again(SCENE, shelf);
    again.harness.hover_at(border + vec2(33.0, 0.0));
    again.harness.run();
    assert_eq!(again.view(), view);
    assert!(!again.has_tab("Outliner") && again.has_text("2 objects, in view"));
    assert!(again.picture("after_restart") == before);
    assert!(TestWindow::new().view() != view, "without what was kept a window is as at first");
}

/// The text that a window stores after a border was dragged.
fn dragged_layout() -> String {
    let mut window = TestWindow::new();
    let border = pos2(window.view().left() - 0.5, 300.0);
    window.drag(border, border + vec2(33.0, 0.0));
    let mut shelf = Shelf::default();
    window.app().store(&mut shelf);
    shelf.0["panels"].clone()
}

fn opened_with(layout: &str) -> TestWindow {
    TestWindow::again(SCENE, Shelf(HashMap::from([("panels".to_owned(), layout.to_owned())])))
}

#[test]
fn a_damaged_layout_is_ignored() {
    let usual = TestWindow::new().view();
    let good = dragged_layout();
    assert_ne!(opened_with(&good).view(), usual);
    for bad in [
        String::new(),
        "()".to_owned(),
        "nonsense".to_owned(),
        "(arrangement:Tabs([View],View),closed:[View,View],has_hints:true)".to_owned(),
        good[..good.len() / 2].to_owned(),
        good.replacen("View", "Outliner", 1),
        good.replacen("View", "Teapot", 1),
        good.replacen("Row([(", "Row([(-", 1),
        "(".repeat(100_000),
    ] {
        assert_ne!(bad, good);
        assert_eq!(opened_with(&bad).view(), usual, "{bad:.80}");
    }
}

#[test]
fn closed_panels_and_hints_are_stored_and_the_view_is_always_open() {
    let good = dragged_layout();
    let window = opened_with(&good.replace("closed:[]", "closed:[View,Outliner]"));
    assert!(window.view().is_positive() && !window.has_tab("Outliner") && window.has_tab("Inspector"));
}

#[test]
fn the_scale_is_kept_with_the_state_of_egui() {
    let mut window = TestWindow::new();
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Plus);
    window.harness.run();
    let mut shelf = Shelf::default();
    window.harness.ctx.memory(|memory| eframe::set_value(&mut shelf, "egui", memory));
    let memory: Memory = eframe::get_value(&shelf, "egui").unwrap();
    assert_eq!(memory.options.zoom_factor, 1.25);
}

#[test]
fn the_arrangement_of_a_lesson_ends_with_it_and_is_not_kept() {
    let guard = include_str!("../../scenes/guard.json");
    let usual = TestWindow::new().view();
    let mut window = TestWindow::on(guard);
    assert!(window.view().height() < usual.height() - 50.0, "the tree has room");
    let mut shelf = Shelf::default();
    window.app().store(&mut shelf);
    assert_eq!(TestWindow::again(SCENE, shelf).view(), usual, "in the next run");
    let other = window.path("other.json");
    std::fs::write(&other, SCENE).unwrap();
    assert!(window.harness.state_mut().workspace_mut().open(&other));
    window.harness.run();
    assert_eq!(window.view(), usual, "the next scene");
    assert!(window.has_text("The answer, step by step"), "with the panel that was in front");

    let mut window = TestWindow::on(guard);
    let border = pos2(window.view().left() - 0.5, 300.0);
    window.drag(border, border + vec2(33.0, 0.0));
    std::fs::write(window.path("other.json"), SCENE).unwrap();
    let other = window.path("other.json");
    assert!(window.harness.state_mut().workspace_mut().open(&other));
    window.harness.run();
    let view = window.view();
    assert!((view.left() - usual.left() - 33.0).abs() < 2.0, "the border that the person moved: {view}");
    assert!((view.height() - usual.height()).abs() < 1.0, "the height that the lesson gave: {view}");
}
