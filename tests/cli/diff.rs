//! `eyeline diff` and `report --brief` through the binary.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use eyeline::report::brief;
use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};

const SCENE: &str = r#"{ "eyeline": 1, "cameras": [{ "name": "guard", "near": NEAR }],
    "objects": [{ "name": "crate", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, -4] }] }"#;

#[test]
fn a_moved_near_plane_is_listed_and_a_scene_equals_its_report() {
    let (a, b) = (SCENE.replace("NEAR", "5"), SCENE.replace("NEAR", "4"));
    let folder =
        fresh(&[("a.json", &a), ("b.json", &b), ("empty.json", ""), ("cut.json", "{ \"eyeline_report\": 1, \"ti")]);
    let run = |args: &[&str]| {
        let output = eyeline(folder.path(), args);
        (output.status.code(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, text, _) = run(&["diff", "a.json", "b.json"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.starts_with("guard · crate: outside → intersect, near −0.5 → +0.5"), "{text}");
    for brief in [&["report", "a.json", "-o", "r.json", "--brief"][..], &["report", "a.json", "-o", "f.json"]] {
        assert_eq!(run(brief).0, Some(0));
    }
    for (one, other) in [("a.json", "r.json"), ("r.json", "f.json"), ("f.json", "a.json"), ("a.json", "a.json")] {
        assert_eq!(run(&["diff", one, other]), (Some(0), String::new(), String::new()), "{one} {other}");
    }
    assert_eq!(run(&["report", "a.json", "-o", "t.json", "--ticks", "0..2", "--brief"]).0, Some(0));
    assert_eq!(std::fs::read_to_string(folder.path().join("t.json")).unwrap().lines().count(), 3);
    let (code, text, _) = run(&["diff", "t.json", "b.json"]);
    assert_eq!((code, text.lines().next()), (Some(1), Some("first difference at tick 0")), "{text}");
    for bad in ["empty.json", "cut.json", "absent.json"] {
        let (code, text, said) = run(&["diff", "a.json", bad]);
        assert_eq!((code, &*text), (Some(2), ""), "{bad}");
        assert!(said.contains(bad), "{said}");
    }
}

/// Exit code, standard output and standard error.
fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    printed(eyeline(folder, args))
}

fn printed(output: Output) -> (Option<i32>, String, String) {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The binary with a text as its standard input.
fn piped(folder: &Path, args: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_eyeline"))
        .args(args)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input closes the pipe.
    let _closed = child.stdin.take().unwrap().write_all(input);
    printed(child.wait_with_output().unwrap())
}

/// The brief form of a full report that was read.
fn shortened(folder: &Path, scene: &str) -> Value {
    let output = eyeline(folder, &["report", scene]);
    brief::brief(&serde_json::from_slice(&output.stdout).unwrap())
}

/// The brief report is written from the answers, and can be made from a full report. Both are equal.
#[test]
fn every_scene_has_the_brief_form_of_its_full_report() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let entries = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let scenes: Vec<String> =
        entries.filter(|name| Path::new(name).extension().is_some_and(|end| end == "json")).collect();
    assert!(scenes.len() >= 9, "{scenes:?}");
    for scene in scenes {
        let output = eyeline(&folder, &["report", &scene, "--brief"]);
        let brief: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(brief, shortened(&folder, &scene), "{scene}");
        let sections = ["eyeline_report", "scene", "tick", "time"].len();
        assert!(brief.as_object().unwrap().len() > sections, "{scene}: {brief}");
    }
}

const GUARD: &str = r#"{ "eyeline": 1, "tick_rate": 10, "cameras": [{ "name": "guard" }], "octree": {},
    "objects": [{ "name": "crate", "shape": { "sphere": { "radius": 0.5 } },
        "path": { "points": [[0, 0, -4], [20, 0, -4]], "speed": SPEED } }],
    "agents": [{ "name": "g", "tree": { "sequence": { "children": [ MORE
        { "action": { "name": "look", "wait": { "ticks": 2 } } }, { "action": { "wait": { "ticks": 9 } } } ] } } }] }"#;

#[test]
fn an_inserted_node_adds_only_its_own_events() {
    let scene = |more: &str| GUARD.replace("SPEED", "1").replace("MORE", more);
    let inserted = scene(r#"{ "condition": { "name": "alert", "script": ["success"] } },"#);
    let folder = fresh(&[("a.json", &scene("")), ("b.json", &inserted)]);
    let (code, text, _) = run(folder.path(), &["diff", "a.json", "b.json", "--tick", "5"]);
    assert_eq!((code, &*text), (Some(1), "g: events +tick 1 alert start (running), +tick 1 alert end (success)\n"),);
}

#[test]
fn recordings_are_compared_tick_by_tick_also_with_a_scene() {
    let scene = |speed: &str| GUARD.replace("SPEED", speed).replace("MORE", "");
    let folder = fresh(&[("a.json", &scene("1")), ("b.json", &scene("9"))]);
    let folder = folder.path();
    for (scene, ticks, brief, file) in [
        ("a.json", "0..6", false, "full.json"),
        ("a.json", "0..6", true, "brief.json"),
        ("a.json", "0..4", true, "short.json"),
        ("b.json", "0..6", false, "other.json"),
    ] {
        let args = ["report", scene, "-o", file, "--ticks", ticks];
        let args = [&args[..], if brief { &["--brief"] } else { &[] }].concat();
        assert_eq!(run(folder, &args).0, Some(0));
    }
    for (one, other) in [("full.json", "brief.json"), ("a.json", "full.json"), ("brief.json", "a.json")] {
        assert_eq!(run(folder, &["diff", one, other]), (Some(0), String::new(), String::new()), "{one} {other}");
    }
    let (code, text, _) = run(folder, &["diff", "full.json", "short.json"]);
    let lines: Vec<&str> = text.lines().collect();
    let expected = ["first difference at tick 5", "tick 5 · not in short.json", "tick 6 · not in short.json"];
    assert_eq!((code, &lines[..]), (Some(1), &expected[..]));
    let (code, text, _) = run(folder, &["diff", "brief.json", "other.json"]);
    assert_eq!((code, text.lines().next()), (Some(1), Some("first difference at tick 2")), "{text}");
    // The tick can be chosen, also for reports.
    assert_eq!(run(folder, &["diff", "full.json", "other.json", "--tick", "0"]).0, Some(0));
    let (code, text, said) = run(folder, &["diff", "full.json", "other.json", "--tick", "99"]);
    assert_eq!((code, &*text), (Some(2), ""));
    assert!(said.contains("neither input has tick 99"), "{said}");
    let recorded = std::fs::read(folder.join("brief.json")).unwrap();
    assert_eq!(piped(folder, &["diff", "full.json", "-"], &recorded), (Some(0), String::new(), String::new()));
}

#[test]
fn differences_are_json_too() {
    let (a, b) = (SCENE.replace("NEAR", "5"), SCENE.replace("NEAR", "4"));
    let folder = fresh(&[("a.json", &a), ("b.json", &b)]);
    let (code, text, _) = run(folder.path(), &["diff", "a.json", "b.json", "--json"]);
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, &found["equal"]), (Some(1), &json!(false)));
    let one = &found["differences"][0];
    assert_eq!(
        (&one["tick"], &one["section"], &one["names"]),
        (&json!(0), &json!("frusta"), &json!(["guard", "crate"]))
    );
    assert_eq!(one["changes"][0], json!({ "field": "verdict", "before": "outside", "after": "intersect" }));
    assert!(one["text"].as_str().unwrap().starts_with("guard · crate: outside → intersect"), "{one}");
    let (code, text, _) = run(folder.path(), &["diff", "a.json", "a.json", "--json"]);
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, found), (Some(0), json!({ "equal": true, "differences": [] })));
}

