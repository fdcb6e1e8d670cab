//! Parts of a check, expectations of another scene, runs that continue or end early, baselines that are left, and merged
//! runs.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::check::{PICTURE, files, has, project, put, said, scene};
use crate::commands::names;

#[test]
fn only_the_named_parts_are_checked() {
    let folder = project();
    put(folder.path(), "guard", &scene("Guard", 4.0, 0.0, ""));
    let text = said(folder.path(), &["--only", "answers"], 1);
    assert!(text.contains("inside → intersect") && !text.contains(PICTURE), "{text}");
    let text = said(folder.path(), &["--only", "pictures"], 1);
    assert!(!text.contains("inside → intersect") && text.contains(PICTURE), "{text}");
    // Nothing is missing without baselines.
    fs::remove_dir_all(folder.path().join("screenshots")).unwrap();
    has(&said(folder.path(), &["--only", "expectations"], 0), &["1 scene: 1 equal"]);
    assert!(!folder.path().join("screenshots").exists());
    has(&said(folder.path(), &["--only", "expectation"], 2), &["did you mean `expectations`?"]);
    let expecting = scene("Guard", 4.0, 0.0, "").replace(
        "\"eyeline\": 1,",
        r#""eyeline": 1, "expect": [{ "camera": "guard", "object": "crate", "verdict": "inside" }],"#,
    );
    put(folder.path(), "guard", &expecting);
    has(
        &said(folder.path(), &["--only", "expectations"], 1),
        &["not met  guard · crate: expected inside, found intersect"],
    );
    let text = said(folder.path(), &["--only", "answers", "--update"], 0);
    assert!(!text.contains("not met"), "{text}");
    assert_eq!(names(&folder.path().join("screenshots")), ["guard.answers.json"]);
}

#[test]
fn expectations_of_one_file_judge_many_scenes() {
    let folder = project();
    fs::create_dir(folder.path().join("class")).unwrap();
    let hand_in = |name: &str, text: &str| fs::write(folder.path().join(format!("class/{name}.json")), text).unwrap();
    hand_in("ada", &scene("Ada", 0.3, 0.0, ""));
    hand_in("ben", &scene("Ben", 4.0, 0.0, ""));
    hand_in("cleo", &scene("Cleo", 0.3, 0.0, "").replace("\"crate\"", "\"chest\""));
    hand_in("dan", "{ \"eyeline\": 1,");
    let expected =
        "{ \"eyeline\": 1, \"expect\": [\n{ \"camera\": \"guard\", \"object\": \"crate\", \"verdict\": \"inside\" }] }";
    fs::write(folder.path().join("expected.json"), expected).unwrap();
    let args = ["class", "--only", "expectations", "--expect", "expected.json", "--out", "out"];
    has(
        &said(folder.path(), &args, 2),
        &[
            "equal    class/ada.json",
            "met      guard · crate: inside as expected",
            "differs  class/ben.json",
            "not met  guard · crate: expected inside, found intersect",
            "error    class/cleo.json",
            "expected.json:2:32",
            "there is no object named `crate` in class/cleo.json",
            "error    class/dan.json",
            "4 scenes: 1 equal, 1 differs, 2 error",
        ],
    );
    fs::remove_file(folder.path().join("class/cleo.json")).unwrap();
    fs::remove_file(folder.path().join("class/dan.json")).unwrap();
    said(folder.path(), &args, 1);
    fs::remove_file(folder.path().join("class/ben.json")).unwrap();
    said(folder.path(), &args, 0);
    fs::write(folder.path().join("expected.json"), "{ \"eyeline\": 1 }").unwrap();
    has(&said(folder.path(), &args, 2), &["expected.json:1:1", "no expectations"]);
}

#[test]
fn a_run_can_end_early_and_go_on_with_what_failed() {
    let folder = project();
    for name in ["a", "b", "c", "d"] {
        put(folder.path(), name, &scene(name, 0.3, 0.0, ""));
    }
    said(folder.path(), &["--update"], 0);
    for name in ["b", "d"] {
        put(folder.path(), name, &scene(name, 4.0, 0.0, ""));
    }
    for jobs in ["1", "4"] {
        let text = said(folder.path(), &["--max-failures", "1", "--jobs", jobs], 1);
        has(&text, &["stopped after 1 failure: 3 scenes not checked", "2 scenes: 1 equal, 1 differs"]);
    }
    has(&said(folder.path(), &["--last-failed", "--out", "out"], 2), &["results.json", "run `eyeline check --out`"]);
    said(folder.path(), &["--out", "out"], 1);
    put(folder.path(), "b", &scene("b", 0.3, 0.0, ""));
    has(
        &said(folder.path(), &["--last-failed", "--out", "out"], 1),
        &["2 scenes: 1 equal, 1 differs", "scenes/d.json"],
    );
    put(folder.path(), "d", &scene("d", 0.3, 0.0, ""));
    has(&said(folder.path(), &["--last-failed", "--out", "out"], 0), &["1 scene: 1 equal"]);
    has(&said(folder.path(), &["--last-failed", "--out", "out"], 0), &["nothing to check: no scene has failed"]);
    has(&said(folder.path(), &["--last-failed"], 2), &["--out"]);
}

