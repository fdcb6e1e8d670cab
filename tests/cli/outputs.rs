//! Where results are written: no input is overwritten, and `-`, links, full disks and closed pipes work as in other
//! programs.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use image::RgbaImage;
use serde_json::Value;
use tempfile::TempDir;

use crate::commands::{eyeline, fresh, names};

const SOUND: &str = r#"{ "eyeline": 1, "objects": [{ "name": "o", "shape": { "sphere": { "radius": 1 } } }] }"#;
const LEAF: &str = r#"{ "eyeline": 1, "images": [{ "name": "leaf", "file": "leaf.png", "divisions": [2, 2] }] }"#;
const SMALL: [&str; 2] = ["--size", "32x32"];

/// The message of a command, which must fail and change no file.
fn refused(folder: &Path, args: &[&str], words: &str) {
    let files =
        || -> Vec<_> { names(folder).iter().map(|name| (name.clone(), fs::read(folder.join(name)).ok())).collect() };
    let before = files();
    let output = eyeline(folder, args);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    assert!(said.contains(words), "{args:?}: wanted {words} in {said}");
    assert!(files() == before, "{args:?}: files changed");
}

fn with_leaf(scene: &str) -> TempDir {
    let folder = fresh(&[("leaf.json", scene)]);
    RgbaImage::from_pixel(4, 4, image::Rgba([9, 9, 9, 255])).save(folder.path().join("leaf.png")).unwrap();
    folder
}

#[test]
fn a_picture_never_replaces_its_scene() {
    let folder = with_leaf(LEAF);
    refused(folder.path(), &["render", "leaf.json"], "leaf.png");
    refused(folder.path(), &["render", "leaf.png"], "-o");
    refused(folder.path(), &["render", "leaf.json", "-o", "leaf.png"], "would replace");
    refused(folder.path(), &["render", "leaf.png", "-o", "./leaf.png"], "would replace");
    refused(folder.path(), &["report", "leaf.json", "-o", "leaf.png"], "would replace");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("leaf.png", folder.path().join("link.png")).unwrap();
        fs::hard_link(folder.path().join("leaf.png"), folder.path().join("hard.png")).unwrap();
        for name in ["link.png", "hard.png"] {
            refused(folder.path(), &["render", "leaf.json", "-o", name], "would replace");
        }
    }
    // A missing file that the scene names is not created either.
    let folder = fresh(&[("leaf.json", LEAF)]);
    refused(folder.path(), &["render", "leaf.json"], "would replace leaf.png");
}