#[test]
fn standard_input_is_a_report() {
    let folder = fresh(&[("a.json", &SCENE.replace("NEAR", "5"))]);
    let folder = folder.path();
    let report = eyeline(folder, &["report", "a.json", "--brief"]).stdout;
    for args in [&["diff", "a.json", "-"], &["diff", "-", "a.json"]] {
        assert_eq!(piped(folder, args, &report), (Some(0), String::new(), String::new()));
    }
    for (args, input, words) in [
        (&["diff", "-", "-"], &b""[..], "only one input can be `-`"),
        (&["diff", "a.json", "-"], b"", "standard input is neither a report nor a recording"),
        (&["diff", "a.json", "-"], b"\xff\xfe\0", "standard input is neither a report nor a recording"),
        (&["diff", "a.json", "-"], b"{ \"eyeline\": 1 }", "a scene must be a file"),
        (&["diff", "a.json", "-"], &report[..60], "this report is incomplete or damaged"),
    ] {
        let (code, text, said) = piped(folder, args, input);
        assert_eq!((code, &*text), (Some(2), ""), "{said}");
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn broken_files_and_dangerous_names_are_handled() {
    let hostile = SCENE.replace("NEAR", "4").replace("crate", r"cr\u001b[31mate\nsecond");
    let far = hostile.replace("-4]", "-400]");
    let folder = fresh(&[("a.json", &hostile), ("b.json", &far), ("r.json", "{ \"eyeline_report\": 2 }")]);
    let folder = folder.path();
    std::fs::write(folder.join("binary.json"), [0, 159, 146, 150, 255]).unwrap();
    let large = format!("{{ \"eyeline_report\": 1, \"tick\": 0, \"scene\": \"{}\" }}", "a".repeat(3 << 20));
    std::fs::write(folder.join("large.json"), large).unwrap();
    let (code, text, _) = run(folder, &["diff", "a.json", "b.json"]);
    assert_eq!((code, text.lines().count()), (Some(1), 1), "{text:?}");
    assert!(!text.contains('\u{1b}'), "{text:?}");
    for (args, words) in [
        (&["diff", "a.json", "binary.json"][..], "binary.json"),
        (&["diff", "a.json", "r.json"], "`eyeline_report` must be 1"),
        (&["diff", "a.json", "."], "."),
        (&["diff", "a.json", "b.json", "--root", "none"], "cannot use --root none"),
        (&["diff", "a.json", "large.json", "--memory", "16MiB"], "cannot read large.json"),
    ] {
        let (code, text, said) = run(folder, args);
        assert_eq!((code, &*text), (Some(2), ""), "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
    }
}

/// Of a file with several trees, the chosen one is used.
#[test]
fn a_tree_can_be_chosen() {
    let tree = r#"<root BTCPP_format="4"><BehaviorTree ID="A"><AlwaysSuccess/></BehaviorTree>
        <BehaviorTree ID="B"><AlwaysFailure/></BehaviorTree></root>"#;
    let folder = fresh(&[("t.xml", tree)]);
    let folder = folder.path();
    for (name, file) in [("A", "a.json"), ("B", "b.json")] {
        assert_eq!(run(folder, &["report", "t.xml", "--tree", name, "--tick", "3", "-o", file]).0, Some(0));
    }
    assert_eq!(run(folder, &["diff", "t.xml", "a.json", "--tree", "A"]).0, Some(0));
    let (code, text, _) = run(folder, &["diff", "t.xml", "b.json", "--tree", "A"]);
    // Each file holds one agent, so they are compared whatever their names.
    assert!(code == Some(1) && text.starts_with("B: success → failure, events "), "{text}");
}
