//! The costs of a level through the binary: text, files, and what is refused.

use serde_json::Value;

use crate::commands::{eyeline, fresh, names};

/// A yard with balls behind a wall, and a solid house.
const SCENE: &str = r##"{ "eyeline": 1, "tick_rate": 10,
    "cameras": [{ "name": "eye", "attach": "cart", "near": 0.1, "far": 50, "size": [160, 100] }],
    "objects": [
        { "name": "ground", "shape": { "box": { "half_extents": [8, 0.5, 8] } }, "position": [0, -0.5, 0], "color": "#808080" },
        { "name": "wall", "shape": { "box": { "half_extents": [8, 3, 0.2] } }, "position": [0, 3, -2], "color": "#808080" },
        { "name": "house", "shape": { "box": { "half_extents": [2, 3, 2] } }, "position": [-6, 3, 6] },
        { "name": "ball, red", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 1, -5] },
        { "name": "ball, blue", "shape": { "sphere": { "radius": 0.5 } }, "position": [2, 1, -5] },
        { "name": "cart", "shape": { "box": { "half_extents": [0.1, 0.1, 0.1] } },
          "path": { "points": [[0, 1.5, 5], [5, 1.5, 5]], "speed": 1 } } ] }"##;

fn run(args: &[&str]) -> (tempfile::TempDir, i32, String, String) {
    let folder = fresh(&[("yard.json", SCENE)]);
    let output = eyeline(folder.path(), args);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    (folder, output.status.code().unwrap(), out, err)
}

#[test]
fn the_answer_names_the_worst_position_and_what_covers() {
    let (_, code, out, err) = run(&["cost", "yard.json", "--grid", "8", "--area", "-8,-1.5,8,8"]);
    assert_eq!((code, &*err), (0, ""), "{out}");
    for part in [
        "Objects by triangles",
        "Materials by draw calls",
        "colour #808080",
        "positions by triangles in the frustum",
        "left out: inside a solid",
        "the frustum holds the most triangles",
        "are covered, most by `wall`: an occlusion test would save most here.",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
}

#[test]
fn json_and_csv_have_every_view() {
    let (folder, code, out, _) = run(&["cost", "yard.json", "--grid", "4", "-o", "cost.json"]);
    assert!(code == 0 && out.contains("triangles"), "{out}");
    let json: Value = serde_json::from_slice(&std::fs::read(folder.path().join("cost.json")).unwrap()).unwrap();
    assert_eq!(json["totals"]["objects"], 6);
    assert_eq!(json["objects"][3]["object"], "ball, red");
    assert_eq!(json["objects"][0]["triangles"], 12);
    let positions = json["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 16);
    let left_out: Vec<_> = positions.iter().filter(|position| position["left_out"] == "inside").collect();
    assert_eq!(left_out.len(), 5, "four tiles of the wall, and the house");
    let sum = |count: &Value, key: &str| count[key].as_u64().unwrap();
    for view in positions.iter().filter_map(|position| position["views"].as_array()).flatten() {
        let parts: u64 = ["seen", "covered", "without_pixel"].iter().map(|part| sum(&view[*part], "triangles")).sum();
        assert_eq!(parts, sum(&view["in_frustum"], "triangles"), "{view}");
    }

    let (folder, code, ..) = run(&["cost", "yard.json", "--grid", "4", "--directions", "1", "-o", "cost.csv"]);
    assert_eq!(code, 0);
    let text = std::fs::read_to_string(folder.path().join("cost.csv")).unwrap();
    let mut lines = text.lines();
    let columns = lines.next().unwrap().split(',').count();
    assert_eq!(lines.clone().count(), 16, "a line for each position");
    assert!(lines.clone().any(|line| line.contains(",inside,")), "{text}");
    assert!(lines.filter(|line| !line.contains('"')).all(|line| line.split(',').count() == columns), "{text}");

    let (_, code, out, _) = run(&["cost", "yard.json", "--grid", "2", "-o", "-"]);
    assert!(code == 0 && serde_json::from_str::<Value>(&out).is_ok(), "{out}");
}

#[test]
fn a_camera_is_followed_over_ticks() {
    let args = ["cost", "yard.json", "--camera", "eye", "--ticks", "0..40", "--every", "10", "-o", "-"];
    let (_, code, out, err) = run(&args);
    assert_eq!((code, &*err), (0, ""));
    let json: Value = serde_json::from_str(&out).unwrap();
    let positions = json["positions"].as_array().unwrap();
    let eyes: Vec<f64> = positions.iter().map(|position| position["eye"][0].as_f64().unwrap()).collect();
    assert_eq!(eyes.len(), 5);
    assert!(eyes.iter().zip([0.0, 1.0, 2.0, 3.0, 4.0]).all(|(a, b)| (a - b).abs() < 1e-3), "{eyes:?}");
    assert_eq!(positions[1]["tick"], 10);
    assert_eq!(positions[0]["views"].as_array().unwrap().len(), 1);
}

#[test]
fn plans_are_written_as_pictures() {
    let (folder, code, ..) = run(&["cost", "yard.json", "--grid", "4", "-o", "plan.svg"]);
    let svg = std::fs::read_to_string(folder.path().join("plan.svg")).unwrap();
    assert!(code == 0 && svg.contains("Floor plan from above") && svg.contains("yard.json: triangles in the frustum"));
    let (folder, code, _, err) = run(&["cost", "yard.json", "--grid", "4", "--measure", "covered", "-o", "plan.png"]);
    assert_eq!(code, 0, "{err}");
    let png = image::open(folder.path().join("plan.png")).unwrap();
    assert_eq!((png.width(), png.height()), (2400, 1800));
}

#[test]
fn what_cannot_be_answered_is_refused_and_writes_nothing() {
    for (args, part) in [
        (&["--camera", "guard"][..], "no camera `guard` with a view; the scene has `eye`"),
        (&["-o", "plan.gif"], "no known format"),
        (&["-o", "yard.json"], "would replace"),
        (&["--grid", "1000"], "1000 is not in 1..=128"),
        (&["--area", "1,1,0,0"], "must be greater"),
        (&["--measure", "money"], "triangles, covered, draws, objects, tests"),
        (&["--camera", "eye", "--ticks", "0..900000"], "at most 16384 are possible; use --every 55"),
    ] {
        let (folder, code, out, err) = run(&[&["cost", "yard.json"], args].concat());
        assert_eq!(code, 2, "{args:?}: {out}");
        assert!(err.contains(part), "{args:?}: {err}");
        assert_eq!(names(folder.path()), ["yard.json"], "{args:?}");
    }
    let (_, code, _, err) = run(&["cost", "yard.json", "--area", "20,20,30,30"]);
    assert!(code == 0 && err.contains("no position has a floor"), "{err}");
    let empty = fresh(&[("empty.json", r#"{ "eyeline": 1 }"#)]);
    let output = eyeline(empty.path(), &["cost", "empty.json"]);
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && err.contains("there are no objects"), "{err}");
}
