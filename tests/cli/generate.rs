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

#[test]
fn a_quiz_is_a_lesson_that_check_proves() {
    let folder = fresh(&[]);
    let args = ["generate", "--questions", "12", "--seed", "7", "-o", "quiz.json"];
    let output = eyeline(folder.path(), &args);
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
    let text = std::fs::read_to_string(folder.path().join("quiz.json")).unwrap();
    let again = eyeline(folder.path(), &args[..5]);
    assert_eq!(String::from_utf8(again.stdout).unwrap(), text, "the same on standard output");
    let read = eyeline::files::parse(&text, "quiz.json", None).unwrap();
    assert_eq!(read.warnings, []);
    assert_eq!(read.scene.lesson.len(), 12);
    let checked = eyeline(folder.path(), &["check", "quiz.json", "--only", "expectations"]);
    assert!(checked.status.success(), "{checked:?}");

    // Its own scene, with the same questions for the same seed.
    let own = eyeline(
        folder.path(),
        &["generate", "--questions", "6", "--scene", "quiz.json", "--about", "frusta", "-o", "own.json"],
    );
    assert!(own.status.success(), "{own:?}");
    let own = scene::parse(&std::fs::read_to_string(folder.path().join("own.json")).unwrap(), "own.json").unwrap();
    let fields: Vec<&str> = own.lesson.iter().map(|step| &*step.ask.as_ref().unwrap().answer().field).collect();
    assert_eq!(fields.len(), 6);
    let is_of_frusta =
        |field: &&str| ["verdict", "rejected_by", "margin"].contains(field) || field.ends_with(".p_vertex");
    assert!(fields.iter().all(is_of_frusta), "{fields:?}");
    assert_eq!(own.objects, read.scene.objects);
}

#[test]
fn a_quiz_that_cannot_be_made_is_an_error() {
    let folder = fresh(&[("empty.json", r#"{ "eyeline": 1 }"#)]);
    for (args, message) in [
        (&["--about", "agents"][..], "give a scene that has such answers with --scene"),
        (&["--about", "problems"], "no questions are made about `problems`"),
        (&["--scene", "empty.json"], "no answer that is clear enough"),
        (&["--scene", "empty.json", "-o", "empty.json"], "would replace"),
        (&["--scene", "gone.json"], "gone.json"),
        (&["-o", "quiz.glb"], "is not a valid name for a scene"),
    ] {
        let output = eyeline(folder.path(), &[&["generate", "--questions", "3"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(message), "{args:?}: {error}");
    }
    assert_eq!(names(folder.path()), ["empty.json"]);
}
