//! The words of explanations and messages: what an open mesh is told, names that are suggested, what a scene selects, and
//! problems that fail a report.

use std::path::Path;

use crate::commands::{eyeline, fresh};

const OPEN: &str = "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n\
    f 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

/// Standard output and standard error of a command that ends with a code.
fn said(folder: &Path, args: &[&str], code: i32) -> [String; 2] {
    let output = eyeline(folder, args);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {output:?}");
    [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
}

#[test]
fn an_open_mesh_has_no_inside_in_any_word() {
    let scene = |origin: &str| {
        format!(
            r#"{{ "eyeline": 1, "objects": [{{ "name": "tray", "shape": {{ "mesh": {{ "file": "open.obj" }} }} }}],
            "rays": [{{ "name": "r", "origin": [{origin}], "direction": [0.05, 0.1, 1] }}] }}"#
        )
    };
    for origin in ["0, 0, 0", "0, 0, -5", "0, 0, 5"] {
        let folder = fresh(&[("a.json", &scene(origin)), ("open.obj", OPEN)]);
        for args in [&["explain", "a.json", "r", "tray"][..], &["explain", "a.json", "r"]] {
            let [text, _] = said(folder.path(), args, 0);
            let claims = text.replace("has no inside", "");
            assert!(!claims.contains("inside") && !claims.contains("outside"), "{origin}: {text}");
        }
    }
    let closed = OPEN.to_owned() + "f 1 4 3 2\n";
    let folder = fresh(&[("a.json", &scene("0, 0, 0")), ("open.obj", &closed)]);
    let [text, _] = said(folder.path(), &["explain", "a.json", "r", "tray"], 0);
    assert!(text.contains("odd, so the start is inside.") && text.contains("so the hit is at t = 0."), "{text}");
}

#[test]
fn an_object_of_a_model_is_suggested_by_its_own_name() {
    let folder = fresh(&[
        ("town.obj", &format!("o House01Mesh\n{OPEN}o Roof\nf 1 4 3 2\n")),
        (
            "a.json",
            r#"{ "eyeline": 1, "models": [{ "name": "town", "file": "town.obj" }],
            "cameras": [{ "name": "eye" }] }"#,
        ),
    ]);
    for args in [&["explain", "a.json", "House01Mesh"][..], &["explain", "a.json", "eye", "house01mesh"]] {
        let [_, message] = said(folder.path(), args, 2);
        assert!(message.contains("did you mean `town/House01Mesh`?"), "{message}");
    }
}

