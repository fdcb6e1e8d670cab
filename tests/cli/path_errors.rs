//! Recorded paths against their references, their gaps and jumps, and rows that cannot be read, through the binary.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};

fn report(folder: &Path, scene: &str) -> Value {
    let output = eyeline(folder, &["report", scene, "--only", "sessions,problems"]);
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn output_of(folder: &Path, args: &[&str]) -> (String, Option<i32>) {
    let output = eyeline(folder, args);
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (text, output.status.code())
}

/// Rows of TUM at 20 frames a second: a curve whose speed changes. `ahead` is added to the times, `up` to the heights.
fn rows(frames: impl Iterator<Item = i32>, ahead: f64, up: f64) -> String {
    let mut text = String::new();
    for i in frames {
        let time = f64::from(i) / 20.0;
        let way = time + 0.5 * libm::sin(0.9 * time) + 0.2 * libm::sin(2.3 * time) + 0.3 * libm::cos(0.31 * time);
        let [x, y, z] = [6.0 * libm::cos(way / 6.0), 0.3 * libm::sin(0.7 * way) + up, 6.0 * libm::sin(way / 6.0)];
        let (sin, cos) = libm::sincos(way / 12.0);
        writeln!(text, "{:.6} {x:.6} {y:.6} {z:.6} 0 {sin:.9} 0 {cos:.9}", 100.0 + ahead + time).unwrap();
    }
    text
}

/// The texts of some numbers.
fn texts(numbers: std::ops::Range<i32>, line: impl Fn(i32) -> String) -> String {
    numbers.map(line).collect::<Vec<_>>().concat()
}

/// A scene with the reference `a` and a session `b` that is compared with it.
fn compared(keys: &Value) -> String {
    let mut reference = json!({ "session": "a" });
    reference.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
    json!({ "eyeline": 1, "sessions": [{ "name": "a", "file": "a.txt" },
        { "name": "b", "file": "b.txt", "reference": reference }] })
    .to_string()
}

fn kinds(found: &Value) -> Vec<&str> {
    let problems = found["problems"].as_array().into_iter().flatten();
    problems.map(|problem| problem["kind"].as_str().unwrap()).collect()
}

#[test]
fn a_path_has_its_error_against_the_reference_of_the_scene() {
    let scene = compared(&json!({}));
    let folder =
        fresh(&[("a.txt", &rows(0..400, 0.0, 0.0)), ("b.txt", &rows(40..320, 0.0, 0.25)), ("scene.json", &scene)]);
    let found = report(folder.path(), "scene.json");
    assert!(found["sessions"][0].get("error").is_none());
    let error = &found["sessions"][1]["error"];
    assert_eq!((&error["reference"], &error["pairs"], &error["unmatched"]), (&json!("a"), &json!(280), &json!(0)));
    for key in ["rmse", "mean", "median", "max"] {
        assert!((error[key].as_f64().unwrap() - 0.25).abs() < 1e-6, "{key}: {error}");
    }
    assert!(error["rpe_rmse"].as_f64().unwrap() < 1e-5, "{error}");
    assert_eq!(kinds(&found), [""; 0]);
    // The brief report and the explanation have the same figures.
    let (brief, _) = output_of(folder.path(), &["report", "scene.json", "--brief", "--only", "sessions"]);
    let brief: Value = serde_json::from_str(&brief).unwrap();
    assert_eq!(&brief["sessions"][1]["error"], error);
    let (text, code) = output_of(folder.path(), &["explain", "scene.json", "b"]);
    assert!(code == Some(0) && text.contains("0.25 m from `a` (RMSE, not aligned)"), "{text}");
    assert!(text.contains("Error against `a`") && text.contains("280 pairs of 280 frames"), "{text}");
    // The comparison of both uses the reference too, and a picture has the errors in its legend.
    let aligned = compared(&json!({ "align": "se3", "max_difference": 0.02, "offset": 0.01 }));
    std::fs::write(folder.path().join("aligned.json"), aligned).unwrap();
    let (text, _) = output_of(folder.path(), &["explain", "aligned.json", "a", "b"]);
    assert!(text.contains("|t(i) + 0.01 s − t(j)| ≤ 0.02 s"), "{text}");
    let found = report(folder.path(), "aligned.json");
    assert!(found["sessions"][1]["error"]["rmse"].as_f64().unwrap() < 0.03, "{found}");
    let (text, code) = output_of(folder.path(), &["render", "aligned.json", "-o", "a.png", "--size", "320x200"]);
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn expectations_about_the_error_are_a_gate() {
    let mut scene: Value = serde_json::from_str(&compared(&json!({}))).unwrap();
    scene["expect"] = json!([{ "session": "b", "error.rmse": { "max": 0.3 }, "error.pairs": 400, "lost": 0 },
        { "session": "b", "error.rmse": { "max": 0.2 } }, { "session": "a", "error.rmse": 0 }]);
    let folder = fresh(&[
        ("a.txt", &rows(0..400, 0.0, 0.0)),
        ("b.txt", &rows(0..400, 0.0, 0.25)),
        ("s.json", &scene.to_string()),
    ]);
    let (text, code) = output_of(folder.path(), &["check", "s.json"]);
    assert!(text.contains("met      b: error.rmse 0.25") && text.contains("expected error.rmse"), "{text}");
    assert!(text.contains("the answer has no field `error.rmse`"), "{text}");
    assert_ne!(code, Some(0));
    // Without a pair the error is null, and every expectation about it fails.
    std::fs::write(folder.path().join("b.txt"), rows(0..400, 50.0, 0.25)).unwrap();
    let (text, code) = output_of(folder.path(), &["check", "s.json"]);
    assert!(code != Some(0) && text.contains("expected error.rmse at most 0.3, found none"), "{text}");
}

#[test]
fn clocks_that_are_apart_give_no_figure_but_the_offset_that_is_likely() {
    let scene = compared(&json!({}));
    let folder =
        fresh(&[("a.txt", &rows(0..400, 0.0, 0.0)), ("b.txt", &rows(20..380, 73.21, 0.25)), ("s.json", &scene)]);
    let found = report(folder.path(), "s.json");
    assert_eq!((&found["sessions"][1]["error"], kinds(&found)), (&Value::Null, vec!["no_common_times"]));
    let message = found["problems"][0]["message"].as_str().unwrap();
    let offset = message
        .split("`\"offset\": ")
        .nth(1)
        .and_then(|rest| rest.split('`').next())
        .unwrap_or_else(|| panic!("{message}"));
    let offset: f64 = offset.parse().unwrap();
    assert!((offset + 73.21).abs() < 2e-3 && message.contains("no other offset is as good"), "{message}");
    std::fs::write(folder.path().join("s.json"), compared(&json!({ "offset": offset }))).unwrap();
    let found = report(folder.path(), "s.json");
    let error = &found["sessions"][1]["error"];
    assert_eq!((&error["pairs"], kinds(&found)), (&json!(360), vec![]));
    assert!((error["rmse"].as_f64().unwrap() - 0.25).abs() < 1e-3, "{error}");
    // Two files by themselves: no figure either, and the same offset.
    let (text, code) = output_of(folder.path(), &["explain", "a.txt", "b.txt"]);
    assert!(code == Some(0) && text.contains("cannot be compared") && text.contains("\"offset\": -73.2"), "{text}");
    assert!(!text.contains("APE"), "{text}");
    // Half of the frames: the figures come with the problem.
    std::fs::write(folder.path().join("b.txt"), rows(300..700, 0.0, 0.25)).unwrap();
    std::fs::write(folder.path().join("s.json"), compared(&json!({ "align": "se3" }))).unwrap();
    let found = report(folder.path(), "s.json");
    assert_eq!((&found["sessions"][1]["error"]["pairs"], kinds(&found)), (&json!(100), vec!["few_pairs"]));
    assert_eq!(found["sessions"][1]["error"]["unmatched"], 300);
    // A line determines no rotation.
    let line = texts(0..100, |i| format!("{} {i} 0 0 0 0 0 1\n", 100.0 + f64::from(i) / 20.0));
    std::fs::write(folder.path().join("b.txt"), line).unwrap();
    let found = report(folder.path(), "s.json");
    assert_eq!((&found["sessions"][1]["error"], kinds(&found)), (&Value::Null, vec!["no_alignment"]));
}

#[test]
fn files_without_times_are_compared_by_the_numbers_of_their_frames() {
    let kitti = |up: f64| texts(0..50, |i| format!("1 0 0 {} 0 1 0 {up} 0 0 1 {}\n", 0.1 * f64::from(i * i), i));
    let [a, b]: [String; 2] = [0.0, 0.5].map(kitti);
    let scene = r#"{ "eyeline": 1, "sessions": [{ "name": "a", "file": "a.txt" }, { "name": "tum", "file": "tum.txt",
        "reference": { "session": "a" } },
        { "name": "b", "file": "b.txt", "rate": 10, "reference": { "session": "a", "delta": 49 } }] }"#;
    // A row that cannot be read keeps its number.
    let b = b.replacen("1 0 0 0 0 1", "1 0 0 nan 0 1", 1);
    let folder = fresh(&[("a.txt", &a), ("b.txt", &b), ("tum.txt", &rows(0..50, 0.0, 0.0)), ("s.json", scene)]);
    let found = report(folder.path(), "s.json");
    let error = &found["sessions"][2]["error"];
    assert_eq!((&error["pairs"], &error["rmse"], &error["rpe_rmse"]), (&json!(49), &json!(0.5), &Value::Null));
    // One file has times and the other has none.
    assert_eq!(found["sessions"][1]["error"], Value::Null);
    assert_eq!(kinds(&found), ["frame_values", "no_common_times"]);
    let message = found["problems"][1]["message"].as_str().unwrap();
    assert!(message.contains("`tum` has times and `a` has none"), "{message}");
    let (text, _) = output_of(folder.path(), &["explain", "s.json", "a", "b"]);
    assert!(text.contains("No file has times: frames of the same number are compared."), "{text}");
}