#[test]
fn baselines_that_no_scene_uses_are_listed_and_removed() {
    let folder = project();
    put(folder.path(), "other", &scene("Other", 0.3, 0.0, ""));
    said(folder.path(), &["--update"], 0);
    has(&said(folder.path(), &["--unused"], 0), &["0 unused baselines"]);
    let shots = folder.path().join("screenshots");
    for (from, to) in [
        ("guard.small.png", "guard.old.png"),
        ("guard.small.png", "gone.small.png"),
        ("guard.answers.json", "gone.answers.json"),
        ("guard.small.png", "broken.small.png"),
    ] {
        fs::copy(shots.join(from), shots.join(to)).unwrap();
    }
    image::RgbaImage::new(3, 3).save(shots.join("photo.png")).unwrap();
    fs::write(shots.join("notes.answers.json"), "{}").unwrap();
    fs::create_dir(shots.join("folder.png")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("guard.small.png", shots.join("link.small.png")).unwrap();
    put(folder.path(), "broken", "{ \"eyeline\": 1,");
    let before = files(&shots);
    // A part of the scenes is asked, and the others count too.
    let text = said(folder.path(), &["guard", "--unused"], 2);
    has(&text, &["scenes/broken.json cannot be read", "3 unused baselines"]);
    assert!(!text.contains("other") && !text.contains("broken.small.png") && !text.contains("photo"), "{text}");
    fs::remove_file(folder.path().join("scenes/broken.json")).unwrap();
    has(
        &said(folder.path(), &["--unused"], 1),
        &[
            "unused  screenshots/broken.small.png",
            "unused  screenshots/gone.answers.json",
            "unused  screenshots/gone.small.png",
            "unused  screenshots/guard.old.png",
            "4 unused baselines",
        ],
    );
    assert!(files(&shots) == before, "nothing is removed yet");
    has(&said(folder.path(), &["--prune"], 0), &["removed screenshots/guard.old.png", "4 baselines removed"]);
    let mut left = vec![
        "folder.png",
        "guard.answers.json",
        "guard.small.png",
        "notes.answers.json",
        "other.answers.json",
        "other.small.png",
        "photo.png",
    ];
    if cfg!(unix) {
        left.insert(3, "link.small.png");
    }
    assert_eq!(names(&shots), left);
    said(folder.path(), &["--unused"], 0);
    has(&said(folder.path(), &["--prune", "--update"], 2), &["cannot be used with"]);
}

/// A project of four scenes of which two have changed, checked in two shards.
fn shards() -> tempfile::TempDir {
    let folder = project();
    for name in ["a", "b", "c"] {
        put(folder.path(), name, &scene(name, 0.3, 0.0, ""));
    }
    said(folder.path(), &["--update"], 0);
    put(folder.path(), "a", &scene("a", 4.0, 0.0, ""));
    put(folder.path(), "new", &scene("new", 0.3, 0.0, ""));
    for (shard, code) in [("1/2", 1), ("2/2", 0)] {
        said(folder.path(), &["--shard", shard, "--out", &format!("part{}", &shard[..1])], code);
    }
    folder
}

fn results(folder: &Path, name: &str) -> Value {
    serde_json::from_slice(&fs::read(folder.join(name).join("results.json")).unwrap()).unwrap()
}

#[test]
fn shards_are_merged_into_the_report_of_one_run() {
    let folder = shards();
    let table = said(folder.path(), &["--merge", "part2", "part1", "--out", "all"], 1);
    let whole = said(folder.path(), &["--out", "whole"], 1);
    assert_eq!(table, whole);
    let [mut merged, mut one] = ["all", "whole"].map(|name| results(folder.path(), name));
    assert_eq!(merged["scenes"].as_array().unwrap().len(), 5);
    for results in [&mut merged, &mut one] {
        results.as_object_mut().unwrap().remove("directory");
        for scene in results["scenes"].as_array_mut().unwrap() {
            // These differ from run to run.
            scene.as_object_mut().unwrap().retain(|key, _| key != "steps" && key != "cached");
        }
    }
    assert_eq!(merged, one);
    let of = |name: &str| -> Vec<_> {
        files(&folder.path().join(name)).into_iter().filter(|(name, _)| name.contains(".small.png")).collect()
    };
    assert!(!of("all").is_empty() && of("all") == of("whole"));
    has(
        &fs::read_to_string(folder.path().join("all/index.html")).unwrap(),
        &["scenes/new.json", "data:image/png;base64,"],
    );
    let junit = fs::read_to_string(folder.path().join("all/junit.xml")).unwrap();
    assert_eq!(junit.matches("<testcase").count(), 5);
    // The merged report is one to accept from.
    said(folder.path(), &["--accept", "a", "new", "--out", "all"], 0);
    said(folder.path(), &[], 0);
}

#[test]
fn a_merge_trusts_no_path_in_its_results() {
    let folder = shards();
    let merge = |words: &[&str]| {
        let text = said(folder.path(), &["--merge", "part1", "part2", "--out", "all"], 2);
        has(&text, words);
        assert!(!folder.path().join("all").exists(), "{text}");
    };
    let file = folder.path().join("part1/results.json");
    let good = fs::read_to_string(&file).unwrap();
    let with = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}: {good}");
        fs::write(&file, good.replacen(from, to, 1)).unwrap();
    };
    with("\"scene\": \"scenes/a.json\"", "\"scene\": \"../a.json\"");
    merge(&["part1/results.json:", "outside the root"]);
    with("\"baseline\": \"screenshots/a.answers.json\"", "\"baseline\": \"scenes/a.answers.json\"");
    merge(&["part1/results.json:", "is not a baseline of scenes/a.json"]);
    with("\"actual\": \"actual/screenshots/a.small.png\"", "\"actual\": \"../screenshots/a.small.png\"");
    merge(&["part1/results.json:", "is outside the folder of the run"]);
    with("\"actual\": \"actual/screenshots/a.small.png\"", "\"actual\": \"results.json\"");
    merge(&["part1/results.json:", "the file is not a PNG"]);
    with("\"state\": \"differs\"", "\"state\": \"equal\"");
    merge(&["part1/results.json:", "is not that of the differences"]);
    with("\"state\": \"done\"", "\"state\": \"running\"");
    merge(&["did not finish"]);
    with("\"eyeline_check\": 1", "\"eyeline_check\": 2");
    merge(&["has version 2"]);
    fs::write(&file, &good[..good.len() / 2]).unwrap();
    merge(&["part1/results.json:", "not the result of a run"]);
    fs::write(&file, &good).unwrap();
    has(&said(folder.path(), &["--merge", "part1", "--out", "all"], 2), &["shard 2/2 is missing"]);
    has(&said(folder.path(), &["--merge", "part1", "part1", "part2", "--out", "all"], 2), &["is also in part1"]);
    has(&said(folder.path(), &["--merge", "part1", "part2", "--out", "part1"], 2), &["into itself"]);
    has(&said(folder.path(), &["--merge", "part1", "part2"], 2), &["--out"]);
}

