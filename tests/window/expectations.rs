//! Expectations are added, listed, followed and removed by clicks.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, PointerButton};
use egui_kittest::kittest::{NodeT, Queryable};
use eyeline::world::Item;

use crate::test_window::{SCENE, TestWindow};

/// The labels of all widgets of a role that contain some words.
fn labels(window: &TestWindow, role: Role, words: &str) -> Vec<String> {
    let nodes = window.harness.query_all_by_role(role);
    nodes.filter_map(|node| node.accesskit_node().label()).filter(|label| label.contains(words)).collect()
}

fn open_problems(window: &mut TestWindow) {
    let tab = labels(window, Role::Tab, "Problems").remove(0);
    window.click(Role::Tab, &tab);
}

#[test]
fn an_answer_is_expected_by_a_click_and_listed_green_or_red() {
    let mut window = TestWindow::new();
    window.click_row("crate");
    window.click(Role::Button, "Expect this answer");
    assert_eq!(window.app().workspace().scene().expect.len(), 1);
    open_problems(&mut window);
    let green = "guard · crate: inside as expected";
    assert_eq!(labels(&window, Role::ListBoxOption, "expected"), [green]);
    assert!(window.has_text("✔ Expectations: 1 met"));
    window.shot("expectations_met");

    window.click_row("guard");
    window.type_number("near", "5");
    assert_eq!(labels(&window, Role::ListBoxOption, "expected"), ["guard · crate: expected inside, found outside"]);
    assert!(window.has_text("✖ Expectations: 1 of 1 not met"));

    // A click on the row selects the answer.
    window.click_row("aim");
    window.click(Role::ListBoxOption, "guard · crate: expected inside, found outside");
    let selected = window.app().workspace().selected().clone();
    assert_eq!((selected.querier(), selected.object()), (Some(Item::Camera(0)), Some(0)));
    window.shot("expectations_not_met");

    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert_eq!(labels(&window, Role::ListBoxOption, "expected"), [green]);
    window.click(Role::Button, "Remove the expectation guard · crate: inside as expected");
    assert!(window.app().workspace().scene().expect.is_empty() && !window.has_text("Expectations:"));
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert_eq!(labels(&window, Role::ListBoxOption, "expected"), [green], "undo brings it back");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    window.harness.run();
    let saved = std::fs::read_to_string(window.path("desk.json")).unwrap();
    assert!(saved.contains(r#""verdict": "inside""#), "{saved}");
}

#[test]
fn an_expectation_that_is_not_met_is_replaced_after_a_question_and_restored_by_the_message() {
    let mut window = TestWindow::new();
    let verdict = |window: &TestWindow| window.app().workspace().scene().expect[0].keys["verdict"].clone();
    window.click_row("crate");
    window.click(Role::Button, "Expect this answer");
    window.click_row("guard");
    window.type_number("near", "5");
    window.click_row("crate");
    let ask = |window: &mut TestWindow| {
        window.click(Role::Button, "Expected inside, set to outside");
        assert!(window.has_text("guard · crate: expected inside, found outside."));
    };
    ask(&mut window);
    window.shot("expectation_replaced");
    window.click(Role::Button, "Cancel");
    assert_eq!(verdict(&window), "inside");
    ask(&mut window);
    window.click(Role::Button, "Set to outside");
    assert_eq!(verdict(&window), "outside");
    assert!(window.has_text("Expect this answer") && window.has_text("Replaced 1 expectation"));
    window.click(Role::Button, "Undo");
    assert_eq!(verdict(&window), "inside");
    assert!(!window.has_text("Replaced 1 expectation"));

    // All rows of the table, of which one is expected with another value.
    window.command("Expect all answers of the table");
    assert!(window.has_text("Replace 1 expectation?"));
    window.harness.key_press(Key::Escape);
    window.harness.run();
    assert_eq!(window.app().workspace().scene().expect.len(), 1);
}

#[test]
fn context_menus_expect_the_clicked_answer_or_the_whole_table() {
    let mut window = TestWindow::new();
    let row = window.row("ball");
    let place = window.harness.get_by_role_and_label(Role::TreeItem, &row).rect().center();
    window.press(place, PointerButton::Secondary);
    window.harness.run();
    // The Explain panel has a button with this name too.
    window.harness.get_all_by_label("Expect this answer").last().unwrap().click();
    window.harness.run();
    assert_eq!(window.app().workspace().judging().outcomes()[0].line(), "guard · ball: outside as expected");

    window.click(Role::Tab, "Verdicts");
    let row = labels(&window, Role::Row, "crate").remove(0);
    let place = window.harness.get_by_role_and_label(Role::Row, &row).rect().center();
    window.press(place, PointerButton::Secondary);
    window.harness.run();
    window.harness.get_by_label("Expect all answers of the table").click();
    window.harness.run();
    assert_eq!(window.app().workspace().judging().outcomes().len(), 2, "the ball's is replaced");
}

#[test]
fn an_expectation_at_a_tick_goes_there() {
    let text = SCENE.replace(
        r#""title": "Desk","#,
        r#""title": "Desk", "expect": [{ "camera": "second", "object": "ball", "tick": 7, "verdict": "inside" }],"#,
    );
    let mut window = TestWindow::on(&text);
    open_problems(&mut window);
    window.click(Role::ListBoxOption, "second · ball at tick 7: expected inside, found outside");
    let workspace = window.app().workspace();
    assert_eq!((workspace.tick(), workspace.selected().querier()), (7, Some(Item::Camera(1))));
    assert_eq!(workspace.selected().object(), Some(1));
}
