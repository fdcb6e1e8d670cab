//! `eyeline diff` through the binary: pictures, recordings, models and files at a git revision.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use image::{Rgba, RgbaImage};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::commands::{eyeline, fresh};

/// Exit code, standard output and standard error.
fn diff(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let output = eyeline(folder, &[&["diff"], args].concat());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn nothing() -> (Option<i32>, String, String) {
    (Some(0), String::new(), String::new())
}

fn own_scene(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(name)
}

#[test]
fn two_recordings_are_compared_whatever_their_names() {
    let folder = fresh(&[]);
    let folder = folder.path();
    let text = fs::read_to_string(own_scene("lost.jsonl")).unwrap();
    fs::write(folder.join("l1.jsonl"), &text).unwrap();
    fs::write(folder.join("l2.jsonl"), &text).unwrap();
    assert_eq!(diff(folder, &["l1.jsonl", "l2.jsonl"]), nothing());
    // The last second is missing.
    let lines: Vec<&str> = text.lines().collect();
    fs::write(folder.join("l2.jsonl"), lines[..lines.len() - 10].join("\n")).unwrap();
    let (code, found, said) = diff(folder, &["l1.jsonl", "l2.jsonl"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(found.starts_with("l2: frames 81 → 71, duration 8 → 7") && found.lines().count() == 1, "{found}");
    let (_, found, _) = diff(folder, &["l1.jsonl", "l2.jsonl", "--json"]);
    let found: Value = serde_json::from_str(&found).unwrap();
    assert_eq!(found["differences"][0]["changes"][0], json!({ "field": "frames", "before": 81, "after": 71 }));
}

#[test]
fn nested_figures_are_compared_leaf_by_leaf() {
    let scene = |x: f64| {
        format!(r#"{{ "eyeline": 1, "models": [{{ "name": "m", "file": "figure.glb", "position": [{x}, 0, 0] }}] }}"#)
    };
    let folder = fresh(&[("a.json", &scene(0.0)), ("b.json", &scene(0.05))]);
    fs::copy(own_scene("figure.glb"), folder.path().join("figure.glb")).unwrap();
    fs::copy(own_scene("figure.glb"), folder.path().join("other.glb")).unwrap();
    let (code, text, _) = diff(folder.path(), &["a.json", "b.json"]);
    assert_eq!(code, Some(1));
    assert!(
        text.starts_with("m/figure: bounds.bind.min.x: −0.293 → −0.243, bounds.bind.max.x: 0.293 → 0.343, "),
        "{text}"
    );
    assert!(!text.contains('{') && text.contains(" more figures"), "{text}");
    let (_, text, _) = diff(folder.path(), &["a.json", "b.json", "--json"]);
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(found["differences"][0]["changes"][1]["field"], "bounds.bind.max.x");
    assert_eq!(diff(folder.path(), &["figure.glb", "other.glb"]), nothing());
}

#[test]
fn two_pictures_are_compared_as_check_does() {
    let folder = fresh(&[("a.json", "{ \"eyeline\": 1 }")]);
    let folder = folder.path();
    let mut picture = RgbaImage::from_pixel(60, 40, Rgba([40, 50, 60, 255]));
    picture.save(folder.join("a.png")).unwrap();
    picture.save(folder.join("same.png")).unwrap();
    picture.put_pixel(30, 20, Rgba([250, 250, 250, 255]));
    picture.save(folder.join("b.png")).unwrap();
    RgbaImage::new(8, 6).save(folder.join("small.png")).unwrap();
    assert_eq!(diff(folder, &["a.png", "same.png"]), nothing());
    let (code, text, _) = diff(folder, &["a.png", "b.png"]);
    let first = "a.png and b.png: 1 of 2400 pixels differs by more than 0.1 (0 allowed); 1 is not exactly the same";
    assert_eq!((code, text.lines().next(), text.lines().count()), (Some(1), Some(first), 3));
    let (code, text, _) = diff(folder, &["a.png", "b.png", "--json"]);
    let found: Value = serde_json::from_str(&text).unwrap();
    let entry = &found["differences"][0];
    assert_eq!((code, &found["equal"], &entry["pixels"]["over"]), (Some(1), &json!(false), &json!(1)));
    assert_eq!((&entry["text"], &entry["pictures"]), (&json!(first), &json!(["a.png", "b.png"])));
    let (code, text, _) = diff(folder, &["a.png", "small.png"]);
    assert_eq!((code, &*text), (Some(1), "a.png has 60x40 pixels, and small.png has 8x6\n"));
    for args in [["a.png", "a.json"], ["a.json", "b.png"]] {
        let (code, text, said) = diff(folder, &args);
        assert_eq!((code, &*text), (Some(2), ""));
        assert!(said.contains("cannot be compared: one is a picture and the other a scene"), "{said}");
    }
    fs::write(folder.join("cut.png"), &fs::read(folder.join("a.png")).unwrap()[..60]).unwrap();
    let (code, _, said) = diff(folder, &["cut.png", "a.png"]);
    assert!(code == Some(2) && said.contains("cut.png") && said.contains("damaged or incomplete"), "{said}");
    // The report of an image is compared with the answers about it.
    assert_eq!(eyeline(folder, &["report", "a.png", "-o", "r.json"]).status.code(), Some(0));
    assert_eq!(diff(folder, &["a.png", "r.json"]), nothing());
}

const LEAF: &str = r#"{ "eyeline": 1, "cameras": [{ "name": "guard" }],
    "images": [{ "name": "leaf", "file": "images/leaf.png", "divisions": [2, 1], "size": [2, 1] }] }"#;

#[test]
fn two_scenes_are_compared_at_the_ticks_that_they_show() {
    let moving = |x: f64, more: &str| {
        format!(
            r#"{{ "eyeline": 1, "cameras": [{{ "name": "guard" }}], "objects": [{{ "name": "crate", "position": [0, 0, -4],
            "shape": {{ "sphere": {{ "radius": 0.5 }} }}, "path": {{ "points": [[0, 0, -4], [{x}, 0, -4]], "speed": 1 }} }}]{more} }}"#
        )
    };
    let view = r#", "check": { "views": [{ "name": "late", "tick": 300 }] }"#;
    let folder = fresh(&[
        ("a.json", &moving(2.0, "")),
        ("b.json", &moving(9.0, "")),
        ("opens.json", &moving(9.0, ", \"opens_at\": 300")),
        ("view.json", &moving(9.0, view)),
    ]);
    assert_eq!(diff(folder.path(), &["a.json", "b.json"]).0, Some(0), "equal at the start");
    for late in ["opens.json", "view.json"] {
        let (code, text, _) = diff(folder.path(), &["a.json", late]);
        assert!(code == Some(1) && text.starts_with("first difference at tick 300\n"), "{late}: {text}");
        assert_eq!(diff(folder.path(), &["a.json", late, "--tick", "0"]).0, Some(0), "{late}");
    }
}

