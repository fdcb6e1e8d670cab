//! Occlusion queries through the binary: the verdicts of the lessons, the keys of the contract, and invalid input.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};

fn scenes() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/scenes"))
}

fn section(folder: &Path, args: &[&str]) -> Value {
    let output = eyeline(folder, &[&["report"], args, &["--only", "occlusion"]].concat());
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    report["occlusion"].clone()
}

/// The name, verdict and limits of each entry.
fn verdicts(section: &Value) -> Vec<(&str, &str, Vec<&str>)> {
    let entries = section.as_array().unwrap().iter().map(|entry| {
        let limits = entry["limits"].as_array().unwrap().iter().map(|limit| limit.as_str().unwrap());
        (entry["name"].as_str().unwrap(), entry["verdict"].as_str().unwrap(), limits.collect())
    });
    entries.collect()
}

#[test]
fn the_lessons_have_the_verdicts_in_their_texts() {
    let (tp, tn, fp, fn_) = ("true_positive", "true_negative", "false_positive", "false_negative");
    let not_convex = || vec!["not_convex"];
    let cases = [
        ("convex", "0", vec![("view", tn, vec![]), ("fixed", tn, vec![]), ("axes", tn, vec![])]),
        ("convex", "60", vec![("view", tp, vec![]), ("fixed", tp, vec![]), ("axes", tp, vec![])]),
        ("convex", "120", vec![("view", tn, vec![]), ("fixed", tn, vec![]), ("axes", tn, vec![])]),
        ("off_screen", "0", vec![("view", fn_, vec!["clipped"]), ("fixed", tp, vec![]), ("axes", tp, vec![])]),
        ("ring", "0", vec![("fixed", fp, not_convex()), ("axes", tn, vec![])]),
        ("cup", "0", vec![("view", fp, not_convex()), ("fixed", fp, not_convex()), ("axes", tn, vec![])]),
        ("diagonal", "0", vec![("through", fp, not_convex()), ("linked", fp, not_convex())]),
        ("blade", "0", vec![("coarse", fn_, vec!["below_resolution"]), ("fine", tp, vec![]), ("fattened", tp, vec![])]),
        (
            "where",
            "0",
            vec![
                ("blade in torso", tp, vec![]),
                ("blade in head", tn, vec![]),
                ("grip in torso", tn, vec![]),
                ("sword: blade + torso", tp, vec![]),
            ],
        ),
    ];
    for (name, tick, expected) in cases {
        let found = section(scenes(), &[&format!("touch_{name}.json"), "--tick", tick]);
        assert_eq!(verdicts(&found), expected, "{name} at tick {tick}");
    }
}

#[test]
fn an_entry_has_the_keys_of_the_contract() {
    let found = section(scenes(), &["touch_cup.json"]);
    let axes = &found[2];
    let keys: Vec<_> = axes.as_object().unwrap().keys().map(String::as_str).collect();
    let contract = [
        "name",
        "a",
        "b",
        "method",
        "resolution",
        "views",
        "collides",
        "exact",
        "verdict",
        "separation",
        "limits",
        "draws",
        "queries",
    ];
    assert_eq!(keys, contract);
    let directions: Vec<_> = axes["views"].as_array().unwrap().iter().map(|view| view["direction"].clone()).collect();
    assert_eq!(directions, [json!([-1.0, 0.0, 0.0]), json!([0.0, -1.0, 0.0]), json!([0.0, 0.0, -1.0])]);
    assert_eq!((&axes["draws"], &axes["queries"]), (&json!(12), &json!(6)));
    assert_eq!((&found[1]["draws"], &found[1]["queries"]), (&json!(4), &json!(2)));
    let view = axes["views"][1].as_object().unwrap();
    assert_eq!(view.keys().collect::<Vec<_>>(), ["direction", "a_before_b_back", "b_before_a_back", "pixel_size"]);
    // The ball ends 0.47 m above the floor of the cup, and 0.33 m beside its wall.
    assert!((axes["separation"].as_f64().unwrap() - 0.33).abs() < 0.01, "{axes}");
}

