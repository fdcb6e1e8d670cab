//! Faces that flicker, through the binary: the report of the lesson, and `--fail-on`.

use std::path::Path;

use serde_json::Value;

use crate::commands::{eyeline, fresh};

fn lesson() -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/depth_fighting.json")).unwrap()
}

fn problems(text: &str) -> Vec<Value> {
    let folder = fresh(&[("a.json", text)]);
    let output = eyeline(folder.path(), &["report", "a.json", "--only", "problems"]);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    report["problems"].as_array().cloned().unwrap_or_default()
}

fn of<'p>(problems: &'p [Value], object: &str) -> Option<&'p Value> {
    problems.iter().find(|problem| problem["object"] == object)
}

#[test]
fn the_report_of_the_lesson_has_the_numbers_and_the_cure() {
    let found = problems(&lesson());
    let kinds: Vec<_> = found.iter().map(|problem| (&problem["kind"], &problem["object"], &problem["with"])).collect();
    assert_eq!(
        kinds,
        [
            (&"depth_fighting".into(), &"poster".into(), &"wall".into()),
            (&"depth_fighting".into(), &"road".into(), &"ground".into()),
            (&"coplanar_overlap".into(), &"plaster".into(), &"wall".into()),
        ]
    );
    let poster = of(&found, "poster").unwrap();
    assert_eq!((&poster["camera"], &poster["count"]), (&"near 1 cm".into(), &1.into()));
    assert_eq!(poster["items"], serde_json::json!([["+z", "+z"]]));
    let number = |key: &str| poster[key].as_f64().unwrap();
    assert!((number("separation") - 0.002).abs() < 1e-6, "{poster}");
    assert!((number("distance") - 24.0).abs() < 0.01, "{poster}");
    let step = 24.0 * 24.0 * (100.0 - 0.01) / (100.0 * 0.01) / (f64::from(1 << 24) - 1.0);
    assert!((number("resolution") / step - 1.0).abs() < 1e-3, "{poster} {step}");
    let near = number("near");
    assert!(near > 0.0171 && near < 0.02, "{near}");
    // With that near plane the poster has no problem, and with a slightly smaller one it has.
    let with_near = |near: f64| problems(&lesson().replacen("\"near\": 0.01", &format!("\"near\": {near}"), 1));
    assert!(of(&with_near(near), "poster").is_none());
    assert!(of(&with_near(near * 0.9), "poster").is_some());
}

#[test]
fn they_fail_a_report_that_is_asked_to() {
    let folder = fresh(&[("a.json", &lesson())]);
    for (kind, code) in [("depth_fighting", 1), ("coplanar_overlap", 1), ("duplicate_triangles", 0)] {
        let output = eyeline(folder.path(), &["report", "a.json", "--fail-on", &format!("problems={kind}")]);
        assert_eq!(output.status.code(), Some(code), "{kind}: {output:?}");
    }
}