#[test]
fn a_wrong_reference_is_located() {
    let files = [("a.txt", &*rows(0..9, 0.0, 0.0)), ("b.txt", &rows(0..9, 0.0, 0.0))];
    for (reference, expected) in [
        (json!({ "session": "nobody" }), "there is no session named `nobody`"),
        (json!({ "session": "b" }), "`b` is compared with itself"),
        (json!({ "max_difference": 0 }), "`max_difference` must be above 0"),
        (json!({ "delta": 0 }), "`delta` must be above 0"),
        (json!({ "delta": 1.5 }), "`delta` must be a whole number of frames from 1"),
        (json!({ "delta_unit": "km" }), "unknown word `km`"),
        (json!({ "align_first": 0 }), "`align_first` must be at least 1"),
        (json!({ "align": "scale" }), "unknown word `scale`"),
        (json!({ "ofset": 1 }), "ofset"),
    ] {
        let folder = fresh(&files);
        std::fs::write(folder.path().join("s.json"), compared(&reference)).unwrap();
        let (text, code) = output_of(folder.path(), &["report", "s.json"]);
        assert!(code == Some(2) && text.contains(expected) && text.contains("s.json:1:"), "{reference}: {text}");
    }
    let folder = fresh(&files);
    let scene = r#"{ "eyeline": 1, "sessions": [{ "name": "a", "file": "a.txt", "gap": 0, "jump": { "speed": 1 } }] }"#;
    std::fs::write(folder.path().join("s.json"), scene).unwrap();
    let (text, code) = output_of(folder.path(), &["report", "s.json"]);
    assert!(code == Some(2) && text.contains("`gap` must be above 0"), "{text}");
}

