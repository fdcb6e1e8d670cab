//! `eyeline check` through the binary: how differences are told, in the terminal, the report and on a CI server.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use image::{Rgba, RgbaImage};
use serde_json::Value;

use crate::check::{PICTURE, check, has, project, put, repository, said, scene};

const ANSWERS: &str = "screenshots/guard.answers.json";

fn texts(output: &Output) -> [String; 2] {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8(bytes.clone()).unwrap())
}

fn results(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("out/results.json")).unwrap()).unwrap()
}

/// A leaf that stops one ray, and a crate behind it.
const LEAF: &str = r#"{ "eyeline": 1, "cameras": [{ "name": "guard", "far": 20 }],
  "objects": [{ "name": "crate", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -POSITION] }],
  "images": [
    { "name": "leaf", "file": "leaf.png", "divisions": [4, 4], "position": [0, 0, -3], "size": [2, 2] } ],
  "rays": [{ "name": "aim", "origin": [0.1, 0.1, 0], "direction": [0, 0, -1] }],
  "expect": [{ "image": "leaf", "solid_cells": 16 }],
  "check": { "views": [{ "name": "small", "size": [240, 180] }] } }"#;

#[test]
fn what_follows_from_a_missing_file_is_below_its_error() {
    let folder = repository();
    let folder = folder.path();
    fs::create_dir(folder.join("scenes")).unwrap();
    RgbaImage::from_pixel(16, 16, Rgba([0, 90, 0, 255])).save(folder.join("scenes/leaf.png")).unwrap();
    put(folder, "guard", &LEAF.replace("POSITION", "8"));
    has(&said(folder, &["--update"], 0), &["1 scene: 1 written"]);
    fs::remove_file(folder.join("scenes/leaf.png")).unwrap();
    // A change of its own stays one.
    put(folder, "guard", &LEAF.replace("POSITION", "30"));
    let output = check(folder, &["--out", "out", "--format", "github"]);
    let [out, err] = texts(&output);
    assert_eq!(output.status.code(), Some(2), "{out}");
    has(&err, &["error: there is no file `leaf.png`", "scenes/guard.json:4:"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "error    scenes/guard.json",
            "           there is no file `leaf.png`",
            "             5 differences follow from this error:",
        ]
    );
    for below in
        ["aim: nearest leaf → ", "aim · leaf: no answer, was feature cell", "leaf: no answer, was solid cells 16"]
    {
        assert!(lines.iter().any(|line| line.starts_with(&format!("               {below}"))), "{below}: {out}");
    }
    assert!(lines.iter().any(|line| line.starts_with("           guard · crate: inside → outside")), "{out}");
    let errors: Vec<&&str> = lines.iter().filter(|line| line.starts_with("::error")).collect();
    assert!(errors[0].contains("there is no file `leaf.png`%0A5 differences follow from this error"), "{errors:?}");
    assert!(errors[1..].iter().all(|line| !line.contains("leaf")), "{errors:?}");

    let found = results(folder);
    let differences = found["scenes"][0]["differences"].as_array().unwrap();
    let kinds: Vec<&str> = differences.iter().map(|one| one["kind"].as_str().unwrap()).collect();
    assert_eq!((kinds[0], kinds[1]), ("error", "verdict"), "{found}");
    let below = differences[0]["consequences"].as_array().unwrap();
    let kinds: Vec<&str> = below.iter().map(|one| one["kind"].as_str().unwrap()).collect();
    assert_eq!((kinds.len(), kinds[0], kinds[4]), (5, "expectation", "picture"), "{found}");
    let read = |name: &str| fs::read_to_string(folder.join("out").join(name)).unwrap();
    has(
        &read("junit.xml"),
        &["  5 differences follow from this error:", "    aim · leaf: no answer", "file=\"scenes/guard.json\""],
    );
    let page = read("index.html");
    has(&page, &["<details><summary>5 differences follow from this error:</summary>"]);
    assert!(page.find("<h3>Errors").unwrap() < page.find("<h3>Decisions that changed").unwrap());
}

