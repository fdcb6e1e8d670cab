//! A changed answer moves nothing in the window: neither the number that is dragged nor a tab.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::behavior::{GUARD, LEAVES, go_to, node, press, tab};
use crate::scenes;
use crate::test_window::TestWindow;

/// A bar that rotates from agreement of fast and exact answer to disagreement, two boxes that can reach the same
/// position, and rays that hit, miss and end before the object.
const MIXED: &str = r#"{ "eyeline": 1,
    "cameras": [ { "name": "eye", "position": [0, 1, 0], "near": 1, "far": 9,
        "projection": { "perspective": { "fov_y": 45, "aspect": 1.6 } } } ],
    "rays": [ { "name": "across", "origin": [-6, 1, -6], "direction": [4, 0, 0], "kind": "segment" } ],
    "objects": [
        { "name": "bar", "shape": { "box": { "half_extents": [0.6, 0.4, 4.2] } }, "position": [12.4, 1, -12.4] },
        { "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [-1, 1, -6] } ] }"#;

/// The places of all number fields and tabs.
fn places(window: &TestWindow) -> BTreeMap<String, Rect> {
    let nodes = window.harness.root().children_recursive();
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

/// All answers as words.
fn answer(window: &TestWindow) -> String {
    let report = window.app().workspace().report();
    let seen = report.frusta.iter().flat_map(|camera| camera.objects.iter().map(|answer| answer.fast.verdict.word()));
    let hit = report.rays.iter().map(|ray| ray.first().map_or("nothing", |met| report.target_name(met.target)));
    seen.chain(hit).collect::<Vec<_>>().join(" ")
}

/// Drags the first number with that name by a number of points, and checks all places during the drag.
fn drag(window: &mut TestWindow, label: &str, by: f32, what: &str) -> BTreeSet<String> {
    let fields = window.harness.query_all_by_role_and_label(Role::SpinButton, label);
    let from = fields.map(|field| field.rect().center()).min_by(|a, b| a.y.total_cmp(&b.y)).unwrap();
    let button = |pos, pressed| {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        Event::PointerButton { pos, button, pressed, modifiers }
    };
    window.harness.hover_at(from);
    window.harness.step();
    window.harness.event(button(from, true));
    window.harness.run();
    let before = places(window);
    let mut answers = BTreeSet::from([answer(window)]);
    let mut at: Pos2 = from;
    for _ in 0..24 {
        at += vec2(by / 24.0, 0.0);
        window.harness.hover_at(at);
        window.harness.step();
        window.harness.step();
        answers.insert(answer(window));
        same(&before, &places(window), &format!("{what}, {}", answer(window)));
    }
    window.harness.event(button(at, false));
    window.harness.run();
    same(&before, &places(window), what);
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
            let mut window = TestWindow::on(text);
            window.harness.set_size(size);
            window.harness.run();
            for row in rows {
                window.click_row(row);
            }
            let answers = drag(&mut window, label, by, name);
            assert!(answers.len() > 1, "{name}: the answer was always {answers:?}");
        }
    }
}

#[test]
fn nothing_moves_while_the_scene_plays() {
    for (name, text) in scenes::all() {
        if !["aborts", "crowd", "flicker", "guard", "repeater", "tour"].contains(&&*name) {
            continue;
        }
        let mut window = TestWindow::beside(&text, scenes::levels_into);
        window.harness.run();
        let before = places(&window);
        for tick in (0..1200).step_by(40) {
            window.harness.state_mut().workspace_mut().set_tick(tick);
            window.harness.run_steps(3);
            same(&before, &places(&window), &format!("{name}, tick {tick}"));
        }
    }
}

/// Types a number into the first field of that name.
fn type_first(window: &mut TestWindow, label: &str, text: &str) {
    let fields = window.harness.query_all_by_role_and_label(Role::SpinButton, label);
    let place = fields.map(|field| field.rect().center()).min_by(|a, b| a.y.total_cmp(&b.y)).unwrap();
    window.type_into(place, text);
}

#[test]
fn a_refused_value_moves_nothing_and_the_next_press_removes_its_reason() {
    for size in [vec2(1440.0, 900.0), vec2(1024.0, 640.0)] {
        let mut window = TestWindow::on(include_str!("../../scenes/tour.json"));
        window.harness.set_size(size);
        window.harness.run();
        for (row, label, wrong) in [("guard", "near", "50"), ("crate", "scale X", "0")] {
            window.harness.key_press(Key::Escape);
            window.harness.run();
            window.click_row(row);
            let before = places(&window);
            assert!(!window.has_text("✖ "), "{row}");
            type_first(&mut window, label, wrong);
            assert!(window.has_text("✖ "), "{label} of {row} is refused");
            window.shot(&format!("refused_{row}_{}", size.x));
            same(&before, &places(&window), &format!("{label} of {row}"));
            let reason = window.harness.query_all_by_label_contains("✖ ").next().unwrap().rect();
            assert!(window.room().contains_rect(reason), "{reason} in the window");
            let title = window.tab("Inspector").center();
            window.press(title, PointerButton::Primary);
            assert!(!window.has_text("✖ "), "a press puts it away");
            same(&before, &places(&window), &format!("{label} of {row}, put away"));
        }
    }
}

#[test]
fn a_replay_with_its_cancel_button_moves_nothing() {
    // Trees that never end take long to run to a distant tick.
    let tree = r#"{ "repeater": { "child": { "condition": { "every": { "ticks": 7 } } } } }"#;
    let agents: Vec<String> = (0..50).map(|i| format!(r#"{{ "name": "a{i}", "tree": {tree} }}"#)).collect();
    let scene = format!(r#"{{ "eyeline": 1, "agents": [{}] }}"#, agents.join(","));
    let mut window = TestWindow::on(&scene);
    type_first(&mut window, "Tick", "10");
    // The bar already has the length for the distant tick.
    type_first(&mut window, "Last tick", "900000");
    let before = places(&window);
    window.harness.state_mut().workspace_mut().set_tick(900_000);
    for _ in 0..30 {
        window.harness.step();
        if window.has_text("running agents: ") {
            break;
        }
    }
    assert!(window.has_text("running agents: "));
    same(&before, &places(&window), "while ticks are run");
    window.harness.get_by_role_and_label(Role::Button, "Cancel replay").click();
    window.harness.run();
    assert!(!window.has_text("running agents: "));
    same(&before, &places(&window), "after they were stopped");
}

#[test]
fn loading_with_its_cancel_button_moves_nothing() {
    let mut window = TestWindow::beside(
        r#"{ "eyeline": 1, "images": [ { "name": "sheet", "file": "sheet.png" } ],
            "objects": [ { "name": "ball", "shape": { "sphere": { "radius": 1 } } } ] }"#,
        |folder| image::GrayAlphaImage::new(8, 8).save(folder.join("sheet.png")).unwrap(),
    );
    window.click_row("ball");
    let before = places(&window);
    window.patience.set(Duration::ZERO);
    image::GrayAlphaImage::new(9000, 9000).save(window.path("sheet.png")).unwrap();
    window.harness.state_mut().workspace_mut().disk_mut().reload();
    let start = Instant::now();
    while window.harness.query_by_label("Cancel loading").is_none() {
        assert!(start.elapsed() < Duration::from_secs(20), "the image was not read in the background");
        window.harness.step();
    }
    same(&before, &places(&window), "while an image is read");
    window.harness.get_by_label("Cancel loading").click();
    while window.harness.query_by_label("Cancel loading").is_some() {
        assert!(start.elapsed() < Duration::from_secs(40), "the reading was not stopped");
        window.harness.step();
    }
    same(&before, &places(&window), "after it was stopped");
}

#[test]
fn a_breakpoint_that_stops_moves_nothing() {
    for size in [vec2(1440.0, 900.0), vec2(1024.0, 640.0)] {
        let mut window = TestWindow::on(GUARD);
        window.harness.set_size(size);
        go_to(&mut window, 20);
        let fit = |window: &TestWindow| window.harness.get_by_role_and_label(Role::Button, "Fit").rect();
        let tree = |window: &TestWindow| window.harness.get_by_role(Role::Tree).rect();
        let patrol = node(&window, "patrol").1.center();
        window.press(patrol, PointerButton::Primary);
        tab(&mut window, "Node");
        press(&mut window, Role::CheckBox, "is halted");
        tab(&mut window, if size.x > 1200.0 { "Events" } else { "Tree" });
        let before = (fit(&window), tree(&window), places(&window));
        go_to(&mut window, LEAVES);
        assert!(window.has_text("⏺ stops here: "));
        assert_eq!((fit(&window), tree(&window)), (before.0, before.1), "{size}");
        same(&before.2, &places(&window), "at the breakpoint");
    }
}

#[test]
fn adding_and_removing_a_breakpoint_moves_nothing() {
    for size in [vec2(1440.0, 900.0), vec2(1024.0, 640.0)] {
        let mut window = TestWindow::on(GUARD);
        window.harness.set_size(size);
        go_to(&mut window, 20);
        let patrol = node(&window, "patrol").1.center();
        window.press(patrol, PointerButton::Primary);
        tab(&mut window, "Node");
        let place =
            |window: &TestWindow, label: &str| window.harness.get_by_role_and_label(Role::CheckBox, label).rect();
        let before = (place(&window, "is halted"), places(&window));
        for what in ["added", "removed"] {
            press(&mut window, Role::CheckBox, "is halted");
            same(&before.1, &places(&window), &format!("{size}: {what}"));
            assert_eq!(place(&window, "is halted"), before.0, "{size}: {what}");
        }
    }
}
