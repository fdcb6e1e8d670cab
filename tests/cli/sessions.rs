//! Recorded sessions and taps through the binary: every format, what follows a session, taps, problems and invalid input.
//! Expected values are computed here, by other means than in the program.

use std::f64::consts::TAU;
use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};

fn report(folder: &Path, scene: &str, args: &[&str]) -> Value {
    let output = eyeline(folder, &[&["report", scene], args].concat());
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Position and angle about Y at a time, in the axes of eyeline.
fn pose(time: f64) -> ([f64; 3], f64) {
    ([0.5 * time, 1.6, -0.25 * time], 0.3 * time)
}

/// A quaternion about Y.
fn about_y(angle: f64) -> [f64; 4] {
    [0.0, libm::sin(angle / 2.0), 0.0, libm::cos(angle / 2.0)]
}

/// The walk of [`pose`] at 10 frames a second, in the format of eyeline.
fn walk(change: impl Fn(usize, &mut Value)) -> String {
    let mut text = String::new();
    for i in 0..=40 {
        let time = f64::from(i) / 10.0;
        let (position, angle) = pose(time);
        let mut frame = json!({ "time": time, "position": position, "rotation": about_y(angle) });
        change(usize::try_from(i).unwrap(), &mut frame);
        writeln!(text, "{frame}").unwrap();
    }
    text
}

fn near(found: &Value, expected: &[f64], bound: f64) {
    let found: Vec<f64> = found.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
    let is_near = |(a, b): (&f64, &f64)| (a - b).abs() < bound;
    assert!(
        found.len() == expected.len() && found.iter().zip(expected).all(is_near),
        "{found:?}, expected {expected:?}"
    );
}

const SCENE: &str = r#"{ "eyeline": 1, "tick_rate": 20, "sessions": [{ "name": "walk", "file": "walk.jsonl" }],
    "cameras": [{ "name": "phone", "session": { "name": "walk" } },
        { "name": "held", "position": [0, 0, 1], "attach": "hand", "session": { "name": "walk", "track": "rotation" } }],
    "objects": [{ "name": "hand", "shape": { "sphere": { "radius": 0.1 } }, "session": { "name": "walk", "track": "position" } }],
    "taps": [{ "name": "place", "camera": "phone", "time": 1.25, "screen": [0.25, 0.75],
        "order": ["polygon", "extent", "infinite", "estimated", "point"] }] }"#;

#[test]
fn a_walk_is_replayed_and_its_figures_are_reported() {
    let text = walk(|i, frame| match i {
        20..=24 => {
            frame["tracking"] = "lost".into();
            frame["reason"] = "dark".into();
            frame["position"] = json!([99, 99, 99]);
        }
        25 => frame["tracking"] = "limited".into(),
        30.. => frame["position"] = json!([20.0 + 0.05 * f64::from(u32::try_from(i).unwrap()), 1.6, 0]),
        _ => {}
    });
    let folder = fresh(&[("walk.jsonl", &text), ("scene.json", SCENE)]);
    let found = report(folder.path(), "scene.json", &["--only", "sessions", "--tick", "13"]);
    let session = &found["sessions"][0];
    assert_eq!((session["frames"].as_u64(), session["duration"].as_f64()), (Some(41), Some(4.0)));
    assert!((session["tracked_ratio"].as_f64().unwrap() - (1.0 - 0.5 / 4.0)).abs() < 1e-12);
    assert_eq!(session["lost"], json!([{ "from": 2.0, "to": 2.5, "reason": "dark" }]));
    let [jump] = session["jumps"].as_array().unwrap().as_slice() else { panic!("{session}") };
    assert_eq!((jump["frame"].as_u64(), jump["time"].as_f64()), (Some(30), Some(3.0)));
    // Steps of 0.05 m and −0.025 m: 19 before the loss, 4 after it; then 10 of 0.05 m after the jump.
    let step = (0.05_f64.powi(2) + 0.025_f64.powi(2)).sqrt();
    assert!((session["path_length"].as_f64().unwrap() - (23.0 * step + 10.0 * 0.05)).abs() < 1e-9);
    // Tick 13 is at 0.65 s, half of the way between two frames.
    let (position, angle) = pose(0.65);
    assert_eq!(session["pose"]["frame"], 6);
    near(&session["pose"]["position"], &position, 1e-12);
    near(&session["pose"]["rotation"], &about_y(angle), 1e-6);
    let lost = report(folder.path(), "scene.json", &["--only", "sessions", "--tick", "44"]);
    assert_eq!(
        (&lost["sessions"][0]["pose"]["frame"], &lost["sessions"][0]["pose"]["tracking"]),
        (&json!(19), &json!("lost"))
    );
}

