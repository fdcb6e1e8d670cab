//! Files of sessions and cuts that are broken on purpose, through the binary: a located error or an answer, exit code 2
//! where something is missing, and the rest is answered.

use std::fmt::Write;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};

/// A frame of the format of eyeline.
fn frame(time: f64, more: &str) -> String {
    format!("{{ \"time\": {time:?}, \"position\": [0, 1, 0], \"rotation\": [0, 0, 0, 1]{more} }}\n")
}

/// A scene with a session, a tap, and an object and a ray that need neither.
fn scene(file: &str, format: Option<&str>) -> String {
    let mut session = json!({ "name": "walk", "file": file });
    if let Some(format) = format {
        session["format"] = format.into();
    }
    json!({ "eyeline": 1, "sessions": [session],
        "cameras": [{ "name": "phone", "session": { "name": "walk" } }],
        "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } } }],
        "taps": [{ "name": "tap", "camera": "phone", "time": 0, "screen": [0.5, 0.5],
            "order": ["polygon", "extent", "infinite", "estimated", "point"] }],
        "rays": [{ "name": "ray", "origin": [0, 0, 5], "direction": [0, 0, -1] }] })
    .to_string()
}

/// Standard error of a command that ended by itself, without a panic and without control characters.
fn messages(output: &Output, what: &str) -> String {
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(matches!(output.status.code(), Some(0 | 2)), "{what}: {output:?}");
    assert!(!text.contains("panicked"), "{what}: {text}");
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{what}: {text:?}");
    text
}

fn json_of(output: &Output, what: &str) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{what}: {error}: {output:?}"))
}

/// `report`, `explain` and `import` on a recording that cannot be read: each names the file, and the rest is
/// answered.
fn refused(folder: &Path, file: &str, format: Option<&str>, expected: &str) {
    std::fs::write(folder.join("s.json"), scene(file, format)).unwrap();
    let what = format!("{file} as {format:?}");
    let output = eyeline(folder, &["report", "s.json"]);
    let text = messages(&output, &what);
    assert_eq!(output.status.code(), Some(2), "{what}");
    assert!(text.contains(file) && text.contains(expected), "{what}: {text}");
    let report = json_of(&output, &what);
    assert!(report["sessions"][0]["error"].is_string(), "{what}: {}", report["sessions"]);
    assert_eq!(report["rays"][0]["nearest"]["object"], "ball", "{what}");
    let output = eyeline(folder, &["explain", "s.json", "ray", "ball"]);
    assert!(messages(&output, &what).contains(expected) && output.status.code() == Some(2), "{what}");
    assert!(!output.stdout.is_empty(), "{what}");
    let output = eyeline(folder, &["import", file, "-o", "out.json"]);
    messages(&output, &what);
    assert!(output.status.code() == Some(2) && !folder.join("out.json").exists(), "{what}: {output:?}");
}

