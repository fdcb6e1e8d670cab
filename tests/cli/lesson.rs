//! Lessons: `check` proves them, and `eyeline lesson` writes them as a page.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::commands::{eyeline, fresh, names};

/// A scene with a lesson of these steps, the first of them at line 4.
fn scene(steps: &str) -> String {
    format!(
        "{{ \"eyeline\": 1, \"title\": \"A <lesson>\", \"cameras\": [{{ \"name\": \"guard\", \"near\": 1, \"far\": 20 }}],\n\
         \"objects\": [{{ \"name\": \"crate\", \"shape\": {{ \"sphere\": {{ \"radius\": 1 }} }}, \"position\": [0, 0, -5] }}],\n\
         \"lesson\": [\n{steps}\n] }}"
    )
}

const GOOD: &str = r#"{ "say": "The **margin** is {guard.crate.margin} m. <b>[a](javascript:b)</b>" },
{ "ask": { "choice": { "camera": "guard", "object": "crate", "field": "verdict" } } },
{ "ask": { "number": { "camera": "guard", "object": "crate", "field": "margin", "tolerance": 0.5 } } },
{ "say": "Move it out.", "free": ["crate"], "goal": [{ "camera": "guard", "object": "crate", "verdict": "outside" }],
  "solution": { "crate": { "position": [0, 0, 9] } } }"#;

fn checked(folder: &Path) -> (Option<i32>, String) {
    let output = eyeline(folder, &["check", "a.json", "--only", "expectations"]);
    (output.status.code(), String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap())
}

