//! Traces of running programs: the world at a tick, its entries in the outliner and the inspector, and the answers that differ.

use eframe::egui::accesskit::Role;
use eyeline::world::Item;

use crate::test_window::TestWindow;

const TRACE: &str = r#"{"eyeline_trace":1,"name":"game","time":0,"scene":{"eyeline":1,"tick_rate":10,"cameras":[{"name":"eye","position":[0,0,5]}],"objects":[{"name":"crate","shape":{"box":{"half_extents":[0.5,0.5,0.5]}}}]}}
{"time":0.1,"said":[{"camera":"eye","object":"crate","verdict":"visible"}]}
{"time":0.2,"set":{"crate":{"position":[0,0,50]}},"said":[{"camera":"eye","object":"crate","verdict":"visible"}]}
{"time":0.3,"add":{"objects":[{"name":"late","shape":{"sphere":{"radius":1}}}]},"said":[{"camera":"eye","object":"crate","verdict":"culled"}]}
"#;

fn on_trace() -> TestWindow {
    let scene = r#"{ "eyeline": 1, "tick_rate": 10, "trace": { "file": "run.jsonl" } }"#;
    TestWindow::beside(scene, |folder| std::fs::write(folder.join("run.jsonl"), TRACE).unwrap())
}

#[test]
fn the_row_of_the_problems_leads_to_the_answers_that_differ_and_to_what_was_asked() {
    let mut window = on_trace();
    window.click(Role::Tab, "Problems");
    window.command("Next tick");
    let row = |words: &str| format!("{words} 1 answer of the program at this tick, Disagreements");
    window.wait_until("the first answer", |window| window.has_text(&row("No disagreement in")));
    window.command("Next tick");
    window.wait_until("the second answer", |window| window.has_text(&row("1 disagreement in")));
    window.shot("trace_differs");
    window.click(Role::ListBoxOption, &row("1 disagreement in"));
    let row = "needless: “crate” in view of “eye”: the program says visible, eyeline outside, late by 1 tick";
    window.click(Role::Row, row);
    let selected = window.app().workspace().selected();
    assert_eq!((selected.querier(), selected.object()), (Some(Item::Camera(0)), Some(0)));
    // The fields of an entry of a trace are shown, and are no fields of the scene.
    assert!(window.has_text("far") && window.app().workspace().scene().cameras.is_empty());
    window.shot("trace_selected");
    window.command("Next tick");
    window.wait_until("the third tick", |window| window.seen_row("late").is_some());
    assert_eq!(window.app().workspace().world().objects.len(), 2);
}

#[test]
fn a_trace_that_has_changed_on_disk_is_read_again() {
    let mut window = on_trace();
    let longer = format!("{TRACE}{}\n", r#"{"time":0.9,"remove":["crate"]}"#);
    std::fs::write(window.path("run.jsonl"), longer).unwrap();
    window.wait_until("the new line", |window| {
        let trace = window.app().workspace().world().trace.as_deref().map(|trace| trace.trace.span()[1]);
        trace == Some(0.9)
    });
}
