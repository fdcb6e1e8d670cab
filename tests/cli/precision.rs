//! What the rounding of 32-bit numbers does to a level, through the binary.

use serde_json::Value;

use crate::commands::{eyeline, fresh, names};

/// A slab of 6 cm, and two boxes with a gap of 2 cm, at 2²⁰ m, where numbers are 12.5 cm apart.
const SCENE: &str = r#"{ "eyeline": 1, "objects": [
    { "name": "slab", "shape": { "box": { "half_extents": [0.03, 1, 1] } }, "position": [1048576, 0, 8] },
    { "name": "wall", "shape": { "box": { "half_extents": [0.44, 1, 1] } }, "position": [1048576, 0, 0] },
    { "name": "crate", "shape": { "box": { "half_extents": [0.665, 1, 1] } }, "position": [1048577.125, 0, 0] } ] }"#;

fn run(text: &str, args: &[&str]) -> (tempfile::TempDir, i32, String, String) {
    let folder = fresh(&[("far.json", text)]);
    let output = eyeline(folder.path(), &[&["precision", "far.json"], args].concat());
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    (folder, output.status.code().unwrap(), out, err)
}

#[test]
fn what_collapses_and_what_touches_is_told_with_a_remedy() {
    let (_, code, out, _) = run(SCENE, &[]);
    assert_eq!(code, 0, "{out}");
    for part in [
        "numbers are 125 mm apart",
        "`slab` at (1048576, 1, 9) has a thickness of 60 mm",
        "Of 36 triangles, 8 lose their area",
        "miss the stored triangles",
        "are 20 mm apart; stored they touch",
        "Move the origin to the middle of the level",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    let near = SCENE.replace("1048576", "0").replace("1048577.125", "1.125");
    let (_, code, out, _) = run(&near, &[]);
    assert!(
        code == 0 && out.contains("no remedy is needed") && out.contains("none of 36 triangles collapses"),
        "{out}"
    );
}

#[test]
fn files_have_the_numbers_and_the_picture() {
    let (_, code, out, _) = run(SCENE, &["-o", "-"]);
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &json["worst"], &json["objects"][0]["collapsed"]), (0, &"slab".into(), &8.into()));
    assert_eq!(json["contacts"][0]["missed"], false);
    let (folder, code, ..) = run(SCENE, &["-o", "plan.svg"]);
    let svg = std::fs::read_to_string(folder.path().join("plan.svg")).unwrap();
    assert!(code == 0 && svg.contains("slab at its worst place") && svg.contains("numbers of f32"));
    let (folder, code, _, err) = run(SCENE, &["-o", "plan.png"]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(image::open(folder.path().join("plan.png")).unwrap().width(), 2400);
}

#[test]
fn what_cannot_be_answered_is_refused_and_writes_nothing() {
    for (text, args, part) in [
        (SCENE, &["-o", "plan.gif"][..], "no known format"),
        (SCENE, &["-o", "far.json"], "would replace"),
        (r#"{ "eyeline": 1 }"#, &["-o", "plan.svg"], "there are no objects"),
        ("{", &[], "far.json"),
    ] {
        let (folder, code, out, err) = run(text, args);
        assert!(code == 2 && err.contains(part), "{args:?}: {out}{err}");
        assert_eq!(names(folder.path()), ["far.json"], "{args:?}");
    }
}
