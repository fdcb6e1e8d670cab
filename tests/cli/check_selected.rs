//! The scenes that `--only-changed` and `--list` choose, and files that git left in place of their contents.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::check::{CHECK, check, has, put, said, scene};
use crate::commands::{eyeline, fresh, names};
use crate::diff_inputs::git;

const TRIANGLE: &str = "g wall\nv 0 0 -4\nv 1 0 -4\nv 0 1 -4\nf 1 2 3\n";
const ANSWERS: &str = "screenshots/guard.answers.json";
const POINTER: &str = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n";

/// A repository with the commit of two scenes, a level, and their baselines.
fn committed() -> TempDir {
    let folder = fresh(&[]);
    fs::create_dir_all(folder.path().join("scenes")).unwrap();
    git(folder.path(), &["init", "-q"]);
    put(folder.path(), "guard", &scene("Guard", 0.3, 0.0, ""));
    let level = scene("Level", 0.3, 0.0, "").replace(
        "\"cameras\"",
        r#""models": [{ "name": "level", "file": "level.obj" }],
  "cameras""#,
    );
    put(folder.path(), "level", &level);
    fs::write(folder.path().join("scenes/level.obj"), TRIANGLE).unwrap();
    said(folder.path(), &["--update"], 0);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-qm", "first"]);
    folder
}

