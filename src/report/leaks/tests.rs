//! Leaks in a report: ways, explanation, JSON, point files, and updates.

use crate::clearance::leak::LeakAnswer;
use crate::files::{Content, Files};
use crate::report::json;
use crate::report::leaks::{PathFormat, answer_now, path_text};
use crate::report::work::Work;
use crate::report::{Report, Scope, explain};
use crate::scene::{Scene, parse};
use crate::world::{Recording, World};

/// Two plates with a gap of 0.4 m between their edges, in a closed room of boxes.
const SCENE: &str = r#"{ "eyeline": 1, "objects": [
    { "name": "floor", "shape": { "box": { "half_extents": [2, 0.1, 2] } }, "position": [0, -1.1, 0] },
    { "name": "ceiling", "shape": { "box": { "half_extents": [2, 0.1, 2] } }, "position": [0, 1.1, 0] },
    { "name": "west", "shape": { "box": { "half_extents": [0.1, 1, 2] } }, "position": [-1.9, 0, 0] },
    { "name": "east", "shape": { "box": { "half_extents": [0.1, 0.8, 2] } }, "position": [1.9, -0.2, 0] },
    { "name": "north", "shape": { "box": { "half_extents": [2, 1, 0.1] } }, "position": [0, 0, -1.9] },
    { "name": "south", "shape": { "box": { "half_extents": [2, 1, 0.1] } }, "position": [0, 0, 1.9] } ],
    "leaks": [ { "name": "small", "from": [0, 0, 0], "radius": 0.15 },
        { "name": "large", "from": [0, 0, 0], "radius": 0.25 },
        { "name": "wall", "from": [-1.9, 0, 0], "radius": 0.1 },
        { "name": "across", "from": [0, 0, 0], "to": [1, 0.5, 1], "radius": 0.25 },
        { "name": "only east", "from": [0, 0, 0], "radius": 0.25, "objects": ["east"] } ] }"#;

fn world(scene: &Scene) -> World {
    World::at(scene, &Files::default(), 0)
}

#[test]
fn answers_have_the_keys_of_the_contract() {
    let scene = parse(SCENE, "a.json").unwrap();
    let mut text = Vec::new();
    json::write(&Report::of(&world(&scene)), "a.json", None, &mut text).unwrap();
    let report: serde_json::Value = serde_json::from_slice(&text).unwrap();
    let leaks = report["leaks"].as_array().unwrap();
    let of = |i: usize, key: &str| leaks[i][key].clone();
    assert_eq!((of(0, "leak"), of(0, "leaks")), ("small".into(), true.into()));
    let width = leaks[0]["narrowest"]["width"].as_f64().unwrap();
    assert!(width > 0.39 && width < 0.4001, "{width}");
    assert!(leaks[0]["path"].as_array().unwrap().len() >= 2 && leaks[0]["length"].as_f64().unwrap() > 1.9);
    for key in ["path", "length", "narrowest"] {
        assert!(leaks[1][key].is_null(), "{key}");
    }
    assert_eq!((of(1, "leaks"), of(1, "reason")), (false.into(), serde_json::Value::Null));
    assert_eq!((of(2, "leaks"), of(2, "reason")), (serde_json::Value::Null, "starts_inside".into()));
    assert_eq!((of(3, "leaks"), of(3, "path").as_array().map(Vec::len)), (true.into(), Some(2)));
    assert_eq!(of(4, "leaks"), serde_json::Value::from(true));
}

#[test]
fn explanations_name_the_walls_and_the_remedy() {
    let scene = parse(SCENE, "a.json").unwrap();
    let world = world(&scene);
    let explained = |name: &str| {
        let subject = explain::subject(&world, name, None).unwrap();
        explain::explain(&world, subject).unwrap()
    };
    let small = explained("small");
    assert!(small.answer.contains("`small` leaks") && small.answer.contains("0.3"), "{}", small.answer);
    let last = small.story.steps.last().unwrap();
    assert!(
        last.outcome.contains("`ceiling` and `east`") || last.outcome.contains("`east` and `ceiling`"),
        "{}",
        last.outcome
    );
    assert_eq!(small.decided_by, Some(small.story.steps.len() - 1));
    assert!(explained("large").answer.contains("does not leak"));
    assert!(explained("wall").story.steps[0].outcome.contains("`west`"));
}

#[test]
fn an_answer_is_kept_while_nothing_of_it_moves() {
    let scene = parse(SCENE, "a.json").unwrap();
    let files = Files::default();
    let content = |scene| Content { scene, files: &files };
    let mut world = world(&scene);
    let mut recording = Recording::of(content(&scene));
    let scope = Scope { leaks: Work::Later, ..Scope::ALL };
    let mut report = Report::within(&world, scope);
    assert!(report.leaks.iter().all(|leak| leak.answer.is_none()));
    for i in 0..report.leaks.len() {
        report.leaks[i].answer = answer_now(&world, &world.leaks[i]).answer;
    }
    let mut moved = scene.clone();
    moved.objects[2].position[0] = -1.8;
    let changes = world.follow(&mut recording, content(&scene), content(&moved), 0);
    report.follow(&world, &changes);
    let has_answer: Vec<bool> = report.leaks.iter().map(|leak| leak.answer.is_some()).collect();
    assert_eq!(has_answer, [false, false, false, false, true], "only the last does not ask about `west`");
    let mut renamed = moved.clone();
    renamed.leaks[4].radius = 0.3;
    let changes = world.follow(&mut recording, content(&moved), content(&renamed), 0);
    report.follow(&world, &changes);
    assert!(report.leaks[4].answer.is_none());
}

#[test]
fn point_files_have_a_point_a_line() {
    let scene = parse(SCENE, "a.json").unwrap();
    let world = world(&scene);
    let answer = answer_now(&world, &world.leaks[0]).answer.unwrap();
    let LeakAnswer::Leaks(path) = &*answer else { panic!() };
    let lin = path_text(&path.points, PathFormat::Lin, 0.15);
    assert_eq!(lin.lines().count(), path.points.len());
    assert_eq!(lin.lines().last(), Some("0.000000 0.000000 0.000000"), "the inside is last");
    let pts = path_text(&path.points, PathFormat::Pts, 0.15);
    assert_eq!(pts.lines().next(), Some("0.000000 0.000000 0.000000"));
    assert!(pts.lines().count() as f64 >= path.length / 0.15, "{pts}");
    assert!(pts.lines().all(|line| line.split(' ').filter_map(|x| x.parse::<f64>().ok()).count() == 3));
}

#[test]
fn bad_input_is_refused_at_its_place() {
    for (leak, expected) in [
        (r#""from": [0, 0, 0], "radius": 0"#, "`radius` must be above 0"),
        (r#""from": [0, 0, 0], "radius": -1"#, "`radius` must be above 0"),
        (r#""from": [0, 0]"#, ""),
        (r#""radius": 1"#, "from"),
        (r#""from": [0, 0, 0], "objects": ["nothing"]"#, "nothing"),
        (r#""from": [0, 0, 0], "objects": ["o", "o"]"#, "occurs twice"),
        (r#""from": [0, 0, 1e39]"#, "too large"),
    ] {
        let text = format!(
            r#"{{ "eyeline": 1, "objects": [{{ "name": "o", "shape": {{ "sphere": {{ "radius": 1 }} }} }}],
                "leaks": [{{ "name": "l", {leak} }}] }}"#
        );
        let error = parse(&text, "a.json").unwrap_err();
        assert!(error.to_string().contains(expected) && error.to_string().contains("a.json:2"), "{leak}: {error}");
    }
}
