//! The cache of `eyeline check`: scenes in which nothing changed are known, and have the rows of a run without it.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::check::{has, project, put, said, scene};

/// The scenes of the run in `out`, each with whether it is known.
fn known(folder: &Path) -> Vec<(String, bool)> {
    let results: Value = serde_json::from_slice(&fs::read(folder.join("out/results.json")).unwrap()).unwrap();
    let scenes = results["scenes"].as_array().unwrap().iter();
    scenes.map(|scene| (scene["name"].as_str().unwrap().to_owned(), scene["cached"] == true)).collect()
}

fn are_known(folder: &Path, args: &[&str], code: i32) -> Vec<bool> {
    said(folder, &[args, &["--out", "out"]].concat(), code);
    known(folder).into_iter().map(|(_, is_known)| is_known).collect()
}

/// A project of two scenes, `guard` and `leaf`, which names an image, with baselines.
fn two_scenes() -> tempfile::TempDir {
    let folder = project();
    image::RgbaImage::from_pixel(8, 8, image::Rgba([90, 160, 60, 255]))
        .save(folder.path().join("scenes/leaf.png"))
        .unwrap();
    let leaf = r#"{ "eyeline": 1, "images": [{ "name": "leaf", "file": "leaf.png", "divisions": [4, 4], "size": [1, 1] }],
        "expect": [{ "image": "leaf", "solid_cells": 16 }], "check": { "views": [{ "name": "small", "size": [64, 48] }] } }"#;
    put(folder.path(), "leaf", leaf);
    said(folder.path(), &["--update"], 0);
    folder
}

#[test]
fn a_scene_in_which_nothing_changed_is_known_and_has_the_same_row() {
    let folder = two_scenes();
    let folder = folder.path();
    assert_eq!(are_known(folder, &[], 0), [true, false], "the baselines of the leaf were only written");
    let without = said(folder, &["--no-cache"], 0);
    assert_eq!(said(folder, &[], 0), without);
    has(&without, &["met      leaf: solid cells 16 as expected", "2 scenes: 2 equal"]);
    let results = |folder: &Path| {
        let mut results: Value = serde_json::from_slice(&fs::read(folder.join("out/results.json")).unwrap()).unwrap();
        for scene in results["scenes"].as_array_mut().unwrap() {
            scene.as_object_mut().unwrap().retain(|key, _| key != "cached" && key != "steps");
        }
        results
    };
    assert_eq!(are_known(folder, &[], 0), [true, true]);
    let with = results(folder);
    assert_eq!(are_known(folder, &["--no-cache"], 0), [false, false]);
    assert_eq!(with, results(folder));
    // Other options, another folder, the same scenes.
    assert_eq!(are_known(folder, &["--only", "answers"], 0), [false, false]);
    assert_eq!(are_known(folder, &["--only", "answers"], 0), [true, true]);
    assert_eq!(are_known(folder, &["--memory", "1GiB", "--only", "answers"], 0), [false, false]);
    // A known scene can be accepted from, as from any run: there is nothing to accept.
    has(&said(folder, &["--accept", "leaf", "--out", "out"], 0), &["nothing to accept"]);
}

#[test]
fn each_file_that_a_result_depends_on_is_compared_by_its_contents() {
    let folder = two_scenes();
    let folder = folder.path();
    are_known(folder, &[], 0);
    assert_eq!(are_known(folder, &[], 0), [true, true]);
    // The same contents with another time.
    let image = folder.join("scenes/leaf.png");
    let bytes = fs::read(&image).unwrap();
    fs::write(&image, &bytes).unwrap();
    assert_eq!(are_known(folder, &[], 0), [true, true]);
    // Another image of the same size.
    image::RgbaImage::from_pixel(8, 8, image::Rgba([90, 160, 60, 0])).save(&image).unwrap();
    let text = said(folder, &["--out", "out"], 1);
    has(&text, &["solid cells 16", "changed since it was equal: scenes/leaf.png"]);
    assert_eq!(known(folder), [("guard".to_owned(), true), ("leaf".to_owned(), false)]);
    let page = fs::read_to_string(folder.join("out/index.html")).unwrap();
    assert!(page.contains("Changed since this scene was equal: scenes/leaf.png"));
    fs::write(&image, &bytes).unwrap();
    assert_eq!(are_known(folder, &[], 0), [true, true]);
    // A baseline.
    let answers = folder.join("screenshots/guard.answers.json");
    let stored = fs::read_to_string(&answers).unwrap();
    fs::write(&answers, stored.replace("\"inside\"", "\"outside\"")).unwrap();
    has(&said(folder, &[], 1), &["guard · crate: outside → inside"]);
    fs::remove_file(&answers).unwrap();
    has(&said(folder, &[], 1), &["guard.answers.json does not exist"]);
    fs::write(&answers, stored).unwrap();
    assert_eq!(are_known(folder, &[], 0), [true, true]);
    // The scene.
    put(folder, "guard", &scene("Guard", 4.0, 0.0, ""));
    has(&said(folder, &[], 1), &["inside → intersect", "changed since it was equal: scenes/guard.json"]);
    // A project file decides what is equal too.
    fs::write(folder.join("eyeline.project.json"), r#"{ "eyeline_project": 1, "check": { "skip": ["frusta"] } }"#)
        .unwrap();
    assert_eq!(are_known(folder, &["leaf"], 0), [false]);
}

#[test]
fn a_cache_that_is_damaged_or_cannot_be_written_changes_nothing() {
    let folder = two_scenes();
    let folder = folder.path();
    let cache = folder.join("cache");
    let check = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_eyeline"));
        command.arg("check").args(args).current_dir(folder).env("NO_COLOR", "1").env("XDG_CACHE_HOME", &cache);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let text = check(&[]);
    let file = fs::read_dir(cache.join("eyeline/check")).unwrap().next().unwrap().unwrap().path();
    let whole = fs::read(&file).unwrap();
    for damaged in [&b""[..], b"{", b"[]", &whole[..whole.len() / 2], br#"{ "eyeline_check_cache": 2 }"#, b"\xff\xfe"] {
        fs::write(&file, damaged).unwrap();
        assert_eq!(check(&["--out", "out"]), text);
        assert!(known(folder).iter().all(|(_, is_known)| !is_known));
    }
    // A folder in its place.
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    assert_eq!(check(&[]), text);
    fs::remove_dir_all(&cache).unwrap();
    fs::write(&cache, "a file").unwrap();
    assert_eq!(check(&[]), text);
}
