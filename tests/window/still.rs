//! Nothing in the window moves because an answer changes: not the number that is dragged, and no tab.

use std::collections::{BTreeMap, BTreeSet};

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Modifiers, PointerButton, Pos2, Rect, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

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