pub(crate) fn git(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(["-c", "user.name=a", "-c", "user.email=a@b"]).args(arguments);
    assert!(command.output().unwrap().status.success(), "{arguments:?}");
}

/// A repository in which a scene was not changed since its only revision, and the image that it names was.
fn repository() -> TempDir {
    let folder = fresh(&[]);
    fs::create_dir_all(folder.path().join("scenes/images")).unwrap();
    fs::write(folder.path().join("scenes/x.json"), LEAF).unwrap();
    let image = folder.path().join("scenes/images/leaf.png");
    let mut leaf = RgbaImage::from_pixel(4, 2, Rgba([0, 90, 0, 255]));
    leaf.save(&image).unwrap();
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-qm", "first"]);
    leaf.put_pixel(0, 0, Rgba([0, 0, 0, 0]));
    leaf.put_pixel(0, 1, Rgba([0, 0, 0, 0]));
    leaf.put_pixel(1, 0, Rgba([0, 0, 0, 0]));
    leaf.save(&image).unwrap();
    folder
}

#[test]
fn a_file_at_a_git_revision_is_read_with_its_files() {
    let folder = repository();
    let folder = folder.path();
    let changed = (Some(1), "leaf: cell 0,0 solid → not solid, solid cells 2 → 1\n".to_owned(), String::new());
    let found = diff(folder, &["HEAD:scenes/x.json", "scenes/x.json"]);
    assert_eq!((found.0, &*found.2), (Some(1), ""));
    assert!(found.1.starts_with("leaf: ") && found.1.contains("cell 0,0 solid → not solid"), "{found:?} {changed:?}");
    assert_eq!(diff(folder, &["HEAD:scenes/x.json", "HEAD:scenes/x.json"]), nothing());
    // The path is that in the working folder, or as git takes it.
    let scenes = folder.join("scenes");
    for path in ["HEAD:x.json", "HEAD:./x.json", "HEAD:scenes/x.json"] {
        assert_eq!(diff(&scenes, &[path, "x.json"]).1, found.1, "{path}");
    }
    let (code, text, _) = diff(folder, &["HEAD:scenes/images/leaf.png", "scenes/images/leaf.png"]);
    assert_eq!(code, Some(1));
    assert!(text.starts_with("HEAD:scenes/images/leaf.png and scenes/images/leaf.png: "), "{text}");
    for (args, words) in [
        (["nothing:scenes/x.json", "scenes/x.json"], "git does not know the revision `nothing`"),
        (["HEAD:scenes/y.json", "scenes/x.json"], "cannot read HEAD:scenes/y.json"),
        (["HEAD:scenes/x.json", "HEAD:scenes/images/leaf.png"], "cannot be compared"),
    ] {
        let (code, text, said) = diff(folder, &args);
        assert_eq!((code, &*text), (Some(2), ""), "{said}");
        assert!(said.contains(words), "{said}");
    }
    // A file whose name has a colon is no revision.
    fs::write(folder.join("a:b.json"), LEAF.replace("images/leaf.png", "scenes/images/leaf.png")).unwrap();
    assert_eq!(diff(folder, &["a:b.json", "scenes/x.json"]), nothing());
    // An error in the file of the revision is at its place.
    fs::write(folder.join("scenes/x.json"), "{ \"eyeline\": 1, \"nam").unwrap();
    git(folder, &["commit", "-qam", "second"]);
    let (code, _, said) = diff(folder, &["HEAD~1:scenes/x.json", "HEAD:scenes/x.json"]);
    assert!(code == Some(2) && said.contains("HEAD:scenes/x.json:1:"), "{said}");
}