/// The scenes that a run with these arguments would check.
fn listed(folder: &Path, args: &[&str]) -> Vec<String> {
    let output = check(folder, &[&["--list"], args].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn scenes_that_changed_since_a_revision_are_checked() {
    let folder = committed();
    let folder = folder.path();
    let [guard, level] = ["scenes/guard.json", "scenes/level.json"];
    assert_eq!(listed(folder, &[]), [guard, level]);
    assert_eq!(listed(folder, &["--shard", "2/2"]), [level]);
    assert_eq!(listed(folder, &["--only-changed"]), [""; 0]);
    let changed = |file: &str, text: &str, expected: &[&str]| {
        let before = fs::read(folder.join(file));
        fs::write(folder.join(file), text).unwrap();
        assert_eq!(listed(folder, &["--only-changed"]), expected, "{file}");
        match before {
            Ok(before) => fs::write(folder.join(file), before).unwrap(),
            Err(_) => fs::remove_file(folder.join(file)).unwrap(),
        }
    };
    // The level, a file that it names, a baseline, the project file, a new scene, and one that cannot be read.
    changed("scenes/level.obj", &TRIANGLE.replace('4', "5"), &[level]);
    changed("screenshots/guard.small.png", "", &[guard]);
    changed(ANSWERS, "{}", &[guard]);
    changed("eyeline.project.json", "{ \"eyeline_project\": 1 }", &[guard, level]);
    changed("scenes/new.json", &scene("New", 0.3, 0.0, ""), &["scenes/new.json"]);
    changed("scenes/guard.json", "{ \"eyeline\": 1,", &[guard]);
    changed("notes.txt", "a", &[]);
    let named = |words: &str| {
        fs::write(folder.join("scenes/level.obj"), format!("mtllib level.mtl\n{TRIANGLE}")).unwrap();
        fs::write(folder.join("scenes/level.mtl"), words).unwrap();
    };
    named("newmtl a\n");
    git(folder, &["add", "."]);
    git(folder, &["commit", "-qm", "second"]);
    fs::remove_file(folder.join("scenes/level.mtl")).unwrap();
    assert_eq!(listed(folder, &["--only-changed"]), [level], "a file that was removed");
    named("newmtl a\n");
    assert_eq!(listed(folder, &["--only-changed=HEAD"]), [""; 0], "the same contents");
    assert_eq!(listed(folder, &["--only-changed=HEAD~1"]), [level]);
    has(&said(folder, &["--only-changed=HEAD~1"], 0), &["1 of 2 scenes changed since HEAD~1", "1 scene: 1 equal"]);
    // A run without scenes has a report, which `--merge` needs.
    has(&said(folder, &["--only-changed", "--out", "out"], 0), &["0 of 2 scenes changed since HEAD", "0 scenes"]);
    let results: Value = serde_json::from_slice(&fs::read(folder.join("out/results.json")).unwrap()).unwrap();
    assert_eq!((&results["state"], results["scenes"].as_array().map(Vec::len)), (&"done".into(), Some(0)));
}

#[test]
fn changed_scenes_need_a_repository_with_the_revision() {
    let folder = committed();
    has(&said(folder.path(), &["--only-changed=nothing"], 2), &["does not know the revision `nothing`", "help: "]);
    has(&said(folder.path(), &["--only-changed=-x"], 2), &["`-x` is not a revision"]);
    let alone = fresh(&[("a.json", &scene("A", 0.3, 0.0, ""))]);
    has(&said(alone.path(), &["a.json", "--only-changed"], 2), &["not a git repository"]);
    has(&said(folder.path(), &["--list", "--update"], 2), &["cannot be used with"]);
}

#[test]
fn a_changed_file_of_expectations_concerns_each_scene() {
    let folder = committed();
    let expected = r#"{ "eyeline": 1, "expect": [{ "camera": "guard", "object": "crate", "verdict": "inside" }] }"#;
    fs::write(folder.path().join("expected.json"), expected).unwrap();
    assert_eq!(listed(folder.path(), &["--expect", "expected.json", "--only-changed"]).len(), 2);
}

#[test]
fn a_scene_that_cannot_be_read_is_named_once_beside_unused_baselines() {
    let folder = committed();
    fs::write(folder.path().join("scenes/broken.json"), "{ \"eyeline\": 1,").unwrap();
    let text = said(folder.path(), &["--unused"], 2);
    assert_eq!(text.matches("broken.json cannot be read").count(), 1, "{text}");
}

#[test]
fn the_page_has_no_command_that_accepts_an_expectation_and_its_print_lists_all_scenes() {
    let folder = committed();
    let expecting = r#""eyeline": 1, "expect": [{ "camera": "guard", "object": "crate", "verdict": "outside" }],"#;
    put(folder.path(), "guard", &scene("Guard", 0.3, 0.0, "").replace("\"eyeline\": 1,", expecting));
    said(folder.path(), &["--out", "out"], 1);
    let page = fs::read_to_string(folder.path().join("out/index.html")).unwrap();
    assert!(!page.contains("eyeline check --accept scenes/guard.json"), "{page}");
    let printed = page.split("<div class=\"printed\">").nth(1).unwrap();
    has(&page, &["If the answer is intended, change the expectation", "<h2>All scenes</h2>"]);
    has(printed, &["Different: <bdi>scenes/guard.json</bdi>", "Equal: <bdi>scenes/level.json</bdi>"]);
    put(folder.path(), "guard", &scene("Guard", 4.0, 0.0, ""));
    said(folder.path(), &["--out", "out"], 1);
    let page = fs::read_to_string(folder.path().join("out/index.html")).unwrap();
    has(&page, &["eyeline check --accept scenes/guard.json --out out"]);
    // An earlier run leaves no folders behind.
    put(folder.path(), "guard", &scene("Guard", 0.3, 0.0, ""));
    said(folder.path(), &["--out", "out"], 0);
    assert_eq!(names(&folder.path().join("out")), ["index.html", "junit.xml", "results.json"]);
}

#[test]
fn an_error_of_a_file_that_many_items_name_is_listed_once() {
    let folder = committed();
    let folder = folder.path();
    let sessions = r#""sessions": [{ "name": "a", "file": "way.txt" }, { "name": "b", "file": "way.txt" }],"#;
    put(folder, "guard", &scene("Guard", 0.3, 0.0, "").replace("\"cameras\"", &format!("{sessions} \"cameras\"")));
    fs::write(folder.join("scenes/way.txt"), POINTER).unwrap();
    let output = check(folder, &["guard"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.matches("\n           scenes/way.txt:1: ").count(), 1, "{text}");
}

#[test]
fn a_pointer_of_git_lfs_is_named_with_its_file() {
    let folder = committed();
    let folder = folder.path();
    fs::write(folder.join("scenes/level.obj"), POINTER).unwrap();
    // A scene that is not fetched is not left out.
    fs::write(folder.join("scenes/guard.json"), POINTER).unwrap();
    let text = said(folder, &["--format", "github"], 2);
    let message = "the file is a pointer of git LFS and not the contents";
    has(
        &text,
        &[
            &format!("error    scenes/guard.json\n           {message}"),
            &format!("error    scenes/level.json\n           scenes/level.obj:1: {message}"),
            &format!("::error file=scenes/level.obj,line=1::{message}"),
            "--> scenes/level.obj:1:1",
            "fetch the contents with `git lfs pull`",
        ],
    );
    fs::write(folder.join("eyeline.project.json"), POINTER).unwrap();
    has(&said(folder, &[], 2), &["eyeline.project.json:1:1", message]);
}

#[test]
fn the_markers_of_a_conflict_are_named_in_each_kind_of_file() {
    let folder = fresh(&[]);
    let markers = |before: &str, ours: &str, theirs: &str, after: &str| {
        format!("{before}<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> other\n{after}")
    };
    let file = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
    file("a.obj", markers("g wall\n", "v 0 0 -4\n", "v 0 0 -5\n", "v 1 0 -4\nv 0 1 -4\nf 1 2 3\n"));
    file("a.gltf", markers("{\n", "\"a\": 1,\n", "\"a\": 2,\n", "\"asset\": { \"version\": \"2.0\" }\n}\n"));
    file("a.xml", markers("<root>\n", "<A/>\n", "<B/>\n", "</root>\n"));
    file("a.txt", markers("0 0 0 0 0 0 0 1\n", "1 0 0 0 0 0 0 1\n", "1 0 0 1 0 0 0 1\n", ""));
    for (items, name, line) in [
        (r#""models": [{ "name": "m", "file": "a.obj" }]"#, "a.obj", 2),
        (r#""models": [{ "name": "m", "file": "a.gltf" }]"#, "a.gltf", 2),
        (r#""agents": [{ "name": "m", "tree": { "file": "a.xml" } }]"#, "a.xml", 2),
        (r#""sessions": [{ "name": "m", "file": "a.txt" }]"#, "a.txt", 2),
    ] {
        file("scene.json", format!("{{ \"eyeline\": 1, {items}, \"check\": {{ {CHECK} }} }}"));
        let output = eyeline(folder.path(), &["report", "scene.json"]);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}: {text}");
        has(&text, &["this is the marker of a merge conflict", &format!("{name}:{line}:1"), "git checkout --ours"]);
    }
}

#[test]
fn a_missing_image_of_a_level_is_named_once() {
    let scene = r#"{ "eyeline": 1, "images": [{ "name": "leaf", "file": "a.gltf", "texture": 0, "divisions": [2, 2], "size": [1, 1] }] }"#;
    let level = r#"{ "asset": { "version": "2.0" }, "images": [{ "uri": "none.png" }] }"#;
    let folder = fresh(&[("scene.json", scene), ("a.gltf", level)]);
    let output = eyeline(folder.path(), &["report", "scene.json"]);
    let text = String::from_utf8(output.stderr).unwrap();
    has(&text, &["cannot read `a.gltf images[0]`: there is no file `none.png`"]);
}
