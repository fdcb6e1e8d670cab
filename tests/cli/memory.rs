//! One memory budget for a scene and everything that it names. Content that does not fit is a located error, everything
//! else is answered, and the memory of the process stays within one and a half times the budget.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use image::{GrayImage, RgbaImage};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::commands::{eyeline, fresh};
use crate::peak::{peak_in, peak_of};

const MIB: u64 = 1 << 20;
/// The memory of the program without a scene, with a margin for debug builds.
const PROGRAM: u64 = 48 * MIB;

/// The output of a command.
struct Ran {
    code: Option<i32>,
    out: String,
    said: String,
    /// The peak memory, in bytes. 0 where the system does not report it.
    peak: u64,
}

impl Ran {
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}{}", self.out, self.said))
    }

    /// The budget was given in MiB.
    fn assert_peak(&self, budget: u64) {
        let most = PROGRAM + budget * MIB * 3 / 2;
        assert!(self.peak < most, "{} MiB of memory, budget {budget} MiB: {}", self.peak / MIB, self.said);
    }
}

/// Runs the program and measures its memory.
fn run(folder: &Path, args: &[&str]) -> Ran {
    let (output, peak) = peak_of(args, folder);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code(), out: text(output.stdout), said: text(output.stderr), peak }
}

fn scene(scene: &Value) -> TempDir {
    fresh(&[("a.json", &scene.to_string())])
}

/// A GLB with one chunk of bytes.
fn glb(mut document: Value, bytes: &[u8]) -> Vec<u8> {
    document["asset"] = json!({ "version": "2.0" });
    document["buffers"] = json!([{ "byteLength": bytes.len() }]);
    let mut text = document.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut bytes = bytes.to_vec();
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    let word = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
    let head = [*b"glTF", word(2), word(12 + 8 + text.len() + 8 + bytes.len()), word(text.len()), *b"JSON"].concat();
    [head, text, [word(bytes.len()), *b"BIN\0"].concat(), bytes].concat()
}

/// A glTF whose nodes all have the same triangle.
fn nodes(nodes: &Value) -> Vec<u8> {
    let corners: Vec<u8> =
        [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0].iter().flat_map(|x| x.to_le_bytes()).collect();
    let document = json!({
        "bufferViews": [{ "buffer": 0, "byteLength": 36 }],
        "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0] }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 } }] }],
        "nodes": nodes,
    });
    glb(document, &corners)
}

#[test]
fn a_budget_is_given_as_a_size() {
    let folder = scene(&json!({ "eyeline": 1 }));
    for size in ["16MiB", "1GB", "2gib", "99999999"] {
        assert!(eyeline(folder.path(), &["report", "a.json", "--memory", size]).status.success(), "{size}");
    }
    for (size, reason) in [("1MiB", "the smallest budget is 16 MiB"), ("much", "write a size such as 512MiB")] {
        for args in [&["report", "a.json"][..], &["render", "a.json"], &["explain", "a.json", "b"], &["a.json"]] {
            let output = eyeline(folder.path(), &[args, &["--memory", size]].concat());
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(output.status.code() == Some(2) && said.contains(reason), "{args:?}: {said}");
        }
    }
}

