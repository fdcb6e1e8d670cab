//! The section `problems` of reports.

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};

const LEVEL: &str = r#"{ "eyeline": 1, "objects": [
    { "name": "crate", "shape": { "box": { "half_extents": [1, 1, 1] } } },
    { "name": "plate", "shape": { "box": { "half_extents": [1, 1, 1e-9] } }, "position": [9, 0, 0] },
    { "name": "copy", "shape": { "box": { "half_extents": [1, 1, 1] } } },
    { "name": "moon", "shape": { "sphere": { "radius": 10 } }, "position": [0, 100000, 0] } ] }"#;

fn report(text: &str, args: &[&str]) -> Value {
    let folder = fresh(&[("a.json", text)]);
    let output = eyeline(folder.path(), &[&["report", "a.json"], args].concat());
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn problems_are_listed_kind_by_kind() {
    let wanted = json!([
        { "kind": "zero_volume", "object": "plate", "count": 1, "items": [],
          "message": "plate has no volume: it has no extent along its own Z" },
        { "kind": "coincident_objects", "object": "crate", "count": 2, "items": ["crate", "copy"],
          "message": "2 objects have the same shape and pose: crate, copy" },
        { "kind": "far_from_origin", "object": "moon", "count": 1, "items": [],
          "message": "moon reaches 100010 m from the origin, where the spacing of f32 is 7.812 mm" },
    ]);
    assert_eq!(report(LEVEL, &[])["problems"], wanted);
    assert_eq!(report(LEVEL, &["--only", "problems"])["problems"], wanted);
    assert_eq!(report(LEVEL, &["--only", "rays"]).get("problems"), None);
}

#[test]
fn a_scene_without_problems_has_no_such_section() {
    let sound = LEVEL.replace("1e-9", "1").replace("100000", "100").replace(
        r#"] } } },
    { "name": "moon""#,
        r#"] } }, "position": [0, 5, 0] },
    { "name": "moon""#,
    );
    assert_eq!(report(&sound, &[]).get("problems"), None);
}
