//! Tests the order of the rooms: a file uses only rooms that come before its own.

mod circles;
mod layers;
mod names;
mod workspace;

use std::fs;
use std::path::{Path, PathBuf};

#[cfg(feature = "scene")]
use crate::report::Section;

/// All rooms in order. Rooms on one row do not use each other.
const ORDER: [&[&str]; 24] = [
    &["host"],
    &["budget", "escape", "parallel", "random", "readme"],
    &["surface"],
    &["geometry"],
    &["octree", "opacity", "occlusion", "behavior", "skin", "trajectory"],
    &["clearance", "crossing", "cut", "flicker", "gaps", "visibility"],
    &["mistakes"],
    &["hunt"],
    &["source"],
    &["scene"],
    &["trace"],
    &["import", "live"],
    &["files"],
    &["world"],
    &["report"],
    &["cost", "precision", "quiz"],
    &["picture"],
    &["render"],
    &["check", "lessons", "offscreen", "share"],
    &["hunt_results"],
    &["workspace"],
    &["app"],
    &["commands"],
    &["lib", "main", "rooms"],
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// The rooms that a file imports by `crate::room`, not counting its tests and comments.
fn used(text: &str) -> Vec<String> {
    let code = code(text);
    let word = |rest: &str| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let named = |rest: &str| match rest.strip_prefix('{') {
        Some(list) => list.split('}').next().unwrap_or_default().split(',').map(|one| word(one.trim())).collect(),
        None => vec![word(rest)],
    };
    code.split("crate::").skip(1).flat_map(named).collect()
}

#[test]
fn every_room_uses_only_rooms_before_it() {
    let row = |room: &str| ORDER.iter().position(|row| row.contains(&room));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    files(&source, &mut found);
    let mut wrong = Vec::new();
    for path in found {
        let inside = path.strip_prefix(&source).unwrap();
        let name = inside.with_extension("");
        let is_test = name.components().any(|part| part.as_os_str().to_string_lossy().ends_with("tests"));
        let room = name.iter().next().unwrap().to_string_lossy().into_owned();
        let own = row(&room).unwrap_or_else(|| panic!("the room `{room}` has no place in the order"));
        let text = fs::read_to_string(&path).unwrap();
        let others = used(&text).into_iter().filter(|_| !is_test);
        let others = others.filter(|other| *other != room && row(other).is_some_and(|other| other >= own));
        wrong.extend(others.map(|other| format!("{} uses {other}", inside.display())));
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn a_module_with_parts_is_the_mod_rs_of_its_folder() {
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    let beside: Vec<_> = found.iter().filter(|path| path.with_extension("").is_dir()).collect();
    assert!(beside.is_empty(), "move each to the mod.rs of its folder: {beside:?}");
}

/// The code of a file without its tests and comments.
fn code(text: &str) -> String {
    code_lines(text).concat()
}

/// The lines of that code.
fn code_lines(text: &str) -> Vec<String> {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default().trim_end().to_owned()).collect()
}

/// Tests that an answer is explained once: by the workspace after an edit, by `explain`, or by `render`. A picture
/// receives that explanation.
#[test]
fn a_picture_explains_nothing() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let explains = |path: &PathBuf| {
        let code = code(&fs::read_to_string(path).unwrap());
        ["explain(", "explain_beside(", "explain::{self", "explain::explain"].iter().any(|call| code.contains(call))
    };
    let mut found = Vec::new();
    files(&source.join("picture"), &mut found);
    assert!(found.len() > 30, "{found:?}");
    assert_eq!(found.iter().filter(|path| explains(path)).collect::<Vec<_>>(), Vec::<&PathBuf>::new());
    // This shows that the search works: it finds the three places that explain.
    let places = ["workspace/judging/explanation.rs", "commands/explain.rs", "offscreen/moment.rs"]
        .map(|file| source.join(file));
    assert!(places.iter().all(explains));
}

/// Tests that `check`, its command and the review open and write files only by `source::rooted` and `source::regular`.
/// Their paths come from data, and may be those of devices and of links that lead out of the root.
#[test]
fn files_named_by_data_are_opened_only_inside_a_root() {
    const OPENS: [&str; 16] = [
        "fs::read(",
        "fs::read_to_string",
        "fs::write",
        "fs::copy",
        "fs::rename",
        "fs::remove",
        "fs::create",
        "fs::{",
        "create_dir",
        "File::",
        "OpenOptions",
        "image::open",
        "Reader::open",
        "save_bytes",
        "save_with",
        "open_watched",
    ];
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let opens = |path: &PathBuf| {
        let code = code(&fs::read_to_string(path).unwrap());
        OPENS.iter().filter(|call| code.contains(**call)).map(|call| format!("{}: {call}", path.display())).collect()
    };
    let mut found = Vec::new();
    for folder in ["check", "commands/check", "commands/diff", "app/panels/review"] {
        files(&source.join(folder), &mut found);
    }
    found.retain(|path| !path.ends_with("check/tests.rs"));
    assert!(found.len() > 25, "{found:?}");
    let wrong: Vec<Vec<String>> = found.iter().map(opens).collect();
    assert_eq!(wrong.concat(), Vec::<String>::new());
    // This shows that the search works: it finds the places that open files for them.
    let places = ["source/regular.rs", "source/rooted.rs", "scene/write/save/home.rs"].map(|file| source.join(file));
    assert!(places.iter().all(|path| !opens(path).is_empty()));
}

/// Tests that every question has the same files in `report/`, and a file or folder in `picture/`.
#[cfg(feature = "scene")]
#[test]
fn every_question_has_the_same_files() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for section in Section::ALL {
        let question = section.word();
        // Images have no headline, and problems are not explained step by step.
        let lacks: &[&str] = match section {
            Section::Images => &["headline.rs"],
            Section::Problems => &["headline.rs", "explain.rs", "brief.rs"],
            // Answers of another program have no steps of ours.
            Section::Said => &["headline.rs", "explain.rs"],
            _ => &[],
        };
        let folder = source.join("report").join(question);
        for file in ["mod.rs", "question.rs", "headline.rs", "explain.rs", "json.rs", "brief.rs"] {
            assert_eq!(folder.join(file).is_file(), !lacks.contains(&file), "report/{question}/{file}");
        }
        let text = fs::read_to_string(folder.join("question.rs")).unwrap();
        assert!(text.contains("impl Question for"), "report/{question}/question.rs");
        let drawing = source.join("picture").join(question);
        assert!(drawing.join("mod.rs").is_file() || drawing.with_extension("rs").is_file(), "picture/{question}");
    }
}