#[test]
fn an_image_that_does_not_fit_is_an_error_at_its_place_and_the_others_are_answered() {
    let names = ["a.png", "b.png", "c.png"];
    let images = names.map(|name| json!({ "name": name, "file": name, "divisions": [2, 2] }));
    let folder = scene(&json!({ "eyeline": 1, "images": images }));
    for name in names {
        RgbaImage::from_pixel(1024, 1024, image::Rgba([0, 0, 0, 255])).save(folder.path().join(name)).unwrap();
    }
    let ran = run(folder.path(), &["report", "a.json", "--memory", "16MiB"]);
    let report = ran.json();
    let errors: Vec<bool> = (0..3).map(|i| report["images"][i]["error"].is_string()).collect();
    assert_eq!(errors, [false, true, true]);
    assert_eq!(report["images"][0]["alpha"], json!([[1.0, 1.0], [1.0, 1.0]]));
    let text = fs::read_to_string(folder.path().join("a.json")).unwrap();
    let column = text.find("\"file\":\"b.png\"").unwrap() + "\"file\":".len() + 1;
    for part in [
        "`b.png` takes 12 MiB of memory, but 4 MiB of the budget of 16 MiB are left".to_owned(),
        format!("a.json:1:{column}"),
        "= help: give the scene a larger budget, such as `--memory 64MiB`".to_owned(),
    ] {
        assert!(ran.said.contains(&part), "{part}\n{}", ran.said);
    }
    ran.assert_peak(16);
    let ran = run(folder.path(), &["report", "a.json", "--memory", "64MiB"]);
    assert_eq!((ran.said.as_str(), ran.code), ("", Some(0)));
}

#[test]
fn images_of_the_same_bytes_are_decoded_once() {
    let mut images: Vec<Value> = (0..40)
        .map(|i| json!({ "name": format!("t{i}"), "file": "a.glb", "texture": i, "divisions": [3, 3] }))
        .collect();
    let names = ["a.png", "./a.png", "././a.png"];
    images.extend(names.map(|name| json!({ "name": name, "file": name, "divisions": [3, 3] })));
    let folder = scene(&json!({ "eyeline": 1, "images": images }));
    let path = folder.path().join("a.png");
    RgbaImage::from_pixel(512, 512, image::Rgba([0, 0, 0, 51])).save(&path).unwrap();
    let bytes = fs::read(&path).unwrap();
    let document = json!({
        "bufferViews": [{ "buffer": 0, "byteLength": bytes.len() }],
        "images": vec![json!({ "bufferView": 0, "mimeType": "image/png" }); 40],
    });
    fs::write(folder.path().join("a.glb"), glb(document, &bytes)).unwrap();
    let ran = run(folder.path(), &["report", "a.json", "--memory", "16MiB"]);
    assert_eq!((ran.said.as_str(), ran.code), ("", Some(0)));
    let report = ran.json();
    for image in report["images"].as_array().unwrap() {
        assert_eq!(image["alpha"], json!([[0.2, 0.2, 0.2], [0.2, 0.2, 0.2], [0.2, 0.2, 0.2]]), "{image}");
    }
    ran.assert_peak(16);
}

#[test]
fn cells_are_reserved_before_they_are_computed_for_both_methods() {
    let images: Vec<Value> =
        (0..8).map(|i| json!({ "name": format!("i{i}"), "file": "a.png", "divisions": [1024, 1024] })).collect();
    let folder = scene(&json!({ "eyeline": 1, "images": images }));
    GrayImage::new(1024, 1024).save(folder.path().join("a.png")).unwrap();
    let ran = run(folder.path(), &["report", "a.json", "--memory", "16MiB", "--only", "images"]);
    let report = ran.json();
    assert!((0..8).all(|i| report["images"][i]["error"].is_string()), "{}", ran.said);
    let part =
        "cutting `a.png` into 1024 × 1024 cells takes 8 MiB of memory, but 7 MiB of the budget of 16 MiB are left";
    // The message is printed once, with the number of other entries that have the same cause.
    assert_eq!(ran.said.matches(part).count(), 1, "{}", ran.said);
    assert!(ran.said.contains("(and 7 more entries have this error)"), "{}", ran.said);
    assert!(ran.said.contains("[1024,1024]") && ran.said.contains("--memory 64MiB"), "{}", ran.said);
    ran.assert_peak(16);
    // All eight images share their cells. Those of the other method do not fit.
    let ran = run(folder.path(), &["explain", "a.json", "i7", "--memory", "20MiB"]);
    assert_eq!(ran.code, Some(0), "{}", ran.said);
    assert!(ran.out.contains("No comparison: dividing the image by this method takes 8 MiB"), "{}", ran.out);
    ran.assert_peak(20);
    let ran = run(folder.path(), &["explain", "a.json", "i7", "--memory", "64MiB"]);
    assert!(ran.out.contains("largest difference: 0 in cell 0,0"), "{}", ran.out);
}

