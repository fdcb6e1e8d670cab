//! Leaks and colliders through the binary: reports, explanations, point files and expectations.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};

/// A room of triangles from −1 to 1 with a square hole of 0.4 m in the wall at x = 1.
fn room() -> String {
    let mut text = String::new();
    let mut count = 0;
    let mut quad = |corners: [[f64; 3]; 4]| {
        for [x, y, z] in corners {
            writeln!(text, "v {x} {y} {z}").unwrap();
        }
        writeln!(text, "f {} {} {} {}", count + 1, count + 2, count + 3, count + 4).unwrap();
        count += 4;
    };
    quad([[-1., -1., -1.], [-1., 1., -1.], [-1., 1., 1.], [-1., -1., 1.]]);
    for s in [-1., 1.] {
        quad([[-1., s, -1.], [1., s, -1.], [1., s, 1.], [-1., s, 1.]]);
        quad([[-1., -1., s], [1., -1., s], [1., 1., s], [-1., 1., s]]);
    }
    for [y0, z0, y1, z1] in [[-1., -1., -0.2, 1.], [0.2, -1., 1., 1.], [-0.2, -1., 0.2, -0.2], [-0.2, 0.2, 0.2, 1.]] {
        quad([[1., y0, z0], [1., y1, z0], [1., y1, z1], [1., y0, z1]]);
    }
    text
}

fn scene() -> Value {
    json!({
        "eyeline": 1,
        "models": [{ "name": "room", "file": "room.obj" }],
        "objects": [{ "name": "rock", "shape": { "sphere": { "radius": 0.2 } }, "position": [5, 0, 0] },
            { "name": "UCX_rock", "shape": { "box": { "half_extents": [0.2, 0.2, 0.2] } }, "position": [5, 0, 0] }],
        "leaks": [{ "name": "fits", "from": [-0.5, 0, 0], "radius": 0.17 },
            { "name": "sealed", "from": [-0.5, 0, 0], "radius": 0.24 },
            { "name": "inside", "from": [-0.95, 0, 0], "radius": 0.1 },
            { "name": "reaches", "from": [-0.5, 0, 0], "to": [2, 0, 0], "radius": 0.1, "objects": ["room"] }],
        "colliders": [{ "name": "rock fits", "render": "rock", "collider": "UCX_rock" },
            { "name": "loose", "render": "rock", "collider": "UCX_rock", "tolerance": 0.2 }],
        "expect": [{ "leak": "fits", "leaks": true }, { "leak": "sealed", "leaks": false },
            { "leak": "inside", "reason": "starts_inside" },
            { "leak": "fits", "narrowest.width": { "min": 0.34, "max": 0.4001 } },
            { "collider": "rock fits", "within": false }, { "collider": "loose", "within": true }],
    })
}

fn folder() -> tempfile::TempDir {
    fresh(&[("room.obj", &room()), ("scene.json", &scene().to_string())])
}