#[test]
fn an_expectation_about_a_camera_on_a_missing_recording_follows_from_that_error() {
    const SCENE: &str = r#"{ "eyeline": 1, "sessions": [{ "name": "walk", "file": "walk.jsonl" }],
      "cameras": [{ "name": "phone", "session": { "name": "walk" }, "near": 0.1, "far": 0.2 }],
      "objects": [{ "name": "crate", "shape": { "sphere": { "radius": 0.05 } }, "position": [0, 0, -0.15] }],
      "expect": [{ "camera": "phone", "object": "crate", "verdict": "outside" }],
      "check": { "views": [{ "name": "small", "size": [240, 180] }] } }"#;
    let folder = repository();
    let folder = folder.path();
    fs::create_dir(folder.join("scenes")).unwrap();
    let recording = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/lost.jsonl");
    fs::copy(recording, folder.join("scenes/walk.jsonl")).unwrap();
    put(folder, "guard", SCENE);
    said(folder, &["--update"], 0);
    fs::remove_file(folder.join("scenes/walk.jsonl")).unwrap();
    said(folder, &["--out", "out"], 2);
    let found = results(folder);
    let differences = found["scenes"][0]["differences"].as_array().unwrap();
    assert_eq!((differences.len(), &differences[0]["kind"]), (1, &Value::from("error")), "{found}");
    let below = differences[0]["consequences"].as_array().unwrap();
    let has = |text: &str| below.iter().any(|one| one["text"].as_str().unwrap().starts_with(text));
    assert!(has("phone · crate: expected outside, found inside") && has("phone · crate: outside → inside"), "{found}");
    assert!(has("walk: no answer, was frames 81"), "{found}");
}

/// Crates in a row, which have the names NAME 0, NAME 1 and so on, and a camera.
fn row(name: &str, camera: &str) -> String {
    let object = |i: usize| {
        format!(
            "{{ \"name\": \"{name} {i}\", \"shape\": {{ \"sphere\": {{ \"radius\": 0.4 }} }}, \"position\": [{i}, 0, -9] }}"
        )
    };
    let objects: Vec<String> = (0..24).map(object).collect();
    format!(
        "{{ \"eyeline\": 1, \"octree\": {{}}, \"cameras\": [{{ \"name\": \"{camera}\" }}], \"objects\": [\n{}],\n\"check\": {{ \"views\": [{{ \"name\": \"small\", \"size\": [240, 180] }}] }} }}",
        objects.join(",\n")
    )
}

#[test]
fn renamed_items_are_a_line_each_and_one_annotation() {
    let folder = repository();
    let folder = folder.path();
    fs::create_dir(folder.join("scenes")).unwrap();
    put(folder, "guard", &row("crate", "guard"));
    said(folder, &["--update"], 0);
    put(folder, "guard", &row("box", "watch"));
    let text = said(folder, &["--out", "out", "--format", "github"], 1);
    has(
        &text,
        &[
            "`guard` is now `watch`, 25 answers equal\n",
            "`crate 3` is now `box 3`, ",
            "and 5 more items have another name and the same answers\n",
        ],
    );
    assert!(!text.contains("vanished") && !text.contains(": new"), "{text}");
    let annotations: Vec<&str> = text.lines().filter(|line| line.starts_with("::error")).collect();
    let renamed: Vec<_> =
        annotations.iter().filter(|line| line.contains("Other names with the same answers: 25")).collect();
    assert!(renamed.len() == 1 && annotations.len() <= 3, "{annotations:?}");
    let found = results(folder);
    let kinds = found["scenes"][0]["differences"].as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap());
    assert_eq!(kinds.filter(|kind| *kind == "renamed").count(), 25, "{found}");
}

/// Runs `check --format github` in a folder of a repository.
fn github(repository: &Path, folder: &Path) -> [String; 2] {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyeline"));
    command.args(["check", "--format", "github"]).current_dir(folder).env("NO_COLOR", "1");
    command.env("GITHUB_WORKSPACE", repository).env("GITHUB_STEP_SUMMARY", repository.join("summary.md"));
    texts(&command.output().unwrap())
}