#[test]
fn a_car_has_a_length_and_a_phone_has_its_jumps() {
    let car = texts(0..100, |i| format!("1 0 0 0 0 1 0 0 0 0 1 {}\n", 1.2 * f64::from(i)));
    let walk = |i: i32| 0.05 * f64::from(i) + if i >= 50 { 2.0 } else { 0.0 };
    let walk = texts(0..100, |i| format!("{} {} 0 0 0 0 0 1\n", 0.1 * f64::from(i), walk(i)));
    let scene = r#"{ "eyeline": 1, "sessions": [{ "name": "car", "file": "car.txt" }, { "name": "walk", "file": "walk.txt" },
        { "name": "strict", "file": "car.txt", "jump": { "speed": 5 } }] }"#;
    let folder = fresh(&[("car.txt", &car), ("walk.txt", &walk), ("s.json", scene)]);
    let found = report(folder.path(), "s.json");
    let length = |i: usize| found["sessions"][i]["path_length"].as_f64().unwrap();
    let jumps = |i: usize| found["sessions"][i]["jumps"].as_array().unwrap().len();
    assert!((length(0) - 99.0 * 1.2).abs() < 1e-9 && jumps(0) == 0, "{found}");
    assert!((length(1) - 98.0 * 0.05).abs() < 1e-9 && jumps(1) == 1, "{found}");
    assert!(length(2) < 1e-12 && jumps(2) == 99, "{found}");
}

