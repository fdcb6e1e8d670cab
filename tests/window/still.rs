//! Nothing in the window moves because an answer changes: not the number that is dragged, and no tab.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::behavior::{GUARD, LEAVES, go_to, node, press, tab};
use crate::desk::Desk;
use crate::scenes;

/// A bar that turns from where fast and exact answer agree to where they do not, two boxes that may come to stand at one
/// place, and rays that hit, miss and are beyond.
const MIXED: &str = r#"{ "eyeline": 1,
    "cameras": [ { "name": "eye", "position": [0, 1, 0], "near": 1, "far": 9,
        "projection": { "perspective": { "fov_y": 45, "aspect": 1.6 } } } ],
    "rays": [ { "name": "across", "origin": [-6, 1, -6], "direction": [4, 0, 0], "kind": "segment" } ],
    "objects": [
        { "name": "bar", "shape": { "box": { "half_extents": [0.6, 0.4, 4.2] } }, "position": [12.4, 1, -12.4] },
        { "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [-1, 1, -6] } ] }"#;

/// Where every number field and every tab is.
fn places(desk: &Desk) -> BTreeMap<String, Rect> {
    let nodes = desk.harness.root().children_recursive();
    let mut places = BTreeMap::new();
    for node in nodes {
        let role = node.accesskit_node().role();
        if matches!(role, Role::SpinButton | Role::Tab | Role::Slider) {
            let name = format!("{role:?} {}", node.accesskit_node().label().unwrap_or_default());
            let same = places.keys().filter(|other: &&String| other.starts_with(&name)).count();
            places.insert(format!("{name} #{same}"), node.rect());
        }
    }
    places
}

fn same(before: &BTreeMap<String, Rect>, now: &BTreeMap<String, Rect>, when: &str) {
    assert_eq!(before.keys().collect::<Vec<_>>(), now.keys().collect::<Vec<_>>(), "{when}");
    for (name, place) in before {
        let other = now[name];
        let moved = (place.min - other.min).length() + (place.max - other.max).length();
        assert!(moved < 0.01, "{when}: {name} went from {place} to {other}");
    }
}

/// Every answer in a word.
fn answer(desk: &Desk) -> String {
    let report = desk.app().session().report();
    let seen = report.frusta.iter().flat_map(|camera| camera.objects.iter().map(|answer| answer.fast.verdict.word()));
    let hit = report.rays.iter().map(|ray| ray.first().map_or("nothing", |met| report.target_name(met.target)));
    seen.chain(hit).collect::<Vec<_>>().join(" ")
}

/// Drags the first number of that name by so many points, and looks at all places on the way.
fn drag(desk: &mut Desk, label: &str, by: f32, what: &str) -> BTreeSet<String> {
    let fields = desk.harness.query_all_by_role_and_label(Role::SpinButton, label);
    let from = fields.map(|field| field.rect().center()).min_by(|a, b| a.y.total_cmp(&b.y)).unwrap();
    let button = |pos, pressed| {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        Event::PointerButton { pos, button, pressed, modifiers }
    };
    desk.harness.hover_at(from);
    desk.harness.step();
    desk.harness.event(button(from, true));
    desk.harness.run();
    let before = places(desk);
    let mut answers = BTreeSet::from([answer(desk)]);
    let mut at: Pos2 = from;
    for _ in 0..24 {
        at += vec2(by / 24.0, 0.0);
        desk.harness.hover_at(at);
        desk.harness.step();
        desk.harness.step();
        answers.insert(answer(desk));
        same(&before, &places(desk), &format!("{what}, {}", answer(desk)));
    }
    desk.harness.event(button(at, false));
    desk.harness.run();
    same(&before, &places(desk), what);
    answers
}

#[test]
fn a_dragged_number_stays_under_the_pointer_while_answers_change() {
    let tour = include_str!("../../scenes/tour.json");
    for (name, text, rows, label, by) in [
        ("the tour", tour, &["crate"][..], "position X", -260.0),
        ("a camera that is dragged", tour, &["tent"], "position X", 300.0),
        ("a ray that comes to hit", tour, &["aim", "crate"], "position X", -330.0),
        ("a camera alone", tour, &["guard"], "field of view", -140.0),
        ("a ray alone", tour, &["aim"], "direction X", -160.0),
        ("an answer that comes to be disputed", MIXED, &["eye", "bar"], "position X", -150.0),
        ("an object beyond a segment", MIXED, &["across", "ball"], "position X", -250.0),
    ] {
        for size in [vec2(1440.0, 900.0), vec2(1024.0, 640.0)] {
            let mut desk = Desk::on(text);
            desk.harness.set_size(size);
            desk.harness.run();
            for row in rows {
                desk.click_row(row);
            }
            let answers = drag(&mut desk, label, by, name);
            assert!(answers.len() > 1, "{name}: the answer was always {answers:?}");
        }
    }
}

#[test]
fn nothing_moves_while_the_scene_plays() {
    for (name, text) in scenes::all() {
        if !["aborts", "crowd", "false_positive", "flicker", "guard", "repeater", "tour"].contains(&&*name) {
            continue;
        }
        let mut desk = Desk::beside(&text, scenes::levels_into);
        desk.harness.run();
        let before = places(&desk);
        for tick in (0..1200).step_by(40) {
            desk.harness.state_mut().session_mut().set_tick(tick);
            desk.harness.run_steps(3);
            same(&before, &places(&desk), &format!("{name}, tick {tick}"));
        }
    }
}

/// Types a number into the first field of that name.
fn type_first(desk: &mut Desk, label: &str, text: &str) {
    let fields = desk.harness.query_all_by_role_and_label(Role::SpinButton, label);
    let place = fields.map(|field| field.rect().center()).min_by(|a, b| a.y.total_cmp(&b.y)).unwrap();
    desk.type_into(place, text);
}

#[test]
fn a_refused_value_moves_nothing_and_the_next_press_puts_its_reason_away() {
    for size in [vec2(1440.0, 900.0), vec2(1024.0, 640.0)] {
        let mut desk = Desk::on(include_str!("../../scenes/tour.json"));
        desk.harness.set_size(size);
        desk.harness.run();
        for (row, label, wrong) in [("guard", "near", "50"), ("crate", "scale X", "0")] {
            desk.harness.key_press(Key::Escape);
            desk.harness.run();
            desk.click_row(row);
            let before = places(&desk);
            assert!(!desk.has_text("✖ "), "{row}");
            type_first(&mut desk, label, wrong);
            assert!(desk.has_text("✖ "), "{label} of {row} is refused");
            desk.shot(&format!("refused_{row}_{}", size.x));
            same(&before, &places(&desk), &format!("{label} of {row}"));
            let reason = desk.harness.query_all_by_label_contains("✖ ").next().unwrap().rect();
            assert!(desk.room().contains_rect(reason), "{reason} in the window");
            let title = desk.tab("Inspector").center();
            desk.press(title, PointerButton::Primary);
            assert!(!desk.has_text("✖ "), "a press puts it away");
            same(&before, &places(&desk), &format!("{label} of {row}, put away"));
        }
    }
}

#[test]
fn a_job_with_its_stop_button_moves_nothing() {
    // Trees that never end take long to run to a far tick.
    let tree = r#"{ "repeater": { "child": { "condition": { "every": { "ticks": 7 } } } } }"#;
    let agents: Vec<String> = (0..50).map(|i| format!(r#"{{ "name": "a{i}", "tree": {tree} }}"#)).collect();
    let scene = format!(r#"{{ "eyeline": 1, "agents": [{}] }}"#, agents.join(","));
    let mut desk = Desk::on(&scene);
    type_first(&mut desk, "Tick", "10");
    // The bar is as long as the far tick needs, whatever is going on.
    type_first(&mut desk, "Last tick", "900000");
    let before = places(&desk);
    desk.harness.state_mut().session_mut().set_tick(900_000);
    for _ in 0..30 {
        desk.harness.step();
        if desk.has_text("running agents: ") {
            break;
        }
    }
    assert!(desk.has_text("running agents: "));
    same(&before, &places(&desk), "while ticks are run");
    desk.harness.get_by_role_and_label(Role::Button, "Cancel replay").click();
    desk.harness.run();
    assert!(!desk.has_text("running agents: "));
    same(&before, &places(&desk), "after they were stopped");
}

#[test]
fn loading_with_its_stop_button_moves_nothing() {
    let mut desk = Desk::beside(
        r#"{ "eyeline": 1, "images": [ { "name": "sheet", "file": "sheet.png" } ],
            "objects": [ { "name": "ball", "shape": { "sphere": { "radius": 1 } } } ] }"#,
        |folder| image::GrayAlphaImage::new(8, 8).save(folder.join("sheet.png")).unwrap(),
    );
    desk.click_row("ball");
    let before = places(&desk);
    desk.patience.set(Duration::ZERO);
    image::GrayAlphaImage::new(9000, 9000).save(desk.path("sheet.png")).unwrap();
    desk.harness.state_mut().session_mut().reload();
    let start = Instant::now();
    while desk.harness.query_by_label("Cancel loading").is_none() {
        assert!(start.elapsed() < Duration::from_secs(20), "the image was not read in the background");
        desk.harness.step();
    }
    same(&before, &places(&desk), "while an image is read");
    desk.harness.get_by_label("Cancel loading").click();
    while desk.harness.query_by_label("Cancel loading").is_some() {
        assert!(start.elapsed() < Duration::from_secs(40), "the reading was not stopped");
        desk.harness.step();
    }
    same(&before, &places(&desk), "after it was stopped");
}

#[test]
fn a_breakpoint_that_stops_moves_nothing() {
    for size in [vec2(1440.0, 900.0), vec2(1024.0, 640.0)] {
        let mut desk = Desk::on(GUARD);
        desk.harness.set_size(size);
        go_to(&mut desk, 20);
        let fit = |desk: &Desk| desk.harness.get_by_role_and_label(Role::Button, "Fit").rect();
        let tree = |desk: &Desk| desk.harness.get_by_role(Role::Tree).rect();
        let patrol = node(&desk, "patrol").1.center();
        desk.press(patrol, PointerButton::Primary);
        tab(&mut desk, "Node");
        press(&mut desk, Role::CheckBox, "is halted");
        tab(&mut desk, if size.x > 1200.0 { "Events" } else { "Tree" });
        let before = (fit(&desk), tree(&desk), places(&desk));
        go_to(&mut desk, LEAVES);
        assert!(desk.has_text("⏺ stops here: "));
        assert_eq!((fit(&desk), tree(&desk)), (before.0, before.1), "{size}");
        same(&before.2, &places(&desk), "at the breakpoint");
    }
}
