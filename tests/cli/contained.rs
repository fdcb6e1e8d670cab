//! What `eyeline check` reads and writes by itself stays inside the root, and is a regular file. Data and links that lead
//! elsewhere are refused before anything is written.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use image::RgbaImage;
use rustix::fs::{CWD, FileType, Mode, mknodat};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::check::{PICTURE, check, files, has, put, said, scene};
use crate::commands::{eyeline, fresh, names};

const ANSWERS: &str = "screenshots/guard.answers.json";

/// A folder with a repository `project` and a repository `out` beside it. Both have the scene `guard` and its baselines.
struct Two {
    folder: TempDir,
}

impl Two {
    fn new() -> Self {
        let two = Self { folder: fresh(&[]) };
        for name in ["project", "out"] {
            let folder = two.folder.path().join(name);
            fs::create_dir_all(folder.join(".git")).unwrap();
            fs::create_dir_all(folder.join("scenes")).unwrap();
            put(&folder, "guard", &scene("Guard", 0.3, 0.0, ""));
            said(&folder, &["--update"], 0);
        }
        two
    }

    /// The same after a run in `project/run`, in which the scene differs from its baselines.
    fn with_run() -> Self {
        let two = Self::new();
        put(&two.project(), "guard", &scene("Guard", 4.0, 0.0, ""));
        put(&two.outside(), "guard", &scene("Guard", 4.0, 0.0, ""));
        said(&two.project(), &["--out", "run"], 1);
        two
    }