#[test]
fn baselines_of_another_scene_or_of_a_newer_version_have_a_reason() {
    let folder = project();
    put(folder.path(), "other", &scene("Other", 0.3, 30.0, "").replace("crate", "chest"));
    said(folder.path(), &["--update"], 0);
    let answers = folder.path().join("screenshots/guard.answers.json");
    let own = fs::read_to_string(&answers).unwrap();
    fs::copy(folder.path().join("screenshots/other.answers.json"), &answers).unwrap();
    has(&said(folder.path(), &[], 1), &["differs  scenes/guard.json", "chest", "crate"]);
    fs::write(&answers, own.replace("\"eyeline_report\": 1", "\"eyeline_report\": 9")).unwrap();
    has(
        &said(folder.path(), &[], 1),
        &["screenshots/guard.answers.json: these answers have version 9", "reads version 1"],
    );
    fs::write(&answers, &own[..own.len() / 2]).unwrap();
    has(&said(folder.path(), &[], 1), &["these are not stored answers"]);
    fs::write(&answers, "").unwrap();
    has(&said(folder.path(), &[], 1), &["the file is empty"]);
    said(folder.path(), &["--update"], 0);
    said(folder.path(), &[], 0);
}

#[cfg(unix)]
#[test]
fn two_runs_at_once_do_not_mix_their_files() {
    let folder = project();
    put(folder.path(), "guard", &scene("Guard", 4.0, 0.0, ""));
    let all: Vec<_> = std::thread::scope(|scope| {
        let runs: Vec<_> =
            (0..4).map(|_| scope.spawn(|| crate::check::check(folder.path(), &["--update", "--out", "out"]))).collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    for output in &all {
        let text = String::from_utf8_lossy(&output.stderr);
        let is_busy = text.contains("another `eyeline check` writes into this folder now");
        assert_eq!(output.status.code(), Some(if is_busy { 2 } else { 0 }), "{text}");
    }
    assert!(all.iter().any(|output| output.status.code() == Some(0)), "{all:?}");
    said(folder.path(), &[], 0);
    assert_eq!(results(folder.path(), "out")["state"], "done");
    // A lock does not outlive its program, and leaves no file.
    assert_eq!(names(&folder.path().join("screenshots")), ["guard.answers.json", "guard.small.png"]);
    said(folder.path(), &["--out", "out"], 0);
}
