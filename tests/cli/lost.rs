//! Files that a scene names and that cannot be read. Everything else is answered, each missing answer has an `error`,
//! and the exit code is 2.

use image::RgbaImage;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::commands::{eyeline, fresh};

/// A scene with each kind of missing file, and valid items.
const SCENE: &str = r#"{ "eyeline": 1, "octree": {},
    "objects": [{ "name": "first", "shape": { "sphere": { "radius": 1 } } },
        { "name": "rock", "shape": { "mesh": { "file": "rock.obj" } } },
        { "name": "last", "shape": { "sphere": { "radius": 1 } }, "position": [3, 0, 0] }],
    "models": [{ "name": "hall", "file": "hall.glb" }, { "name": "shed", "file": "shed.obj" }],
    "cameras": [{ "name": "eye", "position": [0, 0, 5] }, { "name": "carried", "attach": "rock" }],
    "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }],
    "images": [{ "name": "gone", "file": "gone.png" }, { "name": "leaf", "file": "leaf.png", "divisions": [9, 1] },
        { "name": "good", "file": "leaf.png", "divisions": [2, 2], "position": [9, 9, 9] }],
    "agents": [{ "name": "guard", "tree": { "file": "guard.xml" } },
        { "name": "cat", "tree": { "action": { "wait": { "ticks": 3 } } } }] }"#;

fn folder() -> TempDir {
    let folder = fresh(&[("a.json", SCENE), ("shed.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")]);
    RgbaImage::from_pixel(4, 4, image::Rgba([9, 9, 9, 255])).save(folder.path().join("leaf.png")).unwrap();
    folder
}

/// The names of a list. Entries with `error` are marked.
fn listed(list: &Value, key: &str) -> Vec<String> {
    let entry = |entry: &Value| {
        let name = entry[key].as_str().unwrap();
        match entry.get("error") {
            Some(error) => {
                assert_eq!(entry.as_object().unwrap().len(), 2, "{entry}");
                assert!(error.as_str().unwrap().len() > 10, "{entry}");
                format!("{name}!")
            }
            None => name.to_owned(),
        }
    };
    list.as_array().unwrap().iter().map(entry).collect()
}

fn check_report(report: &Value) {
    assert_eq!(listed(&report["models"], "model"), ["hall!"]);
    assert_eq!(listed(&report["frusta"], "camera"), ["eye", "carried!"]);
    let objects = ["first", "rock!", "last", "shed/shed"];
    assert_eq!(listed(&report["frusta"][0]["objects"], "object"), objects);
    assert_eq!(listed(&report["rays"][0]["objects"], "object"), [&objects[..], &["gone!", "leaf!", "good"]].concat());
    assert_eq!(listed(&report["octree"]["objects"], "object"), objects);
    assert_eq!(listed(&report["images"], "image"), ["gone!", "leaf!", "good"]);
    assert_eq!(listed(&report["agents"], "agent"), ["guard!", "cat"]);
    assert_eq!(report["rays"][0]["nearest"]["object"], "first");
    let carried = report["frusta"][1]["error"].as_str().unwrap();
    assert_eq!(carried, "it is attached to `rock`, which could not be placed: there is no file `rock.obj`");
    assert!(report["images"][1]["error"].as_str().unwrap().contains("9 columns of cells do not fit"));
    assert!(report["models"][0]["error"].as_str().unwrap().contains("there is no file `hall.glb`"));
}

#[test]
fn a_report_names_missing_items_and_ends_with_2() {
    let folder = folder();
    let output = eyeline(folder.path(), &["report", "a.json"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    check_report(&serde_json::from_slice(&output.stdout).unwrap());
    assert_eq!(said.matches("error: ").count(), 5, "{said}");
    for file in ["rock.obj", "hall.glb", "gone.png", "guard.xml"] {
        assert!(said.contains(file), "{file}: {said}");
    }

    let output = eyeline(folder.path(), &["report", "a.json", "--ticks", "0..2", "-o", "all.json"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let recording: Value = serde_json::from_slice(&std::fs::read(folder.path().join("all.json")).unwrap()).unwrap();
    assert_eq!(recording["ticks"].as_array().unwrap().len(), 3);
    recording["ticks"].as_array().unwrap().iter().for_each(check_report);
}

#[test]
fn existing_items_are_explained_and_drawn_with_2() {
    let folder = folder();
    let explain = |names: &[&str]| {
        let output = eyeline(folder.path(), &[&["explain", "a.json"], names].concat());
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    for names in [&["aim", "first"][..], &["eye", "last"], &["cat"], &["good"], &["first"], &["aim"]] {
        assert!(!explain(names).0.is_empty(), "{names:?}");
    }
    for (names, words) in [
        (&["aim", "rock"][..], "there is no file `rock.obj`"),
        (&["carried", "first"], "attached to `rock`, which could not be placed: there is no file `rock.obj`"),
        (&["hall"], "there is no file `hall.glb`"),
        (&["gone"], "there is no file `gone.png`"),
    ] {
        let (out, said) = explain(names);
        assert!(out.is_empty() && said.contains("` has no answer: ") && said.contains(words), "{said}");
    }
    for ui in [&[][..], &["--ui"]] {
        let output = eyeline(folder.path(), &[&["render", "a.json", "-o", "a.png", "--size", "320x200"], ui].concat());
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert_eq!(image::open(folder.path().join("a.png")).unwrap().width(), 320);
        std::fs::remove_file(folder.path().join("a.png")).unwrap();
    }
}

/// The object may be a part of a model, or have a mesh file that is broken. The message has the location in that file.
#[test]
fn a_camera_attached_to_a_missing_object_names_the_broken_file() {
    let scene = r#"{ "eyeline": 1,
        "objects": [{ "name": "rock", "shape": { "mesh": { "file": "rock.obj" } } },
            { "name": "nail", "shape": { "sphere": { "radius": 1 } } }],
        "models": [{ "name": "hall", "file": "hall.glb" }],
        "cameras": [{ "name": "on rock", "attach": "rock" }, { "name": "in hall", "attach": "hall/door" }] }"#;
    let folder = fresh(&[("a.json", scene), ("rock.obj", "v 0 0 0\nf 1 2 x\n")]);
    let output = eyeline(folder.path(), &["report", "a.json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    for (i, camera, object, blamed) in
        [(0, "on rock", "rock", "rock.obj:2:"), (1, "in hall", "hall/door", "there is no file `hall.glb`")]
    {
        let error = report["frusta"][i]["error"].as_str().unwrap();
        assert!(
            error.starts_with(&format!("it is attached to `{object}`, which could not be placed: {blamed}")),
            "{error}"
        );
        let output = eyeline(folder.path(), &["explain", "a.json", camera, "nail"]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(&format!("`{camera}` has no answer: {error}")), "{said}");
    }
}

#[test]
fn warnings_do_not_change_the_exit_code() {
    let folder = fresh(&[("a.json", r#"{ "eyeline": 1, "cameras": [{ "name": "c", "near": 1e-7, "far": 1e7 }] }"#)]);
    let output = eyeline(folder.path(), &["report", "a.json"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("warning: "));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((report.get("models"), &report["frusta"][0]["objects"]), (None, &json!([])));
}