#[test]
fn a_gap_is_a_loss_with_its_reason() {
    let text = rows((0..100).chain(160..300), 0.0, 0.0);
    let scene = |gap: &str| {
        format!(
            r#"{{ "eyeline": 1, "tick_rate": 20, "sessions": [{{ "name": "a", "file": "a.txt"{gap} }}],
            "expect": [{{ "session": "a", "lost": 0 }}] }}"#
        )
    };
    let folder = fresh(&[("a.txt", &text)]);
    let found = |gap: &str| {
        std::fs::write(folder.path().join("s.json"), scene(gap)).unwrap();
        report(folder.path(), "s.json")["sessions"][0].clone()
    };
    // Frames 0 to 99 are up to 4.95 s, the others from 8 s on. Ten times the median step is 0.5 s.
    let usual = found("");
    let [lost] = usual["lost"].as_array().unwrap().as_slice() else { panic!("{usual}") };
    let near = |value: &Value, expected: f64| (value.as_f64().unwrap() - expected).abs() < 1e-6;
    assert!(near(&lost["from"], 5.45) && near(&lost["to"], 8.0) && lost["reason"] == "gap", "{lost}");
    assert!(near(&usual["tracked_ratio"], 1.0 - 2.55 / 14.95), "{usual}");
    let (text, code) = output_of(folder.path(), &["check", "s.json"]);
    assert!(code != Some(0) && text.contains("expected lost 0, found 1"), "{text}");
    let output = eyeline(folder.path(), &["report", "s.json", "--only", "sessions", "--tick", "140"]);
    let later: Value = serde_json::from_slice(&output.stdout).unwrap();
    let pose = &later["sessions"][0]["pose"];
    assert_eq!((&pose["frame"], &pose["tracking"]), (&json!(99), &json!("lost")));
    let (text, _) = output_of(folder.path(), &["explain", "s.json", "a", "--tick", "140"]);
    assert!(text.contains("lost after 0.5 s without a frame") && text.contains("5.45 s to 8 s: gap"), "{text}");
    // The step of the gap is not in the length.
    let never = found(r#", "gap": null"#);
    assert_eq!((&never["lost"], never["tracked_ratio"].as_f64()), (&json!([]), Some(1.0)));
    assert!(never["path_length"].as_f64().unwrap() > usual["path_length"].as_f64().unwrap() + 1.0);
    assert_eq!(found(r#", "gap": 4"#)["lost"], json!([]));
    assert!(near(&found(r#", "gap": 2.5"#)["lost"][0]["from"], 7.45));
}

#[test]
fn rows_that_cannot_be_read_are_left_out_up_to_a_tenth() {
    let whole = rows(0..40, 0.0, 0.0);
    let mut lines: Vec<String> = whole.lines().map(str::to_owned).collect();
    lines[4] = "100.2 nan nan nan nan nan nan nan".into();
    lines[9] = "100.45 1 2 3 0 0 0 0".into();
    // The program ended while it wrote the last line.
    lines[39].truncate(20);
    let eyeline_lines = |cut: bool| {
        let line = |i: i32| format!("{{\"time\": {i}, \"position\": [{i}, 0, 0], \"rotation\": [0, 0, 0, 1]}}\n");
        let mut text = texts(0..20, line);
        if cut {
            text.truncate(text.len() - 30);
        }
        text
    };
    let kitti = texts(0..20, |i| if i == 7 { "1 0 0\n".to_owned() } else { format!("1 0 0 {i} 0 1 0 0 0 0 1 0\n") });
    let scene = r#"{ "eyeline": 1, "sessions": [{ "name": "tum", "file": "tum.txt" }, { "name": "ours", "file": "ours.jsonl" },
        { "name": "kitti", "file": "kitti.txt" }, { "name": "whole", "file": "whole.jsonl" }] }"#;
    let folder = fresh(&[
        ("tum.txt", &lines.join("\n")),
        ("ours.jsonl", &eyeline_lines(true)),
        ("whole.jsonl", &eyeline_lines(false)),
        ("kitti.txt", &kitti),
        ("s.json", scene),
    ]);
    let found = report(folder.path(), "s.json");
    let frames: Vec<_> = (0..4).map(|i| found["sessions"][i]["frames"].as_u64().unwrap()).collect();
    assert_eq!(frames, [37, 19, 19, 20]);
    assert_eq!(kinds(&found), ["frame_values"; 3]);
    let message = |i: usize| found["problems"][i]["message"].as_str().unwrap();
    assert!(message(0).contains("lines 5, 10, 40; line 5: NaN is no finite number"), "{found}");
    assert!(message(1).contains("1 row is left out") && message(1).contains("line 20"), "{found}");
    assert!(message(2).contains("line 8: the row has 3 columns, and `kitti` has 12"), "{found}");
    // The frames after a row that is left out keep their times.
    assert!((found["sessions"][2]["duration"].as_f64().unwrap() - 19.0 / 30.0).abs() < 1e-12);
    // More than a tenth of the rows: the file is an error at the first of them.
    std::fs::write(folder.path().join("tum.txt"), lines[..28].join("\n")).unwrap();
    assert!(eyeline(folder.path(), &["report", "s.json"]).status.success());
    lines[11] = "100.55 1 2 3 0 0 0 0".into();
    std::fs::write(folder.path().join("tum.txt"), lines[..20].join("\n")).unwrap();
    let (text, code) = output_of(folder.path(), &["report", "s.json"]);
    assert!(code == Some(2) && text.contains("tum.txt:5:7: NaN is no finite number"), "{text}");
}

#[test]
fn stray_scanner_is_read_by_the_names_of_its_columns() {
    let text = "timestamp, frame, qw, qx, qy, qz, x, y, z\n0, 0, 1, 0, 0, 0, 1, 2, 3\n0.1, 1, 1, 0, 0, 0, 1, 2, 4\n";
    let folder = fresh(&[("odometry.csv", text)]);
    let found = report(folder.path(), "odometry.csv");
    assert_eq!(found["sessions"][0]["pose"]["position"], json!([1.0, 2.0, 3.0]));
}

#[test]
fn all_unknown_anchors_are_named_and_a_polygon_has_three_points() {
    let line = |i: i32, more: &str| {
        format!("{{\"time\": {i}, \"position\": [{i}, 0, 0], \"rotation\": [0, 0, 0, 1]{more}}}\n")
    };
    let events = [
        line(0, r#", "tracking": "lost", "reason": "start""#),
        line(1, r#", "update": [{ "id": "roof" }], "remove": ["rug", "roof"]"#),
        line(2, ""),
    ];
    let folder = fresh(&[("walk.jsonl", &events.concat())]);
    let found = report(folder.path(), "walk.jsonl");
    let message = found["problems"][0]["message"].as_str().unwrap();
    assert!(message.contains("3 events for anchors that do not exist: `roof` (2 times), `rug`"), "{message}");
    // The recording begins with a loss: the first frame with tracking holds.
    let session = &found["sessions"][0];
    assert_eq!((&session["pose"]["frame"], &session["pose"]["position"]), (&json!(1), &json!([1.0, 0.0, 0.0])));
    assert_eq!(session["lost"], json!([{ "from": 0.0, "to": 1.0, "reason": "start" }]));
    let (text, code) = output_of(folder.path(), &["explain", "walk.jsonl"]);
    assert!(code == Some(0) && text.contains("0 s to 1 s: start"), "{text}");
    let polygon = line(0, r#", "add": [{ "id": "floor", "extent": [1, 1], "polygon": [[0, 0], [1, 1]] }]"#);
    std::fs::write(folder.path().join("walk.jsonl"), polygon).unwrap();
    let (text, code) = output_of(folder.path(), &["report", "walk.jsonl"]);
    assert!(code == Some(2) && text.contains("the polygon of the anchor `floor` has 2 points"), "{text}");
}

#[test]
fn recordings_in_two_folders_are_compared() {
    let folder = fresh(&[]);
    for name in ["one", "two"] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
        std::fs::write(folder.path().join(name).join("walk.txt"), rows(0..50, 0.0, 0.0)).unwrap();
    }
    let (text, code) = output_of(folder.path(), &["explain", "one/walk.txt", "two/walk.txt"]);
    assert!(code == Some(0) && text.contains("50 pairs"), "{text}");
    // A root that was given still holds.
    let (text, code) = output_of(folder.path(), &["explain", "one/walk.txt", "two/walk.txt", "--root", "one"]);
    assert!(code == Some(2) && text.contains("--root DIR"), "{text}");
}

/// A car on a curve of 400 m, whose path is longer by `too_long` percent, and noisy.
fn drive(too_long: f64, noise: f64) -> String {
    let mut text = String::new();
    for i in 0..500 {
        let way = f64::from(i) * 0.8;
        let angle = way / 90.0;
        let radius = 90.0 * (1.0 + too_long / 100.0);
        let [x, z] = [radius * (1.0 - libm::cos(angle)), -radius * libm::sin(angle)];
        let y = noise * libm::sin(f64::from(i) * 2.7);
        let (sin, cos) = libm::sincos(-angle / 2.0);
        writeln!(text, "{:.1} {x:.6} {y:.6} {z:.6} 0 {sin:.9} 0 {cos:.9}", 100.0 + f64::from(i) * 0.1).unwrap();
    }
    text
}

#[test]
fn several_paths_are_in_one_table_in_the_order_of_their_errors() {
    let later = drive(0.0, 0.0).replace("\n1", "\n9");
    let folder = fresh(&[
        ("truth.txt", &drive(0.0, 0.0)),
        ("far.txt", &drive(3.0, 0.2)),
        ("near.txt", &drive(1.0, 0.05)),
        ("other.txt", &later[later.find('\n').unwrap() + 1..]),
    ]);
    let all = ["explain", "truth.txt", "far.txt", "near.txt", "other.txt"];
    let (text, code) = output_of(folder.path(), &all);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.starts_with("Which of 3 paths is closest to `truth`?\n`near` is closest to `truth`: "), "{text}");
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("     ")).map(str::trim).collect();
    assert!(rows[0].starts_with("path") && rows[1].starts_with("near") && rows[2].starts_with("far"), "{rows:?}");
    assert!(rows[0].contains("KITTI %") && rows[1].contains('*') && !rows[2].contains('*'), "{rows:?}");
    assert!(
        text.contains("`other` has no error") && text.contains("they have no frames at the same moments"),
        "{text}"
    );
    // Sessions of a scene, and the alignment that is chosen.
    let sessions = ["truth", "far", "near"].map(|name| json!({ "name": name, "file": format!("{name}.txt") }));
    std::fs::write(folder.path().join("s.json"), json!({ "eyeline": 1, "sessions": sessions }).to_string()).unwrap();
    let (text, _) = output_of(folder.path(), &["explain", "s.json", "truth", "near", "far", "--align", "sim3"]);
    assert!(text.contains("(RMSE, aligned with scale)") && text.contains("scale"), "{text}");
    for (args, expected) in [
        (&["s.json", "truth", "near", "eye"][..], "`eye` is none"),
        (&["s.json", "truth", "near", "near"], "`near` is named twice"),
        (&["s.json", "truth", "--align", "yaw"], "are about recordings: name two or more"),
        (&["s.json", "truth", "near", "--align", "up"], "it must be one of none, origin, translation, yaw, se3, sim3"),
    ] {
        let (text, code) = output_of(folder.path(), &[&["explain"], args].concat());
        assert!(code == Some(2) && text.contains(expected), "{args:?}: {text}");
    }
}

/// One of several recordings cannot be read: the others have their answer.
#[test]
fn a_path_that_cannot_be_read_is_told_beside_the_others() {
    let folder = fresh(&[("truth.txt", &drive(0.0, 0.0)), ("near.txt", &drive(1.0, 0.05)), ("bad.txt", "1 2 x\n")]);
    let (text, code) = output_of(folder.path(), &["explain", "truth.txt", "bad.txt", "near.txt"]);
    assert!(code == Some(2) && text.contains("`near` is closest to `truth`") && text.contains("bad.txt:1:"), "{text}");
}

#[test]
fn a_plot_is_written_as_svg_or_png() {
    let folder =
        fresh(&[("truth.txt", &drive(0.0, 0.0)), ("a & b.txt", &drive(1.0, 0.05)), ("c.txt", &drive(2.0, 0.1))]);
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    for paths in [&["a & b.txt"][..], &["a & b.txt", "c.txt"]] {
        for file in ["plot.svg", "plot.png"] {
            let args = [&["explain", "truth.txt"], paths, &["-o", file]].concat();
            let (text, code) = output_of(folder.path(), &args);
            assert!(code == Some(0) && text.contains("`truth`"), "the steps are still printed: {text}");
        }
        let svg = String::from_utf8(read("plot.svg")).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("against truth") && svg.contains("APE [m]"), "{svg}");
        assert!(svg.contains("a &amp; b") && svg.matches("<polyline").count() > 20, "{svg}");
        assert!(read("plot.png").starts_with(b"\x89PNG"));
    }
    for (args, expected) in [
        (&["truth.txt", "-o", "p.svg"][..], "p.svg would be a plot"),
        (&["truth.txt", "c.txt", "-o", "truth.txt"], "would replace"),
        (&["truth.txt", "c.txt", "-o", "c.txt"], "would replace"),
    ] {
        let (text, code) = output_of(folder.path(), &[&["explain"], args].concat());
        assert!(
            code == Some(2) && text.contains(expected) && !folder.path().join("p.svg").exists(),
            "{args:?}: {text}"
        );
    }
    // The reference and the alignment of the scene.
    let scene = json!({ "eyeline": 1, "sessions": [{ "name": "t", "file": "truth.txt" },
        { "name": "c", "file": "c.txt", "reference": { "session": "t", "align": "yaw" } }] });
    std::fs::write(folder.path().join("s.json"), scene.to_string()).unwrap();
    let (text, code) = output_of(folder.path(), &["explain", "s.json", "c", "-o", "own.svg"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(String::from_utf8(read("own.svg")).unwrap().contains("aligned by translation and yaw, 500 pairs"));
}

#[test]
fn an_explanation_is_written_as_json_with_all_figures() {
    let folder = fresh(&[("truth.txt", &drive(0.0, 0.0)), ("c.txt", &drive(2.0, 0.1))]);
    let (text, code) = output_of(folder.path(), &["explain", "truth.txt", "c.txt", "--json", "-o", "found.json"]);
    assert_eq!((code, &*text), (Some(0), ""));
    let found: Value = serde_json::from_slice(&std::fs::read(folder.path().join("found.json")).unwrap()).unwrap();
    assert_eq!(found["eyeline_explanation"], 1);
    let steps = found["explanations"][0]["steps"].as_array().unwrap();
    assert_eq!(steps.last().unwrap()["title"], "Errors over distances");
    let decided = usize::try_from(found["explanations"][0]["decided_by"].as_u64().unwrap()).unwrap();
    assert_eq!(steps[decided]["title"], "Aligned by rotation and translation");
    let path = &found["figures"]["paths"][0];
    assert_eq!((&path["session"], &path["pairs"], &path["answer"]), (&json!("c"), &json!(500), &json!("se3")));
    let of = |align: &str| path["alignments"].as_array().unwrap().iter().find(|of| of["align"] == align).unwrap();
    let scale = of("sim3")["scale"].as_f64().unwrap();
    assert!((scale - 1.0 / 1.02).abs() < 1e-3, "{scale}");
    // A path that is 2 % too long, whose frames turn as they should.
    let segments = &of("none")["segments"];
    let [translation, turn] = ["translation", "turn"].map(|key| segments[key].as_f64().unwrap());
    assert!((1.6..2.2).contains(&translation) && turn < 1e-6, "{segments}");
    assert_eq!(segments["lengths"].as_array().unwrap().len(), 3);
    assert!(of("sim3")["segments"]["translation"].as_f64().unwrap() < 0.3);
    // The same figures are in the report, and an expectation can name them.
    let scene = json!({ "eyeline": 1, "sessions": [{ "name": "t", "file": "truth.txt" },
        { "name": "c", "file": "c.txt", "reference": { "session": "t", "align": "none", "delta": 10, "delta_unit": "m" } }],
        "expect": [{ "session": "c", "error.segment_translation": { "max": 3 }, "error.turn_rmse": { "max": 0.01 } },
            { "session": "c", "error.segment_translation": { "max": 1 } }] });
    std::fs::write(folder.path().join("s.json"), scene.to_string()).unwrap();
    let error = report(folder.path(), "s.json")["sessions"][1]["error"].clone();
    assert_eq!(error["segment_translation"], segments["translation"]);
    assert!((error["rpe_rmse"].as_f64().unwrap() - 0.2).abs() < 0.06, "2 % of about 10 m: {error}");
    let (text, code) = output_of(folder.path(), &["check", "s.json", "--only", "expectations"]);
    assert!(code == Some(1) && text.contains("expected error.segment translation at most 1, found 1.69"), "{text}");
    // Any other answer.
    let scene = json!({ "eyeline": 1, "cameras": [{ "name": "eye" }],
        "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -5] }] });
    std::fs::write(folder.path().join("v.json"), scene.to_string()).unwrap();
    let (text, code) = output_of(folder.path(), &["explain", "v.json", "eye", "ball", "--json"]);
    let found: Value = serde_json::from_str(&text).unwrap();
    let steps = found["explanations"][0]["steps"].as_array().unwrap();
    let side = steps.iter().find(|step| step["values"]["side"] == "left").unwrap();
    assert!(code == Some(0) && side["values"]["p_distance"].as_f64().unwrap() > 0.0 && found.get("figures").is_none());
}