    fn project(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    fn outside(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    /// All files outside the project, and the entries of the folder above it.
    fn all_outside(&self) -> (Vec<String>, Vec<(String, Vec<u8>)>) {
        (names(self.folder.path()), files(&self.outside()))
    }

    /// Changes `results.json`.
    fn edit(&self, change: impl FnOnce(&mut Value)) {
        let path = self.project().join("run/results.json");
        let mut results = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        change(&mut results);
        fs::write(path, serde_json::to_vec_pretty(&results).unwrap()).unwrap();
    }
}

fn pipe(path: &Path) {
    mknodat(CWD, path, FileType::Fifo, Mode::RWXU, 0).unwrap();
}

/// As [`said`], for a command that might wait for ever.
fn said_in_time(folder: &Path, args: &[&str], code: i32) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyeline"));
    command.current_dir(folder).env("NO_COLOR", "1").stdin(Stdio::null());
    let mut child = command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > Duration::from_mins(1) {
            child.kill().unwrap();
            panic!("{args:?} does not end");
        }
        sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
    said
}

const ACCEPT: [&str; 5] = ["check", "--accept", "guard", "--out", "run"];

#[test]
fn results_are_data_and_not_orders() {
    type Change = fn(&Two, &mut Value);
    let cases: [(Change, &[&str]); 13] = [
        (
            |_, results| results["view"] = json!("v/../../../out/x"),
            &["run/results.json:", "`v/../../../out/x` of a view is not a part of a file name"],
        ),
        (|_, results| results["view"] = json!(""), &["run/results.json:", "of a view is not a part of a file name"]),
        (|_, results| results["view"] = json!(".."), &["run/results.json:", "of a view is not a part of a file name"]),
        (|_, results| results["view"] = json!("other"), &["run/results.json:", "is not a baseline of"]),
        (|_, results| results["baselines"] = json!("../out"), &["run/results.json:", "baselines in ../out"]),
        (
            |two, results| results["baselines"] = json!(two.outside().join("screenshots")),
            &["run/results.json:", "give this folder with `--baselines`"],
        ),
        (|_, results| results["scene"] = json!("../out/scenes/guard.json"), &["run/results.json:", "outside the root"]),
        (
            |two, results| results["scene"] = json!(two.outside().join("scenes/guard.json")),
            &["run/results.json:", "outside the root"],
        ),
        (|_, results| results["scene"] = json!("/dev/zero"), &["run/results.json:", "outside the root"]),
        (
            |_, results| results["baseline"] = json!("../out/screenshots/guard.small.png"),
            &["run/results.json:", "is not a baseline of scenes/guard.json"],
        ),
        (|_, results| results["actual"] = json!("../../out/x.png"), &["run/results.json:", "outside the folder"]),
        (|_, results| results["actual"] = json!("/dev/zero"), &["run/results.json:", "outside the folder"]),
        (|_, results| results["digest"] = Value::Null, &["changed after this run"]),
    ];
    let two = Two::with_run();
    let whole = fs::read(two.project().join("run/results.json")).unwrap();
    let before = (two.all_outside(), files(&two.project().join("screenshots")));
    for (change, words) in cases {
        two.edit(|results| {
            // Each key has one place: in the file, the scene, or the picture.
            let mut flat = json!({});
            change(&two, &mut flat);
            let (key, value) = flat.as_object().unwrap().iter().next().unwrap();
            let place = match &**key {
                "baselines" => results,
                "scene" | "digest" => &mut results["scenes"][0],
                _ => &mut results["scenes"][0]["baselines"][1],
            };
            place[key] = value.clone();
        });
        let said = said_in_time(&two.project(), &ACCEPT, 2);
        has(&said, words);
        assert!(before == (two.all_outside(), files(&two.project().join("screenshots"))), "{said}");
        fs::write(two.project().join("run/results.json"), &whole).unwrap();
    }
    has(&said_in_time(&two.project(), &ACCEPT, 0), &["wrote screenshots/guard.small.png"]);
}

#[test]
fn an_error_of_results_has_its_line_and_column() {
    let two = Two::with_run();
    two.edit(|results| results["scenes"][0]["baselines"][1]["view"] = json!("../x"));
    let text = fs::read_to_string(two.project().join("run/results.json")).unwrap();
    let line = text.lines().position(|line| line.contains("\"../x\"")).unwrap();
    let column = text.lines().nth(line).unwrap().find("\"../x\"").unwrap();
    has(&said(&two.project(), &ACCEPT[1..], 2), &[&format!("run/results.json:{}:{}: ", line + 1, column + 1)]);
}

#[test]
fn a_capture_is_a_picture_of_the_size_of_its_view_or_answers() {
    type Spoil = fn(&Path, &Path);
    let cases: [(&str, Spoil, &str); 8] = [
        (PICTURE, |path, _| RgbaImage::new(5, 5).save(path).unwrap(), "has 5x5 pixels, and the view has 240x180"),
        (PICTURE, |path, _| fs::write(path, "text").unwrap(), "the file is not a PNG"),
        (ANSWERS, |path, _| fs::write(path, "text").unwrap(), "these are not answers"),
        (ANSWERS, |path, _| fs::write(path, "").unwrap(), "the file is empty"),
        (PICTURE, |path, two| symlink(two.join("out").join(PICTURE), path).unwrap(), "leads out of the root"),
        (PICTURE, |path, _| symlink("/dev/zero", path).unwrap(), "leads out of the root"),
        (PICTURE, |path, _| pipe(path), "this is not a regular file"),
        (PICTURE, |path, _| fs::create_dir(path).unwrap(), "this is a folder"),
    ];
    for (name, spoil, words) in cases {
        let two = Two::with_run();
        let before = files(&two.project().join("screenshots"));
        let capture = two.project().join("run/actual").join(name);
        fs::remove_file(&capture).unwrap();
        spoil(&capture, two.folder.path());
        has(&said_in_time(&two.project(), &ACCEPT, 2), &[words, name]);
        assert!(files(&two.project().join("screenshots")) == before, "{words}");
    }
}

#[test]
fn a_baseline_is_a_regular_file_inside_the_root() {
    type Spoil = fn(&Path);
    let cases: [(Spoil, &str); 5] = [
        (|path| symlink("../../out/screenshots/guard.small.png", path).unwrap(), "leads out of the root"),
        (|path| symlink("/dev/zero", path).unwrap(), "leads out of the root"),
        (|path| symlink("/etc/passwd", path).unwrap(), "leads out of the root"),
        (|path| pipe(path), "this is not a regular file"),
        (|path| fs::create_dir(path).unwrap(), "this is a folder"),
    ];
    for (spoil, words) in cases {
        let two = Two::with_run();
        let picture = two.project().join(PICTURE);
        fs::remove_file(&picture).unwrap();
        spoil(&picture);
        let answers = fs::read(two.project().join(ANSWERS)).unwrap();
        let before = two.all_outside();
        for args in [&["check"][..], &["check", "--update"], &ACCEPT] {
            has(&said_in_time(&two.project(), args, 2), &[words, PICTURE]);
        }
        assert!(two.all_outside() == before, "{words}");
        assert!(fs::read(two.project().join(ANSWERS)).unwrap() == answers, "{words}: no baseline was changed");
        assert!(!picture.symlink_metadata().unwrap().is_file(), "{words}: the link is still there");
    }
}

#[test]
fn a_folder_of_baselines_that_leads_out_is_refused() {
    let two = Two::with_run();
    fs::remove_dir_all(two.project().join("screenshots")).unwrap();
    symlink("../out/screenshots", two.project().join("screenshots")).unwrap();
    let before = two.all_outside();
    for args in [&["check"][..], &["check", "--update"], &ACCEPT] {
        has(&said_in_time(&two.project(), args, 2), &["leads out of the root", ANSWERS]);
    }
    assert!(two.all_outside() == before);
    // A link to nothing is not followed either: no folder is made outside.
    fs::remove_file(two.project().join("screenshots")).unwrap();
    symlink("../new", two.project().join("screenshots")).unwrap();
    for args in [&["check", "--update"][..], &ACCEPT] {
        said_in_time(&two.project(), args, 2);
    }
    assert!(two.all_outside() == before);
}

#[test]
fn links_inside_the_root_are_read_and_replaced() {
    let two = Two::new();
    let project = two.project();
    fs::rename(project.join(PICTURE), project.join("shared.png")).unwrap();
    let shared = fs::read(project.join("shared.png")).unwrap();
    let answers = project.join("screenshots/guard.answers.json");
    let stored = fs::read(&answers).unwrap();
    for link in [Path::new("../shared.png"), &project.canonicalize().unwrap().join("shared.png")] {
        let _ = fs::remove_file(project.join(PICTURE));
        fs::write(&answers, &stored).unwrap();
        symlink(link, project.join(PICTURE)).unwrap();
        put(&project, "guard", &scene("Guard", 0.3, 0.0, ""));
        said(&project, &[], 0);
        put(&project, "guard", &scene("Guard", 4.0, 0.0, ""));
        said(&project, &["--update"], 0);
        assert!(fs::read(project.join("shared.png")).unwrap() == shared, "the file behind the link is unchanged");
        assert!(project.join(PICTURE).symlink_metadata().unwrap().is_file());
    }
    // The scene itself may be a link.
    fs::rename(project.join("scenes/guard.json"), project.join("guard.json")).unwrap();
    symlink("../guard.json", project.join("scenes/guard.json")).unwrap();
    said(&project, &[], 0);
    put(&project, "guard", &scene("Guard", 5.0, 0.0, ""));
    said(&project, &["--out", "run"], 1);
    has(&said(&project, &ACCEPT[1..], 0), &[&format!("wrote {PICTURE}")]);
    said(&project, &[], 0);
}

#[test]
fn a_found_scene_that_leads_out_is_an_error_and_the_others_are_checked() {
    let two = Two::new();
    symlink("../../out/scenes", two.project().join("scenes/more")).unwrap();
    symlink("../../out/scenes/guard.json", two.project().join("scenes/one.json")).unwrap();
    let before = two.all_outside();
    let text = said(&two.project(), &["--update"], 2);
    has(&text, &["equal    scenes/guard.json", "error    scenes/more/guard.json", "error    scenes/one.json"]);
    has(&text, &["is a link that leaves the root"]);
    assert!(two.all_outside() == before);
    // A file that the user names may be a link.
    said(&two.project(), &["scenes/one.json", "--update"], 0);
    assert!(two.all_outside() == before);
    assert!(two.project().join("screenshots/one.small.png").is_file());
    // So the folder that is searched without arguments may not lead out.
    fs::rename(two.project().join("scenes"), two.project().join("kept")).unwrap();
    symlink("../out/scenes", two.project().join("scenes")).unwrap();
    has(&said(&two.project(), &["--update"], 2), &["error    scenes/guard.json"]);
    assert!(two.all_outside() == before);
}

#[test]
fn a_scene_that_is_no_regular_file_is_refused() {
    let two = Two::new();
    pipe(&two.project().join("scenes/pipe.json"));
    for path in ["scenes/pipe.json", "/dev/zero"] {
        has(&said_in_time(&two.project(), &["check", path], 2), &[path, "this is not a regular file"]);
    }
    said_in_time(&two.project(), &["check"], 0);
}

#[test]
fn baselines_of_a_root_without_a_folder_above_are_inside_it() {
    let folder = fresh(&[("a.json", "{ \"eyeline\": 1 }")]);
    let inner = folder.path().join("inner");
    fs::create_dir_all(inner.join("scenes")).unwrap();
    put(&inner, "guard", &scene("Guard", 0.3, 0.0, ""));
    has(&said(&inner, &["--update"], 0), &["wrote scenes/screenshots/guard.small.png"]);
    said(&inner.join("scenes"), &["guard.json"], 0);
    said(&inner, &["--out", "run"], 0);
    // With a root that contains both folders, the baselines are beside the folder of the scene.
    let args = ["--root", ".", "--update"];
    has(&said(&inner, &args, 0), &["wrote screenshots/guard.small.png"]);
    fs::remove_dir_all(inner.join("scenes/screenshots")).unwrap();
    has(&said(&inner, &[], 1), &["screenshots/guard.small.png is outside the root", "--root DIR"]);
    assert_eq!(names(folder.path()), ["a.json", "inner"]);
    said(folder.path(), &["a.json", "--update"], 0);
    assert_eq!(names(folder.path()), ["a.json", "inner", "screenshots"]);
}

#[test]
fn a_folder_given_by_hand_is_a_root_of_its_own() {
    let two = Two::new();
    let baselines = two.folder.path().join("else where");
    let by_hand = ["--baselines", "../else where"];
    said(&two.project(), &[&by_hand[..], &["--update"]].concat(), 0);
    assert_eq!(names(&baselines), ["guard.answers.json", "guard.small.png"]);
    put(&two.project(), "guard", &scene("Guard", 4.0, 0.0, ""));
    said(&two.project(), &[&by_hand[..], &["--out", "run"]].concat(), 1);
    let page = fs::read_to_string(two.project().join("run/index.html")).unwrap();
    has(&page, &["--out run --baselines &#39;../else where&#39;"]);
    let before = files(&baselines);
    has(&said(&two.project(), &ACCEPT[1..], 2), &["run/results.json:", "give this folder with `--baselines`"]);
    assert!(files(&baselines) == before);
    said(&two.project(), &[&ACCEPT[1..], &by_hand].concat(), 0);
    said(&two.project(), &by_hand, 0);
    // A link in it does not lead out.
    fs::remove_file(baselines.join("guard.small.png")).unwrap();
    symlink("../out/screenshots/guard.small.png", baselines.join("guard.small.png")).unwrap();
    has(&said(&two.project(), &[&by_hand[..], &["--update"]].concat(), 2), &["leads out of the root"]);
}

#[test]
fn the_folder_of_a_report_has_only_regular_files() {
    type Spoil = fn(&Path);
    let cases: [(&str, Spoil, &str); 8] = [
        ("run", |path| pipe(path), "is not a folder"),
        ("run", |path| symlink("../out", path).unwrap(), "leads out of the root"),
        ("run", |path| symlink("../new", path).unwrap(), "a link to a file that does not exist"),
        ("run/index.html", |path| pipe(path), "this is not a regular file"),
        ("run/results.json", |path| symlink("/dev/zero", path).unwrap(), "leads out of the root"),
        ("run/junit.xml", |path| symlink("../../out/junit.xml", path).unwrap(), "a link to a file"),
        ("run/actual", |path| symlink("../../out", path).unwrap(), "leads out of the root"),
        ("run/actual/screenshots/guard.small.png", |path| pipe(path), "this is not a regular file"),
    ];
    for (name, spoil, words) in cases {
        let two = Two::new();
        put(&two.project(), "guard", &scene("Guard", 4.0, 0.0, ""));
        let path = two.project().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        spoil(&path);
        let before = two.all_outside();
        let text = said_in_time(&two.project(), &["check", "--out", "run"], 2);
        has(&text, &[words]);
        assert!(text.contains(name) || name.starts_with("run/actual"), "{text}");
        assert!(two.all_outside() == before, "{text}");
        said_in_time(&two.project(), &ACCEPT, 2);
    }
}

/// The files of an earlier run are data too: nothing outside is removed.
#[test]
fn an_earlier_run_removes_no_file_of_somebody_else() {
    let two = Two::with_run();
    fs::write(two.outside().join("x.png"), "kept").unwrap();
    fs::write(two.project().join("run/actual/notes.txt"), "kept").unwrap();
    symlink("../../out", two.project().join("run/before/up")).unwrap();
    let before = two.all_outside();
    for part in
        ["../../out/x.png", "actual/../../../out/x.png", "before/up/x.png", "actual/notes.txt", "../scenes/guard.json"]
    {
        two.edit(|results| results["scenes"][0]["baselines"][1]["actual"] = json!(part));
        said(&two.project(), &["--out", "run"], 1);
        assert!(two.all_outside() == before, "{part}");
        assert!(
            two.project().join("run/actual/notes.txt").exists() && two.project().join("scenes/guard.json").exists()
        );
    }
}

#[test]
fn a_default_output_is_never_written_through_a_link() {
    let two = Two::new();
    let project = two.project();
    assert!(
        eyeline(&project, &["render", "scenes/guard.json", "-o", "../out/mine.png", "--size", "64x48"])
            .status
            .success()
    );
    let before = two.all_outside();
    let made = ["../out/mine.png", "/dev/zero"];
    for link in made {
        let _ = fs::remove_file(project.join("guard.png"));
        symlink(link, project.join("guard.png")).unwrap();
        let args = ["render", "scenes/guard.json", "--size", "80x60"];
        has(&said_in_time(&project, &args, 2), &["guard.png exists and was not made by eyeline"]);
    }
    assert!(two.all_outside() == before);
}

#[test]
fn a_view_name_of_a_scene_is_a_plain_file_name() {
    let two = Two::new();
    for (name, words) in [
        ("v/../../../out/x", "a part of a file name"),
        ("..", "a part of a file name"),
        ("", "must not be empty"),
        ("a\\\\b", "a part of a file name"),
    ] {
        let views = format!(r#""views": [{{ "name": "{name}", "size": [240, 180] }}]"#);
        put(&two.project(), "guard", &scene("Guard", 0.3, 0.0, "").replace(crate::check::CHECK, &views));
        has(&said(&two.project(), &["--update"], 2), &["scenes/guard.json:6:", words]);
    }
}

#[test]
fn a_run_that_did_not_finish_is_not_accepted_and_the_next_one_removes_it() {
    let two = Two::with_run();
    let project = two.project();
    let read = || -> Value { serde_json::from_slice(&fs::read(project.join("run/results.json")).unwrap()).unwrap() };
    assert_eq!(read()["state"], "done");
    let before = files(&project.join("screenshots"));
    two.edit(|results| results["state"] = json!("running"));
    has(
        &said(&project, &ACCEPT[1..], 2),
        &["run/results.json:3:12: ", "this run did not finish", "eyeline check --out"],
    );
    assert!(files(&project.join("screenshots")) == before);

    // Pictures that no file lists have our marks. Files of somebody else are kept.
    let actual = project.join("run/actual/screenshots");
    fs::copy(actual.join("guard.small.png"), actual.join("left.small.png")).unwrap();
    fs::copy(actual.join("guard.answers.json"), actual.join("left.answers.json")).unwrap();
    RgbaImage::new(3, 3).save(actual.join("mine.png")).unwrap();
    let kept = ["mine.txt", ".eyeline-notes.txt"];
    for folder in [project.join("screenshots"), project.join("run"), actual.clone()] {
        for name in [".eyeline-aB3dE9", ".eyeline-00112233"].iter().chain(&kept) {
            fs::write(folder.join(name), "cut").unwrap();
        }
    }
    fs::remove_file(project.join("run/results.json")).unwrap();
    put(&project, "guard", &scene("Guard", 0.3, 0.0, ""));
    said(&project, &["--out", "run"], 0);
    assert_eq!(names(&actual), [".eyeline-notes.txt", "mine.png", "mine.txt"]);
    assert_eq!(
        names(&project.join("screenshots")),
        [".eyeline-notes.txt", "guard.answers.json", "guard.small.png", "mine.txt"]
    );
    let run = [".eyeline-notes.txt", "actual", "index.html", "junit.xml", "mine.txt", "results.json"];
    assert_eq!(names(&project.join("run")), run);
    assert_eq!(read()["state"], "done");
}

/// The number of runs that are killed.
const KILLS: u32 = 16;

#[test]
fn a_killed_run_leaves_nothing_that_the_next_one_does_not_remove() {
    let two = Two::with_run();
    let project = two.project();
    let begin = Instant::now();
    said(&project, &["--out", "run"], 1);
    let whole_run = begin.elapsed();
    let complete = files(&project.join("run")).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    let mut unfinished = 0;
    for run in 0..KILLS {
        let mut child = Command::new(env!("CARGO_BIN_EXE_eyeline"))
            .args(["check", "--out", "run"])
            .current_dir(&project)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Most of the run is drawing. The files are written at its end.
        sleep(whole_run.mul_f64(0.3 + 0.8 * f64::from(run) / f64::from(KILLS)));
        let _ = child.kill();
        child.wait().unwrap();
        let results: Value = serde_json::from_slice(&fs::read(project.join("run/results.json")).unwrap()).unwrap();
        if results["state"] == "done" {
            assert!(complete.iter().all(|name| project.join("run").join(name).exists()), "{run}");
        } else {
            unfinished += 1;
            has(&said(&project, &ACCEPT[1..], 2), &["did not finish"]);
        }
    }
    assert!(unfinished > 0);
    said(&project, &["--out", "run"], 1);
    let names: Vec<_> = files(&project.join("run")).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, complete);
    assert_eq!(check(&project, &ACCEPT[1..]).status.code(), Some(0));
}
