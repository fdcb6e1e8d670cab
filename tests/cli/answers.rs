//! The answers of the commands, tested through the binary.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh, names};

const SCENE: &str = r#"{ "eyeline": 1, "tick_rate": 10,
    "cameras": [{ "name": "eye", "projection": { "perspective": { "fov_y": 90, "aspect": 1 } }, "near": 1, "far": 10 }],
    "objects": [
        { "name": "crate", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [0, 0, -5] },
        { "name": "ball", "shape": { "sphere": { "radius": 1 } }, "layers": [3],
          "path": { "points": [[20, 0, -5], [0, 0, -5]], "speed": 10 } } ],
    "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -2], "mask": [0] }] }"#;

/// A ramp rotated about X, a line along it whose height above the surface is below the precision of `f32`, and a line
/// above it.
const GRAZING: &str = r#"{ "eyeline": 1,
    "objects": [{ "name": "ramp", "shape": { "box": { "half_extents": [1, 1, 1] } },
        "rotation": [0, 0, 0.46177918, 0.8869949] }],
    "rays": [{ "name": "grazing", "origin": [-0.8191916, 0.5735202, 5], "direction": [0, 0, -1] },
             { "name": "clear", "origin": [-0.8191916, 1.5, 5], "direction": [0, 0, -1] }] }"#;

fn report(folder: &Path, args: &[&str]) -> Value {
    let output = eyeline(folder, &[&["report", "a.json"], args].concat());
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Numbers rounded to millionths, for the comparison with manual computations.
fn rounded(value: &Value) -> Value {
    match value {
        Value::Number(n) if n.is_f64() => json!((n.as_f64().unwrap() * 1e6).round() / 1e6 + 0.0),
        Value::Array(items) => items.iter().map(rounded).collect(),
        Value::Object(entries) => entries.iter().map(|(key, value)| (key.clone(), rounded(value))).collect(),
        other => other.clone(),
    }
}

#[test]
fn a_report_computed_by_hand() {
    let folder = fresh(&[("a.json", SCENE)]);
    let report = rounded(&report(folder.path(), &[]));
    let keys: Vec<_> = report.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["eyeline_report", "scene", "tick", "time", "frusta", "rays"]);
    assert_eq!(report["scene"], "a.json");

    let frustum = &report["frusta"][0];
    let half = (f64::sqrt(0.5) * 1e6).round() / 1e6;
    let planes = [
        json!({ "side": "left", "normal": [half, 0.0, -half], "d": 0.0 }),
        json!({ "side": "right", "normal": [-half, 0.0, -half], "d": 0.0 }),
        json!({ "side": "bottom", "normal": [0.0, half, -half], "d": 0.0 }),
        json!({ "side": "top", "normal": [0.0, -half, -half], "d": 0.0 }),
        json!({ "side": "near", "normal": [0.0, 0.0, -1.0], "d": -1.0 }),
        json!({ "side": "far", "normal": [0.0, 0.0, 1.0], "d": 10.0 }),
    ];
    assert_eq!(frustum["planes"], json!(planes));
    let object = &frustum["objects"][0];
    assert_eq!(object["aabb"], json!({ "min": [-1.0, -1.0, -6.0], "max": [1.0, 1.0, -4.0] }));
    assert_eq!((&object["verdict"], &object["exact"]), (&json!("inside"), &json!("inside")));
    assert_eq!((&object["rejected_by"], &object["margin"]), (&Value::Null, &json!(4.949_747)));
    let near = json!({ "side": "near", "p_vertex": [1.0, 1.0, -6.0], "p_distance": 5.0,
        "n_vertex": [-1.0, -1.0, -4.0], "n_distance": 3.0 });
    assert_eq!(object["planes"][4], near);
    let ball = &frustum["objects"][1];
    assert_eq!((&ball["verdict"], &ball["rejected_by"]), (&json!("outside"), &json!("right")));

    let hit = json!({ "object": "crate", "hit": true, "t": 4.5, "distance": 9.0, "point": [0.0, 0.0, -4.0],
        "normal": [0.0, 0.0, 1.0], "feature": "+z", "interval": [4.5, 5.5], "reason": null,
        "exact": "hit", "exact_interval": [4.5, 5.5] });
    let ray = &report["rays"][0];
    assert_eq!((&ray["nearest"], &ray["objects"][0]), (&hit, &hit));
    assert_eq!(ray["objects"][1]["reason"], "masked");
    assert_eq!((&ray["objects"][1]["exact"], &ray["objects"][1]["exact_interval"]), (&json!("masked"), &Value::Null));
}

