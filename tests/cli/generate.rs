//! `eyeline generate`.

use eyeline::scene;

use crate::commands::{eyeline, fresh, names};

#[test]
fn a_generated_scene_is_read_and_answered() {
    let folder = fresh(&[]);
    let output = eyeline(folder.path(), &["generate", "--objects", "300", "--seed", "5", "-o", "many.json"]);
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
    let text = std::fs::read_to_string(folder.path().join("many.json")).unwrap();
    let again = eyeline(folder.path(), &["generate", "--objects", "300", "--seed", "5"]);
    assert_eq!(String::from_utf8(again.stdout).unwrap(), text, "the same on standard output");
    let other = eyeline(folder.path(), &["generate", "--objects", "300", "--seed", "6"]);
    assert_ne!(String::from_utf8(other.stdout).unwrap(), text);
    let read = eyeline::files::parse(&text, "many.json", None).unwrap();
    assert_eq!(read.warnings, []);
    assert_eq!(scene::write(&read.scene), text, "laid out like every scene");
    let report = eyeline(folder.path(), &["report", "many.json"]);
    let report: serde_json::Value = serde_json::from_slice(&report.stdout).unwrap();
    assert_eq!(report["frusta"][0]["objects"].as_array().unwrap().len(), 300);
    assert_eq!(report["rays"].as_array().unwrap().len(), 10);
    assert_eq!(report["octree"]["objects"].as_array().unwrap().len(), 300);
    assert_eq!(names(folder.path()), ["many.json"]);
}

#[test]
fn hills_are_written_to_a_separate_file() {
    let folder = fresh(&[]);
    let args = ["generate", "--objects", "5", "--triangles", "200", "-o", "hills.json"];
    let output = eyeline(folder.path(), &args);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert_eq!(names(folder.path()), ["hills.json", "hills.obj"]);
    let report = eyeline(folder.path(), &["report", "hills.json", "--only", "frusta"]);
    assert!(report.status.success() && report.stderr.is_empty(), "{report:?}");
    let report: serde_json::Value = serde_json::from_slice(&report.stdout).unwrap();
    let objects = report["frusta"][0]["objects"].as_array().unwrap();
    assert_eq!(objects.len(), 5);
    let size = |axis: usize| {
        let corner = |which: &str| objects[0]["aabb"][which][axis].as_f64().unwrap();
        corner("max") - corner("min")
    };
    assert!(size(0) > size(1) && size(2) > size(1), "they are flat");
    let nowhere = eyeline(folder.path(), &["generate", "--objects", "5", "--triangles", "200"]);
    assert_eq!(nowhere.status.code(), Some(2));
    let same = eyeline(folder.path(), &["generate", "--objects", "5", "--triangles", "200", "-o", "a.obj"]);
    assert_eq!(same.status.code(), Some(2));
    assert_eq!(names(folder.path()), ["hills.json", "hills.obj"]);
}

#[test]
fn invalid_sizes_are_refused() {
    let folder = fresh(&[]);
    for args in [&["generate"][..], &["generate", "--objects", "1000001"], &["generate", "--objects", "-1"]] {
        assert_eq!(eyeline(folder.path(), args).status.code(), Some(2), "{args:?}");
    }
    let none = eyeline(folder.path(), &["generate", "--objects", "0"]);
    let text = String::from_utf8(none.stdout).unwrap();
    assert_eq!(scene::parse(&text, "none.json").unwrap().objects.len(), 0);
}