#[test]
fn a_colour_profile_that_inflates_to_a_large_size_takes_no_memory() {
    let folder = scene(&json!({ "eyeline": 1, "images": [{ "name": "a", "file": "a.png", "divisions": [2, 2] }] }));
    let mut info = png::Info::with_size(8, 8);
    info.icc_profile = Some(Cow::Owned(vec![0; 256 << 20]));
    let file = File::create(folder.path().join("a.png")).unwrap();
    let mut writer = png::Encoder::with_info(file, info).unwrap().write_header().unwrap();
    writer.write_image_data(&[0; 64]).unwrap();
    writer.finish().unwrap();
    let ran = run(folder.path(), &["report", "a.json", "--memory", "16MiB"]);
    assert_eq!((ran.said.as_str(), ran.code), ("", Some(0)), "the pixels are sound");
    assert_eq!(ran.json()["images"][0]["size"], json!([8, 8]));
    // At most 32 MiB of it are inflated, twice that while its vector grows.
    ran.assert_peak(16 + 40);
}

#[test]
fn a_message_is_cut_before_it_is_made() {
    let folder = scene(&json!({ "eyeline": 1, "agents": [{ "name": "a", "blackboard": { "k": "x".repeat(100_000) },
        "tree": { "action": { "log": { "message": "{k}".repeat(30_000) } } } }] }));
    let ran = run(folder.path(), &["report", "a.json", "--tick", "1", "--memory", "16MiB"]);
    assert_eq!(ran.code, Some(0), "{}", ran.said);
    assert!(ran.out.contains(&format!("{}… (cut at 4096 bytes)", "x".repeat(4096))));
    ran.assert_peak(16);
}

#[test]
fn models_whose_objects_do_not_fit_are_missing_and_others_are_placed() {
    let models: Vec<Value> = (0..50).map(|i| json!({ "name": format!("m{i}"), "file": "a.glb" })).collect();
    let folder = scene(&json!({ "eyeline": 1, "models": models, "octree": {} }));
    fs::write(folder.path().join("a.glb"), nodes(&json!(vec![json!({ "mesh": 0 }); 2000]))).unwrap();
    let ran = run(folder.path(), &["report", "a.json", "--only", "octree", "--memory", "24MiB"]);
    let objects = ran.json()["octree"]["objects"].as_array().unwrap().len();
    // The message is printed once, with the number of other missing models.
    assert_eq!(ran.said.matches("placing the objects of `a.glb` takes").count(), 1, "{}", ran.said);
    let missing = ran.json()["models"].as_array().unwrap().len();
    assert!((3..50).contains(&missing), "{}", ran.said);
    let others = format!("(and {} more models that name this file)", missing - 1);
    assert!(ran.said.contains(&others), "{}", ran.said);
    assert_eq!(objects, 2000 * (50 - missing));
    let pairs = &ran.json()["octree"]["overlap_pairs_error"];
    assert!(pairs.as_str().is_some_and(|why| why.contains("--memory")), "{pairs}");
    assert!(ran.said.contains("a.json:1:") && ran.said.contains("`--memory 64MiB`"), "{}", ran.said);
    ran.assert_peak(24);
}