#[test]
fn without_names_the_selected_answer_is_explained() {
    let scene = r#"{ "eyeline": 1, SELECT "cameras": [{ "name": "eye" }],
        "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -5] }],
        "rays": [{ "name": "r", "origin": [0, 0, 5], "direction": [0, 0, -1] }] }"#;
    for (select, names) in [(r#""select": ["eye", "ball"],"#, &["eye", "ball"][..]), (r#""select": ["r"],"#, &["r"])] {
        let folder = fresh(&[("a.json", &scene.replace("SELECT", select))]);
        let selected = said(folder.path(), &["explain", "a.json"], 0);
        assert_eq!(selected, said(folder.path(), &[&["explain", "a.json"], names].concat(), 0));
    }
    let folder = fresh(&[("a.json", &scene.replace("SELECT", "")), ("b.json", r#"{ "eyeline": 1 }"#)]);
    let [text, message] = said(folder.path(), &["explain", "a.json"], 2);
    assert_eq!(text, "");
    for part in ["a.json selects nothing", "cameras: `eye`", "rays: `r`", "objects: `ball`"] {
        assert!(message.contains(part), "{message}");
    }
    let [_, message] = said(folder.path(), &["explain", "b.json"], 2);
    assert!(message.contains("has nothing to explain"), "{message}");
}

#[test]
fn problems_fail_a_report_that_asks_for_it() {
    let scene = r#"{ "eyeline": 1, "objects": [
        { "name": "tray", "shape": { "mesh": { "file": "open.obj" } } },
        { "name": "plate", "shape": { "box": { "half_extents": [1, 1, 1e-9] } }, "position": [9, 0, 0] }]IGNORE }"#;
    let ignore = r#", "ignore": [{ "problem": "open_edges", "object": "tray" }, { "problem": "zero_volume", "object": "plate" }]"#;
    let folder = fresh(&[
        ("a.json", &scene.replace("IGNORE", "")),
        ("ignored.json", &scene.replace("IGNORE", ignore)),
        ("lost.json", &scene.replace("IGNORE", "").replace("open.obj", "none.obj")),
        ("open.obj", OPEN),
    ]);
    let report = |args: &[&str], code| said(folder.path(), &[&["report"], args].concat(), code);
    let [plain, _] = report(&["a.json", "--only", "problems"], 0);
    let [gated, message] = report(&["a.json", "--only", "problems", "--fail-on", "problems"], 1);
    assert_eq!(gated, plain, "the report is the same");
    assert!(message.contains("failed: 2 problems: 1 zero_volume, 1 open_edges"), "{message}");
    report(&["a.json", "--brief", "--fail-on", "problems=open_edges,mirrored"], 1);
    report(&["a.json", "--fail-on", "problems=mirrored"], 0);
    report(&["ignored.json", "--fail-on", "problems"], 0);
    report(&["lost.json", "--fail-on", "problems"], 2);
    let [_, message] = report(&["a.json", "--fail-on", "problems=open_edge"], 2);
    assert!(message.contains("did you mean `open_edges`?"), "{message}");
    report(&["a.json", "--fail-on", "problems", "--ticks", "0..1"], 2);
}

#[test]
fn no_message_has_a_number_that_is_not_finite() {
    let position = |x: &str| {
        format!(
            r#"{{ "eyeline": 1, "objects": [{{ "name": "a", "shape": {{ "sphere": {{ "radius": 1 }} }}, "position": [{x}, 0, 0] }}] }}"#
        )
    };
    let lens = r#"{ "eyeline": 1, "cameras": [{ "name": "c",
        "projection": { "orthographic": { "height": 3e38, "aspect": 1e20 } } }] }"#;
    for (scene, code, expected) in [
        (&*position("3.4028235e38"), 0, "`position` is 3.403e38 m from the origin"),
        (&position("1e39"), 2, "the number `1e39` is too large"),
        (&position("1e999"), 2, "the number `1e999` is too large"),
        (lens, 0, "`height` reaches 1.5e58 m, which no 32-bit number can hold"),
    ] {
        let folder = fresh(&[("a.json", scene)]);
        let [_, message] = said(folder.path(), &["report", "a.json", "--only", "rays"], code);
        assert!(message.contains(expected), "{message}");
        assert!(!message.contains('∞') && !message.contains("inf") && !message.contains("NaN"), "{message}");
    }
}

#[test]
fn a_box_behind_the_far_plane_is_apart_along_the_far_plane() {
    let scene = |projection: &str, rotation: &str| {
        format!(
            r#"{{ "eyeline": 1, "cameras": [{{ "name": "eye", "near": 1, "far": 10, "rotation": {rotation}, "projection": {projection} }}],
            "objects": [{{ "name": "beyond", "shape": {{ "box": {{ "half_extents": [1, 1, 1] }} }}, "position": [0, 0, -14] }},
                {{ "name": "before", "shape": {{ "box": {{ "half_extents": [1, 1, 1] }} }}, "position": [0, 0, 4] }}] }}"#
        )
    };
    for projection in
        [r#"{ "perspective": { "fov_y": 60, "aspect": 1 } }"#, r#"{ "orthographic": { "height": 4, "aspect": 1 } }"#]
    {
        let folder = fresh(&[("a.json", &scene(projection, "[0, 0, 0, 1]"))]);
        for (object, side) in [("beyond", "far"), ("before", "near")] {
            let [text, _] = said(folder.path(), &["explain", "a.json", "eye", object], 0);
            assert!(text.contains(&format!("Outside: the normal of the {side} plane leaves a gap")), "{text}");
        }
    }
}

#[test]
fn the_least_t_is_a_step_of_a_ray_alone() {
    let folder = fresh(&[(
        "a.json",
        r#"{ "eyeline": 1,
        "objects": [{ "name": "far", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -9] },
            { "name": "near", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -5] }],
        "rays": [{ "name": "r", "origin": [0, 0, 0], "direction": [0, 0, -1] },
            { "name": "up", "origin": [0, 0, 0], "direction": [0, 1, 0] }] }"#,
    )]);
    let [text, _] = said(folder.path(), &["explain", "a.json", "r"], 0);
    assert!(text.contains("The least t wins: the ray hits `near` first, at t = 4."), "{text}");
    let [text, _] = said(folder.path(), &["explain", "a.json", "up"], 0);
    assert!(text.contains("No target is hit, so the ray hits nothing."), "{text}");
}