/// A start on a slanted face, and lines that graze a face: too close for `f32`, and reported in both forms.
#[test]
fn a_ray_too_close_for_f32_has_a_reason() {
    let folder = fresh(&[("a.json", GRAZING)]);
    let report = report(folder.path(), &[]);
    let answers = report["rays"].as_array().unwrap().iter().map(|ray| &ray["objects"][0]);
    let differs = |answer: &Value| answer["reason"].as_str().unwrap_or("hit") != answer["exact"].as_str().unwrap();
    let disputed: Vec<_> = answers.map(differs).collect();
    assert_eq!(disputed, [true, false], "{:#}", report["rays"]);
    let text = |ray: &str| {
        let output = eyeline(folder.path(), &["explain", "a.json", ray, "ramp"]);
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(text("grazing").contains("The line only grazes the solid"), "{}", text("grazing"));
    assert!(text("grazing").contains("They differ."));
    assert!(!text("clear").contains('⚠') && text("clear").contains("They agree."), "{}", text("clear"));
    let output = eyeline(folder.path(), &["explain", "a.json", "grazing"]);
    assert!(String::from_utf8(output.stdout).unwrap().contains("The exact answer differs for `ramp`"));
}

#[test]
fn a_t_beyond_f32_is_null() {
    let far = r#"{ "eyeline": 1, "rays": [{ "name": "slow", "origin": [0, 0, 0], "direction": [0, 0, -1e-38] }],
        "objects": [{ "name": "far", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -90] },
                    { "name": "near", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -9] },
                    { "name": "here", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, 0] }] }"#;
    let folder =
        fresh(&[("a.json", far), ("b.json", &far.replace("\"position\": [0, 0, 0]", "\"position\": [9, 0, 0]"))]);
    let ray = &report(folder.path(), &[])["rays"][0];
    let near = &ray["objects"][1];
    assert_eq!((&near["hit"], &near["t"], &near["interval"]), (&json!(true), &Value::Null, &json!([null, null])));
    assert_eq!((&near["distance"], &near["point"]), (&json!(8.0), &json!([0.0, 0.0, -8.0])));
    let t_in = near["exact_interval"][0].as_f64().unwrap();
    assert!((t_in / 8e38 - 1.0).abs() < 1e-6, "{t_in:e}");
    assert_eq!(ray["objects"][2]["t"], 0.0);
    let output = eyeline(folder.path(), &["report", "b.json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["rays"][0]["nearest"]["object"], "near", "the distance decides");
}

#[test]
fn a_tick_moves_objects_with_a_path() {
    let folder = fresh(&[("a.json", SCENE)]);
    let report = report(folder.path(), &["--tick", "20"]);
    assert_eq!((&report["tick"], &report["time"]), (&json!(20), &json!(2.0)));
    assert_eq!(report["frusta"][0]["objects"][1]["verdict"], "inside");
    assert_eq!(report["rays"][0]["objects"][1]["interval"], json!([4.5, 5.5]), "masked, but on the line");
}

#[test]
fn sections_can_be_chosen_and_unused_ones_are_absent() {
    let folder = fresh(&[("a.json", SCENE), ("empty.json", "{ \"eyeline\": 1 }")]);
    for (only, absent, present) in [("frusta", "rays", "frusta"), ("rays", "frusta", "rays")] {
        let report = report(folder.path(), &["--only", only]);
        assert!(report.get(absent).is_none() && report.get(present).is_some(), "{only}");
    }
    let output = eyeline(folder.path(), &["report", "empty.json"]);
    let empty: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(empty, json!({ "eyeline_report": 1, "scene": "empty.json", "tick": 0, "time": 0.0 }));
}

#[test]
fn an_explanation_takes_its_two_names_in_either_order() {
    let folder = fresh(&[("a.json", SCENE)]);
    let text = |args: &[&str]| {
        let output = eyeline(folder.path(), &[&["explain", "a.json"], args].concat());
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(text(&["eye", "crate"]), text(&["crate", "eye"]));
    assert_eq!(text(&["aim", "crate"]), text(&["crate", "aim"]));
    assert!(text(&["aim", "crate"]).contains("t = 4.5"));
    assert!(text(&["aim", "ball", "--tick", "20"]).contains("no hit: masked"));
    for alone in ["eye", "crate", "aim"] {
        assert!(text(&[alone]).lines().count() > 3, "{alone}");
    }
    for (args, words) in [
        (&["crat"][..], "did you mean `crate`?"),
        (&["eye", "aim"], "no answer is about `eye` (a camera) and `aim` (a ray) together"),
        (&["crate", "crate"], "`crate` is named twice"),
    ] {
        let output = eyeline(folder.path(), &[&["explain", "a.json"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with("error: ") && said.contains(words) && output.stdout.is_empty(), "{args:?}: {said}");
    }
}

/// The answers that the lessons are about, with all their steps.
#[test]
fn the_explanations_of_the_lessons_are_unchanged() {
    for scene in lessons() {
        let text = std::fs::read_to_string(&scene).unwrap();
        let document: Value = serde_json::from_str(&text).unwrap();
        let folder = scene.parent().unwrap();
        let name = scene.file_name().unwrap().to_str().unwrap();
        let mut args = vec!["explain", name];
        let selected = document["select"].as_array().map(|names| names.iter().collect());
        // A lesson about occlusion queries has nothing selected.
        let requested = selected.unwrap_or_else(|| vec![&document["occlusion"][0]["name"]]);
        args.extend(requested.into_iter().map(|name| name.as_str().unwrap()));
        // A cut has no answer before its tick.
        let opens_at = document["opens_at"].to_string();
        let is_cut = |cut: &Value| cut["tick"].as_u64().is_some() && args.contains(&cut["name"].as_str().unwrap());
        if document["cuts"].as_array().is_some_and(|cuts| cuts.iter().any(is_cut)) {
            args.extend(["--tick", &opens_at]);
        }
        let output = eyeline(folder, &args);
        assert!(output.status.success(), "{name}: {output:?}");
        insta::assert_snapshot!(name.trim_end_matches(".json"), String::from_utf8(output.stdout).unwrap());
    }
}

#[test]
fn pictures_have_the_asked_size_and_failures_leave_none() {
    let folder = fresh(&[("a.json", SCENE)]);
    for (args, size) in [
        (&["-o", "a.png"][..], (1280, 720)),
        (&["-o", "a.png", "--size", "320x200", "--camera", "eye", "--tick", "5"], (320, 200)),
        (&["-o", "a.png", "--size", "1100x700", "--ui"], (1100, 700)),
        (&["-o", "a.png", "--size", "1440x900", "--ui", "--scale", "2"], (1440, 900)),
        (&["--size", "1x1"], (1, 1)),
    ] {
        let output = eyeline(folder.path(), &[&["render", "a.json"], args].concat());
        assert!(output.status.success() && output.stdout.is_empty(), "{args:?}: {output:?}");
        let image = image::open(folder.path().join("a.png")).unwrap();
        assert_eq!((image.width(), image.height()), size, "{args:?}");
        std::fs::remove_file(folder.path().join("a.png")).unwrap();
    }
    for camera in ["crate", "nobody"] {
        let output = eyeline(folder.path(), &["render", "a.json", "-o", "a.png", "--camera", camera]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert_eq!(names(folder.path()), ["a.json"]);
    }
}

#[test]
fn without_a_display_the_tour_is_drawn() {
    let folder = fresh(&[("a.json", SCENE)]);
    let start = |args: &[&str]| {
        std::process::Command::new(env!("CARGO_BIN_EXE_eyeline"))
            .args(args)
            .current_dir(folder.path())
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .output()
            .unwrap()
    };
    if cfg!(any(windows, target_vendor = "apple")) {
        return; // there is always a display
    }
    let output = start(&[]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && output.stdout.is_empty() && said.contains("tour.png"), "{said}");
    assert_eq!(names(folder.path()), ["a.json", "tour.png"]);
    let output = start(&["a.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("eyeline render a.json"));
}

/// Every scene that comes with the program, sorted.
fn lessons() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut scenes: Vec<_> = entries.filter(|path| path.extension().is_some_and(|e| e == "json")).collect();
    scenes.sort();
    assert!(scenes.len() >= 9, "{scenes:?}");
    scenes
}

/// A ray that touches a ball: its discriminant is below 0 by at most the rounding error. The tolerance that decides is
/// printed.
#[test]
fn a_tolerance_that_decides_is_printed() {
    let scene = r#"{ "eyeline": 1,
        "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 0.71 } } }],
        "rays": [{ "name": "aim", "origin": [0.71, 0.4, 7.6], "direction": [0, -0.05, -0.95] }] }"#;
    let folder = fresh(&[("a.json", scene)]);
    let output = eyeline(folder.path(), &["explain", "a.json", "aim", "ball"]);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let d = lines.iter().find(|line| line.starts_with("D = ") && line.ends_with("= −7.105e−15")).expect(&text);
    let [b2, ac] = d["D = ".len()..].split(" = ").next().unwrap().split(" − ").collect::<Vec<_>>()[..] else {
        panic!("not a difference: {d}")
    };
    assert!(b2.parse::<f64>().unwrap() < ac.parse::<f64>().unwrap(), "the parts show that D < 0: {d}");
    let at = lines.iter().position(|line| line.starts_with("δ = ")).expect(&text);
    let delta = lines[at].trim_start_matches("δ = ");
    assert_eq!(lines[at + 1], format!("−7.105e−15 ≥ −{delta}"), "{text}");
    assert!(text.contains("✔ D < 0, but not by more than δ, so it counts as 0: the line touches the sphere"), "{text}");
    assert!(!text.contains("D ≥ 0: inside"), "{text}");
}