#[test]
fn a_cause_is_printed_once_and_each_entry_has_its_error() {
    let images: Vec<Value> =
        (0..300).map(|i| json!({ "name": format!("i{i}"), "file": "none.png", "divisions": [2, 2] })).collect();
    let folder = scene(&json!({ "eyeline": 1, "images": images }));
    let ran = run(folder.path(), &["report", "a.json"]);
    assert_eq!(ran.code, Some(2), "{}", ran.said);
    assert_eq!(ran.said.matches("error: ").count(), 1, "{}", ran.said);
    assert!(ran.said.contains("(and 299 more entries have this error)"), "{}", ran.said);
    let entries = ran.json()["images"].as_array().unwrap().clone();
    assert_eq!(entries.iter().filter(|entry| entry["error"].is_string()).count(), 300);
}

#[test]
fn a_level_that_does_not_fit_is_an_error_where_the_scene_names_it() {
    let mut obj = String::from("v 0 0 0\nv 1 0 0\nv 0 1 0\n");
    for _ in 0..200_000 {
        obj.push_str("f 1 2 3\n");
    }
    let folder = scene(&json!({ "eyeline": 1, "models": [{ "name": "m", "file": "a.obj" }],
        "cameras": [{ "name": "c" }], "objects": [{ "name": "o", "shape": { "sphere": { "radius": 1 } } }] }));
    fs::write(folder.path().join("a.obj"), obj).unwrap();
    let ran = run(folder.path(), &["report", "a.json", "--memory", "16MiB"]);
    assert_eq!(ran.json()["frusta"][0]["objects"][0]["object"], json!("o"), "everything else is answered");
    assert!(ran.said.contains("of the budget of 16 MiB are left") && ran.said.contains("a.json:1:"), "{}", ran.said);
    ran.assert_peak(16);
    let ran = run(folder.path(), &["report", "a.json", "--memory", "256MiB"]);
    assert!(!ran.said.contains("budget"), "{}", ran.said);
}

