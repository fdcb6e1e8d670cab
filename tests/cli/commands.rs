//! The binary, each time in an empty folder.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

const SOUND: &str = r#"{ "eyeline": 1, "objects": [{ "name": "o", "shape": { "sphere": { "radius": 1 } } }] }"#;

/// The binary in a folder, without colour. Its cache is not that of the user.
pub(crate) fn eyeline(folder: &Path, args: &[impl AsRef<OsStr>]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyeline"));
    command.args(args).current_dir(folder).env("NO_COLOR", "1").env("XDG_CACHE_HOME", CACHE).output().unwrap()
}

/// The folder of caches.
pub(crate) const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/cache");

pub(crate) fn fresh(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// The names of the files in a folder.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_schema_is_printed() {
    let folder = fresh(&[]);
    let output = eyeline(folder.path(), &["schema"]);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let schema: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert_eq!(schema["required"], serde_json::json!(["eyeline"]));
    assert_eq!(names(folder.path()), [""; 0]);
}

/// As with `| head`: the reader closed the pipe, so there is no message, but the result is incomplete.
#[test]
fn a_closed_pipe_ends_with_2_and_without_a_message() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = Command::new(env!("CARGO_BIN_EXE_eyeline")).arg("schema").stdout(writer).output().unwrap();
    assert_eq!((output.status.code(), &*output.stderr), (Some(2), &[][..]));
}

#[test]
fn a_wrong_command_line_exits_with_2() {
    let folder = fresh(&[("a.json", SOUND)]);
    for args in [
        &["schema", "extra"][..],
        &["--banana"],
        &["a.json", "b.json"],
        &["report"],
        &["report", "a.json", "--only", "rayz"],
        &["report", "a.json", "--tick", "-1"],
        &["render", "a.json", "--size", "0x9"],
        &["render", "a.json", "--size", "big"],
        &["render", "a.json", "--scale", "1.5"],
        &["render", "a.json", "--ui", "--scale", "3"],
        &["render", "a.json", "--theme", "pink"],
        &["explain", "a.json"],
    ] {
        let output = eyeline(folder.path(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{args:?}: {output:?}");
    }
    for args in [&["--help"][..], &["--version"], &["schema", "--help"]] {
        let output = eyeline(folder.path(), args);
        assert!(
            output.status.success() && !output.stdout.is_empty() && output.stderr.is_empty(),
            "{args:?}: {output:?}"
        );
    }
    assert_eq!(names(folder.path()), ["a.json"]);
}

/// Any invalid scene gives one located message, nothing on standard output, and no file.
#[test]
fn a_bad_scene_exits_with_2_and_one_located_message() {
    let deep = "[".repeat(100_000);
    for (text, place) in [
        ("", "1:1"),
        ("{ \"eyeline\": 1", "1:1"),
        (&*deep, "1:257"),
        (r#"{ "eyeline": 1, "banana": 1 }"#, "1:17"),
        (r#"{ "eyeline": 1, "title": 1 }"#, "1:26"),
        (r#"{ "eyeline": 1, "tick_rate": 1e300 }"#, "1:30"),
        (r#"{ "eyeline": 1, "eyeline": 1 }"#, "1:17"),
        (r#"{ "eyeline": 1, "cameras": [{ "name": "c", "attach": "none" }] }"#, "1:54"),
        (r#"{ "eyeline": 1, "cameras": [{ "name": "c" }, { "name": "c" }] }"#, "1:56"),
        (r#"{ "eyeline": 1, "cameras": [{ "name": "c", "near": 2, "far": 1 }] }"#, "1:62"),
        (r#"{ "eyeline": 1, "rays": [{ "name": "r", "origin": [0, 0, 0], "direction": [0, 0, 0] }] }"#, "1:75"),
        (r#"{ "eyeline": 1, "models": [{ "name": "m", "file": "" }] }"#, "1:51"),
    ] {
        let folder = fresh(&[("bad.json", text)]);
        for args in [&["report", "bad.json"][..], &["report", "bad.json", "-o", "out.json"]] {
            check_refusal(folder.path(), args, &format!("bad.json:{place}"));
            assert_eq!(names(folder.path()), ["bad.json"], "{text}");
        }
    }
    let folder = fresh(&[]);
    check_refusal(folder.path(), &["report", "none.json"], "none.json:1:1");
    check_refusal(folder.path(), &["report", "."], ".:1:1");
}

fn check_refusal(folder: &Path, args: &[&str], place: &str) {
    let output = eyeline(folder, args);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    assert!(output.stdout.is_empty(), "{args:?}");
    assert!(said.starts_with("error: ") && said.matches("error").count() == 1, "{args:?}: {said}");
    assert!(
        said.contains(&format!("--> {place}\n")) && !said.contains("panicked"),
        "{args:?}: wanted {place} in {said}"
    );
}

#[test]
fn a_result_is_written_completely_or_not_at_all() {
    let folder = fresh(&[("a.json", SOUND), ("old.json", "old")]);
    for (target, remedy) in [("none/out.json", "there is no folder"), (".", "folder")] {
        let output = eyeline(folder.path(), &["report", "a.json", "-o", target]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.starts_with("error: cannot write ") && said.contains(remedy), "{said}");
        assert!(output.stdout.is_empty());
    }
    for command in ["report", "render"] {
        let output = eyeline(folder.path(), &[command, "a.json", "-o", "./a.json"]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert_eq!(std::fs::read_to_string(folder.path().join("a.json")).unwrap(), SOUND);
    }
    let output = eyeline(folder.path(), &["report", "a.json", "-o", "old.json"]);
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
    let report: serde_json::Value =
        serde_json::from_slice(&std::fs::read(folder.path().join("old.json")).unwrap()).unwrap();
    assert_eq!(report["eyeline_report"], 1);
    assert_eq!(names(folder.path()), ["a.json", "old.json"]);
}