#[test]
fn broken_recordings_are_located_errors_and_the_rest_is_answered() {
    let folder = fresh(&[]);
    let folder = folder.path();
    let garbage: Vec<u8> = (0..50_000_u32).map(|i| i.wrapping_mul(2_654_435_761).to_le_bytes()[1]).collect();
    let mut deep = String::new();
    (0..100_000).for_each(|_| deep.push_str("{\"time\":"));
    let kitti_huge = "1e300 0 0 0 0 1 0 0 0 0 1e-300 0\n";
    let far = "{ \"time\": 0, \"position\": [1e300, 0, 0], \"rotation\": [0, 0, 0, 1] }\n";
    for (file, text, expected) in [
        ("nan.jsonl", "{ \"time\": 0, \"position\": [NaN, 0, 0] }".to_owned(), "expected value"),
        ("inf.jsonl", "{ \"time\": 1e999 }".to_owned(), "number out of range"),
        ("far.jsonl", far.to_owned(), "frame 0 is beyond the range of 32-bit numbers"),
        ("late.jsonl", frame(0.0, "") + &frame(1e308, ""), "frame 1 is beyond the range of 32-bit numbers"),
        ("back.jsonl", frame(1.0, "") + &frame(0.0, ""), "not later"),
        ("nul.jsonl", frame(0.0, "") + "\0\0\n", "nul.jsonl:2"),
        ("lens.jsonl", frame(0.0, ", \"fov_y\": 0"), "`fov_y` must be above 0 and below 180, found 0"),
        ("points.jsonl", frame(0.0, ", \"points\": [[1, 2]]"), "invalid length 2"),
        ("deep.jsonl", deep, "invalid type"),
        ("arrays.jsonl", "[".repeat(200_000), "invalid type"),
        ("empty.jsonl", String::new(), "no frames"),
        ("nan.txt", "0 nan 0 0 0 0 0 1\n".to_owned(), "NaN is no finite number"),
        ("far.txt", "0 1e300 0 0 0 0 0 1\n".to_owned(), "frame 0 is beyond the range"),
        ("huge_kitti.txt", kitti_huge.to_owned(), "too long for a 64-bit number"),
        ("flat_kitti.txt", "0 0 0 0 0 0 0 0 0 0 0 0\n".to_owned(), "determinant 0"),
        ("rows.txt", "1 ".repeat(100_000), "no recording of a known format"),
        ("transforms.json", "{ \"frames\": {} }".to_owned(), "expected a sequence"),
    ] {
        std::fs::write(folder.join(file), text).unwrap();
        refused(folder, file, None, expected);
    }
    std::fs::write(folder.join("garbage.bin"), &garbage).unwrap();
    for format in ["eyeline", "tum", "euroc", "kitti", "arkitscenes", "stray", "nerfstudio"] {
        refused(folder, "garbage.bin", Some(format), "is not UTF-8");
    }
    std::fs::create_dir(folder.join("folder.jsonl")).unwrap();
    refused(folder, "folder.jsonl", None, "is not a file");
    refused(folder, "missing.jsonl", None, "there is no file `missing.jsonl`");
    let output = eyeline(folder, &["check", "s.json"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("there is no file `missing.jsonl`"), "{output:?}");
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_a_recording_does_not_block() {
    let folder = fresh(&[]);
    let folder = folder.path();
    let made = std::process::Command::new("mkfifo").arg(folder.join("pipe.jsonl")).status().unwrap();
    assert!(made.success());
    refused(folder, "pipe.jsonl", None, "is not a file");
}

#[test]
fn control_characters_of_a_recording_do_not_reach_the_terminal() {
    let folder = fresh(&[]);
    let folder = folder.path();
    let anchor = ", \"add\": [{ \"id\": \"a\\u001b]0;x\\u0007\u{9b}31m\", \"center\": [0, 0, 0], \"rotation\": [0, 0, 0, 1], \"extent\": [1, 1] }], \
        \"remove\": [\"\\u001b[31mgone\"]";
    let reason = ", \"tracking\": \"lost\", \"reason\": \"\\u001b[2J\"";
    std::fs::write(folder.join("walk.jsonl"), frame(0.0, anchor) + &frame(1.0, reason)).unwrap();
    std::fs::write(folder.join("s.json"), scene("walk.jsonl", None)).unwrap();
    let output = eyeline(folder, &["report", "s.json"]);
    messages(&output, "report");
    assert_eq!(output.status.code(), Some(0));
    for name in ["walk", "tap"] {
        let output = eyeline(folder, &["explain", "s.json", name]);
        messages(&output, name);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{name}: {text:?}");
    }
}

const CUBE: &str = "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n\
    f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

fn cut(name: &str, object: &str, point: &str, normal: &str) -> String {
    format!("{{ \"name\": \"{name}\", \"object\": \"{object}\", \"point\": [{point}], \"normal\": [{normal}] }}")
}

fn cut_scene(cuts: &[String]) -> String {
    format!(
        "{{ \"eyeline\": 1, \"objects\": [
            {{ \"name\": \"cube\", \"shape\": {{ \"mesh\": {{ \"file\": \"cube.obj\" }} }} }},
            {{ \"name\": \"ball\", \"shape\": {{ \"sphere\": {{ \"radius\": 1 }} }} }}],
            \"rays\": [{{ \"name\": \"ray\", \"origin\": [0, 0, 5], \"direction\": [0, 0, -1] }}],
            \"cuts\": [{}] }}",
        cuts.join(", ")
    )
}

#[test]
fn impossible_cuts_are_located_errors() {
    let folder = fresh(&[]);
    let folder = folder.path();
    std::fs::write(folder.join("cube.obj"), CUBE).unwrap();
    let fine = cut("k", "cube", "0, 0, 0", "0, 1, 0");
    for (cuts, expected) in [
        (vec![cut("k", "cube", "0, 0, 0", "0, 0, 0")], "must not be zero"),
        (vec![cut("k", "cube", "NaN, 0, 0", "0, 1, 0")], "not a finite number"),
        (vec![cut("k", "cube", "1e999, 0, 0", "0, 1, 0")], "too large"),
        (vec![cut("k", "nothing", "0, 0, 0", "0, 1, 0")], "there is no object named `nothing`"),
        (vec![cut("k", "ball", "0, 0, 0", "0, 1, 0")], "no mesh"),
        (vec![fine.clone(), fine.clone()], "is taken"),
        (vec![cut("k", "cube/k+", "0, 0, 0", "0, 1, 0")], "there is no object named `cube/k+`"),
        (
            vec![cut("a", "cube/b+", "0, 0, 0", "0, 1, 0"), cut("b", "cube/a-", "0, 0, 0", "0, 1, 0")],
            "there is no object",
        ),
    ] {
        std::fs::write(folder.join("s.json"), cut_scene(&cuts)).unwrap();
        for args in [&["report", "s.json"][..], &["explain", "s.json", "k"], &["check", "s.json"]] {
            let output = eyeline(folder, args);
            assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
            let text = String::from_utf8(output.stderr).unwrap();
            assert!(text.contains("s.json:") && text.contains(expected), "{args:?}: {text}");
        }
    }
}

#[test]
fn halves_of_halves_twenty_deep_are_answered() {
    let folder = fresh(&[]);
    let folder = folder.path();
    std::fs::write(folder.join("cube.obj"), CUBE).unwrap();
    let mut cuts = Vec::new();
    let mut object = "cube".to_owned();
    for i in 0..20 {
        let (x, z) = (0.3 * f64::from(i % 3) - 0.3, 0.2 * f64::from(i % 5) - 0.4);
        cuts.push(cut(
            &format!("k{i}"),
            &object,
            &format!("0, {}, 0", 0.03 * f64::from(i) - 0.5),
            &format!("{x}, 1, {z}"),
        ));
        write!(object, "/k{i}+").unwrap();
    }
    std::fs::write(folder.join("s.json"), cut_scene(&cuts)).unwrap();
    let output = eyeline(folder, &["report", "s.json"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report = json_of(&output, "twenty cuts");
    let answers = report["cuts"].as_array().unwrap();
    for (i, answer) in answers.iter().enumerate() {
        let triangles = |half: &str| answer[half]["triangles"].as_u64().unwrap_or(0);
        assert!(triangles("front") > 0 && triangles("back") > 0, "cut {i}: {answer}");
        let volume = |half: &str| answer[half]["volume"].as_f64().unwrap_or(0.0);
        assert!(volume("front") > 0.0 && volume("back") > 0.0, "cut {i}: {answer}");
    }
    assert_eq!(answers.len(), 20);
}

#[test]
fn cuts_over_the_memory_budget_are_located_errors_and_the_rest_is_answered() {
    let folder = fresh(&[]);
    let folder = folder.path();
    // A grid of 90,000 triangles; each cut of a half needs memory of its own.
    let (mut mesh, side) = (String::new(), 300_u32);
    for i in 0..side * side {
        writeln!(mesh, "v {} {} 0", i % side, i / side).unwrap();
    }
    for i in (0..side * (side - 1)).filter(|i| i % side != side - 1) {
        writeln!(mesh, "f {} {} {}", i + 1, i + 2, i + side + 1).unwrap();
    }
    std::fs::write(folder.join("cube.obj"), mesh).unwrap();
    let mut object = "cube".to_owned();
    let mut cuts = Vec::new();
    for i in 0..8 {
        cuts.push(cut(&format!("k{i}"), &object, &format!("{i}.5, 0, 0"), "1, 0, 0"));
        write!(object, "/k{i}+").unwrap();
    }
    std::fs::write(folder.join("s.json"), cut_scene(&cuts)).unwrap();
    let output = eyeline(folder, &["report", "s.json", "--memory", "48MiB"]);
    let text = messages(&output, "report");
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("has no answer: cutting it") && text.contains("s.json:5:"), "{text}");
    let report = json_of(&output, "report");
    assert!(report["cuts"].as_array().unwrap().iter().any(|cut| cut["error"].is_string()), "{}", report["cuts"]);
    assert!(!report["rays"][0]["objects"].as_array().unwrap().is_empty());
    let output = eyeline(folder, &["report", "s.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", messages(&output, "the default budget"));
}