#[test]
fn a_query_is_explained_view_by_view() {
    let output = eyeline(scenes(), &["explain", "touch_cup.json", "axes"]);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    for words in [
        "Do `cup` and `ball` touch, by occlusion queries?",
        "1. View along (−1, 0, 0)",
        "2. View along (0, −1, 0)",
        "The first test fails: `ball` is in front of `cup` in this view.",
        "method axes: 2 of 3 views",
        "a true negative",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let output = eyeline(scenes(), &["explain", "touch_cup.json", "fixed"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("⚠ fixed: false positive (a body is not convex)"), "{text}");
}

/// A false positive has the line of sight that causes it. A query about several bodies has the tests that the octree
/// saves.
#[test]
fn an_explanation_has_the_cause_of_a_wrong_answer_and_the_saved_tests() {
    let text = |scene: &str, name: &str| {
        let output = eyeline(scenes(), &["explain", scene, name]);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let false_contact = text("touch_cup.json", "fixed");
    let order = ["enters `cup`", "leaves `cup`", "enters `ball`", "leaves `ball`", "enters `cup`", "leaves `cup`"];
    let mut rest = false_contact.split_once("Why the answer is wrong").unwrap().1;
    for crossing in order {
        rest = rest.split_once(crossing).unwrap_or_else(|| panic!("{crossing}: {false_contact}")).1;
    }
    let missed = text("touch_blade.json", "coarse");
    assert!(missed.contains("a shared point: (") && missed.contains("a false negative"), "{missed}");
    let sword = text("touch_where.json", "sword");
    assert!(sword.contains("1 of 10 pairs is tested: 12 draw calls and 6 queries instead of 120 and 60"), "{sword}");
    let fat = text("touch_blade.json", "fattened");
    assert!(fat.contains("both bodies are drawn wider by √2/2 pixels"), "{fat}");
    let entry = &section(scenes(), &["touch_blade.json"])[2];
    assert_eq!((&entry["fatten"], &entry["draws"], &entry["queries"]), (&json!(true), &json!(4), &json!(2)));
}

/// A selected query without an answer is an error of both ways to draw. The picture is still written.
#[test]
fn a_picture_of_a_query_without_an_answer_ends_with_2() {
    let blade = |i: u32| format!("v {i} 0 0\nv {i} 1 0\nv {i} 0 1\nf -3 -2 -1\n");
    let blades: Vec<String> = (0..50_001).map(blade).collect();
    let mesh = blades.concat();
    let scene = r#"{ "eyeline": 1, "objects": [{ "name": "grass", "shape": { "mesh": { "file": "grass.obj" } } },
        { "name": "ball", "shape": { "sphere": { "radius": 1 } } }],
        "occlusion": [{ "name": "fat", "a": "grass", "b": "ball", "fatten": true }, { "name": "thin", "a": "grass", "b": "ball" }] }"#;
    let folder = fresh(&[("a.json", scene), ("grass.obj", &mesh)]);
    for args in [
        &["render", "a.json", "-o", "a.png", "--size", "64x64"][..],
        &["render", "a.json", "-o", "ui.png", "--ui"],
        &["report", "a.json", "--only", "occlusion", "-o", "a.report.json"],
    ] {
        let output = eyeline(folder.path(), args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(
            said.contains("`fat`: `grass` has 50001 triangles")
                && said.contains("remove `fatten` or simplify the mesh"),
            "{said}"
        );
        assert_eq!(said.matches("a.json:3:23").count(), 1, "once, at its place: {said}");
    }
    assert!(folder.path().join("a.png").exists() && folder.path().join("ui.png").exists());
    let report: Value = serde_json::from_slice(&std::fs::read(folder.path().join("a.report.json")).unwrap()).unwrap();
    assert!(report["occlusion"][0]["error"].is_string() && report["occlusion"][1]["verdict"].is_string(), "{report}");
}

/// Every invalid input is a located error.
#[test]
fn bad_queries_are_located_errors() {
    for (query, words) in [
        (r#""a": "crate", "b": "bal""#, "there is no object named `bal`"),
        (r#""a": "crate", "b": "crate""#, "`b` must differ from `a`, which is `crate` too"),
        (r#""a": "crate""#, "an occlusion query needs `b`"),
        (r#""a": "crate", "b": "ball", "resolution": 0"#, "must be 1 or more"),
        (r#""a": "crate", "b": "ball", "resolution": -1"#, "must be"),
        (r#""a": "crate", "b": "ball", "resolution": 4294967296"#, "must be"),
        (r#""a": "crate", "among": ["crate", "ball"]"#, "`a` and `among` exclude each other"),
        (r#""among": ["crate", "crate"]"#, "`crate` occurs twice in `among`"),
        (r#""among": ["crate"]"#, "`among` needs two objects or more"),
        (r#""among": ["crate", "bell"]"#, "there is no object named `bell`"),
    ] {
        let scene = format!(
            r#"{{ "eyeline": 1, "objects": [{{ "name": "crate", "shape": {{ "sphere": {{ "radius": 1 }} }} }},
                {{ "name": "ball", "shape": {{ "sphere": {{ "radius": 1 }} }} }}],
                "occlusion": [{{ "name": "touch", {query} }}] }}"#
        );
        let output = eyeline(fresh(&[("a.json", &scene)]).path(), &["report", "a.json"]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{query}: {said}");
        assert!(said.contains(words) && said.contains("a.json:3:"), "{query}: {said}");
    }
}

/// A resolution above what OpenGL or the budget allows is an error at its place, and the rest is answered.
#[test]
fn a_resolution_beyond_the_limits_leaves_the_rest_answered() {
    let scene = |resolution: u32| {
        format!(
            r#"{{ "eyeline": 1, "objects": [{{ "name": "crate", "shape": {{ "sphere": {{ "radius": 1 }} }} }},
                {{ "name": "ball", "shape": {{ "sphere": {{ "radius": 1 }} }} }}],
                "rays": [{{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }}],
                "occlusion": [{{ "name": "huge", "a": "crate", "b": "ball", "resolution": {resolution} }},
                    {{ "name": "usual", "a": "crate", "b": "ball" }}] }}"#
        )
    };
    for (resolution, memory, words) in [
        (4_000_000_000, "2GiB", "`huge`: `resolution` is 4000000000, and OpenGL draws at most "),
        (4096, "32MiB", "`huge`: testing this pair takes 1"),
    ] {
        let folder = fresh(&[]);
        std::fs::create_dir(folder.path().join("scenes")).unwrap();
        std::fs::write(folder.path().join("scenes/a.json"), scene(resolution)).unwrap();
        let run = |args: &[&str]| eyeline(folder.path(), &[args, &["--memory", memory]].concat());
        let output = run(&["report", "scenes/a.json"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(words) && said.contains("scenes/a.json:4:31"), "{said}");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["rays"][0]["nearest"]["object"], "crate");
        assert!(report["occlusion"][0]["error"].is_string(), "{report}");
        assert_eq!(report["occlusion"][1]["verdict"], "true_positive");
        for args in
            [&["render", "scenes/a.json", "-o", "a.png"][..], &["render", "scenes/a.json", "-o", "b.png", "--ui"]]
        {
            let output = run(args);
            assert_eq!(output.status.code(), Some(2), "{output:?}");
            assert!(String::from_utf8_lossy(&output.stderr).contains(words), "{output:?}");
            assert!(folder.path().join(args[3]).exists());
        }
        // A check has no baseline for it.
        let output = run(&["check", "--update"]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(words) && said.contains("a.json:4:31"), "{said}");
        assert!(["screenshots", "scenes/screenshots"].iter().all(|name| !folder.path().join(name).exists()));
        let output = run(&["diff", "scenes/a.json", "scenes/a.json"]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
}

/// The rest of the report is answered.
#[test]
fn without_opengl_only_this_section_is_missing() {
    let run = |args: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_eyeline"))
            .args(args)
            .current_dir(scenes())
            .env("__EGL_VENDOR_LIBRARY_FILENAMES", "/nowhere")
            .output()
            .unwrap()
    };
    let output = run(&["report", "touch_cup.json"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["occlusion"].as_object().unwrap().keys().collect::<Vec<_>>(), ["error"]);
    assert!(report["occlusion"]["error"].as_str().unwrap().contains("cannot draw without a display"));
    assert!(String::from_utf8(output.stderr).unwrap().contains("occlusion queries have no answer"));
    assert!(run(&["report", "touch_cup.json", "--only", "frusta"]).status.success());
    assert_eq!(run(&["explain", "touch_cup.json", "axes"]).status.code(), Some(2));
}

#[test]
fn a_missing_mesh_has_an_error_and_the_others_are_answered() {
    let scene = r#"{ "eyeline": 1, "objects": [
        { "name": "lost", "shape": { "mesh": { "file": "lost.obj" } } },
        { "name": "one", "shape": { "sphere": { "radius": 1 } } },
        { "name": "other", "shape": { "sphere": { "radius": 1 } }, "position": [1, 0, 0] }],
        "occlusion": [{ "name": "gone", "a": "one", "b": "lost" }, { "name": "there", "a": "one", "b": "other" }] }"#;
    let output = eyeline(fresh(&[("a.json", scene)]).path(), &["report", "a.json", "--only", "occlusion"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let [gone, there] = report["occlusion"].as_array().unwrap().as_slice() else { panic!("{report}") };
    assert_eq!(gone.as_object().unwrap().keys().collect::<Vec<_>>(), ["name", "a", "b", "error"]);
    assert_eq!(there["verdict"], "true_positive");
}

/// A model is one body with several meshes. A part of a model can be named too.
#[test]
fn queries_can_name_models_and_their_parts() {
    let obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 5 0 0\nv 6 0 0\nv 5 1 0\nv 5 0 1\n\
        g near\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\ng far\nf 5 7 6\nf 5 6 8\nf 6 7 8\nf 7 5 8\n";
    let scene = r#"{ "eyeline": 1, "models": [{ "name": "pair", "file": "pair.obj" }],
        "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 0.3 } }, "position": [5.2, 0.2, 0.2] }],
        "occlusion": [{ "name": "whole", "a": "pair", "b": "ball" }, { "name": "near", "a": "pair/near", "b": "ball" },
            { "name": "all", "among": ["pair/near", "pair/far", "ball"] }] }"#;
    let found = section(fresh(&[("a.json", scene), ("pair.obj", obj)]).path(), &["a.json"]);
    let expected = [
        ("whole", "true_positive", vec!["not_convex"]),
        ("near", "true_negative", vec![]),
        ("all: pair/far + ball", "true_positive", vec![]),
    ];
    assert_eq!(verdicts(&found), expected);
}