#[test]
fn cameras_and_objects_follow_the_tracked_part() {
    let folder = fresh(&[("walk.jsonl", &walk(|_, _| ())), ("scene.json", SCENE)]);
    let found = report(folder.path(), "scene.json", &["--tick", "40"]);
    let (position, angle) = pose(2.0);
    let hand = &found["frusta"][0]["objects"][0]["aabb"];
    near(&hand["min"], &position.map(|x| x - 0.1), 1e-5);
    let view = |camera: usize| found["frusta"][camera].clone();
    // The view volume's planes are of the pose: the camera looks along −Z turned by the angle.
    let near_plane =
        view(0)["planes"].as_array().unwrap().iter().find(|plane| plane["side"] == "near").unwrap().clone();
    near(&near_plane["normal"], &[-libm::sin(angle), 0.0, -libm::cos(angle)], 1e-5);
    assert_eq!(view(1)["camera"], "held");
}

#[test]
fn a_tap_tests_all_candidates_of_its_types() {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let text = walk(|i, frame| {
        frame["fov_y"] = json!(50);
        frame["aspect"] = json!(1.25);
        if i == 0 {
            frame["points"] = json!([[0.0, 0.5, -3.0]]);
            frame["add"] = json!([
                { "id": "floor", "center": [0, 0, -2], "extent": [9, 9] },
                { "id": "mat", "center": [0, 0.01, -2], "extent": [9, 9], "polygon": [[4, 4], [4.4, 4], [4.4, 4.4], [4, 4.4]] },
                { "id": "roof", "center": [0, 3, -2], "extent": [9, 9] },
                { "id": "wall", "center": [0, 0, 5], "rotation": [half, 0, 0, half], "extent": [9, 9] }
            ]);
        }
    });
    let folder = fresh(&[("walk.jsonl", &text), ("scene.json", SCENE)]);
    let found = report(folder.path(), "scene.json", &["--only", "taps"]);
    let tap = &found["taps"][0];
    // The ray in f64, by hand: 1.25 s, screen (0.25, 0.75).
    let (origin, angle) = pose(1.25);
    let half = libm::tan(50.0 / 360.0 * TAU / 2.0);
    let [x, y] = [(2.0 * 0.25 - 1.0) * half * 1.25, (1.0 - 2.0 * 0.75) * half];
    let (sin, cos) = libm::sincos(angle);
    let towards = [x * cos - sin, y, -x * sin - cos];
    let length = towards.iter().map(|x| x * x).sum::<f64>().sqrt();
    let direction = towards.map(|x| x / length);
    near(&tap["origin"], &origin, 1e-9);
    near(&tap["direction"], &direction, 1e-6);
    let tests = tap["tests"].as_array().unwrap();
    let words: Vec<_> = tests.iter().map(|test| test["type"].as_str().unwrap()).collect();
    assert_eq!(words, ["polygon", "extent", "infinite", "estimated", "point"]);
    let reasons: Vec<_> = tests[0]["candidates"].as_array().unwrap().iter().map(|one| one["reason"].clone()).collect();
    assert_eq!(reasons, [Value::Null, json!("outside"), json!("behind"), json!("behind")]);
    let distance = origin[1] / -direction[1];
    assert!((tests[0]["candidates"][0]["distance"].as_f64().unwrap() - distance).abs() < 1e-6);
    assert_eq!((&tap["chosen"]["type"], &tap["chosen"]["anchor"]), (&json!("polygon"), &json!("floor")));
    // The mat's plane is 1 cm nearer, and its polygon is missed: the nearest hit of all types is of its extent.
    assert_eq!((&tap["other_rule"]["type"], &tap["other_rule"]["anchor"]), (&json!("extent"), &json!("mat")));
    assert_eq!(tap["rules_differ"], true);
    let output = eyeline(folder.path(), &["explain", "scene.json", "place"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("`mat`: outside the boundary by"), "{text}");
}

#[test]
fn a_recording_opens_by_itself_and_is_imported() {
    let mut rows = String::from("# timestamp tx ty tz qx qy qz qw\n");
    for i in 0..20 {
        writeln!(rows, "{} {} 0 0 0 0 0 1", 1000.0 + f64::from(i) * 0.1, f64::from(i) * 0.01).unwrap();
    }
    let folder = fresh(&[("walk.txt", &rows)]);
    let found = report(folder.path(), "walk.txt", &["--only", "sessions"]);
    assert_eq!((&found["sessions"][0]["session"], &found["sessions"][0]["frames"]), (&json!("walk"), &json!(20)));
    let output = eyeline(folder.path(), &["import", "walk.txt", "-o", "scene.json"]);
    assert!(output.status.success(), "{output:?}");
    let imported = report(folder.path(), "scene.json", &["--only", "sessions"]);
    assert_eq!(imported["sessions"], found["sessions"]);
    let output = eyeline(folder.path(), &["render", "walk.txt", "-o", "walk.png", "--size", "320x180"]);
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn problems_of_recordings_are_reported() {
    let text = walk(|i, frame| {
        if i == 3 {
            frame["update"] = json!([{ "id": "ghost", "extent": [1, 1] }]);
        }
    });
    let mut scene: Value = serde_json::from_str(SCENE).unwrap();
    scene["objects"][0]["session"] = json!({ "name": "walk" });
    scene["sessions"].as_array_mut().unwrap().push(json!({ "name": "late", "file": "late.txt" }));
    let late = "1 0 0 0 0 0 0 1\n2 0 0 0 0 0 0 1\n1.5 0 0 0 0 0 0 1\n";
    let folder = fresh(&[("walk.jsonl", &text), ("late.txt", late), ("scene.json", &scene.to_string())]);
    let found = report(folder.path(), "scene.json", &["--only", "problems", "--tick", "20"]);
    let problems: Vec<_> = found["problems"].as_array().unwrap().iter().collect();
    let of = |kind: &str| problems.iter().find(|problem| problem["kind"] == kind).unwrap_or_else(|| panic!("{found}"));
    assert_eq!((&of("frame_times")["object"], &of("frame_times")["count"]), (&json!("late"), &json!(1)));
    assert_eq!(of("unknown_anchors")["object"], "walk");
    let twice = of("turned_twice");
    assert_eq!(twice["object"], "held");
    // 1.2 rad after 4 s are 68.75°, seen as 137.5°. The message does not depend on the tick.
    let message = twice["message"].as_str().unwrap();
    let expected = "at 4 s the session has turned by 68.75° since its first frame, and the camera by 137.5°";
    assert!(message.contains(expected), "{message}");
    let first = report(folder.path(), "scene.json", &["--only", "problems", "--tick", "0"]);
    assert_eq!(first["problems"], found["problems"]);
}

#[test]
fn invalid_recordings_are_located_and_other_answers_come() {
    let cases = [
        ("1 0 0 0 0 0 0 1\n2 0 0 0 0 0 nan 1\n", "walk.txt:2:"),
        ("1 0 0 0 0 0 0 0\n", "walk.txt:1:"),
        ("1 0 0 0 0 0 0 1\n2 0 0\n", "walk.txt:2:"),
        ("", "walk.txt"),
    ];
    let scene = r#"{ "eyeline": 1, "sessions": [{ "name": "walk", "file": "walk.txt" }],
        "cameras": [{ "name": "eye" }], "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } } }] }"#;
    for (text, place) in cases {
        let folder = fresh(&[("walk.txt", text), ("scene.json", scene)]);
        let output = eyeline(folder.path(), &["report", "scene.json"]);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && errors.contains(place), "{text}: {errors}");
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(found["sessions"][0]["error"].is_string() && found["frusta"][0]["objects"].is_array(), "{found}");
        let output = eyeline(folder.path(), &["report", "walk.txt"]);
        assert!(!output.status.success() && output.stdout.is_empty(), "{text}");
    }
    let cases = [
        (r#"{ "name": "a", "camera": "other", "time": 0, "screen": [0.5, 0.5] }"#, "`other` follows no session"),
        (
            r#"{ "name": "a", "camera": "nobody", "time": 0, "screen": [0.5, 0.5] }"#,
            "there is no camera named `nobody`",
        ),
        (r#"{ "name": "a", "camera": "eye", "time": 0, "screen": [0.5, 1.5] }"#, "must be from 0 to 1"),
        (r#"{ "name": "a", "camera": "eye", "time": 0, "screen": [0, 0], "order": [] }"#, "at least one type"),
    ];
    for (tap, expected) in cases {
        let text = format!(
            r#"{{ "eyeline": 1, "sessions": [{{ "name": "walk", "file": "walk.txt" }}], "taps": [{tap}],
            "cameras": [{{ "name": "eye", "session": {{ "name": "walk" }} }}, {{ "name": "other" }}] }}"#
        );
        let folder = fresh(&[("scene.json", &text), ("walk.txt", "1 0 0 0 0 0 0 1\n")]);
        let output = eyeline(folder.path(), &["report", "scene.json"]);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && errors.contains(expected), "{errors}");
    }
}

#[test]
fn two_recordings_are_compared() {
    // The same walk, turned by 90° about Y, moved, and 1.5 times as large; and 0.1 m off in one frame of 41.
    let other = walk(|i, frame| {
        let time = f64::from(u32::try_from(i).unwrap()) / 10.0;
        let bend = |[x, y, z]: [f64; 3]| [x, y + 0.3 * time * time, z];
        let [x, y, z] = bend(pose(time).0);
        frame["position"] = json!([1.5 * z + 4.0, 1.5 * y - 1.0, -1.5 * x]);
        frame["rotation"] = json!(about_y(pose(time).1 + TAU / 4.0));
    });
    let first = walk(|i, frame| {
        let time = f64::from(u32::try_from(i).unwrap()) / 10.0;
        let [x, y, z] = pose(time).0;
        frame["position"] = json!([x, y + 0.3 * time * time, z]);
    });
    let folder = fresh(&[("a.jsonl", &first), ("b.jsonl", &other)]);
    let output = eyeline(folder.path(), &["explain", "a.jsonl", "b.jsonl"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success() && text.contains("How far is `b` from `a`?") && text.contains("41 pairs"),
        "{text}"
    );
    let scaled = text.split("Aligned with scale").nth(1).unwrap();
    let number = |after: &str| scaled.split(after).nth(1).unwrap().split([',', ' ', '\n']).next().unwrap().to_owned();
    assert_eq!(number("s = "), "0.6666667", "{scaled}");
    assert!(number("rmse ").replace('−', "-").parse::<f64>().unwrap() < 1e-9, "{scaled}");
    let rigid = text.split("Aligned by rotation and translation").nth(1).unwrap();
    assert!(!rigid.contains("APE: rmse 0,"), "{rigid}");
}

#[test]
fn expectations_hold_for_sessions_and_taps() {
    let mut scene: Value = serde_json::from_str(SCENE).unwrap();
    scene["expect"] = json!([{ "session": "walk", "tracked_ratio": { "min": 0.95 }, "jumps": 0 },
        { "session": "walk", "jumps": 2 }, { "tap": "place", "type": "polygon" }]);
    let folder = fresh(&[("walk.jsonl", &walk(|_, _| ())), ("scene.json", &scene.to_string())]);
    let output = eyeline(folder.path(), &["check", "scene.json"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("walk: expected jumps 2, found 0"), "{text}");
    assert!(text.contains("place: expected type polygon, found none"), "{text}");
    assert!(text.contains("met      walk: tracked ratio 1, jumps 0 as expected"), "{text}");
}

/// Rows of TUM of a curve in space, from one time to another, at 10 frames a second. `place` changes the position.
fn rows(from: i32, to: i32, place: impl Fn(f64, [f64; 3]) -> [f64; 3]) -> String {
    let mut text = String::new();
    for i in from..to {
        let time = f64::from(i) / 10.0;
        let curve = [libm::cos(time), 0.2 * libm::sin(3.0 * time), 2.0 * libm::sin(time)];
        let ([x, y, z], [a, b, c, d]) = (place(time, curve), about_y(0.3 * time));
        writeln!(text, "{} {x} {y} {z} {a} {b} {c} {d}", 1_305_031_102.0 + time).unwrap();
    }
    text
}

fn compared(folder: &Path, paths: [&str; 2]) -> String {
    let output = eyeline(folder, &["explain", paths[0], paths[1]]);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_recording_that_starts_late_is_compared_at_the_same_moments() {
    let same = |_: f64, position: [f64; 3]| position;
    let whole = rows(0, 60, same);
    let late = rows(20, 50, |_, [x, y, z]| [x, y + 0.5, z]);
    // EuRoC has nanoseconds.
    let mut euroc = String::from("#timestamp, p_x, p_y, p_z, q_w, q_x, q_y, q_z\n");
    for row in late.lines() {
        let [time, x, y, z, a, b, c, d] = <[&str; 8]>::try_from(row.split(' ').collect::<Vec<_>>()).unwrap();
        let (seconds, tenths) = time.split_once('.').unwrap_or((time, "0"));
        writeln!(euroc, "{seconds}{tenths}00000000,{x},{y},{z},{d},{a},{b},{c}").unwrap();
    }
    let folder = fresh(&[("a.txt", &whole), ("b.txt", &late), ("c.csv", &euroc)]);
    // The usual world of EuRoC has +Z up.
    let turned = compared(folder.path(), ["a.txt", "c.csv"]);
    assert!(turned.contains("30 pairs") && !turned.contains("APE: rmse 0.5,"), "{turned}");
    let scene = r#"{ "eyeline": 1, "sessions": [{ "name": "a", "file": "a.txt" },
        { "name": "c", "file": "c.csv", "world": "y-up" }] }"#;
    std::fs::write(folder.path().join("upright.json"), scene).unwrap();
    let output = eyeline(folder.path(), &["explain", "upright.json", "a", "c"]);
    let upright = String::from_utf8(output.stdout).unwrap();
    for text in [compared(folder.path(), ["a.txt", "b.txt"]), upright] {
        let unaligned = text.split("Not aligned").nth(1).unwrap();
        assert!(text.contains("30 pairs") && text.contains("Times are those of the files"), "{text}");
        assert!(text.contains("30 frames, 1305031104.000 s to 1305031106.900 s"), "{text}");
        // The known offset is the error of each pair.
        assert!(unaligned.contains("APE: rmse 0.5, mean 0.5, median 0.5, max 0.5, min 0.5 m"), "{text}");
    }
    // A scene that gives the recordings different starts has placed them: 1 s instead of 2 s.
    let scene = r#"{ "eyeline": 1, "sessions": [{ "name": "a", "file": "a.txt" },
        { "name": "b", "file": "b.txt", "start": 1 }] }"#;
    std::fs::write(folder.path().join("scene.json"), scene).unwrap();
    let output = eyeline(folder.path(), &["explain", "scene.json", "a", "b"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Times are those of the scene") && text.contains("30 frames, 1.000 s to 3.900 s"), "{text}");
}

#[test]
fn the_first_sentence_of_a_comparison_has_the_error_or_the_reason() {
    let straight = |_: f64, _: [f64; 3]| [1.0, 2.0, 3.0];
    let lost = walk(|_, frame| frame["tracking"] = "lost".into());
    let gap = walk(|i, frame| {
        if i % 2 == 0 {
            frame["tracking"] = "lost".into();
        }
    });
    let other_gap = walk(|i, frame| {
        if i % 2 == 1 {
            frame["tracking"] = "lost".into();
        }
    });
    let folder = fresh(&[
        ("still.txt", &rows(0, 20, straight)),
        ("moved.txt", &rows(0, 20, |time, position| straight(time, position).map(|x| x + 1.0))),
        ("lost.jsonl", &lost),
        ("even.jsonl", &gap),
        ("odd.jsonl", &other_gap),
    ]);
    let first = |paths| compared(folder.path(), paths).lines().take(3).collect::<Vec<_>>().join("\n");
    let text = first(["still.txt", "moved.txt"]);
    // √3
    assert!(text.contains("1.732 m from `still` (RMSE, not aligned, because the points"), "{text}");
    let text = first(["even.jsonl", "lost.jsonl"]);
    assert!(text.contains("tracking is lost in every frame of `lost`"), "{text}");
    let text = first(["even.jsonl", "odd.jsonl"]);
    assert!(text.contains("they have no frames at the same moments"), "{text}");
}

#[test]
fn agents_sense_what_follows_a_session_where_it_is() {
    let near = json!({ "condition": { "near": { "object": "hand", "within": 0.3 } } });
    let sees = json!({ "condition": { "sees": { "object": "post" } } });
    let mut scene: Value = serde_json::from_str(SCENE).unwrap();
    let post = json!({ "name": "post", "shape": { "sphere": { "radius": 0.1 } }, "position": [1, 1.6, -0.5] });
    scene["objects"].as_array_mut().unwrap().push(post);
    scene["agents"] = json!([
        { "name": "waiting", "body": "post", "tree": { "repeater": { "child": near } } },
        { "name": "walking", "body": "hand", "camera": "phone", "tree": { "repeater": { "child": sees } } },
    ]);
    let folder = fresh(&[("walk.jsonl", &walk(|_, _| {})), ("scene.json", &scene.to_string())]);
    let successes = |agent: &Value| -> Vec<u64> {
        let events = agent["events"].as_array().unwrap().iter();
        let ends = events.filter(|event| event["node"] == 1 && event["event"] == "end" && event["status"] == "success");
        ends.map(|event| event["tick"].as_u64().unwrap()).collect()
    };
    let last = report(folder.path(), "scene.json", &["--tick", "70"]);
    // The hand is at the post after 2 s and moves by √(0.5² + 0.25²) = 0.559 m a second: near from 1.463 s to 2.537 s.
    assert_eq!(successes(&last["agents"][0]), (30..=50).collect::<Vec<u64>>());
    let found_at = successes(&last["agents"][1]);
    assert!(!found_at.is_empty() && found_at.len() < 70, "{found_at:?}");
    for tick in [1, 20, 36, 38, 40, 42, 44, 60, 70_u64] {
        let found = report(folder.path(), "scene.json", &["--tick", &tick.to_string()]);
        let of_phone = found["frusta"][0]["objects"].as_array().unwrap();
        let verdict = &of_phone.iter().find(|object| object["object"] == "post").unwrap()["verdict"];
        assert_eq!(found_at.contains(&tick), *verdict != "outside", "tick {tick}: {verdict}");
    }
}