fn output(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let output = eyeline(folder, args);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_report_says_where_a_room_leaks() {
    let folder = folder();
    let (code, text, errors) = output(folder.path(), &["report", "scene.json", "--only", "leaks"]);
    assert_eq!((code, &*errors), (0, ""));
    let report: Value = serde_json::from_str(&text).unwrap();
    let leaks = report["leaks"].as_array().unwrap();
    let words: Vec<(&Value, &Value)> = leaks.iter().map(|leak| (&leak["leaks"], &leak["reason"])).collect();
    let (null, yes, no) = (Value::Null, json!(true), json!(false));
    assert_eq!(words, [(&yes, &null), (&no, &null), (&null, &json!("starts_inside")), (&yes, &null)]);
    let width = leaks[0]["narrowest"]["width"].as_f64().unwrap();
    assert!(width > 0.395 && width < 0.4001, "{width}");
    let point: Vec<f64> = serde_json::from_value(leaks[0]["narrowest"]["point"].clone()).unwrap();
    assert!((point[0] - 1.0).abs() < 0.02 && point[1].abs() < 0.02 && point[2].abs() < 0.02, "{point:?}");
    let path: Vec<[f64; 3]> = serde_json::from_value(leaks[0]["path"].clone()).unwrap();
    assert_eq!(path[0], [-0.5, 0.0, 0.0]);
    let length: f64 =
        path.windows(2).map(|ends| (0..3).map(|i| (ends[0][i] - ends[1][i]).powi(2)).sum::<f64>().sqrt()).sum();
    assert!((leaks[0]["length"].as_f64().unwrap() - length).abs() < 1e-9);
    // The bounds of all objects end at the rock.
    assert!(path.last().unwrap().iter().zip([5.2, 1.0, 1.0]).any(|(x, end)| x.abs() > end + 0.34), "{path:?}");

    let (_, brief, _) = output(folder.path(), &["report", "scene.json", "--only", "leaks", "--brief"]);
    let brief: Value = serde_json::from_str(&brief).unwrap();
    assert_eq!((&brief["leaks"][1]["leaks"], brief["leaks"][0].get("path")), (&no, None));
}

#[test]
fn a_report_says_how_far_a_collider_is_off() {
    let folder = folder();
    let (code, text, _) = output(folder.path(), &["report", "scene.json", "--only", "colliders"]);
    let report: Value = serde_json::from_str(&text).unwrap();
    let [off, loose] = report["colliders"].as_array().unwrap().as_slice() else { panic!("{report}") };
    assert_eq!((code, &off["within"], &loose["within"]), (0, &json!(false), &json!(true)));
    let distance = |way: &str| off[way]["distance"].as_f64().unwrap();
    assert!((distance("render_to_collider") - 0.2 * (1.0 - 1.0 / 3_f64.sqrt())).abs() < 1e-3, "{off}");
    assert!((distance("collider_to_render") - 0.2 * (3_f64.sqrt() - 1.0)).abs() < 1e-3, "{off}");
}

#[test]
fn explanations_and_point_files() {
    let folder = folder();
    let (code, text, _) = output(folder.path(), &["explain", "scene.json", "fits"]);
    assert!(code == 0 && text.contains("`fits` leaks") && text.contains("Narrowest place"), "{text}");
    let (_, text, _) = output(folder.path(), &["explain", "scene.json", "sealed"]);
    assert!(text.contains("does not leak") && text.contains("proof"), "{text}");
    let (_, text, _) = output(folder.path(), &["explain", "scene.json", "rock fits"]);
    assert!(text.contains("`UCX_rock`") && text.contains("tolerance"), "{text}");
    for (file, lines) in [("a.pts", 20), ("a.lin", 2)] {
        let (code, text, errors) = output(folder.path(), &["explain", "scene.json", "fits", "-o", file]);
        assert_eq!((code, &*text, &*errors), (0, "", ""), "{file}");
        let written = std::fs::read_to_string(folder.path().join(file)).unwrap();
        assert!(written.lines().count() >= lines, "{file}: {written}");
        assert!(written.lines().all(|line| line.split(' ').filter(|x| x.parse::<f64>().is_ok()).count() == 3));
    }
    for (args, expected) in [
        (["sealed", "b.pts"], "does not leak"),
        (["inside", "b.pts"], "no file is written"),
        (["rock", "b.pts"], "is no leak"),
        (["fits", "scene.json"], "scene.json"),
    ] {
        let (code, _, errors) = output(folder.path(), &["explain", "scene.json", args[0], "-o", args[1]]);
        assert!(code == 2 && errors.contains(expected), "{args:?}: {errors}");
        assert!(!folder.path().join("b.pts").exists());
    }
}

#[test]
fn expectations_of_leaks_and_colliders_are_checked() {
    let folder = folder();
    let args = ["check", "scene.json", "--only", "expectations"];
    let (code, text, errors) = output(folder.path(), &args);
    assert_eq!(code, 0, "{text} {errors}");
    let mut wrong = scene();
    wrong["expect"] = json!([{ "leak": "sealed", "leaks": true }]);
    std::fs::write(folder.path().join("scene.json"), wrong.to_string()).unwrap();
    let (code, text, _) = output(folder.path(), &args);
    assert!(code == 1 && text.contains("sealed"), "{text}");
}

#[test]
fn a_lost_file_is_an_error_of_what_needs_it() {
    let folder = fresh(&[("scene.json", &scene().to_string())]);
    let (code, text, _) = output(folder.path(), &["report", "scene.json", "--only", "leaks,colliders"]);
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(code, 2);
    assert!(report["leaks"][3]["error"].as_str().unwrap().contains("room.obj"), "{report}");
    assert_eq!(report["colliders"][1]["within"], true);
}
