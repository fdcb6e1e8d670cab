//! The project file `eyeline.project.json`: its settings, its folders, and names of scenes as paths.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::check::{CHECK, has, project, put, repository, said, scene};
use crate::commands::{eyeline, names};

fn write_project(folder: &Path, check: &str) {
    let text = format!("{{ \"eyeline_project\": 1, // for all scenes\n  \"check\": {{ {check} }} }}");
    fs::write(folder.join("eyeline.project.json"), text).unwrap();
}

/// The guard's scene without views, with these settings.
fn plain(check: &str) -> String {
    scene("Guard", 0.3, 0.0, "").replace(CHECK, check)
}

#[test]
fn a_project_file_has_the_defaults_of_every_scene() {
    let folder = repository();
    for name in ["levels/a", "levels/b"] {
        fs::create_dir_all(folder.path().join(name)).unwrap();
    }
    fs::write(folder.path().join("levels/a/one.json"), plain("")).unwrap();
    fs::write(folder.path().join("levels/b/two.json"), plain(r#""views": [{ "name": "own", "size": [64, 48] }]"#))
        .unwrap();
    write_project(
        folder.path(),
        r#""paths": ["levels"], "baselines": "tests/base", "views": [{ "name": "front", "size": [160, 120] }], "skip": ["octree"]"#,
    );
    said(folder.path(), &["--update"], 0);
    let stored = names(&folder.path().join("tests/base"));
    assert_eq!(stored, ["one.answers.json", "one.front.png", "two.answers.json", "two.own.png"]);
    let answers = fs::read_to_string(folder.path().join("tests/base/one.answers.json")).unwrap();
    assert!(!answers.contains("\"octree\""), "{answers}");
    // Also from another folder of the project, and by the name of a scene.
    has(&said(&folder.path().join("levels/b"), &[], 0), &["equal    ../../levels/a/one.json", "2 scenes: 2 equal"]);
    has(&said(folder.path(), &["two"], 0), &["equal    levels/b/two.json", "1 scene: 1 equal"]);
    has(&said(folder.path(), &["tow"], 2), &["no file, folder or scene named tow", "did you mean `two`?"]);
    // Arguments win.
    has(
        &said(folder.path(), &["levels/a", "--baselines", "other"], 1),
        &["other/one.front.png does not exist", "1 scene:"],
    );
}

#[test]
fn a_scene_wins_key_by_key() {
    let folder = repository();
    fs::create_dir(folder.path().join("scenes")).unwrap();
    put(folder.path(), "guard", &plain(""));
    write_project(
        folder.path(),
        r#""views": [{ "name": "front", "size": [160, 120] }], "tolerance": { "number": 5, "pixels": 40000 }"#,
    );
    said(folder.path(), &["--update"], 0);
    let moved = |check: &str| scene("Guard", 0.3, 2.0, "").replace(CHECK, check);
    put(folder.path(), "guard", &moved(""));
    said(folder.path(), &[], 0);
    put(folder.path(), "guard", &moved(r#""tolerance": { "number": 1e-4 }"#));
    let answers = said(folder.path(), &[], 1);
    assert!(
        answers.contains("crate") && !answers.contains("pixels differ"),
        "the pixels are still those of the project: {answers}"
    );
    put(folder.path(), "guard", &moved(r#""tolerance": { "pixel_ratio": 0 }"#));
    let pixels = said(folder.path(), &[], 1);
    assert!(pixels.contains("(0 allowed)") && !pixels.contains(" → "), "{pixels}");
}

#[test]
fn errors_of_a_project_file_are_located_and_nothing_is_checked() {
    let folder = project();
    for (check, words) in [
        (r#""paths": ["../elsewhere"]"#, "eyeline.project.json:2:24: ../elsewhere is outside the root"),
        (r#""baselines": "/tmp""#, "eyeline.project.json:2:27: `/tmp` is an absolute path"),
        (r#""paths": ["none"]"#, "eyeline.project.json:2:24: cannot read none"),
        (r#""viewz": []"#, "eyeline.project.json:2:14: unknown key `viewz`"),
        (r#""tolerance": { "pixel_ratio": 3 }"#, "`pixel_ratio` must be from 0 to 1, found `3`"),
    ] {
        write_project(folder.path(), check);
        let text = said(folder.path(), &[], 2);
        let place = words.split(": ").next().unwrap();
        has(&text, &[words.rsplit(": ").next().unwrap(), place]);
        assert!(!text.contains("equal"), "{text}");
    }
    fs::write(folder.path().join("eyeline.project.json"), "{ \"eyeline_project\": 7 }").unwrap();
    has(&said(folder.path(), &[], 2), &["`eyeline_project` must be 1, found `7`"]);
}

#[test]
fn a_setting_that_a_scene_cannot_have_is_an_error_of_that_scene() {
    let folder = project();
    put(folder.path(), "empty", r#"{ "eyeline": 1, "check": { "views": [{ "name": "small", "size": [64, 48] }] } }"#);
    put(
        folder.path(),
        "own",
        r#"{ "eyeline": 1, "check": { "ignore": [], "views": [{ "name": "small", "size": [64, 48] }] } }"#,
    );
    write_project(folder.path(), r#""ignore": [{ "object": "crate" }]"#);
    said(folder.path(), &["--update"], 2);
    let text = said(folder.path(), &[], 2);
    has(
        &text,
        &[
            "eyeline.project.json:2:37",
            "there is no object named `crate` in scenes/empty.json",
            "give the scene its own `ignore` in `check`",
            "error    scenes/empty.json",
            "equal    scenes/guard.json",
            "equal    scenes/own.json",
        ],
    );
    // A scene may ignore parts of the views of the project file.
    write_project(folder.path(), r#""views": [{ "name": "front", "size": [64, 48] }]"#);
    put(
        folder.path(),
        "empty",
        r#"{ "eyeline": 1, "check": { "ignore": [{ "view": "front", "rect": [0, 0, 64, 48] }] } }"#,
    );
    said(folder.path(), &["empty", "--update"], 0);
    put(
        folder.path(),
        "empty",
        "{ \"eyeline\": 1, \"check\": { \"ignore\": [\n{ \"view\": \"fornt\", \"rect\": [0, 0, 9, 9] }] } }",
    );
    has(&said(folder.path(), &["empty"], 2), &["scenes/empty.json:2:11", "there is no view named `fornt`"]);
}

#[test]
fn a_changed_project_file_makes_captures_out_of_date() {
    let folder = project();
    write_project(folder.path(), r#""skip": ["octree"]"#);
    put(folder.path(), "guard", &scene("Guard", 4.0, 0.0, ""));
    said(folder.path(), &["--out", "out"], 1);
    write_project(folder.path(), r#""skip": ["rays"]"#);
    has(&said(folder.path(), &["--accept", "guard", "--out", "out"], 2), &["changed after this run"]);
    said(folder.path(), &["--out", "out"], 1);
    said(folder.path(), &["--accept", "guard", "--out", "out"], 0);
    said(folder.path(), &[], 0);
}

#[test]
fn the_schema_of_the_project_file_is_printed() {
    let folder = repository();
    let output = eyeline(folder.path(), &["schema", "--project"]);
    let schema: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(schema["properties"]["eyeline_project"]["const"], 1);
    assert!(schema["$defs"]["ProjectCheck"]["properties"]["baselines"].is_object(), "{schema}");
}

#[test]
fn scenes_whose_names_differ_only_by_case_are_refused() {
    let folder = project();
    put(folder.path(), "Guard", &scene("Guard", 0.3, 0.0, ""));
    has(&said(folder.path(), &[], 2), &["scenes/Guard.json and scenes/guard.json differ only by case"]);
}