#[test]
fn long_names_are_not_copied_for_each_child_nor_long_lines_for_each_word() {
    let mut list = vec![json!({ "mesh": 0 }); 20_001];
    list[0] = json!({ "name": "n".repeat(1 << 20), "children": (1..=20_000).collect::<Vec<_>>() });
    let folder = fresh(&[("b.obj", "")]);
    fs::write(folder.path().join("a.glb"), nodes(&json!(list))).unwrap();
    let ran = run(folder.path(), &["report", "a.glb", "--only", "rays", "--memory", "128MiB"]);
    assert_eq!(ran.code, Some(0), "{}", ran.said);
    ran.assert_peak(128);
    let mut line = String::from("mtllib");
    (0..200_000).for_each(|i| write!(line, " m{i}.mtl").unwrap());
    fs::write(folder.path().join("b.obj"), line + "\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    let ran = run(folder.path(), &["report", "b.obj", "--only", "rays", "--memory", "32MiB"]);
    assert_eq!(ran.code, Some(0), "{}", ran.said);
    assert!(ran.said.contains("b.obj:1:8") && ran.said.len() < 1000, "{}", ran.said);
    ran.assert_peak(32);
}

/// A scene with 20 agents of one tree file, whose tree has 2^12 leaves.
fn twenty_agents() -> TempDir {
    let agents: Vec<Value> = (0..20).map(|i| json!({ "name": format!("a{i}"), "tree": { "file": "a.xml" } })).collect();
    let folder = scene(&json!({ "eyeline": 1, "agents": agents }));
    let mut xml = String::from("<root BTCPP_format=\"4\" main_tree_to_execute=\"T0\">");
    for i in 0..12 {
        let below = format!("<SubTree ID=\"T{}\"/>", i + 1).repeat(2);
        write!(xml, "<BehaviorTree ID=\"T{i}\"><Sequence>{below}</Sequence></BehaviorTree>").unwrap();
    }
    xml.push_str("<BehaviorTree ID=\"T12\"><AlwaysSuccess/></BehaviorTree></root>");
    fs::write(folder.path().join("a.xml"), xml).unwrap();
    folder
}

#[test]
fn agents_of_one_file_share_their_tree_and_those_without_memory_do_not_run() {
    let folder = twenty_agents();
    let statuses = |ran: &Ran| -> Vec<bool> {
        let report = ran.json();
        let agents = report["agents"].as_array().unwrap();
        agents.iter().map(|agent| agent["status"] == json!("success")).collect()
    };
    let ran = run(folder.path(), &["report", "a.json", "--tick", "1", "--memory", "256MiB"]);
    assert!(!ran.said.contains("budget") && statuses(&ran).iter().all(|ran| *ran), "{}", ran.said);
    ran.assert_peak(256);
    let ran = run(folder.path(), &["report", "a.json", "--tick", "1", "--memory", "24MiB"]);
    let running = statuses(&ran).iter().filter(|ran| **ran).count();
    assert!((1..20).contains(&running), "{running}: {}", ran.said);
    assert!(ran.said.contains("of memory, but") && ran.said.contains("a.json:1:"), "{}", ran.said);
    ran.assert_peak(24);
}

/// Only what is asked decides the exit code.
#[test]
fn an_agent_is_explained_although_others_have_no_memory() {
    let folder = twenty_agents();
    let explain = |name: &str| run(folder.path(), &["explain", "a.json", name, "--tick", "1", "--memory", "24MiB"]);
    let first = explain("a0");
    assert_eq!(first.code, Some(0), "{}", first.said);
    assert!(
        first.out.contains("What does `a0` do, and why?") && first.said.contains("of memory, but"),
        "{}",
        first.said
    );
    let last = explain("a19");
    assert!(
        last.code == Some(2) && last.out.contains("`a19` cannot run its tree: running "),
        "{}{}",
        last.out,
        last.said
    );
    // The error is about no file, so it has no line and column.
    assert!(!last.out.contains("a19:1:1"), "{}", last.out);
}

/// Fifteen nodes below each other with long names, of which each event has the path.
#[test]
fn the_size_of_a_recording_counts_its_events() {
    let mut tree = json!({ "action": { "name": "leaf", "script": ["success"] } });
    for _ in 0..14 {
        tree = json!({ "sequence": { "name": "n".repeat(4000), "children": [tree] } });
    }
    let folder =
        scene(&json!({ "eyeline": 1, "agents": [{ "name": "a", "tree": { "repeater": { "child": tree } } }] }));
    for form in [&["--brief"][..], &["--brief", "--only", "agents"]] {
        let (_, said) = start_report(folder.path(), &[&["--ticks", "0..1500"], form].concat());
        assert!(said.contains("note: this report will have about 1"), "{said}");
        assert!(said.contains(" GiB; `--only` limits the sections"), "{said}");
    }
    let ran = run(folder.path(), &["report", "a.json", "--ticks", "0..20", "--brief"]);
    assert_eq!((ran.said.as_str(), ran.code), ("", Some(0)));
    // 20 ticks are this part of the estimate.
    let whole = ran.out.len() as u64 * 75;
    assert!((1 << 30..2 << 30).contains(&whole), "{whole}");
    let ran = run(folder.path(), &["report", "a.json", "--ticks", "0..1500", "--brief", "--only", "rays"]);
    assert_eq!((ran.said.as_str(), ran.code), ("", Some(0)));
}

/// A thousand cameras and two thousand objects.
fn many_answers() -> TempDir {
    let cameras: Vec<Value> = (0..1000).map(|i| json!({ "name": format!("c{i}") })).collect();
    let shape = json!({ "sphere": { "radius": 1 } });
    let objects: Vec<Value> = (0..2000).map(|i| json!({ "name": format!("o{i}"), "shape": shape })).collect();
    scene(&json!({ "eyeline": 1, "cameras": cameras, "objects": objects }))
}

/// Starts a report, and ends it when it has written some of its answers. Returns the peak of its memory and its
/// messages.
fn start_report(folder: &Path, args: &[&str]) -> (u64, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_eyeline"))
        .current_dir(folder)
        .args(["report", "a.json", "--memory", "16MiB"])
        .args(args)
        .stdout(File::create(folder.join("stdout.txt")).unwrap())
        .stderr(File::create(folder.join("stderr.txt")).unwrap())
        .spawn()
        .unwrap();
    let written = || fs::metadata(folder.join("stdout.txt")).unwrap().len();
    while written() < 30 * MIB && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let peak = peak_in(&format!("/proc/{}/status", child.id())).unwrap_or(0);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(written() >= 30 * MIB);
    (peak, fs::read_to_string(folder.join("stderr.txt")).unwrap())
}

#[test]
fn a_large_report_has_a_note_and_is_written_camera_by_camera() {
    let folder = many_answers();
    let (peak, said) = start_report(folder.path(), &[]);
    assert!(said.contains("note: this report will have about 2 GiB, with 2000000 answers"), "{said}");
    assert!(said.contains("--only"), "{said}");
    assert!(peak < PROGRAM + 24 * MIB, "{} MiB", peak / MIB);
    let ran = run(folder.path(), &["report", "a.json", "--only", "rays", "--memory", "16MiB"]);
    assert_eq!((ran.said.as_str(), ran.code), ("", Some(0)));
}

#[test]
fn a_brief_report_is_written_camera_by_camera_too() {
    let folder = many_answers();
    let (peak, said) = start_report(folder.path(), &["--brief"]);
    assert_eq!(said, "", "it is not as large as the full report");
    assert!(peak < PROGRAM + 24 * MIB, "{} MiB", peak / MIB);
}

#[test]
fn the_size_of_a_large_recording_is_printed_before_it_is_written() {
    let objects: Vec<_> =
        (0..10).map(|i| json!({ "name": format!("o{i}"), "shape": { "sphere": { "radius": 1 } } })).collect();
    let folder = scene(&json!({ "eyeline": 1, "cameras": [{ "name": "c" }], "objects": objects }));
    let mut child = Command::new(env!("CARGO_BIN_EXE_eyeline"))
        .args(["report", "a.json", "--ticks", "0..999999"])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut said).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(said.contains("with 10000000 answers"), "{said}");
}

