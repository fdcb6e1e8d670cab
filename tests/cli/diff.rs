//! `eyeline diff` and `report --brief` from outside.

use crate::commands::{eyeline, fresh};

const SCENE: &str = r#"{ "eyeline": 1, "cameras": [{ "name": "guard", "near": NEAR }],
    "objects": [{ "name": "crate", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, -4] }] }"#;

#[test]
fn a_moved_near_plane_is_told_and_a_scene_equals_its_report() {
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