#[test]
fn check_proves_a_lesson() {
    let folder = fresh(&[("a.json", &scene(GOOD))]);
    let (code, text) = checked(folder.path());
    assert_eq!(code, Some(0), "{text}");
    for (step, code, line) in [
        (
            r#"{ "ask": { "choice": { "camera": "guard", "object": "crate", "field": "verdict", "of": ["outside", "intersect"] } } }"#,
            1,
            "step 1: the right answer, inside, is not among `of`",
        ),
        (r#"{ "say": "{guard.crate.margn}" }"#, 1, "step 1: the value `{guard.crate.margn}` is missing"),
        (
            r#"{ "say": "a", "goal": [{ "camera": "guard", "object": "crate", "verdict": "inside" }] }"#,
            1,
            "step 1: the goal is met before the student changes anything",
        ),
        (
            r#"{ "say": "a", "goal": [{ "camera": "guard", "object": "crate", "verdict": "outside" }], "solution": { "crate": { "position": [0, 0, -6] } } }"#,
            1,
            "step 1: the solution does not meet the goal: guard · crate: expected outside, found inside",
        ),
        (r#"{ "say": "a", "camera": "gard" }"#, 2, "there is no camera named `gard`\n --> a.json:4:25\n"),
        (r#"{ "say": "{crat.margin}" }"#, 2, " --> a.json:4:10\n"),
        ("{}", 2, "this step neither says nor asks something\n --> a.json:4:1\n"),
    ] {
        fs::write(folder.path().join("a.json"), scene(step)).unwrap();
        let (found, text) = checked(folder.path());
        assert_eq!(found, Some(code), "{step}: {text}");
        assert!(text.contains(line), "{step}: {text}");
    }
}

#[test]
fn a_fault_of_a_lesson_is_in_the_results_at_its_line() {
    let steps = format!(
        "{GOOD},\n{}",
        r#"{ "ask": { "number": { "camera": "guard", "object": "crate", "field": "verdict", "tolerance": 1 } } }"#
    );
    let folder = fresh(&[("a.json", &scene(&steps))]);
    let output = eyeline(folder.path(), &["check", "a.json", "--only", "expectations", "--out", "out"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let results: Value = serde_json::from_slice(&fs::read(folder.path().join("out/results.json")).unwrap()).unwrap();
    let difference = &results["scenes"][0]["differences"][0];
    assert_eq!((&difference["kind"], &difference["line"]), (&"lesson".into(), &9.into()), "{difference}");
}

#[test]
fn the_other_answers_of_a_scene_with_a_faulty_step_are_written() {
    let folder = fresh(&[("a.json", &scene(r#"{ "say": "a", "free": ["crat"] }"#))]);
    let output = eyeline(folder.path(), &["report", "a.json"]);
    assert_eq!(output.status.code(), Some(2));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["frusta"][0]["objects"][0]["verdict"], "inside");
    assert!(
        String::from_utf8(output.stderr).unwrap().contains("the scene has no entry named `crat`\n --> a.json:4:24\n")
    );
}

#[test]
fn a_lesson_is_one_page() {
    let folder = fresh(&[("a.json", &scene(GOOD))]);
    let output = eyeline(folder.path(), &["lesson", "a.json", "-o", "a.html"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let page = fs::read_to_string(folder.path().join("a.html")).unwrap();
    for text in [
        "<title>A &lt;lesson&gt;</title>",
        "The <strong>margin</strong> is <span class=\"value\">3.",
        "&lt;b&gt;a (<code>javascript:b</code>)&lt;/b&gt;",
        "Camera <code>guard</code>, object <code>crate</code>: <strong>what is the verdict?</strong>",
        "<li>inside</li><li>intersect</li><li>outside</li>",
        "You may change <code>crate</code>.",
        "<h1>Answers</h1>",
        "<strong>inside</strong>",
        "<code>[0,0,9]</code>",
    ] {
        assert!(page.contains(text), "{text}");
    }
    assert_eq!(page.matches("<img src=\"data:image/png;base64,").count(), 4);
    // A page without scripts and without addresses.
    for outside in ["<script", "http:", "https:", "href="] {
        assert!(!page.contains(outside), "{outside}");
    }
    // The answers are on the last sheet, which a teacher can leave out.
    let output = eyeline(folder.path(), &["lesson", "a.json", "-o", "-", "--no-answers"]);
    let page = String::from_utf8(output.stdout).unwrap();
    assert!(page.contains("Step 4") && !page.contains("<h1>Answers</h1>"));
}

#[test]
fn a_page_replaces_only_what_this_command_wrote() {
    let folder = fresh(&[("a.json", &scene(GOOD)), ("none.json", r#"{ "eyeline": 1 }"#)]);
    let run = |args: &[&str]| {
        let output = eyeline(folder.path(), &[&["lesson"], args].concat());
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(run(&["a.json"]), (Some(0), "wrote a.html\n".to_owned()));
    assert_eq!(run(&["a.json"]).0, Some(0));
    fs::write(folder.path().join("a.html"), "mine").unwrap();
    let (code, text) = run(&["a.json"]);
    assert!(code == Some(2) && text.contains("was not made by eyeline"), "{text}");
    let (code, text) = run(&["none.json", "-o", "b.html"]);
    assert!(code == Some(2) && text.contains("none.json has no lesson"), "{text}");
    let (code, text) = run(&["a.json", "-o", "a.json"]);
    assert!(code == Some(2) && text.contains("would replace"), "{text}");
    assert_eq!(names(folder.path()), ["a.html", "a.json", "none.json"]);
}

const COURSE: &str = r#"{ "eyeline_course": 1, "title": "A course & more", "about": "First **this**.",
"lessons": ["a.json", "sub/b.json"] }"#;

/// A course of two lessons.
fn course() -> tempfile::TempDir {
    let folder = fresh(&[("a.json", &scene(GOOD)), ("course.json", COURSE)]);
    fs::create_dir(folder.path().join("sub")).unwrap();
    let second = r#"{ "eyeline": 1, "title": "Second", "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } } }] }"#;
    fs::write(folder.path().join("sub/b.json"), second).unwrap();
    folder
}

#[test]
fn a_course_is_checked_lesson_by_lesson() {
    let folder = course();
    let check = || {
        let output = eyeline(folder.path(), &["check", "course.json", "--only", "expectations"]);
        (output.status.code(), String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap())
    };
    let (code, text) = check();
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("a.json") && text.contains("sub/b.json"), "{text}");
    // A lesson that is lost does not hide the others.
    fs::remove_file(folder.path().join("a.json")).unwrap();
    let (code, text) = check();
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("a.json") && text.contains("2 scenes: 1 equal"), "{text}");
    // A lesson outside of the root is refused, whether it exists or not.
    for outside in ["../../../../../../etc/passwd", "../no such file.json"] {
        fs::write(folder.path().join("course.json"), COURSE.replace("a.json", outside)).unwrap();
        let (code, text) = check();
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains("leaves the root") && text.contains("2 scenes: 1 equal"), "{text}");
    }
    fs::write(folder.path().join("course.json"), COURSE.replace("title", "titel")).unwrap();
    let (code, text) = check();
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("unknown key `titel`") && text.contains("course.json:1:24"), "{text}");
}

/// The scenes of a folder are checked once, and what a course in it names besides them too.
#[test]
fn the_courses_of_a_folder_are_checked_with_it() {
    let folder = course();
    let check = || {
        let output = eyeline(folder.path(), &["check", ".", "--only", "expectations"]);
        (output.status.code(), String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap())
    };
    let (code, text) = check();
    assert!(code == Some(0) && text.contains("2 scenes: 2 equal"), "{text}");
    fs::write(folder.path().join("course.json"), COURSE.replace("a.json", "lost.json")).unwrap();
    let (code, text) = check();
    assert!(code == Some(2) && text.contains("lost.json") && text.contains("3 scenes: 2 equal"), "{text}");
    fs::write(folder.path().join("course.json"), COURSE.replace("title", "titel")).unwrap();
    let (code, text) = check();
    assert!(code == Some(2) && text.contains("unknown key `titel`") && text.contains("3 scenes: 2 equal"), "{text}");
}

#[test]
fn a_course_is_one_page() {
    let folder = course();
    let output = eyeline(folder.path(), &["lesson", "course.json"]);
    assert!(output.status.success(), "{output:?}");
    let page = fs::read_to_string(folder.path().join("course.html")).unwrap();
    for part in [
        "<h1>A course &amp; more</h1>",
        "First <strong>this</strong>.",
        "<a href=\"#lesson-2\">Second</a>",
        "<h1>1. A &lt;lesson&gt;</h1>",
        "<h1>Answers</h1>\n<h1>1. A &lt;lesson&gt;</h1>",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert_eq!(page.matches("<img src=\"data:image/png").count(), 5);
    let without = eyeline(folder.path(), &["lesson", "course.json", "--no-answers", "-o", "-"]);
    assert!(!String::from_utf8(without.stdout).unwrap().contains("Answers"));
    let over = eyeline(folder.path(), &["lesson", "course.json", "-o", "sub/b.json"]);
    assert_eq!(over.status.code(), Some(2), "{over:?}");
    fs::remove_file(folder.path().join("a.json")).unwrap();
    let lost = eyeline(folder.path(), &["lesson", "course.json"]);
    assert_eq!(lost.status.code(), Some(2));
    let error = String::from_utf8(lost.stderr).unwrap();
    assert!(error.contains("course.json:2:13") && error.contains("there is no file `a.json`"), "{error}");
    assert_eq!(fs::read_to_string(folder.path().join("course.html")).unwrap(), page, "the old page stays");
}

#[test]
fn a_course_is_no_scene_and_has_a_schema() {
    let folder = course();
    for command in ["report", "render"] {
        let output = eyeline(folder.path(), &[command, "course.json"]);
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains("this file is a course, not a scene"), "{error}");
    }
    let output = eyeline(folder.path(), &["schema", "--course"]);
    let schema: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(schema["properties"]["eyeline_course"]["const"], 1);
    assert_eq!(schema["required"], serde_json::json!(["eyeline_course", "title", "lessons"]));
}