#[test]
fn no_result_replaces_files_that_files_of_the_scene_name() {
    let gltf = r#"{ "asset": { "version": "2.0" }, "buffers": [{ "uri": "bytes.bin", "byteLength": 4 }],
        "images": [{ "uri": "color.png" }], "scenes": [{ "nodes": [] }], "scene": 0 }"#;
    let tree = r#"<root BTCPP_format="4"><include path="other.xml"/><BehaviorTree ID="A"><AlwaysSuccess/></BehaviorTree></root>"#;
    let scene = r#"{ "eyeline": 1, "models": [{ "name": "a", "file": "a.gltf" }, { "name": "b", "file": "b.obj" }],
        "agents": [{ "name": "c", "tree": { "file": "c.xml" } }] }"#;
    let folder = fresh(&[
        ("a.json", scene),
        ("a.gltf", gltf),
        ("bytes.bin", "1234"),
        ("color.png", "a texture"),
        ("b.obj", "mtllib b.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
        ("b.mtl", "newmtl a\nmap_Kd wood.png\n"),
        ("wood.png", "a texture"),
        ("c.xml", tree),
        ("other.xml", r#"<root BTCPP_format="4"/>"#),
    ]);
    for name in ["a.gltf", "bytes.bin", "color.png", "b.obj", "b.mtl", "wood.png", "c.xml", "other.xml", "a.json"] {
        refused(folder.path(), &["report", "a.json", "-o", name], "would replace");
    }
    refused(folder.path(), &["render", "a.json", "-o", "color.png"], "would replace");
    fs::write(folder.path().join("d.gltf"), gltf.replace("bytes.bin", "d.json")).unwrap();
    fs::write(folder.path().join("d.json"), "1234").unwrap();
    refused(folder.path(), &["import", "d.gltf", "-o", "d.json"], "would replace");
}

#[test]
fn a_default_name_replaces_only_files_made_by_eyeline() {
    let folder = fresh(&[("a.json", SOUND)]);
    for _ in 0..2 {
        let output = eyeline(folder.path(), &["render", "a.json", SMALL[0], SMALL[1]]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    let other = RgbaImage::new(2, 2);
    other.save(folder.path().join("a.png")).unwrap();
    refused(
        folder.path(),
        &["render", "a.json"],
        "a.png exists and was not made by eyeline; choose the file to write with -o",
    );
    let output = eyeline(folder.path(), &["render", "a.json", "-o", "a.png", SMALL[0], SMALL[1]]);
    assert_eq!(output.status.code(), Some(0), "a given name may replace the file: {output:?}");

    let hills = ["generate", "--objects", "1", "--triangles", "8", "-o", "hills.json"];
    for _ in 0..2 {
        let output = eyeline(folder.path(), &hills);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    fs::write(folder.path().join("hills.obj"), "v 0 0 0\n").unwrap();
    refused(folder.path(), &hills, "hills.obj exists and was not made by eyeline");
    refused(folder.path(), &["generate", "--objects", "1", "--triangles", "8", "-o", "-"], "-o");
}

#[test]
fn without_a_display_the_tour_replaces_no_other_picture() {
    let folder = fresh(&[("tour.png", "mine")]);
    let start = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_eyeline"));
        command.current_dir(folder.path());
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
            command.env_remove(name);
        }
        command.output().unwrap()
    };
    if cfg!(any(windows, target_vendor = "apple")) {
        return;
    }
    let output = start();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("tour.png exists"), "{output:?}");
    assert_eq!(fs::read_to_string(folder.path().join("tour.png")).unwrap(), "mine");
    fs::remove_file(folder.path().join("tour.png")).unwrap();
    for _ in 0..2 {
        let output = start();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
}

#[test]
fn a_picture_is_a_png() {
    let folder = fresh(&[("a.json", SOUND)]);
    for name in ["x.jpg", "x.jpeg", "x.webp", "x.bmp", "x.json", "x.tga"] {
        refused(folder.path(), &["render", "a.json", "-o", name], "write to x.png");
    }
    // Refused before anything is read or drawn.
    refused(folder.path(), &["render", "none.json", "-o", "x.jpg"], "x.jpg is not a valid name for a picture");
    for name in ["x.png", "x.PNG", "x"] {
        let output = eyeline(folder.path(), &["render", "a.json", "-o", name, SMALL[0], SMALL[1]]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(fs::read(folder.path().join(name)).unwrap().starts_with(b"\x89PNG"), "{name}");
    }
}

#[test]
fn a_hyphen_is_standard_output() {
    let folder = fresh(&[("a.json", SOUND), ("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")]);
    let out = |args: &[&str]| {
        let output = eyeline(folder.path(), args);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
        output.stdout
    };
    let json = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).unwrap();
    assert_eq!(json(&out(&["report", "a.json", "-o", "-"]))["eyeline_report"], 1);
    assert_eq!(json(&out(&["generate", "--objects", "2", "-o", "-"]))["eyeline"], 1);
    assert_eq!(json(&out(&["import", "a.obj", "-o", "-"]))["models"][0]["file"], "a.obj");
    assert!(out(&["render", "a.json", "-o", "-", SMALL[0], SMALL[1]]).starts_with(b"\x89PNG"));
    assert_eq!(names(folder.path()), ["a.json", "a.obj"]);
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_when_writing_even_to_a_missing_file() {
    use std::os::unix::fs::symlink;
    let folder = fresh(&[("a.json", SOUND), ("old.json", "old")]);
    fs::create_dir(folder.path().join("sub")).unwrap();
    symlink("old.json", folder.path().join("link")).unwrap();
    symlink("sub/new.json", folder.path().join("dangling")).unwrap();
    for (link, file) in [("link", "old.json"), ("dangling", "sub/new.json")] {
        let output = eyeline(folder.path(), &["report", "a.json", "-o", link]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(folder.path().join(link).symlink_metadata().unwrap().is_symlink(), "{link}");
        assert!(fs::read_to_string(folder.path().join(file)).unwrap().contains("eyeline_report"), "{file}");
    }
    symlink("loop", folder.path().join("loop")).unwrap();
    refused(folder.path(), &["report", "a.json", "-o", "loop"], "cannot write loop");
}

/// Standard output as a shell sets it up.
#[cfg(unix)]
fn in_shell(folder: &Path, arguments: &str) -> (Option<i32>, String) {
    let line = format!("\"$EYELINE\" {arguments}");
    let output = Command::new("sh")
        .args(["-c", &line])
        .env("EYELINE", env!("CARGO_BIN_EXE_eyeline"))
        .current_dir(folder)
        .stdout(Stdio::null())
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[cfg(unix)]
#[test]
fn a_closed_or_full_standard_output_is_a_failure() {
    let folder = fresh(&[("a.json", SOUND)]);
    for command in ["schema", "report a.json", "explain a.json o", "--help", "--version", "generate --objects 3"] {
        let (code, said) = in_shell(folder.path(), &format!("{command} >&-"));
        assert_eq!(code, Some(2), "{command}: {said}");
        assert!(said.contains("standard output is closed"), "{command}: {said}");
        if Path::new("/dev/full").exists() {
            let (code, said) = in_shell(folder.path(), &format!("{command} > /dev/full"));
            assert_eq!(code, Some(2), "{command}: {said}");
            assert!(said.contains("cannot write to standard output: No space left"), "{command}: {said}");
        }
        let (code, said) = in_shell(folder.path(), &format!("{command} > /dev/null"));
        assert_eq!((code, &*said), (Some(0), ""), "{command}");
    }
    // A file needs no standard output.
    let (code, said) = in_shell(folder.path(), "report a.json -o b.json >&-");
    assert_eq!((code, &*said), (Some(0), ""));
    if Path::new("/dev/full").exists() {
        let (code, said) = in_shell(folder.path(), "report a.json -o /dev/full");
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("cannot write /dev/full: No space left") && !said.contains(".eyeline-"), "{said}");
    }
}

/// The effect of a full disk. The limit on the size of files has the same effect on every file system.
#[cfg(unix)]
#[test]
fn a_file_that_becomes_too_large_is_named_and_no_file_is_left() {
    let folder = fresh(&[("a.json", SOUND), ("out.json", "old"), ("out.png", "old")]);
    // A process ends at the limit unless it handles or ignores the signal.
    for trap in ["", "trap '' XFSZ;"] {
        for (command, file) in [("generate --objects 2000", "out.json"), ("render a.json --size 2000x2000", "out.png")]
        {
            let (code, said) =
                in_shell(folder.path(), &format!("--version; {trap} ulimit -f 8; \"$EYELINE\" {command} -o {file}"));
            assert_eq!(code, Some(2), "{command}: {said}");
            let expected = format!("cannot write {file}: File too large");
            assert!(said.contains(&expected) && !said.contains(".eyeline-"), "{command}: {said}");
            assert_eq!(names(folder.path()), ["a.json", "out.json", "out.png"]);
            assert_eq!(fs::read_to_string(folder.path().join(file)).unwrap(), "old", "{command}");
        }
    }
}
