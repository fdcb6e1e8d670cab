//! `eyeline hunt` with programs that answer rightly, wrongly and not at all, and `eyeline mistakes`.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};

/// A program with these changes of the Rust example, compiled once for each.
fn built(name: &str, changes: &[(&str, &str)]) -> PathBuf {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| tempfile::tempdir().unwrap()).path();
    let program = folder.join(name);
    let example = eyeline(folder, &["hunt", "--example", "rust"]);
    assert!(example.status.success(), "{example:?}");
    let mut text = String::from_utf8(example.stdout).unwrap();
    for (from, to) in changes {
        assert!(text.contains(from), "the example has no {from}");
        text = text.replace(from, to);
    }
    let source = folder.join(format!("{name}.rs"));
    std::fs::write(&source, text).unwrap();
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiled = Command::new(rustc)
        .args(["--edition=2024", "-Copt-level=1", "-o"])
        .arg(&program)
        .arg(&source)
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    program
}

fn hunt(folder: &Path, question: &str, ask: &str, more: &[&str]) -> Output {
    eyeline(folder, &[&["hunt", question, "--ask", ask], more].concat())
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

#[test]
fn the_right_example_has_no_fault() {
    let folder = fresh(&[]);
    let program = built("right", &[]);
    let ask = program.to_str().unwrap();
    for question in ["ray-sphere", "frustum-box"] {
        let output = hunt(folder.path(), question, ask, &["--cases", "20000", "--json"]);
        let found = json(&output);
        assert_eq!(output.status.code(), Some(0), "{found:#}");
        assert_eq!(found["cases"], 20000);
        assert_eq!(found["faults"], serde_json::json!({}));
        assert_eq!(found["examples"], serde_json::json!([]));
        assert_eq!(found["question"], question);
        let undecided = found["undecided"].as_u64().unwrap();
        assert!(undecided > 0 && undecided < 5000, "{undecided}");
    }
    let other = hunt(folder.path(), "morton", ask, &[]);
    assert_eq!(other.status.code(), Some(2));
    let message = String::from_utf8(other.stderr).unwrap();
    assert!(message.contains("ended") && message.contains("before its first line"), "{message}");
}

#[test]
fn a_wrong_program_is_found_named_and_shown() {
    let folder = fresh(&[]);
    // A start inside is no hit.
    let wrong = built("wrong", &[(r#"return "\"hit\":true,\"t\":0".into()"#, r#"return "\"hit\":false".into()"#)]);
    let args = ["--cases", "20000", "--out", "found"];
    let output = hunt(folder.path(), "ray-sphere", wrong.to_str().unwrap(), &args);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(text.contains("`start-inside-misses`") && text.contains("wrong_hit"), "{text}");
    let found: Value =
        serde_json::from_slice(&std::fs::read(folder.path().join("found/results.json")).unwrap()).unwrap();
    assert_eq!(found["mistakes"][0]["key"], "start-inside-misses");
    assert!(found["mistakes"][0]["share"].as_f64().unwrap() >= 0.99);
    let example = &found["examples"][0];
    assert_eq!((&example["kind"], &example["answer"]["hit"]), (&"wrong_hit".into(), &false.into()));
    assert_eq!(example["truth"]["t"], 0.0);
    assert!(example["shrunk"]["origin"].as_array().unwrap().iter().all(|x| *x == 0.0), "{example:#}");
    let scene = format!("found/{}", example["scene"].as_str().unwrap());
    let report = eyeline(folder.path(), &["report", &scene, "--only", "rays"]);
    assert!(report.status.success() && report.stderr.is_empty(), "{report:?}");
    assert_eq!(json(&report)["rays"][0]["nearest"]["object"], "solid");
    let checked = eyeline(folder.path(), &["check", &scene, "--only", "expectations"]);
    assert_eq!(checked.status.code(), Some(0), "{checked:?}");
    let page = std::fs::read_to_string(folder.path().join("found/index.html")).unwrap();
    assert!(page.contains("start-inside-misses") && page.contains("data:image/png;base64,"), "no page");
    // The same seed finds the same.
    let again = hunt(folder.path(), "ray-sphere", wrong.to_str().unwrap(), &["--cases", "20000", "--json"]);
    let mut again = json(&again);
    again["examples"].as_array_mut().unwrap().iter_mut().for_each(|example| example["scene"] = Value::Null);
    let mut found = found;
    found["examples"].as_array_mut().unwrap().iter_mut().for_each(|example| example["scene"] = Value::Null);
    assert_eq!(found, again);
}

/// An answerer as a shell script: `ANSWER` runs for each case, with its id in `$id` and the number of the line in `$n`.
fn script(answer: &str) -> String {
    let read = r"id=${line#*:}; id=${id%%,*}; n=$((n+1))";
    format!(
        "sh -c 'read line; echo \"{{\\\"name\\\":\\\"script\\\"}}\"; n=0; while read line; do {read}; {answer}; done'"
    )
}

/// Prints an answer to the case from the script above.
const MISS: &str = r#"echo "{\"id\":$id,\"hit\":false}""#;

#[test]
fn programs_that_fail_are_found() {
    let folder = fresh(&[]);
    let hunt_with = |answer: &str, cases: &str| {
        let output = hunt(folder.path(), "ray-box", &script(answer), &["--cases", cases, "--json"]);
        let found = json(&output);
        assert_eq!(output.status.code(), Some(1), "{answer}: {found:#}");
        found
    };
    // The case that crashes the program, or after which it prints something else, is the example.
    for (failure, kind) in [("exit 3", "crashed"), ("echo hello", "malformed"), ("id=999999", "malformed")] {
        let found = hunt_with(&format!("if [ $id = 70 ]; then {failure}; fi; {MISS}"), "400");
        assert_eq!((&found["faults"][kind], &found["cases"]), (&json!(1), &json!(400)), "{failure}: {found:#}");
        let example = found["examples"].as_array().unwrap().iter().find(|example| example["kind"] == kind);
        assert_eq!(example.unwrap()["index"], 69, "{failure}: {found:#}");
    }
    for (answer, kind, count) in [
        (format!("{MISS}; if [ $id = 70 ]; then {MISS}; fi"), "malformed", 1),
        (r#"echo "{\"id\":$id,\"hit\":true,\"t\":NaN}""#.to_owned(), "not_finite", 100),
        (r#"echo "{\"id\":$id,\"hit\":true,\"t\":null}""#.to_owned(), "not_finite", 100),
        // The program is started again three times.
        (r#"echo "{\"id\":$id}""#.to_owned(), "malformed", 4),
    ] {
        let found = hunt_with(&answer, "100");
        assert_eq!(found["faults"][kind], count, "{answer}: {found:#}");
    }
}

#[test]
fn text_before_the_first_line_and_messages_are_no_obstacle() {
    let folder = fresh(&[]);
    let banner = script(MISS).replacen("read line;", "echo Engine v3; echo; read line;", 1);
    let output = hunt(folder.path(), "ray-box", &banner, &["--cases", "200", "--json"]);
    assert_eq!(json(&output)["faults"]["malformed"], 1);
    let loud = script(&format!("head -c 20000 /dev/zero >&2; {MISS}"));
    let output = hunt(folder.path(), "ray-box", &loud, &["--cases", "300", "--only", "behind", "--json"]);
    assert_eq!(json(&output)["cases"], 300);
    // An escape sequence in a name or an answer does not reach the terminal.
    let hostile = script(r#"echo "$(printf "\033[31mred")""#).replace("script", "a\u{1b}[2Jb");
    let output = hunt(folder.path(), "ray-box", &hostile, &["--cases", "100"]);
    assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b), "{output:?}");
}

#[test]
fn a_program_that_cannot_run_is_an_error() {
    let folder = fresh(&[]);
    for (ask, message) in [
        ("no-such-program --x", "cannot start no-such-program"),
        ("", "needs a command"),
        ("sh -c 'exit 5", "quotes"),
        ("sh -c 'exit 5'", "exit status: 5"),
        ("sh -c 'echo no such engine >&2; exit 1'", "no such engine"),
        ("sh -c 'echo \"{\\\"version\\\":1}\"; sleep 20'", "missing field `name`"),
        ("sh -c 'yes text'", "wrote only text"),
    ] {
        let started = Instant::now();
        let output = hunt(folder.path(), "ray-box", ask, &["--cases", "100"]);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{ask}: {output:?}");
        assert!(text.contains(message), "{ask}: {text}");
        assert!(started.elapsed() < Duration::from_secs(9), "{ask}");
    }
    let output = hunt(folder.path(), "ray-box", "true", &["--only", "everything"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("no family `everything`") && text.contains("margin"), "{text}");
    let blocked = folder.path().join("file");
    std::fs::write(&blocked, "x").unwrap();
    let output = hunt(folder.path(), "ray-box", &script(MISS), &["--cases", "10", "--out", "file"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(std::fs::read_to_string(blocked).unwrap(), "x");
}

/// The first Ctrl-C ends the run with what it has found.
#[test]
fn an_interrupt_ends_with_what_was_found() {
    let folder = fresh(&[]);
    // Tests may run where the signal is ignored.
    let hunting = Command::new("env")
        .current_dir(folder.path())
        .args([
            "--default-signal=INT",
            env!("CARGO_BIN_EXE_eyeline"),
            "hunt",
            "ray-box",
            "--for",
            "60s",
            "--json",
            "--ask",
            &script(MISS),
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(2));
    let process = rustix::process::Pid::from_child(&hunting);
    rustix::process::kill_process(process, rustix::process::Signal::INT).unwrap();
    let started = Instant::now();
    let output = hunting.wait_with_output().unwrap();
    assert!(started.elapsed() < Duration::from_secs(40), "it goes on");
    let found = json(&output);
    assert_eq!(output.status.code(), Some(1), "{found:#}");
    assert!(found["cases"].as_u64().unwrap() > 0 && found["faults"]["wrong_hit"].as_u64().unwrap() > 0, "{found:#}");
    assert_eq!(found["ended_early"], false);
}

const EXHIBIT: &str = r#"{ "eyeline": 1, "select": ["eye", "lamp"],
    "cameras": [{ "name": "eye", "near": 2, "far": 6, "depth": "0..1", "mistake": "near-row-of-minus-one" }],
    "objects": [{ "name": "lamp", "shape": { "sphere": { "radius": 0.2 } }, "position": [0, 0, -1.5] }] }"#;

#[test]
fn a_scene_shows_a_mistake_beside_the_right_answer() {
    let folder = fresh(&[("a.json", EXHIBIT), ("b.json", &EXHIBIT.replace("near-row-of-minus-one", "t-in-metres"))]);
    let explained = eyeline(folder.path(), &["explain", "a.json", "eye", "lamp", "--json"]);
    let explained = json(&explained)["explanations"][0].clone();
    let steps = explained["steps"].as_array().unwrap();
    let wrong = usize::try_from(explained["wrong_step"].as_u64().unwrap()).unwrap();
    assert_eq!(steps[wrong]["title"], "Near plane", "{explained:#}");
    assert_eq!(steps.last().unwrap()["tone"], "mistaken");
    for (name, more) in [("right.png", &[][..]), ("wrong.png", &["--mistaken"])] {
        let drawn = eyeline(folder.path(), &[&["render", "a.json", "-o", name, "--size", "320x200"], more].concat());
        assert!(drawn.status.success(), "{drawn:?}");
    }
    let [right, wrong] = ["right.png", "wrong.png"].map(|name| std::fs::read(folder.path().join(name)).unwrap());
    assert!(right != wrong, "the colours are those of the mistake");
    let plain = EXHIBIT.replace(r#", "mistake": "near-row-of-minus-one""#, "");
    std::fs::write(folder.path().join("c.json"), plain).unwrap();
    let nothing = eyeline(folder.path(), &["render", "c.json", "-o", "c.png", "--mistaken"]);
    let message = String::from_utf8(nothing.stderr).unwrap();
    assert!(nothing.status.code() == Some(2) && message.contains("has a `mistake`"), "{message}");
    assert!(!folder.path().join("c.png").exists());
    let refused = eyeline(folder.path(), &["report", "b.json"]);
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(refused.status.code() == Some(2) && message.contains("has no effect here"), "{message}");
    assert!(message.contains("b.json:2:"), "{message}");
}

#[test]
fn mistakes_are_listed() {
    let folder = fresh(&[]);
    let all = eyeline(folder.path(), &["mistakes", "--json"]);
    let all = json(&all);
    assert!(all.as_array().unwrap().len() >= 24);
    let text = String::from_utf8(eyeline(folder.path(), &["mistakes", "morton"]).stdout).unwrap();
    assert!(text.contains("ten-bits") && !text.contains("near-row"), "{text}");
    for language in ["python", "rust", "cpp", "js", "gdscript", "csharp"] {
        let example = eyeline(folder.path(), &["hunt", "--example", language]);
        let text = String::from_utf8(example.stdout).unwrap();
        assert!(text.contains("ray-sphere") && text.contains("eyeline_hunt") | text.contains("name"), "{language}");
    }
}