#[test]
fn annotations_have_paths_of_the_repository_and_the_summary_has_everything() {
    let folder = repository();
    let game = folder.path().join("game");
    fs::create_dir_all(game.join("scenes")).unwrap();
    put(&game, "guard", &scene("Guard", 0.3, 0.0, ""));
    said(&game, &["--update"], 0);
    put(&game, "guard", &scene("Guard", 4.0, 0.0, ""));
    fs::write(folder.path().join("summary.md"), "# Earlier\n").unwrap();
    let [out, err] = github(folder.path(), &game);
    has(&out, &["::error file=game/scenes/guard.json,line=5::guard · crate: inside → intersect"]);
    assert_eq!(err, "");
    let summary = fs::read_to_string(folder.path().join("summary.md")).unwrap();
    has(
        &summary,
        &[
            "# Earlier\n## eyeline check\n\n`1 scene: 1 differs`\n",
            "### `game/scenes/guard.json` differs",
            "**Decisions that changed (1)**\n\n- `guard · crate: inside → intersect",
            "**Pictures that changed (1)**",
        ],
    );
    // A damaged file of answers is annotated at its own line.
    let text = fs::read_to_string(game.join(ANSWERS)).unwrap();
    let cut: String = text.split_inclusive('\n').take(5).collect();
    fs::write(game.join(ANSWERS), cut).unwrap();
    let [out, _] = github(folder.path(), &game);
    has(&out, &["::error file=game/screenshots/guard.answers.json,line=6::"]);
    let summary = fs::read_to_string(folder.path().join("summary.md")).unwrap();
    has(&summary, &["(`game/screenshots/guard.answers.json`, line 6)"]);
    fs::create_dir(folder.path().join("folder")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyeline"));
    command.args(["check", "--format", "github"]).current_dir(&game);
    let output = command.env("GITHUB_STEP_SUMMARY", folder.path().join("folder")).output().unwrap();
    let [_, err] = texts(&output);
    assert_eq!(output.status.code(), Some(1), "the result of the check is the same");
    has(&err, &["error: cannot write the summary", "GITHUB_STEP_SUMMARY"]);
}

#[test]
fn what_git_left_in_a_baseline_is_named_with_the_command_that_helps() {
    const POINTER: &str = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n";
    let folder = project();
    let folder = folder.path();
    let [answers, picture] = [ANSWERS, PICTURE].map(|file| (file, fs::read(folder.join(file)).unwrap()));
    let conflict = |file: &str, text: &str| {
        fs::write(folder.join(file), format!("{{\n<<<<<<< HEAD\n{text}\n=======\n{text}\n>>>>>>> other\n")).unwrap();
    };
    for (file, _) in [&answers, &picture] {
        conflict(file, "1");
        has(
            &said(folder, &[], 1),
            &[
                "the file has the markers of a merge conflict",
                &format!("`git checkout --theirs {file}`"),
                "`eyeline check --update`",
            ],
        );
        said(folder, &["--update"], 0);
        said(folder, &[], 0);
    }
    for (file, bytes) in [&answers, &picture] {
        fs::write(folder.join(file), POINTER).unwrap();
        for args in [&[][..], &["--update"]] {
            let output = check(folder, args);
            let [out, err] = texts(&output);
            assert_eq!(output.status.code(), Some(2), "{out}");
            has(&out, &[file, "a pointer of git LFS", "`git lfs pull`"]);
            has(&err, &["error: ", file, "`git lfs pull`"]);
        }
        assert_eq!(fs::read_to_string(folder.join(file)).unwrap(), POINTER, "it was only not fetched");
        fs::write(folder.join(file), bytes).unwrap();
    }
}

#[test]
fn a_scene_is_printed_when_it_is_done() {
    let folder = project();
    for name in ["a", "b", "c", "d", "e", "f"] {
        put(folder.path(), name, &scene(name, 0.3, 0.0, "").replace("[240, 180]", "[1280, 720]"));
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyeline"));
    command.args(["check", "--jobs", "1"]).current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "missing  scenes/a.json");
    assert!(child.try_wait().unwrap().is_none(), "the run goes on");
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert_eq!(rest.last().unwrap(), "7 scenes: 1 equal, 6 missing");
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn a_reason_why_nothing_was_written_is_on_standard_error() {
    let folder = project();
    fs::remove_dir_all(folder.path().join("screenshots")).unwrap();
    fs::write(folder.path().join("screenshots"), "no folder").unwrap();
    let output = check(folder.path(), &["--update"]);
    let [_, err] = texts(&output);
    assert_eq!(output.status.code(), Some(2), "{err}");
    has(&err, &["error: ", "screenshots"]);
}

#[test]
fn an_expected_word_that_no_answer_has_is_an_error_at_its_place() {
    let folder = project();
    let expect =
        "\"eyeline\": 1, \"expect\": [\n{ \"camera\": \"guard\", \"object\": \"crate\", \"verdict\": \"insid\" }],";
    put(folder.path(), "guard", &scene("Guard", 0.3, 0.0, "").replace("\"eyeline\": 1,", expect));
    let output = check(folder.path(), &[]);
    assert_eq!(output.status.code(), Some(2));
    let [_, err] = texts(&output);
    has(&err, &["scenes/guard.json:2:52", "`verdict` of this answer is never `insid`", "did you mean `\"inside\"`?"]);
}