#[test]
fn items_that_came_went_or_have_another_name_are_one_line() {
    const SCENE: &str = r#"{ "eyeline": 1, "cameras": [CAMERAS], "rays": [{ "name": "RAY", "origin": [0, 0, 0], "direction": [0, 0, -1] }],
        "objects": [{ "name": "OBJECT", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -5] },
            { "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [1, 0, -9] }] }"#;
    let scene = |cameras: &str, ray: &str, object: &str| {
        SCENE.replace("CAMERAS", cameras).replace("RAY", ray).replace("OBJECT", object)
    };
    let one = r#"{ "name": "guard" }"#;
    let two = r#"{ "name": "guard" }, { "name": "other", "position": [0, 9, 0] }"#;
    let folder = fresh(&[
        ("a.json", &scene(one, "aim", "crate")),
        ("b.json", &scene(two, "aim", "crate")),
        ("c.json", &scene(one, "shot", "crate2")),
    ]);
    let folder = folder.path();
    let (code, text, _) = diff(folder, &["b.json", "a.json"]);
    assert_eq!((code, &*text), (Some(1), "other: vanished, was 2 outside\n"));
    let (code, text, _) = diff(folder, &["a.json", "b.json"]);
    assert_eq!((code, &*text), (Some(1), "other: new, 2 outside\n"));
    let (code, text, _) = diff(folder, &["a.json", "c.json"]);
    let lines = "`crate` is now `crate2`, 2 answers equal\n`aim` is now `shot`, 2 answers equal\n";
    assert_eq!((code, &*text), (Some(1), lines));
    let (_, text, _) = diff(folder, &["a.json", "c.json", "--json"]);
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(found["differences"][0]["renamed"], json!({ "before": "crate", "answers": 2 }));
    assert_eq!(found["differences"][0]["names"], json!(["crate2"]));
}