#[test]
fn a_scene_that_is_too_large_is_refused_before_it_is_read() {
    let objects = vec![json!({ "name": "o", "shape": { "sphere": { "radius": 1 } } }); 60_000];
    let folder = scene(&json!({ "eyeline": 1, "objects": objects }));
    let ran = run(folder.path(), &["report", "a.json", "--memory", "32MiB"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.said.contains("reading this scene takes") && ran.said.contains("--memory"), "{}", ran.said);
    ran.assert_peak(32);
}

/// The memory of an empty picture: OpenGL in software, fonts, framebuffers.
fn empty_picture() -> u64 {
    let folder = scene(&json!({ "eyeline": 1 }));
    run(folder.path(), &["render", "a.json", "-o", "a.png", "--size", "320x200"]).peak
}

/// Draws a scene with a budget in MiB.
fn assert_drawn_within(scene_of: &Value, budget: u64, what: &str) {
    assert_drawn(scene_of, budget, &[], what);
}

/// Draws a scene with a budget in MiB and further arguments.
fn assert_drawn(scene_of: &Value, budget: u64, more: &[&str], what: &str) {
    let folder = scene(scene_of);
    let size = format!("{budget}MiB");
    let args = ["render", "a.json", "-o", "a.png", "--size", "320x200", "--memory", &size];
    let ran = run(folder.path(), &[&args[..], more].concat());
    assert_eq!((ran.said.as_str(), ran.code), ("", Some(0)));
    assert_eq!(image::image_dimensions(folder.path().join("a.png")).unwrap(), (320, 200));
    let empty = empty_picture();
    let most = empty + budget * MIB * 3 / 2;
    let [peak, empty] = [ran.peak, empty].map(|bytes| bytes / MIB);
    assert!(ran.peak < most, "{what}: {peak} MiB of memory, {empty} MiB without a scene, budget {budget} MiB");
}

#[test]
fn a_picture_of_a_crowd_stays_within_the_budget() {
    let ball = json!({ "sphere": { "radius": 2 } });
    for spread in [40, 5, 0] {
        let place = |i: i64| {
            let step = 2 * spread + 1;
            [i % step - spread, i / step % step - spread, i / step / step % step - spread]
        };
        let objects: Vec<Value> = (0..20_000)
            .map(|i| json!({ "name": format!("o{i}"), "shape": ball, "position": place(i * 7919 % 531_441) }))
            .collect();
        assert_drawn_within(&json!({ "eyeline": 1, "objects": objects }), 64, &format!("spread {spread}"));
    }
}

#[test]
fn a_picture_of_thousands_of_cameras_and_meshes_ends_within_the_budget() {
    let place = |i: i64| [i % 50 - 25, i / 50 % 50 - 25, i % 7];
    let cameras: Vec<Value> = (0..5000).map(|i| json!({ "name": format!("c{i}"), "position": place(i) })).collect();
    let shape = json!({ "mesh": { "file": "t.obj" } });
    let objects: Vec<Value> =
        (0..5000).map(|i| json!({ "name": format!("o{i}"), "shape": shape, "position": place(i * 31) })).collect();
    let folder = scene(&json!({ "eyeline": 1, "cameras": cameras, "objects": objects }));
    fs::write(folder.path().join("t.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    let ran = run(folder.path(), &["render", "a.json", "-o", "a.png", "--size", "320x200", "--memory", "64MiB"]);
    assert_eq!((ran.said.as_str(), ran.code), ("", Some(0)));
    let most = empty_picture() + 96 * MIB;
    assert!(ran.peak < most, "{} MiB of memory", ran.peak / MIB);
}

#[test]
fn a_pile_of_large_solids_that_nearly_coincide_stays_within_the_budget() {
    let objects: Vec<Value> = (0..20_000)
        .map(|i: i64| {
            let place = [7919, 104_729, 1_299_709].map(|step| (i * step % 2001 - 1000) as f64 / 1000.0);
            json!({ "name": format!("o{i}"), "shape": { "sphere": { "radius": 10 } }, "position": place })
        })
        .collect();
    assert_drawn_within(&json!({ "eyeline": 1, "objects": objects }), 64, "a pile");
}

#[test]
fn a_picture_whose_lines_do_not_fit_is_an_error_and_nothing_is_written() {
    let points: Vec<[i64; 3]> = (0..5000).map(|i| [i % 70, i / 70, 0]).collect();
    let objects: Vec<Value> = (0..30)
        .map(|i| json!({ "name": format!("o{i}"), "shape": { "sphere": { "radius": 1 } }, "path": { "points": points, "speed": 1 } }))
        .collect();
    let folder = scene(&json!({ "eyeline": 1, "objects": objects }));
    let args = ["render", "a.json", "-o", "a.png", "--size", "320x200", "--memory"];
    let ran = run(folder.path(), &[&args[..], &["64MiB"]].concat());
    assert_eq!(ran.code, Some(2), "{}", ran.said);
    for part in [
        "showing the lines, labels and surfaces of the picture takes",
        "of the budget of 64 MiB are left",
        "a.json:1:1",
        "--memory",
    ] {
        assert!(ran.said.contains(part), "{part}\n{}", ran.said);
    }
    assert!(!folder.path().join("a.png").exists());
    assert!(ran.peak < empty_picture() + 96 * MIB, "{} MiB", ran.peak / MIB);
    let window = run(folder.path(), &[&args[..], &["64MiB", "--ui"]].concat());
    assert_eq!((window.code, window.said), (Some(2), ran.said), "the whole window is refused as the picture is");
    assert!(!folder.path().join("a.png").exists());
    let ran = run(folder.path(), &["report", "a.json", "--memory", "64MiB"]);
    assert_eq!((ran.said.as_str(), ran.code), ("", Some(0)), "the report needs no lines");
    let ran = run(folder.path(), &[&args[..], &["1GiB"]].concat());
    assert_eq!((ran.said.as_str(), ran.code), ("", Some(0)));
}

#[test]
fn the_window_of_a_scene_whose_files_exceed_the_budget_is_drawn_without_them_and_ends_with_2() {
    let folder = scene(&json!({ "eyeline": 1,
        "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } } }],
        "images": [{ "name": "leaf", "file": "leaf.png" }] }));
    GrayImage::new(5000, 5000).save(folder.path().join("leaf.png")).unwrap();
    for ui in [&["--ui"][..], &[]] {
        let args = ["render", "a.json", "-o", "a.png", "--size", "640x400", "--memory", "16MiB"];
        let ran = run(folder.path(), &[&args[..], ui].concat());
        assert_eq!(ran.code, Some(2), "{}", ran.said);
        for part in ["`leaf.png` takes", "of the budget of 16 MiB are left", "a.json:1:", "--memory"] {
            assert!(ran.said.contains(part), "{part}\n{}", ran.said);
        }
        assert_eq!(image::image_dimensions(folder.path().join("a.png")).unwrap(), (640, 400), "the rest is drawn");
        fs::remove_file(folder.path().join("a.png")).unwrap();
    }
}

#[test]
fn a_picture_of_many_lines_stays_within_the_budget() {
    let rays: Vec<Value> = (0..20_000)
        .map(|i| json!({ "name": format!("r{i}"), "origin": [f64::from(i) / 100.0, 0, 5], "direction": [0, 0, -1] }))
        .collect();
    let ball = json!({ "name": "ball", "shape": { "sphere": { "radius": 1 } } });
    assert_drawn_within(&json!({ "eyeline": 1, "objects": [ball], "rays": rays }), 48, "rays");
}

/// The layout of a character takes a hundred times the memory of the character.
#[test]
fn a_name_of_millions_of_letters_is_drawn_within_the_budget() {
    let name = "n".repeat(3_000_000);
    let wait = json!({ "action": { "wait": { "ticks": 3 } } });
    let scene = json!({ "eyeline": 1,
        "title": "t".repeat(1_000_000),
        "objects": [{ "name": name, "shape": { "sphere": { "radius": 1 } } }],
        "cameras": [{ "name": "c".repeat(1_000_000), "position": [0, 0, 5] }],
        "agents": [{ "name": "a".repeat(1_000_000), "body": name, "tree": wait }] });
    assert_drawn(&scene, 64, &[], "the picture of a long name");
    assert_drawn(&scene, 128, &["--ui"], "the window of a long name");
}

/// The answers of 2000 cameras about 10,000 objects would take 240 MB.
#[test]
fn sections_that_are_not_asked_for_take_no_memory() {
    let cameras: Vec<_> = (0..2000).map(|i| json!({ "name": format!("camera {i}"), "attach": "box 7" })).collect();
    let mut scene: Value = serde_json::from_str(&eyeline::scene::write(&eyeline::scene::generate(10_000, 1))).unwrap();
    scene["cameras"] = cameras.into();
    scene["agents"] = json!([{ "name": "guard", "tree": { "action": { "script": ["running"] } } }]);
    let folder = self::scene(&scene);
    for args in [&["--tick", "3"][..], &["--ticks", "0..3"], &["--ticks", "0..3", "--brief"]] {
        let ran = run(folder.path(), &[&["report", "a.json", "--only", "agents"][..], args].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.said);
        assert!(ran.out.contains("guard") && !ran.out.contains("camera 7"), "{}", ran.out);
        assert!(ran.peak < 128 * MIB, "{args:?}: {} MiB", ran.peak / MIB);
    }
}
