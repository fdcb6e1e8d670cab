//! Files that another program changes while a scene is checked.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use image::{Rgba, RgbaImage};

use crate::check::{has, repository, said};
use crate::commands::names;

/// An image that is another one for each number.
fn write_leaf(folder: &Path, number: u32) {
    let [red, green, blue, _] = number.to_le_bytes();
    let leaf = RgbaImage::from_fn(16, 16, |x, y| Rgba([red, green, blue, if x > y { 255 } else { 0 }]));
    leaf.save(folder.join("scenes/images/new.png")).unwrap();
    fs::rename(folder.join("scenes/images/new.png"), folder.join("scenes/images/leaf.png")).unwrap();
}

#[test]
fn a_file_that_changes_during_a_run_is_named_and_nothing_is_written() {
    let folder = repository();
    fs::create_dir_all(folder.path().join("scenes/images")).unwrap();
    let scene = r#"{ "eyeline": 1, "images": [{ "name": "leaf", "file": "images/leaf.png", "divisions": [4, 4] }],
        "check": { "views": [{ "name": "a", "size": [1200, 800] }, { "name": "b", "ui": true, "size": [1200, 800] }] } }"#;
    fs::write(folder.path().join("scenes/a.json"), scene).unwrap();
    write_leaf(folder.path(), 0);
    let ended = AtomicBool::new(false);
    let text = thread::scope(|scope| {
        scope.spawn(|| {
            for number in 1.. {
                if ended.load(Ordering::Relaxed) {
                    break;
                }
                write_leaf(folder.path(), number);
                thread::sleep(Duration::from_millis(2));
            }
        });
        let text = said(folder.path(), &["--update", "--out", "out"], 2);
        ended.store(true, Ordering::Relaxed);
        text
    });
    let words = "scenes/images/leaf.png changed while this scene was checked: check again";
    has(&text, &[&format!("error: {words}"), "1 scene: 1 error"]);
    assert!(!folder.path().join("screenshots").exists(), "nothing is stored: {text}");
    has(&fs::read_to_string(folder.path().join("out/junit.xml")).unwrap(), &[words]);
    has(&said(folder.path(), &["--accept", "a", "--out", "out"], 2), &["has errors in this run"]);
    // The file is at rest now.
    said(folder.path(), &["--update"], 0);
    assert_eq!(names(&folder.path().join("screenshots")), ["a.a.png", "a.answers.json", "a.b.png"]);
    said(folder.path(), &[], 0);
}
