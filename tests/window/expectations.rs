//! Expectations are made, listed, followed and removed by clicks.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, PointerButton};
use egui_kittest::kittest::{NodeT, Queryable};
use eyeline::picture::Querier;

use crate::desk::{Desk, SCENE};

/// The labels of all nodes of a role that contain some words.
fn labels(desk: &Desk, role: Role, words: &str) -> Vec<String> {
    let nodes = desk.harness.query_all_by_role(role);
    nodes.filter_map(|node| node.accesskit_node().label()).filter(|label| label.contains(words)).collect()
}

fn open_problems(desk: &mut Desk) {
    let tab = labels(desk, Role::Tab, "Problems").remove(0);
    desk.click(Role::Tab, &tab);
}

#[test]
fn an_answer_is_expected_by_a_click_and_listed_green_or_red() {
    let mut desk = Desk::new();
    desk.click_row("crate");
    desk.click(Role::Button, "Expect this answer");
    assert_eq!(desk.app().session().scene().expect.len(), 1);
    open_problems(&mut desk);
    let green = "guard · crate: inside as expected";
    assert_eq!(labels(&desk, Role::ListBoxOption, "expected"), [green]);
    assert!(desk.has_text("✔ Expectations: 1 met"));
    desk.shot("expectations_met");

    desk.click_row("guard");
    desk.type_number("near", "5");
    assert_eq!(labels(&desk, Role::ListBoxOption, "expected"), ["guard · crate: expected inside, found outside"]);
    assert!(desk.has_text("✖ Expectations: 1 of 1 not met"));

    // The row leads to the answer.
    desk.click_row("aim");
    desk.click(Role::ListBoxOption, "guard · crate: expected inside, found outside");
    let selected = *desk.app().session().selected();
    assert_eq!((selected.querier, selected.object), (Some(Querier::Camera(0)), Some(0)));
    desk.shot("expectations_not_met");

    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    desk.harness.run();
    assert_eq!(labels(&desk, Role::ListBoxOption, "expected"), [green]);
    desk.click(Role::Button, "Remove the expectation guard · crate: inside as expected");
    assert!(desk.app().session().scene().expect.is_empty() && !desk.has_text("Expectations:"));
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    desk.harness.run();
    assert_eq!(labels(&desk, Role::ListBoxOption, "expected"), [green], "undo brings it back");
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    desk.harness.run();
    let saved = std::fs::read_to_string(desk.path("desk.json")).unwrap();
    assert!(saved.contains(r#""verdict": "inside""#), "{saved}");
}

#[test]
fn context_menus_expect_the_clicked_answer_or_the_whole_table() {
    let mut desk = Desk::new();
    let row = desk.row("ball");
    let place = desk.harness.get_by_role_and_label(Role::TreeItem, &row).rect().center();
    desk.press(place, PointerButton::Secondary);
    desk.harness.run();
    // The panel Explain has a button of this name too.
    desk.harness.get_all_by_label("Expect this answer").last().unwrap().click();
    desk.harness.run();
    assert_eq!(desk.app().session().outcomes()[0].line(), "guard · ball: outside as expected");

    desk.click(Role::Tab, "Verdicts");
    let row = labels(&desk, Role::Row, "crate").remove(0);
    let place = desk.harness.get_by_role_and_label(Role::Row, &row).rect().center();
    desk.press(place, PointerButton::Secondary);
    desk.harness.run();
    desk.harness.get_by_label("Expect all answers of the table").click();
    desk.harness.run();
    assert_eq!(desk.app().session().outcomes().len(), 2, "the ball's is replaced");
}

#[test]
fn an_expectation_at_a_tick_goes_there() {
    let text = SCENE.replace(
        r#""title": "Desk","#,
        r#""title": "Desk", "expect": [{ "camera": "second", "object": "ball", "tick": 7, "verdict": "inside" }],"#,
    );
    let mut desk = Desk::on(&text);
    open_problems(&mut desk);
    desk.click(Role::ListBoxOption, "second · ball at tick 7: expected inside, found outside");
    let session = desk.app().session();
    assert_eq!((session.tick(), session.selected().querier), (7, Some(Querier::Camera(1))));
    assert_eq!(session.selected().object, Some(1));
}
